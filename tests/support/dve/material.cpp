// SPDX-License-Identifier: Apache-2.0
#include "support/dve/material.h"

#include <algorithm>
#include <array>
#include <string>

namespace weir::test {

namespace {

using P = Production;

// Columns: name, how often it is on (percent). Each specification uses a random part of the language, as in
// promela/profile.h.
#define WEIR_DVE_FEATURES(X) \
  X(Arrays, 50)              \
  X(Ints, 50)                \
  X(Constants, 35)           \
  X(Locals, 70)              \
  X(Unbuffered, 50)          \
  X(Buffered, 40)            \
  X(Typed, 50)               \
  X(Messages, 70)            \
  X(LocalChannels, 15)       \
  X(Committed, 30)           \
  X(Remote, 40)              \
  X(Words, 40)               \
  X(Faults, 20)              \
  X(Wide, 12)                \
  X(Synchronous, 15)         \
  X(Property, 35)            \
  X(ActingProperty, 50)      \
  X(Assertions, 45)          \
  X(Accepting, 30)           \
  X(Family, 25)              \
  X(Macros, 15)              \
  X(Loose, 10)               \
  X(LongBody, 2)

enum class Feature : std::uint8_t {
#define WEIR_ENUMERATE(name, percent) name,
  WEIR_DVE_FEATURES(WEIR_ENUMERATE)
#undef WEIR_ENUMERATE
      Count
};
struct FeatureInfo {
  const char* name;
  int percent;
};
constexpr FeatureInfo kFeatures[] = {
#define WEIR_ROW(name, percent) {#name, percent},
    WEIR_DVE_FEATURES(WEIR_ROW)
#undef WEIR_ROW
};

/// Placeholder for the number of a process in its family until the copies are made.
constexpr const char* kOwnNumber = "@";

struct DveVariable {
  std::string name;
  int size = 0;  ///< elements of an array; 0: a scalar
  bool constant = false;
  bool identity = false;  ///< holds numbers of a family's processes
};
struct Channel {
  std::string name;
  std::string owner = {};  ///< process; empty: global
  bool buffered = false;
  std::size_t fields = 0;
};
struct Process {
  std::string name;
  std::vector<std::string> states = {};
  std::vector<DveVariable> variables = {};
  bool is_property = false;
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : draw_(seed) {
    for (std::size_t i = 0; i < on_.size(); ++i) on_[i] = draw_.chance(kFeatures[i].percent);
  }

  Material material(std::size_t count) {
    plan();
    declare();
    for (std::size_t p = 0; p < processes_.size(); ++p) add_process(p);
    const bool synchronous = on(Feature::Synchronous);
    if (has_property())
      units_.push_back(leaf(synchronous ? P::DveSyncProperty : P::DveAsyncProperty, "Prop"));
    else
      units_.push_back(leaf(synchronous ? P::DveSync : P::DveAsync));
    Material material;
    material.program = make(P::Dve, std::move(units_));
    for (std::size_t i = 0; i < on_.size(); ++i)
      if (on_[i]) material.features += (material.features.empty() ? "" : " ") + std::string(kFeatures[i].name);
    material.cases = questions(material.program, count);
    return material;
  }

 private:
  bool on(Feature feature) const { return on_[static_cast<std::size_t>(feature)]; }
  bool has_property() const { return on(Feature::Property); }

  // What there is.
  void plan() {
    int count = draw_.between(1, 4);
    if (on(Feature::Family)) family_ = draw_.between(2, 3), count = std::max(0, count - 3);
    for (int i = 0; i < family_; ++i) processes_.push_back({.name = "P_" + std::to_string(i)});
    for (int i = 0; i < count; ++i) processes_.push_back({.name = "Q" + std::to_string(i)});
    if (has_property()) processes_.push_back({.name = "Prop", .is_property = true});
    for (std::size_t p = 0; p < processes_.size(); ++p) {
      Process& process = processes_[p];
      int states = draw_.between(1, 5);
      if (on(Feature::LongBody) && p == 0 && family_ == 0) states = 260;
      if (is_copy(p)) {
        process.states = processes_[0].states;
        process.variables = processes_[0].variables;
        continue;
      }
      for (int s = 0; s < states; ++s) process.states.push_back("q" + std::to_string(s));
      const bool has_locals = process.is_property ? on(Feature::ActingProperty) && draw_.chance(70)
                                                  : on(Feature::Locals) && draw_.chance(p < family() ? 30 : 70);
      if (has_locals) process.variables = random_variables(process.is_property ? "w" : "v", draw_.between(1, 2));
    }
  }
  std::size_t family() const { return static_cast<std::size_t>(family_); }
  bool is_copy(std::size_t p) const { return p > 0 && p < family(); }

