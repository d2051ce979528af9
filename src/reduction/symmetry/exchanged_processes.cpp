// SPDX-License-Identifier: Apache-2.0
#include "reduction/symmetry/exchanged_processes.h"

#include <algorithm>
#include <set>
#include <utility>

#include "model/machine.h"
#include "model/scalar.h"

namespace weir {

namespace {

class Finder {
 public:
  Finder(const ProgramSystem& system, const Program& program, const SymmetryDeclaration& declaration)
      : system_(system), program_(program), declaration_(declaration) {}

  bool run() { return find_types() && find_slots() && find_starting() && find_identities() && find_owned(); }

  Diagnostic problem;
  ExchangedProcesses found;

 private:
  bool refuse(const std::string& reason, std::uint32_t statement = kNone) {
    problem = symmetry_refusal(program_, reason, statement);
    return false;
  }

  bool find_types() {
    IdentityKind& kind = found.kind;
    for (const std::string& pattern : declaration_.processes) {
      bool some = false;
      for (std::uint32_t i = 0; i < program_.process_types.size(); ++i) {
        if (!matches(pattern, program_.process_types[i].name)) continue;
        some = true;
        if (!kind.owns(i)) kind.types.push_back(i);
      }
      if (!some) return refuse("the model has no process `" + pattern + "`");
    }
    if (!declaration_.parameter.empty() && kind.types.size() > 1)
      return refuse("a parameter can be the identity of processes of one type only");
    kind.numbered = program_.process_types[kind.types[0]].numbered;
    found.places.resize(program_.process_types.size());
    found.rank.resize(program_.locations.size());
    for (LocationId i = 0; i < program_.locations.size(); ++i) {
      std::vector<LocationId>& places = found.places[program_.locations[i].process_type];
      found.rank[i] = static_cast<std::uint32_t>(places.size());
      places.push_back(i);
    }
    return true;
  }

  bool find_slots() {
    const auto add = [&](const std::vector<VariableInfo>& variables, std::uint32_t type) {
      for (const VariableInfo& variable : variables)
        found.slots.push_back({variable.name, type, variable.place, variable.count, variable.is_array,
                               variable.kind.kind == ValueKind::Kind::Channel, variable.hidden});
    };
    add(program_.globals, kNone);
    found.slots_of.resize(program_.process_types.size());
    for (std::uint32_t type = 0; type < program_.process_types.size(); ++type) {
      found.slots_of[type] = found.kind.owns(type) ? found.kind.types[0] : type;
      if (found.slots_of[type] == type) {
        add(program_.process_types[type].variables, type);
        continue;
      }
      const ProcessType& own = program_.process_types[type];
      const ProcessType& first = program_.process_types[found.slots_of[type]];
      bool same = own.variables.size() == first.variables.size() && own.frame_bytes == first.frame_bytes;
      for (std::size_t i = 0; same && i < own.variables.size(); ++i) {
        const VariableInfo &x = own.variables[i], &y = first.variables[i];
        same = x.place.offset == y.place.offset && x.place.width == y.place.width && x.place.shift == y.place.shift &&
               x.place.bits == y.place.bits && x.count == y.count && x.is_array == y.is_array &&
               x.kind.kind == y.kind.kind;
      }
      if (!same) return refuse("processes " + first.name + " and " + own.name + " have different variables");
    }
    return true;
  }

  bool creates_own(CodeRef code) const {
    for (const Instruction& i : instructions_of(program_, code))
      if (i.op == OpCode::Run && found.kind.owns(bare(i.a))) return true;
    return false;
  }

