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
        statements_(draw_, profile_, environment_, expressions_, declarations_) {}

  GeneratedProgram program() {
    units_ = declarations_.globals();
    if (profile_.on(Feature::Identities)) append(identity_globals(environment_, draw_.between(2, 3)));
    add_macros();
    plan_processes();
    add_inlines();
    if (profile_.on(Feature::ManyProcesses)) append(many_processes(draw_, environment_));
    add_processes();
    if (profile_.on(Feature::Faults) && draw_.chance(2)) append(beyond_limits(draw_, environment_));
    add_properties();
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
    expressions_.where = Where::Formula;  // a macro may be used anywhere
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
    const bool few = profile_.on(Feature::ManyProcesses) || profile_.on(Feature::Identities);
    const int active = few ? 1 : draw_.between(1, 3);
    for (int i = 0; i < active; ++i) {
      DeclaredProcess process;
      process.name = "P" + std::to_string(i);
      process.active = profile_.on(Feature::Several) && draw_.chance(60) ? draw_.between(2, 3) : 1;
      if (i == 0 && environment_.identities > 0) process.active = environment_.identities;
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
    if (!init && profile_.on(Feature::Provided) && draw_.chance(50)) {
      expressions_.where = Where::Provided;
      result.push_back(make(P::ProvidedClause, {expressions_.condition(1, true)}));
    }
    return make(P::Clauses, std::move(result));
  }

  void add_processes() {
    const std::size_t count = environment_.processes.size();
    const int budget = count > 2 ? draw_.between(2, 5) : draw_.between(3, 8);
    for (std::size_t i = 0; i < count; ++i) {
      if (environment_.processes[i].name == "Many") continue;
      add_process(i, budget);
    }
    if (profile_.on(Feature::Runs) && draw_.chance(60)) add_init();
  }

  void add_process(std::size_t i, int budget) {
    Node heading = clauses(false);
    environment_.process = static_cast<int>(i);
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

  /// Starts what is not active, in one step or one after the other.
  void add_init() {
    expressions_.where = Where::Process;
    std::vector<Node> runs;
    for (const DeclaredProcess& process : environment_.processes) {
      if (process.active > 0) continue;
      const int copies = profile_.on(Feature::Several) ? draw_.between(1, 2) : 1;
      for (int i = 0; i < copies; ++i)
        runs.push_back(make(P::RunStatement, {make(P::Run, expressions_.arguments(process.parameters), process.name)}));
    }
    if (runs.empty()) return;
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

  /// Marks a parameter of an inline that is assigned to: see Expressions::arguments.
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
