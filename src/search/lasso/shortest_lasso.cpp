// SPDX-License-Identifier: Apache-2.0
#include "search/lasso/shortest_lasso.h"

#include <algorithm>
#include <span>
#include <unordered_set>
#include <utility>

#include "base/graph/strong_components.h"
#include "base/table/hash.h"
#include "search/kernel/explicit_graph.h"
#include "search/lasso/lasso_builder.h"
#include "store/exact_store.h"

namespace weir {
namespace {

class ShortestSearch {
 public:
  ShortestSearch(SearchSpace& space, SearchControl& control, std::uint64_t bound, std::uint64_t most_states)
      : store_(control.budget()),
        expander_(space, store_, control),
        control_(control),
        graph_(control.budget(), space.mark_count()),
        parents_(control.budget()),
        distance_(control.budget()),
        best_(bound),
        most_states_(most_states) {}

  ShortestLasso run() {
    ShortestLasso result;
    if (!generate()) return result;
    // Components take seven 4-byte words a state. Walks may take as much memory again as is in use.
    MemoryBudget& budget = control_.budget();
    const std::uint64_t bytes = std::uint64_t{graph_.states()} * 40;
    if (!budget.take(bytes)) {
      control_.end(Stop::Memory);
      return result;
    }
    find_components();
    most_nodes_ = std::min<std::uint64_t>(kMaxNodes, (budget.limit() - budget.used()) / 128);
    result.proved = complete_;
    for (std::uint32_t start = 0; start < graph_.states() && distance_[start] + 1 < best_; ++start) {
      if (component_[start] == kTrivial) continue;
      if (!look_for_cycle(start)) {
        result.proved = false;
        break;
      }
    }
    budget.give_back(bytes);
    if (!cycle_.empty()) result.run = build_run();
    return result;
  }

 private:
  struct Node {
    std::uint32_t state;
    std::uint32_t parent;
    std::uint64_t edge;
    MarkSet marks;
  };
  struct Key {
    std::uint32_t state;
    std::uint64_t marks;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const noexcept { return hash_mix(key.state, key.marks); }
  };
  static constexpr std::uint32_t kTrivial = 0xFFFFFFFF;
  static constexpr std::uint32_t kNoNode = 0xFFFFFFFF;

  /// Generates every state that a lasso shorter than best_ can visit: those at a distance of at most best_ - 2, or
  /// about most_states_ states. States left have no edges in the graph.
  bool generate() {
    if (best_ < 2) return true;
    if (!expander_.initial() || !note_new(kNoState, 0)) return false;
    if (!graph_.close_state()) return out_of_memory();
    std::uint64_t level_end = store_.size();
    std::uint32_t depth = 0;
    for (std::uint64_t next = 0; next < store_.size(); ++next) {
      if (next == level_end) {
        ++depth;
        level_end = store_.size();
      }
      if (depth + 2 > best_) break;
      if (most_states_ != 0 && store_.size() > most_states_) {
        complete_ = false;
        break;
      }
      const StateId state{static_cast<std::uint32_t>(next)};
      if (!expander_.expand(state, depth) || !note_new(state, depth + 1)) return false;
      // The loop of a decided state is a lasso of depth + 1 states; a shorter one stays nearer.
      if (any(expander_.expansion().defect & Defect::BadState)) best_ = std::min<std::uint64_t>(best_, depth + 2);
      const bool last_level = depth + 3 > best_;
      for (std::size_t i = 0; i < expander_.size(); ++i) {
        const auto target = static_cast<std::uint32_t>(expander_.target(i));
        if (last_level && target >= level_end) continue;
        if (!graph_.add_edge(target, expander_.marks(i))) return out_of_memory();
      }
      if (!graph_.close_state()) return out_of_memory();
    }
    while (graph_.states() < store_.size())
      if (!graph_.close_state()) return out_of_memory();
    return true;
  }

  bool note_new(StateId source, std::uint32_t depth) {
    for (std::uint32_t i = 0; i < expander_.size(); ++i) {
      if (!expander_.is_new(i)) continue;
      if (!parents_.push({source, i}) || !distance_.push(depth)) return out_of_memory();
    }
    return true;
  }

  bool out_of_memory() { return !control_.end(Stop::Memory); }

  /// Finds the components. Components that cannot contain a failing cycle are skipped.
  void find_components() {
    component_.assign(graph_.states(), kTrivial);
    const auto sets = expander_.space().acceptance().generalized_buchi_sets();
    std::uint32_t number = 0;
    StrongComponents components(graph_.states());
    components.open_all();
    const auto next = [&](std::uint32_t state, std::uint64_t& position) {
      return position < graph_.degree(state) ? graph_.edge(state, position++).target : StrongComponents::kNoNode;
    };
    components.search(graph_.all_states(), next, [&](std::span<const std::uint32_t> members) {
      MarkSet marks;
      bool cycle = false;
      for (const std::uint32_t state : members) {
        for (std::uint64_t edge = graph_.begin(state); edge < graph_.end(state); ++edge) {
          if (!components.inside(graph_.target(edge))) continue;
          cycle = true;
          marks |= graph_.marks(edge);
        }
      }
      if (cycle && (!sets || marks.includes(MarkSet::first(*sets)))) {
        for (const std::uint32_t state : members) component_[state] = number;
      }
      ++number;
      return true;
    });
  }

