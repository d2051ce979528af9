// SPDX-License-Identifier: Apache-2.0
#include "support/dve/interpret.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace weir::test {

namespace {

using P = Production;
using Number = std::int64_t;

struct RuntimeError {};

struct State {
  std::vector<Number> values;                             ///< of all variables and elements
  std::vector<std::size_t> at;                            ///< state of each process
  std::vector<std::vector<std::vector<Number>>> buffers;  ///< messages of each channel, oldest first
  auto operator<=>(const State&) const = default;
};

enum class Type : std::uint8_t { Byte, Short, Whole };
Number cut(Type type, Number value) {
  switch (type) {
    case Type::Byte: return static_cast<std::uint8_t>(value);
    case Type::Short: return static_cast<std::int16_t>(value);
    case Type::Whole: break;
  }
  return static_cast<std::int32_t>(value);
}

struct DeclaredVariable {
  Type type = Type::Byte;
  std::size_t first = 0, count = 1;  ///< range in State::values
};
struct Channel {
  std::size_t number = 0, capacity = 0;
  std::vector<Type> fields;
  bool typed = false;
};
struct Transition {
  std::size_t from = 0, to = 0;
  std::vector<const Node*> guards;
  const Node* sync = nullptr;
  std::vector<const Node*> effects;
};
struct Scope {
  std::map<std::string, DeclaredVariable> variables;
  std::map<std::string, Channel> channels;
};
struct Process : Scope {
  std::string name;
  std::map<std::string, std::size_t> states;
  std::size_t initial = 0;
  std::set<std::size_t> committed, accepting;
  std::vector<Transition> transitions;
};

bool sends(const Node& sync) { return sync.is(P::DveSignal) || sync.is(P::DveSend) || sync.is(P::DveSendSeveral); }

class Interpreter {
 public:
  explicit Interpreter(const Node& program) {
    for (const Node& unit : program.children) {
      if (unit.is(P::DveGlobal)) declare(unit.children[0], globals_, kOutside);
      if (unit.is(P::DveMacro)) macros_[unit.text] = &unit.children[0];
      if (unit.is(P::DveSync) || unit.is(P::DveSyncProperty)) synchronous_ = true;
      if (unit.is(P::DveAsyncProperty) || unit.is(P::DveSyncProperty)) property_name_ = unit.text;
      if (!unit.is(P::DveProcess)) continue;
      processes_.emplace_back().name = unit.text;
    }
    std::size_t p = 0;
    for (const Node& unit : program.children)
      if (unit.is(P::DveProcess)) read_process(unit, p++);
    for (std::size_t i = 0; i < processes_.size(); ++i)
      if (processes_[i].name == property_name_) property_ = i;
    find_fields();
  }

  bool has_property() const { return property_ < processes_.size(); }
  State initial() const {
    State state;
    state.values = first_values_;
    for (const Process& process : processes_) state.at.push_back(process.initial);
    state.buffers.resize(channels_);
    return state;
  }
  bool accepting(const State& state) const { return processes_[property_].accepting.contains(state.at[property_]); }

  struct Steps {
    std::vector<State> states;
    std::uint64_t errors = 0;
  };
  Steps system_steps(const State& state) const { return synchronous_ ? together(state) : one_by_one(state); }

  /// Steps of the system together with its property process.
  Steps joint_steps(const State& state) const {
    const Steps system = system_steps(state);
    Steps own, pairs, result;
    for (const Transition& transition : processes_[property_].transitions) {
      if (transition.sync != nullptr) continue;
      attempt(own, [&] {
        if (!enabled(state, property_, transition)) return;
        State next = state;
        act(next, property_, transition);
        own.states.push_back(std::move(next));
      });
    }
    if (!synchronous_ && !some_committed(state))
      for (std::size_t s = 0; s < processes_.size(); ++s)
        if (s != property_)
          for (const Transition& transition : processes_[s].transitions)
            if (transition.sync != nullptr && sends(*transition.sync) && ready(state, s, transition, pairs))
              rendezvous(state, s, transition, property_, pairs);
    for (const State& step : system.states)
      for (const State& moved : own.states) {
        State both = step;
        both.at[property_] = moved.at[property_];
        for (const auto& [name, variable] : processes_[property_].variables)
          for (std::size_t i = 0; i < variable.count; ++i)
            both.values[variable.first + i] = moved.values[variable.first + i];
        result.states.push_back(std::move(both));
      }
    result.states.insert(result.states.end(), pairs.states.begin(), pairs.states.end());
    if (system.states.empty() && pairs.states.empty()) result.states = own.states;
    result.errors = system.errors + own.errors + pairs.errors;
    return result;
  }

