// SPDX-License-Identifier: Apache-2.0
// Writes a deterministic automaton on finite words as a C++ class: a monitor that a program can include without
// depending on weir.
#pragma once

#include <string>
#include <string_view>

#include "automaton/automaton.h"

namespace weir {

/// Returns a C++17 text with one class: step(Letter) reads a position, satisfied() returns whether the word may end
/// here, decided() whether no continuation can change that. The class is the only name defined, so one program can
/// contain several monitors. It is called `name` or, if that is empty, Monitor_ followed by the words of the
/// automaton's name and a distinguishing hash. Compiled with -DMONITOR_MAIN, the text is a program that reads one
/// position per line (the names of the atoms that hold) and prints the answer. Requires a deterministic automaton on
/// finite words; decided() is exact if the automaton is minimal.
std::string to_cpp_monitor(const Automaton& automaton, const std::string& name = "");

/// Returns whether `name` is a valid class name.
bool is_class_name(std::string_view name);
/// The letters and digits of a text, joined by '_', for use in an identifier.
std::string identifier_words(std::string_view text);

}  // namespace weir
