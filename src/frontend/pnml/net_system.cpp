// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/net_system.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "frontend/pnml/refutation.h"

namespace weir::pnml {
namespace {

constexpr std::byte kMore{255};
constexpr std::uint64_t kLargestByte = 254;
/// The largest change that a byte count can undergo without a closer check.
constexpr std::int64_t kSmallChange = 1024;

std::uint64_t read_count(const std::byte* bytes) {
  std::uint64_t count = 0;
  std::memcpy(&count, bytes, sizeof count);
  return count;
}

}  // namespace

NetSystem::NetSystem(Net net, std::vector<NetAtom> state_atoms, std::vector<std::vector<std::uint32_t>> event_atoms,
                     const NetSystem& model)
    : NetSystem(std::move(net)) {
  limits_ = model.limits_;
  state_atoms_ = std::move(state_atoms);
  event_atoms_ = std::move(event_atoms);
}

NetSystem::NetSystem(Net net)
    : net_(std::move(net)), limits_(std::make_shared<ExpansionLimits>()), names_(net_), dependence_(net_) {
  for (const Transition& transition : net_.transitions) {
    Compiled compiled{};
    compiled.needs_begin = static_cast<std::uint32_t>(needs_.size());
    for (const Arc& arc : transition.inputs) {
      needs_.push_back({arc.place, static_cast<std::uint32_t>(std::min<std::uint64_t>(arc.weight, kLargestByte + 1))});
    }
    compiled.needs_end = static_cast<std::uint32_t>(needs_.size());
    compiled.changes_begin = static_cast<std::uint32_t>(changes_.size());
    for_each_change(transition, [&](std::uint32_t place, std::int64_t change) {
      if (change > kSmallChange || change < -kSmallChange) compiled.wide = true;
      changes_.push_back({place, static_cast<std::int32_t>(std::clamp(change, -kSmallChange, kSmallChange))});
    });
    compiled.changes_end = static_cast<std::uint32_t>(changes_.size());
    compiled_.push_back(compiled);
  }
  choose_buckets();
}

/// Assigns every transition to the input place with the fewest so far; ties prefer an initially unmarked place.
void NetSystem::choose_buckets() {
  const std::size_t places = net_.places.size();
  std::vector<std::uint32_t> count(places, 0);
  std::vector<std::uint32_t> bucket_of(net_.transitions.size(), static_cast<std::uint32_t>(places));
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    std::pair<std::uint32_t, bool> best{std::numeric_limits<std::uint32_t>::max(), true};
    for (const Arc& arc : net_.transitions[t].inputs) {
      const std::pair<std::uint32_t, bool> cost{count[arc.place], net_.places[arc.place].initial > 0};
      if (cost < best) {
        best = cost;
        bucket_of[t] = arc.place;
      }
    }
    if (bucket_of[t] < places) ++count[bucket_of[t]];
  }
  std::vector<std::uint32_t> order(net_.transitions.size());
  for (std::uint32_t t = 0; t < order.size(); ++t) order[t] = t;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return bucket_of[a] < bucket_of[b]; });
  buckets_ = order;
  bucket_begin_.assign(places + 2, 0);
  for (const std::uint32_t bucket : bucket_of) ++bucket_begin_[bucket + 1];
  for (std::size_t place = 0; place <= places; ++place) bucket_begin_[place + 1] += bucket_begin_[place];
}

void NetSystem::initial_states(SuccessorBuffer& out) const {
  std::vector<std::uint64_t> marking;
  for (const Place& place : net_.places) marking.push_back(place.initial);
  encode(marking, Step{}, out);
}

void NetSystem::successors(StateView state, SuccessorBuffer& out) const {
  const std::size_t places = net_.places.size();
  if (state.size() != places) return successors_wide(state, out);
  const auto visit_bucket = [&](std::size_t place) {
    for (std::uint32_t i = bucket_begin_[place]; i < bucket_begin_[place + 1]; ++i) {
      const std::uint32_t transition = buckets_[i];
      if (!enabled_bytes(compiled_[transition], state.data())) continue;
      if (must_end(state, out)) return;
      fire_bytes(transition, state, out);
    }
  };
  std::size_t place = 0;
  while (place < places) {
    if (place + 8 <= places && read_count(state.data() + place) == 0) {  // eight unmarked places at once
      place += 8;
      continue;
    }
    const std::size_t end = std::min(place + 8, places);
    for (; place < end; ++place) {
      if (state[place] != std::byte{0}) visit_bucket(place);
    }
  }
  visit_bucket(places);  // transitions without input
}

bool NetSystem::must_end(StateView state, const SuccessorBuffer& out) const {
  constexpr std::size_t kCheckMemoryEvery = 64;
  if (limits_->stopped()) return true;
  return out.size() % kCheckMemoryEvery == 0 && !limits_->fits(out.size(), state.size());
}

bool NetSystem::enabled_bytes(const Compiled& transition, const std::byte* marking) const {
  for (std::uint32_t i = transition.needs_begin; i < transition.needs_end; ++i) {
    if (std::to_integer<std::uint32_t>(marking[needs_[i].place]) < needs_[i].tokens) return false;
  }
  return true;
}

