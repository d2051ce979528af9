// SPDX-License-Identifier: Apache-2.0
#include "frontend/hoa/kripke.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "base/text/hoa_syntax.h"
#include "base/text/nearest_name.h"

namespace weir::hoa {
namespace {

class KripkeSystem final : public TransitionSystem {
 public:
  struct State {
    std::uint32_t number = 0;  ///< number in the file
    std::string name;
    std::vector<std::uint32_t> true_propositions;  ///< sorted
    std::vector<std::uint32_t> successors;
  };
  std::vector<State> states;
  std::vector<std::uint32_t> initial;
  std::vector<std::string> propositions;

  void initial_states(SuccessorBuffer& out) const override {
    for (const std::uint32_t state : initial) append({}, state, out);
  }
  void successors(StateView state, SuccessorBuffer& out) const override {
    std::uint32_t edge = 0;
    for (const std::uint32_t to : at(state).successors) append({.transition = edge++}, to, out);
  }
  bool is_state(StateView state) const override {
    return state.size() == sizeof(std::uint32_t) && index_of(state) < states.size();
  }
  Expected<Atom> resolve(std::string_view text) override {
    const auto known = std::find(propositions.begin(), propositions.end(), text);
    if (known != propositions.end()) {
      return Atom{Atom::Kind::State, static_cast<std::uint32_t>(known - propositions.begin())};
    }
    Diagnostic error;
    NearestName nearest(text);
    for (const std::string& name : propositions) nearest.consider(name);
    error.message =
        "the Kripke structure has no proposition '" + std::string(text) + "'" + nearest.suggestion() + "; it has";
    for (const std::string& name : propositions) error.message += " '" + name + "'";
    if (propositions.empty()) error.message += " none";
    return error;
  }
  bool holds(std::uint32_t proposition, StateView state) const override {
    const auto& all = at(state).true_propositions;
    return std::binary_search(all.begin(), all.end(), proposition);
  }
  bool occurs(std::uint32_t, StateView, const Step&) const override { return false; }

  std::vector<Variable> show(StateView state) const override {
    std::vector<Variable> variables{{"state", std::int64_t{at(state).number}}};
    if (!at(state).name.empty()) variables.push_back({"name", at(state).name});
    for (std::uint32_t i = 0; i < propositions.size(); ++i) variables.push_back({propositions[i], holds(i, state)});
    return variables;
  }
  StepDescription describe(StateView, const Step&, StateView to) const override {
    StepDescription description;
    description.event = "to " + (at(to).name.empty() ? std::to_string(at(to).number) : at(to).name);
    return description;
  }

 private:
  static std::uint32_t index_of(StateView state) {
    std::uint32_t index;
    std::memcpy(&index, state.data(), sizeof index);
    return index;
  }
  const State& at(StateView state) const { return states[index_of(state)]; }
  static void append(const Step& step, std::uint32_t state, SuccessorBuffer& out) {
    out.append(step, std::as_bytes(std::span(&state, 1)));
  }
};

/// Converts a label to a conjunction of literals, or reports an error.
class Valuation {
 public:
  explicit Valuation(const HoaDocument& document) : document_(document), values_(document.atoms.size(), Value::Open) {}

  /// Returns an empty string if every proposition has a value; otherwise an error message.
  std::string read(const HoaExpression& label) {
    std::vector<Part> todo{{add(label), true}};
    std::size_t steps = 0;
    while (!todo.empty()) {
      // An alias is one node however often it is used, so repeated expansion could take exponential time.
      if (++steps > 10000000) return "this label is too large";
      const Part part = todo.back();
      todo.pop_back();
      std::string problem = take(part, todo);
      if (!problem.empty()) return problem;
    }
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (values_[i] == Value::Open) return "this label does not determine '" + document_.atoms[i] + "'";
    }
    return {};
  }
  std::vector<std::uint32_t> true_propositions() const {
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < values_.size(); ++i) {
      if (values_[i] == Value::True) all.push_back(i);
    }
    return all;
  }

 private:
  enum class Value : std::uint8_t { Open, True, False };
  struct Node {
    HoaToken token;
    std::uint32_t left = 0;
    std::uint32_t right = 0;
  };
  /// A node with its required truth value.
  struct Part {
    std::uint32_t node;
    bool positive;
  };

