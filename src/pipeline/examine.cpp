// SPDX-License-Identifier: Apache-2.0
// examine: the errors, names and properties of a text, for editors.
#include <weir/editor.h>

#include "base/text/has_errors.h"
#include "formula/explain.h"
#include "formula/lexical.h"
#include "formula/printer.h"
#include "formula/property_file.h"
#include "frontend/dve/outline.h"
#include "frontend/dve/parser.h"
#include "frontend/open_model.h"
#include "frontend/promela/outline.h"
#include "frontend/promela/promela.h"

namespace weir {
namespace {

void examine_promela(SourceText text, const ModelOptions& options, Examination& result) {
  const promela::Model model =
      promela::parse_partial_model(std::move(text), {options.definitions, true}, result.diagnostics);
  promela::outline(model, result);
}

TextSpan span(std::size_t begin, std::size_t length) {
  return {0, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + length)};
}

void examine_formulas(const SourceText& text, Examination& result) {
  const std::vector<NamedFormula> formulas = read_formulas(text, {.model_atoms = true}, result.diagnostics);
  result.files.push_back({text.name(), std::string(text.text())});
  for (const NamedFormula& formula : formulas) {
    PropertyPlace property{{PropertyRequest::Kind::Named, formula.name},
                           span(formula.offset, formula.named ? formula.name.size() : 1),
                           span(formula.offset, formula.length)};
    property.formula = to_string(formula.formula, Syntax::Model);
    property.english = in_english(formula.formula);
    if (formula.named) {
      Definition definition{.name = formula.name, .kind = "formula", .place = property.place};
      definition.extent = property.extent;
      result.occurrences.push_back({definition.place, static_cast<std::uint32_t>(result.definitions.size())});
      result.definitions.push_back(std::move(definition));
    }
    result.properties.push_back(std::move(property));
  }
}

}  // namespace

std::optional<EditorLanguage> editor_language(std::string_view path) {
  if (path.ends_with(".ltl")) return EditorLanguage::Formulas;
  const std::optional<ModelFormat> format = format_of(path);
  if (format == ModelFormat::Promela) return EditorLanguage::Promela;
  if (format == ModelFormat::Dve) return EditorLanguage::Dve;
  return std::nullopt;
}

ReservedWords reserved_words(EditorLanguage language) {
  if (language == EditorLanguage::Promela) return promela::reserved_words();
  if (language == EditorLanguage::Dve) return dve::reserved_words();
  return {{}, lexical::reserved_words()};
}

Examination examine(const std::string& path, const std::string& text, EditorLanguage language,
                    const ModelOptions& options) {
  Examination result;
  SourceText source(path, text);
  if (language == EditorLanguage::Promela) {
    examine_promela(std::move(source), options, result);
  } else if (language == EditorLanguage::Dve) {
    dve::examine(std::move(source), options.definitions, result);
  } else {
    examine_formulas(source, result);
  }
  result.understood = !has_errors(result.diagnostics);
  return result;
}

}  // namespace weir
