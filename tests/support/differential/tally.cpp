// SPDX-License-Identifier: Apache-2.0
#include "support/differential/tally.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace weir::test {

namespace {

using Counts = std::map<std::string, std::uint64_t>;

struct NumberField {
  const char* name;
  std::uint64_t Tally::*member;
};
constexpr NumberField kNumbers[] = {
    {"programs", &Tally::programs},   {"refused", &Tally::refused},     {"large", &Tally::large},
    {"states", &Tally::states},       {"cases", &Tally::cases},         {"answers", &Tally::answers},
    {"violated", &Tally::violated},   {"by_oracle", &Tally::by_oracle}, {"replayed", &Tally::replayed},
    {"executors", &Tally::executors}, {"broken", &Tally::broken},       {"spin_compared", &Tally::spin_compared},
};

struct MapField {
  const char* name;
  Counts Tally::*member;
};
constexpr MapField kMaps[] = {
    {"refused_programs", &Tally::refused_programs},
    {"refused_answers", &Tally::refused_answers},
    {"inconclusive", &Tally::inconclusive},
    {"by_kind", &Tally::by_kind},
    {"by_value", &Tally::by_value},
    {"by_effect", &Tally::by_effect},
    {"failures", &Tally::failures},
};

std::string list(const char* title, const Counts& counts, std::size_t most) {
  std::vector<std::pair<std::string, std::uint64_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text = sorted.empty() ? "" : fmt::format("{}:\n", title);
  for (std::size_t i = 0; i < sorted.size() && i < most; ++i)
    text += fmt::format("  {:9}  {}\n", sorted[i].second, sorted[i].first);
  if (sorted.size() > most) text += fmt::format("  and {} more\n", sorted.size() - most);
  return text;
}

}  // namespace

void Tally::add(const Tally& other) {
  for (const NumberField& field : kNumbers) this->*field.member += other.*field.member;
  for (const MapField& field : kMaps)
    for (const auto& [key, count] : other.*field.member) (this->*field.member)[key] += count;
  coverage.add(other.coverage);
  pairs.add(other.pairs);
}

nlohmann::json Tally::to_json() const {
  nlohmann::json json;
  for (const NumberField& field : kNumbers) json[field.name] = this->*field.member;
  for (const MapField& field : kMaps) json[field.name] = this->*field.member;
  const auto by_name = [](const auto& counts) {
    Counts named;
    for (std::size_t i = 0; i < kProductions; ++i)
      if (counts[i] > 0) named[std::string(name_of(static_cast<Production>(i)))] = counts[i];
    return named;
  };
  json["productions"] = by_name(coverage.productions);
  json["labelled"] = by_name(coverage.labelled);
  json["pairs"] = pairs.counts();
  return json;
}

Tally Tally::from_json(const nlohmann::json& json) {
  Tally tally;
  for (const NumberField& field : kNumbers) tally.*field.member = json.value(field.name, std::uint64_t{0});
  for (const MapField& field : kMaps) tally.*field.member = json.value(field.name, Counts());
  const auto read = [&](const char* field, auto& counts) {
    const Counts named = json.at(field).get<Counts>();
    for (std::size_t i = 0; i < kProductions; ++i) {
      const auto found = named.find(std::string(name_of(static_cast<Production>(i))));
      if (found != named.end()) counts[i] = found->second;
    }
  };
  read("productions", tally.coverage.productions);
  read("labelled", tally.coverage.labelled);
  const auto pairs = json.at("pairs").get<std::vector<std::uint64_t>>();
  if (pairs.size() == tally.pairs.counts().size()) tally.pairs.counts() = pairs;
  return tally;
}

std::string Tally::summary(double seconds, const Language& language) const {
  std::string text = fmt::format(
      "{} programs in {:.0f} s: {} refused, {} too large, {} judged with {} states on average\n"
      "{} questions, {} judged by the oracle; {} answers ({:.0f} a second), {:.0f} % of them violations; {} "
      "counterexamples replayed\n"
      "{} programs run by both executors, state by state; {} broken texts read\n",
      programs, seconds, refused, large, programs - refused - large,
      states / std::max<std::uint64_t>(1, programs - refused - large), cases, by_oracle, answers,
      double(answers) / std::max(seconds, 1e-3), 100.0 * double(violated) / double(std::max<std::uint64_t>(1, answers)),
      replayed, executors, broken);
  const auto total = [](const std::map<std::string, std::uint64_t>& counts) {
    std::uint64_t sum = 0;
    for (const auto& [key, count] : counts) sum += count;
    return sum;
  };
  text += fmt::format("{} answers inconclusive, {} combinations refused, {} questions not judged by the oracle\n",
                      total(inconclusive), total(refused_answers), total(by_kind) - by_oracle);
  if (spin_compared > 0) text += fmt::format("{} answers compared with Spin's\n", spin_compared);
  const PairCounts::Summary met = pairs.summary(10, language);
  text += fmt::format("{} pairs of option values, {} of them answered less than 10 times; rarest: {} ({})\n", met.pairs,
                      met.rare, met.rarest, met.least);
  std::size_t used = 0, offered = 0;
  std::string never;
  for (std::size_t i = 0; i < kProductions; ++i) {
    const auto production = static_cast<Production>(i);
    if (!has_production(language, production)) continue;
    ++offered;
    used += coverage.productions[i] > 0;
    if (coverage.productions[i] == 0) never += " " + std::string(name_of(production));
  }
  text += fmt::format("{} of {} productions used{}{}\n", used, offered, never.empty() ? "" : "; not:", never);
  text += list("questions by the reference's answer", by_kind, 40);
  text += list("answers by option", by_value, 80);
  text += list("holds, by reduction used", by_effect, 20);
  text += list("refused programs", refused_programs, 10);
  text += list("refused combinations", refused_answers, 25);
  text += list("inconclusive answers", inconclusive, 15);
  text += list("FAILURES", failures, 60);
  return text;
}

}  // namespace weir::test