  /// Finds the locations from which a process can still create one of the kind.
  bool find_starting() {
    found.starting.assign(program_.locations.size(), false);
    for (bool changed = true; changed;) {
      changed = false;
      for (const Transition& transition : program_.transitions) {
        if (found.starting[transition.source]) continue;
        bool leads = creates_own(transition.guard) || creates_own(transition.effect);
        if (transition.kind != TransitionKind::End) leads = leads || found.starting[transition.target];
        if (transition.kind == TransitionKind::Deterministic) leads = leads || found.starting[transition.inner];
        if (leads) found.starting[transition.source] = changed = true;
      }
    }
    std::vector<std::size_t> started(program_.process_types.size(), 0);
    for (const InitialProcess& process : program_.initial) ++started[process.type];
    for (const Transition& transition : program_.transitions) {
      const std::uint32_t type = program_.locations[transition.source].process_type;
      if (found.starting[transition.source] && (found.kind.owns(type) || started[type] != 1))
        return refuse("the processes must all be created by one process that exists initially", transition.statement);
      for (const CodeRef code : {transition.guard, transition.effect})
        for (const Instruction& i : instructions_of(program_, code))
          if (i.op == OpCode::Run && found.starting[program_.process_types[bare(i.a)].entry])
            return refuse("it creates a process that creates the processes", transition.statement);
    }
    return true;
  }

  /// The processes of the kind in all first states after the start-up phase.
  struct FirstStates {
    std::set<std::int32_t> values;                   ///< of the parameter, if there is one
    std::set<std::vector<std::uint32_t>> positions;  ///< of the processes
    bool complete = false;
  };
  FirstStates first_states(std::uint32_t parameter) const {
    constexpr std::size_t kMost = 20000;
    const MachineTables tables(program_);
    Machine machine(program_, tables);
    FirstStates result;
    std::set<std::vector<std::byte>> seen;
    std::vector<std::vector<std::byte>> waiting;
    const auto arrive = [&](const SuccessorBuffer& buffer) {
      for (std::size_t i = 0; i < buffer.size(); ++i) {
        // Also after a failed assertion: searches for deadlocks continue there.
        std::vector<std::byte> state(buffer.state(i).begin(), buffer.state(i).end());
        machine.attach(buffer.state(i));
        bool starting = false;
        std::vector<std::uint32_t> members;
        for (std::uint32_t k = 0; k < machine.process_count(); ++k) {
          const LocationId location = machine.location(k);
          starting = starting || found.starting[location];
          if (!found.kind.owns(program_.locations[location].process_type)) continue;
          members.push_back(k);
          if (parameter == kNone) continue;
          const Place& place = found.slots[parameter].place;
          result.values.insert(load_scalar(state.data() + machine.process_offset(k) + place.offset, place));
        }
        if (!starting)
          result.positions.insert(std::move(members));
        else if (seen.insert(state).second)
          waiting.push_back(std::move(state));
      }
    };
    SuccessorBuffer buffer;
    system_.initial_states(buffer);
    arrive(buffer);
    while (!waiting.empty() && seen.size() < kMost) {
      const std::vector<std::byte> state = std::move(waiting.back());
      waiting.pop_back();
      buffer.clear();
      system_.successors(state, buffer);
      arrive(buffer);
    }
    result.complete = waiting.empty();
    return result;
  }

  bool find_identities() {
    IdentityKind& kind = found.kind;
    const std::uint32_t parameter = slot_of(kind.types[0], declaration_.parameter);
    if (!declaration_.parameter.empty() && parameter == kNone)
      return refuse("process " + program_.process_types[kind.types[0]].name + " has no variable `" +
                    declaration_.parameter + "`");
    if (parameter != kNone && found.slots[parameter].is_array) return refuse("an identity cannot be an array");
    kind.parameter = parameter;
    const FirstStates first = first_states(parameter);
    if (!first.complete)
      return refuse("too many steps are possible before all processes exist; create them in an atomic sequence");
    if (first.positions.empty()) return refuse("the creation of processes does not terminate");
    if (parameter != kNone) {
      kind.values.assign(first.values.begin(), first.values.end());
    } else {
      if (first.positions.size() != 1) return refuse("the numbers of the processes differ between runs");
      kind.positions = *first.positions.begin();
      if (kind.types.size() > 1) {
        if (kind.positions.size() != kind.types.size()) return refuse("each process must exist exactly once");
        sort_types_by_position();
      }
      for (std::size_t i = 0; i < kind.positions.size(); ++i)
        kind.values.push_back(static_cast<std::int32_t>(kind.numbered ? kind.positions[i] : i));
    }
    if (kind.values.size() < 2) return refuse("there are fewer than two processes to exchange");
    if (kind.values.size() > 64) return refuse("there are more than 64 processes to exchange");
    if (parameter == kNone)
      for (const Transition& transition : program_.transitions)
        if (transition.kind == TransitionKind::End && kind.owns(program_.locations[transition.source].process_type))
          return refuse("the processes terminate, which only the youngest can do; let them block for ever instead");
    return true;
  }

