// SPDX-License-Identifier: Apache-2.0
#include "search/parallel/level_search.h"

#include <algorithm>
#include <utility>

#include "base/assert.h"
#include "base/table/same_bytes.h"

namespace weir {
namespace {

/// States per chunk: large enough to make taking one cheap, small enough for all threads to finish a level together.
constexpr std::uint64_t kLargestChunk = 64;
/// Below this, waking the other threads takes longer than the work.
constexpr std::uint64_t kWorthSharing = 256;

bool before(StateView a, StateView b) { return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end()); }
}  // namespace

LevelSearch::LevelSearch(WorkCrew& crew, const MakeSpace& make_space, SharedStore& store, SearchControl& control)
    : crew_(crew), store_(store), control_(control), order_(control.budget()) {
  for (unsigned i = 0; i < crew.size(); ++i) {
    workers_.push_back(std::make_unique<Worker>(control.budget()));
    workers_[i]->space = make_space(i);
    workers_[i]->store = &store.handle(i);
  }
}

std::span<const std::uint32_t> LevelSearch::level(std::size_t depth) const {
  const std::uint64_t begin = level_begins_[depth];
  const std::uint64_t end = depth + 1 < level_begins_.size() ? level_begins_[depth + 1] : order_.size();
  return {&order_[0] + begin, static_cast<std::size_t>(end - begin)};
}

std::span<const std::uint32_t> LevelSearch::levels_between(std::size_t first, std::size_t end) const {
  const auto begin_of = [this](std::size_t depth) {
    return depth < level_begins_.size() ? level_begins_[depth] : order_.size();
  };
  if (begin_of(first) >= begin_of(end)) return {};
  return {&order_[0] + begin_of(first), static_cast<std::size_t>(begin_of(end) - begin_of(first))};
}

void LevelSearch::note_level() {
  constexpr std::size_t kMostNotes = 1024;
  in_level_ = store_.used_numbers();
  if (depth_ % stride_ != 0) return;
  if (in_levels_.size() == kMostNotes) {
    for (std::size_t i = 1; 2 * i < kMostNotes; ++i) in_levels_[i] = std::move(in_levels_[2 * i]);
    in_levels_.resize(kMostNotes / 2);
    stride_ *= 2;
    if (depth_ % stride_ != 0) return;
  }
  in_levels_.push_back(in_level_);
}

std::uint64_t LevelSearch::least_level(std::uint64_t known, const Insertion& target) const {
  const auto id = static_cast<std::uint64_t>(target.id);
  if (known == 0) return 0;
  const std::uint64_t before = (known - 1) / stride_;
  if (before < in_levels_.size() && !in_levels_[before].contains(id)) return std::min(known, before * stride_ + 1);
  const auto first = std::partition_point(in_levels_.begin(), in_levels_.end(),
                                          [id](const UsedNumbers& numbers) { return !numbers.contains(id); });
  const auto index = static_cast<std::uint64_t>(first - in_levels_.begin());
  return std::min(known, index == 0 ? 0 : (index - 1) * stride_ + 1);
}

Statistics LevelSearch::stats() const {
  Statistics stats;
  stats.states = stats.states_generated = stats.stored_peak = store_.size();
  for (const auto& worker : workers_) stats.transitions += worker->transitions.load(std::memory_order_relaxed);
  stats.max_depth = max_depth_;
  return stats;
}

void LevelSearch::share(std::uint64_t count, const Work& work) {
  WorkStealingRange shares = shares_of(count);
  share_until(shares, work, [] { return false; });
}

/// Small levels get a single section, because the other threads would wake too late to take part.
WorkStealingRange LevelSearch::shares_of(std::uint64_t count) const {
  return {count, count < kWorthSharing ? 1 : crew_.size(), StateStore::kGroupStates, kLargestChunk};
}

template <class Enough>
bool LevelSearch::share_until(WorkStealingRange& shares, const Work& work, Enough&& enough) {
  std::atomic<bool> done{true};
  const auto take_part = [&](unsigned worker) {
    for (;;) {
      const WorkStealingRange::Range chunk = shares.take(worker);
      if (chunk.empty()) return;
      work(worker, chunk.begin, chunk.end);
      if (enough()) return done.store(false, std::memory_order_relaxed);
    }
  };
  if (shares.threads() == 1) {
    take_part(0);
  } else {
    crew_.run(take_part);
  }
  return done.load(std::memory_order_relaxed);
}

