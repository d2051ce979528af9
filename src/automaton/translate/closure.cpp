// SPDX-License-Identifier: Apache-2.0
#include "automaton/translate/closure.h"

#include <optional>
#include <unordered_map>
#include <vector>

#include <fmt/core.h>

#include "base/assert.h"

namespace weir {
namespace {

/// Rewrites f to the operators !, |, X, U.
Formula basic_form(Formula f) {
  std::unordered_map<Formula, Formula> done;
  const auto until = [](Formula a, Formula b) { return Formula::binary(Op::Until, a, b); };
  const auto both = [](Formula a, Formula b) { return !((!a) | (!b)); };
  const Formula top = Formula::constant(true);
  for (const Formula g : subformulas(f)) {
    const auto sub = [&](std::size_t i) { return done.at(g[i]); };
    std::optional<Formula> basic;
    switch (g.op()) {
      case Op::True:
      case Op::False:
      case Op::Atom: basic = g; break;
      case Op::Not: basic = !sub(0); break;
      case Op::And: {
        std::vector<Formula> parts;
        for (const Formula part : g.operands()) parts.push_back(!done.at(part));
        basic = !Formula::nary(Op::Or, parts);
        break;
      }
      case Op::Or: {
        std::vector<Formula> parts;
        for (const Formula part : g.operands()) parts.push_back(done.at(part));
        basic = Formula::nary(Op::Or, parts);
        break;
      }
      case Op::Xor: basic = both(sub(0), !sub(1)) | both(!sub(0), sub(1)); break;
      case Op::Equiv: basic = both(sub(0), sub(1)) | both(!sub(0), !sub(1)); break;
      case Op::Implies: basic = (!sub(0)) | sub(1); break;
      case Op::Next:
      case Op::StrongNext: basic = Formula::unary(Op::Next, sub(0)); break;
      case Op::Finally: basic = until(top, sub(0)); break;
      case Op::Globally: basic = !until(top, !sub(0)); break;
      case Op::Until: basic = until(sub(0), sub(1)); break;
      case Op::Release: basic = !until(!sub(0), !sub(1)); break;
      case Op::WeakUntil: basic = !until(!sub(1), both(!sub(0), !sub(1))); break;
      case Op::StrongRelease: basic = until(sub(1), both(sub(0), sub(1))); break;
      default: WEIR_ASSERT(false, "closure_automaton() refuses past operators and regular expressions");
    }
    done.emplace(g, *basic);
  }
  return done.at(f);
}

/// The closure: subformulas other than negations. A set contains a formula or its negation, so one bit each is enough.
class Closure {
 public:
  explicit Closure(Formula f) {
    for (const Formula g : subformulas(f)) {
      if (g.is(Op::Not)) continue;
      index_.emplace(g, members_.size());
      members_.push_back(g);
    }
  }
  std::size_t size() const { return members_.size(); }
  Formula member(std::size_t i) const { return members_[i]; }
  /// Returns whether g, possibly a negation, is in the set.
  bool in(Formula g, const std::vector<bool>& set) const { return g.is(Op::Not) ? !in(g[0], set) : set[index_.at(g)]; }

  /// All consistent sets, built by choosing each member that its operands leave open. Returns nothing if there are
  /// `limit` or more.
  std::optional<std::vector<std::vector<bool>>> consistent_sets(std::size_t limit, Meter& meter) const {
    std::vector<std::vector<bool>> sets(1, std::vector<bool>(size(), false));
    for (std::size_t i = 0; i < size(); ++i) {
      const std::size_t known = sets.size();
      meter.steps(known);
      for (std::size_t s = 0; s < known; ++s) {
        const Choice choice = choices(members_[i], sets[s]);
        if (choice != Choice::No) sets[s][i] = true;
        if (choice == Choice::Open) {
          sets.push_back(sets[s]);
          sets.back()[i] = false;
        }
      }
      if (sets.size() > limit) return std::nullopt;
    }
    return sets;
  }

  /// Returns whether b may follow a.
  bool follows(const std::vector<bool>& a, const std::vector<bool>& b) const {
    for (const Formula g : members_) {
      if (g.is(Op::Next) && in(g, a) != in(g[0], b)) return false;
      if (!g.is(Op::Until)) continue;
      if (in(g, a) && !in(g[1], a) && !in(g, b)) return false;
      if (!in(g, a) && in(g[0], a) && in(g, b)) return false;
    }
    return true;
  }

