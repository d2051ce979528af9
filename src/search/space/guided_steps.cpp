// SPDX-License-Identifier: Apache-2.0
#include "search/space/guided_steps.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>
#include <utility>

#include "automaton/analysis/scc_info.h"
#include "automaton/automaton.h"
#include "automaton/limits.h"
#include "base/assert.h"
#include "reduction/sample_budget.h"

namespace weir {

namespace {
/// A state whose edges need more cubes is not reduced.
constexpr std::size_t kMostCubes = 64;
/// Choices of literals tried in one state.
constexpr std::size_t kAttempts = 4;
/// A set that leads towards a goal may spare whole parts of the model, so more work is worth while.
constexpr StubbornClosure::Work kWork{.state = 6000, .step = 64};

Letter bit_of(std::size_t i) { return Letter{1} << i; }

/// Whether the state can wait on this self-loop: for ever is too long, and how long does not matter. In a component
/// with accepting cycles, all these self-loops have the same marks, none if possible.
class Loops {
 public:
  Loops(const Automaton& automaton, Automaton::State state, bool rejecting) : rejecting_(rejecting) {
    for (const Automaton::Edge& edge : automaton.edges(state)) {
      if (edge.destination != state || automaton.acceptance().accepts(edge.marks)) continue;
      if (!marks_ || edge.marks == MarkSet()) marks_ = edge.marks;
    }
  }
  bool waits_on(const Automaton::Edge& edge) const { return rejecting_ || edge.marks == marks_; }

 private:
  bool rejecting_;
  std::optional<MarkSet> marks_;
};
}  // namespace

struct GuidedSteps::Scratch : StubbornClosure::Scratch {
  using StubbornClosure::Scratch::Scratch;

