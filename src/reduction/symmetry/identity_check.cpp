// SPDX-License-Identifier: Apache-2.0
#include "reduction/symmetry/identity_check.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "model/machine.h"
#include "reduction/symmetry/normal_terms.h"

namespace weir {

namespace {

bool matches(const std::string& pattern, const std::string& name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string::npos) return pattern == name;
  const std::string end = pattern.substr(star + 1);
  return name.size() >= star + end.size() && name.compare(0, star, pattern, 0, star) == 0 && name.ends_with(end);
}

class Check {
 public:
  Check(const ProgramSystem& system, const Program& program, const SymmetryDeclaration& declaration,
        const std::vector<CompiledAtom>& atoms)
      : system_(system), program_(program), declaration_(declaration), atoms_(atoms) {}

  bool run() {
    if (program_.has_last) return refuse("the model uses _last");
    if (program_.has_priorities) return refuse("processes have priorities");
    return find_types() && find_slots() && find_starting() && find_identities() && find_owned() && find_parameter() &&
           find_sorts() && compare() && make_plan();
  }
  Diagnostic problem;
  IdentityPlan plan;

 private:
  using Signature = std::vector<std::int64_t>;

  bool refuse(const std::string& reason, std::uint32_t statement = kNone) {
    problem.message = "--symmetry is refused: " + reason;
    if (statement == kNone || statement >= program_.statements.size()) return false;
    const StatementInfo& info = program_.statements[statement];
    problem.file = info.file;
    problem.line = info.line;
    problem.column = 1;
    problem.length = static_cast<std::uint32_t>(info.text.size());
    problem.source_line = info.text;  // as parsed: macros are expanded
    return false;
  }

  bool find_types() {
    IdentityKind& kind = plan.kind;
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
    plan.places.resize(program_.process_types.size());
    plan.rank.resize(program_.locations.size());
    for (LocationId i = 0; i < program_.locations.size(); ++i) {
      std::vector<LocationId>& places = plan.places[program_.locations[i].process_type];
      plan.rank[i] = static_cast<std::uint32_t>(places.size());
      places.push_back(i);
    }
    return true;
  }

