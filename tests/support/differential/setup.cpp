// SPDX-License-Identifier: Apache-2.0
#include "support/differential/setup.h"

#include <cstring>
#include <sstream>

#include <weir/catalogue.h>

#include "search/engines.h"
#include "support/differential/language.h"

namespace weir::test {

namespace {

bool always(QuestionKind) { return true; }
// Several properties are searched together only if the search is left to weir.
bool cycles(QuestionKind kind) { return about_cycles(kind) && kind != QuestionKind::Several; }
bool formulas(QuestionKind kind) {
  return cycles(kind) && kind != QuestionKind::NeverClaim;  // a claim is an automaton already
}

template <class Value>
std::vector<std::string> all() {
  std::vector<std::string> names;
  for (const Choice<Value>& choice : choices<Value>()) names.push_back(choice.name);
  return names;
}

const std::vector<Dimension>& table() {
  static const std::vector<Dimension> kTable = {
      {"--reduce",
       {"auto",
        "none",
        "merge",
        "dead",
        "slice",
        "por",
        "sleep",
        "symmetry",
        "structural",
        "por,structural",
        "merge,dead",
        "merge,slice",
        "merge,por",
        "merge,symmetry",
        "dead,slice",
        "dead,por",
        "dead,symmetry",
        "slice,por",
        "slice,symmetry",
        "por,symmetry",
        "por,sleep",
        "merge,dead,sleep",
        "merge,dead,slice",
        "merge,dead,slice,por",
        "dead,slice,symmetry",
        "merge,dead,slice,por,symmetry",
        "merge,dead,slice,por,sleep"},
       always},
      {"--executor", all<Executor>(), always},
      {"--emptiness", all<Emptiness>(), cycles},
      {"--store",
       {"auto", "exact", "tree", "compact", "bitstate", "cache --cache-entries 0", "cache --cache-entries 3",
        "cache --cache-entries 40", "cache --cache-entries 10000"},
       always},
      {"--replacement", all<Replacement>(), always},
      {"--search", all<SearchOrder>(), always},
      {"--shortest", {"no", "yes"}, always},
      {"-j", {"0", "1", "2", "3"}, always},
      {"--translator", all<Translator>(), formulas},
      {"--symmetry", {"no", "yes"}, always},  // if the program has a declaration
      {"limit",
       {"none", "--max-depth 6", "--max-states 40", "--memory 1M", "--max-states 25, saved and resumed"},
       always},
  };
  return kTable;
}

std::size_t dimension(const char* option) {
  for (std::size_t i = 0; i < table().size(); ++i)
    if (std::strcmp(table()[i].option, option) == 0) return i;
  return 0;
}

/// Only a cache replaces entries.
bool matters(std::size_t i, const Setup& configuration) {
  return i != dimension("--replacement") || configuration.value("--store").starts_with("cache");
}

/// Combinations that are refused for every question and would waste tries.
bool hopeless(const Setup& c) {
  const bool cache = c.value("--store").starts_with("cache");
  const bool keeps_no_states = cache || c.approximate();
  const bool threads = c.value("-j") == "2" || c.value("-j") == "3";
  if (threads && (keeps_no_states || c.value("--search") == "random" || c.value("--emptiness") != "auto")) return true;
  if (keeps_no_states && (c.value("--search") == "bfs" || c.value("--shortest") == "yes")) return true;
  return false;
}

bool any_of(const std::string& list, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (list.find(name) != std::string::npos) return true;
  return false;
}

/// Whether the language has all of these reductions.
bool known_reductions(const std::string& list, const std::string& known) {
  std::istringstream names(list);
  for (std::string name; std::getline(names, name, ',');)
    if (name != "auto" && name != "none" && known.find(name) == std::string::npos) return false;
  return true;
}

/// Whether one of these reductions is among those that the model does not allow.
bool refuses(const std::string& unavailable, const std::string& list) {
  std::istringstream names(unavailable);
  for (std::string name; names >> name;)
    if (list.find(name) != std::string::npos) return true;
  return false;
}

/// Whether the combination is likely to be accepted. Others are also tried sometimes: they must be refused.
bool promising(const Setup& c, const Question& question) {
  const QuestionKind kind = question.kind;
  const std::string& reduce = c.value("--reduce");
  const bool defects = !about_cycles(kind) && kind != QuestionKind::Ltlf;
  const bool shortest = c.value("--shortest") == "yes";
  if (!defects && any_of(reduce, {"sleep"})) return false;
  if (defects && any_of(reduce, {"sleep"}) && (c.value("--search") != "dfs" || c.approximate())) return false;
  const bool order_matters =
      question.fair != "none" || shortest || kind == QuestionKind::Ltlf || kind == QuestionKind::NeverClaim;
  if (order_matters && any_of(reduce, {"merge", "por"})) return false;
  if (question.fair != "none" && any_of(reduce, {"symmetry"})) return false;
  if (!defects && shortest && any_of(reduce, {"dead", "slice", "symmetry", "structural"})) return false;
  const bool keeps_no_states = c.approximate() || c.value("--store").starts_with("cache");
  const bool breadth_first = c.value("--search") == "bfs";
  const Emptiness emptiness = find_choice<Emptiness>(c.value("--emptiness")).value();
  const EngineKind* engine = emptiness == Emptiness::Auto ? nullptr : &engine_kind(emptiness, breadth_first);
  const bool decides_derivatives = engine != nullptr && engine->decides == Decides::CoBuchi;
  if (decides_derivatives != (c.value("--translator") == "derivative")) return false;
  if (engine != nullptr && keeps_no_states && engine->needs_ids) return false;
  if (engine != nullptr && question.fair == "strong" && engine->decides != Decides::Everything) return false;
  if (engine != nullptr && breadth_first && !engine->breadth_first) return false;
  const bool declared = c.value("--symmetry") == "yes";
  if (declared && reduce != "auto" && (!any_of(reduce, {"symmetry"}) || any_of(reduce, {"por"}))) return false;
  if (question.language != nullptr && !known_reductions(reduce, question.language->reductions)) return false;
  if (refuses(question.unavailable, reduce)) return false;
  if (c.resumes() && (c.value("-j") > "1" || keeps_no_states || any_of(reduce, {"sleep"}))) return false;
  return true;
}

}  // namespace

std::span<const Dimension> dimensions() { return table(); }

const std::string& Setup::value(const char* option) const {
  const std::size_t i = dimension(option);
  return table()[i].values[values[i]];
}

std::string Setup::arguments(const Question& question) const {
  std::string text;
  for (std::size_t i = 0; i < kDimensions; ++i) {
    if (values[i] == 0) continue;
    const Dimension& row = table()[i];
    const std::string option = row.option, value = row.values[values[i]];
    text += text.empty() ? "" : " ";
    if (option == "limit")
      text += value;
    else if (option == "--shortest")
      text += option;
    else
      text += option + " " + (option == "--symmetry" ? "'" + question.symmetry + "'" : value);
  }
  return text;
}

bool Setup::resumes() const { return value("limit").ends_with("resumed"); }

bool Setup::approximate() const { return value("--store") == "compact" || value("--store") == "bitstate"; }

void Setup::apply(CheckOptions& options, const Question& question) const {
  options.reduce = parse_reductions(value("--reduce")).value();
  options.model.executor = find_choice<Executor>(value("--executor")).value();
  options.emptiness = find_choice<Emptiness>(value("--emptiness")).value();
  const std::string& store = value("--store");
  const std::size_t blank = store.find(' ');
  options.store = find_choice<Store>(store.substr(0, blank)).value();
  if (blank != std::string::npos) options.cache_entries = std::stoull(store.substr(store.rfind(' ') + 1));
  options.replacement = find_choice<Replacement>(value("--replacement")).value();
  options.search = find_choice<SearchOrder>(value("--search")).value();
  options.shortest = value("--shortest") == "yes";
  options.threads = static_cast<std::uint32_t>(std::stoul(value("-j")));
  options.alone_states = 0;  // the models are small
  options.translator = find_choice<Translator>(value("--translator")).value();
  if (value("--symmetry") == "yes") options.symmetry = question.symmetry;
  const std::string& limit = value("limit");
  if (limit.starts_with("--max-depth")) options.max_depth = 6;
  if (limit.starts_with("--max-states")) options.max_states = resumes() ? 25 : 40;
  if (limit.starts_with("--memory")) options.memory_limit = std::uint64_t{1} << 20;
}

Setup reference_setup() {
  Setup result;
  const auto set = [&](const char* option, const char* value) {
    const std::size_t i = dimension(option);
    const auto& values = table()[i].values;
    for (std::size_t k = 0; k < values.size(); ++k)
      if (values[k] == value) result.values[i] = static_cast<std::uint8_t>(k);
  };
  set("--reduce", "none");
  set("--executor", "interpreter");
  set("--store", "exact");
  set("-j", "1");
  return result;
}

PairCounts::PairCounts() {
  for (const Dimension& row : table()) {
    first_.push_back(total_);
    total_ += row.values.size();
  }
  counts_.assign(total_ * total_, 0);
}

void PairCounts::add(const Setup& configuration, QuestionKind kind) {
  for (std::size_t a = 0; a < kDimensions; ++a) {
    if (!table()[a].applies(kind) || !matters(a, configuration)) continue;
    for (std::size_t b = a + 1; b < kDimensions; ++b)
      if (table()[b].applies(kind) && matters(b, configuration))
        ++counts_[place(first_[a] + configuration.values[a], first_[b] + configuration.values[b])];
  }
}

void PairCounts::add(const PairCounts& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
}

std::uint64_t PairCounts::count(std::size_t dimension, std::size_t value, std::size_t other,
                                std::size_t other_value) const {
  return counts_[place(first_[dimension] + value, first_[other] + other_value)];
}

double PairCounts::rarity(const Setup& configuration, QuestionKind kind) const {
  double sum = 0;
  for (std::size_t a = 0; a < kDimensions; ++a) {
    if (!table()[a].applies(kind) || !matters(a, configuration)) continue;
    for (std::size_t b = a + 1; b < kDimensions; ++b)
      if (table()[b].applies(kind) && matters(b, configuration))
        sum += 1.0 / (1.0 + double(count(a, configuration.values[a], b, configuration.values[b])));
  }
  return sum;
}

PairCounts::Summary PairCounts::summary(std::uint64_t least, const Language& language) const {
  Summary result;
  result.least = ~std::uint64_t{0};
  for (std::size_t a = 0; a < kDimensions; ++a)
    for (std::size_t b = a + 1; b < kDimensions; ++b)
      for (std::size_t va = 0; va < table()[a].values.size(); ++va)
        for (std::size_t vb = 0; vb < table()[b].values.size(); ++vb) {
          Setup pair;
          pair.values[a] = static_cast<std::uint8_t>(va);
          pair.values[b] = static_cast<std::uint8_t>(vb);
          if (hopeless(pair) || !matters(a, pair) || !matters(b, pair)) continue;
          if (!known_reductions(pair.value("--reduce"), language.reductions)) continue;
          if (!language.executors && (pair.values[dimension("--executor")] != 0)) continue;
          if (std::strcmp(language.name, "promela") != 0 && pair.values[dimension("--symmetry")] != 0) continue;
          ++result.pairs;
          const std::uint64_t met = count(a, va, b, vb);
          result.rare += met < least;
          if (met >= result.least) continue;
          result.least = met;
          result.rarest = pair.arguments({});
        }
  return result;
}

Setup random_setup(Draw& draw, const Question& question, const PairCounts& counts) {
  constexpr int kCandidates = 4;
  const QuestionKind kind = question.kind;
  const bool any = draw.chance(10);
  Setup best;
  double best_rarity = -1;
  for (int i = 0; i < kCandidates; ++i) {
    Setup candidate;
    do {
      for (std::size_t d = 0; d < kDimensions; ++d) {
        const Dimension& row = table()[d];
        candidate.values[d] = 0;
        // Starting threads takes time; reductions are the main subject of the tests.
        const bool several = kind == QuestionKind::Several;
        const int percent = d == dimension("--reduce")     ? several ? 20 : 75
                            : d == dimension("--symmetry") ? 85
                            : d == dimension("-j")         ? several ? 50 : 12
                            : d == dimension("limit")      ? 12
                                                           : 30;
        if (row.applies(kind) && draw.chance(percent))
          candidate.values[d] = static_cast<std::uint8_t>(draw.below(row.values.size()));
      }
      if (!matters(dimension("--replacement"), candidate)) candidate.values[dimension("--replacement")] = 0;
      if (question.symmetry.empty()) candidate.values[dimension("--symmetry")] = 0;
      if (question.language != nullptr && !question.language->executors) candidate.values[dimension("--executor")] = 0;
    } while (!any && (hopeless(candidate) || !promising(candidate, question)));
    const double rarity = counts.rarity(candidate, kind);
    if (rarity <= best_rarity) continue;
    best_rarity = rarity;
    best = candidate;
  }
  return best;
}

}  // namespace weir::test