  std::array<std::vector<std::uint32_t>, PropertyAutomaton::kMaxAtoms> sets;
  std::array<const std::vector<std::uint32_t>*, PropertyAutomaton::kMaxAtoms> towards{};
  Letter known = 0;  ///< atoms for which `towards` is set
  std::vector<std::uint32_t> seeds;
};

GuidedSteps::GuidedSteps(const KnownTransitions& transitions, const PropertyAutomaton& automaton,
                         const AtomBinding& atoms)
    : transitions_(transitions),
      atoms_(atoms),
      closure_(transitions, StubbornClosure::Brings::Disturbed, kWork),
      id_(PropertyAutomaton::kMaxAtoms) {
  WEIR_ASSERT(automaton.whole() != nullptr && !atoms.sees_steps(), "the automaton is complete and reads states");
  for (const AtomBinding::Bound& atom : atoms.states)
    id_[static_cast<std::size_t>(std::countr_zero(atom.bit))] = atom.id;
  for (auto& by_value : turning_) by_value.resize(PropertyAutomaton::kMaxAtoms);
  const Automaton& whole = *automaton.whole();
  BddManager& bdds = whole.bdds();
  std::vector<std::size_t> bit(whole.space().size(), 0);
  for (std::size_t i = 0; i < whole.atoms().size(); ++i) bit[whole.atoms()[i]] = i;
  const SccInfo info = scc_info(whole);
  waiting_.resize(whole.state_count());
  std::map<Bdd, std::shared_ptr<const std::vector<bool>>> unsafe;  // by the letters of self-loops
  for (Automaton::State q = 0; q < whole.state_count(); ++q) {
    if (info.component[q] == SccInfo::kNone) continue;
    const Loops loops(whole, q, !info.components[info.component[q]].accepting);
    Bdd stay = kBddFalse, leave = kBddFalse, fail = kBddFalse;
    for (const Automaton::Edge& edge : whole.edges(q)) {
      Bdd& letters = edge.destination == q && loops.waits_on(edge) ? stay : leave;
      letters = bdds.disjoin(letters, edge.label);
      if (edge.destination != q && automaton.strength_at(edge.destination) == ComponentStrength::Terminal)
        fail = bdds.disjoin(fail, edge.label);
    }
    if (leave == kBddTrue || stay == kBddFalse) continue;
    const auto cover = bounded([&] { return bdds.irredundant_cover(leave, kMostCubes); });
    if (!cover) continue;
    Waiting waiting;
    for (const weir::Cube& literals : *cover) {
      Cube cube;
      for (const auto& [variable, value] : literals) {
        cube.mask |= bit_of(bit[variable]);
        if (value) cube.value |= bit_of(bit[variable]);
      }
      waiting.goal.push_back(cube);
      find_turning(cube.mask);
    }
    stay = bdds.disjoin(stay, fail);
    auto [known, fresh] = unsafe.try_emplace(stay);
    if (fresh) known->second = unsafe_for(whole, stay);
    waiting.unsafe = known->second;
    waiting_[q] = std::move(waiting);
  }
}

GuidedSteps::~GuidedSteps() = default;

bool GuidedSteps::applies() const {
  return std::any_of(waiting_.begin(), waiting_.end(), [](const auto& waiting) { return waiting.has_value(); });
}

/// Finds the transitions that turn these atoms, unless they are known.
void GuidedSteps::find_turning(Letter atoms) {
  for (const AtomBinding::Bound& atom : atoms_.states) {
    if ((atoms & atom.bit) == 0) continue;
    const auto i = static_cast<std::size_t>(std::countr_zero(atom.bit));
    if (!turning_[0][i].empty() || !turning_[1][i].empty()) continue;
    for (std::uint32_t t = 0; t < closure_.transition_count(); ++t)
      for (const bool value : {false, true})
        if (transitions_.turns(t, atom.id, value)) turning_[value][i].push_back(t);
  }
}

std::shared_ptr<const std::vector<bool>> GuidedSteps::unsafe_for(const Automaton& automaton, Bdd stay) {
  BddManager& bdds = automaton.bdds();
  auto unsafe = std::make_shared<std::vector<bool>>(closure_.transition_count(), false);
  for (std::size_t i = 0; i < automaton.atoms().size(); ++i)
    if (atoms_.dead == bit_of(i)) stay = bdds.cofactor(stay, automaton.atoms()[i], false);
  for (std::size_t i = 0; i < automaton.atoms().size(); ++i) {
    if (!id_[i]) continue;
    const Bdd values[2] = {bdds.cofactor(stay, automaton.atoms()[i], false),
                           bdds.cofactor(stay, automaton.atoms()[i], true)};
    for (const bool value : {false, true}) {
      if (bdds.implies(values[!value], values[value])) continue;
      find_turning(bit_of(i));
      for (const std::uint32_t t : turning_[value][i]) (*unsafe)[t] = true;
    }
  }
  return unsafe;
}

/// Transitions of which one must fire before the atom has the other value.
const std::vector<std::uint32_t>& GuidedSteps::towards(std::size_t bit, Letter letter, StateView state,
                                                       Scratch& scratch) const {
  if ((scratch.known & bit_of(bit)) != 0) return *scratch.towards[bit];
  scratch.known |= bit_of(bit);
  std::vector<std::uint32_t>& set = scratch.sets[bit];
  set.clear();
  scratch.towards[bit] = &set;
  const bool value = (letter & bit_of(bit)) == 0;
  if (bit_of(bit) == atoms_.dead) {
    // Of the enabled transitions, the one with the fewest conflicts.
    for (const std::uint32_t t : scratch.possible) {
      scratch.more.assign(1, t);
      transitions_.conflicting(t, scratch.more);
      if (set.empty() || scratch.more.size() < set.size()) set = scratch.more;
    }
  } else if (!transitions_.towards(*id_[bit], value, state, set)) {
    scratch.towards[bit] = &turning_[value][bit];
  }
  return *scratch.towards[bit];
}

/// Of each cube chooses a literal that is false; the attempts prefer literals with few transitions in turn. Returns
/// false if there is no further choice.
bool GuidedSteps::collect_seeds(const Waiting& waiting, Letter letter, StateView state, std::size_t attempt,
                                Scratch& scratch) const {
  Letter chosen = 0;
  for (const Cube& cube : waiting.goal)
    if (const Letter wrong = cube.wrong(letter); std::has_single_bit(wrong)) chosen |= wrong;
  bool choice = attempt == 0;
  for (const Cube& cube : waiting.goal) {
    const Letter wrong = cube.wrong(letter);
    if ((wrong & chosen) != 0) continue;
    std::array<std::pair<std::size_t, std::size_t>, PropertyAutomaton::kMaxAtoms> by_size;
    std::size_t count = 0;
    for (Letter rest = wrong; rest != 0; rest &= rest - 1) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(rest));
      by_size[count++] = {towards(bit, letter, state, scratch).size(), bit};
    }
    std::sort(by_size.begin(), by_size.begin() + static_cast<std::ptrdiff_t>(count));
    choice = choice || attempt < count;
    chosen |= bit_of(by_size[std::min(attempt, count - 1)].second);
  }
  scratch.seeds.clear();
  for (; chosen != 0; chosen &= chosen - 1) {
    const auto& set = towards(static_cast<std::size_t>(std::countr_zero(chosen)), letter, state, scratch);
    scratch.seeds.insert(scratch.seeds.end(), set.begin(), set.end());
  }
  return choice;
}

