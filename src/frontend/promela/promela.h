// SPDX-License-Identifier: Apache-2.0
// Parses Promela text to a resolved tree: the entry point of the parsing half of the front-end.
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
  bool record_uses = false;                                      ///< fill Model::uses
};

/// Preprocesses, parses and resolves. Several errors are reported in one run; warnings are in the Model.
Expected<Model> parse_model(SourceText text, const ParseOptions& options = {});
/// The part of a model that could be understood, for editors; errors and warnings are appended to `diagnostics`. If
/// there are errors, only lists of symbols and `uses` may be read.
Model parse_partial_model(SourceText text, const ParseOptions& options, Diagnostics& diagnostics);
Expected<Model> parse_model_file(const std::string& path, const ParseOptions& options = {});

/// Returns whether evaluating the expression may be a run-time error.
bool may_fail(const Expression& expression);

/// The formula of an ltl block. Its atoms are the canonical texts of Promela expressions, for parse_expression_atom.
Expected<Formula> to_formula(const Model& model, const LtlBlock& block);

/// Parses a formula in Spin's LTL grammar in the context of the model: macros are expanded, names are checked.
Expected<Formula> parse_ltl(Model& model, std::string_view text, const std::string& source_name = "<formula>");

/// Parses an atom of a formula as a Promela expression: globals, `P[0]@crit`, `P[1]:y == 2`, `len(ch) == 0`, np_, macro
/// names, and the event atoms sent(ch), sent(ch,MSG), received(ch), received(ch,MSG), by(P), by(P,pid). The model owns
/// the tree. `warnings` receives warnings about the atom.
Expected<Expression*> parse_expression_atom(Model& model, std::string_view text,
                                            const std::string& source_name = kAtomText,
                                            Diagnostics* warnings = nullptr);

/// Expands structures in message arguments: one expression per flat field, in order; other expressions are unchanged.
std::vector<Expression*> flat_arguments(Model& model, const std::vector<Expression*>& arguments);

}  // namespace weir::promela
