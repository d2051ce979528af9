// SPDX-License-Identifier: Apache-2.0
// weir translate --automaton, weir compare --automata: the toolbox applied to automata that others made.
#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <weir/automata.h>

#include "automaton/complement.h"
#include "automaton/determinize.h"
#include "automaton/emptiness.h"
#include "automaton/hoa_reader.h"
#include "automaton/limits.h"
#include "automaton/minimize_dfa.h"
#include "automaton/obligation.h"
#include "automaton/simplify.h"
#include "automaton/trim.h"
#include "base/source_text.h"
#include "pipeline/automaton_shape.h"
#include "pipeline/automaton_statistics.h"
#include "pipeline/refusal.h"
#include "pipeline/work_limits.h"

namespace weir {
namespace {

constexpr std::uint64_t kComplementSteps = std::uint64_t{1} << 23;  ///< where it is wanted for statistics only

std::optional<Diagnostic> misfit(const TranslateOptions& o) {
  if (o.translator != "auto") return refusal("--translator is for formulas, and --automaton gives an automaton");
  if (!o.alphabet.empty()) return refusal("--alphabet is for formulas, and --automaton gives an automaton");
  if (o.to == "ltl" || o.to == "spin" || o.to == "spot" || o.to == "latex")
    return refusal("--to " + o.to + " writes a formula, and --automaton gives an automaton");
  if (o.finite && (o.degeneralize || o.to == "never"))
    return refusal("an automaton on finite words has no acceptance sets and is no never claim; leave out --finite");
  if (!o.finite && o.to == "cpp") return refusal("a monitor judges finite words; add --finite");
  return name_problem(o);
}

Automaton finite_shape(Automaton automaton, const TranslateOptions& o) {
  if (o.complement) automaton = complement(automaton);
  if (o.minimize || o.to == "cpp") {
    automaton = trimmed(minimal_finite(automaton));
  } else if (o.deterministic || o.complete) {
    automaton = determinized(automaton);
  }
  return o.complete ? completed(automaton) : automaton;
}

Expected<Automaton> infinite_shape(Automaton automaton, const TranslateOptions& o) {
  if (o.complement) automaton = complement(automaton);
  if (o.minimize) {
    const auto minimal = minimal_obligation(automaton, complement(automaton));
    if (!minimal)
      return refusal("the language is no obligation (or too large to tell): there is no unique minimal automaton");
    automaton = o.complete ? *minimal : trimmed(*minimal);
  } else if (o.simplify != "none") {
    automaton = simplified(automaton, o.simplify == "high" ? Effort::High : Effort::Low);
  }
  return shaped(std::move(automaton), o);
}

std::string statistics(const Automaton& automaton, double seconds) {
  AutomatonFacts facts{.name = automaton.name(), .formula = {}, .empty = is_empty(automaton), .seconds = seconds};
  if (automaton.words() == Words::Infinite) {
    const auto other = attempt(automaton.meter(), kComplementSteps, [&] { return complement(automaton); });
    if (other) classify_into(automaton, *other, facts);
  }
  return statistics_line(automaton, std::move(facts));
}

/// One space for all automata of one or several files.
Expected<std::vector<Automaton>> read_automata(const std::string& path, const AtomSpacePtr& space, bool finite) {
  const Expected<SourceText> source = SourceText::read_file(path);
  if (!source) return source.error();
  return read_hoa(*source, space, finite ? Words::Finite : Words::Infinite);
}

Expected<Automaton> read_one(const std::string& path, const AtomSpacePtr& space, bool finite) {
  Expected<std::vector<Automaton>> all = read_automata(path, space, finite);
  if (!all) return all.error();
  if (all->size() != 1)
    return refusal("'" + path + "' holds " + std::to_string(all->size()) + " automata, and one is compared");
  return std::move(all->front());
}

}  // namespace

Expected<std::string> convert_automata(const std::string& path, const TranslateOptions& options, Observer* observer) {
  if (auto problem = misfit(options)) return *problem;
  const WorkLimits limits(options.time_limit, options.memory_limit, observer);
  const auto space = std::make_shared<AtomSpace>(limits.construction());
  Expected<std::vector<Automaton>> automata = read_automata(path, space, options.finite);
  if (!automata) return automata.error();
  if (!options.name.empty() && automata->size() > 1) return refusal("--name is for one automaton");
  return bounded([&]() -> Expected<std::string> {
    std::string text;
    for (Automaton& given : *automata) {
      const auto start = std::chrono::steady_clock::now();
      const std::string name = options.complement && !given.name().empty() ? "!(" + given.name() + ")" : given.name();
      Expected<Automaton> automaton = options.finite ? Expected<Automaton>(finite_shape(std::move(given), options))
                                                     : infinite_shape(std::move(given), options);
      if (!automaton) return automaton.error();
      automaton->set_name(name);
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      text += options.stats ? statistics(*automaton, seconds) : written(*automaton, options, false);
    }
    return text;
  });
}

Expected<Comparison> compare_automata(const std::string& left_path, const std::string& right_path,
                                      const CompareOptions& options, Observer* observer) {
  const WorkLimits limits(options.time_limit, options.memory_limit, observer);
  const auto space = std::make_shared<AtomSpace>(limits.construction());
  const Expected<Automaton> left = read_one(left_path, space, options.finite);
  if (!left) return left.error();
  const Expected<Automaton> right = read_one(right_path, space, options.finite);
  if (!right) return right.error();
  return bounded([&] {
    const std::optional<Difference> found = difference(*left, *right);
    Comparison result;
    result.equivalent = !found.has_value();
    if (found) {
      result.word = word_text(*space, found->word);
      result.left_accepts = found->left_accepts;
    }
    return result;
  });
}

}  // namespace weir
