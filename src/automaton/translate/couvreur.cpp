// SPDX-License-Identifier: Apache-2.0
#include "automaton/translate/couvreur.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

#include <fmt/core.h>

#include "automaton/translate/letters.h"
#include "base/table/hash.h"
#include "formula/printer.h"

namespace weir {

CouvreurNodes::CouvreurNodes(const Prophecy& prophecy, const std::shared_ptr<Meter>& meter)
    : expansion_(Words::Infinite, prophecy.formula, meter, prophecy.guesses),
      breakpoints_(needs_breakpoints(prophecy.formula)) {
  for (const Formula goal : postponable(prophecy.formula))
    mark_of_.emplace(goal, static_cast<std::uint32_t>(mark_of_.size()));
  acceptance_sets_ = static_cast<std::uint32_t>(mark_of_.size()) + (breakpoints_ ? 1 : 0);
  std::vector<bool> memory;
  for (std::size_t past = 0; past < expansion_.past().size(); ++past) memory.push_back(expansion_.initially(past));
  const std::vector<Owed> owed{{prophecy.formula, false}};
  node_of(function_of(owed, memory), formula_of(owed, memory));
}

std::size_t CouvreurNodes::acceptance_sets_of(Formula f) {
  const Formula whole = with_prophecies(f).formula;
  return postponable(whole).size() + (needs_breakpoints(whole) ? 1 : 0);
}

Formula CouvreurNodes::formula_of(const std::vector<Owed>& owed, const std::vector<bool>& memory) {
  std::vector<Formula> parts;
  for (const auto& [formula, observed] : owed) {
    parts.push_back(formula);
    for (const std::uint32_t past : expansion_.past_of(formula))
      parts.push_back(expansion_.memory_text(past, memory[past]));
  }
  return Formula::nary(Op::And, std::move(parts));
}

Bdd CouvreurNodes::function_of(const std::vector<Owed>& owed, const std::vector<bool>& memory) {
  BddManager& bdds = expansion_.bdds();
  Bdd function = kBddTrue;
  for (const auto& [formula, observed] : owed)
    function = bdds.conjoin(function, observed ? expansion_.now_observed(formula) : expansion_.now(formula));
  if (memory.empty() || function == kBddFalse) return function;
  const auto remember = [&](Bdd f) {
    return bdds.bind(f, [&](std::uint32_t variable) {
      const Expansion::Variable what = expansion_.meaning(variable);
      if (what.role != Expansion::Role::Previous) return -1;
      return memory[expansion_.past_index(what.formula)] ? 1 : 0;
    });
  };
  function = remember(function);
  std::vector<bool> added(memory.size(), false);
  for (const auto& [formula, observed] : owed) {
    for (const std::uint32_t past : expansion_.past_of(formula)) {
      if (added[past] || function == kBddFalse) continue;
      added[past] = true;
      const Bdd changed =
          bdds.exclusive_or(bdds.variable(expansion_.remembered(past)), remember(expansion_.update(past)));
      function = bdds.conjoin(function, bdds.negate(changed));
    }
  }
  return function;
}

std::uint32_t CouvreurNodes::node_of(Bdd function, Formula formula) {
  const auto [entry, is_new] = by_function_.try_emplace(function.id, static_cast<std::uint32_t>(nodes_.size()));
  if (is_new) nodes_.push_back({function, formula});
  return entry->second;
}

std::vector<CouvreurNodes::Successor> CouvreurNodes::successors(Bdd bound) {
  BddManager& bdds = expansion_.bdds();
  std::vector<Successor> all;
  std::set<std::pair<std::uint32_t, MarkSet>> met;
  // The function is monotone in the variables of obligations, so that their literals are positive and each choice of
  // obligations that satisfies it includes those of an implicant. Without past formulas, the irredundant cover is the
  // set of all prime implicants.
  for (const Cube& implicant : bdds.irredundant_cover(bound)) {
    MarkSet missed;
    std::vector<Formula> parts;
    std::vector<Owed> owed;
    std::unordered_set<Formula> observed;
    std::vector<bool> memory(expansion_.past().size(), false);
    bool pending = false;
    for (const auto& [variable, positive] : implicant) {
      const Expansion::Variable what = expansion_.meaning(variable);
      switch (what.role) {
        case Expansion::Role::Postponed: missed.add(mark_of_.at(what.formula)); break;
        case Expansion::Role::Pending: pending = true; break;
        case Expansion::Role::Remembered: memory[expansion_.past_index(what.formula)] = positive; break;
        case Expansion::Role::ObservedNext: observed.insert(what.formula); break;
        case Expansion::Role::Next: parts.push_back(what.formula); break;
        default: break;  // a guess: the value serves only to choose the rest
      }
    }
    if (pending) missed.add(acceptance_sets_ - 1);
    // An obligation that is under observation and owed once more is owed once.
    for (const Formula part : parts)
      if (observed.count(part) == 0) owed.push_back({part, !pending && Expansion::is_observable(part)});
    for (const Formula part : observed) owed.push_back({part, true});
    const Bdd function = function_of(owed, memory);
    if (function == kBddFalse) continue;
    const Successor successor{node_of(function, formula_of(owed, memory)),
                              MarkSet::first(acceptance_sets()).without(missed)};
    if (met.emplace(successor.node, successor.marks).second) all.push_back(successor);
  }
  // Implication between the functions of two nodes is a direct simulation, so a transition dominated in marks and
  // destination is redundant. Equal functions are one node, so the order is strict.
  const auto beaten = [&](const Successor& one) {
    bdds.meter().steps(all.size());
    return std::any_of(all.begin(), all.end(), [&](const Successor& other) {
      return other != one && other.marks.includes(one.marks) && bdds.implies(function(one.node), function(other.node));
    });
  };
  std::vector<Successor> kept;
  std::copy_if(all.begin(), all.end(), std::back_inserter(kept), [&](const Successor& one) { return !beaten(one); });
  return kept;
}

Expected<std::unique_ptr<CouvreurAutomaton>> CouvreurAutomaton::create(Formula f, std::vector<std::string> atoms,
                                                                       const ConstructionLimits& limits) {
  if (atoms.size() > kMaxAtoms)
    return Diagnostic{
        .message = fmt::format("a formula may have at most {} atoms here, this one has {}", kMaxAtoms, atoms.size())};
  if (const std::size_t sets = CouvreurNodes::acceptance_sets_of(f); sets > MarkSet::kCapacity)
    return Diagnostic{.message =
                          fmt::format("a formula may have at most {} untils with different goals, this one has {}",
                                      MarkSet::kCapacity, sets)};
  return bounded(
      [&] { return std::unique_ptr<CouvreurAutomaton>(new CouvreurAutomaton(f, std::move(atoms), limits)); });
}

CouvreurAutomaton::CouvreurAutomaton(Formula f, std::vector<std::string> atoms, const ConstructionLimits& limits)
    : atoms_(std::move(atoms)),
      nodes_(f, std::make_shared<Meter>(limits)),
      acceptance_(Acceptance::generalized_buchi(nodes_.acceptance_sets())) {
  for (std::uint32_t i = 0; i < atoms_.size(); ++i) bit_of_.emplace(Formula::atom(atoms_[i]), i);
}

std::size_t CouvreurAutomaton::KeyHash::operator()(const Key& key) const noexcept {
  return hash_mix(key.letter, key.state);
}

Letter CouvreurAutomaton::relevant(std::uint32_t state) {
  while (relevant_.size() <= state) {
    Letter bits = 0;
    Expansion& expansion = nodes_.expansion();
    for (const std::uint32_t v :
         expansion.bdds().support(nodes_.function(static_cast<std::uint32_t>(relevant_.size()))))
      if (expansion.is_proposition(v)) bits |= Letter{1} << bit_of_.at(expansion.meaning(v).formula);
    relevant_.push_back(bits);
  }
  return relevant_[state];
}

std::span<const PropertyAutomaton::Edge> CouvreurAutomaton::edges(std::uint32_t state, Letter letter) {
  if (incomplete_) return {};
  const Expected<Range> range = bounded([&] {
    const Key key{state, letter & relevant(state)};
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    return known_.emplace(key, compute(state, key.letter)).first->second;
  });
  if (!range) {
    incomplete_ = range.error().front();
    return {};
  }
  return std::span(pool_).subspan(range->begin, range->end - range->begin);
}

CouvreurAutomaton::Range CouvreurAutomaton::compute(std::uint32_t state, Letter letter) {
  Expansion& expansion = nodes_.expansion();
  const Bdd bound = expansion.bdds().bind(nodes_.function(state), [&](std::uint32_t variable) {
    if (!expansion.is_proposition(variable)) return -1;
    return static_cast<int>(letter >> bit_of_.at(expansion.meaning(variable).formula) & 1);
  });
  Range range{static_cast<std::uint32_t>(pool_.size()), 0};
  for (const CouvreurNodes::Successor& successor : nodes_.successors(bound))
    pool_.push_back({successor.node, successor.marks});
  range.end = static_cast<std::uint32_t>(pool_.size());
  return range;
}

std::string CouvreurAutomaton::state_name(std::uint32_t state) const { return to_string(nodes_.formula(state)); }

namespace {

/// If letters lead to more different functions than this, the prime implicants over all variables are tried: a
/// disjunction has one per disjunct, while letters may lead to every subset of the disjuncts.
constexpr std::size_t kManyRemainders = 1 << 12;

class WholeAutomaton {
 public:
  WholeAutomaton(Formula f, const AtomSpacePtr& space, const CouvreurOptions& options)
      : options_(options), nodes_(f, space->bdds.shared_meter()), automaton_(space) {
    nodes_.expansion().declare_propositions(*space);
    const std::uint32_t sets = nodes_.acceptance_sets();
    automaton_.set_acceptance(sets, Acceptance::generalized_buchi(sets));
    automaton_.add_initial(automaton_.add_state());
    for (const std::string& atom : atoms(f)) automaton_.declare_atom(space->variable(atom));
  }

