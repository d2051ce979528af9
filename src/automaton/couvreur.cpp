// SPDX-License-Identifier: Apache-2.0
#include "automaton/couvreur.h"

#include <algorithm>
#include <map>

#include <fmt/core.h>

#include "automaton/letters.h"
#include "base/hash.h"
#include "formula/printer.h"

namespace weir {

CouvreurNodes::CouvreurNodes(Formula f, Expansion expansion) : expansion_(std::move(expansion)) {
  for (const Formula goal : postponable(f)) mark_of_.emplace(goal, static_cast<std::uint32_t>(mark_of_.size()));
  node_of(expansion_.now(f), f);
}

std::uint32_t CouvreurNodes::node_of(Bdd function, Formula formula) {
  const auto [entry, is_new] = by_function_.try_emplace(function.id, static_cast<std::uint32_t>(nodes_.size()));
  if (is_new) nodes_.push_back({function, formula});
  return entry->second;
}

std::vector<CouvreurNodes::Successor> CouvreurNodes::successors(Bdd bound) {
  BddManager& bdds = expansion_.bdds();
  std::vector<Successor> all;
  // The function is monotone in what is left of its variables, so the irredundant cover is the set of all its prime
  // implicants, and their literals are positive.
  for (const Cube& implicant : bdds.irredundant_cover(bound)) {
    Bdd function = kBddTrue;
    MarkSet missed;
    std::vector<Formula> owed;
    for (const auto& [variable, positive] : implicant) {
      const Expansion::Variable what = expansion_.meaning(variable);
      if (what.role == Expansion::Role::Postponed) {
        missed.add(mark_of_.at(what.formula));
      } else {
        owed.push_back(what.formula);
        function = bdds.conjoin(function, expansion_.now(what.formula));
      }
    }
    if (function == kBddFalse) continue;
    const Successor successor{node_of(function, Formula::nary(Op::And, owed)),
                              MarkSet::first(acceptance_sets()).without(missed)};
    if (std::find(all.begin(), all.end(), successor) == all.end()) all.push_back(successor);
  }
  // Implication between the functions of two nodes is a direct simulation, so a transition that another one beats in
  // marks and destination adds nothing. Equal functions are one node: the order is strict.
  const auto beaten = [&](const Successor& one) {
    return std::any_of(all.begin(), all.end(), [&](const Successor& other) {
      return other != one && other.marks.includes(one.marks) && bdds.implies(function(one.node), function(other.node));
    });
  };
  std::vector<Successor> kept;
  std::copy_if(all.begin(), all.end(), std::back_inserter(kept), [&](const Successor& one) { return !beaten(one); });
  return kept;
}

Expected<std::unique_ptr<CouvreurAutomaton>> CouvreurAutomaton::create(Formula f, std::vector<std::string> atoms) {
  if (atoms.size() > kMaxAtoms)
    return Diagnostic{
        .message = fmt::format("a formula may have at most {} atoms here, this one has {}", kMaxAtoms, atoms.size())};
  if (const std::size_t sets = postponable(f).size(); sets > MarkSet::kCapacity)
    return Diagnostic{.message =
                          fmt::format("a formula may have at most {} untils with different goals, this one has {}",
                                      MarkSet::kCapacity, sets)};
  try {
    return std::unique_ptr<CouvreurAutomaton>(new CouvreurAutomaton(f, std::move(atoms)));
  } catch (const BddLimitReached& limit) {
    return Diagnostic{.message = limit.what()};
  }
}

CouvreurAutomaton::CouvreurAutomaton(Formula f, std::vector<std::string> atoms)
    : atoms_(std::move(atoms)),
      nodes_(f, Expansion(Words::Infinite)),
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
  const Key key{state, letter & relevant(state)};
  const auto [entry, is_new] = known_.try_emplace(key, Range{0, 0});
  if (is_new) {
    Expansion& expansion = nodes_.expansion();
    const Bdd bound = expansion.bdds().bind(nodes_.function(state), [&](std::uint32_t variable) {
      if (!expansion.is_proposition(variable)) return -1;
      return static_cast<int>(key.letter >> bit_of_.at(expansion.meaning(variable).formula) & 1);
    });
    entry->second.begin = static_cast<std::uint32_t>(pool_.size());
    for (const CouvreurNodes::Successor& successor : nodes_.successors(bound))
      pool_.push_back({successor.node, successor.marks});
    entry->second.end = static_cast<std::uint32_t>(pool_.size());
  }
  return std::span(pool_).subspan(entry->second.begin, entry->second.end - entry->second.begin);
}

std::string CouvreurAutomaton::state_name(std::uint32_t state) const { return to_string(nodes_.formula(state)); }

Expected<Automaton> couvreur_automaton(Formula f, const AtomSpacePtr& space, const CouvreurOptions& options) {
  if (const std::size_t sets = postponable(f).size(); sets > MarkSet::kCapacity)
    return Diagnostic{.message =
                          fmt::format("a formula may have at most {} untils with different goals, this one has {}",
                                      MarkSet::kCapacity, sets)};
  try {
    if (!options.alphabet.empty()) {
      auto on_demand = CouvreurAutomaton::create(f, options.alphabet);
      if (!on_demand) return on_demand.error();
      return over_events(**on_demand, Words::Infinite, space, options.max_states,
                         options.name_states && f.size() <= kLongestName);
    }
    BddManager& bdds = space->bdds;
    Automaton automaton(space);
    for (const std::string& atom : atoms(f)) automaton.declare_atom(space->variable(atom));
    CouvreurNodes nodes(f, Expansion(Words::Infinite, space));
    automaton.set_acceptance(nodes.acceptance_sets(), Acceptance::generalized_buchi(nodes.acceptance_sets()));
    std::uint64_t classes = 0;
    std::unordered_map<std::uint32_t, std::vector<CouvreurNodes::Successor>> known;  // by what is left below the atoms
    for (std::uint32_t node = 0; node < nodes.count(); ++node) {
      if (node >= options.max_states)
        return Diagnostic{.message = fmt::format("the automaton has more than {} states", options.max_states)};
      automaton.add_state();
      if (options.name_states && nodes.formula(node).size() <= kLongestName)
        automaton.set_state_name(node, to_string(nodes.formula(node)));
      std::map<std::pair<std::uint32_t, MarkSet>, Bdd> labels;
      for (const LetterClass& letters : letter_classes(bdds, nodes.function(node))) {
        if (++classes > options.max_letter_classes)
          return Diagnostic{.message = "the automaton takes too long to build as a whole"};
        const auto [entry, is_new] = known.try_emplace(letters.rest.id);
        if (is_new) entry->second = nodes.successors(letters.rest);
        for (const CouvreurNodes::Successor& successor : entry->second) {
          Bdd& label = labels.try_emplace({successor.node, successor.marks}, kBddFalse).first->second;
          label = bdds.disjoin(label, letters.label);
        }
      }
      std::vector<Automaton::Edge>& edges = automaton.edges(node);
      for (const auto& [target, label] : labels) edges.push_back({label, target.second, target.first});
    }
    automaton.add_initial(nodes.initial());
    return automaton;
  } catch (const BddLimitReached& limit) {
    return Diagnostic{.message = limit.what()};
  }
}

}  // namespace weir
