// SPDX-License-Identifier: Apache-2.0
#include "reduction/partial_order/instance_builder.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "reduction/partial_order/transition_analysis.h"

namespace weir {

namespace {

constexpr std::size_t kMostEdges = 4096;

class InstanceBuilder {
 public:
  InstanceBuilder(const ProgramFacts& program_facts, std::uint32_t type)
      : program_facts_(program_facts), program_(program_facts.program), places_(program_facts.places[type]) {
    for (const LocationId place : places_)
      for (std::uint32_t i = 0; i < program_.locations[place].count; ++i)
        own_.push_back(program_.locations[place].first + i);
    std::sort(own_.begin(), own_.end());
  }

  bool is_empty() const { return own_.empty(); }
  /// The facts of all transitions outside of d_steps.
  ProcessInstance all_facts(TransitionAnalysis& analysis) const;
  void add_later(ProcessInstance& instance) const;
  /// Chooses the sticky transitions; `visible_breaks`: cycles with a visible step need none.
  std::vector<TransitionId> feedback_set(const ProcessInstance& instance, bool visible_breaks) const;
  void mark_sticky(const std::vector<TransitionId>& sticky, ProcessInstance& instance) const;

 private:
  const ProgramFacts& program_facts_;
  const Program& program_;
  const std::vector<LocationId>& places_;
  std::vector<TransitionId> own_;  ///< transitions of the type outside of d_steps, in order
};

ProcessInstance InstanceBuilder::all_facts(TransitionAnalysis& analysis) const {
  ProcessInstance instance;
  instance.first = own_.front();
  instance.facts.resize(own_.back() - own_.front() + 1);
  for (const LocationId place : places_) {
    const Location& location = program_.locations[place];
    for (std::uint32_t i = 0; i < location.count; ++i)
      instance.at(location.first + i) = analysis.facts(location.first + i);
    std::vector<std::uint32_t> bytes = analysis.take_sharper();
    if (bytes.empty()) continue;
    instance.sharper.resize(instance.facts.size());
    instance.sharper[location.first - instance.first] = std::move(bytes);
  }
  return instance;
}

void InstanceBuilder::add_later(ProcessInstance& instance) const {
  std::unordered_map<LocationId, Effects> after;
  for (const LocationId place : places_) after.emplace(place, program_facts_.nothing());
  const auto add_after = [&](TransitionId id, Effects& sum) {
    for (const std::uint32_t child : instance.at(id).creates) sum |= program_facts_.type_effects[child];
    const auto next = after.find(program_.transitions[id].target);
    if (program_.transitions[id].kind != TransitionKind::End && next != after.end()) sum |= next->second;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t k = places_.size(); k-- > 0;) {
      const Location& location = program_.locations[places_[k]];
      Effects sum = after.at(places_[k]);
      for (std::uint32_t i = 0; i < location.count; ++i) {
        sum |= instance.at(location.first + i).effects;
        add_after(location.first + i, sum);
      }
      if (sum == after.at(places_[k])) continue;
      after.at(places_[k]) = std::move(sum);
      changed = true;
    }
  }
  for (const TransitionId id : own_) {
    instance.at(id).later = program_facts_.nothing();
    add_after(id, instance.at(id).later);
  }
}

/// Transitions that break every cycle of the control graph, or every cycle without a visible step. Steps that access
/// shared objects are preferred: they are rarely chosen alone anyway. In large graphs, where this would take too long,
/// all edges that do not lead forward are chosen.
std::vector<TransitionId> InstanceBuilder::feedback_set(const ProcessInstance& instance, bool visible_breaks) const {
  struct Edge {
    TransitionId id;
    LocationId from, to;
  };
  std::vector<Edge> edges;
  for (const TransitionId id : own_) {
    const Transition& transition = program_.transitions[id];
    if (transition.kind == TransitionKind::End || (visible_breaks && instance.at(id).visible)) continue;
    edges.push_back({id, transition.source, transition.target});
  }
  std::vector<TransitionId> chosen;
  if (edges.size() > kMostEdges) {
    for (const Edge& edge : edges)
      if (edge.from >= edge.to) chosen.push_back(edge.id);
    return chosen;
  }
  for (;;) {
    // Remove edges that are on no cycle, repeatedly: those from sources or into sinks.
    for (bool changed = true; changed;) {
      std::unordered_map<LocationId, int> in, out;
      for (const Edge& edge : edges) {
        ++in[edge.to];
        ++out[edge.from];
      }
      const auto idle = [&](const Edge& edge) { return in[edge.from] == 0 || out[edge.to] == 0; };
      const auto keep = std::remove_if(edges.begin(), edges.end(), idle);
      changed = keep != edges.end();
      edges.erase(keep, edges.end());
    }
    if (edges.empty()) return chosen;
    std::unordered_map<LocationId, int> in;
    for (const Edge& edge : edges) ++in[edge.to];
    const auto score = [&](const Edge& edge) {
      return (instance.at(edge.id).local ? 0 : 1000000) + in[edge.to] * 1000 +
             (program_.transitions[edge.id].source >= edge.to ? 1 : 0);
    };
    const auto best =
        std::max_element(edges.begin(), edges.end(), [&](const Edge& a, const Edge& b) { return score(a) < score(b); });
    chosen.push_back(best->id);
    edges.erase(best);
  }
}

void InstanceBuilder::mark_sticky(const std::vector<TransitionId>& sticky, ProcessInstance& instance) const {
  std::unordered_set<LocationId> sources;
  for (const TransitionId id : sticky) {
    instance.at(id).sticky = true;
    sources.insert(program_.transitions[id].source);
  }
  // A step that may pass a sticky transition is sticky.
  for (const TransitionId id : own_)
    for (const LocationId place : instance.at(id).chain)
      if (sources.contains(place)) instance.at(id).sticky = true;
}

}  // namespace

std::unique_ptr<ProcessInstance> build_instance(const ProgramFacts& program_facts, std::uint32_t type,
                                                const Visibility& visibility, const Machine& machine,
                                                std::uint32_t process) {
  const InstanceBuilder builder(program_facts, type);
  if (builder.is_empty()) return std::make_unique<ProcessInstance>();
  TransitionAnalysis analysis(program_facts, type, visibility, &machine, process);
  auto instance = std::make_unique<ProcessInstance>(builder.all_facts(analysis));
  builder.add_later(*instance);
  // Every cycle of the process must contain a sticky or visible step, in every state. The instance depends on the
  // existing channels, which may change along the cycle; in that case the choice must not depend on them, nor on
  // visibility, which follows from them.
  if (program_facts.creates_channels) {
    TransitionAnalysis blind(program_facts, type, visibility, &machine, process);
    blind.forget_made_channels();
    builder.mark_sticky(builder.feedback_set(builder.all_facts(blind), false), *instance);
  } else {
    builder.mark_sticky(builder.feedback_set(*instance, true), *instance);
  }
  return instance;
}

}  // namespace weir
