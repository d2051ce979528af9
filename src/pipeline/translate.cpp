// SPDX-License-Identifier: Apache-2.0
// weir translate: translates a formula, brings the automaton into the requested shape, and writes it.
#include <algorithm>
#include <chrono>
#include <optional>
#include <set>

#include <fmt/core.h>
#include <weir/catalogue.h>
#include <weir/weir.h>

#include "automaton/analysis/emptiness.h"
#include "automaton/classify/classify.h"
#include "automaton/format/monitor_writer.h"
#include "automaton/limits.h"
#include "automaton/transform/complement.h"
#include "automaton/transform/minimize_dfa.h"
#include "automaton/transform/obligation.h"
#include "automaton/transform/trim.h"
#include "automaton/translate/translate.h"
#include "base/text/source_text.h"
#include "formula/classify.h"
#include "formula/parser.h"
#include "formula/printer.h"
#include "formula/property_file.h"
#include "formula/rewrite.h"
#include "pipeline/language/automaton_shape.h"
#include "pipeline/language/automaton_statistics.h"
#include "pipeline/work_limits.h"

namespace weir {
namespace {

/// Formulas share subformulas, but their text does not.
constexpr std::size_t kLargestFormulaWritten = 10'000'000;

/// Options that are incompatible for every formula.
std::optional<Diagnostic> contradiction(const TranslateOptions& o) {
  if (o.finite && (o.translator == Translator::Couvreur || o.translator == Translator::Closure))
    return Diagnostic{.message = "the " + name_of(o.translator) +
                                 " translator builds automata on infinite words; use derivative with --finite"};
  if (o.finite && o.degeneralize)
    return Diagnostic{.message = "--degeneralize needs acceptance sets, which automata on finite words do not have"};
  if (o.finite && o.to == AutomatonFormat::Never)
    return Diagnostic{.message = "a never claim reads infinite runs; leave out --finite"};
  if (!o.finite && o.to == AutomatonFormat::Cpp)
    return Diagnostic{.message = "a monitor reads finite words; add --finite"};
  if (auto problem = name_problem(o)) return problem;
  if (!o.alphabet.empty() && o.translator == Translator::Closure)
    return Diagnostic{.message = "the closure translator does not support --alphabet"};
  if (!o.alphabet.empty() && o.minimize && !o.finite)
    return Diagnostic{.message = "--minimize on infinite words does not support --alphabet"};
  for (std::size_t i = 0; i < o.alphabet.size(); ++i)
    if (std::find(o.alphabet.begin(), o.alphabet.begin() + static_cast<std::ptrdiff_t>(i), o.alphabet[i]) !=
        o.alphabet.begin() + static_cast<std::ptrdiff_t>(i))
      return Diagnostic{.message = "the alphabet contains '" + o.alphabet[i] + "' twice"};
  return std::nullopt;
}

std::optional<Diagnostic> unknown_event(Formula f, const std::vector<std::string>& alphabet) {
  if (alphabet.empty()) return std::nullopt;
  for (const std::string& atom : atoms(f))
    if (std::find(alphabet.begin(), alphabet.end(), atom) == alphabet.end())
      return Diagnostic{.message = "the formula mentions '" + atom + "', which is not in the alphabet"};
  return std::nullopt;
}

Expected<Automaton> finite_shape(Formula f, const AtomSpacePtr& space, const TranslateOptions& o,
                                 const TranslationOptions& how) {
  Expected<Automaton> automaton = finite_automaton(f, space, how);
  if (!automaton) return automaton;
  Automaton result = std::move(*automaton);
  if (o.complement) {
    // The complement of a formula's words is the language of its negation, over the same letters.
    Expected<Automaton> negated = finite_automaton(!f, space, how);
    if (!negated) return negated;
    result = std::move(*negated);
  }
  if (o.minimize || o.to == AutomatonFormat::Cpp) result = minimized_dfa(result);
  if (o.complete) result = completed(result);
  return result;
}

/// The derivative automaton read as a Büchi automaton, as the 1989 report proposes for "deterministic" formulas.
Expected<Automaton> derivative_as_buchi(Formula f, const AtomSpacePtr& space, const TranslationOptions& how) {
  Expected<Automaton> finite = finite_automaton(f, space, how);
  if (!finite) return finite;
  // Over an alphabet all three automata read only its letters, so only its words are compared.
  const TranslationOptions alike{.alphabet = how.alphabet};
  const Expected<Automaton> property = infinite_automaton(f, space, alike);
  const Expected<Automaton> negation = infinite_automaton(!f, space, alike);
  if (!property) return property;
  if (!negation) return negation;
  if (const auto differs = buchi_reading_difference(*finite, *property, *negation))
    return Diagnostic{.message = fmt::format("the automaton of this formula on finite words, read as a Büchi "
                                             "automaton, is not that of its infinite words: "
                                             "it {} the word {}",
                                             differs->left_accepts ? "wrongly accepts" : "misses",
                                             word_text(*space, differs->word))};
  Automaton buchi(space);
  buchi.add_states(finite->state_count());
  buchi.set_initials(finite->initials());
  buchi.set_acceptance(1, Acceptance::inf(0));
  for (const std::uint32_t atom : finite->atoms()) buchi.declare_atom(atom);
  for (Automaton::State s = 0; s < finite->state_count(); ++s) {
    buchi.set_state_name(s, finite->state_name(s));
    for (const Automaton::Edge& edge : finite->edges(s))
      buchi.add_edge(s, edge.label, finite->accepts_end(s) ? MarkSet::single(0) : MarkSet(), edge.destination);
  }
  return buchi;
}

Expected<Automaton> infinite_shape(Formula f, const AtomSpacePtr& space, const TranslateOptions& o,
                                   const TranslationOptions& how) {
  const Formula wanted = o.complement ? !f : f;
  Expected<Automaton> made = o.translator == Translator::Derivative ? derivative_as_buchi(wanted, space, how)
                                                                    : infinite_automaton(wanted, space, how);
  if (!made) return made;
  Automaton result = std::move(*made);
  if (o.minimize) {
    Expected<Automaton> negation = infinite_automaton(!wanted, space, how);
    if (!negation) return negation;
    auto minimal = minimal_obligation(result, *negation);
    if (!minimal)
      return Diagnostic{.message = "the formula is not an obligation, so --minimize has no unique minimal automaton"};
    result = o.complete ? *minimal : trimmed(*minimal);
  }
  return shaped(std::move(result), o);
}

/// Class and stutter invariance are decided on separate automata that are as small as possible.
AutomatonFacts facts_about(Formula f, const WorkLimits& limits) {
  AutomatonFacts facts;
  if (is_next_free(f)) facts.stutter_invariant = true;
  const auto space = std::make_shared<AtomSpace>(limits.construction());
  attempt(space->bdds.meter(), kFactSteps, [&] {
    const auto property = infinite_automaton(f, space);
    const auto negation = infinite_automaton(!f, space);
    if (property && negation) classify_into(*property, *negation, facts);
    return true;
  });
  return facts;
}

/// A message if the syntax of another tool cannot express the formula.
std::optional<Diagnostic> unwritable(Formula f, Syntax syntax) {
  const std::vector<Formula> all = subformulas(f);
  const bool past = std::any_of(all.begin(), all.end(), [](Formula g) { return is_past(g.op()); });
  const bool regex = std::any_of(all.begin(), all.end(), [](Formula g) { return has_regex(g.op()); });
  if (past && (syntax == Syntax::Spin || syntax == Syntax::Spot))
    return Diagnostic{.message = std::string(syntax == Syntax::Spin ? "Spin" : "Spot") +
                                 " has no past operators; translate to an automaton instead: --to hoa or never"};
  if (regex && syntax == Syntax::Spin)
    return Diagnostic{.message = "Spin has no regular expressions; translate to an automaton instead: --to never"};
  return std::nullopt;
}

Expected<std::string> translate_formula(const std::string& name, Formula f, const TranslateOptions& o,
                                        const WorkLimits& limits) {
  if (auto problem = unknown_event(f, o.alphabet)) return *problem;
  if (const auto syntax = syntax_of(o.to)) {
    const Formula shown = simplify(f, o.finite ? Semantics::Finite : Semantics::Infinite, o.simplify, &limits.stop());
    if (auto problem = unwritable(shown, *syntax)) return *problem;
    if (shown.size() > kLargestFormulaWritten)
      return Diagnostic{.message = "written out, the simplified formula has too many operators", .limit = true};
    return to_string(shown, *syntax) + '\n';
  }
  const auto start = std::chrono::steady_clock::now();
  const TranslationOptions how{
      .translator = o.translator, .simplify = o.simplify, .alphabet = o.alphabet, .name_states = !o.stats};
  const auto space = std::make_shared<AtomSpace>(limits.construction());
  return bounded([&]() -> Expected<std::string> {
    Expected<Automaton> automaton = o.finite ? finite_shape(f, space, o, how) : infinite_shape(f, space, o, how);
    if (!automaton) return automaton.error();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!o.stats) {
      automaton->set_name(to_string(o.complement ? !f : f));
      return written(*automaton, o, !o.finite && is_next_free(f));
    }
    AutomatonFacts facts = o.finite ? AutomatonFacts() : facts_about(f, limits);
    facts.name = name;
    facts.formula = to_string(f);
    facts.seconds = seconds;
    return statistics_line(*automaton, std::move(facts));
  });
}

}  // namespace

