// SPDX-License-Identifier: Apache-2.0
// Promela text to a resolved tree: the one entrance to the text half of the front-end.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <weir/diagnostic.h>

#include "base/text/source_text.h"
#include "formula/formula.h"
#include "frontend/promela/ast.h"

namespace weir::promela {

struct ParseOptions {
  std::vector<std::pair<std::string, std::string>> definitions;  ///< -D NAME=VALUE (empty value: 1)
};

/// Preprocesses, parses and resolves. Several errors are reported in one run; warnings are in the Model.
Expected<Model> parse_model(SourceText text, const ParseOptions& options = {});
Expected<Model> parse_model_file(const std::string& path, const ParseOptions& options = {});

/// Whether evaluating the expression may be a run-time error.
bool may_fail(const Expression& expression);
/// Atoms `fails(EXPRESSION)`: evaluating the expression is a run-time error.
inline constexpr std::string_view kFailurePrefix = "fails(";

/// The formula of an ltl block; its atoms are the canonical texts of Promela expressions, for parse_expression_atom. It
/// also forbids to ask a channel that is not there, as Spin does.
Expected<Formula> to_formula(const Model& model, const LtlBlock& block);
/// What the block itself says; to_formula must have succeeded.
Formula stated_formula(const LtlBlock& block);

/// A formula in Spin's LTL grammar, read in the context of the model: macros are expanded, names are checked.
Expected<Formula> parse_ltl(Model& model, std::string_view text, const std::string& source_name = "<formula>");

/// An atom of a formula as a Promela expression: globals, `P[0]@crit`, `P[1]:y == 2`, `len(ch) == 0`, np_, names of
/// macros, and the event atoms sent(ch), sent(ch,MSG), received(ch), received(ch,MSG), by(P), by(P,pid). The tree
/// belongs to the model. `warnings`: what is odd about it.
Expected<Expression*> parse_expression_atom(Model& model, std::string_view text,
                                            const std::string& source_name = kAtomText,
                                            Diagnostics* warnings = nullptr);

/// A structure as message argument spelled out: one expression per flat field, in order; other expressions stay as they
/// are.
std::vector<Expression*> flat_arguments(Model& model, const std::vector<Expression*>& arguments);

}  // namespace weir::promela
