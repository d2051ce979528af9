// SPDX-License-Identifier: Apache-2.0
#include "support/promela/generate.h"

#include "support/promela/declarations.h"
#include "support/promela/expressions.h"
#include "support/promela/formulas.h"
#include "support/promela/identities.h"
#include "support/promela/references.h"
#include "support/promela/shapes.h"
#include "support/promela/statements.h"

namespace weir::test {

namespace {

using P = Production;

class Generator {
 public:
  Generator(Draw& draw, const Profile& profile)
      : draw_(draw),
        profile_(profile),
        expressions_(draw_, profile_, environment_),
        declarations_(draw_, profile_, environment_, expressions_),
        statements_(draw_, profile_, environment_, expressions_, declarations_) {
    if (!profile_.on(Feature::Identities)) return;
    profile_.set(Feature::ManyProcesses, false);
    // With these features processes are rarely interchangeable.
    if (draw_.chance(85))
      for (const Feature feature : {Feature::Last, Feature::Priorities, Feature::OwnPid, Feature::EndlessAtomic})
        profile_.set(feature, false);
    if (draw_.chance(70)) profile_.set(Feature::RemoteReferences, false);
  }

  GeneratedProgram program() {
    units_ = declarations_.globals();
    if (profile_.on(Feature::Identities)) append(identity_globals(draw_, profile_, environment_));
    add_macros();
    plan_processes();
    add_inlines();
    if (profile_.on(Feature::ManyProcesses)) append(many_processes(draw_, environment_));
    if (environment_.identities.helper) add_helper();
    add_processes();
    if (profile_.on(Feature::Faults) && draw_.chance(2)) append(beyond_limits(draw_, environment_));
    add_properties();
    if (environment_.identities.count > 0)
      environment_.symmetry = symmetry_declaration(draw_, environment_);
    else if (profile_.on(Feature::ManyProcesses) && draw_.chance(50))
      environment_.symmetry = "Many";
    Node tree = make(P::Program, std::move(units_));
    resolve_remote(draw_, profile_, environment_, tree);
    environment_.locals.clear();
    return {std::move(tree), std::move(environment_), profile_};
  }

 private:
  void append(std::vector<Node> units) {
    for (Node& unit : units) units_.push_back(std::move(unit));
  }

  void add_macros() {
    if (!profile_.on(Feature::Macros)) return;
    expressions_.where = Where::Formula;  // a macro may be used in any position
    units_.push_back(make(P::Macro, {expressions_.condition(1)}, "M0"));
    DeclaredVariable argument;
    argument.name = "a";
    argument.writable = false;
    environment_.globals.push_back(argument);
    Node meaning = make(P::Add, {variable("a"), expressions_.value(1)});
    environment_.globals.pop_back();
    units_.push_back(make(P::MacroWithArguments, {std::move(meaning), name("a")}, "M1"));
    environment_.macros = {{"M0", -1}, {"M1", 1}};
  }

  void add_inlines() {
    if (!profile_.on(Feature::Inlines)) return;
    const int count = draw_.between(1, 2);
    for (int i = 0; i < count; ++i) {
      DeclaredInline made;
      made.name = "I" + std::to_string(i);
      made.returns = !profile_.for_spin() && draw_.chance(35);
      const int parameters = draw_.between(0, 2);
      for (int k = 0; k < parameters; ++k) {
        DeclaredVariable parameter;
        parameter.name = "p" + std::to_string(k);
        parameter.type.basic = Basic::Int;
        parameter.writable = draw_.chance(40);
        if (parameter.writable) parameter.capacity = kAssigned;
        made.parameters.push_back(parameter);
      }
      environment_.locals = made.parameters;
      Node body = statements_.inline_body(made.returns);
      environment_.locals.clear();
      std::vector<Node> children = {std::move(body)};
      for (const DeclaredVariable& parameter : made.parameters) children.push_back(name(parameter.name));
      units_.push_back(make(P::Inline, std::move(children), made.name));
      environment_.inlines.push_back(made);
    }
  }

