// SPDX-License-Identifier: Apache-2.0
#include "support/differential/examine.h"

#include "report/words.h"
#include "support/differential/isolate.h"
#include "support/differential/probe.h"
#include "support/differential/spin_judge.h"
#include "support/grammar/break.h"

namespace weir::test {

namespace {

void count(const Answer& answer, const Setup& configuration, QuestionKind kind, Tally& tally) {
  if (!answer.refusal.empty()) {
    ++tally.refused_answers[general_reason(answer.refusal)];
    return;
  }
  bool decided = false;
  for (const Answer::Property& property : answer.properties) {
    if (property.verdict == Verdict::Inconclusive) {
      std::string reason = general_reason(property.reason);
      if (reason == "the time limit was reached" || reason == "the memory limit was reached")
        reason += ": " + configuration.arguments({});
      ++tally.inconclusive[reason];
      continue;
    }
    decided = true;
    ++tally.answers;
    tally.violated += property.verdict == Verdict::Violated;
  }
  if (!decided && !configuration.approximate()) return;
  tally.pairs.add(configuration, kind);
  for (std::size_t i = 0; i < kDimensions; ++i) {
    const Dimension& row = dimensions()[i];
    if (row.applies(kind) && configuration.values[i] != 0)
      ++tally.by_value[std::string(row.option) + " " + row.values[configuration.values[i]]];
  }
}

/// Collects the answers to one question and checks them.
class Interview {
 public:
  Interview(std::uint64_t seed, std::size_t number, Subject& subject, const Case& question, Tally& tally,
            const AskingObserver& asking)
      : seed_(seed), number_(number), subject_(subject), question_(question), tally_(tally), asking_(asking) {}

  /// Returns false if there is no reference answer to compare with.
  bool ask_reference(Draw& draw) {
    const Setup plain = reference_setup();
    asking_(number_, plain);
    const bool replay = draw.chance(30) && subject_.language().format != nullptr;
    reference_ = ask(subject_, question_, plain, replay);
    ++tally_.cases;
    const QuestionKind kind = question_.question.kind;
    if (!reference_.refusal.empty()) {
      ++tally_.by_kind[std::string(to_string(kind)) + ": refused"];
      ++tally_.refused_answers[general_reason(reference_.refusal)];
      return false;
    }
    bool decided = false;
    for (const Answer::Property& property : reference_.properties) {
      const std::string fair = question_.question.fair == "none" ? "" : ", fair";
      ++tally_.by_kind[std::string(to_string(kind)) + fair + ": " + word(property.verdict)];
      decided = decided || property.verdict != Verdict::Inconclusive;
      tally_.replayed += replay && property.has_counterexample;
    }
    count(reference_, plain, kind, tally_);
    const std::vector<std::optional<bool>> oracle = ask_oracle(subject_, question_);
    for (const std::optional<bool>& judged : oracle) tally_.by_oracle += judged.has_value();
    note(judge_reference(reference_, oracle), plain);
    earlier_.emplace_back(plain, reference_);
    return decided;
  }

  void ask_with(Draw& draw, const Setup& configuration) {
    asking_(number_, configuration);
    const bool replay = draw.chance(15) && subject_.language().format != nullptr;
    const Answer answer = ask(subject_, question_, configuration, replay);
    count(answer, configuration, question_.question.kind, tally_);
    if (replay)
      for (const Answer::Property& property : answer.properties) tally_.replayed += property.has_counterexample;
    note(judge(configuration, answer, reference_), configuration);
    if (!answer.properties.empty() && answer.properties[0].verdict == Verdict::Holds)
      for (const std::string& name : answer.properties[0].reduced)
        ++tally_.by_effect[name + (answer.properties[0].states < reference_.properties[0].states ? ": fewer states"
                                                                                                 : ": as many")];
    for (const auto& [other, before] : earlier_) {
      note(judge_lengths(question_.question.kind, configuration, answer, other, before), configuration, other);
      note(judge_lengths(question_.question.kind, other, before, configuration, answer), other, configuration);
    }
    earlier_.emplace_back(configuration, answer);
  }

  std::vector<Failure> failures;

 private:
  void note(const std::optional<Disagreement>& wrong, const Setup& configuration, const Setup& other = {}) {
    if (!wrong) return;
    failures.push_back({seed_, number_, configuration, other, wrong->kind, wrong->details});
  }

