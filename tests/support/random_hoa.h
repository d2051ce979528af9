// SPDX-License-Identifier: Apache-2.0
// An automaton as HOA text in one of the many ways in which the format can say the same: marks on states, on edges or
// on both, labels on states, implied or under aliases, states in any order and with any numbers, empty labels.
#pragma once

#include <random>
#include <string>

#include "automaton/automaton.h"

namespace weir::test {

std::string random_hoa(std::mt19937_64& random, const Automaton& automaton);

}  // namespace weir::test
