// SPDX-License-Identifier: Apache-2.0
// Computes the facts of all transitions of one process: what each does (transition_analysis.h), what may come later,
// and which steps break the cycles of its control graph.
#pragma once

#include <cstdint>
#include <memory>

#include "reduction/partial_order/program_facts.h"

namespace weir {

std::unique_ptr<ProcessInstance> build_instance(const ProgramFacts& program_facts, std::uint32_t type,
                                                const Visibility& visibility, const Machine& machine,
                                                std::uint32_t process);

}  // namespace weir