Expected<std::string> translate(const std::string& formula, const TranslateOptions& options, Observer* observer) {
  if (auto problem = contradiction(options)) return *problem;
  const Expected<Formula> parsed = parse_formula(formula, {}, "formula");
  if (!parsed) return parsed.error();
  const WorkLimits limits(options.time_limit, options.memory_limit, observer);
  return translate_formula("", *parsed, options, limits);
}

Expected<std::string> translate_file(const std::string& path, const TranslateOptions& options, Observer* observer) {
  if (auto problem = contradiction(options)) return *problem;
  const Expected<SourceText> source = SourceText::read_file(path);
  if (!source) return source.error();
  const Expected<std::vector<NamedFormula>> formulas = read_property_file(*source);
  if (!formulas) return formulas.error();
  if (!options.name.empty() && formulas->size() > 1) {
    return Diagnostic{.message = "--name needs a file with one formula; '" + path + "' has " +
                                 std::to_string(formulas->size())};
  }
  const WorkLimits limits(options.time_limit, options.memory_limit, observer);
  std::string text;
  Diagnostics problems;
  std::set<std::string> classes;
  for (const NamedFormula& entry : *formulas) {
    TranslateOptions own = options;
    if (entry.named && own.name.empty() && own.to == AutomatonFormat::Cpp) {
      own.name = "Monitor_" + identifier_words(entry.name);
      while (!classes.insert(own.name).second) own.name += 'x';
    }
    const Expected<std::string> one = translate_formula(entry.name, entry.formula, own, limits);
    if (one) {
      text += *one;
      continue;
    }
    for (Diagnostic problem : one.error()) {
      if (problem.line == 0) {
        problem.file = source->name();
        problem.line = entry.line;
        problem.column = 1;
        problem.source_line = std::string(source->line(entry.line));
      }
      problems.push_back(std::move(problem));
    }
  }
  if (!problems.empty()) return problems;
  return text;
}

}  // namespace weir
