// SPDX-License-Identifier: Apache-2.0
// A deterministic automaton on finite words as a C++ class of its own: a monitor that a program can carry along without
// depending on weir.
#pragma once

#include <string>

#include "automaton/automaton.h"

namespace weir {

/// A C++17 translation unit with `class Monitor`: step(Letter) for each position, satisfied() if the word may end here,
/// decided() if no continuation can change that. Compiled with -DMONITOR_MAIN it is a program that reads one position a
/// line (the names of the atoms that hold) and prints the answer. Requires a deterministic automaton on finite words;
/// decided() is exact if it is minimal.
std::string to_cpp_monitor(const Automaton& automaton);

}  // namespace weir