void GuidedSteps::reduce(std::uint32_t automaton_state, Letter letter, StateView state, SuccessorBuffer& steps) const {
  if (!waiting_[automaton_state]) return;
  const Waiting& waiting = *waiting_[automaton_state];
  for (const Cube& cube : waiting.goal)
    if (cube.wrong(letter) == 0) return;
  const Pool::Lease lease(pool_, [this] { return new Scratch(closure_.transition_count()); });
  Scratch& scratch = *lease;
  scratch.known = 0;
  std::size_t least = steps.size();
  if (closure_.enter(steps, scratch) == StubbornClosure::Entered::Ready) {
    for (std::size_t attempt = 0; attempt < kAttempts && least > 0; ++attempt) {
      if (!collect_seeds(waiting, letter, state, attempt, scratch)) break;
      least = closure_.improve(scratch.seeds, *waiting.unsafe, state, least, scratch);
    }
  }
  closure_.leave(scratch);
  if (least == steps.size()) return;
  for (const std::uint32_t t : scratch.best) scratch.steps[t] = 1;
  steps.keep_if([&](const Step& step) { return scratch.steps[transitions_.transition_of(step)] != 0; });
  for (const std::uint32_t t : scratch.best) scratch.steps[t] = 0;
}

double GuidedSteps::explored_share(const TransitionSystem& system, PropertyAutomaton& automaton) const {
  constexpr std::size_t kStates = 400;
  using Pair = std::pair<std::vector<std::byte>, std::uint32_t>;
  std::set<Pair> seen;
  std::vector<Pair> states;  // in order of discovery, breadth-first
  const auto arrive = [&](StateView model, std::uint32_t q) {
    Pair state{{model.begin(), model.end()}, q};
    if (seen.size() < kStates && seen.insert(state).second) states.push_back(std::move(state));
  };
  SuccessorBuffer steps;
  system.initial_states(steps);
  for (std::size_t i = 0; i < steps.size(); ++i) arrive(steps.state(i), automaton.initial());
  std::size_t possible = 1, explored = 1;
  SampleBudget budget;
  for (std::size_t next = 0; next < states.size() && budget.is_left(); ++next) {
    const auto [model, q] = states[next];
    if (automaton.strength_at(q) == ComponentStrength::Terminal) continue;
    steps.clear();
    system.successors(model, steps);
    budget.spend(steps);
    const Letter letter = atoms_.letter_of_state(system, model).letter;
    if (steps.empty() || automaton.edges(q, letter).empty()) continue;
    possible += steps.size();
    reduce(q, letter, model, steps);
    explored += steps.size();
    for (const PropertyAutomaton::Edge& edge : automaton.edges(q, letter))
      for (std::size_t i = 0; i < steps.size(); ++i) arrive(steps.state(i), edge.destination);
  }
  return static_cast<double>(explored) / static_cast<double>(possible);
}

}  // namespace weir