  void plan_processes() {
    plan_identities();
    const bool few = profile_.on(Feature::ManyProcesses);
    const int identities = environment_.identities.count;
    const bool alone = identities > 0 && environment_.identities.kind == Identities::Kind::Started;
    const int active = alone            ? 0  // so that `init` is process 0
                       : identities > 0 ? static_cast<int>(draw_.weighted({identities > 2 ? 9 : 6, 3}))
                       : few            ? 1
                                        : draw_.between(1, 3);
    for (int i = 0; i < active; ++i) {
      DeclaredProcess process;
      process.name = (identities > 0 ? "Q" : "P") + std::to_string(i);
      process.active = profile_.on(Feature::Several) && draw_.chance(60) ? draw_.between(2, 3) : 1;
      process.first_pid = environment_.process_total;
      environment_.process_total += process.active;
      if (draw_.chance(8)) process.parameters.push_back(parameter(0));
      environment_.processes.push_back(process);
    }
    if (!profile_.on(Feature::Runs)) return;
    const int started = draw_.between(1, 2);
    for (int i = 0; i < started; ++i) {
      DeclaredProcess process;
      process.name = "R" + std::to_string(i);
      const int parameters = draw_.between(0, 2);
      for (int k = 0; k < parameters; ++k) process.parameters.push_back(parameter(k));
      environment_.processes.push_back(process);
    }
  }

  /// P0 comes first, so that the numbers of its processes are known.
  void plan_identities() {
    Identities& identities = environment_.identities;
    if (identities.count == 0) return;
    const bool types = identities.kind == Identities::Kind::Types;
    for (int i = 0; i < (types ? identities.count : 1); ++i) {
      DeclaredProcess process;
      process.name = "P" + std::to_string(i);
      process.first_pid = environment_.process_total;
      process.by_init = identities.kind == Identities::Kind::Started || identities.kind == Identities::Kind::Parameter;
      if (!process.by_init) process.active = types ? 1 : identities.count;
      if (identities.kind == Identities::Kind::Parameter) {
        DeclaredVariable id;
        id.name = "id";
        id.type.basic = identities.type == Basic::Unsigned ? Basic::Byte : identities.type;
        id.writable = identities.tells_apart && draw_.chance(10);
        process.parameters.push_back(id);
      }
      environment_.process_total += process.active;
      environment_.processes.push_back(process);
    }
  }

  /// A process that receives an identity and ends.
  void add_helper() {
    const Identities& identities = environment_.identities;
    const Basic type = identities.type == Basic::Unsigned || draw_.chance(5) ? Basic::Byte : identities.type;
    DataType given;
    given.basic = type;
    Node parameter = make(P::Declaration, {leaf(P::Visible), expressions_.type_node(given), leaf(P::Scalar, "who")});
    std::vector<Node> body;
    if (draw_.chance(20))
      body.push_back(make(P::Declare, {make(P::Declaration, {leaf(P::Visible), expressions_.type_node(given),
                                                             leaf(P::Scalar, "other")})}));
    if (!body.empty()) body.push_back(make(P::Assign, {variable("other"), variable("who")}));
    Node guard = make(draw_.chance(50) ? P::Equal : P::NotEqual, {variable("turn"), variable("who")});
    body.push_back(make(P::Condition, {std::move(guard)}));
    body.push_back(
        make(P::Assign, {variable("turn"), draw_.chance(50) ? variable("who") : number(identities.null_identity)}));
    units_.push_back(make(P::Proctype,
                          {leaf(P::Inactive), make(P::Parameters, {std::move(parameter)}), make(P::Clauses),
                           make(P::Sequence, std::move(body))},
                          "Helper"));
  }