 private:
  static constexpr std::size_t kOutside = ~std::size_t{0};

  // Reading the tree.
  void declare(const Node& node, Scope& scope, std::size_t process) {
    switch (node.kind) {
      case P::DveBytes:
      case P::DveConstantBytes: return declare_variables(node, Type::Byte, scope, process);
      case P::DveInts:
      case P::DveConstantInts: return declare_variables(node, Type::Short, scope, process);
      case P::DveChannels:
        for (const Node& one : node.children) declare_channel(one, nullptr, scope);
        break;
      case P::DveTypedChannels:
        for (std::size_t i = 1; i < node.children.size(); ++i)
          declare_channel(node.children[i], &node.children[0], scope);
        break;
      default: break;
    }
  }
  Number constant(const Node& node, std::size_t process) const {
    State now;
    now.values = first_values_;
    return value(node, now, process);
  }
  void declare_variables(const Node& node, Type type, Scope& scope, std::size_t process) {
    for (const Node& one : node.children) {
      DeclaredVariable made;
      made.type = type;
      made.first = first_values_.size();
      const bool array = one.is(P::Array) || one.is(P::ArrayInitialised) || one.is(P::ArrayOfValues);
      if (array) made.count = static_cast<std::size_t>(constant(one.children[0], process));
      std::vector<Number> values;
      for (std::size_t i = array ? 1 : 0; i < one.children.size(); ++i)
        values.push_back(cut(type, constant(one.children[i], process)));
      values.resize(made.count, 0);
      first_values_.insert(first_values_.end(), values.begin(), values.end());
      scope.variables.emplace(one.text, made);
    }
  }
  void declare_channel(const Node& one, const Node* fields, Scope& scope) {
    Channel made;
    made.number = channels_++;
    if (!one.children.empty()) made.capacity = static_cast<std::size_t>(constant(one.children[0], kOutside));
    made.typed = fields != nullptr;
    if (fields != nullptr)
      for (const Node& field : fields->children)
        made.fields.push_back(field.is(P::DveByteField) ? Type::Byte : Type::Short);
    scope.channels.emplace(one.text, made);
  }

  void read_process(const Node& unit, std::size_t p) {
    Process& process = processes_[p];
    for (const Node& clause : unit.children) {
      declare(clause, process, p);
      if (!clause.is(P::DveStates)) continue;
      for (const Node& state : clause.children) process.states.emplace(state.text, process.states.size());
    }
    for (const Node& clause : unit.children) {
      switch (clause.kind) {
        case P::DveInit: process.initial = process.states[clause.text]; break;
        case P::DveCommit:
          for (const Node& state : clause.children)
            if (!synchronous_) process.committed.insert(process.states[state.text]);
          break;
        case P::DveAccept:
        case P::DveAcceptBuchi:
          for (const Node& state : clause.children) process.accepting.insert(process.states[state.text]);
          break;
        case P::DveTransitions:
        case P::DveLooseTransitions: read_transitions(clause, process); break;
        default: break;
      }
    }
  }
  static void read_transitions(const Node& clause, Process& process) {
    for (const Node& node : clause.children) {
      Transition made;
      made.from = node.is(P::DveTransition) ? process.states[node.text] : process.transitions.back().from;
      made.to = process.states[node.children[0].text];
      for (std::size_t i = 1; i < node.children.size(); ++i) {
        const Node& part = node.children[i];
        if (part.is(P::DveGuard))
          for (const Node& guard : part.children) made.guards.push_back(&guard);
        else if (part.is(P::DveEffect))
          for (const Node& effect : part.children) made.effects.push_back(&effect);
        else
          made.sync = &part;
      }
      process.transitions.push_back(std::move(made));
    }
  }
  /// An untyped channel has as many fields as in its first use: 16 bits each if buffered, otherwise full values.
  void find_fields() {
    for (std::size_t p = 0; p < processes_.size(); ++p)
      for (const Transition& transition : processes_[p].transitions) {
        if (transition.sync == nullptr) continue;
        Channel& channel = *const_cast<Channel*>(&this->channel(*transition.sync, p));
        if (!channel.typed)
          channel.fields.assign(transition.sync->children.size() - 1, channel.capacity > 0 ? Type::Short : Type::Whole);
      }
  }