  Automaton build() {
    for (std::uint32_t node = 0; node < nodes_.count(); ++node) {
      if (node >= options_.max_states)
        too_large(fmt::format("the automaton has more than {} states", options_.max_states));
      if (options_.name_states && nodes_.formula(node).size() <= kLongestName)
        automaton_.set_state_name(node, to_string(nodes_.formula(node)));
      add_edges(node);
      std::vector<Automaton::Edge>& edges = automaton_.edges(node);
      std::sort(edges.begin(), edges.end(), [](const Automaton::Edge& a, const Automaton::Edge& b) {
        return std::pair(a.destination, a.marks) < std::pair(b.destination, b.marks);
      });
    }
    return std::move(automaton_);
  }

 private:
  using Successor = CouvreurNodes::Successor;

  void add_edges(std::uint32_t node) {
    Expansion& expansion = nodes_.expansion();
    const Bdd function = nodes_.function(node);
    LetterSplit split(expansion, function, kManyRemainders);
    if (!split.complete()) {
      std::optional<std::vector<Cube>> cubes;
      if (covers_missed_ < kCoversTried) {
        cubes = attempt(automaton_.meter(), kCoverSteps,
                        [&] { return expansion.bdds().irredundant_cover(function, kManyRemainders); });
      }
      if (cubes) {
        add_edges_by_cubes(node, *cubes);
        return;
      }
      ++covers_missed_;
      split = LetterSplit(expansion, function);
    }
    count_classes(split.remainders().size());
    std::vector<std::vector<std::uint32_t>> leads_to;
    for (const Bdd rest : split.remainders()) leads_to.push_back(targets_of(rest));
    grow();
    for (const LetterSplit::Target& edge : split.labels(automaton_.space(), leads_to))
      automaton_.add_edge(node, edge.letters, targets_[edge.number].marks, targets_[edge.number].node);
  }