  DeclaredVariable parameter(int number) {
    DeclaredVariable result;
    result.name = "a" + std::to_string(number);
    result.type = declarations_.number_type();
    while (result.type.basic == Basic::Unsigned) result.type = declarations_.number_type();
    if (!environment_.messages.empty() && draw_.chance(35)) {
      result.type = {};
      result.type.basic = Basic::Channel;
      result.type.message = static_cast<int>(draw_.below(environment_.messages.size()));
    } else if (draw_.chance(20)) {
      for (std::size_t i = 0; i < environment_.structures.size(); ++i)
        if (!holds_array(environment_.structures[i])) {
          result.type = {};
          result.type.basic = Basic::Structure;
          result.type.structure = static_cast<int>(i);
        }
    }
    return result;
  }

  bool holds_array(const DeclaredStructure& structure) const {
    for (const DeclaredVariable& field : structure.fields) {
      if (field.size > 0) return true;
      if (field.type.structure >= 0 &&
          holds_array(environment_.structures[static_cast<std::size_t>(field.type.structure)]))
        return true;
    }
    return false;
  }

  Node clauses(bool init) {
    std::vector<Node> result;
    if (profile_.on(Feature::Priorities) && draw_.chance(50))
      result.push_back(make(P::PriorityClause, {number(draw_.between(1, 4))}));
    if (!init && environment_.identities.count > 0 && environment_.process == 0 && draw_.chance(8)) {
      const int one = environment_.identities.first;
      Node clause = environment_.identities.tells_apart ? make(P::NotEqual, {variable("turn"), number(one)})
                                                        : make(P::NotEqual, {variable("turn"), leaf(P::OwnPid)});
      result.push_back(make(P::ProvidedClause, {std::move(clause)}));
    } else if (!init && profile_.on(Feature::Provided) && draw_.chance(50)) {
      expressions_.where = Where::Provided;
      result.push_back(make(P::ProvidedClause, {expressions_.condition(1, true)}));
    }
    return make(P::Clauses, std::move(result));
  }

  void add_processes() {
    const std::size_t count = environment_.processes.size();
    int budget = count > 2 ? draw_.between(2, 5) : draw_.between(3, 8);
    const Identities& identities = environment_.identities;
    if (identities.count > 2) budget = draw_.between(1, identities.count > 3 ? 1 : 3);
    const bool types = identities.count > 0 && identities.kind == Identities::Kind::Types;
    for (std::size_t i = 0; i < count; ++i) {
      if (environment_.processes[i].name == "Many") continue;
      add_process(i, budget);
      if (!types || i > 0) continue;
      const Node first = units_.back();
      units_.back() = identity_copy(draw_, environment_, first, 0);
      for (int k = 1; k < identities.count; ++k) {
        units_.push_back(identity_copy(draw_, environment_, first, k));
        environment_.processes[++i].labels = environment_.processes[0].labels;
        environment_.processes[i].locals = environment_.processes[0].locals;
      }
    }
    const bool created = identities.count > 0 && environment_.processes[0].by_init;
    if (created || (profile_.on(Feature::Runs) && draw_.chance(60))) add_init();
  }

  void add_process(std::size_t i, int budget) {
    environment_.process = static_cast<int>(i);
    Node heading = clauses(false);
    const DeclaredProcess process = environment_.processes[i];
    environment_.locals = process.parameters;
    Node body = statements_.body(budget);
    environment_.processes[i].labels = resolve_jumps(draw_, body);
    environment_.locals.clear();
    environment_.process = -1;
    Node activity = leaf(P::Inactive);
    if (process.active == 1 && draw_.chance(85))
      activity = leaf(P::Active);
    else if (process.active > 0)
      activity = make(P::ActiveSeveral, {number(process.active)});
    std::vector<Node> parameters;
    for (const DeclaredVariable& parameter : process.parameters)
      parameters.push_back(make(
          P::Declaration, {leaf(P::Visible), expressions_.type_node(parameter.type), leaf(P::Scalar, parameter.name)}));
    const P keyword = !profile_.for_spin() && draw_.chance(3) ? P::DeterministicProctype : P::Proctype;
    units_.push_back(make(
        keyword, {std::move(activity), make(P::Parameters, std::move(parameters)), std::move(heading), std::move(body)},
        process.name));
  }