void LevelSearch::run(Visitor& visitor) {
  if (!start()) return;
  std::uint64_t begin = 0;
  for (depth_ = 0; begin < order_.size(); ++depth_) {
    if (control_.too_deep(depth_)) return;
    const std::uint64_t end = order_.size();
    max_depth_ = depth_;
    note_level();
    expand_level(begin, end, visitor);
    if (forgets_levels_) order_.shrink(0);
    if (out_of_memory_.load(std::memory_order_relaxed) || !gather_next_level()) control_.end(Stop::Memory);
    if (too_many_states_.load(std::memory_order_relaxed)) control_.end(Stop::States);
    if (stopping_.load(std::memory_order_relaxed) || control_.stop() != Stop::None) return;
    expanded_ += end - begin;
    begin = forgets_levels_ ? 0 : end;
    if (begin < order_.size() && !forgets_levels_) level_begins_.push_back(begin);
    if (visitor.level_done(depth_)) return;
  }
}

bool LevelSearch::start() {
  Worker& first = *workers_[0];
  first.space->initial(first.edges);
  std::vector<Insertion> insertions;
  first.store->insert_all(first.edges.states, insertions, 0);
  for (const Insertion& insertion : insertions) {
    if (insertion.full() || (insertion.inserted() && !order_.push(static_cast<std::uint32_t>(insertion.id)))) {
      control_.end(Stop::Memory);
      return false;
    }
  }
  level_begins_.push_back(0);
  return true;
}

void LevelSearch::expand_level(std::uint64_t begin, std::uint64_t end, Visitor& visitor) {
  WorkStealingRange shares = shares_of(end - begin);
  for (bool done = false; !done && !stopping_.load(std::memory_order_relaxed);) {
    done = expand_some(shares, begin, end, visitor);
    if (!store_.wants_change()) continue;
    store_.change(crew_, control_.stop_flag());
    for (unsigned i = 0; i < crew_.size(); ++i) workers_[i]->store = &store_.handle(i);
  }
}

/// Returns whether all states were expanded, that is, neither a limit nor a change of the store ended it early.
bool LevelSearch::expand_some(WorkStealingRange& shares, std::uint64_t begin, std::uint64_t end, Visitor& visitor) {
  const auto work = [&](unsigned worker, std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first, next = first; i < last; i = next) {
      // Relaxed: a thread that sees it late only does extra work.
      if (stopping_.load(std::memory_order_relaxed)) return;
      // The first thread checks the limits for all. Only the number of states and the stop flag are checked by every
      // thread: the system may run the others for long without the first.
      if (store_.exceeds(control_.limits().max_states)) {
        too_many_states_.store(true, std::memory_order_relaxed);
        stopping_.store(true, std::memory_order_relaxed);
        return;
      }
      if ((worker == 0 && limit_reached(end - begin)) || control_.flagged()) {
        stopping_.store(true, std::memory_order_relaxed);
        return;
      }
      next = std::min(i + states_in_group(workers_[worker]->state_bytes), last);
      if (!expand(worker, begin + i, begin + next, visitor)) {
        out_of_memory_.store(true, std::memory_order_relaxed);
        stopping_.store(true, std::memory_order_relaxed);
        return;
      }
    }
  };
  return share_until(shares, work, [this] { return store_.wants_change(); });
}

/// Called often, by the first thread. The counters of the other threads are in their caches, so they are read rarely.
bool LevelSearch::limit_reached(std::uint64_t frontier) {
  constexpr unsigned kStatsEvery = 8;
  if (until_stats_ == 0) {
    last_stats_ = stats();
    until_stats_ = kStatsEvery;
  }
  --until_stats_;
  return control_.ended(last_stats_, frontier);
}

LevelSearch::Whole LevelSearch::expand_whole(unsigned worker, std::uint64_t begin, std::uint64_t end) {
  Worker& own = *workers_[worker];
  StateView sources[StateStore::kGroupStates];
  std::size_t ends[StateStore::kGroupStates];
  for (std::uint64_t i = begin; i < end; ++i) own.store->prefetch_state(StateId{order_[i]});
  for (std::uint64_t i = begin; i < end; ++i) sources[i - begin] = own.store->get(StateId{order_[i]}, own.scratch);
  own.states.clear();
  if (!own.space->expand_group({sources, static_cast<std::size_t>(end - begin)}, own.states, ends))
    return Whole::Refused;
  if (!own.states.empty()) own.state_bytes = own.states.state(0).size();
  own.store->prepare(own.states, own.batch);
  own.store->prefetch_all(own.batch);
  own.store->insert_prepared(own.states, own.batch, own.targets, depth_ + 1);
  own.transitions.store(own.transitions.load(std::memory_order_relaxed) + own.states.size(), std::memory_order_relaxed);
  for (const Insertion& insertion : own.targets) {
    if (insertion.full() || (insertion.inserted() && !own.next.push(static_cast<std::uint32_t>(insertion.id))))
      return Whole::Full;
  }
  return Whole::Expanded;
}

