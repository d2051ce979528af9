// SPDX-License-Identifier: Apache-2.0
#include "frontend/promela/claim.h"

#include <unordered_map>
#include <utility>
#include <vector>

#include "formula/model_atom.h"
#include "frontend/promela/print.h"
#include "frontend/promela/promela.h"

namespace weir::promela {

namespace {

class ClaimBuilder {
 public:
  ClaimBuilder(const Model& model, const Flow& flow) : model_(model), flow_(flow) {}

  Expected<ClaimAutomaton> build() {
    claim_.initial = state(flow_.start);
    for (std::size_t next = 0; next < numbers_.size(); ++next) {
      const std::int32_t number = numbers_[next];
      if (number != kEnd) leave(static_cast<std::uint32_t>(next), number, Formula::constant(true), 0);
    }
    if (!problems_.empty()) return problems_;
    return std::move(claim_);
  }

 private:
  static constexpr std::int32_t kEnd = -1;
  static constexpr int kChain = 1000;

  std::uint32_t state(std::int32_t number) {
    // The closing brace, or a state with an end label: Spin reports both as the end of the claim.
    const bool ends = number == kEnd || flow_.may_end[static_cast<std::size_t>(number)];
    const std::int32_t key = ends ? kEnd : number;
    const auto [entry, fresh] = states_.try_emplace(key, static_cast<std::uint32_t>(claim_.states.size()));
    if (!fresh) return entry->second;
    const std::uint32_t index = entry->second;
    numbers_.push_back(key);
    ClaimAutomaton::State& made = claim_.states.emplace_back();
    made.accepting = ends || flow_.accepting[static_cast<std::size_t>(key)];
    if (ends) made.edges.push_back({Formula::constant(true), index, false});
    return index;
  }

  const std::vector<FlowEdge>& edges(std::int32_t number) const {
    return flow_.edges[static_cast<std::size_t>(number)];
  }

  void add(std::uint32_t from, Formula guard, std::uint32_t target) {
    if (guard.is(Op::False)) return;
    claim_.states[from].edges.push_back({guard, target, false});
  }

  /// Adds edges of `from` that continue with the transitions of control state `number` where `before` holds.
  void leave(std::uint32_t from, std::int32_t number, Formula before, int depth) {
    Formula others = Formula::constant(false);  // enabled by the transitions before an else
    for (const FlowEdge& edge : edges(number)) {
      Formula guard = Formula::constant(true);
      const Element& element = *edge.element;
      const Statement* statement = element.statement;
      if (element.kind == ElementKind::Else) {
        guard = !others;
      } else if (element.kind == ElementKind::Basic && statement != nullptr) {
        if (element.variable != nullptr || !condition(*statement, guard)) {
          refuse(element);
          continue;
        }
        // In Spin, a claim statement that cannot be evaluated is an error of the run.
        if (statement->value != nullptr && may_fail(*statement->value))
          add(from, before & Formula::atom(std::string(kFailurePrefix) + to_string(*statement->value) + ")"),
              state(kEnd));
      } else if (element.kind == ElementKind::DStep) {
        refuse(element);
        continue;
      }
      const bool asserts = statement != nullptr && statement->kind == StatementKind::Assert;
      if (asserts) {
        add(from, before & !guard, state(kEnd));
        others = Formula::constant(true);
      } else {
        others = others | guard;
      }
      const Formula whole = before & guard;
      if (edge.target <= 0)
        add(from, whole, state(kEnd));
      else if (edge.keeps_control && depth < kChain)
        leave(from, edge.target, whole, depth + 1);
      else
        add(from, whole, state(edge.target));
    }
  }

  /// The condition of a statement without side effects.
  bool condition(const Statement& statement, Formula& guard) const {
    switch (statement.kind) {
      case StatementKind::Expression:
      case StatementKind::Assert:
        if (statement.value->has_run) return false;
        if (statement.value->kind == ExpressionKind::Constant)
          guard = Formula::constant(statement.value->value != 0);
        else
          guard = Formula::atom(model_atom(to_string(*statement.value)));
        return true;
      case StatementKind::Printf:
      case StatementKind::Printm: return true;
      default: return false;
    }
  }

  void refuse(const Element& element) {
    const std::string what = element.statement != nullptr ? to_string(*element.statement) : "this";
    append(problems_,
           model_.sources.at(element.range,
                             "'" + what + "' in a never claim: a claim may read the model, but not change it"));
  }

  const Model& model_;
  const Flow& flow_;
  ClaimAutomaton claim_;
  std::unordered_map<std::int32_t, std::uint32_t> states_;
  std::vector<std::int32_t> numbers_;
  Diagnostics problems_;
};

}  // namespace

Expected<ClaimAutomaton> claim_automaton(const Model& model, const Flow& flow) {
  return ClaimBuilder(model, flow).build();
}

void count_model_labels(ClaimAutomaton& claim) {
  const Formula accepting = Formula::atom("accept_");
  for (ClaimAutomaton::State& state : claim.states) {
    if (state.accepting) continue;
    std::vector<ClaimAutomaton::Edge> edges;
    for (const ClaimAutomaton::Edge& edge : state.edges) {
      edges.push_back({edge.guard & accepting, edge.target, true});
      edges.push_back({edge.guard & !accepting, edge.target, false});
    }
    state.edges = std::move(edges);
  }
}

}  // namespace weir::promela
