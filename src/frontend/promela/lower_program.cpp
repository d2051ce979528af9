// SPDX-License-Identifier: Apache-2.0
#include "frontend/promela/lower_program.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "frontend/promela/claim.h"
#include "frontend/promela/flow.h"
#include "frontend/promela/print.h"
#include "frontend/promela/promela.h"
#include "model/finish_program.h"
#include "model/opcodes.h"

namespace weir::promela {

namespace {

bool can_fail(const Program& program, CodeRef code) {
  for (const Instruction& i : instructions_of(program, code))
    if (info_of(i.op).failure == Failure::RuntimeError) return true;
  return false;
}

/// Builds the program; see run().
class Lowering {
 public:
  Lowering(Model& model, Program& program, Compiler& compiler)
      : model_(model), program_(program), compiler_(compiler) {}

  Expected<ProgramParts> run();

 private:
  struct Body {
    Process* process;
    Flow flow;
    std::unordered_map<std::int32_t, LocationId> locations;
    std::vector<std::int32_t> states;  ///< reachable states, in order
  };

  void build_flows(const ModelFacts& facts);
  void add_claim(const Process& process, const Flow& flow);
  void add_process_types();
  void place_variables(const ModelFacts& facts);
  static void find_states(Body& body);
  void add_locations(Body& body, std::uint32_t type);
  void add_transitions(Body& body);
  void refuse_second_else(const Element& second, const Element& first);
  void add_unreachable(const Body& body, std::uint32_t type);
  Transition transition(const Body& body, const FlowEdge& edge, std::int32_t state);
  void statement(const Statement& statement, Transition& transition);
  void effect(const Statement& statement, CodeBuilder& code);
  void assignment(const Expression& target, const Expression& value, CodeBuilder& code);
  void add_print(const Statement& statement, CodeBuilder& code);
  std::uint32_t add_statement(const Element& element);
  std::size_t count_channel_types() const;

