// SPDX-License-Identifier: Apache-2.0
// What counts as a name in a formula; shared by parser and printer so that what one writes the other reads.
#pragma once

#include <cstddef>
#include <string_view>

namespace weir::lexical {

/// Length of the spelling of `word` made of glued prefix operators: `GF` of `GFp1`, `X` of `Xa`; 0 if `word` is a name.
/// Glued are: words of F, G, X only; such letters before one lower-case letter with digits (`Xp0`); two or more such
/// letters before a lower-case letter (`GFack`). Everything else (`Fork`, `Xmit`) is a name.
std::size_t glued_operators(std::string_view word);

/// Bytes of a name at the start of `text`: letters, digits, `_`, `.`, not starting with a digit; letters beyond ASCII
/// count unless they are operators. 0: none.
std::size_t name_length(std::string_view text);

/// Whether `text`, written without quotes, is read as the atom of that name.
bool is_plain_name(std::string_view text);

}  // namespace weir::lexical