  std::vector<DveVariable> random_variables(const char* letter, int count) {
    std::vector<DveVariable> result;
    for (int i = 0; i < count; ++i) {
      DveVariable made;
      made.name = letter + std::to_string(i);
      if (on(Feature::Arrays) && draw_.chance(35)) made.size = draw_.between(1, 3);
      result.push_back(std::move(made));
    }
    return result;
  }

  /// Declares the variables, sometimes several in one declaration.
  std::vector<Node> declarations(const std::vector<DveVariable>& variables) {
    std::vector<Node> result;
    for (const DveVariable& variable : variables) {
      const bool wide = on(Feature::Ints) && draw_.chance(50) && !variable.identity;
      const P type =
          variable.constant ? (wide ? P::DveConstantInts : P::DveConstantBytes) : (wide ? P::DveInts : P::DveBytes);
      Node made = declarator(variable);
      if (!result.empty() && result.back().is(type) && draw_.chance(50))
        result.back().children.push_back(std::move(made));
      else
        result.push_back(make(type, {std::move(made)}));
    }
    return result;
  }
  Node initial() {
    if (on(Feature::Wide) && draw_.chance(30)) return number(draw_.one_of({255, 256, 32767, 32768, -1, -32769}));
    return number(draw_.between(0, 2));
  }
  Node declarator(const DveVariable& variable) {
    if (variable.identity) return make(P::ScalarInitialised, {number(255)}, variable.name);
    if (variable.constant && variable.size == 0)
      return make(P::ScalarInitialised, {number(draw_.between(0, 3))}, variable.name);
    if (variable.size == 0) {
      if (draw_.chance(65)) return leaf(P::Scalar, variable.name);
      if (draw_.chance(90)) return make(P::ScalarInitialised, {initial()}, variable.name);
      std::vector<Node> values = {initial()};
      if (draw_.chance(30)) values.push_back(initial());
      return make(P::DveScalarOfValues, std::move(values), variable.name);
    }
    const bool family_array = variable.name == "flag";
    if (family_array || (!variable.constant && draw_.chance(60)))
      return make(P::Array, {size_of_array(variable)}, variable.name);
    if (draw_.chance(15)) {
      Node size = size_of_array(variable);
      return make(P::ArrayInitialised, {std::move(size), initial()}, variable.name);
    }
    std::vector<Node> children = {size_of_array(variable)};
    for (int i = draw_.between(1, variable.size + 1); i > 0; --i) children.push_back(initial());
    return make(P::ArrayOfValues, std::move(children), variable.name);
  }
  Node size_of_array(const DveVariable& variable) {
    if (draw_.chance(10)) return make(P::Add, {number(variable.size - 1), number(1)});
    return number(variable.size);
  }

  void declare() {
    globals_ = random_variables("x", draw_.between(1, 3));
    if (on(Feature::Constants)) {
      for (DveVariable& constant : random_variables("N", draw_.between(1, 2))) {
        constant.constant = true;
        globals_.push_back(std::move(constant));
      }
    }
    if (family_ > 0 && draw_.chance(75)) {
      globals_.push_back({.name = "turn", .identity = true});
      globals_.push_back({.name = "flag", .size = family_});
      symmetry_ = "P_*: turn, flag[]";
    } else if (family_ > 0) {
      symmetry_ = "P_*";
    }
    for (Node& node : declarations(globals_)) units_.push_back(make(P::DveGlobal, {std::move(node)}));
    if (on(Feature::Macros)) {
      Node meaning = make(P::Add, {number(draw_.between(0, 1)), number(1)});
      units_.push_back(make(P::DveMacro, {std::move(meaning)}, "M"));
    }
    if (on(Feature::Synchronous) && draw_.chance(80)) return;
    if (on(Feature::Unbuffered)) add_channels("", "c", false);
    if (on(Feature::Buffered) && !on(Feature::Synchronous)) add_channels("", "d", true);
    for (Node& node : channel_nodes("")) units_.push_back(make(P::DveGlobal, {std::move(node)}));
  }

