// SPDX-License-Identifier: Apache-2.0
// A deterministic automaton on finite words as a C++ class of its own: a monitor that a program can carry along without
// depending on weir.
#pragma once

#include <string>
#include <string_view>

#include "automaton/automaton.h"

namespace weir {

/// A C++17 text with one class: step(Letter) for each position, satisfied() if the word may end here, decided() if no
/// continuation can change that. The class is its only name, so that several monitors can be part of one program; it is
/// called `name`, or, if that is empty, Monitor_ with the words of the automaton's name and a hash that tells apart
/// what the words do not. Compiled with -DMONITOR_MAIN the text is a program that reads one position a line (the names
/// of the atoms that hold) and prints the answer. Requires a deterministic automaton on finite words; decided() is
/// exact if it is minimal.
std::string to_cpp_monitor(const Automaton& automaton, const std::string& name = "");

/// Whether a class can be called so.
bool is_class_name(std::string_view name);
/// The letters and digits of a text, joined by '_': part of an identifier.
std::string identifier_words(std::string_view text);

}  // namespace weir
