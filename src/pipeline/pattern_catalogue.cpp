// SPDX-License-Identifier: Apache-2.0
// pattern_catalogue: the table of named patterns as text.
#include <weir/weir.h>

#include "formula/parser.h"
#include "formula/patterns/describe.h"
#include "formula/printer.h"

namespace weir {
namespace {

Formula read_template(const char* text) { return *parse_formula(text); }

std::string formula_text(const PatternUse& use) { return to_string(*parse_formula(to_string(use))); }

std::string call_text(const NamedPattern& row) { return std::string(row.name) + "(" + row.parameters + ")"; }

const char* words_text(NamedPattern::Words words) {
  return words == NamedPattern::Words::Both ? "any" : words == NamedPattern::Words::Infinite ? "infinite" : "finite";
}

}  // namespace

PatternCatalogue pattern_catalogue() {
  PatternCatalogue catalogue;
  for (const NamedPattern& row : named_patterns()) {
    const PatternUse sample = sample_use(row);
    const bool fixed = !takes_number(row) && !takes_list(row);
    catalogue.patterns.push_back({call_text(row), fixed ? row.formula : formula_text(sample), in_english(sample),
                                  row.family, words_text(row.words), can_be_limited(row, read_template), row.accepted,
                                  row.rejected});
  }
  const NamedPattern* absence = find_pattern("absence", false, 1);
  for (const PatternScope& scope : pattern_scopes()) {
    const PatternUse use = sample_use(*absence, &scope);
    const std::string whole = to_string(use);
    catalogue.scopes.push_back({whole.substr(whole.find(") ") + 2), formula_text(use), in_english(use)});
  }
  return catalogue;
}

}  // namespace weir
