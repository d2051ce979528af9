// SPDX-License-Identifier: Apache-2.0
#include "frontend/dve/lower.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

#include "model/finish_program.h"

namespace weir::dve {
namespace {

constexpr std::int32_t kMaxElements = 1 << 20;
constexpr std::uint32_t kMaxBytes = 1U << 20;  ///< maximum size of a state
constexpr std::int32_t kMaxCapacity = 255;
constexpr std::size_t kShownText = 160;

class Lowering {
 public:
  Lowering(const Specification& specification, const SourceMap& map, Part part)
      : source_(specification),
        map_(map),
        part_(part),
        expressions_(symbols_, specification.expressions, map, errors_) {}

  Expected<Lowered> run() {
    CodeBuilder initial(program_.code);
    declare_processes();
    declare_variables(source_.variables, kOutside, initial);
    declare_channels(source_.channels, kOutside);
    for (std::uint32_t p = 0; p < source_.processes.size(); ++p) {
      declare_variables(source_.processes[p].variables, p, initial);
      declare_channels(source_.processes[p].channels, p);
    }
    program_.initialise_globals = initial.finish();
    program_.global_bytes = layout_.size();
    for (std::uint32_t p = 0; p < source_.processes.size(); ++p) {
      if (symbols_.processes[p].is_property) check_property(p);
      if (!symbols_.processes[p].is_property || part_ != Part::System) add_process(p);
    }
    if (!errors_.empty()) return errors_;
    if (program_.locations.size() + program_.channel_types.size() > Program::kHeaderLimit)
      return Diagnostics{{.message = fmt::format("the processes have {} states; a model can have at most {}",
                                                 program_.locations.size(), Program::kHeaderLimit)}};
    program_.header_bytes = Program::header_bytes_for(program_.locations.size(), program_.channel_types.size());
    for (ProcessType& type : program_.process_types) type.frame_bytes = program_.header_bytes;
    finish_program(program_);
    Lowered lowered{std::move(program_), std::move(symbols_), std::move(warnings_), std::move(writes_)};
    if (part_ != Part::System) describe_property(lowered);
    return lowered;
  }

 private:
  void error(const SourceRange& range, std::string message) { expressions_.error(range, std::move(message)); }

  void describe_property(Lowered& lowered) const {
    const ProcessSymbol& property = *lowered.symbols.process(source_.property.text);
    lowered.property = property.number;
    lowered.stuck = stuck_;
    for (const auto& [name, variable] : property.variables) {
      if (variable.constant && !variable.is_array) continue;
      lowered.property_bytes.push_back({variable.place.offset, bytes_of(variable.place.width) * variable.count});
    }
  }

  /// Rejects what a property process must not do.
  void check_property(std::uint32_t index) {
    const Process& process = source_.processes[index];
    if (!process.committed.empty())
      error(process.committed.front().range, "a property process cannot have commit states");
    for (const Transition& transition : process.transitions) {
      for (const ExpressionId guard : transition.guards) check_names(guard, index);
      if (transition.sync.present && source_.synchronous)
        error(transition.sync.range, "in a synchronous system a property process may not synchronise");
      if (transition.sync.present && transition.sync.sends)
        error(transition.sync.range, "a property process may receive, but not send");
      for (const Assignment& assignment : transition.effects) own(assignment.target, index);
      if (transition.sync.present && !transition.sync.sends)
        for (const ExpressionId target : transition.sync.values) own(target, index);
    }
  }

  /// Requires that an assignment of the property process targets one of its own variables.
  void own(ExpressionId target, std::uint32_t index) {
    const Expression& expression = source_.expressions[target];
    const bool own_name = expression.process.empty() || expression.process == source_.processes[index].name.text;
    if (expression.op != Operator::Name && expression.op != Operator::Element) return;  // reported elsewhere
    if (!own_name || symbols_.processes[index].variables.count(expression.name) == 0)
      error(expression.range, "a property process may only assign to its own variables");
  }

