// SPDX-License-Identifier: Apache-2.0
#include "report/language_answer.h"

#include <nlohmann/json.hpp>

namespace weir {
namespace {

/// A question, the positive answer, and what a word shows if the answer is no.
struct Wording {
  const char* name;
  const char* yes;
  const char* no;
};

Wording wording(LanguageQuestion question, bool first_accepts) {
  switch (question) {
    case LanguageQuestion::Empty: return {"empty", "empty", "not empty: it accepts"};
    case LanguageQuestion::Universal: return {"universal", "universal", "not universal: it rejects"};
    case LanguageQuestion::Included: return {"included", "included", "not included: only the first accepts"};
    case LanguageQuestion::Disjoint: return {"disjoint", "disjoint", "not disjoint: both accept"};
    case LanguageQuestion::Equivalent: break;
  }
  return {"equivalent", "equivalent",
          first_accepts ? "different: only the first accepts" : "different: only the second accepts"};
}

}  // namespace

std::string language_answer_text(LanguageQuestion question, const LanguageAnswer& answer) {
  const Wording words = wording(question, answer.first_accepts);
  if (answer.yes) return std::string(words.yes) + "\n";
  return std::string(words.no) + "\n  " + (answer.word.empty() ? "the empty word" : answer.word) + "\n";
}

std::string language_answer_json(LanguageQuestion question, const LanguageAnswer& answer,
                                 const std::vector<std::string>& languages, bool finite) {
  nlohmann::ordered_json json = {{"tool", "weir"},
                                 {"version", version()},
                                 {"schema", 1},
                                 {"question", wording(question, true).name},
                                 {"languages", languages},
                                 {"words", finite ? "finite" : "infinite"},
                                 {"answer", answer.yes}};
  if (!answer.yes) {
    json["word"] = answer.word;
    const bool both = question == LanguageQuestion::Disjoint;
    nlohmann::ordered_json accepted = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < languages.size(); ++i) accepted.push_back(both || (i == 0) == answer.first_accepts);
    json["accepted"] = accepted;
  }
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace weir
