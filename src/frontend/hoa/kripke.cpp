// SPDX-License-Identifier: Apache-2.0
#include "frontend/hoa/kripke.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "frontend/hoa/lexer.h"

namespace weir::hoa {
namespace {

class KripkeSystem final : public TransitionSystem {
 public:
  struct State {
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
  Expected<Atom> resolve(std::string_view text) override {
    const auto known = std::find(propositions.begin(), propositions.end(), text);
    if (known != propositions.end()) {
      return Atom{Atom::Kind::State, static_cast<std::uint32_t>(known - propositions.begin())};
    }
    Diagnostic error;
    error.message = "the Kripke structure has no proposition '" + std::string(text) + "'; it has";
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
    std::vector<Variable> variables{{"state", std::int64_t{number(state)}}};
    if (!at(state).name.empty()) variables.push_back({"name", at(state).name});
    for (std::uint32_t i = 0; i < propositions.size(); ++i) variables.push_back({propositions[i], holds(i, state)});
    return variables;
  }
  StepDescription describe(StateView, const Step&, StateView to) const override {
    StepDescription description;
    description.event = "to " + (at(to).name.empty() ? std::to_string(number(to)) : at(to).name);
    return description;
  }

 private:
  static std::uint32_t number(StateView state) {
    std::uint32_t number;
    std::memcpy(&number, state.data(), sizeof number);
    return number;
  }
  const State& at(StateView state) const { return states[number(state)]; }
  static void append(const Step& step, std::uint32_t state, SuccessorBuffer& out) {
    out.append(step, std::as_bytes(std::span(&state, 1)));
  }
};

/// A Boolean expression over propositions, in postfix order: operands come before their operator.
struct Label {
  enum class Op : std::uint8_t { True, False, Proposition, Not, And, Or };
  struct Node {
    Op op;
    std::uint32_t first = 0;   ///< proposition, or operand
    std::uint32_t second = 0;  ///< operand
  };
  std::vector<Node> nodes;
};

class Reader {
 public:
  explicit Reader(const SourceText& source) : lexer_(source) {}

  Expected<Model> read() {
    if (!header() || !body()) return Diagnostics{error_};
    Model model;
    StatedProperty deadlock;
    deadlock.kind = StatedProperty::Kind::Deadlock;
    deadlock.name = "deadlock";
    model.properties.push_back(std::move(deadlock));
    model.system = std::make_unique<KripkeSystem>(std::move(system_));
    model.warnings = std::move(warnings_);
    return model;
  }

 private:
  bool fail(std::string message) {
    error_ = lexer_.error(std::move(message));
    return false;
  }
  bool take(Token token, const char* what) {
    if (!lexer_.is(token)) return fail(std::string("expected ") + what);
    lexer_.advance();
    return true;
  }
  bool take(char punctuation) {
    if (!lexer_.is(punctuation)) return fail(std::string("expected '") + punctuation + "'");
    lexer_.advance();
    return true;
  }

  bool header() {
    if (!lexer_.is(Token::Header) || lexer_.value() != "HOA") return fail("expected 'HOA: v1'");
    lexer_.advance();
    if (!lexer_.is(Token::Identifier) || lexer_.value() != "v1") return fail("expected 'v1'");
    lexer_.advance();
    while (lexer_.is(Token::Header)) {
      if (!header_item()) return false;
    }
    if (!lexer_.is(Token::Body)) return fail("expected a header or '--BODY--'");
    if (!seen_acceptance_) return fail("the header 'Acceptance:' is missing");
    if (system_.initial.empty()) return fail("the header 'Start:' is missing: a Kripke structure has an initial state");
    lexer_.advance();
    return true;
  }

  bool header_item() {
    const std::string name = lexer_.value();
    const Diagnostic unknown = lexer_.error("this header has a meaning that a Kripke structure does not have");
    lexer_.advance();
    if (name == "States") {
      states_announced_ = lexer_.number();
      has_states_ = true;
      return take(Token::Number, "the number of states");
    }
    if (name == "Start") return start();
    if (name == "AP") return propositions();
    if (name == "Alias") return alias();
    if (name == "Acceptance") return acceptance();
    // As the format demands: a header in capitals may change the meaning, one in lower case may be ignored.
    if (name[0] >= 'A' && name[0] <= 'Z') {
      error_ = unknown;
      return false;
    }
    while (!lexer_.is(Token::Header) && !lexer_.is(Token::Body) && !lexer_.is(Token::End) && !lexer_.is(Token::Wrong)) {
      lexer_.advance();
    }
    return true;
  }

  bool start() {
    const auto state = static_cast<std::uint32_t>(lexer_.number());
    if (!take(Token::Number, "the number of a state")) return false;
    if (lexer_.is('&')) return fail("a Kripke structure starts in one state at a time; write several 'Start:' headers");
    system_.initial.push_back(state);
    return true;
  }