  /// Returns whether the transition belongs to this part.
  bool wanted(const Transition& transition, bool of_property) const {
    switch (part_) {
      case Part::System:
      case Part::BesideProperty: return !of_property;
      case Part::PropertyAlone: return of_property && !transition.sync.present;
      case Part::PropertySynchronised: return transition.sync.present && (of_property || transition.sync.sends);
    }
    return false;
  }

  void declare_processes() {
    for (const Process& process : source_.processes) {
      ProcessSymbol symbol;
      symbol.name = process.name.text;
      symbol.is_property = source_.has_property && source_.property.text == process.name.text;
      symbol.number = symbol.is_property && part_ == Part::System ? -1 : process_count_++;
      for (std::uint32_t s = 0; s < process.states.size(); ++s) {
        if (!symbol.states.emplace(process.states[s].text, s).second) {
          error(process.states[s].range, fmt::format("the state '{}' is declared twice", process.states[s].text));
        }
      }
      const auto index = static_cast<std::uint32_t>(symbols_.processes.size());
      if (!symbols_.process_index.emplace(symbol.name, index).second) {
        error(process.name.range, fmt::format("the process '{}' is declared twice", symbol.name));
      }
      symbols_.processes.push_back(std::move(symbol));
    }
    if (source_.has_property && symbols_.process(source_.property.text) == nullptr) {
      error(source_.property.range, fmt::format("there is no process '{}'", source_.property.text));
    }
    if (process_count_ == 0 && errors_.empty()) error(source_.property.range, "the system has no process");
    if (process_count_ > static_cast<std::int32_t>(kProcessLimit)) {
      error(source_.processes.back().name.range, fmt::format("more than {} processes", kProcessLimit));
    }
  }

  std::string full_name(const Identifier& name, std::uint32_t scope) const {
    return scope == kOutside ? name.text : symbols_.processes[scope].name + "." + name.text;
  }

  void declare_variables(const std::vector<Declaration>& declarations, std::uint32_t scope, CodeBuilder& initial) {
    auto& table = scope == kOutside ? symbols_.variables : symbols_.processes[scope].variables;
    for (const Declaration& declaration : declarations) {
      VariableSymbol symbol;
      std::int32_t size = 1;
      if (declaration.is_array) {
        if (!expressions_.constant(declaration.size, scope, size)) continue;
        if (size < 1 || size > kMaxElements) {
          error(declaration.name.range, fmt::format("an array must have 1 to {} elements, not {}", kMaxElements, size));
          continue;
        }
      }
      std::vector<std::int32_t> values;
      bool good = true;
      for (const ExpressionId id : declaration.initial) {
        good = good && expressions_.constant(id, scope, values.emplace_back());
      }
      if (!good) continue;
      // Published models have more initial values than elements; the excess is ignored.
      values.resize(static_cast<std::size_t>(size), 0);
      symbol.is_array = declaration.is_array;
      symbol.count = static_cast<std::uint32_t>(size);
      symbol.constant = declaration.constant;
      if (declaration.constant && !declaration.is_array) {
        symbol.value =
            declaration.is_byte ? static_cast<std::uint8_t>(values[0]) : static_cast<std::int16_t>(values[0]);
      } else {
        symbol.place =
            layout_.add(declaration.is_byte ? 8 : 16, !declaration.is_byte, symbol.count, declaration.is_array);
        if (layout_.size() > kMaxBytes) {
          error(declaration.name.range, fmt::format("the variables take more than {} bytes", kMaxBytes));
          return;
        }
        initialise(symbol, values, initial);
        VariableInfo info;
        info.name = full_name(declaration.name, scope);
        info.place = symbol.place;
        info.count = symbol.count;
        info.is_array = symbol.is_array;
        info.internal = symbol.constant;
        program_.globals.push_back(std::move(info));
      }
      if (!table.emplace(declaration.name.text, symbol).second) {
        error(declaration.name.range, fmt::format("the variable '{}' is declared twice", declaration.name.text));
      }
    }
  }

