// SPDX-License-Identifier: Apache-2.0
#include "report/space_statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/text/printable.h"
#include "report/numbers.h"

namespace weir {
namespace {

/// Counts with a bar each, one row for every number from 0 on. Long tables have rows for ranges of numbers. `more` is
/// written behind the last number.
std::string bars(const std::string& title, const std::vector<std::uint64_t>& counts, bool everything,
                 const char* more = "") {
  constexpr std::size_t kMostRows = 24, kWidth = 40;
  const std::size_t in_a_row = everything ? 1 : (counts.size() + kMostRows - 1) / kMostRows;
  struct Row {
    std::string name;
    std::uint64_t count = 0;
  };
  std::vector<Row> rows;
  for (std::size_t first = 0; first < counts.size(); first += in_a_row) {
    const std::size_t last = std::min(first + in_a_row, counts.size()) - 1;
    Row row{first == last ? std::to_string(first) : std::to_string(first) + "-" + std::to_string(last)};
    if (last + 1 == counts.size()) row.name += more;
    for (std::size_t i = first; i <= last; ++i) row.count += counts[i];
    rows.push_back(std::move(row));
  }
  std::uint64_t most = 1;
  std::size_t name_width = 0, count_width = 0;
  for (const Row& row : rows) {
    most = std::max(most, row.count);
    name_width = std::max(name_width, row.name.size());
    count_width = std::max(count_width, std::to_string(row.count).size());
  }
  std::string text = "\n" + title + "\n";
  for (const Row& row : rows) {
    const double share = static_cast<double>(row.count) / static_cast<double>(most);
    const std::string bar(static_cast<std::size_t>(std::ceil(share * kWidth)), '#');
    text += fmt::format("  {:>{}}  {:>{}}{}{}\n", row.name, name_width, row.count, count_width, bar.empty() ? "" : "  ",
                        bar);
  }
  return text;
}

std::string statements_text(const std::vector<StatementCount>& statements, bool everything) {
  constexpr std::size_t kMostRows = 60;
  if (statements.empty()) return {};
  const std::size_t shown = everything ? statements.size() : std::min(statements.size(), kMostRows);
  const bool has_lines = statements.front().line != 0;
  std::size_t width = 0, place_width = 0;
  const auto place_of = [&](const StatementCount& one) {
    std::string place = has_lines ? fmt::format("{}:{}", printable(one.file), one.line) : "";
    if (!one.process.empty()) place += (place.empty() ? "" : " ") + printable(one.process);
    return place;
  };
  for (std::size_t i = 0; i < shown; ++i) {
    width = std::max(width, std::to_string(statements[i].count).size());
    place_width = std::max(place_width, place_of(statements[i]).size());
  }
  std::string text = has_lines ? "\nsteps by statement\n" : "\nsteps by event\n";
  for (std::size_t i = 0; i < shown; ++i) {
    const StatementCount& one = statements[i];
    text += fmt::format("  {:>{}}  {:<{}}{}{}{}\n", one.count, width, place_of(one), place_width,
                        place_width == 0 ? "" : "  ", printable(one.statement), one.count == 0 ? "   (never)" : "");
  }
  if (shown < statements.size())
    text += fmt::format("  ... and {} more; -v shows them all\n", statements.size() - shown);
  return text;
}

}  // namespace

std::string statistics_text(const SpaceStatistics& statistics, bool everything) {
  const SpaceStatistics::Branching& branching = statistics.branching;
  const SpaceStatistics::Components& components = statistics.components;
  std::string text =
      fmt::format("{:<12} {} to {}, {:.2f} on average\n", "successors", branching.min, branching.max, branching.mean);
  text += fmt::format("{:<12} ", "components");
  if (components.known) {
    text += fmt::format("{}: {} trivial, {} terminal, the largest has {}\n", components.count, components.trivial,
                        components.terminal, counted(components.largest, "state"));
  } else {
    text += "unknown: the exploration is not complete\n";
  }
  text += bars("states by depth", statistics.states_by_depth, everything);
  text += bars("states by number of successors", branching.histogram, everything,
               branching.histogram.size() == branching.kColumns ? "+" : "");
  text += statements_text(statistics.statements, everything);
  return text;
}

nlohmann::ordered_json statistics_json(const SpaceStatistics& statistics) {
  using Json = nlohmann::ordered_json;
  const SpaceStatistics::Branching& branching = statistics.branching;
  const SpaceStatistics::Components& components = statistics.components;
  Json statements = Json::array();
  for (const StatementCount& one : statistics.statements) {
    Json row = {{"statement", one.statement}, {"count", one.count}};
    if (!one.process.empty()) row["process"] = one.process;
    if (!one.file.empty()) row["file"] = one.file;
    if (one.line != 0) row["line"] = one.line;
    statements.push_back(std::move(row));
  }
  Json json = {
      {"states_by_depth", statistics.states_by_depth},
      {"branching",
       {{"min", branching.min}, {"mean", branching.mean}, {"max", branching.max}, {"histogram", branching.histogram}}}};
  if (components.known) {
    json["components"] = {{"count", components.count},
                          {"trivial", components.trivial},
                          {"terminal", components.terminal},
                          {"largest", components.largest}};
  }
  json["statements"] = std::move(statements);
  return json;
}

}  // namespace weir
