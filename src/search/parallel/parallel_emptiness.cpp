// SPDX-License-Identifier: Apache-2.0
#include "search/parallel/parallel_emptiness.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <span>

#include "base/assert.h"
#include "base/graph/strong_components.h"
#include "base/table/hash.h"

namespace weir {
namespace {

constexpr std::uint64_t kFirstExamination = 2048;  ///< in states
constexpr std::uint64_t kGrowth = 3;               ///< factor from one examination to the next

std::uint32_t automaton_state_of(const SearchSpace& space, StateView state) {
  return static_cast<std::uint32_t>(std::max<std::int64_t>(space.automaton_state(state), 0));
}

}  // namespace

ParallelEmptiness::ParallelEmptiness(WorkCrew& crew, const MakeSpace& make_space, SharedStore& store,
                                     SearchControl& control)
    : search_(crew, make_space, store, control),
      sets_(search_.space(0).acceptance().generalized_buchi_sets()),
      edges_(control.budget(), crew.size(), search_.space(0).mark_count()),
      owcty_(search_, edges_),
      next_examination_(kFirstExamination) {
  for (unsigned i = 0; i < crew.size(); ++i) workers_.push_back(std::make_unique<Worker>());
}

SearchResult ParallelEmptiness::run() {
  SearchControl& control = search_.control();
  if (edges_.open()) {
    search_.run(*this);
  } else {
    control.end(Stop::Memory);
  }
  if (!found_.has_value() && control.stop() == Stop::None && levels_examined_ != levels_expanded_) examine();
  if (out_of_memory_) control.end(Stop::Memory);
  return found_.has_value() ? report() : finished(control, search_.stats());
}

bool ParallelEmptiness::expanded(unsigned worker, StateId id, StateView state, const StateEdges& edges,
                                 const std::vector<Insertion>& targets) {
  const SearchSpace& space = search_.space(worker);
  // No cycle of a rejecting component fails, so no edges are kept.
  if (space.strength_at(state) == ComponentStrength::Rejecting) return true;
  Worker& own = *workers_[worker];
  const std::uint32_t from = automaton_state_of(space, state);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const std::uint32_t to = automaton_state_of(space, edges.states.state(i));
    const MarkSet marks = edges.marks_of(i);
    const Moves::value_type* last = own.last_move;
    const bool known = last != nullptr && last->first == std::pair(from, to) && last->second.marks.includes(marks) &&
                       (last->second.lowest == 0 || targets[i].inserted());
    if (!known) note_move(own, from, to, marks, targets[i]);
  }
  if (counts(from)) return edges_.keep(worker, static_cast<std::uint32_t>(id), from, edges, targets);
  if (own.missing.size() <= from) own.missing.resize(from + 1);
  own.missing[from] = static_cast<std::uint32_t>(search_.depth() + 1);
  return true;
}

void ParallelEmptiness::note_move(Worker& own, std::uint32_t from, std::uint32_t to, MarkSet marks,
                                  const Insertion& target) {
  const std::pair key(from, to);
  if (own.last_move == nullptr || own.last_move->first != key) {
    const auto [place, is_new] = own.moves.try_emplace(key);
    own.last_move = &*place;
    own.changed = own.changed || is_new;
  }
  Move& move = own.last_move->second;
  if (!move.marks.includes(marks)) {
    move.marks |= marks;
    own.changed = true;
  }
  if (!search_.leads_back(target)) return;
  own.changed = own.changed || move.lowest == kNowhere;
  move.lowest = static_cast<std::uint32_t>(search_.least_level(move.lowest, target));
}

bool ParallelEmptiness::level_done(std::uint64_t depth) {
  levels_expanded_ = static_cast<std::size_t>(depth) + 1;
  const std::uint64_t states = search_.store().size();
  if (states >= next_examination_) {
    next_examination_ = kGrowth * states;
    return examine() || out_of_memory_ || search_.control().stop() != Stop::None;
  }
  const bool changed = std::any_of(workers_.begin(), workers_.end(), [](const auto& own) { return own->changed; });
  if (changed && states >= next_components_) find_components();
  return out_of_memory_;
}