  void sort_types_by_position() {
    // Initial processes are in the order of `initial`.
    std::vector<std::uint32_t> types;
    for (const InitialProcess& process : program_.initial)
      if (found.kind.owns(process.type)) types.push_back(process.type);
    found.kind.types = std::move(types);
  }

  std::uint32_t slot_of(std::uint32_t type, const std::string& name) const {
    for (std::uint32_t i = 0; i < found.slots.size(); ++i)
      if (found.slots[i].type == type && found.slots[i].name == name) return i;
    return kNone;
  }

  /// Finds the globals that are variables of the processes, by name (DVE).
  bool find_owned() {
    const IdentityKind& kind = found.kind;
    if (kind.numbered || kind.types.size() < 2) return true;
    const auto name_of = [&](std::size_t k) { return program_.process_types[kind.types[k]].name + "."; };
    for (std::uint32_t i = 0; i < found.slots.size(); ++i) {
      if (found.slots[i].type != kNone || !found.slots[i].name.starts_with(name_of(0))) continue;
      const std::string name = found.slots[i].name.substr(name_of(0).size());
      for (std::size_t k = 0; k < kind.types.size(); ++k) {
        const std::uint32_t other = slot_of(kNone, name_of(k) + name);
        if (other == kNone || found.slots[other].count != found.slots[i].count ||
            found.slots[other].is_array != found.slots[i].is_array ||
            found.slots[other].place.width != found.slots[i].place.width ||
            found.slots[other].place.bits != found.slots[i].place.bits ||
            found.slots[other].place.shift != found.slots[i].place.shift)
          return refuse("processes " + process_name(program_, found.kind, 0) + " and " +
                        process_name(program_, found.kind, k) + " have different variables");
        if (found.slots[other].place.width == Width::Bits) return refuse("variables of processes share bytes");
        found.slots[other].stands_for = i;
        found.slots[other].member = kind.values[k];
      }
    }
    for (const Slot& slot : found.slots)
      for (std::size_t k = 0; k < kind.types.size(); ++k)
        if (slot.type == kNone && slot.stands_for == kNone && slot.name.starts_with(name_of(k)))
          return refuse("processes " + process_name(program_, found.kind, 0) + " and " +
                        process_name(program_, found.kind, k) + " have different variables");
    return true;
  }

  const ProgramSystem& system_;
  const Program& program_;
  const SymmetryDeclaration& declaration_;
};

}  // namespace

Expected<ExchangedProcesses> find_exchanged_processes(const ProgramSystem& system, const Program& program,
                                                      const SymmetryDeclaration& declaration) {
  Finder finder(system, program, declaration);
  if (!finder.run()) return finder.problem;
  return std::move(finder.found);
}

std::string process_name(const Program& program, const IdentityKind& kind, std::size_t k) {
  if (kind.types.size() > 1) return program.process_types[kind.types[k]].name;
  const std::string number = std::to_string(kind.values[k]);
  return program.process_types[kind.types[0]].name +
         (kind.parameter == kNone ? "[" + number + "]" : "(" + number + ")");
}

Diagnostic symmetry_refusal(const Program& program, const std::string& reason, std::uint32_t statement) {
  Diagnostic problem{.message = "--symmetry is refused: " + reason};
  if (statement == kNone || statement >= program.statements.size()) return problem;
  const StatementInfo& info = program.statements[statement];
  problem.file = info.file;
  problem.line = info.line;
  problem.column = 1;
  problem.length = static_cast<std::uint32_t>(info.text.size());
  problem.source_line = info.text;  // as parsed: macros are expanded
  return problem;
}

}  // namespace weir
