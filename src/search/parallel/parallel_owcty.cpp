// SPDX-License-Identifier: Apache-2.0
#include "search/parallel/parallel_owcty.h"

#include <algorithm>

namespace weir {
namespace {

constexpr std::uint64_t kWorthAnotherSweep = 4;  ///< sweep again if at least 1/4 of the remaining states was removed
constexpr std::uint32_t kMostMarks = 3;  ///< each mark costs a step of eliminate(); with more, decomposing is faster
constexpr int kMostRounds = 4;

}  // namespace

ParallelOwcty::ParallelOwcty(LevelSearch& search, const KeptEdges& edges)
    : search_(search),
      edges_(edges),
      labels_(search.control().budget()),
      reached_(search.control().budget()),
      predecessors_(search.control().budget()),
      round_(search.control().budget()),
      rest_(search.control().budget()) {
  for (unsigned i = 0; i < search.crew().size(); ++i)
    workers_.push_back(std::make_unique<Worker>(search.control().budget()));
}

std::uint64_t ParallelOwcty::take_counts() {
  std::uint64_t all = 0;
  for (const auto& worker : workers_) {
    all += worker->count;
    worker->count = 0;
  }
  return all;
}

void ParallelOwcty::begin(std::size_t first, std::size_t end, const std::vector<std::uint32_t>& components) {
  first_ = first;
  end_ = end;
  components_ = &components;
  exact_labels_ = components.empty() || *std::max_element(components.begin(), components.end()) <= kLabels;
  out_of_memory_ = !labels_.extend(search_.store().id_limit());
  left_ = 0;
  rest_.shrink(0);
  if (out_of_memory_) return;
  const std::span<const std::uint32_t> states = search_.levels_between(first, end);
  search_.share(states.size(), [&](unsigned worker, std::uint64_t from, std::uint64_t to) {
    std::uint64_t inside = 0;
    for (std::uint64_t i = from; i < to; ++i) {
      const std::uint8_t label = edges_.has(states[i]) ? label_of(component_of(states[i])) : 0;
      labels_[states[i]] = label;
      inside += label != 0 ? 1 : 0;
    }
    workers_[worker]->count += inside;
  });
  left_ = take_counts();
}

void ParallelOwcty::sweep() {
  for (std::uint64_t removed = left_; left_ > 0 && removed >= left_ / kWorthAnotherSweep;) {
    for (std::size_t depth = end_; depth-- > first_;) {
      const std::span<const std::uint32_t> states = search_.level(depth);
      search_.share(states.size(), [&](unsigned worker, std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t i = begin; i < end; ++i) {
          const std::uint8_t label = left(states[i]);
          if (label == 0) continue;
          bool leads_on = false;
          edges_.for_each(states[i], [&](std::uint32_t target, MarkSet) {
            leads_on = left(target) == label;
            return !leads_on;
          });
          if (leads_on) continue;
          remove(states[i]);
          ++workers_[worker]->count;
        }
      });
    }
    removed = take_counts();
    left_ -= removed;
    if (removed == 0) break;
  }
}

/// Collects the remaining states in rest_.
bool ParallelOwcty::collect_rest() {
  rest_.shrink(0);
  for (const std::uint32_t state : search_.levels_between(first_, end_)) {
    if (labels_[state] != 0 && !rest_.push(state)) return false;
  }
  left_ = rest_.size();
  return true;
}

void ParallelOwcty::count_predecessors() {
  search_.share(rest_.size(), [&](unsigned, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) predecessors_[rest_[i]] = 0;
  });
  search_.share(rest_.size(), [&](unsigned, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      for_inner_edges(rest_[i], [&](std::uint32_t target, MarkSet) {
        std::atomic_ref(predecessors_[target]).fetch_add(1, std::memory_order_relaxed);
      });
    }
  });
}

/// Collects the states found by the threads in round_. Returns false if there are none, or no memory for them.
bool ParallelOwcty::next_round() {
  round_.shrink(0);
  for (const auto& worker : workers_) {
    out_of_memory_ = out_of_memory_ || worker->out_of_memory;
    for (std::size_t i = 0; i < worker->found.size() && !out_of_memory_; ++i)
      out_of_memory_ = !round_.push(worker->found[i]);
    worker->found.shrink(0);
  }
  return !round_.empty() && !out_of_memory_;
}

void ParallelOwcty::trim() {
  out_of_memory_ = out_of_memory_ || !predecessors_.extend(search_.store().id_limit()) || !collect_rest();
  if (out_of_memory_) return;
  count_predecessors();
  search_.share(rest_.size(), [&](unsigned worker, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      if (predecessors_[rest_[i]] != 0) continue;
      remove(rest_[i]);
      workers_[worker]->push(rest_[i]);
    }
  });
  while (next_round()) {
    search_.share(round_.size(), [&](unsigned worker, std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) {
        for_inner_edges(round_[i], [&](std::uint32_t target, MarkSet) {
          // Exactly one thread removes the last predecessor.
          if (std::atomic_ref(predecessors_[target]).fetch_sub(1, std::memory_order_relaxed) != 1) return;
          remove(target);
          workers_[worker]->push(target);
        });
      }
    });
  }
  out_of_memory_ = out_of_memory_ || !collect_rest();
}

bool ParallelOwcty::keep_reachable(MarkSet mark) {
  if (!reached_.extend(search_.store().id_limit())) return false;
  const auto reach = [&](unsigned worker, std::uint32_t target) {
    const std::atomic_ref<std::uint8_t> reached(reached_[target]);
    if (reached.load(std::memory_order_relaxed) == 0 && reached.exchange(1, std::memory_order_relaxed) == 0)
      workers_[worker]->push(target);
  };
  search_.share(rest_.size(), [&](unsigned, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) reached_[rest_[i]] = 0;
  });
  search_.share(rest_.size(), [&](unsigned worker, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      for_inner_edges(rest_[i], [&](std::uint32_t target, MarkSet marks) {
        if (marks.includes(mark)) reach(worker, target);
      });
    }
  });
  while (next_round()) {
    search_.share(round_.size(), [&](unsigned worker, std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i)
        for_inner_edges(round_[i], [&](std::uint32_t target, MarkSet) { reach(worker, target); });
    });
  }
  search_.share(rest_.size(), [&](unsigned, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i)
      if (reached_[rest_[i]] == 0) remove(rest_[i]);
  });
  return !out_of_memory_ && collect_rest();
}

bool ParallelOwcty::eliminate(std::uint32_t mark_count) {
  trim();
  for (int round = 0; !empty() && !out_of_memory_; ++round) {
    if (mark_count > kMostMarks || round == kMostRounds) return false;
    const std::uint64_t before = left_;
    for (std::uint32_t mark = 0; mark < mark_count && !empty() && !out_of_memory_; ++mark)
      out_of_memory_ = !keep_reachable(MarkSet::single(mark));
    if (out_of_memory_ || left_ == before) break;
    trim();
  }
  return !out_of_memory_;
}

}  // namespace weir