  bool propositions() {
    if (seen_propositions_) return fail("the header 'AP:' was given before");
    seen_propositions_ = true;
    const std::uint64_t count = lexer_.number();
    if (!take(Token::Number, "the number of propositions")) return false;
    while (lexer_.is(Token::String)) {
      if (std::find(system_.propositions.begin(), system_.propositions.end(), lexer_.value()) !=
          system_.propositions.end()) {
        return fail("this proposition was given before");
      }
      system_.propositions.push_back(lexer_.value());
      lexer_.advance();
    }
    return system_.propositions.size() == count ||
           fail("the header 'AP:' announces " + std::to_string(count) + " propositions, but names " +
                std::to_string(system_.propositions.size()));
  }

  bool alias() {
    if (!lexer_.is(Token::Alias)) return fail("expected a name that begins with '@'");
    const std::string name = lexer_.value();
    lexer_.advance();
    Label label;
    if (!expression(label)) return false;
    aliases_[name] = std::move(label);
    return true;
  }

  bool acceptance() {
    seen_acceptance_ = true;
    if (!lexer_.is(Token::Number)) return fail("expected the number of acceptance sets");
    const bool none = lexer_.number() == 0;
    if (!none) return fail("this is an automaton with acceptance sets, not a Kripke structure ('Acceptance: 0 t')");
    lexer_.advance();
    if (!lexer_.is(Token::Identifier) || lexer_.value() != "t") {
      return fail("expected 't': every run of a Kripke structure counts");
    }
    lexer_.advance();
    return true;
  }

  bool body() {
    while (lexer_.is(Token::Header)) {
      if (lexer_.value() != "State") return fail("expected 'State:'");
      lexer_.advance();
      if (!state()) return false;
    }
    if (lexer_.is(Token::Abort)) return fail("the writer of this file gave up here");
    if (!lexer_.is(Token::EndOfBody)) return fail("expected 'State:' or '--END--'");
    for (const std::uint32_t initial : system_.initial) {
      if (!is_defined(initial)) return fail("the initial state " + std::to_string(initial) + " is not defined");
    }
    for (const auto& [from, to] : edges_) {
      if (!is_defined(to)) {
        return fail("state " + std::to_string(from) + " has an edge to state " + std::to_string(to) +
                    ", which is not defined");
      }
      system_.states[from].successors.push_back(to);
    }
    if (has_states_ && defined_count_ != states_announced_) {
      return fail("the header announces " + std::to_string(states_announced_) + " states, but " +
                  std::to_string(defined_count_) + " are defined");
    }
    const Diagnostic more = lexer_.error("what follows '--END--' is not read");
    lexer_.advance();
    if (!lexer_.is(Token::End)) {
      warnings_.push_back(more);
      warnings_.back().severity = Diagnostic::Severity::Warning;
    }
    return true;
  }

  bool is_defined(std::uint32_t state) const { return state < defined_.size() && defined_[state]; }

  bool state() {
    if (!lexer_.is('[')) return fail("expected '[': each state of a Kripke structure has a label");
    std::vector<std::uint32_t> valuation;
    if (!state_label(valuation)) return false;
    const auto number = static_cast<std::uint32_t>(lexer_.number());
    if (!lexer_.is(Token::Number)) return fail("expected the number of the state");
    if (has_states_ && number >= states_announced_) {
      return fail("the header announces " + std::to_string(states_announced_) + " states, numbered from 0");
    }
    if (is_defined(number)) return fail("this state was defined before");
    // Without 'States:' a number may be anything; states are defined one by one, so memory follows the text.
    if (number > 4 * defined_count_ + 1000000) return fail("this state number is far larger than the number of states");
    if (number >= defined_.size()) {
      defined_.resize(number + 1);
      system_.states.resize(number + 1);
    }
    defined_[number] = true;
    ++defined_count_;
    lexer_.advance();
    KripkeSystem::State& target = system_.states[number];
    target.true_propositions = std::move(valuation);
    if (lexer_.is(Token::String)) {
      target.name = lexer_.value();
      lexer_.advance();
    }
    if (lexer_.is('{')) return fail("a Kripke structure has no acceptance sets");
    while (lexer_.is(Token::Number) || lexer_.is('[')) {
      if (lexer_.is('[')) return fail("the state has a label already: edges of a Kripke structure have none");
      const auto to = static_cast<std::uint32_t>(lexer_.number());
      lexer_.advance();
      if (lexer_.is('&')) return fail("a Kripke structure has no universal branching");
      if (lexer_.is('{')) return fail("a Kripke structure has no acceptance sets");
      edges_.emplace_back(number, to);
    }
    return true;
  }

