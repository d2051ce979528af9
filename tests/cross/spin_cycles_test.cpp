// SPDX-License-Identifier: Apache-2.0
// Spin itself is asked, live, about cycles of random programs: formulas, never claims, acceptance and progress labels,
// each with and without weak fairness. More programs: WEIR_RANDOM_PROMELA=COUNT[:SEED].
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <weir/weir.h>

#include "support/promela_states.h"
#include "support/random_promela.h"
#include "support/spin.h"

namespace weir::testing {
namespace {

constexpr std::uint64_t kStates = 3000;

struct Answer {
  SpinVerdict verdict = SpinVerdict::Unknown;
  std::string message;
};

Answer ask_weir(const std::string& text, const PropertyRequest& request, bool fair,
                const std::vector<std::string>& assume = {}) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("weir-cycles-" + std::to_string(getpid()) + ".pml")).string();
  std::ofstream(path) << text;
  CheckOptions options;
  options.properties = {request};
  options.fair = fair ? "weak" : "none";
  options.threads = 1;
  options.assume = assume;
  const Expected<CheckResult> result = check(path, options);
  std::filesystem::remove(path);
  if (!result) return {SpinVerdict::Unknown, to_string(result.error())};
  const PropertyResult& property = result->properties.front();
  switch (property.verdict) {
    case Verdict::Holds: return {SpinVerdict::Holds, {}};
    case Verdict::Violated: return {SpinVerdict::Violated, {}};
    default: return {SpinVerdict::Unknown, property.reason};
  }
}

/// One question: a text, how it is put to Spin, and how to weir.
struct Question {
  std::string name;
  std::string text;         ///< appended to the program: formulas or a claim
  std::string definitions;  ///< for cc
  std::string options;      ///< for pan
  PropertyRequest request;

  /// The whole text. Spin counts the model's `accept` labels while it checks a formula; weir does not: the formula
  /// decides. There such labels are named otherwise.
  std::string applied_to(const PromelaProgram& program) const {
    std::string model = to_text(program);
    if (name == "ltl")
      for (std::size_t at; (at = model.find("accept")) != std::string::npos;) model.replace(at, 6, "marked");
    return model + text;
  }
};

std::vector<Question> questions(std::uint64_t seed) {
  using Kind = PropertyRequest::Kind;
  std::string formulas;
  for (std::uint64_t i = 0; i < 4; ++i)
    formulas += "ltl p" + std::to_string(i) + " { " + random_spin_formula(seed * 4 + i) + " }\n";
  std::vector<Question> result;
  for (int i = 0; i < 4; ++i)
    result.push_back({"ltl", formulas, "", "-a -N p" + std::to_string(i), {Kind::Named, "p" + std::to_string(i)}});
  result.push_back({"never", random_never_claim(seed), "", "-a", {Kind::Named, "never"}});
  result.push_back({"acceptance", "", "", "-a", {Kind::AcceptanceCycles, ""}});
  result.push_back({"progress", "", "-DNP", "-l", {Kind::ProgressCycles, ""}});
  return result;
}

struct Tally {
  int compared = 0, violated = 0;
};

/// Empty: they agree, or there is nothing to compare.
std::string difference(const std::string& text, const Question& question, SpinVerifier& spin, Tally* tally) {
  for (const bool fair : {false, true}) {
    const SpinVerdict theirs = spin.run(question.options + (fair ? " -f" : ""));
    if (theirs == SpinVerdict::Unknown) continue;
    const Answer ours = ask_weir(text, question.request, fair);
    if (tally != nullptr) ++tally->compared, tally->violated += theirs == SpinVerdict::Violated;
    if (ours.verdict == theirs) continue;
    // Under fairness Spin overlooks some runs that have ended, where nobody could move any more: a claim that goes to
    // and fro between an accepting state and another one misses the turn of its counter.
    const bool overlooked = fair && ours.verdict == SpinVerdict::Violated && theirs == SpinVerdict::Holds &&
                            ask_weir(text, question.request, fair, {"G !dead"}).verdict == SpinVerdict::Holds;
    if (overlooked) continue;
    const auto word = [](SpinVerdict verdict) {
      return verdict == SpinVerdict::Holds ? "holds" : verdict == SpinVerdict::Violated ? "violated" : "unknown";
    };
    return question.name + (fair ? " (fair)" : "") + " " + question.request.text + ": weir says " + word(ours.verdict) +
           " " + ours.message + ", Spin " + word(theirs);
  }
  return {};
}

/// Small enough, and without run-time errors, which Spin handles in ways of its own.
bool comparable(const std::string& text) {
  const StateCount count = count_promela(text, kStates);
  return count.complete && count.states > 1 && count.errors == 0;
}