void NetSystem::fire_bytes(std::uint32_t transition, StateView state, SuccessorBuffer& out) const {
  const Compiled& compiled = compiled_[transition];
  bool fits = !compiled.wide;
  if (fits) {
    Step step;
    step.transition = transition;
    std::byte* marking = out.append(step, state.size());
    if (!state.empty()) std::memcpy(marking, state.data(), state.size());  // a net may have no places
    for (std::uint32_t i = compiled.changes_begin; i < compiled.changes_end; ++i) {
      const std::int32_t count = std::to_integer<std::int32_t>(marking[changes_[i].place]) + changes_[i].tokens;
      fits = fits && count <= static_cast<std::int32_t>(kLargestByte);
      marking[changes_[i].place] = static_cast<std::byte>(count);
    }
    if (fits) return;
    out.pop_back();
  }
  fire_wide(transition, decode(state), out);
}

bool NetSystem::fire(std::uint32_t transition, StateView state, SuccessorBuffer& out) const {
  if (!enabled(transition, state)) return false;
  if (state.size() == net_.places.size())
    fire_bytes(transition, state, out);
  else
    fire_wide(transition, decode(state), out);
  return true;
}

/// Some place holds 255 tokens or more: decodes the marking once, then fires with 64-bit counts.
void NetSystem::successors_wide(StateView state, SuccessorBuffer& out) const {
  const std::vector<std::uint64_t> marking = decode(state);
  const auto visit_bucket = [&](std::size_t place) {
    for (std::uint32_t i = bucket_begin_[place]; i < bucket_begin_[place + 1]; ++i) {
      const std::vector<Arc>& inputs = net_.transitions[buckets_[i]].inputs;
      if (!std::all_of(inputs.begin(), inputs.end(), [&](const Arc& arc) { return marking[arc.place] >= arc.weight; }))
        continue;
      if (must_end(state, out)) return;
      fire_wide(buckets_[i], marking, out);
    }
  };
  for (std::size_t place = 0; place < net_.places.size(); ++place) {
    if (marking[place] != 0) visit_bucket(place);
  }
  visit_bucket(net_.places.size());
}

void NetSystem::fire_wide(std::uint32_t transition, const std::vector<std::uint64_t>& marking,
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
  encode(step.fault == Fault::None ? next : marking, step, out);
}

std::vector<std::uint64_t> NetSystem::decode(StateView state) const {
  const std::size_t places = net_.places.size();
  std::vector<std::uint64_t> marking(places);
  const std::byte* large = state.data() + places;
  for (std::size_t place = 0; place < places; ++place) {
    if (state[place] == kMore) {
      marking[place] = read_count(large);
      large += sizeof(std::uint64_t);
    } else {
      marking[place] = std::to_integer<std::uint64_t>(state[place]);
    }
  }
  return marking;
}

bool NetSystem::is_state(StateView state) const {
  const std::size_t places = net_.places.size();
  if (state.size() < places) return false;
  const auto large =
      static_cast<std::size_t>(std::count(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(places), kMore));
  if (state.size() != places + large * sizeof(std::uint64_t)) return false;
  for (std::size_t i = 0; i < large; ++i) {
    const std::uint64_t count = read_count(state.data() + places + i * sizeof(std::uint64_t));
    if (count <= kLargestByte || count > kMaxTokens) return false;
  }
  return true;
}

void NetSystem::encode(const std::vector<std::uint64_t>& marking, const Step& step, SuccessorBuffer& out) const {
  const auto large = static_cast<std::size_t>(
      std::count_if(marking.begin(), marking.end(), [](std::uint64_t count) { return count > kLargestByte; }));
  std::byte* bytes = out.append(step, marking.size() + large * sizeof(std::uint64_t));
  std::byte* rest = bytes + marking.size();
  for (const std::uint64_t count : marking) {
    if (count > kLargestByte) {
      *bytes++ = kMore;
      std::memcpy(rest, &count, sizeof count);
      rest += sizeof count;
    } else {
      *bytes++ = static_cast<std::byte>(count);
    }
  }
}

std::uint64_t NetSystem::tokens(std::uint32_t place, StateView state) const {
  if (state[place] != kMore) return std::to_integer<std::uint64_t>(state[place]);
  const auto before = static_cast<std::size_t>(std::count(state.begin(), state.begin() + place, kMore));
  return read_count(state.data() + net_.places.size() + before * sizeof(std::uint64_t));
}

bool NetSystem::enabled(std::uint32_t transition, StateView state) const {
  if (state.size() == net_.places.size()) return enabled_bytes(compiled_[transition], state.data());
  return is_marked(net_.transitions[transition].inputs, state);
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
  }
  known_atoms_.emplace(text, atom);
  return atom;
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
    const auto marked = [&](const std::vector<Arc>& preset) { return is_marked(preset, state); };
    return std::any_of(atom.transitions.begin(), atom.transitions.end(),
                       [&](std::uint32_t transition) { return enabled(transition, state); }) ||
           std::any_of(atom.presets.begin(), atom.presets.end(), marked);
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
