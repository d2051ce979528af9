// SPDX-License-Identifier: Apache-2.0
#include "model/program_system.h"

#include <array>
#include <utility>

#include "model/code_scan.h"
#include "model/interpreter.h"
#include "model/machine.h"
#include "model/opcodes.h"
#include "model/scalar.h"

namespace weir {

namespace {

Value to_value(const Program& program, const ValueKind& kind, std::int32_t value) {
  if (kind.kind == ValueKind::Kind::Boolean) return value != 0;
  if (kind.kind == ValueKind::Kind::Name) {
    std::string name = program.name_tables[kind.names].find(value);
    if (!name.empty()) return name;
  }
  return std::int64_t{value};
}

std::string to_text(const Program& program, const ValueKind& kind, std::int32_t value) {
  if (kind.kind == ValueKind::Kind::Name) {
    const std::string name = program.name_tables[kind.names].find(value);
    if (!name.empty()) return name;
  }
  return std::to_string(value);
}

void show_variables(const Program& program, const std::vector<VariableInfo>& variables, const std::string& prefix,
                    const std::byte* base, std::vector<Variable>& out) {
  for (const VariableInfo& variable : variables) {
    if (variable.internal) continue;
    Place place = variable.place;
    for (std::uint32_t i = 0; i < variable.count; ++i) {
      std::string name = prefix + variable.name;
      if (variable.is_array) name += "[" + std::to_string(i) + "]";
      out.push_back({std::move(name), to_value(program, variable.kind, load_scalar(base + place.offset, place))});
      place.offset += bytes_of(place.width);
    }
  }
}

std::string message_text(const Program& program, const ChannelType& type, const std::vector<std::int32_t>& message) {
  std::string text;
  for (std::size_t i = 0; i < message.size(); ++i) {
    if (i > 0) text += ",";
    text += i < type.kinds.size() ? to_text(program, type.kinds[i], message[i]) : std::to_string(message[i]);
  }
  return text;
}

}  // namespace

ProgramSystem::ProgramSystem(std::unique_ptr<Program> program, std::unique_ptr<AtomReader> atoms)
    : program_(std::move(program)), reader_(std::move(atoms)), executor_(std::make_unique<Interpreter>(*program_)) {
  SuccessorBuffer initial;
  executor_->initial_states(initial);
  check_ = std::make_unique<StateCheck>(*program_, initial.empty() ? StateView() : initial.state(0));
}

ProgramSystem::~ProgramSystem() = default;

Expected<Atom> ProgramSystem::resolve(std::string_view text) {
  if (const auto known = known_atoms_.find(std::string(text)); known != known_atoms_.end()) return known->second;
  CompiledAtom atom;
  if (text == "np_" || text == "accept_") {
    CodeBuilder code(program_->code);
    code.emit(text == "np_" ? OpCode::NonProgress : OpCode::Accepting);
    atom.code = code.finish();
  } else if (reader_ != nullptr) {
    Expected<CompiledAtom> read = reader_->read(text);
    if (!read) return read.error();
    atom = *read;
  } else {
    Diagnostic diagnostic;
    diagnostic.message = "the model has no atom '" + std::string(text) + "'";
    return diagnostic;
  }
  if (atom.is_event() && ++event_atoms_ > EventSet().size())
    return Diagnostic{.message = "the properties have more than " + std::to_string(EventSet().size()) +
                                 " event atoms; check them in several runs"};
  // Variables used in a property are part of the state.
  for (VariableInfo& variable : program_->globals) {
    if (!variable.hidden) continue;
    for (const CodeRef code : {atom.code, atom.message})
      if (reads_variable(*program_, code, variable)) variable.hidden = false;
    if (!variable.hidden) executor_->reconsider_hidden();
  }
  atoms_.push_back(atom);
  if (atom.is_event())
    executor_->watch_events(this);
  else
    executor_->watch(atom.code);
  const auto kind = atom.is_event() ? Atom::Kind::Event : Atom::Kind::State;
  return known_atoms_[std::string(text)] = Atom{kind, static_cast<std::uint32_t>(atoms_.size() - 1)};
}

bool ProgramSystem::holds(std::uint32_t state_atom, StateView state) const {
  const auto value = executor_->evaluate(atoms_[state_atom].code, state);
  return atoms_[state_atom].kind == CompiledAtom::Kind::Fails ? !value : value.value_or(0) != 0;
}

bool ProgramSystem::is_defined(std::uint32_t state_atom, StateView state) const {
  return atoms_[state_atom].kind == CompiledAtom::Kind::Fails ||
         executor_->evaluate(atoms_[state_atom].code, state).has_value();
}

bool ProgramSystem::may_be_undefined(std::uint32_t state_atom) const {
  return atoms_[state_atom].kind != CompiledAtom::Kind::Fails && may_fail(*program_, atoms_[state_atom].code);
}

std::optional<Value> ProgramSystem::value(std::uint32_t state_atom, StateView state) const {
  const CompiledAtom& atom = atoms_[state_atom];
  if (atom.kind == CompiledAtom::Kind::Fails) return holds(state_atom, state);
  const std::optional<std::int32_t> value = executor_->evaluate(atom.code, state);
  if (!value) return std::nullopt;
  const std::span<const Instruction> code = instructions_of(*program_, atom.code);
  // A conditional expression may end with a test and still have another value.
  if (!code.empty() && info_of(code.back().op).test && (*value == 0 || *value == 1)) return *value != 0;
  return std::int64_t{*value};
}

std::vector<std::string> ProgramSystem::keep_hidden_variables() {
  std::vector<std::string> names;
  for (VariableInfo& variable : program_->globals)
    if (std::exchange(variable.hidden, false)) names.push_back(variable.name);
  executor_->reconsider_hidden();
  return names;
}

AtomBits ProgramSystem::letter(std::span<const std::uint32_t> atoms, StateView state) const {
  std::array<AtomCode, 64> codes;
  for (std::size_t i = 0; i < atoms.size(); ++i) codes[i] = state_atom(atoms[i]);
  return executor_->letter({codes.data(), atoms.size()}, state);
}

bool ProgramSystem::expand(std::span<const std::uint32_t> atoms, StateView state, ExpansionRequest& request,
                           SuccessorBuffer& out) const {
  std::array<AtomCode, 64> codes;
  for (std::size_t i = 0; i < atoms.size(); ++i) codes[i] = state_atom(atoms[i]);
  out.clear();
  executor_->expand({codes.data(), atoms.size()}, state, request, out);
  return true;
}

bool ProgramSystem::matches(const CompiledAtom& atom, const MicroStep& step) const {
  if (atom.kind == CompiledAtom::Kind::By) {
    const std::uint32_t source = program_->transitions[step.transition].source;
    if (program_->locations[source].process_type != atom.process_type) return false;
    return atom.code.empty() || executor_->evaluate(atom.code, step.before) == step.process;
  }
  if (step.channel == 0) return false;
  const std::uint32_t operation = program_->transitions[step.transition].channel_operation;
  if (program_->channel_operations[operation].sends() != (atom.kind == CompiledAtom::Kind::Sent)) return false;
  if (executor_->evaluate(atom.code, step.before) != step.channel) return false;
  if (atom.message.empty()) return true;
  return !step.message.empty() && step.message.front() == executor_->evaluate(atom.message, step.before);
}

EventSet ProgramSystem::events(const MicroStep& step) const {
  EventSet result;
  std::size_t number = 0;
  for (const CompiledAtom& atom : atoms_)
    if (atom.is_event()) result[number++] = matches(atom, step);
  return result;
}

bool ProgramSystem::occurs(std::uint32_t event_atom, StateView from, const Step& step) const {
  const CompiledAtom& atom = atoms_[event_atom];
  if (step.transition < kComposite) {
    const Transition& transition = program_->transitions[step.transition];
    if (atom.kind != CompiledAtom::Kind::By && transition.channel_operation == kNone &&
        transition.kind != TransitionKind::Deterministic)
      return false;
  }
  for (const MicroStep& micro : executor_->unfold(from, step))
    if (matches(atom, micro)) return true;
  return false;
}

std::string ProgramSystem::process_name(StateView state, std::int32_t process) const {
  const MachineTables tables(*program_);
  Machine machine(*program_, tables);
  machine.attach(state);
  if (process < 0 || static_cast<std::uint32_t>(process) >= machine.process_count()) return {};
  const Location& location = program_->locations[machine.location(static_cast<std::uint32_t>(process))];
  const ProcessType& type = program_->process_types[location.process_type];
  return type.numbered ? type.name + "[" + std::to_string(process) + "]" : type.name;
}

std::string ProgramSystem::channel_name(std::int32_t number, StateView state) const {
  if (number >= 1 && static_cast<std::size_t>(number) <= program_->static_channels.size())
    return program_->static_channels[static_cast<std::size_t>(number - 1)].name;
  const MachineTables tables(*program_);
  Machine machine(*program_, tables);
  machine.attach(state);
  if (number < 1 || static_cast<std::uint32_t>(number) > machine.channel_count()) return {};
  return machine.type_of(number).name + "#" + std::to_string(number);
}

std::vector<Variable> ProgramSystem::show(StateView state) const {
  const MachineTables tables(*program_);
  Machine machine(*program_, tables);
  machine.attach(state);
  std::vector<Variable> result;
  show_variables(*program_, program_->globals, "", state.data(), result);
  for (std::uint32_t i = 1; i <= machine.channel_count(); ++i) {
    const std::int32_t number = static_cast<std::int32_t>(i);
    const ChannelType& type = machine.type_of(number);
    if (type.capacity == 0) continue;
    std::string text;
    for (std::uint32_t slot = 0; slot < machine.length(number); ++slot) {
      std::int32_t values[kMessageLimit];
      const std::size_t count = machine.read_message(number, static_cast<std::int32_t>(slot), values);
      text += (slot > 0 ? " [" : "[") + message_text(*program_, type, {values, values + count}) + "]";
    }
    if (text.empty()) text = kEmptyChannel;
    result.push_back({channel_name(number, state), text});
  }
  for (std::uint32_t i = 0; i < machine.process_count(); ++i) {
    const Location& location = program_->locations[machine.location(i)];
    const ProcessType& type = program_->process_types[location.process_type];
    const std::string name = type.numbered ? type.name + "[" + std::to_string(i) + "]" : type.name;
    std::string where = "ended";
    if (!location.name.empty()) {
      where = location.name;
    } else if (location.count > 0 && program_->transitions[location.first].kind != TransitionKind::End) {
      const StatementInfo& statement = program_->statements[program_->transitions[location.first].statement];
      where = "line " + std::to_string(statement.line);
    }
    result.push_back({name, where});
    show_variables(*program_, type.variables, name + ":", state.data() + machine.process_offset(i), result);
  }
  return result;
}

Communication ProgramSystem::communication(const MicroStep& step, const MicroStep* partner) const {
  Communication result;
  const MachineTables tables(*program_);
  Machine machine(*program_, tables);
  machine.attach(step.before);
  const std::uint32_t operation = program_->transitions[step.transition].channel_operation;
  const bool sends = program_->channel_operations[operation].sends();
  result.kind = sends ? Communication::Kind::Send : Communication::Kind::Receive;
  result.channel = channel_name(step.channel, step.before);
  result.message = message_text(*program_, machine.type_of(step.channel), step.message);
  (sends ? result.sender : result.receiver) = process_name(step.before, step.process);
  if (partner != nullptr) {
    result.kind = Communication::Kind::Rendezvous;
    result.receiver = process_name(step.before, partner->process);
  }
  return result;
}

namespace {
constexpr std::size_t kEventText = 1000;  ///< characters
}

StepDescription ProgramSystem::describe(StateView from, const Step& step, StateView) const {
  StepDescription result;
  if (executor_->initial_error() != RuntimeError::None) {
    result.event = "initial values";
    result.fault = to_string(executor_->initial_error());
    return result;
  }
  result.process = process_name(from, step.process);
  const std::vector<MicroStep> parts = executor_->unfold(from, step);
  std::size_t omitted = 0;  // an atomic sequence may have thousands of statements; only some are shown
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const MicroStep& part = parts[i];
    const StatementInfo& statement = program_->statements[program_->transitions[part.transition].statement];
    if (i == 0) {
      result.event = statement.text;
      result.file = statement.file;
      result.line = statement.line;
    } else if (!statement.text.empty() && result.event.size() > kEventText && i + 1 < parts.size()) {
      ++omitted;
    } else if (!statement.text.empty()) {
      if (omitted > 0) result.event += "; ... (" + std::to_string(omitted) + " more statements)";
      if (!result.event.empty()) result.event += "; ";
      if (part.process != parts[i - 1].process) result.event += process_name(part.before, part.process) + ": ";
      result.event += statement.text;
    }
    if (program_->has_origins && !part.continues) {
      const TransitionId id = part.within != kNone ? part.within : part.transition;
      result.moves.push_back({part.process, program_->transitions[id].origin});
    }
    result.output += part.output;
    if (result.fault.empty() && !part.fault.empty())
      result.fault = part.fault + (part.fault == "assertion violated" ? ": " + statement.text : "");
    if (part.channel != 0 && !part.receives && !result.communication) {
      const bool pair = i + 1 < parts.size() && parts[i + 1].receives;
      result.communication = communication(part, pair ? &parts[i + 1] : nullptr);
    }
  }
  if (result.event.empty()) result.event = "goto";
  return result;
}

ProgramSystem* program_of(TransitionSystem& system) {
  return const_cast<ProgramSystem*>(system.capabilities().program);  // a mutable system has a mutable program
}

const ProgramSystem* program_of(const TransitionSystem& system) { return system.capabilities().program; }

const ProgramSystem* unwatched_program_of(const TransitionSystem& system) {
  const Capabilities known = system.capabilities();
  return known.watched == nullptr ? known.program : nullptr;
}

std::string describe_executor(const TransitionSystem& system) {
  const ProgramSystem* program = program_of(system);
  return program == nullptr ? std::string() : describe_executor(program->interpreter());
}

std::string describe_executor(const Interpreter& interpreter) {
  const NativeCode* code = interpreter.native_code();
  if (code == nullptr)
    return interpreter.why_no_native().empty() ? "interpreter" : "interpreter: " + interpreter.why_no_native();
  std::string text = "native code (" + std::to_string(code->compiled() + code->left_out()) + " transitions";
  if (code->left_out() > 0) text += ", " + std::to_string(code->left_out()) + " of them interpreted";
  return text + ")";
}

}  // namespace weir
