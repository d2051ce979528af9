// SPDX-License-Identifier: Apache-2.0
#include "report/contradiction.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "report/json.h"

namespace weir {

bool has_contradiction(const CheckResult& result) {
  return std::any_of(result.properties.begin(), result.properties.end(),
                     [](const PropertyResult& property) { return property.contradiction != nullptr; });
}

std::string contradiction_report(const CheckResult& result, const std::string& options, const std::string& model_text) {
  using Json = nlohmann::ordered_json;
  CheckResult second;
  second.model = result.model;
  for (const PropertyResult& property : result.properties) {
    if (property.contradiction != nullptr) second.properties.push_back(*property.contradiction);
  }
  Json bundle;
  bundle["options"] = options;
  bundle["model_text"] = model_text;
  bundle["answer"] = Json::parse(json_report(result));
  bundle["contradicted_by"] = Json::parse(json_report(second));
  return bundle.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace weir
