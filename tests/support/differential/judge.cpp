// SPDX-License-Identifier: Apache-2.0
#include "support/differential/judge.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <utility>

#include "formula/parser.h"
#include "frontend/open_model.h"
#include "model/program_system.h"
#include "oracle/run_oracle.h"
#include "reduction/merge/statement_merging.h"
#include "report/json.h"
#include "support/compare_executors.h"
#include "support/promela_states.h"

namespace weir::test {

namespace {

constexpr std::size_t kOracleTemporals = 5;
constexpr std::size_t kOracleParts = 60;
constexpr std::uint64_t kMemory = std::uint64_t{1} << 28;

const char* word(Verdict verdict) {
  switch (verdict) {
    case Verdict::Holds: return "holds";
    case Verdict::Violated: return "violated";
    case Verdict::Inconclusive: break;
  }
  return "inconclusive";
}

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

OracleFairness fairness_of(const Question& question) {
  if (question.fair == "weak") return OracleFairness::Weak;
  return question.fair == "strong" ? OracleFairness::Strong : OracleFairness::None;
}

/// The search is left when its limit is reached, and taken up again without one.
Expected<CheckResult> check_in_two_parts(const std::string& path, CheckOptions options) {
  options.checkpoint.file = path + ".saved";
  Expected<CheckResult> first = check(path, options);
  const bool saved = std::filesystem::exists(options.checkpoint.file);
  if (!first || !saved) return first;
  options.checkpoint.resume = std::exchange(options.checkpoint.file, "");
  options.max_states = 0;
  Expected<CheckResult> whole = check(path, options);
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
  options.model.format = "promela";
  options.replay_file = file;
  const Expected<SimulationEnd> end = simulate(subject.path(), options, listener);
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  if (!end) return to_string(end.error());
  return end->reason == SimulationEnd::Reason::ReplayFailed ? end->message : std::string();
}

}  // namespace

// ---------------------------------------------------------------------------------------------------------------------

Subject::Subject(std::string text, std::string folder, const JudgeLimits& limits) : limits_(limits) {
  path_ = folder + "/m.pml";
  std::ofstream(path_) << text;
  ModelOptions options;
  options.executor = "interpreter";
  Expected<Model> model = open_model(path_, options);
  if (!model) {
    refusal_ = to_string(model.error());
    return;
  }
  model_ = std::move(*model);
  hides_ = text.find("hidden") != std::string::npos;
  graph_ = explore_states(*model_->system, limits.states, limits.seconds);
}

const StateGraph& Subject::graph_with(const std::vector<std::string>& atoms) {
  if (!hides_) return graph_;
  for (const std::string& atom : atoms)
    if (atom != "dead" && atom != "tau") (void)model_->system->resolve(atom);
  graph_with_atoms_ = explore_states(*model_->system, limits_.states, limits_.seconds);
  return graph_with_atoms_;
}

Subject::~Subject() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

Answer ask(const Subject& subject, const Case& question, const Setup& configuration, bool replay) {
  CheckOptions options;
  question.apply(options);
  options.memory_limit = kMemory;
  configuration.apply(options, question.question);
  options.time_limit = options.store == "cache" ? subject.limits().cache_seconds : subject.limits().check_seconds;
  const Expected<CheckResult> result =
      configuration.resumes() ? check_in_two_parts(subject.path(), options) : check(subject.path(), options);
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
    made.perhaps_longer = std::any_of(property.warnings.begin(), property.warnings.end(), [](const std::string& text) {
      return text.find("there may be a shorter counterexample") != std::string::npos;
    });
    made.finite = property.counterexample.cycle.empty();
    made.engine = property.engine.emptiness + ", " + property.engine.store + ", " + property.engine.executor;
    for (const std::string& name : property.engine.reduce) made.engine += " " + name;
    made.reduced = property.engine.reduce;
    made.states = property.stats.states;
    shown = shown || property.has_counterexample;
  }
  if (replay && shown) answer.replay_problem = replay_problem(subject, *result);
  return answer;
}

