// SPDX-License-Identifier: Apache-2.0
// Compares sizes and times of translated automata, set by set, with published figures of Spot.
//
//     bench_translate LTL_FOLDER [LTLF_FOLDER] [--simplify none|low|high] [--larger]
//     bench_translate --pairs bench/logic/pairs.tsv
//
// LTL_FOLDER holds pattern_formulas.tsv (family, index, formula) and expected_sizes.csv; LTLF_FOLDER dfa_sizes.tsv and
// ltlf2dfa_sizes.tsv. --larger lists the formulas whose automaton has more states than Spot's. --pairs measures
// formulas with past operators and regular expressions, and those that have an equivalent without them against it.
#include <cstdio>
#include <ctime>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "automaton/transform/minimize_dfa.h"
#include "automaton/translate/translate.h"
#include "formula/parser.h"

namespace weir {
namespace {

struct Pattern {
  std::string family;  ///< with ! for negated formulas
  int index = 0;
  Formula formula = Formula::constant(true);
};

/// Spot 2.12.1.dev, default options: totals as measured with autfilt over whole sets.
struct Published {
  int states, edges;
};
const std::map<std::string, Published> kPublished = {
    {"dac-patterns", {206, 581}},   {"eh-patterns", {34, 99}},   {"sb-patterns", {73, 146}},
    {"hkrss-patterns", {194, 708}}, {"p-patterns", {50, 112}},   {"!dac-patterns", {218, 508}},
    {"!eh-patterns", {47, 113}},    {"!sb-patterns", {75, 146}}, {"!hkrss-patterns", {221, 485}},
    {"!p-patterns", {58, 115}},
};

std::vector<std::string> fields(const std::string& line, char separator) {
  std::vector<std::string> result;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, separator);) result.push_back(field);
  return result;
}

std::vector<Pattern> read_patterns(const std::string& folder) {
  std::vector<Pattern> positive, negated;
  std::ifstream file(folder + "/pattern_formulas.tsv");
  for (std::string line; std::getline(file, line);) {
    const auto parts = fields(line, '\t');
    if (parts.size() < 3 || kPublished.count(parts[0]) == 0) continue;
    const auto formula = parse_formula(parts[2]);
    if (!formula) {
      std::printf("%s\n", to_string(formula.error()).c_str());
      continue;
    }
    positive.push_back({parts[0], std::stoi(parts[1]), *formula});
    negated.push_back({"!" + parts[0], std::stoi(parts[1]), !*formula});
  }
  positive.insert(positive.end(), negated.begin(), negated.end());
  return positive;
}

/// States of the default automaton by family and index.
std::map<std::pair<std::string, int>, int> read_sizes(const std::string& folder) {
  std::map<std::pair<std::string, int>, int> sizes;
  std::ifstream file(folder + "/expected_sizes.csv");
  for (std::string line; std::getline(file, line);) {
    const auto parts = fields(line, ',');
    if (parts.size() > 3 && line[0] != '#') sizes[{parts[0], std::stoi(parts[1])}] = std::stoi(parts[2]);
  }
  return sizes;
}

