// SPDX-License-Identifier: Apache-2.0
// Automata that come as files (Hanoi omega-automata format, HOA v1) instead of formulas.
#pragma once

#include <string>

#include <weir/weir.h>

namespace weir {

/// Every automaton of a file ("-": standard input), in the shape and format that the options ask for. Options about
/// formulas (translator, alphabet, the formats of formulas) are refused.
Expected<std::string> convert_automata(const std::string& path, const TranslateOptions& options,
                                       Observer* observer = nullptr);

/// Do two automata accept the same words? Each file holds one automaton.
Expected<Comparison> compare_automata(const std::string& left_path, const std::string& right_path,
                                      const CompareOptions& options = {}, Observer* observer = nullptr);

}  // namespace weir