  static void initialise(const VariableSymbol& symbol, const std::vector<std::int32_t>& values, CodeBuilder& code) {
    Place place = symbol.place;
    for (const std::int32_t value : values) {
      if (value != 0) {  // a new state is all zero
        code.constant(value);
        code.store(place);
      }
      place.offset += bytes_of(place.width);
    }
  }

  void declare_channels(const std::vector<ChannelDeclaration>& declarations, std::uint32_t scope) {
    auto& table = scope == kOutside ? symbols_.channels : symbols_.processes[scope].channels;
    for (const ChannelDeclaration& declaration : declarations) {
      std::int32_t capacity = 0;
      if (declaration.capacity != kNoExpression) {
        if (!expressions_.constant(declaration.capacity, scope, capacity)) continue;
        if (capacity < 0 || capacity > kMaxCapacity) {
          error(declaration.name.range,
                fmt::format("the capacity of a channel must be 0 to {}, not {}", kMaxCapacity, capacity));
          continue;
        }
      }
      ChannelSymbol symbol;
      symbol.number = static_cast<std::uint32_t>(program_.static_channels.size());
      symbol.typed = symbol.used = declaration.typed;
      symbol.fields = static_cast<std::uint32_t>(declaration.byte_fields.size());
      if (program_.static_channels.size() >= kChannelLimit) {
        error(declaration.name.range, fmt::format("more than {} channels", kChannelLimit));
        return;
      }
      ChannelType type;
      type.name = full_name(declaration.name, scope);
      type.capacity = static_cast<std::uint32_t>(capacity);
      for (const bool is_byte : declaration.byte_fields) add_field(type, is_byte ? Width::U8 : Width::I16);
      program_.static_channels.push_back({static_cast<std::uint32_t>(program_.channel_types.size()), 0, type.name});
      program_.channel_types.push_back(std::move(type));
      if (!table.emplace(declaration.name.text, symbol).second) {
        error(declaration.name.range, fmt::format("the channel '{}' is declared twice", declaration.name.text));
      }
    }
  }

  static void add_field(ChannelType& type, Width width) {
    Place place;
    place.width = width;
    place.bits = static_cast<std::uint8_t>(bytes_of(width) * 8);
    place.offset = type.message_bytes;
    type.fields.push_back(place);
    type.kinds.push_back({});
    type.message_bytes += bytes_of(width);
  }

  /// Returns the number of the state, or reports an error.
  std::uint32_t state(const Identifier& name, std::uint32_t process) {
    const auto& states = symbols_.processes[process].states;
    const auto found = states.find(name.text);
    if (found != states.end()) return found->second;
    error(name.range, fmt::format("process '{}' has no state '{}'", symbols_.processes[process].name, name.text));
    return 0;
  }

  void add_process(std::uint32_t index) {
    const Process& process = source_.processes[index];
    if (process.states.empty())
      return error(process.name.range, fmt::format("process '{}' has no states", process.name.text));
    if (process.initial.size() != 1) {
      return error(process.name.range, fmt::format("process '{}' needs exactly one initial state", process.name.text));
    }
    const auto first = static_cast<LocationId>(program_.locations.size());
    ProcessType type;
    type.name = process.name.text;
    type.numbered = false;
    type.entry = first + state(process.initial.front(), index);
    const auto type_number = static_cast<std::uint32_t>(program_.process_types.size());
    program_.process_types.push_back(std::move(type));
    program_.initial.push_back({type_number, 0});

    const bool of_property = symbols_.processes[index].is_property;
    std::vector<std::vector<const Transition*>> leaving(process.states.size());
    for (const Transition& transition : process.transitions) {
      const std::uint32_t source = state(transition.source, index);
      if (wanted(transition, of_property))
        leaving[source].push_back(&transition);
      else if (transition.sync.present && !source_.synchronous)
        synchronise(transition.sync, index);  // channel fields are the same in all parts
    }
    for (std::size_t s = 0; s < process.states.size(); ++s) {
      add_location(type_number, static_cast<std::int32_t>(s), process.states[s].text, leaving[s].size());
      for (const Transition* transition : leaving[s]) add_transition(*transition, index, first);
    }
    if (of_property) {
      stuck_ = static_cast<LocationId>(program_.locations.size());
      add_location(type_number, static_cast<std::int32_t>(process.states.size()), "(stuck)", 0);
    }
    mark_states(process, index, first);
  }

