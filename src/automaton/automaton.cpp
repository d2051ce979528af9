// SPDX-License-Identifier: Apache-2.0
#include "automaton/automaton.h"

#include <algorithm>
#include <tuple>

#include "base/assert.h"

namespace weir {

Automaton Automaton::like(const Automaton& other) {
  Automaton result(other.space_, other.words_);
  result.acceptance_ = other.acceptance_;
  result.mark_count_ = other.mark_count_;
  result.atoms_ = other.atoms_;
  result.name_ = other.name_;
  return result;
}

Automaton::State Automaton::add_state() {
  meter().allocate(sizeof(StateData));
  states_.emplace_back();
  return state_count() - 1;
}

void Automaton::add_states(std::uint32_t count) {
  meter().allocate(count * sizeof(StateData));
  states_.resize(states_.size() + count);
}

std::size_t Automaton::edge_count() const {
  std::size_t count = 0;
  for (const StateData& state : states_) count += state.edges.size();
  return count;
}

void Automaton::add_edge(State from, Bdd label, MarkSet marks, State to) {
  WEIR_ASSERT(from < state_count() && to < state_count(), "an edge joins existing states");
  if (label == kBddFalse) return;
  std::vector<Edge>& edges = states_[from].edges;
  meter().step();
  if (edges.size() == edges.capacity()) meter().allocate((edges.size() + 1) * sizeof(Edge));
  edges.push_back({label, marks, to});
}

void Automaton::add_initial(State state) {
  WEIR_ASSERT(state < state_count(), "an initial state exists");
  if (std::find(initials_.begin(), initials_.end(), state) == initials_.end()) initials_.push_back(state);
}

void Automaton::set_acceptance(std::uint32_t mark_count, Acceptance acceptance) {
  WEIR_ASSERT(mark_count <= MarkSet::kCapacity && MarkSet::first(mark_count).includes(acceptance.marks()),
              "an acceptance condition speaks of existing marks");
  mark_count_ = mark_count;
  acceptance_ = std::move(acceptance);
}

void Automaton::declare_atom(std::uint32_t variable) {
  if (std::find(atoms_.begin(), atoms_.end(), variable) == atoms_.end()) atoms_.push_back(variable);
}

std::vector<std::uint32_t> Automaton::used_atoms() const {
  std::vector<Bdd> labels;
  for (const StateData& state : states_)
    for (const Edge& edge : state.edges) labels.push_back(edge.label);
  std::sort(labels.begin(), labels.end());
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  std::vector<std::uint32_t> used = atoms_;
  for (const std::uint32_t variable : bdds().support(labels))
    if (std::find(atoms_.begin(), atoms_.end(), variable) == atoms_.end()) used.push_back(variable);
  return used;
}

namespace {

struct JoinedLabels {
  Bdd letters = kBddFalse;
  bool disjoint = true;
};

/// The union of labels, joined in pairs: neighbouring labels are similar, so intermediate results stay small.
JoinedLabels joined_labels(BddManager& bdds, std::span<const Automaton::Edge> edges) {
  JoinedLabels result;
  std::vector<Bdd> parts;
  parts.reserve(edges.size());
  for (const Automaton::Edge& edge : edges) parts.push_back(edge.label);
  while (parts.size() > 1) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < parts.size(); i += 2) {
      Bdd joined = parts[i];
      if (i + 1 < parts.size()) {
        result.disjoint = result.disjoint && bdds.disjoint(joined, parts[i + 1]);
        joined = bdds.disjoin(joined, parts[i + 1]);
      }
      parts[kept++] = joined;
    }
    parts.resize(kept);
  }
  if (!parts.empty()) result.letters = parts.front();
  return result;
}

}  // namespace

Bdd letters_of_state(const Automaton& automaton, Automaton::State state) {
  return joined_labels(automaton.bdds(), automaton.edges(state)).letters;
}

LetterFacts letter_facts(const Automaton& automaton) {
  LetterFacts facts{automaton.initials().size() <= 1, !automaton.initials().empty()};
  for (Automaton::State s = 0; s < automaton.state_count() && (facts.deterministic || facts.complete); ++s) {
    const JoinedLabels joined = joined_labels(automaton.bdds(), automaton.edges(s));
    facts.deterministic = facts.deterministic && joined.disjoint;
    facts.complete = facts.complete && joined.letters == kBddTrue;
  }
  return facts;
}

bool is_deterministic(const Automaton& automaton) {
  if (automaton.initials().size() > 1) return false;
  for (Automaton::State s = 0; s < automaton.state_count(); ++s)
    if (!joined_labels(automaton.bdds(), automaton.edges(s)).disjoint) return false;
  return true;
}

