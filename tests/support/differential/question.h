// SPDX-License-Identifier: Apache-2.0
// What is asked about a random program, and how the command line puts it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <weir/weir.h>

#include "support/promela/draw.h"
#include "support/promela/generate.h"
#include "support/promela/tree.h"

namespace weir::test {

enum class QuestionKind : std::uint8_t {
  Assertions,
  Deadlock,
  Defects,  ///< both at once
  ProgressCycles,
  AcceptanceCycles,
  LtlBlock,
  NeverClaim,
  Ltl,
  Ltlf,
};
inline constexpr std::size_t kQuestionKinds = 9;
const char* to_string(QuestionKind kind);
/// Whether it is about infinite runs.
inline bool about_cycles(QuestionKind kind) { return kind > QuestionKind::Defects && kind != QuestionKind::Ltlf; }

struct Question {
  QuestionKind kind = QuestionKind::Assertions;
  std::string name = {};  ///< of an ltl block or claim
  std::string fair = "none";
  std::string computations = "all";
  std::string symmetry = {};  ///< what may be declared of the program; empty: nothing
};

/// A program with a question about it. The formula and the assumptions of the question are trees beside the program's,
/// so that all of it is shrunk together.
struct Case {
  Node tree;  ///< Production::Case: the program; the formula, if the question has one; assumptions
  Question question;

  std::string program_text() const;
  /// What the command line adds to `weir check FILE`.
  std::string arguments() const;
  void apply(CheckOptions& options) const;
  std::size_t property_count() const { return question.kind == QuestionKind::Defects ? 2 : 1; }

 private:
  bool has_formula() const { return question.kind == QuestionKind::Ltl || question.kind == QuestionKind::Ltlf; }
  std::vector<std::string> assumptions() const;
};

/// Questions that make sense for the program, formulas about what it declares.
std::vector<Case> random_cases(Draw& draw, const GeneratedProgram& program, std::size_t count);

}  // namespace weir::test