/// Processor time of this process, independent of other load.
double cpu_seconds() {
  std::timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void measure_ltl(const std::string& folder, SimplifyLevel level, bool larger) {
  const std::vector<Pattern> patterns = read_patterns(folder);
  const auto sizes = read_sizes(folder);
  struct Total {
    std::size_t formulas = 0, states = 0, edges = 0, sets = 0;
    double seconds = 0;
  };
  std::map<std::string, Total> totals;
  for (const Pattern& pattern : patterns) {
    const double start = cpu_seconds();
    const auto automaton = infinite_automaton(pattern.formula, std::make_shared<AtomSpace>(), {.simplify = level});
    Total& total = totals[pattern.family];
    const double seconds = cpu_seconds() - start;
    total.seconds += seconds;
    ++total.formulas;
    if (!automaton) {
      std::printf("%s %d: %s\n", pattern.family.c_str(), pattern.index, to_string(automaton.error()).c_str());
      continue;
    }
    total.states += automaton->state_count();
    total.edges += automaton->edge_count();
    total.sets += automaton->mark_count();
    const auto published = sizes.find({pattern.family, pattern.index});
    if (larger && published != sizes.end() && static_cast<int>(automaton->state_count()) != published->second)
      std::printf("  %s %d: %u states, Spot %d%s\n", pattern.family.c_str(), pattern.index, automaton->state_count(),
                  published->second, static_cast<int>(automaton->state_count()) > published->second ? "  LARGER" : "");
    if (larger && seconds > 0.005)
      std::printf("  %s %d: %.1f ms\n", pattern.family.c_str(), pattern.index, seconds * 1e3);
  }
  std::printf("%-16s %8s %16s %6s %16s %10s\n", "set", "formulas", "states/edges", "marks", "Spot", "ms");
  Total positive, negated;
  for (const auto& [family, total] : totals) {
    const Published& published = kPublished.at(family);
    std::printf("%-16s %8zu %9zu/%6zu %6zu %9d/%6d %10.2f\n", family.c_str(), total.formulas, total.states, total.edges,
                total.sets, published.states, published.edges, total.seconds * 1e3);
    Total& all = family[0] == '!' ? negated : positive;
    all.seconds += total.seconds;
    all.formulas += total.formulas;
  }
  std::printf("%zu formulas: %.1f ms of processor time; negated: %.1f ms\n", positive.formulas, positive.seconds * 1e3,
              negated.seconds * 1e3);
}

void measure_pairs(const std::string& path, SimplifyLevel level) {
  struct Total {
    std::size_t formulas = 0, states = 0, edges = 0, pairs = 0, own = 0, other = 0;
    double seconds = 0;
  };
  std::map<std::string, Total> totals;
  const auto translated = [&](const std::string& text) -> std::optional<Automaton> {
    const auto formula = parse_formula(text);
    if (!formula) {
      std::printf("%s\n", to_string(formula.error()).c_str());
      return std::nullopt;
    }
    auto automaton = infinite_automaton(*formula, std::make_shared<AtomSpace>(), {.simplify = level});
    return automaton ? std::optional(std::move(*automaton)) : std::nullopt;
  };
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const auto parts = fields(line, '\t');
    if (parts.size() < 2 || line[0] == '#') continue;
    Total& total = totals[parts[0]];
    const double start = cpu_seconds();
    const auto automaton = translated(parts[1]);
    total.seconds += cpu_seconds() - start;
    if (!automaton) continue;
    ++total.formulas;
    total.states += automaton->state_count();
    total.edges += automaton->edge_count();
    const auto other = parts.size() > 2 ? translated(parts[2]) : std::nullopt;
    if (!other) continue;
    ++total.pairs;
    total.own += automaton->state_count();
    total.other += other->state_count();
    if (automaton->state_count() > other->state_count())
      std::printf("  %s: %u states, without %u\n", parts[1].c_str(), automaton->state_count(), other->state_count());
  }
  std::printf("%-6s %8s %14s %10s   %s\n", "set", "formulas", "states/edges", "ms",
              "with an equivalent: states, its states");
  for (const auto& [set, total] : totals)
    std::printf("%-6s %8zu %7zu/%6zu %10.2f   %zu: %zu, %zu\n", set.c_str(), total.formulas, total.states, total.edges,
                total.seconds * 1e3, total.pairs, total.own, total.other);
}

void measure_ltlf(const std::string& folder) {
  std::printf("%-34s %6s  published (file)\n", "LTLf formula, minimal automaton", "states");
  for (const char* name : {"dfa_sizes.tsv", "ltlf2dfa_sizes.tsv"}) {
    std::ifstream file(folder + "/" + name);
    for (std::string line; std::getline(file, line);) {
      auto parts = fields(line, '\t');
      if (!parts.empty() && parts[0] == "ltlf") parts.erase(parts.begin());
      if (parts.size() < 2 || parts[0][0] == '#' || parts[0] == "formula" || parts[0] == "ppltl" || parts[0] == "logic")
        continue;
      const auto formula = parse_formula(parts[0]);
      if (!formula) continue;
      const auto automaton = finite_automaton(*formula, std::make_shared<AtomSpace>());
      if (!automaton) continue;
      std::printf("%-34s %6u  %s (%s)\n", parts[0].c_str(), minimized_dfa(*automaton).state_count(), parts[1].c_str(),
                  name);
    }
  }
}

}  // namespace
}  // namespace weir

int main(int argc, char** argv) {
  std::vector<std::string> folders;
  weir::SimplifyLevel level = weir::SimplifyLevel::High;
  bool larger = false;
  std::string pairs;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--larger") {
      larger = true;
    } else if (argument == "--pairs" && i + 1 < argc) {
      pairs = argv[++i];
    } else if (argument == "--simplify" && i + 1 < argc) {
      const std::string word = argv[++i];
      level = word == "none" ? weir::SimplifyLevel::None : word == "low" ? weir::SimplifyLevel::Low : level;
    } else {
      folders.push_back(argument);
    }
  }
  if (!pairs.empty()) {
    weir::measure_pairs(pairs, level);
    return 0;
  }
  if (folders.empty()) {
    std::puts("usage: bench_translate LTL_FOLDER [LTLF_FOLDER] [--simplify none|low|high] [--larger]");
    return 2;
  }
  weir::measure_ltl(folders[0], level, larger);
  if (folders.size() > 1) weir::measure_ltlf(folders[1]);
  return 0;
}
