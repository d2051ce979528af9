// SPDX-License-Identifier: Apache-2.0
// Operators of other logics and tools, for messages that say what to write instead.
#pragma once

#include <string>
#include <string_view>

namespace weir {

struct ForeignOperator {
  std::string_view text = {};  ///< as written; empty: it is none
  std::string advice = {};     ///< "'AG' is CTL, ...: write 'G'"
};

/// A word in operand position, if an operand follows it: `AG`, `E`. Other uses of these words are names.
ForeignOperator foreign_quantifier(std::string_view word);
/// The operator of another tool at the start of `text`, in operator position: `~>`, `leadsto`, `unless`, `|->`.
ForeignOperator foreign_infix(std::string_view text);
/// The operator for a word that stands before its operand, as in `always p`: `G`; empty if there is none.
std::string_view operator_for_word(std::string_view word);
/// Operators and patterns of weir that Spin's `ltl` blocks do not have.
ForeignOperator unknown_to_spin(std::string_view word);

}  // namespace weir
