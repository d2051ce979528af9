// SPDX-License-Identifier: Apache-2.0
#include "search/parallel_emptiness.h"

#include <algorithm>
#include <atomic>

#include "base/assert.h"
#include "base/hash.h"

namespace weir {
namespace {

constexpr std::uint64_t kFirstExamination = 2048;  ///< states
constexpr std::uint64_t kGrowth = 3;               ///< from one examination to the next

std::uint32_t automaton_state_of(const SearchSpace& space, StateView state) {
  return static_cast<std::uint32_t>(std::max<std::int64_t>(space.automaton_state(state), 0));
}

}  // namespace

ParallelEmptiness::ParallelEmptiness(WorkCrew& crew, const MakeSpace& make_space, SharedStore& store,
                                     SearchControl& control)
    : search_(crew, make_space, store, control),
      sets_(search_.space(0).acceptance().generalized_buchi_sets()),
      places_(control.budget()),
      next_examination_(kFirstExamination),
      predecessors_(control.budget()),
      round_(control.budget()) {
  for (unsigned i = 0; i < crew.size(); ++i) {
    edges_.push_back(std::make_unique<Edges>(control.budget(), search_.space(0).mark_count()));
  }
}

SearchResult ParallelEmptiness::run() {
  SearchControl& control = search_.control();
  if (places_.open()) {
    search_.run(*this);
  } else {
    control.end(Stop::Memory);
  }
  if (!found_.found() && control.stop() == Stop::None && levels_examined_ != levels_expanded_) examine();
  if (out_of_memory_) control.end(Stop::Memory);
  return found_.found() ? report() : finished(control, search_.stats());
}

bool ParallelEmptiness::expanded(unsigned worker, StateId id, StateView state, const StateEdges& edges,
                                 const std::vector<Insertion>& targets) {
  Edges& own = *edges_[worker];
  const SearchSpace& space = search_.space(worker);
  // Where the automaton can accept nothing without moving on for good, no cycle fails: nothing is kept.
  if (space.strength_at(state) == ComponentStrength::Rejecting) return true;
  const std::uint32_t from = automaton_state_of(space, state);
  if (!places_.ensure((index_of(id) + 1) * sizeof(Place))) return false;
  Place& place = places()[index_of(id)];
  place.offset = own.targets.size() & 0xFFFFFFFFFF;
  place.worker_plus_one = (worker + 1) & 0xFFFFFF;
  place.automaton = from;
  place.degree = static_cast<std::uint32_t>(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (!own.targets.push(static_cast<std::uint32_t>(targets[i].id)) || !own.marks.push(edges.marks_of(i)))
      return false;
    note_move(own, from, automaton_state_of(space, edges.states.state(i)), edges.marks_of(i));
  }
  return true;
}

void ParallelEmptiness::note_move(Edges& own, std::uint32_t from, std::uint32_t to, MarkSet marks) {
  const std::pair key(from, to);
  if (own.last_move == nullptr || own.last_move->first != key) {
    own.last_move = &*own.moves.try_emplace(key, Move{{}, MarkSet::first(MarkSet::kCapacity)}).first;
  }
  Move& move = own.last_move->second;
  move.some |= marks;
  move.every = move.every & marks;
}

bool ParallelEmptiness::level_done(std::uint64_t depth) {
  levels_expanded_ = static_cast<std::size_t>(depth) + 1;
  const std::uint64_t states = search_.store().size();
  if (states < next_examination_) return false;
  next_examination_ = kGrowth * states;
  return examine() || out_of_memory_;
}

bool ParallelEmptiness::examine() {
  levels_examined_ = levels_expanded_;
  if (!find_components() || trim() == 0 || out_of_memory_) return false;
  collect_rest();
  if (!decompose_rest() || out_of_memory_) return false;
  // There is one. Which one is reported must not depend on the numbers that the threads have given.
  put_rest_in_order();
  const bool again = decompose_rest();
  return again && !out_of_memory_;
}

bool ParallelEmptiness::find_components() {
  Moves moves;
  std::uint32_t states = 1;
  for (const auto& edges : edges_) {
    for (const auto& [key, move] : edges->moves) {
      Move& all = moves.try_emplace(key, Move{{}, MarkSet::first(MarkSet::kCapacity)}).first->second;
      all.some |= move.some;
      all.every = all.every & move.every;
      states = std::max({states, key.first + 1, key.second + 1});
    }
  }
  ExplicitGraph graph(search_.control().budget(), 0);
  std::vector<std::uint32_t> all_states;
  bool fits = graph.close_state();
  auto next = moves.begin();
  for (std::uint32_t state = 0; state < states; ++state) {
    for (; next != moves.end() && next->first.first == state; ++next)
      fits = fits && graph.add_edge(next->first.second, {});
    fits = fits && graph.close_state();
    all_states.push_back(state);
  }
  if (!fits) {
    out_of_memory_ = true;
    return false;
  }
  components_.assign(states, 0);
  std::uint32_t count = 0;
  const std::vector<std::uint32_t> inside(states, 1);
  Components::for_each(graph, all_states, inside, 1, {}, [&](const std::vector<std::uint32_t>& component) {
    const std::uint32_t number = count + 1;
    for (const std::uint32_t state : component) components_[state] = number;
    bool has_move = false;
    MarkSet some;
    for (const std::uint32_t state : component) {
      for (auto move = moves.lower_bound({state, 0}); move != moves.end() && move->first.first == state; ++move) {
        if (components_[move->first.second] != number) continue;
        has_move = true;
        some |= move->second.some;
      }
    }
    if (has_move && (!sets_ || some.includes(MarkSet::first(*sets_)))) {
      ++count;
    } else {
      for (const std::uint32_t state : component) components_[state] = 0;
    }
    return true;
  });
  return count > 0;
}

template <class Use>
void ParallelEmptiness::for_inner_edges(std::uint32_t state, Use&& use) const {
  const Place& from = place(state);
  const Edges& edges = *edges_[from.worker_plus_one - 1];
  const std::uint32_t component = component_of(state);
  // The places of the targets are anywhere: wait for them together.
  for (std::uint64_t i = from.offset; i < from.offset + from.degree; ++i) __builtin_prefetch(&place(edges.targets[i]));
  for (std::uint64_t i = from.offset; i < from.offset + from.degree; ++i) {
    const std::uint32_t target = edges.targets[i];
    if (component_of(target) == component) use(target, edges.marks[i]);
  }
}

std::uint64_t ParallelEmptiness::trim() {
  if (!predecessors_.extend(search_.store().id_limit())) {
    out_of_memory_ = true;
    return 0;
  }
  count_predecessors();
  std::uint64_t inside = 0;
  for (const auto& edges : edges_) inside += edges->inside;
  const std::uint64_t removed = remove_without_predecessor();
  return out_of_memory_ ? 0 : inside - removed;
}

void ParallelEmptiness::count_predecessors() {
  search_.share(predecessors_.size(), [&](unsigned, std::uint64_t begin, std::uint64_t end) {
    std::fill(&predecessors_[begin], &predecessors_[begin] + (end - begin), 0U);
  });
  for (const auto& edges : edges_) edges->inside = 0;
  const std::span<const std::uint32_t> states = search_.first_levels(levels_expanded_);
  search_.share(states.size(), [&](unsigned worker, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      if (component_of(states[i]) == 0) continue;
      ++edges_[worker]->inside;
      for_inner_edges(states[i], [&](std::uint32_t target, MarkSet) {
        // Relaxed here and below: only the counts matter, and the crew orders one step after the other.
        std::atomic_ref(predecessors_[target]).fetch_add(1, std::memory_order_relaxed);
      });
    }
  });
}

