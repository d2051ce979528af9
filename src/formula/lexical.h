// SPDX-License-Identifier: Apache-2.0
// Defines the names in formulas. Shared by parser and printer, so that printed formulas can be parsed again.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace weir::lexical {

/// The length of the prefix operators glued to the start of `word`: 2 (`GF`) for `GFp1`, 1 (`X`) for `Xa`; 0 if `word`
/// is a name. Glued operators are: words of F, G, X only; such letters before one lower-case letter with digits
/// (`Xp0`); two or more such letters before a lower-case letter (`GFack`). Any other word (`Fork`, `Xmit`) is a name.
std::size_t glued_operators(std::string_view word);

/// The length in bytes of the name at the start of `text`, or 0: letters, digits, `_`, `.`, not starting with a digit.
/// Non-ASCII letters count unless they are operators.
std::size_t name_length(std::string_view text);

/// The words that cannot be unquoted atoms: constants and operators; sorted.
std::vector<std::string> reserved_words();

/// Returns whether `text`, written without quotes, is parsed as an atom of that name.
bool is_plain_name(std::string_view text);

/// `text` in double quotes, as formulas and HOA write it: " and \ are escaped by \.
std::string quoted(std::string_view text);

}  // namespace weir::lexical
