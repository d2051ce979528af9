// SPDX-License-Identifier: Apache-2.0
// Questions about a random model, and their command-line form.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <weir/weir.h>

#include "support/grammar/draw.h"
#include "support/grammar/formulas.h"
#include "support/grammar/tree.h"

namespace weir::test {

enum class QuestionKind : std::uint8_t {
  Assertions,
  Deadlock,
  Defects,    ///< both at once
  Invariant,  ///< one assertion, by its name
  ProgressCycles,
  AcceptanceCycles,
  LtlBlock,  ///< a formula in the model
  NeverClaim,
  Ltl,
  Ltlf,
  Contest,  ///< a formula in a property file of the Model Checking Contest
  Several,  ///< assertions, deadlock and some formulas at once
};
inline constexpr std::size_t kQuestionKinds = 12;
const char* to_string(QuestionKind kind);
/// Whether the question is about infinite runs.
inline bool about_cycles(QuestionKind kind) { return kind > QuestionKind::Invariant && kind != QuestionKind::Ltlf; }

struct Language;

struct Question {
  QuestionKind kind = QuestionKind::Assertions;
  std::string name = {};  ///< of a property in the model
  std::string fair = "none";
  std::string computations = "all";
  std::string symmetry = {};     ///< a declaration for --symmetry; empty: none
  std::string unavailable = {};  ///< reductions that are refused for this model, for every question
  const Language* language = nullptr;
};

/// A model with a question about it. The formula and assumptions are part of the tree, so that everything is shrunk
/// together.
struct Case {
  Node tree;  ///< Production::Case: the model; the formulas, if the question has some; assumptions
  Question question;

  const Node& program() const { return tree.children.front(); }
  /// The arguments after `weir check FILE`.
  std::string arguments() const;
  void apply(CheckOptions& options) const;
  bool has_formula() const;
  const Node& formula() const { return tree.children[1]; }
  /// Of a question about several properties: a question about each formula.
  std::vector<Case> about_formulas() const;

 private:
  std::vector<std::string> assumptions() const;
};

/// The questions that can be asked about a model.
struct Offer {
  std::array<int, kQuestionKinds> weights{};                 ///< 0: never
  std::map<QuestionKind, std::vector<std::string>> names{};  ///< of properties in the model
  bool fair = true;                                          ///< there are processes
  Question question{};                                       ///< the values common to all questions
  std::function<Node(const FormulaTaste&)> formula{};

  void weight(QuestionKind kind, int often) { weights[static_cast<std::size_t>(kind)] = often; }
};
std::vector<Case> random_cases(Draw& draw, const Node& program, const Offer& offer, std::size_t count);

/// A random model, and questions that apply to it.
struct Material {
  Node program;
  std::string features;  ///< enabled features, for messages
  std::vector<Case> cases;
};

}  // namespace weir::test