std::uint64_t ParallelEmptiness::remove_without_predecessor() {
  std::uint64_t removed = 0;
  const auto next_round = [&] {
    round_.shrink(0);
    for (const auto& edges : edges_) {
      out_of_memory_ = out_of_memory_ || edges->out_of_memory;
      for (std::size_t i = 0; i < edges->removed.size() && !out_of_memory_; ++i) {
        out_of_memory_ = !round_.push(edges->removed[i]);
      }
      edges->removed.shrink(0);
    }
    removed += round_.size();
    return !round_.empty() && !out_of_memory_;
  };
  const auto remove = [&](unsigned worker, std::uint32_t state) {
    if (!edges_[worker]->removed.push(state)) edges_[worker]->out_of_memory = true;
  };
  const std::span<const std::uint32_t> states = search_.first_levels(levels_expanded_);
  search_.share(states.size(), [&](unsigned worker, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      if (component_of(states[i]) != 0 && predecessors_[states[i]] == 0) remove(worker, states[i]);
    }
  });
  while (next_round()) {
    search_.share(round_.size(), [&](unsigned worker, std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) {
        for_inner_edges(round_[i], [&](std::uint32_t target, MarkSet) {
          // Exactly one thread takes the last one away.
          if (std::atomic_ref(predecessors_[target]).fetch_sub(1, std::memory_order_relaxed) == 1) {
            remove(worker, target);
          }
        });
      }
    });
  }
  return removed;
}

void ParallelEmptiness::collect_rest() {
  left_over_.clear();
  for (const std::uint32_t state : search_.first_levels(levels_expanded_)) {
    if (predecessors_[state] != 0) left_over_.push_back(state);
  }
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

bool ParallelEmptiness::decompose_rest() {
  for (std::size_t i = 0; i < left_over_.size(); ++i) predecessors_[left_over_[i]] = static_cast<std::uint32_t>(i + 1);
  ExplicitGraph graph(search_.control().budget(), search_.space(0).mark_count());
  bool fits = graph.close_state();
  for (const std::uint32_t state : left_over_) {
    for_inner_edges(state, [&](std::uint32_t target, MarkSet marks) {
      if (predecessors_[target] != 0) fits = fits && graph.add_edge(predecessors_[target] - 1, marks);
    });
    fits = fits && graph.close_state();
  }
  if (!fits) {
    out_of_memory_ = true;
    return false;
  }
  found_ = find_failing_component(graph, search_.space(0).acceptance());
  return found_.found();
}

SearchResult ParallelEmptiness::report() {
  std::vector<bool> inside(search_.store().id_limit());
  for (const std::uint32_t number : found_.states) inside[left_over_[number]] = true;
  FailingRegion region;
  region.visited = [](StateId) { return true; };
  region.contains = [&inside](StateId id) { return index_of(id) < inside.size() && inside[index_of(id)]; };
  region.need = found_.need;
  region.avoid = found_.avoid;

  // The run enters the component on the first level that has a state of it, by the one whose bytes come first.
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
  const std::vector<PathEdge> prefix = search_.path_to(entry, depth - 1);
  Expander graph = search_.sequential();
  SearchResult result = finished(search_.control(), search_.stats());
  result.outcome = SearchResult::Outcome::Found;
  result.run = build_lasso(graph, region, prefix, entry);
  return result;
}

}  // namespace weir