  /// Theorem 1 literally: one transition per prime implicant. A transition that is better on some letters takes these
  /// letters from the others.
  void add_edges_by_cubes(std::uint32_t node, const std::vector<Cube>& cubes) {
    Expansion& expansion = nodes_.expansion();
    BddManager& bdds = automaton_.bdds();
    count_classes(cubes.size());
    std::map<std::uint32_t, Bdd> labels;  // by target
    for (const Cube& cube : cubes) {
      Cube owed;
      Bdd letters = kBddTrue;
      for (const auto& [variable, positive] : cube) {
        if (!expansion.is_proposition(variable)) {
          owed.emplace_back(variable, positive);
          continue;
        }
        const std::uint32_t atom = automaton_.space().variable(expansion.meaning(variable).formula.name());
        letters = bdds.conjoin(letters, bdds.literal(atom, positive));
      }
      for (const std::uint32_t target : targets_of(expansion.bdds().cube(owed))) {
        Bdd& label = labels.try_emplace(target, kBddFalse).first->second;
        label = bdds.disjoin(label, letters);
      }
    }
    grow();
    for (const auto& [number, own] : labels) {
      Bdd letters = own;
      for (const auto& [other, label] : labels)
        if (other != number && is_better(targets_[other], targets_[number]))
          letters = bdds.conjoin(letters, bdds.negate(label));
      automaton_.add_edge(node, letters, targets_[number].marks, targets_[number].node);
    }
  }

