// SPDX-License-Identifier: Apache-2.0
#include "report/compare.h"

#include <nlohmann/json.hpp>

#include "base/text/printable.h"

namespace weir {

std::string compare_text(const Comparison& comparison, std::string_view what) {
  if (comparison.equivalent) return "equivalent\n";
  const std::string word = comparison.word.empty() ? "the empty word" : comparison.word;
  return std::string("different: only the ") + (comparison.left_accepts ? "left" : "right") + " " + std::string(what) +
         " accepts\n  " + printable(word) + "\n";
}

std::string compare_json(const Comparison& comparison, const std::string& left, const std::string& right, bool finite) {
  nlohmann::ordered_json json = {{"tool", "weir"},
                                 {"version", version()},
                                 {"schema", 1},
                                 {"left", left},
                                 {"right", right},
                                 {"words", finite ? "finite" : "infinite"},
                                 {"equivalent", comparison.equivalent}};
  if (!comparison.equivalent) {
    json["word"] = comparison.word;
    json["accepted_by"] = comparison.left_accepts ? "left" : "right";
  }
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace weir
