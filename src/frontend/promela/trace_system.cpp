// SPDX-License-Identifier: Apache-2.0
// Follows the behaviour of pan (6.5.2, `require` in pan.c, and experiments). An event is a send on a channel that the
// assertion sends on, or a receive (that removes the message) from one it receives from. trace: some edge must match,
// otherwise the step is an error. notrace: an edge that leads to the end is an error; an event without matching edge
// ends the watch ("only the first try counts"). Two matching edges are an error. A run may only end where the assertion
// may.
#include "frontend/promela/trace_system.h"

#include <algorithm>
#include <utility>

#include "frontend/promela/promela.h"

namespace weir::promela {

namespace {

using Bytes = std::vector<std::byte>;

class TraceSystem : public WatchedProgram {
 public:
  TraceSystem(std::unique_ptr<ProgramSystem> inner, TraceAutomaton automaton)
      : inner_(std::move(inner)), automaton_(std::move(automaton)) {}

  void initial_states(SuccessorBuffer& out) const override {
    SuccessorBuffer plain;
    inner_->initial_states(plain);
    for (std::size_t i = 0; i < plain.size(); ++i) append(plain.step(i), plain.state(i), automaton_.start, out);
  }

  void successors(StateView state, SuccessorBuffer& out) const override {
    SuccessorBuffer plain;
    inner_->successors(bare(state), plain);
    append_watched(state, plain, out);
  }

  ProgramSystem& program_system() const override { return *inner_; }
  StateView bare(StateView state) const override { return state.first(state.size() - kPlaceBytes); }
  void watch(StateView state, SuccessorBuffer& successors) const override {
    SuccessorBuffer watched;
    append_watched(state, successors, watched);
    std::swap(watched, successors);
  }
  std::vector<Operation> watched() const override {
    std::vector<Operation> result;
    for (const TraceAutomaton::State& state : automaton_.states) {
      for (const TraceAutomaton::Edge& edge : state.edges) {
        if (edge.jump) continue;
        result.push_back({edge.sends, edge.channel, {}});
        for (const TraceAutomaton::Field& field : edge.fields)
          if (!field.any) result.back().values.push_back(field.value);
      }
    }
    return result;
  }

  bool is_state(StateView state) const override {
    return state.size() >= kPlaceBytes && place_of(state) < automaton_.states.size() && inner_->is_state(bare(state));
  }
  Expected<Atom> resolve(std::string_view text) override { return inner_->resolve(text); }
  Diagnostics warnings() const override { return inner_->warnings(); }
  bool holds(std::uint32_t atom, StateView state) const override { return inner_->holds(atom, bare(state)); }
  bool is_defined(std::uint32_t atom, StateView state) const override { return inner_->is_defined(atom, bare(state)); }
  bool may_be_undefined(std::uint32_t atom) const override { return inner_->may_be_undefined(atom); }
  std::optional<Value> value(std::uint32_t atom, StateView state) const override {
    return inner_->value(atom, bare(state));
  }
  bool occurs(std::uint32_t atom, StateView from, const Step& step) const override {
    return inner_->occurs(atom, bare(from), step);
  }
  bool may_end(StateView state) const override {
    // Without processes the run has ended, whatever the state of the assertion.
    return inner_->may_end(bare(state)) &&
           (automaton_.states[place_of(state)].may_end || inner_->process_name(bare(state), 0).empty());
  }
  std::uint32_t process_limit() const override { return inner_->process_limit(); }
  Capabilities capabilities() const override {
    Capabilities known = inner_->capabilities();
    known.watched = this;
    return known;
  }

  std::vector<Variable> show(StateView state) const override {
    std::vector<Variable> result = inner_->show(bare(state));
    const std::uint16_t place = place_of(state);
    result.push_back(
        {automaton_.negated ? "notrace" : "trace",
         place == automaton_.end ? std::string("ended") : "line " + std::to_string(automaton_.states[place].line)});
    return result;
  }

  StepDescription describe(StateView from, const Step& step, StateView to) const override {
    StepDescription result = inner_->describe(bare(from), step, bare(to));
    if (step.fault != Fault::None && result.fault.empty()) {
      std::uint16_t place = place_of(from);
      result.fault = follow(bare(from), step, place);
    }
    return result;
  }

 private:
  static constexpr std::size_t kPlaceBytes = 2;

  void append_watched(StateView state, const SuccessorBuffer& plain, SuccessorBuffer& out) const {
    for (std::size_t i = 0; i < plain.size(); ++i) {
      Step step = plain.step(i);
      std::uint16_t place = place_of(state);
      if (may_communicate(step) && !follow(bare(state), step, place).empty()) step.fault = Fault::Assertion;
      append(step, plain.state(i), place, out);
    }
  }
  static std::uint16_t place_of(StateView state) {
    const auto byte = [&](std::size_t back) { return std::to_integer<unsigned>(state[state.size() - back]); };
    return static_cast<std::uint16_t>(byte(2) | byte(1) << 8);
  }
  static void append(const Step& step, StateView state, std::uint16_t place, SuccessorBuffer& out) {
    std::byte* target = out.append(step, state.size() + kPlaceBytes);
    std::copy(state.begin(), state.end(), target);
    target[state.size()] = static_cast<std::byte>(place & 0xFF);
    target[state.size() + 1] = static_cast<std::byte>(place >> 8);
  }