  // Names.
  const Process& process(const std::string& name) const {
    return *std::find_if(processes_.begin(), processes_.end(), [&](const Process& one) { return one.name == name; });
  }
  const Channel& channel(const Node& sync, std::size_t p) const {
    const Node& called = sync.children[0];
    if (called.is(P::DveChannelOf) || called.is(P::DveChannelOfDot))
      return process(called.text).channels.at(called.children[0].text);
    const auto own = processes_[p].channels.find(called.text);
    return own != processes_[p].channels.end() ? own->second : globals_.channels.at(called.text);
  }
  const DeclaredVariable& variable(const std::string& name, std::size_t scope) const {
    if (scope != kOutside) {
      const auto own = processes_[scope].variables.find(name);
      if (own != processes_[scope].variables.end()) return own->second;
    }
    return globals_.variables.at(name);
  }

  /// The index and type of a variable or element. `scope`: the process whose expression it is.
  std::pair<std::size_t, Type> place(const Node& node, const State& state, std::size_t scope) const {
    const Node* inner = &node;
    std::size_t owner = scope;
    if (node.is(P::DveMember) || node.is(P::DveMemberDot)) {
      inner = &node.children[0];
      owner = static_cast<std::size_t>(&process(node.text) - processes_.data());
    }
    const DeclaredVariable& found = variable(inner->text, owner);
    if (!inner->is(P::Element)) return {found.first, found.type};
    const Number index = value(inner->children[0], state, scope);
    if (index < 0 || index >= static_cast<Number>(found.count)) throw RuntimeError();
    return {found.first + static_cast<std::size_t>(index), found.type};
  }

  Number value(const Node& node, const State& state, std::size_t scope) const {
    const auto operand = [&](std::size_t i) { return value(node.children[i], state, scope); };
    const auto whole = [](Number number) { return cut(Type::Whole, number); };
    switch (node.kind) {
      case P::Number: return std::stoll(node.text);
      case P::NegativeNumber: return -std::stoll(node.text);
      case P::True: return 1;
      case P::False: return 0;
      case P::DveMacroUse: return value(*macros_.at(node.text), state, scope);
      case P::Variable:
      case P::Element:
      case P::DveMember:
      case P::DveMemberDot: return state.values[place(node, state, scope).first];
      case P::DveInState: {
        const Process& asked = process(node.text);
        const std::size_t p = static_cast<std::size_t>(&asked - processes_.data());
        return state.at[p] == asked.states.at(node.children[0].text);
      }
      case P::Parenthesised: return operand(0);
      case P::Not:
      case P::DveNotWord: return operand(0) == 0;
      case P::Complement: return whole(~operand(0));
      case P::Negate: return whole(-operand(0));
      case P::And:
      case P::DveAndWord: return operand(0) != 0 && operand(1) != 0;
      case P::Or:
      case P::DveOrWord: return operand(0) != 0 || operand(1) != 0;
      case P::DveImply:
      case P::DveImplySign: return operand(0) == 0 || operand(1) != 0;
      default: break;
    }
    const Number left = operand(0), right = operand(1);
    switch (node.kind) {
      case P::Add: return whole(left + right);
      case P::Subtract: return whole(left - right);
      case P::Multiply: return whole(left * right);
      case P::Divide:
      case P::Modulo:
        if (right == 0) throw RuntimeError();
        return whole(node.is(P::Divide) ? left / right : left % right);
      case P::BitAnd: return left & right;
      case P::BitXor: return left ^ right;
      case P::BitOr: return left | right;
      // Only the low five bits of the second operand count, as on most machines.
      case P::ShiftLeft: return whole(left * (Number{1} << (right & 31)));
      case P::ShiftRight: return whole(left >> (right & 31));
      case P::Less: return left < right;
      case P::LessEqual: return left <= right;
      case P::Greater: return left > right;
      case P::GreaterEqual: return left >= right;
      case P::Equal: return left == right;
      default: return left != right;
    }
  }