  void add_location(std::uint32_t type, std::int32_t number, const std::string& name, std::size_t transitions) {
    Location location;
    location.first = static_cast<TransitionId>(program_.transitions.size());
    location.count = static_cast<std::uint32_t>(transitions);
    location.process_type = type;
    location.number = number;
    location.name = name;
    program_.locations.push_back(std::move(location));
  }

  /// Marks the committed and accepting states of a process, whose locations start with `first`.
  void mark_states(const Process& process, std::uint32_t index, LocationId first) {
    // All processes of a synchronous system move together; the property process does not wait for committed ones.
    const bool commits = !source_.synchronous && part_ != Part::PropertyAlone;
    const bool accepts = symbols_.processes[index].is_property || part_ == Part::System;
    for (const Identifier& name : process.committed) {
      const LocationId location = first + state(name, index);
      if (commits) program_.locations[location].committed = true;
    }
    for (const Identifier& name : process.accepting) {
      const LocationId location = first + state(name, index);
      if (accepts) program_.locations[location].accepting = true;
    }
    for (const Assertion& assertion : process.assertions) {
      state(assertion.state, index);
      check_names(assertion.condition, index);
    }
  }

  /// Conditions that become atoms are compiled when a formula uses them; their errors are reported now.
  void check_names(ExpressionId condition, std::uint32_t scope) {
    std::vector<Instruction> unused;
    CodeBuilder code(unused);
    expressions_.value(code, condition, scope);
  }

  void add_transition(const Transition& transition, std::uint32_t process, LocationId first) {
    weir::Transition made;
    made.source = first + state(transition.source, process);
    made.target = first + state(transition.target, process);
    made.guard = guard(transition.guards, process);
    if (transition.sync.present && source_.synchronous) {
      ignore(transition.sync, process);
    } else if (transition.sync.present) {
      made.channel_operation = synchronise(transition.sync, process);
    }
    CodeBuilder effect(program_.code);
    std::vector<std::uint32_t> written;
    for (const Assignment& assignment : transition.effects) {
      const VariableSymbol* variable = expressions_.target(effect, assignment.target, process);
      expressions_.value(effect, assignment.value, process);
      if (variable != nullptr) store(effect, assignment.target, *variable);
      if (variable != nullptr) written.push_back(variable->place.offset);
    }
    writes_.push_back(std::move(written));
    made.effect = effect.finish();
    made.statement = static_cast<std::uint32_t>(program_.statements.size());
    const SourceMap::Position position = map_.position(transition.range);
    program_.statements.push_back({shown(transition.range), position.file, position.line});
    program_.transitions.push_back(made);
  }

  CodeRef guard(const std::vector<ExpressionId>& conditions, std::uint32_t process) {
    CodeBuilder code(program_.code);
    std::vector<std::size_t> jumps;
    for (std::size_t i = 0; i < conditions.size(); ++i) {
      if (i > 0) jumps.push_back(code.jump(OpCode::AndJump));
      expressions_.value(code, conditions[i], process);
    }
    for (const std::size_t jump : jumps) code.land(jump);
    return code.finish();
  }

  /// Stores the top of the stack; for an element, its address is below.
  void store(CodeBuilder& code, ExpressionId target, const VariableSymbol& variable) {
    if (source_.expressions[target].op == Operator::Element)
      code.store_at(variable.element());
    else
      code.store(variable.place);
  }

