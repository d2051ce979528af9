// SPDX-License-Identifier: Apache-2.0
#include "oracle/naive_reduction.h"

#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "formula/parser.h"
#include "pipeline/prepare/failure_automaton.h"
#include "reduction/combined/reduced_system.h"
#include "search/space/product.h"

namespace weir::test {
namespace {

using Bytes = std::vector<std::byte>;
using Action = std::pair<std::int32_t, std::uint32_t>;  ///< process and transition

Bytes bytes_of(StateView state) { return {state.begin(), state.end()}; }
Action action_of(const Step& step) { return {step.process, step.transition}; }

struct Edge {
  Bytes target;
  MarkSet marks;
};

class Naive {
 public:
  Naive(ProgramSystem& system, const std::string& formula, NaiveRule rule) : system_(system), rule_(rule) {
    Property property;
    property.formula = *parse_formula(formula);
    failure_ = *failure_automaton(property, {});
    binding_ = *bind_atoms(system, failure_.automaton->atoms());
    product_ = *Product::make(system, *failure_.automaton, binding_, Fairness::None);
    for (const AtomBinding::Bound& atom : binding_.states) atoms_.push_back(atom.id);
    reduced_ = std::make_unique<ReducedSystem>(
        system, ReductionChoice{.partial_order = true, .proviso = Proviso::BySearch}, atoms_);
    find_visible();
    all_ = product_->acceptance().marks();
  }

  bool run() {
    StateEdges initial;
    product_->initial(initial);
    for (std::size_t i = 0; i < initial.size(); ++i) {
      const Bytes start = bytes_of(initial.states.state(i));
      explore(start);
    }
    return accepts();
  }

 private:
  std::vector<bool> letter(StateView state) const {
    std::vector<bool> result;
    for (const std::uint32_t atom : atoms_) result.push_back(system_.holds(atom, state));
    return result;
  }

  /// Finds the actions that change an atom somewhere.
  void find_visible() {
    std::set<Bytes> seen;
    std::vector<Bytes> waiting;
    SuccessorBuffer buffer;
    system_.initial_states(buffer);
    for (std::size_t i = 0; i < buffer.size(); ++i) waiting.push_back(bytes_of(buffer.state(i)));
    while (!waiting.empty()) {
      const Bytes state = std::move(waiting.back());
      waiting.pop_back();
      if (!seen.insert(state).second) continue;
      buffer.clear();
      system_.successors(state, buffer);
      for (std::size_t i = 0; i < buffer.size(); ++i) {
        if (letter(buffer.state(i)) != letter(state)) visible_.insert(action_of(buffer.step(i)));
        waiting.push_back(bytes_of(buffer.state(i)));
      }
    }
  }

  std::vector<Edge> edges_of(const Bytes& state, const std::set<Bytes>& stack) {
    StateEdges all;
    product_->expand(state, all);
    const StateView here = product_->model_state(state);
    SuccessorBuffer parts;
    const std::size_t count = reduced_->successors_in_parts(here, parts).enough;
    const bool decided = any(all.defect);  // no step of the model is left to choose
    bool choose = rule_ != NaiveRule::None && count < parts.size() && !decided;
    std::set<Action> chosen;
    for (std::size_t i = 0; i < count && choose; ++i) {
      chosen.insert(action_of(parts.step(i)));
      if (rule_ == NaiveRule::VisibleAtTheState) {
        choose = letter(parts.state(i)) == letter(here);
      } else {
        choose = !visible_.contains(action_of(parts.step(i)));
      }
    }
    std::vector<Edge> some, every;
    for (std::size_t i = 0; i < all.size(); ++i) {
      Edge edge{bytes_of(all.states.state(i)), all.marks_of(i)};
      if (choose && chosen.contains(action_of(all.states.step(i)))) {
        if (stack.contains(edge.target)) choose = false;
        some.push_back(edge);
      }
      every.push_back(std::move(edge));
    }
    return choose ? some : every;
  }

  /// Depth-first; every state keeps the edges it had when it was entered.
  void explore(const Bytes& start) {
    std::set<Bytes> stack;
    const std::function<void(const Bytes&)> visit = [&](const Bytes& state) {
      if (rule_ != NaiveRule::ProvisoLost) stack.insert(state);
      graph_[state] = edges_of(state, stack);
      const std::vector<Edge> edges = graph_[state];
      for (const Edge& edge : edges)
        if (!graph_.contains(edge.target)) visit(edge.target);
      stack.erase(state);
    };
    if (!graph_.contains(start)) visit(start);
  }

  /// Whether some state reaches itself by edges that carry all marks.
  bool accepts() const {
    for (const auto& [start, unused] : graph_) {
      std::set<std::pair<Bytes, std::uint64_t>> seen;
      std::vector<std::pair<Bytes, std::uint64_t>> waiting{{start, 0}};
      while (!waiting.empty()) {
        const auto [state, marks] = waiting.back();
        waiting.pop_back();
        for (const Edge& edge : graph_.at(state)) {
          const std::uint64_t met = marks | edge.marks.bits();
          if (edge.target == start && (met & all_.bits()) == all_.bits()) return true;
          if (seen.emplace(edge.target, met).second) waiting.emplace_back(edge.target, met);
        }
      }
    }
    return false;
  }

  ProgramSystem& system_;
  NaiveRule rule_;
  FailureAutomaton failure_;
  AtomBinding binding_;
  std::unique_ptr<Product> product_;
  std::vector<std::uint32_t> atoms_;
  std::unique_ptr<ReducedSystem> reduced_;
  std::set<Action> visible_;
  MarkSet all_;
  std::map<Bytes, std::vector<Edge>> graph_;
};

}  // namespace

bool naively_violated(ProgramSystem& system, const std::string& formula, NaiveRule rule) {
  return Naive(system, formula, rule).run();
}

}  // namespace weir::test