  void add_channels(const std::string& owner, const char* letter, bool buffered) {
    for (int i = draw_.between(0, 1); i >= 0; --i) {
      Channel made;
      made.name = letter + std::to_string(i);
      made.owner = owner;
      made.buffered = buffered;
      if (on(Feature::Messages)) made.fields = draw_.weighted({20, 60, 15, 5});
      channels_.push_back(std::move(made));
    }
  }
  std::vector<Node> channel_nodes(const std::string& owner) {
    std::vector<Node> result;
    for (const Channel& channel : channels_) {
      if (channel.owner != owner) continue;
      Node declared = leaf(P::Scalar, channel.name);
      if (channel.buffered)
        declared = make(P::Array, {number(draw_.between(1, 2))}, channel.name);
      else if (draw_.chance(10))
        declared = make(P::Array, {number(0)}, channel.name);
      if (!on(Feature::Typed) || channel.fields == 0) {
        if (!result.empty() && result.back().is(P::DveChannels) && draw_.chance(50))
          result.back().children.push_back(std::move(declared));
        else
          result.push_back(make(P::DveChannels, {std::move(declared)}));
        continue;
      }
      std::vector<Node> fields;
      for (std::size_t i = 0; i < channel.fields; ++i)
        fields.push_back(leaf(draw_.chance(60) ? P::DveByteField : P::DveIntField));
      result.push_back(make(P::DveTypedChannels, {make(P::DveFields, std::move(fields)), std::move(declared)}));
    }
    return result;
  }

  // Processes.
  void add_process(std::size_t p) {
    if (is_copy(p)) {
      Node copy = *first_of_family_;
      copy.text = processes_[p].name;
      number_members(copy, p);
      units_.push_back(std::move(copy));
      return;
    }
    here_ = p;
    const Process& process = processes_[p];
    std::vector<Node> clauses = declarations(process.variables);
    if (on(Feature::LocalChannels) && !process.is_property && !on(Feature::Synchronous) && family_ == 0) {
      add_channels(process.name, "e", draw_.chance(50));
      for (Node& node : channel_nodes(process.name)) clauses.push_back(std::move(node));
    }
    std::vector<Node> names;
    for (const std::string& state : process.states) names.push_back(name(state));
    clauses.push_back(make(P::DveStates, std::move(names)));
    clauses.push_back(leaf(P::DveInit, process.states.front()));
    if (on(Feature::Committed) && !process.is_property && draw_.chance(60))
      clauses.push_back(make(P::DveCommit, some_states(25)));
    if (process.is_property || (on(Feature::Accepting) && draw_.chance(50)))
      clauses.push_back(make(draw_.chance(90) ? P::DveAccept : P::DveAcceptBuchi, some_states(45)));
    if (on(Feature::Assertions) && !process.is_property && draw_.chance(70)) {
      std::vector<Node> assertions;
      for (int i = draw_.between(1, 2); i > 0; --i) {
        const std::string state = draw_.one_of(process.states);
        if (p < family()) continue;
        assertions.push_back(make(P::DveAssertion, {condition(2)}, state));
        invariants_.push_back("assert_" + process.name + "_" + state);
      }
      if (!assertions.empty()) clauses.push_back(make(P::DveAssertions, std::move(assertions)));
    }
    clauses.push_back(transitions());
    if (draw_.chance(10)) draw_.shuffle(clauses);
    Node made = make(P::DveProcess, std::move(clauses), process.name);
    if (p < family()) {
      first_of_family_ = made;
      number_members(made, p);
    }
    units_.push_back(std::move(made));
  }
  static void number_members(Node& process, std::size_t p) {
    walk(process, [&](Node& node) {
      if (node.text == kOwnNumber) node.text = std::to_string(p);
    });
  }

  /// At least one.
  std::vector<Node> some_states(int percent) {
    std::vector<Node> result;
    const Process& process = processes_[here_];
    for (const std::string& state : process.states)
      if (draw_.chance(percent)) result.push_back(name(state));
    if (result.empty()) result.push_back(name(draw_.one_of(process.states)));
    return result;
  }

  Node transitions() {
    const Process& process = processes_[here_];
    std::vector<Node> result;
    for (std::size_t s = 0; s < process.states.size(); ++s) {
      const bool long_body = process.states.size() > 100;
      const int count = long_body ? 1 : static_cast<int>(draw_.weighted({process.is_property ? 0 : 6, 35, 40, 19}));
      for (int i = 0; i < count; ++i) {
        const bool next = draw_.chance(60) || long_body;
        const std::string target =
            next ? process.states[(s + 1) % process.states.size()] : draw_.one_of(process.states);
        std::vector<Node> children = {name(target)};
        add_parts(children, long_body);
        if (i > 0 && draw_.chance(25))
          result.push_back(make(P::DveNextTransition, std::move(children)));
        else
          result.push_back(make(P::DveTransition, std::move(children), process.states[s]));
      }
    }
    return make(on(Feature::Loose) && draw_.chance(50) ? P::DveLooseTransitions : P::DveTransitions, std::move(result));
  }