 private:
  enum class Choice { No, Yes, Open };
  Choice choices(Formula g, const std::vector<bool>& set) const {
    switch (g.op()) {
      case Op::False: return Choice::No;
      case Op::True: return Choice::Yes;
      case Op::Or: {
        for (const Formula part : g.operands())
          if (in(part, set)) return Choice::Yes;
        return Choice::No;
      }
      case Op::Until: return in(g[1], set) ? Choice::Yes : in(g[0], set) ? Choice::Open : Choice::No;
      default: return Choice::Open;  // atoms and X
    }
  }

  std::vector<Formula> members_;  ///< operands before the formulas that contain them
  std::unordered_map<Formula, std::size_t> index_;
};

}  // namespace

namespace {

Automaton automaton_of_closure(Formula f, const AtomSpacePtr& space, const ClosureOptions& options) {
  Meter& meter = space->bdds.meter();
  const auto give_up = [&] {
    too_large(
        fmt::format("the closure construction would need more than {} states; the couvreur translator builds only the "
                    "reachable ones",
                    options.max_states));
  };
  const Formula basic = basic_form(f);
  const Closure closure(basic);
  std::vector<Formula> untils;
  for (std::size_t i = 0; i < closure.size(); ++i)
    if (closure.member(i).is(Op::Until)) untils.push_back(closure.member(i));
  if (untils.size() > MarkSet::kCapacity) give_up();
  const auto found = closure.consistent_sets(options.max_states, meter);
  if (!found) give_up();
  const std::vector<std::vector<bool>>& sets = *found;

  std::vector<Bdd> labels;
  std::vector<MarkSet> marks(sets.size());
  for (std::size_t q = 0; q < sets.size(); ++q) {
    Bdd label = kBddTrue;
    for (std::size_t i = 0; i < closure.size(); ++i) {
      if (!closure.member(i).is(Op::Atom)) continue;
      const std::uint32_t v = space->variable(closure.member(i).name());
      label = space->bdds.conjoin(label, space->bdds.literal(v, sets[q][i]));
    }
    labels.push_back(label);
    for (std::uint32_t u = 0; u < untils.size(); ++u)
      if (closure.in(untils[u][1], sets[q]) || !closure.in(untils[u], sets[q])) marks[q].add(u);
  }

  Automaton automaton(space);
  for (const std::string& atom : atoms(f)) automaton.declare_atom(space->variable(atom));
  const auto mark_count = static_cast<std::uint32_t>(untils.size());
  automaton.set_acceptance(mark_count, Acceptance::generalized_buchi(mark_count));
  automaton.add_initial(automaton.add_state());
  std::unordered_map<std::size_t, Automaton::State> state_of;
  std::vector<std::size_t> reached;  // reached[s - 1] is the set of state s
  const auto enter = [&](Automaton::State from, MarkSet from_marks, std::size_t q) {
    const auto [entry, is_new] = state_of.try_emplace(q, automaton.state_count());
    if (is_new) {
      automaton.add_state();
      reached.push_back(q);
    }
    automaton.add_edge(from, labels[q], from_marks, entry->second);
  };
  for (std::size_t q = 0; q < sets.size(); ++q)
    if (closure.in(basic, sets[q])) enter(0, {}, q);
  for (Automaton::State s = 1; s < automaton.state_count(); ++s) {
    const std::size_t here = reached[s - 1];
    for (std::size_t q = 0; q < sets.size(); ++q) {
      meter.steps(closure.size());
      if (closure.follows(sets[here], sets[q])) enter(s, marks[here], q);
    }
  }
  return automaton;
}

}  // namespace

Expected<Automaton> closure_automaton(Formula f, const AtomSpacePtr& space, const ClosureOptions& options) {
  for (const Formula g : subformulas(f))
    if (is_past(g.op()) || has_regex(g.op()))
      return Diagnostic{.message =
                            "the closure translator takes only future operators without regular expressions; use "
                            "--translator couvreur"};
  return bounded([&] { return automaton_of_closure(f, space, options); });
}

}  // namespace weir
