// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/net_system.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "frontend/pnml/place_bounds.h"
#include "frontend/pnml/refutation.h"

namespace weir::pnml {
namespace {

std::vector<const std::vector<Arc>*> presets_of(const Net& net) {
  std::vector<const std::vector<Arc>*> presets;
  presets.reserve(net.transitions.size());
  for (const Transition& transition : net.transitions) presets.push_back(&transition.inputs);
  return presets;
}

}  // namespace

NetSystem::NetSystem(Net net, std::vector<NetAtom> state_atoms, std::vector<std::vector<std::uint32_t>> event_atoms,
                     const NetSystem& model)
    : NetSystem(std::move(net)) {
  limits_ = model.limits_;
  state_atoms_ = std::move(state_atoms);
  event_atoms_ = std::move(event_atoms);
  for (const NetAtom& atom : state_atoms_) index_presets(atom);
}

NetSystem::NetSystem(Net net)
    : net_(std::move(net)),
      limits_(std::make_shared<ExpansionLimits>()),
      names_(net_),
      dependence_(net_),
      layout_(place_bounds(net_)),
      presets_(presets_of(net_), net_, layout_),
      firing_(net_, layout_) {}

void NetSystem::initial_states(SuccessorBuffer& out) const {
  std::vector<std::uint64_t> marking;
  for (const Place& place : net_.places) marking.push_back(place.initial);
  layout_.encode(marking, Step{}, out);
}

void NetSystem::successors(StateView state, SuccessorBuffer& out) const {
  presets_.for_each_satisfied(state, layout_, [&](std::uint32_t transition) {
    if (must_end(state, out)) return false;
    fire_enabled(transition, state, out);
    return true;
  });
}

bool NetSystem::must_end(StateView state, const SuccessorBuffer& out) const {
  constexpr std::size_t kCheckMemoryEvery = 64;
  if (limits_->stopped()) return true;
  return out.size() % kCheckMemoryEvery == 0 && !limits_->fits(out.size(), state.size());
}

bool NetSystem::fire(std::uint32_t transition, StateView state, SuccessorBuffer& out) const {
  if (!presets_.satisfied(transition, state, layout_)) return false;
  fire_enabled(transition, state, out);
  return true;
}

void NetSystem::fire_enabled(std::uint32_t transition, StateView state, SuccessorBuffer& out) const {
  if (!firing_.fits(transition, state.data())) return fire_unpacked(transition, decode(state), out);
  Step step;
  step.transition = transition;
  std::byte* marking = out.append(step, state.size());
  std::memcpy(marking, state.data(), state.size());
  firing_.fire(transition, marking);
}

void NetSystem::fire_unpacked(std::uint32_t transition, const std::vector<std::uint64_t>& marking,
                              SuccessorBuffer& out) const {
  Step step;
  step.transition = transition;
  std::vector<std::uint64_t> next = marking;
  for_each_change(net_.transitions[transition], [&](std::uint32_t place, std::int64_t change) {
    const std::uint64_t added = next[place] + static_cast<std::uint64_t>(change);  // both are below 2^63: no overflow
    if (change > 0 && added > kMaxTokens) {
      step.fault = Fault::RuntimeError;
    } else {
      next[place] = added;
    }
  });
  layout_.encode(step.fault == Fault::None ? next : marking, step, out);
}

bool NetSystem::is_marked(const std::vector<Arc>& preset, StateView state) const {
  return std::all_of(preset.begin(), preset.end(),
                     [&](const Arc& arc) { return tokens(arc.place, state) >= arc.weight; });
}

Expected<Atom> NetSystem::resolve(std::string_view text) {
  if (const auto known = known_atoms_.find(std::string(text)); known != known_atoms_.end()) return known->second;
  auto parsed = parse_net_atom(text, names_);
  if (!parsed) return parsed.error();
  Atom atom;
  if (parsed->kind == NetAtom::Kind::Fires) {
    atom.kind = Atom::Kind::Event;
    atom.id = static_cast<std::uint32_t>(event_atoms_.size());
    event_atoms_.push_back(std::move(parsed->transitions));
    std::sort(event_atoms_.back().begin(), event_atoms_.back().end());
  } else {
    if (parsed->kind == NetAtom::Kind::Fireable) parsed->terms = input_places(parsed->transitions);
    atom.id = static_cast<std::uint32_t>(state_atoms_.size());
    state_atoms_.push_back(std::move(*parsed));
    index_presets(state_atoms_.back());
  }
  known_atoms_.emplace(text, atom);
  return atom;
}

/// Bindings of a coloured transition that differ only in what they give follow each other: one of them is enough.
void NetSystem::index_presets(const NetAtom& atom) {
  std::vector<const std::vector<Arc>*> presets;
  for (const std::uint32_t transition : atom.transitions) presets.push_back(&net_.transitions[transition].inputs);
  for (const std::vector<Arc>& preset : atom.presets) presets.push_back(&preset);
  presets.erase(std::unique(presets.begin(), presets.end(), [](const auto* a, const auto* b) { return *a == *b; }),
                presets.end());
  atom_presets_.emplace_back(presets, net_, layout_);
}

std::vector<NetAtom::Term> NetSystem::input_places(const std::vector<std::uint32_t>& transitions) const {
  std::vector<NetAtom::Term> places;
  for (const std::uint32_t transition : transitions)
    for (const Arc& arc : net_.transitions[transition].inputs) places.push_back({arc.place, 1});
  std::sort(places.begin(), places.end(), [](const auto& a, const auto& b) { return a.place < b.place; });
  places.erase(
      std::unique(places.begin(), places.end(), [](const auto& a, const auto& b) { return a.place == b.place; }),
      places.end());
  return places;
}

bool NetSystem::never(std::span<const Literal> literals) {
  std::vector<std::pair<std::uint32_t, bool>> key;
  for (const Literal& literal : literals) key.emplace_back(literal.state_atom, literal.value);
  std::sort(key.begin(), key.end());
  const auto [known, fresh] = proved_never_.try_emplace(std::move(key), false);
  if (!fresh) return known->second;
  SuccessorBuffer initial;
  initial_states(initial);
  if (std::all_of(literals.begin(), literals.end(),
                  [&](const Literal& literal) { return holds(literal.state_atom, initial.state(0)) == literal.value; }))
    return false;
  if (equation_ == nullptr) equation_ = std::make_unique<StateEquation>(net_);
  Refutation refutation(net_, *equation_);
  for (const Literal& literal : literals) refutation.require(state_atoms_[literal.state_atom], literal.value);
  return known->second = refutation.succeeds();
}

bool NetSystem::holds(std::uint32_t state_atom, StateView state) const {
  const NetAtom& atom = state_atoms_[state_atom];
  if (atom.kind == NetAtom::Kind::Fireable) {
    bool fireable = false;
    atom_presets_[state_atom].for_each_satisfied(state, layout_, [&](std::uint32_t) {
      fireable = true;
      return false;
    });
    return fireable;
  }
  NetAtom::Wide sum = atom.constant;
  for (const NetAtom::Term& term : atom.terms) {
    sum += static_cast<NetAtom::Wide>(tokens(term.place, state)) * term.factor;
  }
  switch (atom.comparison) {
    case NetAtom::Comparison::Less: return sum < 0;
    case NetAtom::Comparison::LessEqual: return sum <= 0;
    case NetAtom::Comparison::Equal: return sum == 0;
    case NetAtom::Comparison::NotEqual: return sum != 0;
  }
  return false;
}

bool NetSystem::occurs(std::uint32_t event_atom, StateView, const Step& step) const {
  const std::vector<std::uint32_t>& meant = event_atoms_[event_atom];
  return std::binary_search(meant.begin(), meant.end(), step.transition);
}

std::vector<Variable> NetSystem::show(StateView state) const {
  std::vector<Variable> variables;
  if (net_.unfolded_places) {
    for (const NodeGroup& place : net_.unfolded_places->groups())
      variables.push_back({place.id, show_colours(place, state)});
    return variables;
  }
  variables.reserve(net_.places.size());
  for (std::uint32_t place = 0; place < net_.places.size(); ++place) {
    variables.push_back({net_.places[place].id, static_cast<std::int64_t>(tokens(place, state))});
  }
  return variables;
}

Value NetSystem::show_colours(const NodeGroup& place, StateView state) const {
  if (place.components.empty())
    return place.count == 0 ? std::int64_t{0} : static_cast<std::int64_t>(tokens(place.first, state));
  std::string text;
  for (std::uint32_t i = place.first; i < place.first + place.count; ++i) {
    const std::uint64_t count = tokens(i, state);
    if (count == 0) continue;
    if (!text.empty()) text += " + ";
    if (count > 1) text += std::to_string(count) + "'";
    text += net_.unfolded_places->colours(place, i);
  }
  return text.empty() ? "empty" : text;
}

StepDescription NetSystem::describe(StateView, const Step& step, StateView) const {
  StepDescription description;
  description.event = net_.transition_id(step.transition);
  if (step.fault != Fault::None) description.fault = fmt::format("a place would get more than {} tokens", kMaxTokens);
  return description;
}

std::uint32_t NetSystem::transition_count() const {
  return dependence_.small() ? static_cast<std::uint32_t>(net_.transitions.size()) : 0;
}

void NetSystem::conflicting(std::uint32_t transition, std::vector<std::uint32_t>& out) const {
  dependence_.conflicting(transition, out);
}

void NetSystem::needed(std::uint32_t transition, StateView state, std::vector<std::uint32_t>& out) const {
  before_marked(net_.transitions[transition].inputs, state, out);
}

/// Of the places that lack tokens, chooses the one with the fewest adding transitions.
void NetSystem::before_marked(const std::vector<Arc>& preset, StateView state, std::vector<std::uint32_t>& out) const {
  const std::vector<std::uint32_t>* best = nullptr;
  for (const Arc& arc : preset) {
    if (tokens(arc.place, state) >= arc.weight) continue;
    const std::vector<std::uint32_t>& adding = dependence_.adding(arc.place);
    if (best == nullptr || adding.size() < best->size()) best = &adding;
  }
  if (best != nullptr) out.insert(out.end(), best->begin(), best->end());
}

void NetSystem::before_unmarked(const std::vector<Arc>& preset, std::vector<std::uint32_t>& out) const {
  for (const Arc& arc : preset) {
    const std::vector<std::uint32_t>& taking = dependence_.taking(arc.place);
    out.insert(out.end(), taking.begin(), taking.end());
  }
}

bool NetSystem::turns(std::uint32_t transition, std::uint32_t state_atom, bool value) const {
  return dependence_.turns(transition, state_atoms_[state_atom], value);
}

/// For `fireable`: some transition must become enabled, or the first enabled one must be disabled.
bool NetSystem::towards(std::uint32_t state_atom, bool value, StateView state, std::vector<std::uint32_t>& out) const {
  const NetAtom& atom = state_atoms_[state_atom];
  if (atom.kind != NetAtom::Kind::Fireable) return false;
  const auto examine = [&](const std::vector<Arc>& preset) {
    if (value) {
      before_marked(preset, state, out);
      return false;
    }
    if (!is_marked(preset, state)) return false;
    before_unmarked(preset, out);
    return true;
  };
  for (const std::uint32_t transition : atom.transitions)
    if (examine(net_.transitions[transition].inputs)) return true;
  return std::any_of(atom.presets.begin(), atom.presets.end(), examine) || value;
}

bool NetSystem::visible(std::uint32_t transition, std::uint32_t state_atom) const {
  return dependence_.visible(transition, state_atoms_[state_atom]);
}

}  // namespace weir::pnml