  void add_parts(std::vector<Node>& children, bool plain) {
    if (plain) return;
    const Process& process = processes_[here_];
    if (draw_.chance(45)) {
      std::vector<Node> guards;
      for (std::size_t i = draw_.weighted({75, 20, 5}) + 1; i > 0; --i) guards.push_back(condition(2));
      children.push_back(make(P::DveGuard, std::move(guards)));
    }
    const bool acts = !process.is_property || on(Feature::ActingProperty);
    if (acts && draw_.chance(process.is_property ? 20 : 40)) add_synchronisation(children);
    if (acts && draw_.chance(60)) {
      std::vector<Node> effects;
      for (std::size_t i = draw_.weighted({65, 25, 10}) + 1; i > 0; --i)
        if (std::optional<Node> made = assignment()) effects.push_back(std::move(*made));
      if (!effects.empty()) children.push_back(make(P::DveEffect, std::move(effects)));
    }
    if (draw_.chance(5) && children.size() > 2) std::swap(children[1], children.back());
  }

  void add_synchronisation(std::vector<Node>& children) {
    const Process& process = processes_[here_];
    std::vector<Channel> usable;
    for (const Channel& channel : channels_) {
      // The property process can only take part in a rendezvous.
      if (process.is_property && (channel.buffered || on(Feature::Synchronous))) continue;
      usable.push_back(channel);
    }
    if (usable.empty()) return;
    const Channel channel = draw_.one_of(usable);
    Node called = name(channel.name);
    if (!channel.owner.empty() && (channel.owner != process.name || draw_.chance(20)))
      called = make(draw_.chance(70) ? P::DveChannelOf : P::DveChannelOfDot, {name(channel.name)}, channel.owner);
    const bool sends = !process.is_property && draw_.chance(50);
    std::vector<Node> parts = {std::move(called)};
    for (std::size_t i = 0; i < channel.fields; ++i) {
      if (sends) {
        parts.push_back(value(1));
        continue;
      }
      std::optional<Node> into = target();
      if (!into) return;
      parts.push_back(std::move(*into));
    }
    if (channel.fields == 0)
      children.push_back(make(sends ? P::DveSignal : P::DveAwait, std::move(parts)));
    else if (channel.fields == 1 && draw_.chance(80))
      children.push_back(make(sends ? P::DveSend : P::DveReceive, std::move(parts)));
    else
      children.push_back(make(sends ? P::DveSendSeveral : P::DveReceiveSeveral, std::move(parts)));
  }

  // Places.
  Node element(const DveVariable& variable) {
    if (variable.size == 0 || draw_.chance(8)) return test::variable(variable.name);  // an array is its element 0
    if (variable.name == "flag" && in_family() && draw_.chance(70))
      return make(P::Element, {own_number()}, variable.name);
    if (on(Feature::Faults) && draw_.chance(25)) return make(P::Element, {value(1)}, variable.name);
    if (variable.size > 1 && draw_.chance(25))
      return make(P::Element, {make(P::Modulo, {simple_value(), number(variable.size)})}, variable.name);
    return make(P::Element, {number(draw_.between(0, variable.size - 1))}, variable.name);
  }
  bool in_family() const { return here_ < family(); }
  static Node own_number() { return leaf(P::Number, kOwnNumber); }

  /// A variable or element that may be assigned. The property process assigns only to its own variables.
  std::optional<Node> target() {
    const Process& process = processes_[here_];
    std::vector<DveVariable> choices;
    for (const DveVariable& variable : process.variables)
      if (!variable.constant) choices.push_back(variable);
    if (!process.is_property) {
      // In a synchronous system two processes may not assign to the same variable.
      const bool own = on(Feature::Synchronous) && !choices.empty() && draw_.chance(75);
      for (const DveVariable& variable : globals_)
        if (!own && !variable.constant && !variable.identity) choices.push_back(variable);
      if (on(Feature::Remote) && !in_family() && draw_.chance(10)) {
        const Process& other = draw_.one_of(processes_);
        if (!other.is_property && !other.variables.empty())
          return make(P::DveMember, {element(draw_.one_of(other.variables))}, other.name);
      }
    }
    if (choices.empty()) return std::nullopt;
    return element(draw_.one_of(choices));
  }

