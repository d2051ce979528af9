// SPDX-License-Identifier: Apache-2.0
// Asks weir one question in two ways and says what is wrong with the answers: the reference against an oracle that
// shares neither translator nor search with it, every other configuration against the reference.
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

/// What a configuration said about a case.
struct Answer {
  std::string refusal;  ///< why nothing was decided; then the rest is empty
  struct Property {
    Verdict verdict = Verdict::Inconclusive;
    std::string reason;
    bool has_counterexample = false;
    bool validated = false;
    std::size_t length = 0;            ///< of the counterexample
    bool finite = false;               ///< it has no cycle
    bool perhaps_longer = false;       ///< a warning says that a shorter one may exist, in spite of --shortest
    std::string engine;                ///< what was used, for people
    std::vector<std::string> reduced;  ///< reductions that were used
    std::uint64_t states = 0;
  };
  std::vector<Property> properties;
  std::string replay_problem;  ///< the counterexample could not be replayed from its JSON report
};

/// What is wrong. `kind` tells failures of one sort from others; shrinking keeps it.
struct Disagreement {
  std::string kind;
  std::string details;
};

struct JudgeLimits {
  std::uint64_t states = 3000;         ///< programs with more are not judged
  std::uint64_t edges = 20000;         ///< nor those with more steps
  double seconds = 0.2;                ///< nor those that take longer to explore
  std::uint64_t oracle_states = 1500;  ///< the oracle is not asked about more
  double check_seconds = 1;
  double cache_seconds = 0.1;  ///< on a cache, where a search may take as long as there are paths
};

/// A model, written to a file if its language has texts, and explored: the subject of questions.
class Subject {
 public:
  /// `folder`: where its files are written.
  Subject(const Language& language, Node program, const std::string& folder, const JudgeLimits& limits);
  ~Subject();
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;

  bool accepted() const { return model_.has_value(); }
  const std::string& refusal() const { return refusal_; }
  /// Explored as a whole, within the limits.
  bool explored() const { return accepted() && graph_.complete && graph_.edges <= limits_.edges; }
  const test::StateGraph& graph() const { return graph_; }
  /// The graph as it is once the atoms of a question are resolved: one that mentions a hidden variable makes it part of
  /// the state.
  const test::StateGraph& graph_with(const std::vector<std::string>& atoms);
  Model& model() { return *model_; }
  /// The system once more, with no atom resolved yet; nullptr: it is not accepted.
  std::unique_ptr<TransitionSystem> open() const;
  Expected<CheckResult> check(const CheckOptions& options) const;
  const Language& language() const { return language_; }
  const Node& program() const { return program_; }
  /// Files of questions begin with this.
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

/// `replay`: counterexamples are written as JSON and followed by `simulate` as well; only of models in files.
Answer ask(const Subject& subject, const Case& question, const Setup& configuration, bool replay);

/// What the oracle says of each property: violated or not; nothing: it was not asked.
std::vector<std::optional<bool>> ask_oracle(Subject& subject, const Case& question);

/// What is wrong with the reference's answer, given the oracle's.
std::optional<Disagreement> judge_reference(const Answer& reference, const std::vector<std::optional<bool>>& expected);
/// What is wrong with another configuration's, given the reference's.
std::optional<Disagreement> judge(const Setup& configuration, const Answer& answer, const Answer& reference);
/// A counterexample that was said to be shortest, and a shorter one.
std::optional<Disagreement> judge_lengths(QuestionKind kind, const Setup& configuration, const Answer& answer,
                                          const Setup& other, const Answer& other_answer);

/// States, steps, deadlocks and errors, against the language's own count.
std::optional<Disagreement> judge_census(Subject& subject);

/// Native code and interpreter, state by state and step by step: of the program, and of the program as merged. Models
/// that are no programs have one executor.
std::optional<Disagreement> judge_executors(const Subject& subject);

/// Counts, by reason, what was refused or not decided: numbers and names left out, so that like meets like.
std::string general_reason(const std::string& reason);

}  // namespace weir::test
