// SPDX-License-Identifier: Apache-2.0
// The run is judged like one of weir's own searches: replayed, then checked by the definition of the property. A finite
// run does not decide a formula by itself, so it is continued, by first steps, into a lasso.
#include "pipeline/trail/replay_trail.h"

#include <unordered_map>
#include <utility>

#include "base/text/source_text.h"
#include "counterexample/certify.h"
#include "counterexample/describe.h"
#include "pipeline/decide/conclude.h"
#include "pipeline/decide/explain_result.h"
#include "pipeline/prepare/failure_automaton.h"
#include "pipeline/trail/spin_trail.h"

namespace weir {
namespace {

constexpr std::size_t kContinuation = 100000;  ///< maximal number of steps to continue a finite run

std::string key_of(const std::vector<std::byte>& state) {
  return {reinterpret_cast<const char*>(state.data()), state.size()};
}

/// Continues the finite run until it repeats a state or is stuck; empty if that takes too long.
Run lasso_of(const TransitionSystem& system, const Run& run) {
  if (!run.finite()) return run;
  std::vector<RunStep> path = run.prefix;
  std::unordered_map<std::string, std::size_t> places;
  SuccessorBuffer successors;
  for (std::size_t count = 0; count < kContinuation; ++count) {
    RunStep& last = path.back();
    last.last = false;
    Run result;
    const auto [place, fresh] = places.try_emplace(key_of(last.state), path.size() - 1);
    if (!fresh) {
      path.pop_back();
      const auto middle = path.begin() + static_cast<std::ptrdiff_t>(place->second);
      result.prefix.assign(path.begin(), middle);
      result.cycle.assign(middle, path.end());
      return result;
    }
    successors.clear();
    system.successors(last.state, successors);
    if (successors.empty()) {
      result.cycle = {{last.state, {}, true, false, -1}};
      path.pop_back();
      result.prefix = std::move(path);
      return result;
    }
    last.step = successors.step(0);
    const StateView next = successors.state(0);
    path.push_back({{next.begin(), next.end()}, {}, false, false, -1});
  }
  return {};
}

class Judge {
 public:
  Judge(TransitionSystem& system, const Run& run, const CheckOptions& options)
      : system_(system), options_(options), run_(run), lasso_(lasso_of(system, run)) {}

  Expected<PropertyResult> judge(const Property& property) {
    PropertyResult result = result_for(property);
    result.reason = "the run of the trail does not violate it";
    result.stats.max_depth = run_.size();
    if (is_defect(property)) {
      const bool deadlock = property.kind == PropertyKind::Deadlock;
      Accusation accusation;
      accusation.kind = deadlock ? Accusation::Kind::Deadlock : Accusation::Kind::Fault;
      if (!certify(system_, run_, accusation).empty()) return result;
      accept(run_, {}, result);
      const auto& prefix = result.counterexample.prefix;
      result.counterexample.explanation =
          deadlock ? "The run ends in a state without successors that is not a valid end state."
                   : prefix[prefix.size() - 2].step.fault;
      return result;
    }
    if (is_of_finite_words(property)) {
      result.reason = "a trail is only checked against properties of infinite runs, assertions and deadlock";
      return result;
    }
    return infinite(property, std::move(result));
  }

 private:
  Expected<PropertyResult> infinite(const Property& property, PropertyResult result) {
    if (lasso_.size() == 0) {
      result.reason = "the run of the trail could not be continued to a cycle";
      return result;
    }
    Expected<FailureAutomaton> failure = failure_automaton(property, options_);
    if (!failure) return failure.error();
    const std::vector<std::string>& atoms = failure->automaton->atoms();
    for (const std::string& atom : atoms) {
      if (is_built_in_atom(atom)) continue;
      if (Expected<Atom> known = system_.resolve(atom); !known) return known.error();
    }
    Accusation accusation;
    accusation.kind = property.formula ? Accusation::Kind::Formula : Accusation::Kind::Language;
    accusation.formula = property.formula;
    accusation.assumptions = failure->assumptions;
    accusation.atoms = atoms;
    accusation.weakly_fair = options_.fair == Fairness::Weak;
    accusation.strongly_fair = options_.fair == Fairness::Strong;
    if (!certify(system_, lasso_, accusation).empty()) return result;
    if (failure->language) {
      const Expected<ValuedWord> word = word_of(system_, lasso_, atoms, WordKind::Lasso);
      if (!word || !language_problem(*failure, *word).empty()) return result;
    }
    accept(lasso_, {.formula = property.formula, .atoms = atoms, .word = WordKind::Lasso}, result);
    if (property.formula) {
      explain_violation(system_, lasso_, *property.formula, atoms, WordKind::Lasso, result);
    }
    return result;
  }

  void accept(const Run& run, const Description& description, PropertyResult& result) {
    result.verdict = Verdict::Violated;
    result.reason.clear();
    result.has_counterexample = true;
    result.counterexample = describe_run(system_, run, description);
    result.counterexample.validated = true;
  }

  TransitionSystem& system_;
  const CheckOptions& options_;
  const Run& run_;
  const Run lasso_;
};

}  // namespace

Expected<CheckResult> replay_trail(const Model& model, std::vector<Property> properties, const CheckOptions& options) {
  if (!model.trails) return Diagnostic{.message = "--replay-trail needs a Promela model"};
  Expected<SourceText> source = SourceText::read_file(options.replay_trail);
  if (!source) return source.error();
  Expected<SpinTrail> trail = read_spin_trail(*source);
  if (!trail) return trail.error();
  Expected<Run> run = run_of_trail(*model.system, model.trails->mergeable, *trail, *source);
  if (!run) return run.error();

  CheckResult result;
  if (options.properties.empty() && options.properties_file.empty() && trail->has_cycle) {
    // The properties that pan checks without a claim: -DNP -l, and -a.
    for (const auto kind : {PropertyRequest::Kind::ProgressCycles, PropertyRequest::Kind::AcceptanceCycles}) {
      if (kind == PropertyRequest::Kind::ProgressCycles && !model.trails->has_progress) continue;
      if (kind == PropertyRequest::Kind::AcceptanceCycles && !model.trails->has_accepting) continue;
      Expected<std::vector<Property>> more =
          collect_properties({}, *model.system, CheckOptions{.properties = {{kind, {}}}}, result.warnings);
      if (more) properties.insert(properties.end(), more->begin(), more->end());
    }
  }
  Judge judge(*model.system, *run, options);
  std::vector<PropertyResult> others;
  for (const Property& property : properties) {
    Expected<PropertyResult> judged = judge.judge(property);
    if (!judged) return judged.error();
    (judged->has_counterexample ? result.properties : others).push_back(std::move(*judged));
  }
  if (result.properties.empty()) result.properties = std::move(others);
  return result;
}

}  // namespace weir