bool ParallelEmptiness::examine() {
  levels_examined_ = levels_expanded_;
  if (!find_components() || (edges_are_missing() && !generate_missing_edges())) return false;
  owcty_.begin(lowest_, levels_expanded_, components_);
  owcty_.sweep();
  bool decided = false;
  if (sets_) {
    decided = owcty_.eliminate(*sets_);
  } else {
    owcty_.trim();
  }
  out_of_memory_ = owcty_.out_of_memory();
  if (owcty_.empty() || out_of_memory_ || !(decided || decompose_rest(Order::Any)) || out_of_memory_) return false;
  // There is a failing cycle. Which one is reported must not depend on the ids that threads assigned, nor on the order
  // in which they removed states.
  owcty_.begin(lowest_, levels_expanded_, components_);
  owcty_.trim();
  out_of_memory_ = owcty_.out_of_memory();
  if (out_of_memory_) return false;
  return decompose_rest(Order::ByBytes) && !out_of_memory_;
}

bool ParallelEmptiness::find_components() {
  constexpr std::uint64_t kSeldom = 8;
  const std::uint64_t seen = search_.store().size();
  next_components_ = seen + seen / kSeldom;
  Moves moves;
  std::uint32_t states = 1;
  for (const auto& own : workers_) {
    own->changed = false;
    for (const auto& [key, move] : own->moves) {
      Move& all = moves[key];
      all.marks |= move.marks;
      all.lowest = std::min(all.lowest, move.lowest);
      states = std::max({states, key.first + 1, key.second + 1});
    }
  }
  std::vector<std::uint32_t> all_states(states);
  std::iota(all_states.begin(), all_states.end(), 0U);
  StrongComponents components(states);
  components.open_all();
  const auto next = [&](std::uint32_t state, std::uint64_t& position) {
    const auto move = moves.lower_bound({state, static_cast<std::uint32_t>(position)});
    if (move == moves.end() || move->first.first != state) return StrongComponents::kNoNode;
    position = std::uint64_t{move->first.second} + 1;
    return move->first.second;
  };
  components_.assign(states, 0);
  std::uint32_t count = 0;
  components.search(all_states, next, [&](std::span<const std::uint32_t> members) {
    std::uint32_t lowest = kNowhere;
    MarkSet marks;
    for (const std::uint32_t state : members) {
      for (auto move = moves.lower_bound({state, 0}); move != moves.end() && move->first.first == state; ++move) {
        if (!components.inside(move->first.second)) continue;
        lowest = std::min(lowest, move->second.lowest);
        marks |= move->second.marks;
      }
    }
    if (lowest != kNowhere && (!sets_ || marks.includes(MarkSet::first(*sets_)))) {
      ++count;
      for (const std::uint32_t state : members) components_[state] = count;
      lowest_ = std::min(lowest_, lowest);
    }
    return true;
  });
  return count > 0;
}

bool ParallelEmptiness::edges_are_missing() const {
  for (const auto& own : workers_) {
    for (std::uint32_t automaton = 0; automaton < own->missing.size(); ++automaton)
      if (own->missing[automaton] > lowest_ && counts(automaton)) return true;
  }
  return false;
}

bool ParallelEmptiness::generate_missing_edges() {
  const std::span<const std::uint32_t> states = search_.levels_between(lowest_, levels_expanded_);
  std::atomic<bool> full{false};
  std::atomic<bool> ended{false};
  search_.share(states.size(), [&](unsigned worker, std::uint64_t begin, std::uint64_t end) {
    // Relaxed: a thread that sees it late only does extra work.
    if (full.load(std::memory_order_relaxed) || ended.load(std::memory_order_relaxed)) return;
    if (worker == 0 && search_.control().ended(search_.stats(), 0)) ended.store(true, std::memory_order_relaxed);
    std::vector<std::byte> scratch;
    std::vector<std::uint32_t>& again = workers_[worker]->again;
    again.clear();
    const StateStore& store = search_.store().handle(worker);
    const SearchSpace& space = search_.space(worker);
    for (std::uint64_t i = begin; i < end; ++i) {
      if (!edges_.has(states[i]) && counts(automaton_state_of(space, store.get(StateId{states[i]}, scratch))))
        again.push_back(states[i]);
    }
    const bool fits = search_.expand_again(worker, again, [&](const ExpansionGroup::Member& member) {
      const std::uint32_t automaton = automaton_state_of(space, member.bytes);
      return edges_.keep(worker, static_cast<std::uint32_t>(member.state), automaton, member.edges, member.targets);
    });
    if (!fits) full.store(true, std::memory_order_relaxed);
  });
  out_of_memory_ = out_of_memory_ || full.load(std::memory_order_relaxed);
  if (out_of_memory_ || ended.load(std::memory_order_relaxed)) return false;
  for (const auto& own : workers_) {
    for (std::uint32_t automaton = 0; automaton < own->missing.size(); ++automaton)
      if (counts(automaton)) own->missing[automaton] = std::min(own->missing[automaton], lowest_);
  }
  return true;
}

