// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/structure/net_structure.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "frontend/pnml/structure/rules.h"

namespace weir::pnml {
namespace {

struct Row {
  StructuralRule rule;
  std::uint64_t (*apply)(WorkingNet&);
};
/// In the order of application: first what makes the net smaller for the others.
constexpr Row kRules[] = {
    {StructuralRule::Dead, remove_dead_transitions},
    {StructuralRule::Constant, remove_constant_places},
    {StructuralRule::Sink, remove_sink_places},
    {StructuralRule::Useless, remove_useless_transitions},
    {StructuralRule::Cone, remove_outside_cone},
    {StructuralRule::Scaled, divide_places},
    {StructuralRule::Implied, remove_implied_places},
    {StructuralRule::Dominated, remove_dominated_transitions},
    {StructuralRule::PostAgglomeration, agglomerate_post},
    {StructuralRule::PreAgglomeration, agglomerate_pre},
    {StructuralRule::FreeAgglomeration, agglomerate_freely},
};

constexpr StructuralRules all_of(std::initializer_list<StructuralRule> rules) {
  StructuralRules set = 0;
  for (const StructuralRule rule : rules) set |= only(rule);
  return set;
}

/// What they remove does not depend on the question, as long as it does not name single transitions.
constexpr StructuralRules kForEveryQuestion =
    all_of({StructuralRule::Dead, StructuralRule::Constant, StructuralRule::Dominated});
/// Places, transitions and arcs. A larger net is not reduced for each question: that would take longer than most
/// questions do.
constexpr std::size_t kLargeNet = 1'000'000;

/// The rules that keep what is observed.
StructuralRules sound_rules(const ObservedStructure& observed) {
  StructuralRules rules = kAllStructuralRules;
  if (observed.steps) rules &= ~only(StructuralRule::PostAgglomeration);
  // Before a deadlock, transitions that were postponed for ever or have no influence may still fire.
  if (observed.steps || observed.moment_of_deadlock)
    rules &= ~all_of({StructuralRule::PreAgglomeration, StructuralRule::Cone});
  // What is left out could have gone on for ever, or to a deadlock.
  if (!observed.beginnings_only) rules &= ~all_of({StructuralRule::FreeAgglomeration, StructuralRule::Useless});
  return rules;
}

void apply_rules(WorkingNet& net, StructuralRules rules, RuleCounts& counts) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Row& row : kRules) {
      if ((rules & only(row.rule)) == 0) continue;
      if (!net.spend(0)) return;
      const std::uint64_t applied = row.apply(net);
      counts[static_cast<std::size_t>(row.rule)] += applied;
      changed = changed || applied > 0;
    }
  }
}

/// Numbers transitions by the observed events that they are.
void set_kinds(const NetSystem& model, const std::vector<std::uint32_t>& events, WorkingNet& net) {
  if (events.empty()) return;
  std::vector<std::vector<std::uint32_t>> events_of(model.net().transitions.size());
  for (const std::uint32_t event : events)
    for (const std::uint32_t t : model.event_atoms()[event]) events_of[t].push_back(event);
  std::map<std::vector<std::uint32_t>, std::uint32_t> kinds;
  for (std::uint32_t t = 0; t < events_of.size(); ++t)
    net.set_kind(t, kinds.emplace(events_of[t], static_cast<std::uint32_t>(kinds.size())).first->second);
}

/// The places that decide the value of an atom.
template <class Use>
void for_each_place(const NetSystem& model, const NetAtom& atom, const Use& use) {
  for (const NetAtom::Term& term : atom.terms) use(term.place);
  for (const std::uint32_t t : atom.transitions)
    for (const Arc& arc : model.net().transitions[t].inputs) use(arc.place);
}

/// Writes the net that is left, and the atoms about it.
class Writer {
 public:
  Writer(const NetSystem& model, const ObservedStructure& observed, const WorkingNet& net,
         const std::unordered_map<std::uint32_t, std::uint32_t>& watched)
      : model_(model), observed_(observed), net_(net), watched_(watched), number_(net.places().size(), 0) {}

  std::unique_ptr<NetSystem> written(std::vector<std::uint32_t>& recipes) {
    Net net;
    for (std::size_t p = 0; p < number_.size(); ++p) {
      if (!net_.places()[p].left) continue;
      number_[p] = static_cast<std::uint32_t>(net.places.size());
      net.places.push_back({{}, {}, net_.places()[p].initial});
    }
    for (const WorkingNet::Transition& transition : net_.transitions()) {
      if (!transition.left) continue;
      net.transitions.push_back({{}, {}, renumbered(transition.in), renumbered(transition.out)});
      recipes.push_back(transition.recipe);
    }
    std::vector<NetAtom> states(model_.state_atoms().size());
    for (const std::uint32_t atom : observed_.states) states[atom] = rewritten(model_.state_atoms()[atom]);
    std::vector<std::vector<std::uint32_t>> events(model_.event_atoms().size());
    // If events are observed, no transition stands for a sequence: its recipe is the number of the original.
    for (const std::uint32_t event : observed_.events) {
      const std::vector<std::uint32_t>& meant = model_.event_atoms()[event];
      for (std::uint32_t t = 0; t < recipes.size(); ++t)
        if (std::binary_search(meant.begin(), meant.end(), recipes[t])) events[event].push_back(t);
    }
    return std::make_unique<NetSystem>(std::move(net), std::move(states), std::move(events), model_);
  }