/// Expands the states order_[begin .. end).
bool LevelSearch::expand(unsigned worker, std::uint64_t begin, std::uint64_t end, Visitor& visitor) {
  Worker& own = *workers_[worker];
  if (own.space->expands_groups() && store_.keeps_bytes()) {
    const Whole whole = expand_whole(worker, begin, end);
    if (whole != Whole::Refused) return whole == Whole::Expanded;
  }
  own.group.clear();
  for (std::uint64_t i = begin; i < end; ++i) own.group.add(*own.store, StateId{order_[i]});
  own.group.expand(*own.space, *own.store);
  if (control_.cut()) return true;  // an incomplete expansion may look like a deadlock
  std::uint64_t transitions = own.transitions.load(std::memory_order_relaxed);
  for (std::size_t i = 0; i < own.group.size(); ++i) {
    if (!own.group.insert(*own.store, i, depth_ + 1)) return false;
    const ExpansionGroup::Member& member = own.group[i];
    for (const Insertion& insertion : member.targets) {
      if (insertion.inserted() && !own.next.push(static_cast<std::uint32_t>(insertion.id))) return false;
    }
    transitions += member.edges.size();
    if (member.edges.size() > 0) own.state_bytes = member.edges.states.state(0).size();
    own.transitions.store(transitions, std::memory_order_relaxed);
    if (!visitor.expanded(worker, member.state, member.bytes, member.edges, member.targets)) return false;
  }
  return true;
}

bool LevelSearch::expand_again(unsigned worker, std::span<const std::uint32_t> states,
                               const std::function<bool(const ExpansionGroup::Member&)>& use) {
  Worker& own = *workers_[worker];
  for (std::size_t begin = 0, end = 0; begin < states.size(); begin = end) {
    end = std::min(begin + states_in_group(own.state_bytes), states.size());
    own.group.clear();
    for (std::size_t i = begin; i < end; ++i) own.group.add(*own.store, StateId{states[i]});
    own.group.expand(*own.space, *own.store);
    for (std::size_t i = 0; i < own.group.size(); ++i) {
      const bool known = own.group.insert(*own.store, i, 0);
      WEIR_ASSERT(known, "the successors of an expanded state are stored");
      if (!use(own.group[i])) return false;
    }
  }
  return true;
}

bool LevelSearch::gather_next_level() {
  for (const auto& worker : workers_) {
    for (std::size_t i = 0; i < worker->next.size(); ++i) {
      if (!order_.push(worker->next[i])) return false;
    }
    worker->next.shrink(0);
  }
  return true;
}

std::vector<PathEdge> LevelSearch::path_to(StateId state, std::size_t depth) {
  struct Predecessor {
    std::vector<std::byte> bytes;
    PathEdge edge;
  };
  std::vector<PathEdge> path;
  std::vector<std::byte> scratch;
  const StateView end = store_.handle(0).get(state, scratch);
  std::vector<std::byte> target(end.begin(), end.end());
  for (std::size_t above = depth; above-- > 0;) {
    const std::span<const std::uint32_t> states = level(above);
    std::vector<Predecessor> best(workers_.size());
    share(states.size(), [&](unsigned worker, std::uint64_t begin, std::uint64_t last) {
      Worker& own = *workers_[worker];
      for (std::uint64_t i = begin; i < last; ++i) {
        const StateId id{states[i]};
        const StateView source = own.store->get(id, own.scratch);
        Predecessor& known = best[worker];
        if (known.edge.source != kNoState && !before(source, known.bytes)) continue;
        own.space->expand(source, own.edges);
        for (std::uint32_t edge = 0; edge < own.edges.size(); ++edge) {
          if (!same_bytes(own.edges.states.state(edge), target)) continue;
          known.bytes.assign(source.begin(), source.end());
          known.edge = {id, edge};
          break;
        }
      }
    });
    const Predecessor* first = nullptr;
    for (const Predecessor& candidate : best) {
      if (candidate.edge.source == kNoState) continue;
      if (first == nullptr || before(candidate.bytes, first->bytes)) first = &candidate;
    }
    require_found(first != nullptr, "a state of a level has a predecessor on the level above");
    path.push_back(first->edge);
    target = first->bytes;
  }
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace weir