  Model& model_;
  Program& program_;
  Compiler& compiler_;
  std::vector<Body> bodies_;
  std::optional<Body> watched_;  ///< the trace assertion
  ProgramParts parts_;
  Diagnostics problems_;
};

void Lowering::find_states(Body& body) {
  std::vector<bool> seen(body.flow.edges.size(), false);
  std::vector<std::int32_t> waiting;
  const auto reach = [&](std::int32_t state) {
    if (state <= 0 || seen[static_cast<std::size_t>(state)]) return;
    seen[static_cast<std::size_t>(state)] = true;
    waiting.push_back(state);
  };
  reach(body.flow.start);
  while (!waiting.empty()) {
    const std::int32_t state = waiting.back();
    waiting.pop_back();
    body.states.push_back(state);
    for (const FlowEdge& edge : body.flow.edges[static_cast<std::size_t>(state)]) {
      reach(edge.target);
      reach(edge.inner);
    }
  }
  std::sort(body.states.begin(), body.states.end());
}

std::size_t Lowering::count_channel_types() const {
  std::size_t count = 0;
  const auto count_in = [&](const std::vector<Symbol*>& symbols) {
    for (const Symbol* symbol : symbols) count += symbol->channel != nullptr;
  };
  count_in(model_.globals);
  for (const StructType* structure : model_.structs) count_in(structure->fields);
  for (const Process* process : model_.processes) count_in(process->locals);
  return count;
}

void Lowering::add_locations(Body& body, std::uint32_t type) {
  for (const std::int32_t state : body.states) {
    const std::size_t at = static_cast<std::size_t>(state);
    Location location;
    location.process_type = type;
    location.number = state;
    location.may_end = body.flow.may_end[at];
    location.progress = body.flow.progress[at];
    location.accepting = body.flow.accepting[at];
    location.deterministic = body.flow.deterministic[at];
    body.locations[state] = static_cast<LocationId>(program_.locations.size());
    program_.locations.push_back(location);
  }
  program_.process_types[type].entry = body.locations.at(body.flow.start);
}

std::uint32_t Lowering::add_statement(const Element& element) {
  StatementInfo info;
  const SourceMap::Position position = model_.sources.position(element.range);
  info.file = position.file;
  info.line = position.line;
  if (element.variable != nullptr) {
    const Symbol& variable = *element.variable;
    info.text = to_string(variable.type) + " " + variable.name;
    if (variable.initial != nullptr) info.text += " = " + to_string(*variable.initial);
  } else if (element.statement != nullptr) {
    info.text = to_string(*element.statement);
  } else if (element.kind == ElementKind::End) {
    info.text = "-end-";
  } else if (element.kind == ElementKind::Basic) {
    info.text = "skip";
  }  // joins and loop ends have no text
  program_.statements.push_back(std::move(info));
  return static_cast<std::uint32_t>(program_.statements.size() - 1);
}

void Lowering::assignment(const Expression& target, const Expression& value, CodeBuilder& code) {
  const Type& type = target.path.back().symbol->type;
  if (type.basic == BasicType::Struct && target.path.front().symbol->builtin == Builtin::None) {
    const auto targets = flat_arguments(model_, {const_cast<Expression*>(&target)});
    const auto values = flat_arguments(model_, {const_cast<Expression*>(&value)});
    for (std::size_t i = 0; i < targets.size() && i < values.size(); ++i) {
      compiler_.value(*values[i], code);
      compiler_.assign(*targets[i], code);
    }
    return;
  }
  compiler_.value(value, code);
  compiler_.assign(target, code);
}

void Lowering::add_print(const Statement& statement, CodeBuilder& code) {
  PrintInfo print;
  print.format = statement.kind == StatementKind::Printm ? "%e" : statement.format;
  const auto add = [&](const Expression& expression) {
    print.arguments.push_back(compiler_.value(expression));
    print.names.push_back(compiler_.layout.names_of(expression));
    if (!can_fail(program_, print.arguments.back())) return;
    // Printing is optional, but an argument that cannot be evaluated is still an error.
    compiler_.value(expression, code);
    code.emit(OpCode::Pop);
  };
  if (statement.kind == StatementKind::Printm) add(*statement.value);
  for (const Expression* argument : statement.args) add(*argument);
  code.emit(OpCode::Print, static_cast<std::int32_t>(program_.prints.size()));
  program_.prints.push_back(std::move(print));
}

void Lowering::effect(const Statement& statement, CodeBuilder& code) {
  switch (statement.kind) {
    case StatementKind::Assign:
    case StatementKind::Return:
      if (statement.target == nullptr) break;
      return assignment(*statement.target, *statement.value, code);
    case StatementKind::Increment:
    case StatementKind::Decrement:
      compiler_.value(*statement.target, code);
      code.constant(1);
      code.emit(statement.kind == StatementKind::Increment ? OpCode::Add : OpCode::Subtract);
      return compiler_.assign(*statement.target, code);
    case StatementKind::Printf:
    case StatementKind::Printm: return add_print(statement, code);
    case StatementKind::SetPriority:
      compiler_.value(*statement.value, code);
      compiler_.value(*statement.second, code);
      return code.emit(OpCode::SetPriority);
    default: break;
  }
}

void Lowering::statement(const Statement& statement, Transition& transition) {
  switch (statement.kind) {
    case StatementKind::Expression: {
      const Expression& value = *statement.value;
      if (value.kind == ExpressionKind::Constant && value.value != 0) return;
      if (value.has_run) {
        CodeBuilder code(program_.code);
        compiler_.value(value, code);
        code.emit(OpCode::Pop);
        transition.effect = code.finish();
      } else {
        transition.guard = compiler_.value(value);
      }
      return;
    }
    case StatementKind::Send:
      transition.channel_operation = compiler_.channel_operation(
          statement.sorted ? ChannelOperation::Kind::SortedSend : ChannelOperation::Kind::Send, *statement.channel,
          statement.args);
      return;
    case StatementKind::Receive: {
      using Kind = ChannelOperation::Kind;
      const Kind kind = statement.peek ? (statement.random ? Kind::PeekAny : Kind::Peek)
                                       : (statement.random ? Kind::ReceiveAny : Kind::Receive);
      transition.channel_operation = compiler_.channel_operation(kind, *statement.channel, statement.args);
      return;
    }
    case StatementKind::Assert: {
      CodeBuilder code(program_.code);
      compiler_.value(*statement.value, code);
      code.emit(OpCode::Assert, static_cast<std::int32_t>(transition.statement));
      transition.effect = code.finish();
      return;
    }
    default: {
      CodeBuilder code(program_.code);
      effect(statement, code);
      transition.effect = code.finish();
    }
  }
}

Transition Lowering::transition(const Body& body, const FlowEdge& edge, std::int32_t state) {
  const Element& element = *edge.element;
  Transition result;
  result.source = body.locations.at(state);
  result.target = edge.target > 0 ? body.locations.at(edge.target) : result.source;
  result.keeps_control = edge.keeps_control;
  result.escape = static_cast<std::uint16_t>(edge.escape);
  result.statement = add_statement(element);
  result.origin = element.identity;
  switch (element.kind) {
    case ElementKind::Else: result.kind = TransitionKind::Else; break;
    case ElementKind::End: result.kind = TransitionKind::End; break;
    case ElementKind::DStep:
      result.kind = TransitionKind::Deterministic;
      result.inner = body.locations.at(edge.inner);
      result.otherwise = element.sub.front()->first->kind == ElementKind::Else;
      break;
    case ElementKind::Basic:
      if (element.variable != nullptr) {
        CodeBuilder code(program_.code);
        compiler_.initialise(*element.variable, code, true);
        result.effect = code.finish();
      } else if (element.statement != nullptr) {
        statement(*element.statement, result);
      }
      break;
    default: break;
  }
  return result;
}

/// Selections whose options begin with selections may each have an else; their combination is ambiguous.
void Lowering::refuse_second_else(const Element& second, const Element& first) {
  if (problems_.size() > 20) return;
  append(problems_, model_.sources.at(second.range, "two 'else' options apply when control reaches this one"));
  append(problems_, model_.sources.at(first.range, "the other one is here", Diagnostic::Severity::Note));
}

void Lowering::add_transitions(Body& body) {
  for (const std::int32_t state : body.states) {
    Location& location = program_.locations[body.locations.at(state)];
    location.first = static_cast<TransitionId>(program_.transitions.size());
    const Element* first_else = nullptr;
    for (const FlowEdge& edge : body.flow.edges[static_cast<std::size_t>(state)]) {
      program_.transitions.push_back(transition(body, edge, state));
      if (edge.element->kind != ElementKind::Else) continue;
      if (first_else != nullptr) refuse_second_else(*edge.element, *first_else);
      first_else = edge.element;
    }
    location.count = static_cast<std::uint32_t>(program_.transitions.size()) - location.first;
  }
}

void Lowering::add_unreachable(const Body& body, std::uint32_t type) {
  for (std::size_t state = 1; state < body.flow.edges.size(); ++state) {
    if (body.locations.contains(static_cast<std::int32_t>(state))) continue;
    for (const FlowEdge& edge : body.flow.edges[state]) {
      const Statement* statement = edge.element->statement;
      // Jumps and skips may have no state of their own although control passes through them.
      if (statement == nullptr || statement->kind == StatementKind::Goto || statement->kind == StatementKind::Break ||
          to_string(*statement) == "skip")
        continue;
      program_.unreachable.push_back({type, add_statement(*edge.element)});
    }
  }
}

void Lowering::add_claim(const Process& process, const Flow& flow) {
  Expected<ClaimAutomaton> claim = claim_automaton(model_, flow);
  if (!claim) return append(problems_, claim.error());
  StatedProperty property;
  property.kind = StatedProperty::Kind::Never;
  property.name = process.name;
  if (parts_.claims.empty() && process.name == "never_0") {  // Spin's name for an unnamed claim
    property.name = "never";
    property.other_name = process.name;
  }
  property.claim = std::move(*claim);
  const SourceMap::Position position = model_.sources.position(process.range);
  property.file = position.file;
  property.line = position.line;
  parts_.claims.push_back(std::move(property));
}

void Lowering::build_flows(const ModelFacts& facts) {
  std::uint32_t identity = 0;
  for (Process* process : model_.processes) {
    Body body{process, build_flow(model_, *process, identity, facts.referenced_labels), {}, {}};
    append(problems_, body.flow.problems);
    append(parts_.warnings, body.flow.warnings);
    switch (process->kind) {
      case ProcessKind::Never: add_claim(*process, body.flow); break;
      case ProcessKind::Trace:
      case ProcessKind::Notrace: watched_ = std::move(body); break;
      case ProcessKind::Proctype:
      case ProcessKind::Init: find_states(body); bodies_.push_back(std::move(body));
    }
  }
}

void Lowering::add_process_types() {
  std::size_t locations = 0;
  for (const Body& body : bodies_) locations += body.states.size();
  const std::size_t channel_types = count_channel_types();
  if (locations + channel_types > Program::kHeaderLimit)
    problems_.push_back({.message = "the processes have " + std::to_string(locations) +
                                    " control states; a model can have at most " +
                                    std::to_string(Program::kHeaderLimit)});
  if (!problems_.empty()) return;
  program_.header_bytes = Program::header_bytes_for(locations, channel_types);
  for (Body& body : bodies_) {
    const std::uint32_t type = static_cast<std::uint32_t>(program_.process_types.size());
    ProcessType& process = program_.process_types.emplace_back();
    process.name = body.process->name;
    process.priority = std::max(1, body.process->priority);
    compiler_.set_process_type(body.process, type);
    compiler_.add_labels(body.flow.labels);
    add_locations(body, type);
    for (std::int32_t i = 0; i < body.process->active; ++i) program_.initial.push_back({type, 0});
  }
}

void Lowering::place_variables(const ModelFacts& facts) {
  Layout& layout = compiler_.layout;
  layout.add_names();
  layout.add_globals(facts);
  if (const Symbol* last = layout.too_many_channels)
    return append(problems_, model_.sources.at(last->range, "the global variables create more than " +
                                                                std::to_string(kChannelLimit) + " channels; '" +
                                                                last->name + "' exceeds the limit"));
  for (std::uint32_t type = 0; type < bodies_.size() && !layout.too_large; ++type)
    layout.add_frame(*bodies_[type].process, type);
  if (layout.too_large)
    problems_.push_back({.message = "variables and channels take more than " + std::to_string(kLargestState) +
                                    " bytes, the maximal size of a state"});
}

Expected<ProgramParts> Lowering::run() {
  const ModelFacts facts = gather_facts(model_);
  program_.has_priorities = facts.uses_priorities;
  program_.has_origins = true;
  program_.passive_receivers = true;
  build_flows(facts);
  if (problems_.empty()) add_process_types();
  if (problems_.empty()) place_variables(facts);
  if (!problems_.empty()) return problems_;
  // Code may refer to variables of every process, so it is compiled after all of them have places.
  compiler_.initialise_globals();
  for (std::uint32_t type = 0; type < bodies_.size(); ++type) compiler_.initialise_frame(*bodies_[type].process, type);
  for (Body& body : bodies_) add_transitions(body);
  for (std::uint32_t type = 0; type < bodies_.size(); ++type) add_unreachable(bodies_[type], type);
  if (watched_) parts_.trace = trace_automaton(model_, *watched_->process, watched_->flow, compiler_);
  finish_program(program_);
  if (!problems_.empty()) return problems_;
  return std::move(parts_);
}

}  // namespace

Expected<ProgramParts> lower_program(Model& model, Program& program, Compiler& compiler) {
  return Lowering(model, program, compiler).run();
}

}  // namespace weir::promela
