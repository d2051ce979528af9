// SPDX-License-Identifier: Apache-2.0
// GuidedSteps: partial-order reduction of a product, guided by the automaton of failing runs. After Lehmann, Lohmann,
// Wolf, "Stubborn Sets for Simple Linear Time Properties" (PETRI NETS 2012), and Jensen, Srba, Ulrik, Virenfeldt,
// "Automata-Driven Partial Order Reduction and Guided Search for LTL Model Checking" (VMCAI 2022).
//
// An automaton state q may wait on self-loops that all have the same marks if nothing is accepted that has only these
// marks infinitely often; in a component without accepting cycles, on all self-loops. An accepting run takes another
// edge at some time, and how long it waits does not matter. So while the automaton is in q, only this matters: which
// model states can be reached, through letters that let it wait, in which a letter allows another edge. That is a
// question of reachability. It needs neither stutter invariance nor a cycle proviso, and the choice depends on the
// product state alone.
//
// For (m, q), let S be the letters of the self-loops on which q waits, E those of its other edges, and F those of its
// edges to terminal states, where every run is accepted. All steps are explored unless q waits and the letter of m is
// not in E. Then those of a set T of transitions suffice, if
//   (1) T is stubborn (stubborn_closure.h);
//   (2) every run from m to a state with a letter in E has a step of T;
//   (3) no enabled transition of T can change a letter in S or F to one in neither.
// If T has no enabled transition, no run from m takes another edge, and no step is explored.
//
// Proof. The reduced product is a part of the product. Conversely, consider an accepting run of the product. Wherever
// it begins to wait, say in (m, q), let m = m0 -t1-> m1 ... -tn-> mn be its steps until it takes another edge in mn, or
// until mn is a deadlock if that comes first (the run then stays in mn for ever and takes another edge there). The
// letters of m0 ... m(n-1) are in S, and that of mn is in E. By induction on n, the reduced product has a path of n
// steps from (m, q) to (mn, q) on which q waits, or one to some (m', q) from which an edge leads to a terminal state.
// For n = 0 this is clear. If all steps of m are explored, (m1, q) is a successor. Otherwise some of the steps is in T
// by (2); let ti be the first. By (1) it is enabled in m, and ti t1 ... t(i-1) leads from m to mi, too. Between are the
// states that ti makes of m0 ... m(i-2). None of them is a deadlock, for a step follows, and by (3) their letters are
// in S or F. If all are in S, there is a way of n-1 steps from the successor of m by ti to mn. Otherwise there is a
// shorter one to the first state with a letter in F. The induction applies in both cases. Where the path ends, all
// steps are explored because the letter is in E or the state is a deadlock. So the reduced product has a run that takes
// the same other edges in the same states and waits as often in between, or one to a terminal state. The former has the
// same marks infinitely often: those of self-loops are the same, or their component is left for good. q.e.d.
//
// Atoms in E and S: (2) is met by choosing, for every cube of a sum of products of E, a literal that is false in m and
// the transitions of which one must fire before it is true (KnownTransitions::towards). `dead` is false in m; as long
// as neither an enabled transition t fires nor one in conflict with t, t remains enabled. (3) follows if S or
// F is monotone in every atom that t may make true, and antitone in every atom that t may make false; `dead` is false
// throughout.
//
// Not every letter of the model is met, so nothing follows from those that are not. Not for event atoms (steps are
// exchanged), fairness (steps are left out for ever), shortest counterexamples, nor models whose steps may fail: an
// error might be left out.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <weir/reducible.h>

#include "base/memory/scratch_pool.h"
#include "reduction/partial_order/stubborn_closure.h"
#include "search/space/atom_binding.h"

namespace weir {

class GuidedSteps {
 public:
  /// The automaton must be complete in memory (PropertyAutomaton::whole). Its letters depend on states alone.
  GuidedSteps(const KnownTransitions& transitions, const PropertyAutomaton& automaton, const AtomBinding& atoms);
  ~GuidedSteps();

  /// Whether some state of the automaton waits.
  bool applies() const;
  /// Given all steps of a model state, which is not a deadlock: removes those that need not be explored. May remove
  /// all.
  void reduce(std::uint32_t automaton_state, Letter letter, StateView state, SuccessorBuffer& steps) const;
  /// The share of steps explored in the first states: an estimate of the gain.
  double explored_share(const TransitionSystem& system, PropertyAutomaton& automaton) const;

 private:
  struct Cube {
    Letter mask = 0, value = 0;
    Letter wrong(Letter letter) const { return (letter ^ value) & mask; }
  };
  /// Of an automaton state that may wait.
  struct Waiting {
    std::vector<Cube> goal;                           ///< E
    std::shared_ptr<const std::vector<bool>> unsafe;  ///< by transition: may violate (3)
  };
  struct Scratch;
  using Pool = ScratchPool<Scratch>;

  void find_turning(Letter atoms);
  std::shared_ptr<const std::vector<bool>> unsafe_for(const class Automaton& automaton, struct Bdd stay);
  const std::vector<std::uint32_t>& towards(std::size_t bit, Letter letter, StateView state, Scratch& scratch) const;
  bool collect_seeds(const Waiting& waiting, Letter letter, StateView state, std::size_t attempt,
                     Scratch& scratch) const;

  const KnownTransitions& transitions_;
  AtomBinding atoms_;
  StubbornClosure closure_;
  std::vector<std::optional<Waiting>> waiting_;         ///< by automaton state
  std::vector<std::optional<std::uint32_t>> id_;        ///< by bit: the state atom
  std::vector<std::vector<std::uint32_t>> turning_[2];  ///< by value and bit: the transitions that may change it to it
  mutable Pool pool_;
};

}  // namespace weir