bool is_complete(const Automaton& automaton) {
  if (automaton.initials().empty()) return false;
  for (Automaton::State s = 0; s < automaton.state_count(); ++s)
    if (letters_of_state(automaton, s) != kBddTrue) return false;
  return true;
}

bool has_state_marks(const Automaton& automaton) {
  for (Automaton::State s = 0; s < automaton.state_count(); ++s)
    for (const Automaton::Edge& edge : automaton.edges(s))
      if (edge.marks != automaton.edges(s).front().marks) return false;
  return true;
}

void merge_edges(Automaton& automaton) {
  BddManager& bdds = automaton.bdds();
  for (Automaton::State s = 0; s < automaton.state_count(); ++s) {
    std::vector<Automaton::Edge>& edges = automaton.edges(s);
    automaton.meter().steps(edges.size() + 1);
    std::sort(edges.begin(), edges.end(), [](const Automaton::Edge& a, const Automaton::Edge& b) {
      return std::tuple(a.destination, a.marks, a.label) < std::tuple(b.destination, b.marks, b.label);
    });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (kept > 0 && edges[kept - 1].destination == edges[i].destination && edges[kept - 1].marks == edges[i].marks)
        edges[kept - 1].label = bdds.disjoin(edges[kept - 1].label, edges[i].label);
      else
        edges[kept++] = edges[i];
    }
    edges.resize(kept);
  }
}

Automaton with_single_initial(const Automaton& automaton) {
  Automaton result = automaton;
  if (automaton.initials().size() == 1) return result;
  if (automaton.initials().empty()) {
    result.add_initial(result.add_state());
    return result;
  }
  std::vector<bool> entered(automaton.state_count(), false);
  for (Automaton::State s = 0; s < automaton.state_count(); ++s)
    for (const Automaton::Edge& edge : automaton.edges(s)) entered[edge.destination] = true;
  const std::vector<Automaton::State>& old = automaton.initials();
  const auto reusable = std::find_if(old.begin(), old.end(), [&](Automaton::State s) { return !entered[s]; });
  const Automaton::State start = reusable != old.end() ? *reusable : result.add_state();
  for (const Automaton::State s : old) {
    if (s == start) continue;
    const std::vector<Automaton::Edge> edges(automaton.edges(s).begin(), automaton.edges(s).end());
    result.edges(start).insert(result.edges(start).end(), edges.begin(), edges.end());
    if (automaton.accepts_end(s)) result.set_accepts_end(start, true);
  }
  result.set_initials({start});
  merge_edges(result);
  return result;
}

namespace {

/// Marks for a sink's loop that make it reject. Adds a mark to the condition if no set of marks rejects.
MarkSet rejecting_marks(Automaton& automaton) {
  const Acceptance& acceptance = automaton.acceptance();
  if (!acceptance.accepts(MarkSet())) return {};
  const MarkSet all = acceptance.marks();
  if (!acceptance.accepts(all)) return all;
  // Few marks: try all sets.
  if (all.count() <= 16) {
    for (std::uint64_t bits = all.bits(); bits != 0; bits = (bits - 1) & all.bits())
      if (!acceptance.accepts(MarkSet(bits))) return MarkSet(bits);
  }
  const std::uint32_t fresh = automaton.mark_count();
  if (fresh >= MarkSet::kCapacity) too_large("no acceptance set is left for the sink");
  automaton.set_acceptance(fresh + 1, Acceptance::conjunction({acceptance, Acceptance::fin(fresh)}));
  return MarkSet::single(fresh);
}

}  // namespace

Automaton completed(const Automaton& automaton) {
  Automaton result = with_single_initial(automaton);
  BddManager& bdds = result.bdds();
  const Automaton::State old_states = result.state_count();
  bool has_sink = false;
  Automaton::State sink = 0;
  MarkSet sink_marks;
  const auto make_sink = [&] {
    if (result.words() == Words::Infinite) sink_marks = rejecting_marks(result);
    sink = result.add_state();
    result.add_edge(sink, kBddTrue, sink_marks, sink);
    has_sink = true;
  };
  for (Automaton::State s = 0; s < old_states; ++s) {
    const Bdd seen = letters_of_state(result, s);
    if (seen == kBddTrue) continue;
    if (!has_sink) make_sink();
    result.add_edge(s, bdds.negate(seen), sink_marks, sink);
  }
  return result;
}

}  // namespace weir
