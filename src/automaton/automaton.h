// SPDX-License-Identifier: Apache-2.0
// Automaton: the explicit automaton type of weir. Edges carry a label (a set of letters, as a BDD over the atoms of a
// shared AtomSpace) and acceptance marks. The acceptance condition is any Emerson–Lei formula over the marks, so Büchi,
// generalised Büchi, co-Büchi, Rabin, Streett, parity and Muller-like conditions share one type.
//
//     Automaton a(space);                       // GF p
//     const auto s = a.add_state();
//     a.add_initial(s);
//     a.set_acceptance(1, Acceptance::inf(0));
//     a.add_edge(s, p, MarkSet::single(0), s);
//     a.add_edge(s, space->bdds.negate(p), {}, s);
//
// On finite words (words() == Words::Finite) marks and acceptance are ignored; a word is accepted if a run ends in a
// state with accepts_end(). An automaton may have several initial states, or none (empty language). Properties such as
// determinism are computed on demand by the functions below, never stored.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "automaton/acceptance.h"
#include "automaton/atom_space.h"
#include "automaton/bdd.h"
#include "automaton/marks.h"

namespace weir {

enum class Words : std::uint8_t { Infinite, Finite };

class Automaton {
 public:
  using State = std::uint32_t;

  struct Edge {
    Bdd label;
    MarkSet marks;
    State destination = 0;
    friend bool operator==(const Edge&, const Edge&) = default;
  };

  explicit Automaton(AtomSpacePtr space, Words words = Words::Infinite) : space_(std::move(space)), words_(words) {}
  /// An automaton without states, with the same space, words, declared atoms and acceptance.
  static Automaton like(const Automaton& other);

  AtomSpace& space() const { return *space_; }
  BddManager& bdds() const { return space_->bdds; }
  Meter& meter() const { return space_->bdds.meter(); }
  const AtomSpacePtr& space_pointer() const { return space_; }
  Words words() const { return words_; }

  State add_state();
  void add_states(std::uint32_t count);
  std::uint32_t state_count() const { return static_cast<std::uint32_t>(states_.size()); }
  std::size_t edge_count() const;

  /// Adds an edge; an unsatisfiable label is ignored.
  void add_edge(State from, Bdd label, MarkSet marks, State to);
  std::span<const Edge> edges(State state) const { return states_[state].edges; }
  std::vector<Edge>& edges(State state) { return states_[state].edges; }

  void add_initial(State state);
  void set_initials(std::vector<State> states) { initials_ = std::move(states); }
  const std::vector<State>& initials() const { return initials_; }

  /// Marks are 0 .. mark_count-1, whether or not the condition uses them.
  void set_acceptance(std::uint32_t mark_count, Acceptance acceptance);
  const Acceptance& acceptance() const { return acceptance_; }
  std::uint32_t mark_count() const { return mark_count_; }

  bool accepts_end(State state) const { return states_[state].accepts_end; }
  void set_accepts_end(State state, bool value) { states_[state].accepts_end = value; }

  const std::string& state_name(State state) const { return states_[state].name; }  ///< may be empty
  void set_state_name(State state, std::string name) { states_[state].name = std::move(name); }
  const std::string& name() const { return name_; }  ///< e.g. the formula; may be empty
  void set_name(std::string name) { name_ = std::move(name); }

  /// The declared atoms, as variables in the order of declaration. After declare_support(), labels may use only
  /// declared atoms.
  const std::vector<std::uint32_t>& atoms() const { return atoms_; }
  void declare_atom(std::uint32_t variable);
  /// The declared atoms and all other atoms that labels depend on, sorted by variable.
  std::vector<std::uint32_t> used_atoms() const;
  /// Declares the used atoms.
  void declare_support() { atoms_ = used_atoms(); }

 private:
  struct StateData {
    std::vector<Edge> edges;
    std::string name;
    bool accepts_end = false;
  };

  AtomSpacePtr space_;
  Words words_;
  std::vector<StateData> states_;
  std::vector<State> initials_;
  Acceptance acceptance_;
  std::uint32_t mark_count_ = 0;
  std::vector<std::uint32_t> atoms_;
  std::string name_;
};

/// Returns whether there is at most one initial state, and no letter satisfies two edges of a state.
bool is_deterministic(const Automaton& automaton);
/// Returns whether there is an initial state, and every letter satisfies an edge of every state.
bool is_complete(const Automaton& automaton);
/// Computes both together, in half the time.
struct LetterFacts {
  bool deterministic = false;
  bool complete = false;
};
LetterFacts letter_facts(const Automaton& automaton);
/// The letters that satisfy some edge of the state.
Bdd letters_of_state(const Automaton& automaton, Automaton::State state);
/// Returns whether all edges of each state carry the same marks.
bool has_state_marks(const Automaton& automaton);

/// Joins edges that differ only in their label, and sorts edges by destination and marks.
void merge_edges(Automaton& automaton);
/// Returns an automaton of the same language with exactly one initial state. If there is one already, nothing changes.
/// If there are several, a new state is added, or one of them is reused if it has no incoming edge. If there is none, a
/// state without edges is added.
Automaton with_single_initial(const Automaton& automaton);
/// Returns a complete automaton of the same language. Adds a sink if needed and, if every run is accepting, a mark that
/// lets the sink reject.
Automaton completed(const Automaton& automaton);

}  // namespace weir