  /// `[...]`, as the list of propositions that are true.
  bool state_label(std::vector<std::uint32_t>& valuation) {
    const Diagnostic here = lexer_.error("");
    lexer_.advance();
    Label label;
    if (!expression(label) || !take(']')) return false;
    const auto wrong = [&](const std::string& message) {
      error_ = here;
      error_.message = message;
      return false;
    };
    enum : std::uint8_t { kOpen, kTrue, kFalse };
    std::vector<std::uint8_t> values(system_.propositions.size(), kOpen);
    std::vector<std::pair<std::uint32_t, bool>> todo{{static_cast<std::uint32_t>(label.nodes.size() - 1), true}};
    while (!todo.empty()) {
      const auto [at, positive] = todo.back();
      todo.pop_back();
      const Label::Node& node = label.nodes[at];
      switch (node.op) {
        case Label::Op::Not: todo.emplace_back(node.first, !positive); break;
        case Label::Op::Proposition: {
          const std::uint8_t value = positive ? kTrue : kFalse;
          if (values[node.first] != kOpen && values[node.first] != value) return wrong("no state satisfies this label");
          values[node.first] = value;
          break;
        }
        case Label::Op::And:
        case Label::Op::Or:
          if ((node.op == Label::Op::And) != positive)
            return wrong("the label of a state must be a conjunction of literals");
          todo.emplace_back(node.first, positive);
          todo.emplace_back(node.second, positive);
          break;
        case Label::Op::True:
        case Label::Op::False:
          if ((node.op == Label::Op::True) != positive) return wrong("no state satisfies this label");
          break;
      }
    }
    for (std::uint32_t i = 0; i < values.size(); ++i) {
      if (values[i] == kOpen) return wrong("this label leaves '" + system_.propositions[i] + "' open");
      if (values[i] == kTrue) valuation.push_back(i);
    }
    return true;
  }

  /// Operators wait on a stack of their own, so that nesting costs no recursion.
  bool expression(Label& label) {
    std::vector<std::uint32_t> operands;
    std::vector<char> operators;
    const auto reduce = [&] {
      const char op = operators.back();
      operators.pop_back();
      Label::Node node{Label::Op::Not};
      if (op != '!') {
        node.op = op == '&' ? Label::Op::And : Label::Op::Or;
        node.second = operands.back();
        operands.pop_back();
      }
      node.first = operands.back();
      operands.back() = static_cast<std::uint32_t>(label.nodes.size());
      label.nodes.push_back(node);
    };
    const auto strength = [](char op) { return op == '!' ? 3 : op == '&' ? 2 : op == '|' ? 1 : 0; };
    for (;;) {
      while (lexer_.is('!') || lexer_.is('(')) {
        operators.push_back(lexer_.is('!') ? '!' : '(');
        lexer_.advance();
      }
      if (!operand(label, operands)) return false;
      while (lexer_.is(')') && std::find(operators.begin(), operators.end(), '(') != operators.end()) {
        while (operators.back() != '(') reduce();
        operators.pop_back();
        lexer_.advance();
      }
      if (!lexer_.is('&') && !lexer_.is('|')) break;
      const char op = lexer_.is('&') ? '&' : '|';
      while (!operators.empty() && strength(operators.back()) >= strength(op)) reduce();
      operators.push_back(op);
      lexer_.advance();
    }
    while (!operators.empty()) {
      if (operators.back() == '(') return fail("expected ')'");
      reduce();
    }
    return true;
  }

  bool operand(Label& label, std::vector<std::uint32_t>& operands) {
    if (lexer_.is(Token::Alias)) {
      const auto alias = aliases_.find(lexer_.value());
      if (alias == aliases_.end()) return fail("there is no alias '@" + lexer_.value() + "'");
      // Aliases of aliases could double their size each time; no honest file comes near this.
      if (label.nodes.size() + alias->second.nodes.size() > 1000000) return fail("this expression is too large");
      const auto shift = static_cast<std::uint32_t>(label.nodes.size());
      for (Label::Node node : alias->second.nodes) {
        if (node.op == Label::Op::Not || node.op == Label::Op::And || node.op == Label::Op::Or) {
          node.first += shift;
          node.second += shift;
        }
        label.nodes.push_back(node);
      }
    } else if (lexer_.is(Token::Number)) {
      if (lexer_.number() >= system_.propositions.size()) {
        return fail("there is no proposition of this number: the header 'AP:' names " +
                    std::to_string(system_.propositions.size()));
      }
      label.nodes.push_back({Label::Op::Proposition, static_cast<std::uint32_t>(lexer_.number())});
    } else if (lexer_.is(Token::Identifier) && (lexer_.value() == "t" || lexer_.value() == "f")) {
      label.nodes.push_back({lexer_.value() == "t" ? Label::Op::True : Label::Op::False});
    } else {
      return fail("expected a proposition's number, 't', 'f', '!', '(' or an alias");
    }
    operands.push_back(static_cast<std::uint32_t>(label.nodes.size() - 1));
    lexer_.advance();
    return true;
  }

  Lexer lexer_;
  KripkeSystem system_;
  std::map<std::string, Label> aliases_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
  std::vector<bool> defined_;
  std::uint64_t defined_count_ = 0;
  std::uint64_t states_announced_ = 0;
  bool has_states_ = false;
  bool seen_propositions_ = false;
  bool seen_acceptance_ = false;
  Diagnostic error_;
  Diagnostics warnings_;
};

}  // namespace

Expected<Model> read_kripke(const SourceText& source) { return Reader(source).read(); }

Expected<Model> open_kripke(const std::string& path, const ModelOptions&) {
  const auto source = SourceText::read_file(path);
  if (!source) return source.error();
  return read_kripke(*source);
}

}  // namespace weir::hoa