  // Steps.
  template <class Work>
  static void attempt(Steps& steps, const Work& work) {
    try {
      work();
    } catch (const RuntimeError&) {
      ++steps.errors;
    }
  }
  bool enabled(const State& state, std::size_t p, const Transition& transition) const {
    return state.at[p] == transition.from &&
           std::all_of(transition.guards.begin(), transition.guards.end(),
                       [&](const Node* guard) { return value(*guard, state, p) != 0; });
  }
  bool committed(const State& state, std::size_t p) const { return processes_[p].committed.contains(state.at[p]); }
  bool some_committed(const State& state) const {
    for (std::size_t p = 0; p < processes_.size(); ++p)
      if (p != property_ && committed(state, p)) return true;
    return false;
  }
  void assign(State& state, std::size_t p, const Node& target, Number number) const {
    const auto [where, type] = place(target, state, p);
    state.values[where] = cut(type, number);
  }
  void act(State& state, std::size_t p, const Transition& transition) const {
    for (const Node* effect : transition.effects) {
      const auto [where, type] = place(effect->children[0], state, p);
      state.values[where] = cut(type, value(effect->children[1], state, p));
    }
    state.at[p] = transition.to;
  }
  std::vector<Number> message(const State& state, std::size_t p, const Node& sync) const {
    const Channel& through = channel(sync, p);
    std::vector<Number> result;
    for (std::size_t i = 1; i < sync.children.size(); ++i)
      result.push_back(cut(through.fields[i - 1], value(sync.children[i], state, p)));
    return result;
  }
  void receive(State& state, std::size_t p, const Node& sync, const std::vector<Number>& values) const {
    for (std::size_t i = 0; i < values.size(); ++i) assign(state, p, sync.children[i + 1], values[i]);
  }

  /// Guards and messages are evaluated whether or not there is a partner; an error in them counts once.
  bool ready(const State& state, std::size_t p, const Transition& transition, Steps& out) const {
    bool result = false;
    attempt(out, [&] {
      if (!enabled(state, p, transition)) return;
      if (sends(*transition.sync)) (void)message(state, p, *transition.sync);
      result = true;
    });
    return result;
  }
  void rendezvous(const State& state, std::size_t p, const Transition& sending, std::size_t q, Steps& out) const {
    Steps told_elsewhere;
    for (const Transition& receiving : processes_[q].transitions) {
      if (receiving.sync == nullptr || sends(*receiving.sync)) continue;
      if (channel(*receiving.sync, q).number != channel(*sending.sync, p).number) continue;
      if (!ready(state, q, receiving, told_elsewhere)) continue;
      attempt(out, [&] {
        State next = state;
        receive(next, q, *receiving.sync, message(state, p, *sending.sync));
        act(next, p, sending);
        act(next, q, receiving);
        out.states.push_back(std::move(next));
      });
    }
  }

  Steps one_by_one(const State& state) const {
    Steps result;
    const bool urgent = some_committed(state);
    for (std::size_t p = 0; p < processes_.size(); ++p) {
      if (p == property_ || (urgent && !committed(state, p))) continue;
      for (const Transition& transition : processes_[p].transitions) {
        const Node* sync = transition.sync;
        const Channel* through = sync != nullptr ? &channel(*sync, p) : nullptr;
        if (through != nullptr && through->capacity == 0) {
          const bool moves = ready(state, p, transition, result);
          for (std::size_t q = 0; q < processes_.size() && moves && sends(*sync); ++q)
            if (q != p && q != property_ && (!urgent || committed(state, q)))
              rendezvous(state, p, transition, q, result);
          continue;
        }
        attempt(result, [&] {
          if (!enabled(state, p, transition)) return;
          State next = state;
          if (through != nullptr) {
            auto& buffer = next.buffers[through->number];
            if (sends(*sync) ? buffer.size() == through->capacity : buffer.empty()) return;
            if (sends(*sync)) {
              buffer.push_back(message(state, p, *sync));
            } else {
              const std::vector<Number> oldest = buffer.front();
              buffer.erase(buffer.begin());
              receive(next, p, *sync, oldest);
            }
          }
          act(next, p, transition);
          result.states.push_back(std::move(next));
        });
      }
    }
    return result;
  }

