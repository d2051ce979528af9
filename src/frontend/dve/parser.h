// SPDX-License-Identifier: Apache-2.0
// Parses the tokens of the shared preprocessor to the tree of a DVE specification. Stops at the first error.
//
//   specification = { declaration | process } "system" ("async" | "sync") ["property" name] ";"
//   declaration   = ["const"] ("byte" | "int") name ["[" size "]"] ["=" value] {"," ...} ";"
//                 | "channel" ["{" type {"," type} "}"] name ["[" capacity "]"] {"," ...} ";"
//   process       = "process" name "{" {declaration} {clause} "}"
//   clause        = ("state" | "init" | "accept" | "commit") name {"," name} ";"
//                 | "assert" name ":" expression {"," ...} ";" | "trans" transition {[","] transition} [";"]
//   transition    = [name] "->" name "{" ["guard" ...";"] ["sync" ...";"] ["effect" ...";"] "}"
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <weir/diagnostic.h>
#include <weir/editor.h>

#include "base/text/preprocessor_token.h"
#include "base/text/source_map.h"
#include "frontend/dve/ast.h"

namespace weir::dve {

/// Fills `result` up to the first error, which is returned; the last element of a list may then be incomplete.
Diagnostics parse_specification(std::span<const PreprocessorToken> tokens, const SourceMap& map, Specification& result);
Expected<Specification> parse_specification(std::span<const PreprocessorToken> tokens, const SourceMap& map);

/// Parses one expression, which must be the whole text, and appends it to `expressions`.
Expected<ExpressionId> parse_expression(std::span<const PreprocessorToken> tokens, const SourceMap& map,
                                        std::vector<Expression>& expressions);

ReservedWords reserved_words();

}  // namespace weir::dve