  /// Finds the shortest failing closed walk through `start` that is shorter than best_. Returns false if a limit was
  /// reached.
  bool look_for_cycle(std::uint32_t start) {
    const Acceptance& acceptance = expander_.space().acceptance();
    nodes_.assign(1, {start, kNoNode, 0, {}});
    seen_.clear();
    std::uint64_t length = 1;  // of the walks after extending the current nodes
    std::size_t level_end = 1;
    for (std::size_t next = 0; next < nodes_.size(); ++next) {
      if (next == level_end) {
        ++length;
        level_end = nodes_.size();
      }
      if (distance_[start] + length >= best_) return true;
      if (nodes_.size() > most_nodes_ || control_.ended(expander_.stats, nodes_.size())) return false;
      const Node node = nodes_[next];
      for (std::uint64_t edge = graph_.begin(node.state); edge < graph_.end(node.state); ++edge) {
        const std::uint32_t target = graph_.target(edge);
        if (target < start || component_[target] != component_[start]) continue;
        const MarkSet marks = node.marks | graph_.marks(edge);
        if (target == start && acceptance.accepts(marks)) {
          keep_cycle(start, edge, next);
          best_ = distance_[start] + length;
          return true;
        }
        if (!seen_.insert({target, marks.bits()}).second) continue;
        nodes_.push_back({target, static_cast<std::uint32_t>(next), edge, marks});
      }
    }
    return true;
  }

  void keep_cycle(std::uint32_t start, std::uint64_t last_edge, std::size_t node) {
    start_ = start;
    cycle_.assign(1, last_edge);
    sources_.assign(1, nodes_[node].state);
    for (std::size_t at = node; nodes_[at].parent != kNoNode; at = nodes_[at].parent) {
      cycle_.push_back(nodes_[at].edge);
      sources_.push_back(nodes_[nodes_[at].parent].state);
    }
    std::reverse(cycle_.begin(), cycle_.end());
    std::reverse(sources_.begin(), sources_.end());
  }

  /// The edge as the expander numbers it. The graph omits edges to states that are too far away.
  PathEdge path_edge(std::uint32_t source, std::uint64_t edge) {
    const bool known = expander_.expand_again(StateId{source});
    std::uint32_t index = 0;
    while (known && index < expander_.size() &&
           (static_cast<std::uint32_t>(expander_.target(index)) != graph_.target(edge) ||
            expander_.marks(index) != graph_.marks(edge))) {
      ++index;
    }
    return {StateId{source}, index};
  }

  Run build_run() {
    std::vector<PathEdge> prefix, cycle;
    for (PathEdge edge = parents_[start_]; edge.source != kNoState; edge = parents_[index_of(edge.source)]) {
      prefix.push_back(edge);
    }
    std::reverse(prefix.begin(), prefix.end());
    for (std::size_t i = 0; i < cycle_.size(); ++i) cycle.push_back(path_edge(sources_[i], cycle_[i]));
    return build_lasso(expander_, prefix, cycle);
  }

  static constexpr std::uint64_t kMaxNodes = std::uint64_t{1} << 24;

  ExactStore store_;
  Expander expander_;
  SearchControl& control_;
  ExplicitGraph graph_;
  GrowingArray<PathEdge> parents_;
  GrowingArray<std::uint32_t> distance_;
  std::uint64_t best_;
  std::uint64_t most_states_;
  bool complete_ = true;
  std::uint64_t most_nodes_ = 0;
  std::vector<std::uint32_t> component_;
  std::vector<Node> nodes_;
  std::unordered_set<Key, KeyHash> seen_;
  std::uint32_t start_ = 0;
  std::vector<std::uint64_t> cycle_;  ///< edges of the best cycle so far
  std::vector<std::uint32_t> sources_;
};

bool same(const RunStep& a, const RunStep& b) {
  return a.state == b.state && a.stutters == b.stutters &&
         (a.stutters || (a.step.transition == b.step.transition && a.step.process == b.step.process &&
                         a.step.partner == b.step.partner));
}

}  // namespace

ShortestLasso shortest_lasso(SearchSpace& space, SearchControl& control, std::uint64_t bound,
                             std::uint64_t most_states) {
  return ShortestSearch(space, control, bound, most_states).run();
}

Run rolled_up(Run run) {
  if (run.finite()) return run;
  const std::size_t before = run.size();
  // Is the cycle a shorter one repeated several times?
  const std::size_t length = run.cycle.size();
  for (std::size_t period = 1; period < length; ++period) {
    if (length % period != 0) continue;
    bool repeats = true;
    for (std::size_t i = period; i < length && repeats; ++i) repeats = same(run.cycle[i], run.cycle[i - period]);
    if (repeats) {
      run.cycle.resize(period);
      break;
    }
  }
  // Does the prefix end with a copy of the cycle's last steps?
  while (!run.prefix.empty() && same(run.prefix.back(), run.cycle.back())) {
    run.prefix.pop_back();
    std::rotate(run.cycle.begin(), run.cycle.end() - 1, run.cycle.end());
  }
  if (run.size() < before) {  // merged steps may have differed in their automaton states
    for (RunStep& step : run.prefix) step.automaton_state = -1;
    for (RunStep& step : run.cycle) step.automaton_state = -1;
  }
  return run;
}

}  // namespace weir
