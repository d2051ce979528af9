// SPDX-License-Identifier: Apache-2.0
#include "pipeline/explorer/watches.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "automaton/limits.h"
#include "base/text/source_text.h"
#include "formula/classify.h"
#include "formula/parser.h"

namespace weir {
namespace {

constexpr std::size_t kMostWatches = 10000;
constexpr std::uint32_t kDead = std::numeric_limits<std::uint32_t>::max();

Diagnostic refusal(std::string message) { return {.message = std::move(message)}; }

/// Diagnostics about an atom that is the whole text.
Diagnostics about_expression(Diagnostics problems) {
  for (Diagnostic& problem : problems)
    if (problem.file == kAtomText) problem.file = "expression";
  return problems;
}

std::string trimmed_text(const std::string& text) {
  constexpr const char* kBlanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

}  // namespace

Expected<std::uint32_t> Watches::add(const std::string& text) {
  const std::string wanted = trimmed_text(text);
  if (const auto known = numbers_.find(wanted); known != numbers_.end()) return known->second;
  if (wanted.empty()) return refusal("the expression is empty");
  if (watches_.size() >= kMostWatches)
    return refusal("there are already " + std::to_string(kMostWatches) + " expressions");
  Expected<Watch> watch = resolve(wanted);
  if (!watch) return watch.error();
  watches_.push_back(std::move(*watch));
  return numbers_[wanted] = static_cast<std::uint32_t>(watches_.size() - 1);
}

const Value* Watches::shown_variable(const std::string& name) {
  if (initial_.empty())
    for (const Explorer::Node node : space_.initial())
      for (Variable& variable : space_.system().show(space_.bytes(node))) initial_.push_back(std::move(variable));
  const auto found =
      std::find_if(initial_.begin(), initial_.end(), [&](const Variable& variable) { return variable.name == name; });
  return found != initial_.end() ? &found->value : nullptr;
}

Expected<Watches::Watch> Watches::resolve(const std::string& text) {
  if (text == kDeadAtom) return Watch{.kind = Watch::Kind::Dead};
  const Value* const shown = shown_variable(text);
  const Watch variable{.kind = Watch::Kind::Variable, .variable = text};
  // Shown variables have names for their values (mtype, bool, messages of a channel); a number is evaluated faster.
  if (shown != nullptr && !std::holds_alternative<std::int64_t>(*shown)) return variable;
  const std::string event = "'" + text + "' is an event: it belongs to a step, not to a state; use it in a formula";
  if (text == kTauAtom) return refusal(event);
  const Expected<Atom> atom = space_.system().resolve(text);
  if (atom && atom->kind == Atom::Kind::State) return Watch{.kind = Watch::Kind::Atom, .atom = atom->id};
  if (shown != nullptr) return variable;
  if (!atom) return resolve_formula(text, about_expression(atom.error()));
  return refusal(event);
}

/// A Boolean combination of atoms, where the model's own language has no such operators. `otherwise`: why the text is
/// not an expression of the model.
Expected<Watches::Watch> Watches::resolve_formula(const std::string& text, Diagnostics otherwise) {
  const Expected<Formula> formula = parse_formula(text, {.model_atoms = true});
  if (!formula) return otherwise;
  if (!is_propositional(*formula))
    return refusal("'" + text + "' has temporal operators: it is true of runs, not of states; use it as a formula");
  if (formula->is(Op::Atom)) return otherwise;
  for (const std::string& name : atoms(*formula)) {
    const Expected<Watch> part = resolve(name);
    if (!part) return part.error();
    if (part->kind == Watch::Kind::Variable) return otherwise;
    const std::uint32_t meaning = part->kind == Watch::Kind::Dead ? kDead : part->atom;
    const Expected<std::uint32_t> number = bounded([&] { return atoms_.variable(name); });
    if (!number) return number.error();
    if (*number == meanings_.size()) meanings_.push_back(meaning);
  }
  const Expected<std::optional<Bdd>> label = bounded([&] { return label_of(*formula, atoms_); });
  if (!label) return label.error();
  if (!*label) return otherwise;
  return Watch{.kind = Watch::Kind::Formula, .formula = **label, .variables = atoms_.bdds.support(**label)};
}

Explorer::WatchValue Watches::value(std::uint32_t watch, Explorer::Node node) {
  if (watch >= watches_.size() || !space_.has(node)) return {std::string(), false};
  return evaluate(watches_[watch], node);
}

bool Watches::is_dead(Explorer::Node node) {
  StopFlag stop;
  return space_.is_stuck(node, stop);
}

Explorer::WatchValue Watches::evaluate(const Watch& watch, Explorer::Node node) {
  TransitionSystem& system = space_.system();
  const StateView state = space_.bytes(node);
  switch (watch.kind) {
    case Watch::Kind::Atom: {
      std::optional<Value> value = system.value(watch.atom, state);
      if (!value) return {std::string(), false};
      return {std::move(*value), true};
    }
    case Watch::Kind::Variable:
      for (Variable& variable : system.show(state))
        if (variable.name == watch.variable) return {std::move(variable.value), true};
      return {std::string(), false};
    case Watch::Kind::Dead: return {is_dead(node), true};
    case Watch::Kind::Formula: break;
  }
  for (const std::uint32_t variable : watch.variables)
    if (meanings_[variable] != kDead && !system.is_defined(meanings_[variable], state)) return {std::string(), false};
  const bool holds = atoms_.bdds.evaluate(watch.formula, [&](std::uint32_t variable) {
    const std::uint32_t meaning = meanings_[variable];
    return meaning == kDead ? is_dead(node) : system.holds(meaning, state);
  });
  return {holds, true};
}

}  // namespace weir