  /// Starts the processes that are not active, in one step or one by one.
  void add_init() {
    expressions_.where = Where::Process;
    std::vector<Node> runs;
    for (const DeclaredProcess& process : environment_.processes) {
      if (process.active > 0) continue;
      if (process.by_init) {
        for (int i = 0; i < environment_.identities.count; ++i) {
          std::vector<Node> given;
          if (!process.parameters.empty()) given.push_back(number(environment_.identities.first + i));
          runs.push_back(make(P::RunStatement, {make(P::Run, std::move(given), process.name)}));
        }
        continue;
      }
      const int copies = profile_.on(Feature::Several) ? draw_.between(1, 2) : 1;
      for (int i = 0; i < copies; ++i)
        runs.push_back(make(P::RunStatement, {make(P::Run, expressions_.arguments(process.parameters), process.name)}));
    }
    if (runs.empty()) return;
    if (environment_.identities.count > 0 && draw_.chance(12)) draw_.shuffle(runs);
    if (environment_.identities.tells_apart && runs.size() > 1 && draw_.chance(10)) {
      // The numbers of the processes depend on the run.
      std::vector<Node> options;
      for (const Node& chosen : {runs.front(), runs.back()})
        options.push_back(make(P::OptionOfSequence, {make(P::Sequence, {chosen})}));
      runs.push_back(make(P::If, std::move(options)));
    }
    if (draw_.chance(10)) runs.insert(runs.begin(), leaf(P::Skip));
    std::vector<Node> body;
    if (draw_.chance(60))
      body.push_back(make(P::Atomic, {make(P::Sequence, std::move(runs))}));
    else
      body = std::move(runs);
    if (profile_.on(Feature::ProcessCount) && draw_.chance(40))
      body.push_back(make(P::Condition, {make(P::Equal, {leaf(P::ProcessCount), number(draw_.between(1, 2))})}));
    Node heading = clauses(true);
    units_.push_back(make(P::Init, {std::move(heading), make(P::Sequence, std::move(body))}));
    ++environment_.process_total;
  }

  void add_properties() {
    Formulas formulas(draw_, profile_, environment_, expressions_);
    if (profile_.on(Feature::TraceAssertions))
      if (Node assertion = formulas.trace_assertion(); !assertion.is(P::Skip)) units_.push_back(std::move(assertion));
    if (profile_.on(Feature::LtlBlocks)) {
      const int count = draw_.between(1, 2);
      for (int i = 0; i < count; ++i) {
        const bool named = draw_.chance(75);
        Node formula = formulas.ltl();
        environment_.ltl.push_back(named ? "f" + std::to_string(i) : "ltl_" + std::to_string(unnamed_++));
        units_.push_back(named ? make(P::Ltl, {std::move(formula)}, environment_.ltl.back())
                               : make(P::UnnamedLtl, {std::move(formula)}));
      }
    }
    if (profile_.on(Feature::NeverClaims)) {
      units_.push_back(formulas.never_claim(draw_.chance(85) ? "" : "claimed"));
      environment_.claims.push_back("never");
    }
  }

  /// Marks an inline parameter that is assigned: see Expressions::arguments.
  static constexpr int kAssigned = -2;

  Draw& draw_;
  Profile profile_;
  Environment environment_;
  Expressions expressions_;
  Declarations declarations_;
  Statements statements_;
  std::vector<Node> units_;
  int unnamed_ = 0;
};

}  // namespace

GeneratedProgram generate_program(std::uint64_t seed, Audience audience) {
  Draw draw(seed);
  const Profile profile(draw, audience);
  return Generator(draw, profile).program();
}

GeneratedProgram generate_program(std::uint64_t seed, const Profile& profile) {
  Draw draw(seed);
  return Generator(draw, profile).program();
}

}  // namespace weir::test
