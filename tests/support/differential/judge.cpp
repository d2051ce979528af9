// SPDX-License-Identifier: Apache-2.0
#include "support/differential/judge.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <utility>

#include <weir/catalogue.h>

#include "formula/parser.h"
#include "frontend/open_model.h"
#include "model/program_system.h"
#include "oracle/run_oracle.h"
#include "reduction/merge/statement_merging.h"
#include "report/json.h"
#include "report/words.h"
#include "support/compare_executors.h"
#include "support/net/contest.h"

namespace weir::test {

namespace {

constexpr std::size_t kOracleTemporals = 5;
constexpr std::size_t kOracleParts = 60;
constexpr std::uint64_t kStatesByHand = 400;  ///< limit for the language's own check of a property
constexpr std::uint64_t kMemory = std::uint64_t{1} << 28;

bool small_enough(Formula formula) {
  const std::vector<Formula> parts = subformulas(formula);
  const auto temporals = std::count_if(parts.begin(), parts.end(), [](Formula f) { return f.op() >= Op::Next; });
  return parts.size() <= kOracleParts && static_cast<std::size_t>(temporals) <= kOracleTemporals;
}

Formula cycles_formula(QuestionKind kind) {
  const auto unary = [](Op op, Formula f) { return Formula::unary(op, f); };
  if (kind == QuestionKind::ProgressCycles)
    return unary(Op::Globally, unary(Op::Finally, (!Formula::atom("np_")) | Formula::atom("dead")));
  return unary(Op::Finally, unary(Op::Globally, (!Formula::atom("accept_")) | Formula::atom("dead")));
}

test::OracleFairness fairness_of(const Question& question) {
  if (question.fair == "weak") return test::OracleFairness::Weak;
  return question.fair == "strong" ? test::OracleFairness::Strong : test::OracleFairness::None;
}

/// The search stops at its limit, is saved, and is resumed without the limit.
Expected<CheckResult> check_in_two_parts(const Subject& subject, CheckOptions options) {
  options.checkpoint.file = subject.path() + ".saved";
  Expected<CheckResult> first = subject.check(options);
  const bool saved = std::filesystem::exists(options.checkpoint.file);
  if (!first || !saved) return first;
  options.checkpoint.resume = std::exchange(options.checkpoint.file, "");
  options.max_states = 0;
  Expected<CheckResult> whole = subject.check(options);
  std::error_code ignored;
  std::filesystem::remove(options.checkpoint.resume, ignored);
  return whole;
}

class SilentListener : public SimulationListener {};

std::string replay_problem(const Subject& subject, const CheckResult& result) {
  const std::string file = subject.path() + ".json";
  std::ofstream(file) << json_report(result);
  SilentListener listener;
  SimulateOptions options;
  options.model.format = find_choice<ModelFormat>(subject.language().format).value();
  options.replay_file = file;
  const Expected<SimulationEnd> end = simulate(subject.path(), options, listener);
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  if (!end) return to_string(end.error());
  return end->reason == SimulationEnd::Reason::ReplayFailed ? end->message : std::string();
}

}  // namespace

Subject::Subject(const Language& language, Node program, const std::string& folder, const JudgeLimits& limits)
    : language_(language), program_(std::move(program)), path_(folder + "/m" + language.suffix), limits_(limits) {
  if (language.build != nullptr) {
    std::unique_ptr<TransitionSystem> system = language.build(program_);
    if (system == nullptr) {
      refusal_ = "the tree is no model";
      return;
    }
    model_.emplace().system = std::move(system);
    atoms_matter_ = true;  // the steps of such a system depend on the event atoms
  } else {
    const std::string text = to_text(program_);
    std::ofstream(path_) << text;
    ModelOptions options;
    options.executor = Executor::Interpreter;
    Expected<Model> model = open_model(path_, options);
    if (!model) {
      refusal_ = to_string(model.error());
      return;
    }
    model_ = std::move(*model);
    atoms_matter_ = text.find("hidden") != std::string::npos;
  }
  graph_ = test::explore_states(*model_->system, limits.states, limits.seconds);
}

std::unique_ptr<TransitionSystem> Subject::open() const {
  if (language_.build != nullptr) return language_.build(program_);
  Expected<Model> model = open_model(path_, {});
  return model ? std::move(model->system) : nullptr;
}

Expected<CheckResult> Subject::check(const CheckOptions& options) const {
  if (language_.build == nullptr) return weir::check(path_, options);
  const std::unique_ptr<TransitionSystem> system = open();
  return weir::check(*system, options);
}

const test::StateGraph& Subject::graph_with(const std::vector<std::string>& atoms) {
  if (!atoms_matter_) return graph_;
  for (const std::string& atom : atoms)
    if (atom != "dead" && atom != "tau") (void)model_->system->resolve(atom);
  graph_with_atoms_ = test::explore_states(*model_->system, limits_.states, limits_.seconds);
  return graph_with_atoms_;
}

Subject::~Subject() {
  std::error_code ignored;
  for (const char* end : {"", ".xml"}) std::filesystem::remove(path_ + end, ignored);
}

Answer ask(const Subject& subject, const Case& question, const Setup& configuration, bool replay) {
  CheckOptions options;
  question.apply(options);
  options.memory_limit = kMemory;
  configuration.apply(options, question.question);
  options.time_limit = options.store == Store::Cache ? subject.limits().cache_seconds : subject.limits().check_seconds;
  if (question.question.kind == QuestionKind::Contest) {
    options.properties_file = subject.path() + ".xml";
    std::ofstream(options.properties_file) << contest_file(question.formula());
  }
  const Expected<CheckResult> result =
      configuration.resumes() ? check_in_two_parts(subject, options) : subject.check(options);
  Answer answer;
  if (!result) {
    answer.refusal = to_string(result.error());
    return answer;
  }
  bool shown = false;
  for (const PropertyResult& property : result->properties) {
    Answer::Property& made = answer.properties.emplace_back();
    made.verdict = property.verdict;
    made.reason = property.reason;
    made.has_counterexample = property.has_counterexample;
    made.validated = property.counterexample.validated;
    made.length = property.counterexample.prefix.size() + property.counterexample.cycle.size();
    const auto warns = [&property](std::string_view what) {
      return std::any_of(property.warnings.begin(), property.warnings.end(),
                         [what](const std::string& text) { return text.find(what) != std::string::npos; });
    };
    made.perhaps_longer = warns("there may be a shorter counterexample");
    made.cut_short = warns("a limit was reached before it could be shown");
    made.finite = property.counterexample.cycle.empty();
    made.engine = property.engine.emptiness + ", " + name_of(property.engine.store) + ", " + property.engine.executor;
    made.reduced = names_of(property.engine.reduce);
    for (const std::string& name : made.reduced) made.engine += " " + name;
    made.states = property.stats.states;
    shown = shown || property.has_counterexample;
  }
  if (replay && shown) answer.replay_problem = replay_problem(subject, *result);
  return answer;
}

namespace {

bool has_errors(const test::StateGraph& graph) {
  return std::any_of(graph.states.begin(), graph.states.end(), [](const test::StateGraph::State& state) {
    return std::any_of(state.edges.begin(), state.edges.end(),
                       [](const test::StateGraph::Edge& edge) { return edge.step.fault == Fault::RuntimeError; });
  });
}

/// Whether some atom has no value in some state. A formula that depends on it there is violated, which the oracle does
/// not decide.
bool has_undefined(TransitionSystem& system, const test::StateGraph& graph, const std::vector<std::string>& atoms) {
  const Expected<test::Letters> letters = test::letters_of(system, graph, atoms);
  return letters && std::any_of(letters->undefined.begin(), letters->undefined.end(),
                                [](std::uint64_t some) { return some != 0; });
}

/// Whether some prefix of a run violates the formula.
std::optional<bool> ask_about_prefixes(Subject& subject, Formula formula) {
  const test::StateGraph& graph = subject.graph_with(atoms(formula));
  TransitionSystem& system = *subject.model().system;
  if (!graph.complete || !small_enough(formula)) return std::nullopt;
  const bool violated = test::violated_on_some_computation(system, graph, formula, false);
  if (!violated && has_undefined(system, graph, atoms(formula))) return std::nullopt;
  return violated;
}

const StatedProperty* stated_property(Subject& subject, const std::string& name) {
  for (const StatedProperty& property : subject.model().properties)
    if (property.name == name) return &property;
  return nullptr;
}

/// One answer per property of the question.
std::vector<std::optional<bool>> ask_about_defects(Subject& subject, QuestionKind kind) {
  std::vector<std::optional<bool>> result;
  if (kind != QuestionKind::Deadlock) {
    result.emplace_back(subject.graph().has_fault());
    for (const StatedProperty& property : subject.model().properties)
      if (property.kind == StatedProperty::Kind::Invariant)
        result.push_back(ask_about_prefixes(subject, *property.formula));
  }
  if (kind != QuestionKind::Assertions) result.emplace_back(subject.graph().has_deadlock());
  return result;
}

std::optional<bool> ask_about_claim(Subject& subject, const ClaimAutomaton& claim, test::OracleFairness fairness) {
  std::vector<std::string> names;
  for (const ClaimAutomaton::State& state : claim.states)
    for (const ClaimAutomaton::Edge& edge : state.edges)
      for (const std::string& atom : atoms(edge.guard)) names.push_back(atom);
  const test::StateGraph& seen = subject.graph_with(names);
  if (!seen.complete) return std::nullopt;
  if (test::accepted_on_some_run(*subject.model().system, seen, claim, fairness)) return true;
  // As for formulas: a claim that accepts every continuation has failed before a run-time error, and one that reads an
  // atom without value fails.
  if (has_errors(seen) || has_undefined(*subject.model().system, seen, names)) return std::nullopt;
  return false;
}

std::optional<bool> ask_about_runs(Subject& subject, const Case& question) {
  const QuestionKind kind = question.question.kind;
  CheckOptions options;
  question.apply(options);
  std::vector<Formula> assumptions;
  for (const std::string& text : options.assume) {
    const Expected<Formula> assumption = parse_formula(text, {.model_atoms = true});
    if (!assumption) return std::nullopt;
    assumptions.push_back(*assumption);
  }
  std::optional<Formula> formula;
  TransitionSystem* system = subject.model().system.get();
  std::optional<test::StateGraph> own_graph;  // of a property that runs together with the model
  if (kind == QuestionKind::ProgressCycles || kind == QuestionKind::AcceptanceCycles) {
    formula = cycles_formula(kind);
  } else if (question.has_formula()) {
    const Expected<Formula> parsed = parse_formula(to_text(question.formula()), {.model_atoms = true});
    if (!parsed) return std::nullopt;
    formula = *parsed;
  } else {
    const StatedProperty* found = stated_property(subject, question.question.name);
    if (found == nullptr) return std::nullopt;
    if (subject.language().violated != nullptr && question.question.fair == "none" && assumptions.empty())
      if (const auto known = subject.language().violated(subject.program(), kStatesByHand)) return known;
    if (found->kind == StatedProperty::Kind::Never) {
      if (!assumptions.empty()) return std::nullopt;
      return ask_about_claim(subject, found->claim, fairness_of(question.question));
    }
    formula = found->formula;
    if (found->system != nullptr) {
      if (!assumptions.empty()) return std::nullopt;
      system = found->system.get();
      own_graph = test::explore_states(*system, subject.limits().oracle_states, subject.limits().seconds);
    }
  }
  std::vector<Formula> all = assumptions;
  all.push_back(*formula);
  const Formula together = Formula::nary(Op::And, all);
  if (!small_enough(together)) return std::nullopt;
  std::vector<std::string> names;
  for (const Formula each : all)
    for (const std::string& atom : atoms(each)) names.push_back(atom);
  const test::StateGraph& seen = own_graph ? *own_graph : subject.graph_with(names);
  if (!seen.complete) return std::nullopt;
  const bool finite = kind == QuestionKind::Ltlf;
  const bool violated =
      finite
          ? test::violated_on_some_computation(*system, seen, *formula, options.computations == Computations::Maximal)
          : test::violated_on_some_run(*system, seen, *formula, assumptions, fairness_of(question.question));
  // A formula that has failed before a run-time error is violated, although the run counts for nothing.
  if (!violated && ((!finite && has_errors(seen)) || has_undefined(*system, seen, atoms(together))))
    return std::nullopt;
  return violated;
}

}  // namespace

std::vector<std::optional<bool>> ask_oracle(Subject& subject, const Case& question) {
  if (!subject.explored() || subject.graph().states.size() > subject.limits().oracle_states) return {};
  switch (question.question.kind) {
    case QuestionKind::Assertions:
    case QuestionKind::Deadlock:
    case QuestionKind::Defects: return ask_about_defects(subject, question.question.kind);
    case QuestionKind::Several: {
      std::vector<std::optional<bool>> expected = ask_about_defects(subject, QuestionKind::Defects);
      for (const Case& one : question.about_formulas()) expected.push_back(ask_about_runs(subject, one));
      return expected;
    }
    case QuestionKind::Invariant: {
      const StatedProperty* found = stated_property(subject, question.question.name);
      if (found == nullptr || !found->formula) return {};
      return {ask_about_prefixes(subject, *found->formula)};
    }
    default: return {ask_about_runs(subject, question)};
  }
}

namespace {

std::optional<Disagreement> wrong_by_itself(const Answer& answer) {
  for (const Answer::Property& property : answer.properties) {
    if (property.reason.starts_with("internal error")) return Disagreement{"internal error", property.reason};
    if (property.verdict == Verdict::Violated && property.has_counterexample && !property.validated)
      return Disagreement{"not validated", "the counterexample is not validated"};
    if (property.verdict == Verdict::Violated && !property.has_counterexample && !property.cut_short)
      return Disagreement{"no counterexample", "violated, without a counterexample"};
  }
  if (!answer.replay_problem.empty()) return Disagreement{"not replayed", answer.replay_problem};
  return std::nullopt;
}

}  // namespace

std::optional<Disagreement> judge_reference(const Answer& reference, const std::vector<std::optional<bool>>& expected) {
  if (!reference.refusal.empty()) return std::nullopt;
  if (auto wrong = wrong_by_itself(reference)) return wrong;
  for (std::size_t i = 0; i < reference.properties.size() && i < expected.size(); ++i) {
    const Answer::Property& said = reference.properties[i];
    if (!expected[i] || said.verdict == Verdict::Inconclusive) continue;
    if ((said.verdict == Verdict::Violated) == *expected[i]) continue;
    const std::string oracle = *expected[i] ? "violated" : "holds";
    return Disagreement{std::string("reference says ") + word(said.verdict) + ", oracle " + oracle,
                        "property " + std::to_string(i)};
  }
  return std::nullopt;
}

std::optional<Disagreement> judge(const Setup& configuration, const Answer& answer, const Answer& reference) {
  if (!answer.refusal.empty() || !reference.refusal.empty()) return std::nullopt;
  if (auto wrong = wrong_by_itself(answer)) return wrong;
  for (std::size_t i = 0; i < answer.properties.size() && i < reference.properties.size(); ++i) {
    const Answer::Property& said = answer.properties[i];
    const Answer::Property& expected = reference.properties[i];
    if (said.verdict == Verdict::Holds && configuration.approximate())
      return Disagreement{"holds on an approximate store", said.engine};
    if (said.verdict == Verdict::Inconclusive || expected.verdict == Verdict::Inconclusive) continue;
    if (said.verdict == expected.verdict) continue;
    return Disagreement{std::string("says ") + word(said.verdict) + ", reference " + word(expected.verdict),
                        "property " + std::to_string(i) + " by " + said.engine};
  }
  return std::nullopt;
}

std::optional<Disagreement> judge_lengths(QuestionKind kind, const Setup& configuration, const Answer& answer,
                                          const Setup& other, const Answer& other_answer) {
  if (configuration.value("--shortest") != "yes") return std::nullopt;
  for (std::size_t i = 0; i < answer.properties.size() && i < other_answer.properties.size(); ++i) {
    const Answer::Property& shortest = answer.properties[i];
    const Answer::Property& shorter = other_answer.properties[i];
    if (!shortest.has_counterexample || !shorter.has_counterexample || shortest.perhaps_longer) continue;
    if (shortest.finite != shorter.finite || shortest.length <= shorter.length) continue;
    // `--shortest` promises a shortest lasso of the product, so lengths depend on the translator. Not compared are
    // lassos cut off after a bad prefix, and lassos that become shorter when they are rolled up. `dead` closes a cycle
    // at a state that differs in dead variables.
    const bool comparable = configuration.value("--translator") == other.value("--translator") && !shortest.finite &&
                            other.value("--shortest") != "yes" && shorter.reduced.empty();
    if (about_cycles(kind) && !comparable) continue;
    return Disagreement{"not shortest", std::to_string(shortest.length) + " steps, but " +
                                            std::to_string(shorter.length) + " with " + other.arguments({})};
  }
  return std::nullopt;
}

std::optional<Disagreement> judge_census(Subject& subject) {
  if (subject.language().census == nullptr) return std::nullopt;
  const std::optional<Census> expected = subject.language().census(subject.program(), subject.limits().states);
  if (!expected) return std::nullopt;
  Census found;
  found.states = subject.graph().states.size();
  for (const test::StateGraph::State& state : subject.graph().states) {
    found.deadlocks += state.edges.empty();
    for (const test::StateGraph::Edge& edge : state.edges)
      ++(edge.step.fault == Fault::None ? found.steps : found.faults);
  }
  // The number of errors may differ: a guard may be evaluated once per partner.
  const bool same = found.states == expected->states && found.steps == expected->steps &&
                    found.deadlocks == expected->deadlocks && (found.faults > 0) == (expected->faults > 0);
  if (same) return std::nullopt;
  const auto text = [](const Census& census) {
    return std::to_string(census.states) + " states, " + std::to_string(census.steps) + " steps, " +
           std::to_string(census.deadlocks) + " deadlocks, " + std::to_string(census.faults) + " errors";
  };
  return Disagreement{"state spaces differ", text(found) + "; expected " + text(*expected)};
}

std::optional<Disagreement> judge_executors(const Subject& subject) {
  constexpr std::uint64_t kStates = 150;
  const auto plain = [&] { return subject.open(); };
  const auto merged = [&]() -> std::unique_ptr<TransitionSystem> {
    const auto whole = plain();
    MergedProgram result = merge_statements(dynamic_cast<const ProgramSystem&>(*whole).program(), {});
    if (result.program == nullptr) return nullptr;
    return std::make_unique<ProgramSystem>(std::move(result.program), nullptr);
  };
  if (dynamic_cast<const ProgramSystem*>(plain().get()) == nullptr) return std::nullopt;
  const std::string difference = compare_executors(plain, kStates, {"np_", "accept_"}).difference;
  if (!difference.empty()) return Disagreement{"executors differ", difference};
  if (merged() == nullptr) return std::nullopt;
  const std::string also = compare_executors(merged, kStates, {"np_"}).difference;
  if (!also.empty()) return Disagreement{"executors differ, merged", also};
  return std::nullopt;
}

std::string general_reason(const std::string& reason) {
  std::string text = reason;
  const std::size_t error = text.find("error: ");
  if (error != std::string::npos) text = text.substr(error + 7);
  text = text.substr(0, text.find('\n'));
  std::string result;
  bool quoted = false;
  for (const char c : text) {
    if (c == '\'' || c == '`') {
      quoted = !quoted;
      if (quoted) result += "*";
      continue;
    }
    if (quoted) continue;
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      if (result.empty() || result.back() != '#') result += '#';
      continue;
    }
    result += c;
  }
  return result.substr(0, 110);
}

}  // namespace weir::test