  bool find_slots() {
    const auto add = [&](const std::vector<VariableInfo>& variables, std::uint32_t type) {
      for (const VariableInfo& variable : variables)
        slots_.push_back({variable.name, type, variable.place, variable.count, variable.is_array,
                          variable.kind.kind == ValueKind::Kind::Channel, variable.hidden});
    };
    add(program_.globals, kNone);
    slots_of_.resize(program_.process_types.size());
    for (std::uint32_t type = 0; type < program_.process_types.size(); ++type) {
      slots_of_[type] = plan.kind.owns(type) ? plan.kind.types[0] : type;
      if (slots_of_[type] == type) {
        add(program_.process_types[type].variables, type);
        continue;
      }
      const ProcessType& own = program_.process_types[type];
      const ProcessType& first = program_.process_types[slots_of_[type]];
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
    for (std::uint32_t at = code.begin; program_.code[at].op != OpCode::Return; ++at)
      if (program_.code[at].op == OpCode::Run && plan.kind.owns(static_cast<std::uint32_t>(program_.code[at].a)))
        return true;
    return false;
  }

  /// Finds the locations from which a process can still create one of the kind.
  bool find_starting() {
    plan.starting.assign(program_.locations.size(), false);
    for (bool changed = true; changed;) {
      changed = false;
      for (const Transition& transition : program_.transitions) {
        if (plan.starting[transition.source]) continue;
        bool leads = creates_own(transition.guard) || creates_own(transition.effect);
        if (transition.kind != TransitionKind::End) leads = leads || plan.starting[transition.target];
        if (transition.kind == TransitionKind::Deterministic) leads = leads || plan.starting[transition.inner];
        if (leads) plan.starting[transition.source] = changed = true;
      }
    }
    std::vector<std::size_t> started(program_.process_types.size(), 0);
    for (const InitialProcess& process : program_.initial) ++started[process.type];
    for (const Transition& transition : program_.transitions) {
      const std::uint32_t type = program_.locations[transition.source].process_type;
      if (plan.starting[transition.source] && (plan.kind.owns(type) || started[type] != 1))
        return refuse("the processes must all be created by one process that exists initially", transition.statement);
      for (const CodeRef code : {transition.guard, transition.effect})
        for (std::uint32_t at = code.begin; program_.code[at].op != OpCode::Return; ++at)
          if (program_.code[at].op == OpCode::Run &&
              plan.starting[program_.process_types[static_cast<std::uint32_t>(program_.code[at].a)].entry])
            return refuse("it creates a process that creates the processes", transition.statement);
    }
    return true;
  }

  /// Finds the processes in all first states after the start-up phase.
  bool find_identities() {
    IdentityKind& kind = plan.kind;
    const MachineTables tables(program_);
    Machine machine(program_, tables);
    const std::uint32_t parameter = slot_of(kind.types[0], declaration_.parameter);
    if (!declaration_.parameter.empty() && parameter == kNone)
      return refuse("process " + program_.process_types[kind.types[0]].name + " has no variable `" +
                    declaration_.parameter + "`");
    if (parameter != kNone && slots_[parameter].is_array) return refuse("an identity cannot be an array");
    kind.parameter = parameter;
    std::set<std::int32_t> values;
    std::set<std::vector<std::uint32_t>> positions;
    std::set<std::vector<std::byte>> seen;
    std::vector<std::vector<std::byte>> waiting;
    constexpr std::size_t kMost = 20000;
    const auto arrive = [&](const SuccessorBuffer& buffer) {
      for (std::size_t i = 0; i < buffer.size(); ++i) {
        // Also after a failed assertion: searches for deadlocks continue there.
        std::vector<std::byte> state(buffer.state(i).begin(), buffer.state(i).end());
        machine.attach(buffer.state(i));
        bool starting = false;
        std::vector<std::uint32_t> found;
        for (std::uint32_t k = 0; k < machine.process_count(); ++k) {
          const LocationId location = machine.location(k);
          starting = starting || plan.starting[location];
          if (!kind.owns(program_.locations[location].process_type)) continue;
          found.push_back(k);
          if (parameter == kNone) continue;
          const Place& place = slots_[parameter].place;
          values.insert(read(state.data() + machine.process_offset(k) + place.offset, place));
        }
        if (!starting)
          positions.insert(std::move(found));
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
    if (!waiting.empty())
      return refuse("too many steps are possible before all processes exist; create them in an atomic sequence");
    if (positions.empty()) return refuse("the creation of processes does not terminate");
    if (parameter != kNone) {
      kind.values.assign(values.begin(), values.end());
    } else {
      if (positions.size() != 1) return refuse("the numbers of the processes differ between runs");
      kind.positions = *positions.begin();
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

  static std::int32_t read(const std::byte* at, const Place& place) {
    std::uint32_t value = 0;
    for (std::uint32_t i = 0; i < bytes_of(place.width); ++i) value |= std::to_integer<std::uint32_t>(at[i]) << (8 * i);
    switch (place.width) {
      case Width::Bits: return static_cast<std::int32_t>((value >> place.shift) & ((1U << place.bits) - 1U));
      case Width::I16: return static_cast<std::int16_t>(value);
      default: return static_cast<std::int32_t>(value);
    }
  }

  void sort_types_by_position() {
    // Initial processes are in the order of `initial`.
    std::vector<std::uint32_t> types;
    for (const InitialProcess& process : program_.initial)
      if (plan.kind.owns(process.type)) types.push_back(process.type);
    plan.kind.types = std::move(types);
  }

  std::uint32_t slot_of(std::uint32_t type, const std::string& name) const {
    for (std::uint32_t i = 0; i < slots_.size(); ++i)
      if (slots_[i].type == type && slots_[i].name == name) return i;
    return kNone;
  }

  bool writes(const Terms& terms, std::uint32_t slot) const {
    for (TermId id = 0; id < terms.size(); ++id)
      if (terms[id].kind == Term::Kind::Store) {
        const Term& place = terms[terms[id].operands[0]];
        if (place.kind == Term::Kind::Load || place.kind == Term::Kind::Element || place.kind == Term::Kind::Identity) {
          if (static_cast<std::uint32_t>(place.a) == slot) return true;
        } else if (static_cast<std::uint32_t>(place.b) == slots_[slot].type) {
          return true;
        }
      }
    return false;
  }

  /// Finds the globals that are variables of the processes, by name (DVE).
  bool find_owned() {
    const IdentityKind& kind = plan.kind;
    if (kind.numbered || kind.types.size() < 2) return true;
    const auto name_of = [&](std::size_t k) { return program_.process_types[kind.types[k]].name + "."; };
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i].type != kNone || !slots_[i].name.starts_with(name_of(0))) continue;
      const std::string name = slots_[i].name.substr(name_of(0).size());
      for (std::size_t k = 0; k < kind.types.size(); ++k) {
        const std::uint32_t other = slot_of(kNone, name_of(k) + name);
        if (other == kNone || slots_[other].count != slots_[i].count || slots_[other].is_array != slots_[i].is_array ||
            slots_[other].place.width != slots_[i].place.width || slots_[other].place.bits != slots_[i].place.bits ||
            slots_[other].place.shift != slots_[i].place.shift)
          return refuse("processes " + process_name(0) + " and " + process_name(k) + " have different variables");
        if (slots_[other].place.width == Width::Bits) return refuse("variables of processes share bytes");
        slots_[other].stands_for = i;
        slots_[other].member = kind.values[k];
      }
    }
    for (const Slot& slot : slots_)
      for (std::size_t k = 0; k < kind.types.size(); ++k)
        if (slot.type == kNone && slot.stands_for == kNone && slot.name.starts_with(name_of(k)))
          return refuse("processes " + process_name(0) + " and " + process_name(k) + " have different variables");
    return true;
  }

  /// A parameter is an identity only if it is never written; otherwise it is a variable that holds one.
  bool find_parameter() {
    if (plan.kind.parameter == kNone) return true;
    Terms terms;
    TermReader reader = reader_for(terms, kNone);
    for (const Transition& transition : program_.transitions) {
      const std::uint32_t type = program_.locations[transition.source].process_type;
      if (!plan.kind.owns(type)) continue;
      reader.effect(transition.effect, type);
      reader.guard(transition.guard, type);
      if (transition.channel_operation != kNone) reader.channel_operation(transition.channel_operation, type);
    }
    if (!writes(terms, plan.kind.parameter)) return true;
    return refuse("`" + declaration_.parameter + "` is assigned by its process, so it is not an identity");
  }

  TermReader reader_for(Terms& terms, std::uint32_t parameter) const {
    std::vector<bool> owners(program_.process_types.size(), false);
    for (const std::uint32_t type : plan.kind.types) owners[type] = true;
    return {program_, slots_, slots_of_, plan.kind.values, std::move(owners), parameter, terms};
  }

  /// Converts all code to terms.
  bool find_sorts() {
    TermReader reader = reader_for(terms_, plan.kind.parameter);
    const auto note = [&](TermId id, std::uint32_t statement) {
      statement_of_.resize(terms_.size(), statement);
      return id != kNone || refuse(reader.problem(), statement);
    };
    transitions_.resize(program_.transitions.size());
    std::vector<bool> created(program_.process_types.size(), false);
    for (TransitionId i = 0; i < program_.transitions.size(); ++i) {
      const Transition& transition = program_.transitions[i];
      if (plan.starting[transition.source]) continue;
      const std::uint32_t type = program_.locations[transition.source].process_type;
      Pieces& pieces = transitions_[i];
      if (!note(pieces.guard = reader.guard(transition.guard, type), transition.statement)) return false;
      if (!note(pieces.effect = reader.effect(transition.effect, type), transition.statement)) return false;
      if (transition.channel_operation != kNone &&
          !note(pieces.channel = reader.channel_operation(transition.channel_operation, type), transition.statement))
        return false;
      for (const CodeRef code : {transition.guard, transition.effect})
        for (std::uint32_t at = code.begin; program_.code[at].op != OpCode::Return; ++at)
          if (program_.code[at].op == OpCode::Run) created[static_cast<std::uint32_t>(program_.code[at].a)] = true;
    }
    for (std::uint32_t type = 0; type < program_.process_types.size(); ++type) {
      const ProcessType& process = program_.process_types[type];
      provided_.push_back(reader.guard(process.provided, type));
      if (!note(provided_.back(), kNone)) return false;
      initialise_.push_back(created[type] ? reader.effect(process.initialise, type) : kNone);
      if (created[type] && !note(initialise_.back(), kNone)) return false;
    }
    for (const CompiledAtom& atom : atoms_) {
      std::vector<TermId> parts;
      const TermId code = atom.code.empty() ? kNone : reader.value(atom.code, kNone);
      const TermId message = atom.message.empty() ? kNone : reader.value(atom.message, kNone);
      if ((!atom.code.empty() && code == kNone) || (!atom.message.empty() && message == kNone))
        return refuse("the property: " + reader.problem());
      TermId id = kNone;
      switch (atom.kind) {
        case CompiledAtom::Kind::State: id = terms_.add({.kind = Term::Kind::Test, .operands = {code}}); break;
        case CompiledAtom::Kind::Fails: return refuse("the property asks whether an expression can be evaluated");
        case CompiledAtom::Kind::Sent:
        case CompiledAtom::Kind::Received: {
          Term term{.kind = Term::Kind::Channel, .a = -1, .b = static_cast<std::int32_t>(kNone), .operands = {code}};
          if (message != kNone) {
            term.table.push_back(static_cast<std::int32_t>(MessageField::Kind::Match));
            term.operands.push_back(message);
          }
          id = terms_.add(std::move(term));
          break;
        }
        case CompiledAtom::Kind::By:
          if (plan.kind.owns(atom.process_type) && plan.kind.types.size() > 1)
            return refuse("the property mentions " + program_.process_types[atom.process_type].name);
          id = code == kNone ? terms_.add({.kind = Term::Kind::Sequence})
                             : terms_.add({.kind = Term::Kind::OfProcess, .op = OpCode::Return, .operands = {code}});
          break;
      }
      atom_terms_.push_back(id);
      statement_of_.resize(terms_.size(), kOfProperty);
    }
    sorts_ = std::make_unique<IdentitySorts>(program_, slots_, plan.kind);
    if (!declare()) return false;
    if (sorts_->learn(terms_) && sorts_->finish(terms_)) return true;
    const TermId culprit = sorts_->culprit();
    if (culprit == kNone) return refuse(sorts_->complaint());
    if (statement_of_[culprit] == kOfProperty) return refuse("the property: " + sorts_->complaint());
    return refuse(sorts_->complaint(), statement_of_[culprit]);
  }

  bool declare() {
    for (const SymmetryDeclaration::Variable& variable : declaration_.variables) {
      bool some = false;
      for (std::uint32_t i = 0; i < slots_.size(); ++i) {
        const Slot& slot = slots_[i];
        if (slot.stands_for != kNone) {
          const std::size_t dot = slot.name.find('.');
          if (variable.process.empty() || slot.name.substr(dot + 1) != variable.name ||
              !matches(variable.process, slot.name.substr(0, dot)))
            continue;
          if (variable.indices && !slot.is_array) return refuse("`" + variable.name + "` is not an array");
          some = true;
          if (variable.indices)
            sorts_->declare_indices(slot.stands_for);
          else
            sorts_->declare_values(slot.stands_for);
          continue;
        }
        if (slot.name != variable.name || (slot.type == kNone) != variable.process.empty()) continue;
        if (slot.type != kNone && !matches(variable.process, program_.process_types[slot.type].name)) {
          // All types of the kind share the variables of the first.
          bool own = false;
          for (const std::uint32_t type : plan.kind.types)
            own = own || (slot.type == slots_of_[plan.kind.types[0]] &&
                          matches(variable.process, program_.process_types[type].name));
          if (!own) continue;
        }
        if (variable.indices && !slot.is_array) return refuse("`" + variable.name + "` is not an array");
        some = true;
        if (variable.indices)
          sorts_->declare_indices(i);
        else
          sorts_->declare_values(i);
      }
      if (!some)
        return refuse("the model has no variable `" + (variable.process.empty() ? "" : variable.process + ".") +
                      variable.name + "`");
    }
    return true;
  }

  Signature signature(const NormalTerms& normal, TransitionId id) const {
    const Transition& transition = program_.transitions[id];
    const Pieces& pieces = transitions_[id];
    const bool ends = transition.kind == TransitionKind::End;
    return {static_cast<std::int64_t>(transition.kind),
            transition.keeps_control,
            transition.otherwise,
            transition.escape,
            ends ? -1 : std::int64_t{plan.rank[transition.target]},
            transition.kind == TransitionKind::Deterministic ? std::int64_t{plan.rank[transition.inner]} : -1,
            normal.of(pieces.guard),
            normal.of(pieces.effect),
            pieces.channel == kNone ? -1 : std::int64_t{normal.of(pieces.channel)}};
  }

  std::uint32_t root(std::uint32_t transition) {
    while (plan.same_as[transition] != transition)
      transition = plan.same_as[transition] = plan.same_as[plan.same_as[transition]];
    return transition;
  }

  std::string process_name(std::size_t k) const {
    const IdentityKind& kind = plan.kind;
    if (kind.types.size() > 1) return program_.process_types[kind.types[k]].name;
    const std::string number = std::to_string(kind.values[k]);
    return program_.process_types[kind.types[0]].name +
           (kind.parameter == kNone ? "[" + number + "]" : "(" + number + ")");
  }

  /// Compares the transitions of a location after the exchange with those of its counterpart.
  bool same_location(LocationId from, LocationId to, const NormalTerms& renamed, const NormalTerms& plain,
                     std::size_t k) {
    const Location& x = program_.locations[from];
    const Location& y = program_.locations[to];
    const std::string apart = "it distinguishes " + process_name(k) + " from " + process_name(k + 1);
    const auto differs = [&](std::uint32_t statement) {
      std::string reason = apart;
      if (plan.kind.types.size() > 1 && declaration_.variables.empty())
        reason += "; declare the variables that hold identities or are indexed by them";
      return refuse(reason, statement);
    };
    if (x.count != y.count || x.may_end != y.may_end || x.progress != y.progress || x.accepting != y.accepting ||
        x.deterministic != y.deterministic || x.committed != y.committed || x.number != y.number)
      return differs(x.count > 0 ? program_.transitions[x.first].statement : kNone);
    bool in_order = x.deterministic;
    for (std::uint32_t i = 0; i < x.count; ++i)
      in_order =
          in_order || program_.transitions[x.first + i].escape != 0 || program_.transitions[y.first + i].escape != 0;
    for (std::uint32_t begin = 0; begin < x.count;) {
      // The order of alternatives up to the next `else` does not matter.
      std::uint32_t end = begin + 1;
      const auto is_else = [&](const Location& location, std::uint32_t i) {
        const Transition& transition = program_.transitions[location.first + i];
        return transition.kind == TransitionKind::Else || transition.otherwise;
      };
      if (!in_order && !is_else(x, begin) && !is_else(y, begin))
        while (end < x.count && !is_else(x, end) && !is_else(y, end)) ++end;
      std::vector<std::pair<Signature, TransitionId>> left, right;
      for (std::uint32_t i = begin; i < end; ++i) {
        left.push_back({signature(renamed, x.first + i), x.first + i});
        right.push_back({signature(plain, y.first + i), y.first + i});
      }
      std::sort(left.begin(), left.end());
      std::sort(right.begin(), right.end());
      for (std::size_t i = 0; i < left.size(); ++i) {
        if (left[i].first != right[i].first) {
          // Report one without any counterpart.
          for (const auto& entry : left)
            if (std::none_of(right.begin(), right.end(), [&](const auto& other) { return other.first == entry.first; }))
              return differs(program_.transitions[entry.second].statement);
          return differs(program_.transitions[left[i].second].statement);
        }
        const std::uint32_t a = root(left[i].second), b = root(right[i].second);
        plan.same_as[std::max(a, b)] = std::min(a, b);
      }
      begin = end;
    }
    return true;
  }

  bool compare() {
    plan.same_as.resize(program_.transitions.size());
    std::iota(plan.same_as.begin(), plan.same_as.end(), 0U);
    Terms shared;
    const NormalTerms plain(terms_, *sorts_, slots_, plan.kind, kNone, shared);
    for (std::uint32_t k = 0; k + 1 < plan.kind.values.size(); ++k) {
      const NormalTerms renamed(terms_, *sorts_, slots_, plan.kind, k, shared);
      const std::vector<std::uint32_t>& types = plan.kind.types;
      for (std::uint32_t type = 0; type < program_.process_types.size(); ++type) {
        std::uint32_t image = type;
        if (types.size() > 1 && type == types[k]) image = types[k + 1];
        if (types.size() > 1 && type == types[k + 1]) image = types[k];
        if (plan.places[type].size() != plan.places[image].size() ||
            plan.rank[program_.process_types[type].entry] != plan.rank[program_.process_types[image].entry])
          return refuse("processes " + process_name(k) + " and " + process_name(k + 1) + " have different statements");
        if (renamed.of(provided_[type]) != plain.of(provided_[image]) ||
            (initialise_[type] != kNone && renamed.of(initialise_[type]) != plain.of(initialise_[type])))
          return refuse("the declarations of " + program_.process_types[type].name + " distinguish the processes");
        for (std::size_t i = 0; i < plan.places[type].size(); ++i)
          if (!plan.starting[plan.places[type][i]] &&
              !same_location(plan.places[type][i], plan.places[image][i], renamed, plain, k))
            return false;
      }
      for (std::size_t i = 0; i < atoms_.size(); ++i)
        if (renamed.of(atom_terms_[i]) != plain.of(atom_terms_[i]))
          return refuse("the property distinguishes " + process_name(k) + " from " + process_name(k + 1) +
                        " in one of its atoms; write a condition on all processes at once as one atom, in quotes: "
                        "\"a[0] + a[1] < 2\"");
    }
    for (TransitionId i = 0; i < program_.transitions.size(); ++i) plan.same_as[i] = root(i);
    return true;
  }

  bool make_plan() {
    plan.locals.resize(program_.process_types.size());
    if (plan.kind.parameter != kNone) plan.parameter_place = slots_[plan.kind.parameter].place;
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
      const Slot& slot = slots_[i];
      if (slot.stands_for != kNone && slot.stands_for != i) continue;
      IdentityPlan::Item item{slot.place, slot.count, sorts_->of_indices(i) == Sort::Identity, sorts_->of_values(i)};
      if (slot.stands_for == i)
        for (const std::int32_t value : plan.kind.values)
          for (const Slot& other : slots_)
            if (other.stands_for == i && other.member == value) item.owned.push_back(other.place.offset);
      if (!item.moves && item.sort == Sort::Data && item.owned.empty()) continue;
      if (slot.type == kNone) {
        plan.globals.push_back(std::move(item));
        continue;
      }
      for (std::uint32_t type = 0; type < slots_of_.size(); ++type)
        if (slots_of_[type] == slot.type) plan.locals[type].push_back(item);
    }
    for (const auto& [family, node] : sorts_->families())
      if (sorts_->of_family(family.first, family.second) == Sort::Identity)
        plan.families.push_back({static_cast<std::uint32_t>(family.first - 1)});
    plan.fields.resize(program_.channel_types.size());
    for (std::uint32_t type = 0; type < program_.channel_types.size(); ++type)
      for (std::uint32_t field = 0; field < program_.channel_types[type].fields.size(); ++field)
        if (sorts_->of_field(type, field) != Sort::Data)
          plan.fields[type].push_back(
              {program_.channel_types[type].fields[field], 1, false, sorts_->of_field(type, field)});
    return true;
  }

  static constexpr std::uint32_t kOfProperty = kNone - 1;
  struct Pieces {
    TermId guard = kNone, effect = kNone, channel = kNone;
  };
  const ProgramSystem& system_;
  const Program& program_;
  const SymmetryDeclaration& declaration_;
  const std::vector<CompiledAtom>& atoms_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> slots_of_;
  Terms terms_;
  std::vector<std::uint32_t> statement_of_;  ///< by term: its first occurrence
  std::vector<Pieces> transitions_;
  std::vector<TermId> provided_, initialise_, atom_terms_;
  std::unique_ptr<IdentitySorts> sorts_;
};

}  // namespace

Expected<IdentityPlan> check_identities(const ProgramSystem& system, const Program& program,
                                        const SymmetryDeclaration& declaration,
                                        const std::vector<CompiledAtom>& atoms) {
  Check check(system, program, declaration, atoms);
  if (!check.run()) return check.problem;
  return std::move(check.plan);
}

Expected<SymmetryDeclaration> parse_symmetry(const std::string& text) {
  SymmetryDeclaration result;
  const auto trimmed = [](std::string word) {
    const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
    while (!word.empty() && is_space(word.back())) word.pop_back();
    while (!word.empty() && is_space(word.front())) word.erase(0, 1);
    return word;
  };
  const auto split = [&](const std::string& list) {
    std::vector<std::string> words;
    std::size_t begin = 0;
    for (std::size_t comma = 0; comma != std::string::npos; begin = comma + 1) {
      comma = list.find(',', begin);
      words.push_back(trimmed(list.substr(begin, comma == std::string::npos ? comma : comma - begin)));
    }
    return words;
  };
  const auto is_name = [](const std::string& word, bool star) {
    return !word.empty() && std::all_of(word.begin(), word.end(), [&](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
             (star && c == '*');
    }) && std::count(word.begin(), word.end(), '*') <= 1;
  };
  const auto wrong = [&](const std::string& word) {
    return Diagnostic{.message =
                          "--symmetry: cannot parse `" + word +
                          "`; expected processes and, optionally, variables: `P`, `P(id)`, `P, Q: turn, flag[], P.x`"};
  };
  const std::size_t colon = text.find(':');
  for (std::string word : split(text.substr(0, colon))) {
    const std::size_t bracket = word.find('(');
    if (bracket != std::string::npos) {
      if (word.back() != ')' || !result.parameter.empty() || !result.processes.empty()) return wrong(word);
      result.parameter = trimmed(word.substr(bracket + 1, word.size() - bracket - 2));
      if (!is_name(result.parameter, false)) return wrong(word);
      word = trimmed(word.substr(0, bracket));
    } else if (!result.parameter.empty()) {
      return wrong(word);
    }
    if (!is_name(word, true)) return wrong(word);
    result.processes.push_back(word);
  }
  if (colon == std::string::npos) return result;
  for (const std::string& word : split(text.substr(colon + 1))) {
    SymmetryDeclaration::Variable variable;
    variable.name = word;
    if (variable.name.ends_with("[]")) {
      variable.indices = true;
      variable.name.resize(variable.name.size() - 2);
    }
    const std::size_t dot = variable.name.find('.');
    // `s.x` may be a member of a structure: then no process has that name.
    if (dot != std::string::npos) {
      variable.process = variable.name.substr(0, dot);
      variable.name = variable.name.substr(dot + 1);
      if (!is_name(variable.process, true)) return wrong(word);
    }
    if (!is_name(variable.name, false)) return wrong(word);
    result.variables.push_back(std::move(variable));
  }
  return result;
}

}  // namespace weir
