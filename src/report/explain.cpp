// SPDX-License-Identifier: Apache-2.0
#include "report/explain.h"

#include <nlohmann/json.hpp>

#include "base/text/printable.h"

namespace weir {
namespace {

void append_words(const char* title, const char* none, const std::vector<FormulaExplanation::Word>& words, bool known,
                  std::string& out) {
  if (words.empty()) {
    if (known) out += std::string("\n") + none + "\n";
    return;
  }
  out += std::string("\n") + title + "\n";
  for (const FormulaExplanation::Word& word : words) {
    out += "  " + printable(word.text) + "\n";
    if (!word.why.empty()) out += "      " + printable(word.why) + "\n";
  }
}

nlohmann::ordered_json words_of(const std::vector<FormulaExplanation::Word>& words) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const FormulaExplanation::Word& word : words) {
    list.push_back({{"word", word.text}});
    if (!word.why.empty()) list.back()["why"] = word.why;
  }
  return list;
}

}  // namespace

std::string explain_text(const FormulaExplanation& explanation) {
  std::string out = printable(explanation.formula) + "\n  " + printable(explanation.english) + "\n";
  if (!explanation.pattern.empty())
    out += "\nthe pattern " + printable(explanation.pattern) + ": " + printable(explanation.pattern_meaning) + "\n";
  if (!explanation.kind.empty()) out += "\n" + explanation.kind + ": " + explanation.kind_meaning + "\n";
  if (explanation.stutter_invariant.has_value())
    out += *explanation.stutter_invariant
               ? "stutter-invariant: repeating a letter changes nothing\n"
               : "not stutter-invariant: it counts steps, so partial-order reduction does not apply\n";
  append_words("Accepted, for example:", "No word satisfies it.", explanation.accepted, explanation.words_known, out);
  append_words("Rejected, for example:", "Every word satisfies it.", explanation.rejected, explanation.words_known,
               out);
  return out;
}

std::string explain_json(const FormulaExplanation& explanation, bool finite) {
  nlohmann::ordered_json json = {{"tool", "weir"},
                                 {"version", version()},
                                 {"schema", 1},
                                 {"formula", explanation.formula},
                                 {"words", finite ? "finite" : "infinite"},
                                 {"english", explanation.english},
                                 {"pattern", nullptr},
                                 {"class", nullptr},
                                 {"stutter_invariant", nullptr},
                                 {"accepted", words_of(explanation.accepted)},
                                 {"rejected", words_of(explanation.rejected)}};
  if (!explanation.pattern.empty()) json["pattern"] = explanation.pattern;
  if (!explanation.kind.empty()) json["class"] = explanation.kind;
  if (explanation.stutter_invariant.has_value()) json["stutter_invariant"] = *explanation.stutter_invariant;
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string patterns_text(const PatternCatalogue& catalogue) {
  std::string out = "Patterns may be used in every formula; their arguments are formulas.\n";
  for (const PatternDescription& row : catalogue.patterns) {
    out += "\n" + row.use + "  [" + row.family + (row.words == "any" ? "" : ", " + row.words + " words") +
           (row.scopes ? "" : ", no scopes") + "]\n";
    out += "  " + row.english + "\n  " + row.formula + "\n";
    out += "  accepted: " + row.accepted + "    rejected: " + row.rejected + "\n";
  }
  out += "\nScopes follow a pattern, as in response(a, b) after(q). With absence(a):\n";
  for (const ScopeDescription& scope : catalogue.scopes)
    out += "\n" + scope.use + "\n  " + scope.english + "\n  " + scope.formula + "\n";
  return out;
}

std::string patterns_json(const PatternCatalogue& catalogue) {
  nlohmann::ordered_json json = {{"tool", "weir"}, {"version", version()}, {"schema", 1}};
  json["patterns"] = nlohmann::ordered_json::array();
  for (const PatternDescription& row : catalogue.patterns) {
    json["patterns"].push_back({{"pattern", row.use},
                                {"formula", row.formula},
                                {"english", row.english},
                                {"family", row.family},
                                {"words", row.words},
                                {"scopes", row.scopes},
                                {"accepted", row.accepted},
                                {"rejected", row.rejected}});
  }
  json["scopes"] = nlohmann::ordered_json::array();
  for (const ScopeDescription& scope : catalogue.scopes)
    json["scopes"].push_back({{"scope", scope.use}, {"formula", scope.formula}, {"english", scope.english}});
  return json.dump(2) + "\n";
}

}  // namespace weir
