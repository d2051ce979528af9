// SPDX-License-Identifier: Apache-2.0
// Writes an automaton as HOA text in one of the many equivalent forms: marks on states, on edges or on both; labels on
// states, implicit or as aliases; states in any order and with any numbers; empty labels.
#pragma once

#include <random>
#include <string>

#include "automaton/automaton.h"

namespace weir::test {

std::string random_hoa(std::mt19937_64& random, const Automaton& automaton);

}  // namespace weir::test
