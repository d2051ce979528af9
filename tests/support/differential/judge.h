// SPDX-License-Identifier: Apache-2.0
// Asks weir one question in two ways and checks the answers: the reference against an oracle that shares neither
// translator nor search with it, every other configuration against the reference.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <weir/weir.h>

#include "frontend/model.h"
#include "oracle/state_graph.h"
#include "support/differential/language.h"
#include "support/differential/question.h"
#include "support/differential/setup.h"

namespace weir::test {

/// The answer of a configuration to a case.
struct Answer {
  std::string refusal;  ///< why nothing was decided; the other members are then empty
  struct Property {
    Verdict verdict = Verdict::Inconclusive;
    std::string reason;
    bool has_counterexample = false;
    bool validated = false;
    std::size_t length = 0;            ///< of the counterexample
    bool finite = false;               ///< it has no cycle
    bool perhaps_longer = false;       ///< a warning says that a shorter one may exist despite --shortest
    bool cut_short = false;            ///< a warning says that the time limit left no time to show the run
    std::string engine;                ///< for messages
    std::vector<std::string> reduced;  ///< reductions used
    std::uint64_t states = 0;
  };
  std::vector<Property> properties;
  std::string replay_problem;  ///< why the counterexample could not be replayed from its JSON report
};

/// A failed comparison. `kind` groups similar failures; shrinking preserves it.
struct Disagreement {
  std::string kind;
  std::string details;
};

struct JudgeLimits {
  std::uint64_t states = 3000;         ///< larger programs are not judged
  std::uint64_t edges = 20000;         ///< nor programs with more steps
  double seconds = 0.2;                ///< nor programs that take longer to explore
  std::uint64_t oracle_states = 1500;  ///< the oracle is not asked about larger programs
  double check_seconds = 1;
  double cache_seconds = 0.1;  ///< on a cache, where the time may be that of enumerating all paths
};

/// An explored model, written to a file if its language has texts.
class Subject {
 public:
  /// `folder`: where its files are written.
  Subject(const Language& language, Node program, const std::string& folder, const JudgeLimits& limits);
  ~Subject();
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;

  bool accepted() const { return model_.has_value(); }
  const std::string& refusal() const { return refusal_; }
  /// Whether the model was explored completely within the limits.
  bool explored() const { return accepted() && graph_.complete && graph_.edges <= limits_.edges; }
  const test::StateGraph& graph() const { return graph_; }
  /// The graph after the atoms of a question are resolved: mentioning a hidden variable makes it part of the state.
  const test::StateGraph& graph_with(const std::vector<std::string>& atoms);
  Model& model() { return *model_; }
  /// A new instance of the system with no atoms resolved; nullptr if the model is rejected.
  std::unique_ptr<TransitionSystem> open() const;
  Expected<CheckResult> check(const CheckOptions& options) const;
  const Language& language() const { return language_; }
  const Node& program() const { return program_; }
  /// The prefix of the names of question files.
  const std::string& path() const { return path_; }
  const JudgeLimits& limits() const { return limits_; }

 private:
  const Language& language_;
  Node program_;
  std::string path_;
  JudgeLimits limits_;
  std::optional<Model> model_;
  std::string refusal_;
  bool atoms_matter_ = false;  ///< see graph_with
  test::StateGraph graph_, graph_with_atoms_;
};

/// With `replay`, counterexamples are also written as JSON and replayed by `simulate`; only for models in files.
Answer ask(const Subject& subject, const Case& question, const Setup& configuration, bool replay);

/// The oracle's answer for each property: whether it is violated, or nothing if it was not asked.
std::vector<std::optional<bool>> ask_oracle(Subject& subject, const Case& question);

/// Checks the reference's answer against the oracle's.
std::optional<Disagreement> judge_reference(const Answer& reference, const std::vector<std::optional<bool>>& expected);
/// Checks another configuration's answer against the reference's.
std::optional<Disagreement> judge(const Setup& configuration, const Answer& answer, const Answer& reference);
/// Checks whether a counterexample said to be shortest is longer than another one.
std::optional<Disagreement> judge_lengths(QuestionKind kind, const Setup& configuration, const Answer& answer,
                                          const Setup& other, const Answer& other_answer);

/// Compares states, steps, deadlocks and errors with the language's own count.
std::optional<Disagreement> judge_census(Subject& subject);

/// Compares native code and interpreter step by step, on the program and on the merged program. Models that are not
/// programs have only one executor.
std::optional<Disagreement> judge_executors(const Subject& subject);

/// A reason without numbers and names, so that similar reasons are counted together.
std::string general_reason(const std::string& reason);

}  // namespace weir::test