  ChannelSymbol* channel(const Synchronisation& sync, std::uint32_t process) {
    ProcessSymbol* owner = &symbols_.processes[process];
    if (!sync.process.empty()) {
      const auto found = symbols_.process_index.find(sync.process);
      if (found == symbols_.process_index.end()) {
        error(sync.range, fmt::format("there is no process '{}'", sync.process));
        return nullptr;
      }
      owner = &symbols_.processes[found->second];
    }
    const auto local = owner->channels.find(sync.channel.text);
    if (local != owner->channels.end()) return &local->second;
    const auto global = symbols_.channels.find(sync.channel.text);
    if (sync.process.empty() && global != symbols_.channels.end()) return &global->second;
    error(sync.channel.range, fmt::format("there is no channel '{}'", sync.channel.text));
    return nullptr;
  }

  /// DiVinE ignores channels in a synchronous system.
  void ignore(const Synchronisation& sync, std::uint32_t process) {
    const ChannelSymbol* symbol = channel(sync, process);
    if (symbol == nullptr) return;
    if (program_.channel_types[program_.static_channels[symbol->number].type].capacity > 0)
      return error(sync.range, "a synchronous system has no buffered channels");
    if (!warnings_.empty()) return;
    warnings_ = map_.at(sync.range, "all processes of a synchronous system move together: 'sync' is ignored");
    for (Diagnostic& warning : warnings_) warning.severity = Diagnostic::Severity::Warning;
  }

  std::uint32_t synchronise(const Synchronisation& sync, std::uint32_t process) {
    ChannelSymbol* symbol = channel(sync, process);
    if (symbol == nullptr) return kNone;
    const auto fields = static_cast<std::uint32_t>(sync.values.size());
    if (!symbol->used) {
      symbol->used = true;
      symbol->fields = fields;
      ChannelType& type = program_.channel_types[program_.static_channels[symbol->number].type];
      for (std::uint32_t i = 0; i < fields; ++i) add_field(type, type.capacity == 0 ? Width::I32 : Width::I16);
    }
    if (fields != symbol->fields) {
      error(sync.range,
            fmt::format("messages of channel '{}' have {} values, not {}", sync.channel.text, symbol->fields, fields));
      return kNone;
    }
    ChannelOperation operation;
    operation.kind = sync.sends ? ChannelOperation::Kind::Send : ChannelOperation::Kind::Receive;
    operation.static_channel = symbol->number;
    for (const ExpressionId id : sync.values) {
      MessageField field;
      if (sync.sends) {
        CodeBuilder code(program_.code);
        expressions_.value(code, id, process);
        field.code = code.finish();
      } else {
        field.kind = MessageField::Kind::Store;  // the value is on the stack when the code starts
        CodeBuilder code(program_.code);
        const VariableSymbol* variable = expressions_.target(code, id, process);
        if (code.anything()) code.emit(OpCode::Swap);  // an element: its address goes below the value
        if (variable != nullptr) store(code, id, *variable);
        field.code = code.finish();
      }
      operation.fields.push_back(field);
    }
    program_.channel_operations.push_back(std::move(operation));
    return static_cast<std::uint32_t>(program_.channel_operations.size() - 1);
  }

  /// The text of a transition on one line, shortened if necessary.
  std::string shown(const SourceRange& range) const {
    std::string text;
    for (const char c : map_.text(range)) {
      const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
      if (blank && (text.empty() || text.back() == ' ')) continue;
      text += blank ? ' ' : c;
      if (text.size() > kShownText) return text + " ...";
    }
    return text;
  }

  const Specification& source_;
  const SourceMap& map_;
  Part part_;
  Program program_;
  Symbols symbols_;
  Diagnostics errors_;
  Diagnostics warnings_;
  std::vector<std::vector<std::uint32_t>> writes_;
  LocationId stuck_ = 0;
  ExpressionCompiler expressions_;
  LayoutBuilder layout_{true};
  std::int32_t process_count_ = 0;
};

}  // namespace

bool acts(const Process& property) {
  return !property.variables.empty() ||
         std::any_of(property.transitions.begin(), property.transitions.end(), [](const Transition& transition) {
           return transition.sync.present || !transition.effects.empty();
         });
}

Expected<Lowered> lower(const Specification& specification, const SourceMap& map, Part part) {
  return Lowering(specification, map, part).run();
}

}  // namespace weir::dve