void ParallelEmptiness::put_rest_in_order() {
  const StateStore& store = search_.store().handle(0);
  std::vector<std::byte> scratch;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keyed;
  for (const std::uint32_t state : left_over_)
    keyed.emplace_back(hash_bytes(store.get(StateId{state}, scratch)), state);
  std::vector<std::byte> other;
  std::sort(keyed.begin(), keyed.end(), [&](const auto& a, const auto& b) {
    if (a.first != b.first || a.second == b.second) return a.first < b.first;
    const StateView left = store.get(StateId{a.second}, scratch);
    const StateView right = store.get(StateId{b.second}, other);
    return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end());
  });
  for (std::size_t i = 0; i < keyed.size(); ++i) left_over_[i] = keyed[i].second;
}

bool ParallelEmptiness::decompose_rest(Order order) {
  left_over_.assign(owcty_.rest().begin(), owcty_.rest().end());
  if (order == Order::ByBytes) put_rest_in_order();
  GrowingArray<std::uint32_t> numbers(search_.control().budget());
  if (!numbers.extend(search_.store().id_limit())) {
    out_of_memory_ = true;
    return false;
  }
  for (std::size_t i = 0; i < left_over_.size(); ++i) numbers[left_over_[i]] = static_cast<std::uint32_t>(i);
  ExplicitGraph graph(search_.control().budget(), search_.space(0).mark_count());
  bool fits = graph.close_state();
  for (const std::uint32_t state : left_over_) {
    owcty_.for_inner_edges(
        state, [&](std::uint32_t target, MarkSet marks) { fits = fits && graph.add_edge(numbers[target], marks); });
    fits = fits && graph.close_state();
  }
  if (!fits) {
    out_of_memory_ = true;
    return false;
  }
  found_ = find_failing_part(graph, search_.space(0).acceptance());
  return found_.has_value();
}

SearchResult ParallelEmptiness::report() {
  std::vector<bool> inside(search_.store().id_limit());
  for (const std::uint32_t number : found_->states) inside[left_over_[number]] = true;
  FailingRegion region;
  region.visited = [](StateId) { return true; };
  region.contains = [&inside](StateId id) { return index_of(id) < inside.size() && inside[index_of(id)]; };
  region.need = found_->need;
  region.avoid = found_->avoid;

  // The run enters the component on the first level that has a state of it, at the state whose bytes come first.
  const StateStore& store = search_.store().handle(0);
  StateId entry = kNoState;
  std::vector<std::byte> first;
  std::vector<std::byte> scratch;
  std::size_t depth = 0;
  for (; depth < search_.levels() && entry == kNoState; ++depth) {
    for (const std::uint32_t state : search_.level(depth)) {
      if (!inside[state]) continue;
      const StateView bytes = store.get(StateId{state}, scratch);
      if (entry != kNoState && !std::lexicographical_compare(bytes.begin(), bytes.end(), first.begin(), first.end())) {
        continue;
      }
      entry = StateId{state};
      first.assign(bytes.begin(), bytes.end());
    }
  }
  WEIR_ASSERT(entry != kNoState, "the states of a failing component have been reached");
  SearchResult result = finished(search_.control(), search_.stats());
  result.outcome = SearchResult::Outcome::Found;
  result.run = search_.control().rebuilt([&] {
    const std::vector<PathEdge> prefix = search_.path_to(entry, depth - 1);
    Expander graph = search_.sequential();
    return build_lasso(graph, region, prefix, entry);
  });
  return result;
}

}  // namespace weir