  std::optional<Node> assignment() {
    if (in_family() && symmetry_.find("turn") != std::string::npos && draw_.chance(35)) {
      Node holder = test::variable("turn");
      return make(P::DveAssign, {std::move(holder), draw_.chance(70) ? own_number() : number(255)});
    }
    std::optional<Node> left = target();
    if (!left) return std::nullopt;
    if (on(Feature::Wide) && draw_.chance(25)) return make(P::DveAssign, {std::move(*left), value(3)});
    switch (draw_.weighted({35, 35, 20, 10})) {
      case 0: return make(P::DveAssign, {std::move(*left), number(draw_.between(0, 2))});
      case 1: {
        Node sum = make(draw_.chance(80) ? P::Add : P::Subtract, {*left, number(draw_.between(1, 2))});
        return make(P::DveAssign, {std::move(*left), make(P::Modulo, {std::move(sum), number(draw_.between(2, 3))})});
      }
      case 2: return make(P::DveAssign, {std::move(*left), simple_value()});
      default: return make(P::DveAssign, {std::move(*left), make(P::Modulo, {value(2), number(draw_.between(2, 4))})});
    }
  }

  // Expressions.
  Node simple_value() {
    const Process* process = outside_ ? nullptr : &processes_[here_];
    switch (draw_.weighted({40, process != nullptr && !process->variables.empty() ? 30 : 0, 25,
                            on(Feature::Remote) || outside_ ? 15 : 0, on(Feature::Macros) ? 8 : 0})) {
      case 0: {
        const DveVariable& variable = draw_.one_of(globals_);
        if (variable.identity) return number(draw_.between(0, 2));
        return element(variable);
      }
      case 1: return element(draw_.one_of(process->variables));
      case 3: return remote();
      case 4: return leaf(P::DveMacroUse, "M");
      default: break;
    }
    if (draw_.chance(5)) return leaf(draw_.chance(50) ? P::True : P::False);
    if (draw_.chance(5)) return number(-draw_.between(1, 3));
    if (on(Feature::Wide) && draw_.chance(20))
      return number(draw_.one_of({127, 128, 255, 256, 32767, 65536, 2147483647}));
    return number(draw_.between(0, 3));
  }

  /// A state or variable of another process, or of this one by its name.
  Node remote() {
    const Process& other = draw_.one_of(processes_);
    if (other.is_property) return number(1);
    if (other.variables.empty() || draw_.chance(60))
      return make(P::DveInState, {name(draw_.one_of(other.states))}, other.name);
    // In a formula `->` is an operator.
    const P kind = !outside_ && draw_.chance(60) ? P::DveMember : P::DveMemberDot;
    return make(kind, {element(draw_.one_of(other.variables))}, other.name);
  }

  Node value(int depth) {
    if (depth == 0 || draw_.chance(35)) return simple_value();
    const int faults = on(Feature::Faults) ? 12 : 2;
    switch (draw_.weighted({30, faults, 12, 10, 6, 14, 4})) {
      case 1: {
        const P op = draw_.one_of({P::Divide, P::Modulo});
        Node left = value(depth - 1);
        Node right = on(Feature::Faults) ? value(depth - 1) : number(draw_.between(1, 3));
        return make(op, {std::move(left), std::move(right)});
      }
      case 2: return binary({P::BitAnd, P::BitOr, P::BitXor}, depth);
      case 3: {
        const P op = draw_.one_of({P::ShiftLeft, P::ShiftRight});
        Node left = value(depth - 1);
        Node right = on(Feature::Wide) ? value(depth - 1) : number(draw_.between(0, 3));
        return make(op, {std::move(left), std::move(right)});
      }
      case 4: {
        const P op = draw_.one_of({P::Negate, P::Complement});
        return make(op, {value(depth - 1)});
      }
      case 5: return condition(depth - 1);
      case 6: return make(P::Parenthesised, {value(depth - 1)});
      default: return binary({P::Add, P::Add, P::Subtract, P::Multiply}, depth);
    }
  }
  Node binary(std::initializer_list<P> ops, int depth) {
    const P op = draw_.one_of(ops);
    Node left = value(depth - 1), right = value(depth - 1);
    return make(op, {std::move(left), std::move(right)});
  }