  /// At least the same marks, and a destination that demands no more. Equal functions are one node, so the order is
  /// strict.
  bool is_better(const Successor& one, const Successor& other) {
    return one.marks.includes(other.marks) &&
           nodes_.expansion().bdds().implies(nodes_.function(other.node), nodes_.function(one.node));
  }

  /// The numbers of the (destination, marks) pairs that a function without propositions leads to.
  const std::vector<std::uint32_t>& targets_of(Bdd rest) {
    if (const auto found = known_.find(rest.id); found != known_.end()) return found->second;
    std::vector<std::uint32_t> numbers;
    for (const Successor& successor : nodes_.successors(rest)) {
      const auto [entry, is_new] =
          number_of_.try_emplace({successor.node, successor.marks}, static_cast<std::uint32_t>(targets_.size()));
      if (is_new) targets_.push_back(successor);
      numbers.push_back(entry->second);
    }
    std::sort(numbers.begin(), numbers.end());
    return known_.emplace(rest.id, std::move(numbers)).first->second;
  }

  void count_classes(std::uint64_t more) {
    classes_ += more;
    if (classes_ > options_.max_letter_classes) too_large("building the whole automaton takes too long");
  }
  void grow() { automaton_.add_states(static_cast<std::uint32_t>(nodes_.count()) - automaton_.state_count()); }

  static constexpr std::uint64_t kCoverSteps = std::uint64_t{1} << 20;
  static constexpr std::uint32_t kCoversTried = 4;  ///< unsuccessful attempts before covers are no longer tried

  const CouvreurOptions& options_;
  CouvreurNodes nodes_;
  Automaton automaton_;
  std::uint64_t classes_ = 0;
  std::uint32_t covers_missed_ = 0;
  std::vector<Successor> targets_;
  std::map<std::pair<std::uint32_t, MarkSet>, std::uint32_t> number_of_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> known_;  ///< by function
};

}  // namespace

Expected<Automaton> couvreur_automaton(Formula f, const AtomSpacePtr& space, const CouvreurOptions& options) {
  if (const std::size_t sets = CouvreurNodes::acceptance_sets_of(f); sets > MarkSet::kCapacity)
    return Diagnostic{.message =
                          fmt::format("a formula may have at most {} untils with different goals, this one has {}",
                                      MarkSet::kCapacity, sets)};
  return bounded([&]() -> Expected<Automaton> {
    if (!options.alphabet.empty()) {
      auto on_demand = CouvreurAutomaton::create(f, options.alphabet, space->bdds.meter().limits());
      if (!on_demand) return on_demand.error();
      return over_events(**on_demand, Words::Infinite, space, options.max_states,
                         options.name_states && f.size() <= kLongestName);
    }
    return WholeAutomaton(f, space, options).build();
  });
}

}  // namespace weir