  bool may_communicate(const Step& step) const {
    if (step.transition >= kComposite) return true;
    const Transition& transition = inner_->program().transitions[step.transition];
    return transition.channel_operation != kNone || transition.kind == TransitionKind::Deterministic;
  }

  bool matches(const TraceAutomaton::Edge& edge, const MicroStep& event, bool sends) const {
    if (edge.jump) return true;
    if (edge.sends != sends || inner_->executor().evaluate(edge.channel, event.before) != event.channel) return false;
    for (std::size_t i = 0; i < edge.fields.size(); ++i) {
      if (edge.fields[i].any) continue;
      if (i >= event.message.size()) return false;
      if (inner_->executor().evaluate(edge.fields[i].value, event.before) != event.message[i]) return false;
    }
    return true;
  }

  /// Returns whether the assertion restricts sends on (or receives from) this channel.
  bool in_scope(const MicroStep& event, bool sends) const {
    for (const TraceAutomaton::State& state : automaton_.states)
      for (const TraceAutomaton::Edge& edge : state.edges)
        if (!edge.jump && edge.sends == sends &&
            inner_->executor().evaluate(edge.channel, event.before) == event.channel)
          return true;
    return false;
  }

  /// Advances `place` along the events of a step; returns an error message, or an empty string.
  std::string follow(StateView from, const Step& step, std::uint16_t& place) const {
    std::string first;
    for (const MicroStep& part : inner_->executor().unfold(from, step)) {
      if (part.channel == 0) continue;
      const ChannelOperation& operation =
          inner_->program().channel_operations[inner_->program().transitions[part.transition].channel_operation];
      using Kind = ChannelOperation::Kind;
      if (operation.kind == Kind::Peek || operation.kind == Kind::PeekAny) continue;
      if (!in_scope(part, operation.sends())) continue;
      const std::string problem = move(part, operation.sends(), place);
      if (first.empty()) first = problem;
    }
    return first;
  }

  std::string move(const MicroStep& event, bool sends, std::uint16_t& place) const {
    const TraceAutomaton::Edge* taken = nullptr;
    for (const TraceAutomaton::Edge& edge : automaton_.states[place].edges) {
      if (!matches(edge, event, sends)) continue;
      if (taken != nullptr) return "the trace assertion is not deterministic here";
      taken = &edge;
      if (automaton_.negated && edge.target == automaton_.end) break;
    }
    if (taken == nullptr) {
      if (!automaton_.negated) return "trace assertion violated: no matching event";
      place = automaton_.end;
      return {};
    }
    place = taken->target;
    if (automaton_.negated && place == automaton_.end) return "notrace assertion violated: all events matched";
    return {};
  }

  std::unique_ptr<ProgramSystem> inner_;
  TraceAutomaton automaton_;
};

}  // namespace

TraceAutomaton trace_automaton(Model& model, const Process& process, const Flow& flow, Compiler& compiler) {
  TraceAutomaton result;
  result.negated = process.kind == ProcessKind::Notrace;
  result.start = static_cast<std::uint16_t>(flow.start);
  result.states.resize(flow.edges.size());
  for (std::size_t number = 0; number < flow.edges.size(); ++number) {
    TraceAutomaton::State& state = result.states[number];
    state.may_end = flow.may_end[number];
    for (const FlowEdge& edge : flow.edges[number]) {
      const Element& element = *edge.element;
      if (state.line == 0) state.line = model.sources.position(element.range).line;
      if (element.kind == ElementKind::End) {
        result.end = static_cast<std::uint16_t>(element.number);
        continue;
      }
      TraceAutomaton::Edge made;
      made.target = static_cast<std::uint16_t>(edge.target);
      const Statement* statement = element.statement;
      if (statement != nullptr &&
          (statement->kind == StatementKind::Send || statement->kind == StatementKind::Receive)) {
        made.sends = statement->kind == StatementKind::Send;
        made.channel = compiler.value(*statement->channel);
        for (const Expression* argument : flat_arguments(model, statement->args)) {
          const bool any = argument->kind == ExpressionKind::Variable &&
                           argument->path.front().symbol->builtin == Builtin::WriteOnly;
          made.fields.push_back({any, any ? CodeRef{} : compiler.value(*argument)});
        }
      } else {
        made.jump = true;
      }
      state.edges.push_back(std::move(made));
    }
  }
  return result;
}

std::unique_ptr<TransitionSystem> watch(std::unique_ptr<ProgramSystem> system, TraceAutomaton automaton) {
  return std::make_unique<TraceSystem>(std::move(system), std::move(automaton));
}

}  // namespace weir::promela