std::vector<std::optional<bool>> ask_oracle(Subject& subject, const Case& question) {
  std::vector<std::optional<bool>> result(question.property_count());
  if (!subject.explored() || subject.graph().states.size() > subject.limits().oracle_states) return result;
  const StateGraph& graph = subject.graph();
  TransitionSystem& system = *subject.model().system;
  const QuestionKind kind = question.question.kind;
  if (kind == QuestionKind::Assertions || kind == QuestionKind::Defects) result[0] = graph.has_fault();
  if (kind == QuestionKind::Deadlock || kind == QuestionKind::Defects) result.back() = graph.has_deadlock();
  if (!about_cycles(kind) && kind != QuestionKind::Ltlf) return result;

  CheckOptions options;
  question.apply(options);
  std::vector<Formula> assumptions;
  for (const std::string& text : options.assume) {
    const Expected<Formula> assumption = parse_formula(text, {.model_atoms = true});
    if (!assumption) return result;
    assumptions.push_back(*assumption);
  }
  std::optional<Formula> formula;
  switch (kind) {
    case QuestionKind::ProgressCycles:
    case QuestionKind::AcceptanceCycles: formula = cycles_formula(kind); break;
    case QuestionKind::Ltl:
    case QuestionKind::Ltlf: {
      const Expected<Formula> parsed = parse_formula(options.properties.front().text, {.model_atoms = true});
      if (!parsed) return result;
      formula = *parsed;
      break;
    }
    default: {
      const auto& stated = subject.model().properties;
      const auto found = std::find_if(stated.begin(), stated.end(), [&](const StatedProperty& property) {
        return property.name == question.question.name;
      });
      if (found == stated.end()) return result;
      if (found->kind == StatedProperty::Kind::Never) {
        if (!assumptions.empty()) return result;
        std::vector<std::string> names;
        for (const ClaimAutomaton::State& state : found->claim.states)
          for (const ClaimAutomaton::Edge& edge : state.edges)
            for (const std::string& atom : atoms(edge.guard)) names.push_back(atom);
        const StateGraph& seen = subject.graph_with(names);
        if (!seen.complete) return result;
        result[0] = accepted_on_some_run(system, seen, found->claim, fairness_of(question.question));
        return result;
      }
      formula = found->formula;
    }
  }
  std::vector<Formula> all = assumptions;
  all.push_back(*formula);
  const Formula together = Formula::nary(Op::And, all);
  if (!small_enough(together)) return result;
  std::vector<std::string> names;
  for (const Formula each : all)
    for (const std::string& atom : atoms(each)) names.push_back(atom);
  const StateGraph& seen = subject.graph_with(names);
  if (!seen.complete) return result;
  // A formula that asks for an atom without value is violated, and so is one that has failed before a run-time error.
  // Which formulas do, the oracle does not know.
  const Expected<Letters> letters = letters_of(system, seen, atoms(together));
  const bool undefined = letters && std::any_of(letters->undefined.begin(), letters->undefined.end(),
                                                [](std::uint64_t some) { return some != 0; });
  if (kind == QuestionKind::Ltlf)
    result[0] = violated_on_some_computation(system, seen, *formula, options.computations == "maximal");
  else
    result[0] = violated_on_some_run(system, seen, *formula, assumptions, fairness_of(question.question));
  const bool errors = std::any_of(seen.states.begin(), seen.states.end(), [](const StateGraph::State& state) {
    return std::any_of(state.edges.begin(), state.edges.end(),
                       [](const StateGraph::Edge& edge) { return edge.step.fault == Fault::RuntimeError; });
  });
  if ((undefined || (errors && kind != QuestionKind::Ltlf)) && result[0] == false) result[0].reset();
  return result;
}

// ---------------------------------------------------------------------------------------------------------------------

namespace {

std::optional<Disagreement> wrong_by_itself(const Answer& answer) {
  for (const Answer::Property& property : answer.properties) {
    if (property.reason.starts_with("internal error")) return Disagreement{"internal error", property.reason};
    if (property.verdict == Verdict::Violated && property.has_counterexample && !property.validated)
      return Disagreement{"not validated", "the counterexample is not validated"};
    if (property.verdict == Verdict::Violated && !property.has_counterexample)
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
    // Of lassos, a shortest one of the product is promised: the automaton matters, and what is left of it behind a step
    // after which nothing can be mended is not compared; nor is it how short two of them become when they are rolled
    // up. `dead` closes a cycle at a state that differs in dead variables.
    const bool comparable = configuration.value("--translator") == other.value("--translator") && !shortest.finite &&
                            other.value("--shortest") != "yes" && shorter.reduced.empty();
    if (about_cycles(kind) && !comparable) continue;
    return Disagreement{"not shortest", std::to_string(shortest.length) + " steps, but " +
                                            std::to_string(shorter.length) + " with " + other.arguments({})};
  }
  return std::nullopt;
}

std::optional<Disagreement> judge_executors(const std::string& program) {
  constexpr std::uint64_t kStates = 150;
  const auto plain = [&] { return promela_system(program); };
  const auto merged = [&]() -> std::unique_ptr<TransitionSystem> {
    const auto whole = plain();
    MergedProgram result = merge_statements(dynamic_cast<const ProgramSystem&>(*whole).program(), {});
    if (result.program == nullptr) return nullptr;
    return std::make_unique<ProgramSystem>(std::move(result.program), nullptr);
  };
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
