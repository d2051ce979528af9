// SPDX-License-Identifier: Apache-2.0
#include "report/mining_report.h"

#include <cstdio>

#include <nlohmann/json.hpp>

#include "base/text/printable.h"
#include "report/numbers.h"

namespace weir {
namespace {

std::string share(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}

}  // namespace

std::string mining_text(const MineResult& result) {
  std::string out;
  if (!result.patterns.empty()) out += "support  confidence  pattern\n";
  for (const MinedPattern& row : result.patterns)
    out += "  " + share(row.support) + "       " + share(row.confidence) + "  " + printable(row.use) + "\n";
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.2f", result.seconds);
  return out + counted(result.patterns.size(), "pattern") + "; " + counted(result.event_count, "event") + ", " +
         counted(result.cases, "trace") + ", " + counted(result.events.size(), "name") + ", " + seconds + " s\n";
}

std::string mining_json(const MineResult& result, const std::string& log) {
  nlohmann::ordered_json json = {{"tool", "weir"},
                                 {"version", version()},
                                 {"schema", 1},
                                 {"log", log},
                                 {"cases", result.cases},
                                 {"events", result.event_count},
                                 {"names", result.events},
                                 {"interrupted", result.interrupted},
                                 {"patterns", nlohmann::ordered_json::array()}};
  for (const MinedPattern& row : result.patterns) {
    json["patterns"].push_back({{"pattern", row.use},
                                {"name", row.name},
                                {"declare", row.declare},
                                {"english", row.english},
                                {"activated", row.activated},
                                {"satisfied", row.satisfied},
                                {"support", row.support},
                                {"confidence", row.confidence}});
  }
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string mining_ltl(const MineResult& result) {
  std::string out;
  for (const MinedPattern& row : result.patterns) {
    out += row.name + ": " + row.use + "  # support " + share(row.support) + ", confidence " + share(row.confidence) +
           "\n";
  }
  return out;
}

Expected<std::string> mining_declare(const MineResult& result) {
  std::string out;
  for (const std::string& name : result.events) {
    const bool blank = name.front() == ' ' || name.back() == ' ';
    if (blank || name.find_first_of(",[]|\n\r\t") != std::string::npos)
      return Diagnostic{.message =
                            "the name '" + printable(name) + "' cannot be written in a Declare model; use --to ltl"};
    out += "activity " + name + "\n";
  }
  for (const MinedPattern& row : result.patterns) out += row.declare + " | |\n";
  return out;
}

}  // namespace weir