  std::uint32_t add(Node node) {
    nodes_.push_back(node);
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  /// Aliases refer to earlier ones only, so they are added before the labels that use them.
  std::uint32_t add(const HoaExpression& expression) {
    while (aliases_.size() < document_.aliases.size() && uses_alias(expression)) {
      const HoaExpression& next = document_.aliases[aliases_.size()].label;
      aliases_.push_back(add_tree(next));
    }
    return add_tree(expression);
  }
  static bool uses_alias(const HoaExpression& expression) {
    return std::any_of(expression.begin(), expression.end(),
                       [](const HoaToken& token) { return token.kind == HoaToken::Kind::Alias; });
  }
  std::uint32_t add_tree(const HoaExpression& expression) {
    using Kind = HoaToken::Kind;
    return evaluate_hoa<std::uint32_t>(
        expression,
        [&](const HoaToken& token) { return token.kind == Kind::Alias ? aliases_[token.number] : add(Node{token}); },
        [&](std::uint32_t operand) {
          return add(Node{{Kind::Not}, operand});
        },
        [&](std::uint32_t left, std::uint32_t right) {
          return add(Node{{Kind::And}, left, right});
        },
        [&](std::uint32_t left, std::uint32_t right) {
          return add(Node{{Kind::Or}, left, right});
        });
  }

  std::string take(const Part& part, std::vector<Part>& todo) {
    const Node& node = nodes_[part.node];
    switch (node.token.kind) {
      case HoaToken::Kind::Not: todo.push_back({node.left, !part.positive}); return {};
      case HoaToken::Kind::Atom: {
        const Value value = part.positive ? Value::True : Value::False;
        Value& known = values_[node.token.number];
        if (known != Value::Open && known != value) return "no state satisfies this label";
        known = value;
        return {};
      }
      case HoaToken::Kind::And:
      case HoaToken::Kind::Or:
        if ((node.token.kind == HoaToken::Kind::And) != part.positive) {
          return "the label of a state must be a conjunction of literals";
        }
        todo.push_back({node.left, part.positive});
        todo.push_back({node.right, part.positive});
        return {};
      case HoaToken::Kind::True: return part.positive ? "" : "no state satisfies this label";
      case HoaToken::Kind::False: return part.positive ? "no state satisfies this label" : "";
      default: return "the label of a state may contain only propositions";
    }
  }

  const HoaDocument& document_;
  std::vector<Value> values_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> aliases_;  ///< node of each
};

Expected<Model> build(const HoaDocument& document, const SourceText& source) {
  const auto refuse = [&](std::size_t offset, std::string message) { return source.at(offset, 1, std::move(message)); };
  if (document.acceptance_sets > 0) {
    return refuse(document.acceptance_offset,
                  "this is an automaton with acceptance sets, not a Kripke structure ('Acceptance: 0 t')");
  }
  if (document.acceptance.size() != 1 || document.acceptance[0].kind != HoaToken::Kind::True) {
    return refuse(document.acceptance_offset, "expected 't': a Kripke structure accepts every run");
  }
  if (const auto offset = document.alternation_offset()) {
    return refuse(*offset,
                  "a Kripke structure cannot have conjunctions of states; write several 'Start:' headers or edges");
  }
  if (document.start.empty()) {
    return refuse(document.offset, "the header 'Start:' is missing: a Kripke structure needs an initial state");
  }
  auto system = std::make_unique<KripkeSystem>();
  system->propositions = document.atoms;
  const auto index = [&](std::uint32_t number) {
    const auto at = std::lower_bound(document.body.begin(), document.body.end(), number,
                                     [](const HoaDocument::State& state, std::uint32_t n) { return state.number < n; });
    return static_cast<std::uint32_t>(at - document.body.begin());
  };
  for (const std::vector<std::uint32_t>& start : document.start) system->initial.push_back(index(start[0]));
  for (const HoaDocument::State& state : document.body) {
    if (!state.label)
      return refuse(state.offset, "in a Kripke structure each state must have a label, and edges have none");
    Valuation valuation(document);
    std::string problem = valuation.read(*state.label);
    if (!problem.empty()) return refuse(state.offset, std::move(problem));
    KripkeSystem::State& target = system->states.emplace_back();
    target.number = state.number;
    target.name = state.name;
    target.true_propositions = valuation.true_propositions();
    for (const HoaDocument::Edge& edge : state.edges) target.successors.push_back(index(edge.destinations[0]));
  }
  Model model;
  model.system = std::move(system);
  StatedProperty deadlock;
  deadlock.kind = StatedProperty::Kind::Deadlock;
  deadlock.name = "deadlock";
  model.properties.push_back(std::move(deadlock));
  return model;
}

}  // namespace

Expected<Model> read_kripke(const SourceText& source) {
  const auto documents = parse_hoa(source);
  if (!documents) return documents.error();
  if (documents->empty()) return source.at(0, 1, "the file is empty; expected 'HOA: v1'");
  Expected<Model> model = build(documents->front(), source);
  if (model && documents->size() > 1) {
    model->warnings.push_back(source.at((*documents)[1].offset, 1, "only the first structure of the file is read",
                                        Diagnostic::Severity::Warning));
  }
  return model;
}

Expected<Model> open_kripke(const std::string& path, const ModelOptions&) {
  const auto source = SourceText::read_file(path);
  if (!source) return source.error();
  Expected<Model> model = read_kripke(*source);
  if (model) model->sources.push_back(digest_of(path, source->text()));
  return model;
}

}  // namespace weir::hoa
