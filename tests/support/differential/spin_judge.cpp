// SPDX-License-Identifier: Apache-2.0
#include "support/differential/spin_judge.h"

#include <memory>

#include "support/differential/isolate.h"
#include "support/promela/expressions.h"
#include "support/promela/formulas.h"
#include "support/promela/references.h"
#include "support/spin.h"

namespace weir::test {

namespace {

using P = Production;

bool uses(const Node& tree, P production) {
  bool found = false;
  walk(tree, [&](const Node& node) { found = found || node.is(production); });
  return found;
}

const char* word(SpinVerdict verdict) {
  return verdict == SpinVerdict::Holds ? "holds" : verdict == SpinVerdict::Violated ? "violated" : "unknown";
}

SpinVerdict ask_weir(const std::string& path, const PropertyRequest& request, bool fair,
                     const std::vector<std::string>& assume = {}) {
  CheckOptions options;
  options.properties = {request};
  options.fair = fair ? Fairness::Weak : Fairness::None;
  options.threads = 1;
  options.reduce = Reductions::none();
  options.assume = assume;
  options.time_limit = 5;
  const Expected<CheckResult> result = check(path, options);
  if (!result) return SpinVerdict::Unknown;
  switch (result->properties.front().verdict) {
    case Verdict::Holds: return SpinVerdict::Holds;
    case Verdict::Violated: return SpinVerdict::Violated;
    case Verdict::Inconclusive: break;
  }
  return SpinVerdict::Unknown;
}

class SpinInterview {
 public:
  SpinInterview(const Node& program, const JudgeLimits& limits, const std::string& only)
      : program_(program),
        text_(to_text(program)),
        subject_(promela(), program, scratch_folder(), limits),
        only_(only) {}

  SpinComparison run() {
    if (!subject_.accepted()) {
      result_.refusal = "weir: " + general_reason(subject_.refusal());
      return result_;
    }
    if (!subject_.explored()) {
      result_.refusal = "too large";
      return result_;
    }
    for (const StateGraph::State& state : subject_.graph().states)
      for (const StateGraph::Edge& edge : state.edges)
        if (edge.step.fault == Fault::RuntimeError) {
          result_.refusal = "run-time error";
          return result_;
        }
    compare_counts();
    if (!result_.refusal.empty() || subject_.graph().has_fault()) return result_;
    if (uses(program_, P::Never)) {
      if (!uses(program_, P::ProcessCount))
        compare_cycles("spin: never", "", "-a", {PropertyRequest::Kind::Named, "never"});
    } else if (uses(program_, P::AcceptLabel)) {
      compare_cycles("spin: acceptance", "-DNOCLAIM", "-a", {PropertyRequest::Kind::AcceptanceCycles, ""});
    } else if (!uses(program_, P::ProcessCount)) {
      for (const Node& unit : program_.children)
        if (unit.is(P::Ltl))
          compare_cycles("spin: ltl", "", "-a -N " + unit.text, {PropertyRequest::Kind::Named, unit.text});
    }
    if (uses(program_, P::ProgressLabel))
      compare_cycles("spin: progress", "-DNP -DNOCLAIM", "-l", {PropertyRequest::Kind::ProgressCycles, ""});
    return result_;
  }

 private:
  bool wanted(const std::string& kind) const { return only_.empty() || only_.starts_with(kind); }
  void note(const std::string& kind, const std::string& details) { result_.wrong.push_back({kind, details}); }

  void compare_counts() {
    const bool defects = wanted("spin: assertions") || wanted("spin: end states");
    if (!wanted("spin: states") && !wanted("spin: transitions") && !defects) return;
    SpinVerifier verifier(text_, "-DSAFETY -DNOCLAIM");
    if (!verifier.made()) {
      result_.refusal = "spin: " + general_reason(first_error(verifier.output()));
      return;
    }
    const StateGraph& graph = subject_.graph();
    const SpinResult all = verifier.count("-c0");
    if (all.outcome == SpinResult::Outcome::Counted) {
      result_.compared += 2;
      const std::uint64_t arrivals = graph.edges + graph.initial.size();
      if (all.states != graph.states.size())
        note("spin: states", std::to_string(graph.states.size()) + ", Spin " + std::to_string(all.states));
      else if (all.transitions != arrivals)
        note("spin: transitions", std::to_string(arrivals) + ", Spin " + std::to_string(all.transitions));
    }
    const auto compare = [&](const char* kind, const char* options, bool violated) {
      const SpinResult said = verifier.count(options);
      if (said.outcome != SpinResult::Outcome::Counted && said.errors == 0) return;
      ++result_.compared;
      if (violated != (said.errors > 0)) note(kind, violated ? "violated, Spin holds" : "holds, Spin violated");
    };
    bool assertion = false;
    for (const StateGraph::State& state : graph.states)
      for (const StateGraph::Edge& edge : state.edges) assertion = assertion || edge.step.fault == Fault::Assertion;
    compare("spin: assertions", "-E", assertion);
    compare("spin: end states", "-A", graph.has_deadlock());
  }

  void compare_cycles(const std::string& kind, const std::string& definitions, const std::string& options,
                      const PropertyRequest& request) {
    if (!wanted(kind)) return;
    if (verifier_ == nullptr || definitions != made_with_) {
      verifier_ = std::make_unique<SpinVerifier>(text_, definitions);
      made_with_ = definitions;
    }
    for (const bool fair : {false, true}) {
      if (fair && uses(program_, P::ProvidedClause)) continue;
      const SpinVerdict theirs = verifier_->run(options + " -E" + (fair ? " -f" : ""));
      if (theirs == SpinVerdict::Unknown) continue;
      const SpinVerdict ours = ask_weir(subject_.path(), request, fair);
      ++result_.compared;
      if (ours == theirs) continue;
      // Under fairness Spin misses some runs that have ended (docs/promela.md).
      const bool overlooked = fair && ours == SpinVerdict::Violated && theirs == SpinVerdict::Holds &&
                              ask_weir(subject_.path(), request, fair, {"G !dead"}) == SpinVerdict::Holds;
      if (overlooked) continue;
      note(kind + (fair ? ", fair" : ""), options + ": " + word(ours) + ", Spin " + word(theirs));
    }
  }

  static std::string first_error(const std::string& output) {
    const std::size_t at = output.rfind("rror:");
    if (at != std::string::npos) return output.substr(at, 120);
    return output.empty() ? "no output" : output.substr(output.size() > 100 ? output.size() - 100 : 0);
  }

  const Node& program_;
  std::string text_;
  Subject subject_;
  std::string only_;
  SpinComparison result_;
  std::unique_ptr<SpinVerifier> verifier_;
  std::string made_with_ = "-";
};

}  // namespace

GeneratedProgram generate_for_spin(std::uint64_t seed) {
  GeneratedProgram program = generate_program(seed, Audience::Spin);
  Draw draw(seed ^ 0x5851F42D4C957F2DULL);
  Expressions expressions(draw, program.profile, program.environment);
  Formulas formulas(draw, program.profile, program.environment, expressions);
  const bool claim = draw.chance(30);
  for (int i = 0; i < (claim ? 1 : 3); ++i) {
    Node unit = claim ? formulas.never_claim("") : make(P::Ltl, {formulas.ltl()}, "f" + std::to_string(i));
    resolve_remote(draw, program.profile, program.environment, unit);
    program.tree.children.push_back(std::move(unit));
  }
  return program;
}

SpinComparison judge_by_spin(const Node& program, const JudgeLimits& limits, const std::string& only) {
  return SpinInterview(program, limits, only).run();
}

}  // namespace weir::test
