// SPDX-License-Identifier: Apache-2.0
#include "frontend/promela/lower.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>

#include "formula/printer.h"
#include "frontend/promela/claim.h"
#include "frontend/promela/compile.h"
#include "frontend/promela/flow.h"
#include "frontend/promela/impossible_atoms.h"
#include "frontend/promela/print.h"
#include "frontend/promela/promela.h"
#include "frontend/promela/trace_system.h"
#include "model/finish_program.h"
#include "model/opcodes.h"

namespace weir::promela {

namespace {

bool runs(const Process& process) { return process.kind == ProcessKind::Proctype || process.kind == ProcessKind::Init; }

/// Builds the program; see run().
class Lowering {
 public:
  Lowering(Model& model, Program& program, Compiler& compiler)
      : model_(model), program_(program), compiler_(compiler) {}

  Diagnostics run();
  std::vector<StatedProperty> claims;  ///< never claims, filled by run
  Diagnostics warnings;
  std::optional<TraceAutomaton> trace;

 private:
  void add_claim(const Process& process, const Flow& flow);
  struct Body {
    Process* process;
    Flow flow;
    std::unordered_map<std::int32_t, LocationId> locations;
    std::vector<std::int32_t> states;  ///< reachable states, in order
  };

  void find_states(Body& body);
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
  std::deque<Body> bodies_;  ///< a deque: pointers to its elements are kept
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
    const auto targets = compiler_.flat({const_cast<Expression*>(&target)});
    const auto values = compiler_.flat({const_cast<Expression*>(&value)});
    for (std::size_t i = 0; i < targets.size() && i < values.size(); ++i) {
      compiler_.value(*values[i], code);
      compiler_.assign(*targets[i], code);
    }
    return;
  }
  compiler_.value(value, code);
  compiler_.assign(target, code);
}

namespace {
bool can_fail(const Program& program, CodeRef code) {
  if (code.empty()) return false;
  for (std::size_t at = code.begin; program.code[at].op != OpCode::Return; ++at)
    if (info_of(program.code[at].op).failure == Failure::RuntimeError) return true;
  return false;
}
}  // namespace

void Lowering::add_print(const Statement& statement, CodeBuilder& code) {
  PrintInfo print;
  print.format = statement.kind == StatementKind::Printm ? "%e" : statement.format;
  const auto add = [&](const Expression& expression) {
    print.arguments.push_back(compiler_.value(expression));
    print.names.push_back(compiler_.names_of(expression));
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
  for (Diagnostic& diagnostic :
       model_.sources.at(second.range, "two 'else' options apply when control reaches this one"))
    problems_.push_back(std::move(diagnostic));
  for (Diagnostic& diagnostic : model_.sources.at(first.range, "the other one is here", Diagnostic::Severity::Note))
    problems_.push_back(std::move(diagnostic));
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
  if (!claim) {
    problems_.insert(problems_.end(), claim.error().begin(), claim.error().end());
    return;
  }
  StatedProperty property;
  property.kind = StatedProperty::Kind::Never;
  property.name = process.name;
  if (claims.empty() && process.name == "never_0") {  // Spin's name for an unnamed claim
    property.name = "never";
    property.other_name = process.name;
  }
  property.claim = std::move(*claim);
  const SourceMap::Position position = model_.sources.position(process.range);
  property.file = position.file;
  property.line = position.line;
  claims.push_back(std::move(property));
}

Diagnostics Lowering::run() {
  const ModelFacts facts = gather_facts(model_);
  program_.has_priorities = facts.uses_priorities;
  program_.has_origins = true;
  program_.passive_receivers = true;
  std::uint32_t identity = 0;
  std::size_t location_count = 0;
  const Process* watched = nullptr;
  Flow watched_flow;
  for (Process* process : model_.processes) {
    Flow flow = build_flow(model_, *process, identity, facts.referenced_labels);
    problems_.insert(problems_.end(), flow.problems.begin(), flow.problems.end());
    warnings.insert(warnings.end(), flow.warnings.begin(), flow.warnings.end());
    if (process->kind == ProcessKind::Never) add_claim(*process, flow);
    if (process->kind == ProcessKind::Trace || process->kind == ProcessKind::Notrace) {
      watched = process;
      watched_flow = std::move(flow);
      continue;
    }
    if (!runs(*process)) continue;
    bodies_.push_back({process, std::move(flow), {}, {}});
    find_states(bodies_.back());
    location_count += bodies_.back().states.size();
  }
  if (!problems_.empty()) return problems_;
  if (location_count + count_channel_types() > Program::kHeaderLimit)
    return {{.message = "the processes have " + std::to_string(location_count) +
                        " control states; a model can have at most " + std::to_string(Program::kHeaderLimit)}};
  program_.header_bytes = Program::header_bytes_for(location_count, count_channel_types());
  compiler_.add_names();
  for (Body& body : bodies_) {
    const std::uint32_t type = static_cast<std::uint32_t>(program_.process_types.size());
    ProcessType& process = program_.process_types.emplace_back();
    process.name = body.process->name;
    process.priority = std::max(1, body.process->priority);
    compiler_.set_process_type(body.process, type);
    compiler_.set_labels(body.flow.labels);
    add_locations(body, type);
    for (std::int32_t i = 0; i < body.process->active; ++i) program_.initial.push_back({type, 0});
  }
  compiler_.add_globals(facts);
  if (const Symbol* last = compiler_.too_many_channels)
    return model_.sources.at(last->range, "the global variables create more than " + std::to_string(kChannelLimit) +
                                              " channels; '" + last->name + "' exceeds the limit");
  for (std::uint32_t type = 0; type < bodies_.size(); ++type) {
    if (compiler_.too_large) break;
    compiler_.add_frame(*bodies_[type].process, type);
  }
  if (compiler_.too_large)
    return {{.message = "variables and channels take more than " + std::to_string(kLargestState) +
                        " bytes, the maximal size of a state"}};
  // Code may refer to variables of every process, so it is compiled after all of them have places.
  compiler_.initialise_globals();
  for (std::uint32_t type = 0; type < bodies_.size(); ++type) compiler_.initialise_frame(*bodies_[type].process, type);
  for (Body& body : bodies_) add_transitions(body);
  for (std::uint32_t type = 0; type < bodies_.size(); ++type) add_unreachable(bodies_[type], type);
  if (watched != nullptr) trace = trace_automaton(model_, *watched, watched_flow, compiler_);
  finish_program(program_);
  return problems_;
}

/// Keeps the syntax tree and the compiler for the atoms of formulas.
class PromelaAtoms : public AtomReader {
 public:
  explicit PromelaAtoms(Model model) : model_(std::move(model)) {}

  Diagnostics lower(Program& program) {
    program_ = &program;
    compiler_ = std::make_unique<Compiler>(model_, program);
    Lowering lowering(model_, program, *compiler_);
    Diagnostics problems = lowering.run();
    claims = std::move(lowering.claims);
    warnings = std::move(lowering.warnings);
    trace = std::move(lowering.trace);
    return problems;
  }
  std::vector<StatedProperty> claims;
  std::optional<TraceAutomaton> trace;
  Diagnostics warnings;

  Diagnostics warnings_of_atoms() const override { return atom_warnings_; }

  Expected<CompiledAtom> read(std::string_view text) override {
    if (text.starts_with(kFailurePrefix) && text.ends_with(")")) return read_failure(text);
    Diagnostics odd;
    Expected<Expression*> parsed = parse_expression_atom(model_, text, kAtomText, &odd);
    if (!parsed) return parsed.error();
    const Expression& expression = **parsed;
    const Diagnostics impossible = impossible_parts(model_, *program_, *compiler_, expression);
    atom_warnings_.insert(atom_warnings_.end(), odd.begin(), odd.end());
    atom_warnings_.insert(atom_warnings_.end(), impossible.begin(), impossible.end());
    CompiledAtom atom;
    switch (expression.kind) {
      case ExpressionKind::Sent:
      case ExpressionKind::Received:
        atom.kind = expression.kind == ExpressionKind::Sent ? CompiledAtom::Kind::Sent : CompiledAtom::Kind::Received;
        atom.code = compiler_->value(*expression.a);
        if (expression.b != nullptr) atom.message = compiler_->value(*expression.b);
        break;
      case ExpressionKind::By:
        atom.kind = CompiledAtom::Kind::By;
        atom.process_type = compiler_->process_type(expression.symbol->process);
        if (expression.a != nullptr) atom.code = compiler_->value(*expression.a);
        break;
      default: atom.code = compiler_->value(expression);
    }
    return atom;
  }

 private:
  /// Parses `fails(EXPRESSION)`: evaluating the expression is a run-time error.
  Expected<CompiledAtom> read_failure(std::string_view text) {
    text.remove_prefix(kFailurePrefix.size());
    text.remove_suffix(1);
    Expected<Expression*> parsed = parse_expression_atom(model_, text);
    if (!parsed) return parsed.error();
    CompiledAtom atom;
    atom.kind = CompiledAtom::Kind::Fails;
    atom.code = compiler_->value(**parsed);
    return atom;
  }

  Model model_;
  Program* program_ = nullptr;
  std::unique_ptr<Compiler> compiler_;
  Diagnostics atom_warnings_;
};

}  // namespace

namespace {

TrailFacts trail_facts(const Program& program) {
  TrailFacts facts;
  facts.has_progress = program.has_progress;
  facts.has_accepting = program.has_accepting;
  for (const Transition& transition : program.transitions)
    if (transition.kind == TransitionKind::Normal && transition.guard.empty() && transition.channel_operation == kNone)
      facts.mergeable.insert(transition.origin);
  return facts;
}

/// Warns where Spin's verifier changes the model's behaviour while checking a claim, and weir does not.
Diagnostics habits_not_followed(const Program& program, bool has_formulas, bool has_claims) {
  Diagnostics warnings;
  const auto warn = [&](const char* message) {
    warnings.push_back({.severity = Diagnostic::Severity::Warning, .message = message});
  };
  const bool counts = std::any_of(program.code.begin(), program.code.end(), [](const Instruction& instruction) {
    return instruction.op == OpCode::ProcessCount;
  });
  if (counts && (has_formulas || has_claims))
    warn("_nr_pr counts the processes of the model; Spin also counts the claim while it checks one");
  if (program.has_accepting && has_formulas)
    warn(
        "unlike in Spin, accept labels do not affect the ltl blocks of the model; check them with --acceptance-cycles");
  return warnings;
}

Expected<std::unique_ptr<ProgramSystem>> lower(Model model, std::vector<StatedProperty>* claims,
                                               std::optional<TraceAutomaton>* trace, Diagnostics* warnings) {
  auto program = std::make_unique<Program>();
  auto atoms = std::make_unique<PromelaAtoms>(std::move(model));
  Diagnostics problems = atoms->lower(*program);
  if (!problems.empty()) return problems;
  if (program->has_accepting)
    for (StatedProperty& claim : atoms->claims) count_model_labels(claim.claim);
  if (warnings != nullptr) warnings->insert(warnings->end(), atoms->warnings.begin(), atoms->warnings.end());
  if (claims != nullptr) *claims = std::move(atoms->claims);
  if (trace != nullptr) *trace = std::move(atoms->trace);
  return std::make_unique<ProgramSystem>(std::move(program), std::move(atoms));
}

}  // namespace

Expected<std::unique_ptr<ProgramSystem>> lower(Model model, std::vector<StatedProperty>* claims) {
  return lower(std::move(model), claims, nullptr, nullptr);
}

Expected<std::unique_ptr<TransitionSystem>> lower_watched(Model model) {
  std::optional<TraceAutomaton> trace;
  Expected<std::unique_ptr<ProgramSystem>> system = lower(std::move(model), nullptr, &trace, nullptr);
  if (!system) return system.error();
  if (!trace) return std::unique_ptr<TransitionSystem>(std::move(*system));
  return watch(std::move(*system), std::move(*trace));
}

Expected<weir::Model> open_promela(const std::string& path, const ModelOptions& options) {
  ParseOptions parse;
  parse.definitions = options.definitions;
  Expected<Model> parsed = parse_model_file(path, parse);
  if (!parsed) return parsed.error();
  weir::Model result;
  result.warnings = parsed->warnings;
  result.sources = parsed->sources.digests();
  result.properties.push_back({.kind = StatedProperty::Kind::Assertions, .name = "assertions"});
  result.properties.push_back({.kind = StatedProperty::Kind::Deadlock, .name = "deadlock"});
  for (const LtlBlock& block : parsed->ltl) {
    Expected<Formula> formula = to_formula(*parsed, block);
    if (!formula) return formula.error();
    const SourceMap::Position position = parsed->sources.position(block.range);
    StatedProperty property;
    property.kind = StatedProperty::Kind::Ltl;
    property.name = block.name;
    property.text = weir::to_string(stated_formula(block), Syntax::Model);
    property.formula = *formula;
    property.file = position.file;
    property.line = position.line;
    result.properties.push_back(std::move(property));
  }
  std::vector<StatedProperty> claims;
  std::optional<TraceAutomaton> trace;
  Expected<std::unique_ptr<ProgramSystem>> system = lower(std::move(*parsed), &claims, &trace, &result.warnings);
  if (!system) return system.error();
  const Diagnostics habits = habits_not_followed((*system)->program(), result.properties.size() > 2, !claims.empty());
  result.warnings.insert(result.warnings.end(), habits.begin(), habits.end());
  for (StatedProperty& claim : claims) result.properties.push_back(std::move(claim));
  result.trails = trail_facts((*system)->program());
  if (trace)
    result.system = watch(std::move(*system), std::move(*trace));
  else
    result.system = std::move(*system);
  return result;
}

}  // namespace weir::promela