 private:
  std::vector<Arc> renumbered(std::vector<Arc> arcs) const {
    for (Arc& arc : arcs) arc.place = number_[arc.place];
    return arcs;
  }

  NetAtom rewritten(NetAtom atom) const {
    if (atom.kind == NetAtom::Kind::Fireable) return with_presets(std::move(atom));
    std::vector<NetAtom::Term> terms;
    for (const NetAtom::Term& term : atom.terms) {
      const WorkingNet::Place& place = net_.places()[term.place];
      if (place.left)
        terms.push_back({number_[term.place], term.factor});
      else  // a counted place is only removed if it is constant
        atom.constant += static_cast<NetAtom::Wide>(place.initial) * term.factor;
    }
    atom.terms = std::move(terms);
    return atom;
  }

  NetAtom with_presets(NetAtom atom) const {
    std::set<std::uint32_t> places;
    for (const std::uint32_t t : atom.transitions) {
      const WorkingNet::Watched& watched = net_.watched()[watched_.at(t)];
      if (watched.never) continue;
      atom.presets.push_back(renumbered(watched.needs));
      for (const Arc& arc : atom.presets.back()) places.insert(arc.place);
    }
    atom.transitions.clear();
    atom.terms.clear();
    for (const std::uint32_t place : places) atom.terms.push_back({place, 1});
    return atom;
  }

  const NetSystem& model_;
  const ObservedStructure& observed_;
  const WorkingNet& net_;
  const std::unordered_map<std::uint32_t, std::uint32_t>& watched_;
  std::vector<std::uint32_t> number_;  ///< of places in the new net
};

}  // namespace

PreparedNet::PreparedNet(const NetSystem& model, StructuralRules rules, const StopFlag* stop) : net(model.net()) {
  net.obey(stop);
  apply_rules(net, rules & kForEveryQuestion, counts);
}

std::size_t PreparedNet::size() const {
  const auto left = [](const auto& nodes) {
    return static_cast<std::size_t>(
        std::count_if(nodes.begin(), nodes.end(), [](const auto& node) { return node.left; }));
  };
  return left(net.places()) + left(net.transitions()) + net.arcs();
}

SimplerNet::SimplerNet(const NetSystem& model, const ObservedStructure& observed, StructuralRules rules,
                       PreparedNet prepared)
    : model_(model),
      beginnings_only_(observed.beginnings_only),
      net_(std::move(prepared.net)),
      counts_(prepared.counts) {
  net_.obey(model.limits().stop);
  std::unordered_map<std::uint32_t, std::uint32_t> watched;
  for (const std::uint32_t state : observed.states) {
    const NetAtom& atom = model.state_atoms()[state];
    for (const NetAtom::Term& term : atom.terms)
      if (atom.kind == NetAtom::Kind::Compare) net_.count(term.place);
    for (const std::uint32_t t : atom.transitions)
      if (!watched.contains(t)) watched.emplace(t, net_.watch(model.net().transitions[t]));
  }
  set_kinds(model, observed.events, net_);
  if (observed.moment_of_deadlock) net_.begin_as_given();
  apply_rules(net_, rules & sound_rules(observed), counts_);
  system_ = Writer(model, observed, net_, watched).written(recipes_);
}

bool SimplerNet::differs() const {
  return std::any_of(counts_.begin(), counts_.end(), [](std::uint64_t count) { return count > 0; });
}

/// Follows a run of the simpler net in the model.
class SimplerNet::Refinement {
 public:
  explicit Refinement(const SimplerNet& owner) : owner_(owner) {}

  std::optional<Run> of(const Run& run) {
    Run result;
    if (run.size() == 0) return result;
    SuccessorBuffer initial;
    owner_.model_.initial_states(initial);
    arrive(initial.state(0));
    for (const std::uint32_t recipe : owner_.net_.fired_first())
      if (!fire(recipe)) return std::nullopt;
    for (const RunStep& from : run.prefix) {
      if (from.last) {
        if (!owner_.beginnings_only_ && is_deadlock(from.state) && !run_out()) return std::nullopt;
        return finite(from);
      }
      if (from.stutters && goes_on()) return ended_behind(from);
      if (!advance(from)) return std::nullopt;
    }
    if (run.cycle.front().stutters && goes_on()) return ended_behind(run.cycle.front());
    if (run.cycle.front().stutters && !run_out()) return std::nullopt;
    const auto begin = static_cast<std::ptrdiff_t>(steps_.size() - 1);
    for (const RunStep& from : run.cycle)
      if (!advance(from)) return std::nullopt;
    std::vector<std::byte> end = std::move(steps_.back().state);
    steps_.pop_back();
    result.prefix.assign(steps_.begin(), steps_.begin() + begin);
    result.cycle.assign(steps_.begin() + begin, steps_.end());
    // Places that nothing needs may have got tokens.
    if (end != result.cycle.front().state) result.returns_to = std::move(end);
    return result;
  }

