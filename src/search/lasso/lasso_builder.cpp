// SPDX-License-Identifier: Apache-2.0
#include "search/lasso/lasso_builder.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "base/table/same_bytes.h"
#include "store/exact_store.h"

namespace weir {
namespace {

std::uint32_t number(StateId id) { return static_cast<std::uint32_t>(id); }

/// Breadth-first search that records how each state was reached. It may have to pass through all states of a search.
class Breadth {
 public:
  explicit Breadth(Expander& graph) : graph_(graph) {}

  void start(StateId id) { reach(id, kNobody, 0); }

  /// Continues until an edge satisfies `wanted(target, edge)`; it is the last of path(). Returns false if there is
  /// none.
  template <class Allowed, class Wanted>
  bool run(Allowed allowed, Wanted wanted) {
    for (std::uint32_t next = 0; next < reached_.size(); ++next) {
      if (!graph_.expand_again(reached_[next].state)) return false;
      for (std::uint32_t i = 0; i < graph_.size(); ++i) {
        const StateId target = graph_.target(i);
        if (!allowed(target, graph_.marks(i))) continue;
        if (wanted(target, i)) {
          finish(next, i, target);
          return true;
        }
        reach(target, next, i);
      }
    }
    return false;
  }

  const std::vector<PathEdge>& path() const { return path_; }
  StateId end() const { return end_; }

 private:
  static constexpr std::uint32_t kNobody = 0xFFFFFFFF;
  struct Reached {
    StateId state;
    std::uint32_t parent;  ///< position in reached_
    std::uint32_t edge;    ///< of the parent
  };

  void reach(StateId id, std::uint32_t parent, std::uint32_t edge) {
    if (number(id) >= known_.size()) known_.resize(std::max<std::size_t>(number(id) + 1, 2 * known_.size()));
    if (known_[number(id)]) return;
    known_[number(id)] = true;
    reached_.push_back({id, parent, edge});
  }
  void finish(std::uint32_t last, std::uint32_t edge, StateId target) {
    path_.clear();
    for (; last != kNobody; edge = reached_[last].edge, last = reached_[last].parent)
      path_.push_back({reached_[last].state, edge});
    std::reverse(path_.begin(), path_.end());
    end_ = target;
  }

  Expander& graph_;
  std::vector<Reached> reached_;  ///< in the order of the search
  std::vector<bool> known_;       ///< by state
  std::vector<PathEdge> path_;
  StateId end_ = kNoState;
};

RunStep run_step(Expander& graph, StateId id) {
  RunStep result;
  const StateView state = graph.state(id);
  const StateView model_state = graph.space().model_state(state);
  result.automaton_state = graph.space().automaton_state(state);
  result.state.assign(model_state.begin(), model_state.end());
  return result;
}

std::vector<RunStep> run_steps(Expander& graph, const std::vector<PathEdge>& edges) {
  std::vector<RunStep> result;
  result.reserve(edges.size());
  for (const PathEdge& edge : edges) {
    RunStep step = run_step(graph, edge.source);
    require_found(graph.expand_again(edge.source), "the states of a counterexample are stored");
    require_found(edge.index < graph.size(), "a step of a counterexample is among the successors");
    step.step = graph.expansion().states.step(edge.index);
    step.stutters = step.step.transition == kStutter;
    result.push_back(std::move(step));
  }
  return result;
}

/// The edges between consecutive states of a path.
std::vector<PathEdge> connect(Expander& graph, const std::vector<StateId>& path) {
  std::vector<PathEdge> edges;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    require_found(graph.expand_again(path[i]), "the states of a counterexample are stored");
    std::uint32_t edge = 0;
    while (edge < graph.size() && graph.target(edge) != path[i + 1]) ++edge;
    edges.push_back({path[i], edge});
  }
  return edges;
}

struct Entry {
  std::vector<PathEdge> edges;
  StateId state = kNoState;
};

Entry shortest_entry(Expander& graph, const FailingRegion& region) {
  Breadth search(graph);
  std::vector<StateId> starts;
  if (graph.initial_again()) {
    for (std::size_t i = 0; i < graph.size(); ++i) starts.push_back(graph.target(i));
  }
  for (const StateId id : starts) {
    if (region.contains(id)) return {{}, id};
    if (region.visited(id)) search.start(id);
  }
  const bool found = search.run([&](StateId id, MarkSet) { return region.visited(id); },
                                [&](StateId id, std::uint32_t) { return region.contains(id); });
  if (found) return {search.path(), search.end()};
  require_found(!region.path.empty(), "a failing component is reachable");
  return {connect(graph, region.path), region.path.back()};
}

/// A cycle through `start` that stays in the region and meets all required marks; if the space needs it, also a step of
/// every process that acts in the region.
std::vector<PathEdge> cycle_through(Expander& graph, const FailingRegion& region, StateId start) {
  const auto inside = [&](StateId id, MarkSet marks) { return region.contains(id) && (marks & region.avoid).empty(); };
  std::vector<PathEdge> cycle;
  StateId here = start;
  MarkSet missing = region.need;
  std::set<std::int32_t> acting;
  while (!missing.empty() || graph.space().cycles_serve_all()) {
    Breadth search(graph);
    search.start(here);
    const bool by_mark = !missing.empty();
    const bool found = search.run(inside, [&](StateId, std::uint32_t edge) {
      if (by_mark) return !(graph.marks(edge) & missing).empty();
      const Step& step = graph.expansion().states.step(edge);
      return !acting.contains(step.process) || !acting.contains(step.partner);
    });
    if (!by_mark && !found) break;
    require_found(found, "a failing component contains every wanted mark");
    for (const PathEdge& edge : search.path()) {
      require_found(graph.expand_again(edge.source), "the states of a counterexample are stored");
      require_found(edge.index < graph.size(), "a step of a counterexample is among the successors");
      missing = missing.without(graph.marks(edge.index));
      const Step& step = graph.expansion().states.step(edge.index);
      acting.insert({step.process, step.partner});
    }
    cycle.insert(cycle.end(), search.path().begin(), search.path().end());
    here = search.end();
  }
  if (here == start && !cycle.empty()) return cycle;
  Breadth search(graph);
  search.start(here);
  const bool found = search.run(inside, [&](StateId id, std::uint32_t) { return id == start; });
  require_found(found, "a failing component is strongly connected");
  cycle.insert(cycle.end(), search.path().begin(), search.path().end());
  return cycle;
}

}  // namespace