  /// The variables that the transition assigns, by the index of their first element.
  std::set<std::size_t> written(const Transition& transition, std::size_t p) const {
    std::set<std::size_t> result;
    for (const Node* effect : transition.effects) {
      const Node& target = effect->children[0];
      const bool member = target.is(P::DveMember) || target.is(P::DveMemberDot);
      const std::size_t owner = member ? static_cast<std::size_t>(&process(target.text) - processes_.data()) : p;
      result.insert(variable(member ? target.children[0].text : target.text, owner).first);
    }
    return result;
  }

  Steps together(const State& state) const {
    struct Part {
      State next;
      std::set<std::size_t> written;  ///< variables
      bool wrong = false;
    };
    std::vector<Part> parts = {{state, {}, false}};
    for (std::size_t p = 0; p < processes_.size(); ++p) {
      if (p == property_) continue;
      std::vector<Part> more;
      for (const Transition& transition : processes_[p].transitions) {
        State moved = state;
        bool wrong = false;
        try {
          if (!enabled(state, p, transition)) continue;
          act(moved, p, transition);
        } catch (const RuntimeError&) {
          wrong = true;
        }
        for (const Part& before : parts) {
          Part part = before;
          part.wrong = part.wrong || wrong;
          part.next.at[p] = transition.to;
          for (const std::size_t first : written(transition, p)) {
            if (!part.written.insert(first).second) part.wrong = true;
            copy_variable(first, moved, part.next);
          }
          more.push_back(std::move(part));
        }
      }
      parts = std::move(more);
    }
    Steps result;
    for (Part& part : parts) {
      if (part.wrong)
        ++result.errors;
      else
        result.states.push_back(std::move(part.next));
    }
    return result;
  }
  void copy_variable(std::size_t first, const State& from, State& to) const {
    const auto copy = [&](const Scope& scope) {
      for (const auto& [name, variable] : scope.variables)
        if (variable.first == first)
          std::copy_n(from.values.begin() + static_cast<std::ptrdiff_t>(first), variable.count,
                      to.values.begin() + static_cast<std::ptrdiff_t>(first));
    };
    copy(globals_);
    for (const Process& process : processes_) copy(process);
  }

  Scope globals_;
  std::vector<Process> processes_;
  std::map<std::string, const Node*> macros_;
  std::vector<Number> first_values_;
  std::size_t channels_ = 0;
  bool synchronous_ = false;
  std::string property_name_;
  std::size_t property_ = ~std::size_t{0};
};

}  // namespace

std::optional<Census> dve_census(const Node& program, std::uint64_t limit) {
  const Interpreter interpreter(program);
  Census census;
  std::set<State> known = {interpreter.initial()};
  std::vector<State> waiting = {interpreter.initial()};
  while (!waiting.empty()) {
    if (known.size() > limit) return std::nullopt;
    const State state = std::move(waiting.back());
    waiting.pop_back();
    const Interpreter::Steps steps = interpreter.system_steps(state);
    census.deadlocks += steps.states.empty() && steps.errors == 0;
    census.steps += steps.states.size();
    census.faults += steps.errors;
    for (const State& next : steps.states)
      if (known.insert(next).second) waiting.push_back(next);
  }
  census.states = known.size();
  return census;
}

std::optional<bool> dve_accepts(const Node& program, std::uint64_t limit) {
  const Interpreter interpreter(program);
  if (!interpreter.has_property()) return std::nullopt;
  std::map<State, std::vector<State>> graph;
  std::vector<State> waiting = {interpreter.initial()};
  while (!waiting.empty()) {
    if (graph.size() > limit) return std::nullopt;
    const State state = std::move(waiting.back());
    waiting.pop_back();
    const auto [entry, fresh] = graph.try_emplace(state);
    if (!fresh) continue;
    const Interpreter::Steps steps = interpreter.joint_steps(state);
    if (steps.errors > 0) return std::nullopt;
    entry->second = steps.states;
    waiting.insert(waiting.end(), steps.states.begin(), steps.states.end());
  }
  // Whether an accepting state lies on a cycle.
  for (const auto& [start, first] : graph) {
    if (!interpreter.accepting(start)) continue;
    std::set<State> seen;
    std::vector<State> todo = first;
    while (!todo.empty()) {
      const State state = std::move(todo.back());
      todo.pop_back();
      if (state == start) return true;
      if (!seen.insert(state).second) continue;
      const std::vector<State>& next = graph.at(state);
      todo.insert(todo.end(), next.begin(), next.end());
    }
  }
  return false;
}

}  // namespace weir::test