TEST(SpinCycles, RandomProgramsAgree) {
  if (!have_spin()) GTEST_SKIP() << "spin or cc is not installed";
  std::uint64_t count = 5;
  std::uint64_t seed = 1;
  if (const char* wish = std::getenv("WEIR_RANDOM_PROMELA"); wish != nullptr) {
    char* rest = nullptr;
    count = std::strtoull(wish, &rest, 10);
    if (*rest == ':') seed = std::strtoull(rest + 1, nullptr, 10);
  }
  Tally tally;
  for (std::uint64_t done = 0; done < count; ++seed) {
    const PromelaProgram program = random_promela_with_cycles(seed);
    const std::string text = to_text(program);
    if (!comparable(text)) continue;
    ++done;
    std::unique_ptr<SpinVerifier> spin;
    std::string made_of = "-";
    for (const Question& question : questions(seed)) {
      if (const std::string key = question.text + question.definitions; key != made_of) {
        spin = std::make_unique<SpinVerifier>(question.applied_to(program), question.definitions);
        made_of = key;
      }
      const std::string wrong = difference(question.applied_to(program), question, *spin, &tally);
      if (wrong.empty()) continue;
      const PromelaProgram small = shrink(program, [&](const PromelaProgram& candidate) {
        if (!comparable(to_text(candidate))) return false;
        const std::string smaller = question.applied_to(candidate);
        SpinVerifier again(smaller, question.definitions);
        return !difference(smaller, question, again, nullptr).empty();
      });
      ADD_FAILURE() << "seed " << seed << ": " << wrong << "\nshrunk:\n" << question.applied_to(small);
    }
  }
  std::printf("compared %d answers, %d of them violations\n", tally.compared, tally.violated);
  EXPECT_GE(tally.compared, static_cast<int>(count) * 7);
  EXPECT_GT(tally.violated, 0);
}

/// Where weir differs on purpose (docs/promela.md), and that this is the whole difference.
TEST(SpinCycles, AClaimIsNoProcessHere) {
  if (!have_spin()) GTEST_SKIP() << "spin or cc is not installed";
  const std::string model =
      "byte x; proctype Q() { skip } init { run Q(); (_nr_pr == N); x = 1 }\nltl p { <> (x == 1) }\n";
  const std::string with_one = "#define N 1\n" + model, with_two = "#define N 2\n" + model;
  EXPECT_EQ(ask_weir(with_one, {PropertyRequest::Kind::Named, "p"}, false).verdict, SpinVerdict::Holds);
  EXPECT_EQ(SpinVerifier(with_one, "").run("-a"), SpinVerdict::Violated);
  EXPECT_EQ(SpinVerifier(with_two, "").run("-a"), SpinVerdict::Holds);
}

TEST(SpinCycles, AskingAChannelThatIsNotThereViolates) {
  if (!have_spin()) GTEST_SKIP() << "spin or cc is not installed";
  const std::string model = "chan q; chan c = [1] of { byte }; active proctype P() { q = c; q!1 }\n";
  for (const std::string claim : {"never { do :: (len(q) == 0) od }\n", "never { do :: true :: (len(c) == 7) od }\n"}) {
    const Answer ours = ask_weir(model + claim, {PropertyRequest::Kind::Named, "never"}, false);
    EXPECT_EQ(ours.verdict == SpinVerdict::Violated, claim.find("(q)") != std::string::npos) << ours.message;
  }
}

TEST(SpinCycles, LabelsOfTheModelBelongToNeverClaimsOnly) {
  if (!have_spin()) GTEST_SKIP() << "spin or cc is not installed";
  const std::string model = ": do :: x = 1 - x od }\n";
  const std::string labelled = "byte x; active proctype P() { accept" + model;
  const std::string plain = "byte x; active proctype P() { other" + model;
  const std::string formula = "ltl p { [] <> (x == 1) }\n";
  const std::string claim = "never { do :: true :: (x != 1) -> break od; accept_s: do :: (x != 1) od }\n";
  EXPECT_EQ(ask_weir(labelled + formula, {PropertyRequest::Kind::Named, "p"}, false).verdict, SpinVerdict::Holds);
  EXPECT_EQ(SpinVerifier(labelled + formula, "").run("-a"), SpinVerdict::Violated);
  EXPECT_EQ(SpinVerifier(plain + formula, "").run("-a"), SpinVerdict::Holds);
  for (const std::string& text : {labelled + claim, plain + claim})
    EXPECT_EQ(ask_weir(text, {PropertyRequest::Kind::Named, "never"}, false).verdict, SpinVerifier(text, "").run("-a"))
        << text;
}

}  // namespace
}  // namespace weir::testing
