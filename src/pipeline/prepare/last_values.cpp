// SPDX-License-Identifier: Apache-2.0
#include "pipeline/prepare/last_values.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "formula/rewrite.h"
#include "model/reducible_structure.h"

namespace weir {
namespace {

using Known = std::optional<bool>;  ///< the value, if it is known

Known negated(Known value) { return value ? Known(!*value) : value; }
Known both(Known one, Known other) {
  if (one == Known(false) || other == Known(false)) return false;
  return one && other ? Known(true) : std::nullopt;
}
Known either(Known one, Known other) { return negated(both(negated(one), negated(other))); }
Known differ(Known one, Known other) { return one && other ? Known(*one != *other) : std::nullopt; }

/// The value in a deadlock.
Known value_of_atom(TransitionSystem& system, const std::string& name) {
  if (name == kDeadAtom) return true;
  if (is_built_in_atom(name)) return std::nullopt;
  const Expected<Atom> atom = system.resolve(name);
  if (!atom) return std::nullopt;
  if (atom->kind == Atom::Kind::Event) return false;  // nothing happens any more
  return system.capabilities().structure->false_in_deadlocks(atom->id) ? Known(false) : std::nullopt;
}

/// The value on a word that repeats one letter, by those of the operands.
Known value_at_end(Formula f, const std::vector<Known>& operands) {
  const auto fold = [&](auto combine) {
    Known all = operands.front();
    for (std::size_t i = 1; i < operands.size(); ++i) all = combine(all, operands[i]);
    return all;
  };
  switch (f.op()) {
    case Op::False: return false;
    case Op::True: return true;
    case Op::Atom: return std::nullopt;  // known elsewhere
    case Op::Not: return negated(operands[0]);
    case Op::And:
    case Op::StrongRelease: return fold(both);
    case Op::Or:
    case Op::WeakUntil: return fold(either);
    case Op::Xor: return fold(differ);
    case Op::Implies: return either(negated(operands[0]), operands[1]);
    case Op::Equiv: return negated(differ(operands[0], operands[1]));
    case Op::Next:
    case Op::StrongNext:
    case Op::Finally:
    case Op::Globally: return operands[0];
    case Op::Until:
    case Op::Release: return operands[1];
    default: break;  // past formulas and regular expressions look at more than one position
  }
  return std::nullopt;
}

}  // namespace

Formula with_last_values(TransitionSystem& system, Formula formula) {
  const ReducibleStructure* structure = system.capabilities().structure;
  if (structure == nullptr || !structure->always_ends()) return formula;
  std::unordered_map<Formula, Known> at_end;
  for (const Formula f : subformulas(formula)) {
    std::vector<Known> operands;
    for (const Formula operand : f.operands()) operands.push_back(at_end.at(operand));
    at_end.emplace(f, f.is(Op::Atom) ? value_of_atom(system, f.name()) : value_at_end(f, operands));
  }
  std::vector<Formula> parts = subformulas(formula);
  std::reverse(parts.begin(), parts.end());  // what contains a part is replaced before it
  for (const Formula f : parts) {
    const bool settled =
        (f.is(Op::Finally) && at_end.at(f) == Known(true)) || (f.is(Op::Globally) && at_end.at(f) == Known(false));
    if (settled) formula = substitute(formula, f, Formula::constant(f.is(Op::Finally)));
  }
  return formula;
}

}  // namespace weir