  Node condition(int depth) {
    if (!outside_ && in_family() && symmetry_.find("turn") != std::string::npos && draw_.chance(25)) {
      const P op = draw_.one_of({P::Equal, P::NotEqual});
      return make(op, {test::variable("turn"), draw_.chance(80) ? own_number() : number(255)});
    }
    switch (draw_.weighted({50, on(Feature::Remote) || outside_ ? 15 : 0, depth > 0 ? 25 : 0, depth > 0 ? 10 : 0, 3})) {
      case 1: return remote();
      case 2: {
        P op = draw_.one_of({P::And, P::Or});
        if (on(Feature::Words)) op = draw_.one_of({P::DveAndWord, P::DveOrWord, P::DveImply, P::DveImplySign});
        Node left = condition(depth - 1), right = condition(depth - 1);
        return make(op, {std::move(left), std::move(right)});
      }
      case 3: return make(on(Feature::Words) && draw_.chance(50) ? P::DveNotWord : P::Not, {condition(depth - 1)});
      case 4: return value(1);
      default: {
        const P op =
            draw_.one_of({P::Less, P::LessEqual, P::Greater, P::GreaterEqual, P::Equal, P::Equal, P::NotEqual});
        Node left = draw_.chance(75) ? simple_value() : value(depth);
        Node right = draw_.chance(75) ? number(draw_.between(0, 3)) : value(depth);
        return make(op, {std::move(left), std::move(right)});
      }
    }
  }

  // Questions.
  Node atom(const FormulaTaste& taste) {
    switch (draw_.weighted({40, 25, 25, 4, 2, 2, taste.events ? 4 : 0})) {
      case 0: {
        const P op = draw_.one_of({P::Less, P::Greater, P::Equal, P::NotEqual});
        Node left = simple_value();
        return make(P::FormulaAtom, {make(op, {std::move(left), number(draw_.between(0, 3))})});
      }
      case 2: return make(draw_.chance(60) ? P::FormulaAtomCompared : P::FormulaAtomQuoted, {condition(2)});
      case 3: return make(P::FormulaAtom, {leaf(P::Dead)});
      case 4: return make(P::FormulaAtom, {leaf(P::AcceptAtom)});
      case 5: return make(P::FormulaAtom, {leaf(P::NonProgress)});
      case 6: return make(P::FormulaAtom, {leaf(P::Tau)});
      default: return make(P::FormulaAtom, {remote()});
    }
  }

  std::vector<Case> questions(const Node& program, std::size_t count) {
    using Kind = QuestionKind;
    outside_ = true;
    const bool acts = has_property() && on(Feature::ActingProperty);
    Offer offer;
    offer.weight(Kind::Assertions, 10);
    offer.weight(Kind::Deadlock, 8);
    offer.weight(Kind::Defects, 12);
    offer.weight(Kind::Invariant, invariants_.empty() ? 0 : 12);
    offer.weight(Kind::AcceptanceCycles, on(Feature::Accepting) ? 8 : 1);
    offer.weight(Kind::ProgressCycles, 1);
    offer.weight(acts ? Kind::LtlBlock : Kind::NeverClaim, has_property() ? 25 : 0);
    offer.weight(Kind::Ltl, 34);
    offer.weight(Kind::Ltlf, 10);
    offer.weight(Kind::Several, 14);
    offer.names = {{Kind::Invariant, invariants_}, {Kind::LtlBlock, {"Prop"}}, {Kind::NeverClaim, {"Prop"}}};
    offer.fair = !on(Feature::Synchronous);
    offer.question.symmetry = symmetry_;
    std::string& unavailable = offer.question.unavailable;
    if (family_ == 0) unavailable += "symmetry ";
    if (on(Feature::Committed)) unavailable += "por sleep ";
    if (on(Feature::Synchronous)) unavailable = "merge dead slice por sleep symmetry";
    CommandFormulas formulas(draw_, [this](const FormulaTaste& taste) { return atom(taste); });
    offer.formula = [&](const FormulaTaste& taste) { return formulas.formula(taste); };
    return random_cases(draw_, program, offer, count);
  }

  Draw draw_;
  std::array<bool, static_cast<std::size_t>(Feature::Count)> on_{};
  int family_ = 0;  ///< number of processes at the beginning that have the same body
  std::vector<Process> processes_;
  std::vector<DveVariable> globals_;
  std::vector<Channel> channels_;
  std::vector<std::string> invariants_;
  std::string symmetry_;
  std::vector<Node> units_;
  std::optional<Node> first_of_family_;
  std::size_t here_ = 0;
  bool outside_ = false;  ///< outside of all processes: in a formula
};

}  // namespace

Material dve_material(std::uint64_t seed, std::size_t cases) { return Generator(seed).material(cases); }

}  // namespace weir::test
