// SPDX-License-Identifier: Apache-2.0
#include "report/explore.h"

#include <fmt/format.h>
#include <weir/catalogue.h>
#include <weir/weir.h>

#include <nlohmann/json.hpp>

#include "report/numbers.h"
#include "report/space_statistics.h"

namespace weir {

std::string explore_text(const ExploreResult& result, bool verbose) {
  const Statistics& stats = result.stats;
  std::string text;
  const auto line = [&text](const char* name, const std::string& value) {
    text += fmt::format("{:<12} {}\n", name, value);
  };
  if (!result.complete) line("incomplete", result.reason);
  line("states", std::to_string(stats.states));
  line("transitions", std::to_string(stats.transitions));
  line("max depth", std::to_string(stats.max_depth));
  line("deadlocks", std::to_string(result.deadlocks));
  line("seconds", fmt::format("{:.3f}", stats.seconds));
  line("memory", bytes_text(stats.memory_bytes));
  if (verbose) {
    const double states = static_cast<double>(stats.states > 0 ? stats.states : 1);
    line("store", name_of(result.store));
    if (!result.reduce.empty()) line("reduced by", fmt::format("{}", fmt::join(names_of(result.reduce), ", ")));
    if (!result.executor.empty()) line("run by", result.executor);
    line("per state", fmt::format("{:.1f} bytes", static_cast<double>(stats.memory_bytes) / states));
    if (stats.seconds > 0) line("states/s", std::to_string(static_cast<std::uint64_t>(states / stats.seconds)));
  }
  if (!result.guarantee.empty()) line("guarantee", result.guarantee);
  if (result.statistics) text += statistics_text(*result.statistics, verbose);
  return text;
}

std::string explore_json(const ExploreResult& result) {
  const Statistics& stats = result.stats;
  nlohmann::ordered_json json = {{"tool", "weir"},
                                 {"version", version()},
                                 {"schema", 1},
                                 {"model", result.model},
                                 {"states", stats.states},
                                 {"states_generated", stats.states_generated},
                                 {"transitions", stats.transitions},
                                 {"max_depth", stats.max_depth},
                                 {"deadlocks", result.deadlocks},
                                 {"seconds", stats.seconds},
                                 {"memory_bytes", stats.memory_bytes},
                                 {"store", name_of(result.store)},
                                 {"complete", result.complete}};
  if (!result.reduce.empty()) json["reduce"] = names_of(result.reduce);
  if (!result.complete) json["reason"] = result.reason;
  if (!result.guarantee.empty()) json["guarantee"] = result.guarantee;
  if (result.statistics) json["statistics"] = statistics_json(*result.statistics);
  // A file name may not be UTF-8.
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace weir
