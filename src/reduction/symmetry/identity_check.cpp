// SPDX-License-Identifier: Apache-2.0
#include "reduction/symmetry/identity_check.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "reduction/symmetry/exchanged_processes.h"
#include "reduction/symmetry/normal_terms.h"

namespace weir {

namespace {

class Check {
 public:
  Check(const Program& program, const SymmetryDeclaration& declaration, const std::vector<CompiledAtom>& atoms,
        ExchangedProcesses found)
      : program_(program),
        declaration_(declaration),
        atoms_(atoms),
        slots_(std::move(found.slots)),
        slots_of_(std::move(found.slots_of)) {
    plan.kind = std::move(found.kind);
    plan.starting = std::move(found.starting);
    plan.rank = std::move(found.rank);
    plan.places = std::move(found.places);
  }

  bool run() { return find_parameter() && find_sorts() && compare() && make_plan(); }
  Diagnostic problem;
  IdentityPlan plan;

 private:
  using Signature = std::vector<std::int64_t>;

  bool refuse(const std::string& reason, std::uint32_t statement = kNone) {
    problem = symmetry_refusal(program_, reason, statement);
    return false;
  }
  std::string process_name(std::size_t k) const { return weir::process_name(program_, plan.kind, k); }

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
        for (const Instruction& instruction : instructions_of(program_, code))
          if (instruction.op == OpCode::Run) created[bare(instruction.a)] = true;
    }
    for (std::uint32_t type = 0; type < program_.process_types.size(); ++type) {
      const ProcessType& process = program_.process_types[type];
      provided_.push_back(reader.guard(process.provided, type));
      if (!note(provided_.back(), kNone)) return false;
      initialise_.push_back(created[type] ? reader.effect(process.initialise, type) : kNone);
      if (created[type] && !note(initialise_.back(), kNone)) return false;
    }
    if (!read_atoms(reader)) return false;
    sorts_ = std::make_unique<IdentitySorts>(program_, slots_, plan.kind);
    if (!declare()) return false;
    if (sorts_->learn(terms_) && sorts_->finish(terms_)) return true;
    const TermId culprit = sorts_->culprit();
    if (culprit == kNone) return refuse(sorts_->complaint());
    if (statement_of_[culprit] == kOfProperty) return refuse("the property: " + sorts_->complaint());
    return refuse(sorts_->complaint(), statement_of_[culprit]);
  }

  bool read_atoms(TermReader& reader) {
    for (const CompiledAtom& atom : atoms_) {
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
    return true;
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
  if (program.has_last) return symmetry_refusal(program, "the model uses _last");
  if (program.has_priorities) return symmetry_refusal(program, "processes have priorities");
  Expected<ExchangedProcesses> found = find_exchanged_processes(system, program, declaration);
  if (!found) return found.error();
  Check check(program, declaration, atoms, std::move(*found));
  if (!check.run()) return check.problem;
  return std::move(check.plan);
}

}  // namespace weir