  std::uint64_t seed_;
  std::size_t number_;
  Subject& subject_;
  const Case& question_;
  Tally& tally_;
  const AskingObserver& asking_;
  Answer reference_;
  std::vector<std::pair<Setup, Answer>> earlier_;
};

}  // namespace

nlohmann::json Failure::to_json() const {
  return {{"seed", seed},          {"case", case_number}, {"configuration", configuration.values},
          {"other", other.values}, {"kind", kind},        {"details", details}};
}

Failure Failure::from_json(const nlohmann::json& json) {
  Failure failure;
  failure.seed = json.at("seed");
  failure.case_number = json.at("case");
  failure.configuration.values = json.at("configuration").get<decltype(failure.configuration.values)>();
  failure.other.values = json.at("other").get<decltype(failure.other.values)>();
  failure.kind = json.at("kind");
  failure.details = json.at("details");
  return failure;
}

namespace {

Node broken_of(const Node& program, std::uint64_t seed, std::size_t number) {
  Draw draw(seed + number);
  return broken(draw, program);
}

/// Parses broken texts. A rejected text must have a message; anything else would be a crash.
void read_broken(const Node& program, std::uint64_t seed, const ExamineOptions& options, Tally& tally,
                 const AskingObserver& asking, std::vector<Failure>& failures) {
  if (options.language->build != nullptr) return;  // the language has no texts
  for (std::size_t i = kFirstBroken; i < kFirstBroken + options.broken; ++i) {
    asking(i, reference_setup());
    JudgeLimits limits = options.limits;
    limits.states = 50;
    const Subject subject(*options.language, broken_of(program, seed, i), scratch_folder(), limits);
    ++tally.broken;
    if (!subject.accepted() && subject.refusal().empty())
      failures.push_back({seed, i, reference_setup(), {}, "refused without a message", ""});
  }
}

}  // namespace

namespace {
void add_probe(std::uint64_t seed, const Subject& subject, Material& material) {
  Draw draw(seed + 2);
  if (!subject.explored() || material.cases.empty() || !subject.language().executors) return;
  if (std::optional<Case> made = probe(draw, subject)) material.cases.push_back(std::move(*made));
}
}  // namespace

Case case_of(const Failure& failure, const ExamineOptions& options) {
  Case result;
  if (about_spin(failure)) {
    result.tree = make(Production::Case, {generate_for_spin(failure.seed).tree});
    return result;
  }
  Material material = material_of(*options.language, failure.seed, options.cases);
  if (failure.case_number < kFirstBroken) {
    const Subject subject(*options.language, material.program, scratch_folder(), options.limits);
    add_probe(failure.seed, subject, material);
    if (failure.case_number < material.cases.size()) return std::move(material.cases[failure.case_number]);
    result.tree = make(Production::Case, {std::move(material.program)});
    return result;
  }
  result.tree = make(Production::Case, {broken_of(material.program, failure.seed, failure.case_number)});
  return result;
}

std::vector<Failure> examine_with_spin(std::uint64_t seed, const ExamineOptions& options, Tally& tally) {
  const GeneratedProgram program = generate_for_spin(seed);
  ++tally.programs;
  to_text(program.tree, &tally.coverage);
  const SpinComparison comparison = judge_by_spin(program.tree, options.limits);
  tally.spin_compared += comparison.compared;
  if (!comparison.refusal.empty()) {
    ++tally.refused;
    ++tally.refused_programs[comparison.refusal];
  }
  std::vector<Failure> failures;
  for (const Disagreement& wrong : comparison.wrong)
    failures.push_back({seed, 0, reference_setup(), {}, wrong.kind, wrong.details});
  return failures;
}

std::vector<Failure> examine(std::uint64_t seed, const ExamineOptions& options, const PairCounts& met_before,
                             Tally& tally, const AskingObserver& asking) {
  Material material = material_of(*options.language, seed, options.cases);
  ++tally.programs;
  to_text(material.program, &tally.coverage);
  std::vector<Failure> failures;
  read_broken(material.program, seed, options, tally, asking, failures);
  asking(0, reference_setup());
  Subject subject(*options.language, material.program, scratch_folder(), options.limits);
  if (!subject.accepted()) {
    ++tally.refused;
    ++tally.refused_programs[general_reason(subject.refusal())];
    return failures;
  }
  if (!subject.explored()) {
    ++tally.large;
    return failures;
  }
  tally.states += subject.graph().states.size();
  add_probe(seed, subject, material);
  if (const auto wrong = judge_census(subject))
    failures.push_back({seed, 0, reference_setup(), {}, wrong->kind, wrong->details});
  Draw draw(seed + 1);
  PairCounts met = met_before;
  met.add(tally.pairs);
  if (draw.chance(20) && options.language->executors) {
    ++tally.executors;
    if (const auto wrong = judge_executors(subject))
      failures.push_back({seed, 0, reference_setup(), {}, wrong->kind, wrong->details});
  }
  for (std::size_t i = 0; i < material.cases.size(); ++i) {
    const Case& question = material.cases[i];
    for (std::size_t k = 1; k < question.tree.children.size(); ++k) to_text(question.tree.children[k], &tally.coverage);
    Interview interview(seed, i, subject, question, tally, asking);
    if (interview.ask_reference(draw)) {
      for (std::size_t k = 0; k < options.configurations; ++k) {
        const Setup setup = random_setup(draw, question.question, met);
        met.add(setup, question.question.kind);
        interview.ask_with(draw, setup);
      }
    }
    for (Failure& failure : interview.failures) failures.push_back(std::move(failure));
  }
  return failures;
}

std::optional<Disagreement> failure_of(const Case& question, const Failure& failure, const ExamineOptions& options) {
  if (about_spin(failure)) {
    for (const Disagreement& wrong : judge_by_spin(question.program(), options.limits, failure.kind).wrong)
      if (wrong.kind == failure.kind) return wrong;
    return std::nullopt;
  }
  Subject subject(*options.language, question.program(), scratch_folder(), options.limits);
  if (failure.case_number >= kFirstBroken && !subject.accepted() && subject.refusal().empty())
    return Disagreement{failure.kind, ""};
  if (!subject.explored() || failure.case_number >= kFirstBroken) return std::nullopt;
  if (failure.kind == "state spaces differ") return judge_census(subject);
  if (failure.kind.starts_with("executors")) {
    const auto found = judge_executors(subject);
    return found && found->kind == failure.kind ? found : std::nullopt;
  }
  const bool replay = failure.kind == "not replayed";
  const Answer reference = ask(subject, question, reference_setup(), replay);
  std::optional<Disagreement> found;
  if (failure.configuration == reference_setup() && failure.kind != "not shortest") {
    found = judge_reference(reference, ask_oracle(subject, question));
  } else {
    const Answer answer = ask(subject, question, failure.configuration, replay);
    if (failure.kind == "not shortest")
      found = judge_lengths(question.question.kind, failure.configuration, answer, failure.other,
                            ask(subject, question, failure.other, false));
    else
      found = judge(failure.configuration, answer, reference);
  }
  if (found && found->kind != failure.kind) return std::nullopt;
  return found;
}

}  // namespace weir::test