 private:
  void arrive(StateView state) {
    steps_.emplace_back();
    steps_.back().state.assign(state.begin(), state.end());
  }

  Run finite(const RunStep& last) {
    steps_.back().automaton_state = last.automaton_state;
    steps_.back().last = true;
    Run result;
    result.prefix = std::move(steps_);
    return result;
  }

  /// Whether the simpler net is in a deadlock that the model need not reach: any step may follow.
  bool goes_on() {
    if (!owner_.beginnings_only_) return false;
    successors_.clear();
    owner_.model_.successors(steps_.back().state, successors_);
    return !successors_.empty() && !owner_.model_.limits().stopped();
  }
  Run ended_behind(const RunStep& from) {
    steps_.back().automaton_state = from.automaton_state;
    take(0);
    return finite(from);
  }

  bool is_deadlock(StateView simpler_state) {
    successors_.clear();
    owner_.system_->successors(simpler_state, successors_);
    return successors_.empty();
  }

  bool advance(const RunStep& from) {
    if (from.stutters) {
      if (!run_out()) return false;
      RunStep again = steps_.back();
      steps_.back().automaton_state = from.automaton_state;
      steps_.back().stutters = true;
      steps_.push_back(std::move(again));
      return true;
    }
    steps_.back().automaton_state = from.automaton_state;
    return fire(owner_.recipes_[from.step.transition]);
  }

  bool fire(std::uint32_t recipe) {
    sequence_.clear();
    owner_.net_.expand(recipe, sequence_);
    for (const std::uint32_t t : sequence_) {
      successors_.clear();
      if (owner_.model_.limits().stopped() || !owner_.model_.fire(t, steps_.back().state, successors_)) return false;
      take(0);
    }
    return true;
  }

  /// In a deadlock of the simpler net, fires what was postponed for ever until the model is in a deadlock, too.
  bool run_out() {
    while (true) {
      successors_.clear();
      owner_.model_.successors(steps_.back().state, successors_);
      if (owner_.model_.limits().stopped()) return false;
      if (successors_.empty()) return true;
      take(0);
    }
  }

  void take(std::size_t successor) {
    steps_.back().step = successors_.step(successor);
    arrive(successors_.state(successor));
  }

  const SimplerNet& owner_;
  std::vector<RunStep> steps_;  ///< the last one is the current state of the model
  std::vector<std::uint32_t> sequence_;
  SuccessorBuffer successors_;
};

std::optional<Run> SimplerNet::refine(const Run& run) const { return Refinement(*this).of(run); }

std::string NetStructure::obstacle() const {
  return model_.is_small() ? "" : "token counts may come near their limit, where firing is a run-time error";
}

PreparedNet* NetStructure::prepared() const {
  if (prepared_ != nullptr) return prepared_.get();
  // Later questions use what is prepared for this one, so it may take longer than the share of this one.
  const StopFlag* stop = model_.limits().stop;
  const StopFlag* whole = stop != nullptr ? &stop->whole() : nullptr;
  auto prepared = std::make_unique<PreparedNet>(model_, kAllStructuralRules, whole);
  if (prepared->net.stopped()) return nullptr;
  prepared->net.obey(nullptr);
  prepared_ = std::move(prepared);
  return prepared_.get();
}

bool NetStructure::always_ends() const {
  if (!model_.is_small()) return false;
  if (!always_ends_ && prepared() != nullptr) always_ends_ = pnml::always_ends(prepared_->net);
  return always_ends_.value_or(false);
}

std::unique_ptr<SimplerModel> NetStructure::simplified(const ObservedStructure& observed) const {
  if (!model_.is_small()) return nullptr;
  const StopFlag* stop = model_.limits().stop;
  if (prepared() == nullptr || prepared_->size() > kLargeNet || (stop != nullptr && stop->raised())) return nullptr;
  auto simpler = SimplerNet::may_prepare(observed)
                     ? std::make_unique<SimplerNet>(model_, observed, kAllStructuralRules, *prepared_)
                     : std::make_unique<SimplerNet>(model_, observed, kAllStructuralRules);
  if (!simpler->differs() || (stop != nullptr && stop->raised())) return nullptr;
  return simpler;
}

bool NetStructure::repeats(const std::vector<std::uint32_t>& state_atoms, StateView first, StateView later) const {
  const std::vector<std::uint64_t> before = model_.decode(first), after = model_.decode(later);
  if (!std::equal(before.begin(), before.end(), after.begin(), std::less_equal<>())) return false;
  bool same = true;
  for (const std::uint32_t atom : state_atoms)
    for_each_place(model_, model_.state_atoms()[atom],
                   [&](std::uint32_t place) { same = same && before[place] == after[place]; });
  return same;
}

}  // namespace weir::pnml