Run build_lasso(Expander& graph, const FailingRegion& region) {
  const Entry entry = shortest_entry(graph, region);
  return build_lasso(graph, region, entry.edges, entry.state);
}

SearchResult found_in(Expander& graph, const FailingRegion& region) {
  SearchResult result = finished(graph.control(), graph.stats);
  result.outcome = SearchResult::Outcome::Found;
  result.run = graph.control().rebuilt([&] { return build_lasso(graph, region); });
  return result;
}

Run build_lasso(Expander& graph, const FailingRegion& region, const std::vector<PathEdge>& prefix, StateId entry) {
  return build_lasso(graph, prefix, cycle_through(graph, region, entry));
}

Run build_lasso(Expander& graph, const std::vector<PathEdge>& prefix, const std::vector<PathEdge>& cycle) {
  Run run{run_steps(graph, prefix), run_steps(graph, cycle), {}};
  if (run.cycle.front().step.transition == kDecided) return build_finite_run(graph, prefix, cycle.front().source);
  return run;
}

Run shortened_lasso(SearchSpace& space, const std::vector<std::vector<std::byte>>& prefix,
                    const std::vector<std::vector<std::byte>>& cycle, MarkSet need) {
  // A counterexample is always shown, so its states do not count towards the memory limit.
  MemoryBudget own;
  ExactStore store(own);
  SearchControl unlimited(own, {});
  for (const auto& state : prefix) store.insert(state);
  std::unordered_set<std::uint32_t> inside;
  for (const auto& state : cycle) inside.insert(number(store.insert(state).id));
  const std::uint64_t count = store.size();
  Expander graph(space, store, unlimited);
  FailingRegion region;
  region.visited = [count](StateId id) { return index_of(id) < count; };
  region.contains = [&inside](StateId id) { return inside.contains(number(id)); };
  region.need = need;
  return build_lasso(graph, region);
}

Run build_finite_run(Expander& graph, const std::vector<StateId>& path) {
  Run run;
  StateEdges edges;
  std::vector<std::byte> scratch;
  run.prefix.reserve(path.size());
  for (std::size_t i = 0; i < path.size(); ++i) {
    RunStep step = run_step(graph, path[i]);
    step.last = i + 1 == path.size();
    if (!step.last) {
      graph.space().expand(graph.state(path[i]), edges);
      const StateView next = graph.store().get(path[i + 1], scratch);
      std::size_t edge = 0;
      while (edge < edges.size() && !same_bytes(edges.states.state(edge), next)) ++edge;
      require_found(edge < edges.size(), "a step of a counterexample is among the successors");
      step.step = edges.states.step(edge);
      step.stutters = step.step.transition == kStutter;
    }
    run.prefix.push_back(std::move(step));
  }
  return run;
}

Run build_finite_run(Expander& graph, const std::vector<PathEdge>& edges, StateId last) {
  Run run{run_steps(graph, edges), {}, {}};
  run.prefix.push_back(run_step(graph, last));
  run.prefix.back().last = true;
  return run;
}

}  // namespace weir
