// SPDX-License-Identifier: Apache-2.0
#include "support/verdicts.h"

#include <algorithm>
#include <cstdlib>

#include <weir/catalogue.h>

namespace weir::test {

std::string to_string(const Configuration& c) {
  return "--reduce " + c.reduce + " --search " + c.search + " --store " + c.store + " --emptiness " + c.emptiness +
         " --executor " + c.executor + " --translator " + c.translator + " -j " + std::to_string(c.threads) +
         (c.shortest ? " --shortest" : "") + (c.symmetry.empty() ? "" : " --symmetry '" + c.symmetry + "'");
}

CheckOptions options_for(const Configuration& configuration) {
  CheckOptions options;
  options.reduce = parse_reductions(configuration.reduce).value();
  options.search = find_choice<SearchOrder>(configuration.search).value();
  options.store = find_choice<Store>(configuration.store).value();
  options.emptiness = find_choice<Emptiness>(configuration.emptiness).value();
  options.model.executor = find_choice<Executor>(configuration.executor).value();
  options.translator = find_choice<Translator>(configuration.translator).value();
  options.threads = configuration.threads;
  options.alone_states = 0;  // the models are small
  options.shortest = configuration.shortest;
  options.symmetry = configuration.symmetry;
  if (options.store == Store::Cache) options.cache_entries = 300;
  options.memory_limit = std::uint64_t{1} << 30;
  return options;
}

Verdicts verdicts(TransitionSystem& system, const std::vector<PropertyRequest>& properties,
                  const Configuration& configuration, double seconds) {
  CheckOptions options = options_for(configuration);
  options.properties = properties;
  options.time_limit = seconds;
  const Expected<CheckResult> result = check(system, options);
  Verdicts found;
  if (!result) {
    found.refusal = weir::to_string(result.error());
    return found;
  }
  for (const PropertyResult& property : result->properties) {
    switch (property.verdict) {
      case Verdict::Holds: found.words.push_back("holds"); break;
      case Verdict::Violated: found.words.push_back("violated"); break;
      case Verdict::Inconclusive: found.words.push_back("inconclusive: " + property.reason); break;
    }
  }
  found.reduced = names_of(result->properties.front().engine.reduce);
  found.states = result->properties.front().stats.states;
  return found;
}

std::string Comparison::difference(TransitionSystem& system, const std::vector<PropertyRequest>& properties,
                                   const std::vector<Configuration>& configurations, double seconds) {
  const Verdicts plain = verdicts(system, properties, {.reduce = "none"}, seconds);
  if (!plain.refusal.empty()) return {};
  for (const std::string& word : plain.words)
    if (word.starts_with("inconclusive")) return {};
  for (const Configuration& configuration : configurations) {
    const Verdicts with = verdicts(system, properties, configuration, 5);
    const bool late = std::any_of(with.words.begin(), with.words.end(), [](const std::string& word) {
      return word == "inconclusive: the time limit was reached";  // on a cache; other configurations find defects
    });
    if (!with.refusal.empty() || late) {
      ++refused;
      continue;
    }
    ++compared;
    violated += static_cast<int>(std::count(with.words.begin(), with.words.end(), "violated"));
    exchanged += static_cast<int>(std::count(with.reduced.begin(), with.reduced.end(), "symmetry"));
    if (with.words == plain.words) continue;
    std::string text = to_string(configuration) + ":";
    for (const std::string& word : with.words) text += " " + word;
    text += ", without:";
    for (const std::string& word : plain.words) text += " " + word;
    return text;
  }
  return {};
}

int rounds(int usual) {
  const char* given = std::getenv("WEIR_ROUNDS");
  return given != nullptr ? std::atoi(given) : usual;
}

}  // namespace weir::test
