// SPDX-License-Identifier: Apache-2.0
#include "support/differential/question.h"

#include "support/promela/expressions.h"
#include "support/promela/formulas.h"
#include "support/promela/references.h"

namespace weir::test {

namespace {

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

}  // namespace

const char* to_string(QuestionKind kind) {
  static constexpr const char* kNames[kQuestionKinds] = {"assertions", "deadlock", "defects", "progress", "acceptance",
                                                         "ltl block",  "never",    "ltl",     "ltlf"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string Case::program_text() const { return to_text(tree.children.front()); }

std::vector<std::string> Case::assumptions() const {
  std::vector<std::string> result;
  for (std::size_t i = has_formula() ? 2 : 1; i < tree.children.size(); ++i)
    result.push_back(to_text(tree.children[i]));
  return result;
}

std::string Case::arguments() const {
  std::string text;
  switch (question.kind) {
    case QuestionKind::Assertions: text = "--assertions"; break;
    case QuestionKind::Deadlock: text = "--deadlock"; break;
    case QuestionKind::Defects: text = "--assertions --deadlock"; break;
    case QuestionKind::ProgressCycles: text = "--progress-cycles"; break;
    case QuestionKind::AcceptanceCycles: text = "--acceptance-cycles"; break;
    case QuestionKind::LtlBlock:
    case QuestionKind::NeverClaim: text = "--property " + question.name; break;
    case QuestionKind::Ltl: text = "--ltl " + quoted(to_text(tree.children[1])); break;
    case QuestionKind::Ltlf: text = "--ltlf " + quoted(to_text(tree.children[1])); break;
  }
  if (question.fair != "none") text += " --fair " + question.fair;
  if (question.computations != "all") text += " --computations " + question.computations;
  for (const std::string& assumption : assumptions()) text += " --assume " + quoted(assumption);
  return text;
}

void Case::apply(CheckOptions& options) const {
  using Kind = PropertyRequest::Kind;
  options.properties.clear();
  const auto ask = [&](Kind kind, std::string text = {}) { options.properties.push_back({kind, std::move(text)}); };
  switch (question.kind) {
    case QuestionKind::Assertions: ask(Kind::Assertions); break;
    case QuestionKind::Deadlock: ask(Kind::Deadlock); break;
    case QuestionKind::Defects:
      ask(Kind::Assertions);
      ask(Kind::Deadlock);
      break;
    case QuestionKind::ProgressCycles: ask(Kind::ProgressCycles); break;
    case QuestionKind::AcceptanceCycles: ask(Kind::AcceptanceCycles); break;
    case QuestionKind::LtlBlock:
    case QuestionKind::NeverClaim: ask(Kind::Named, question.name); break;
    case QuestionKind::Ltl: ask(Kind::Ltl, to_text(tree.children[1])); break;
    case QuestionKind::Ltlf: ask(Kind::Ltlf, to_text(tree.children[1])); break;
  }
  options.fair = question.fair;
  options.computations = question.computations;
  options.assume = assumptions();
}

std::vector<Case> random_cases(Draw& draw, const GeneratedProgram& program, std::size_t count) {
  Environment environment = program.environment;
  Expressions expressions(draw, program.profile, environment);
  Formulas formulas(draw, program.profile, environment, expressions);
  std::vector<Case> cases;
  for (std::size_t i = 0; i < count; ++i) {
    Case made;
    made.tree = make(Production::Case, {program.tree});
    const bool progress = program.profile.on(Feature::ProgressLabels);
    const bool acceptance = program.profile.on(Feature::AcceptLabels);
    made.question.kind = static_cast<QuestionKind>(
        draw.weighted({8, 8, 14, progress ? 10 : 1, acceptance ? 10 : 1, environment.ltl.empty() ? 0 : 14,
                       environment.claims.empty() ? 0 : 14, 34, 10}));
    Question& question = made.question;
    question.symmetry = environment.symmetry;
    if (question.kind == QuestionKind::LtlBlock) question.name = draw.one_of(environment.ltl);
    if (question.kind == QuestionKind::NeverClaim) question.name = draw.one_of(environment.claims);
    if (about_cycles(question.kind)) question.fair = draw.one_of({"none", "none", "none", "weak", "strong"});
    if (question.kind == QuestionKind::Ltl) {
      Formulas::Taste taste;
      taste.next = draw.chance(35);
      taste.events = draw.chance(30);
      made.tree.children.push_back(formulas.formula(taste));
    }
    if (question.kind == QuestionKind::Ltlf) {
      Formulas::Taste taste;
      taste.finite = true;
      taste.events = draw.chance(50);
      made.tree.children.push_back(formulas.formula(taste));
      question.computations = draw.one_of({"all", "maximal"});
    }
    if (about_cycles(question.kind) && draw.chance(10)) {
      Formulas::Taste taste;
      taste.temporal = 1;
      taste.next = false;
      taste.events = false;
      made.tree.children.push_back(formulas.formula(taste));
    }
    for (std::size_t k = 1; k < made.tree.children.size(); ++k)
      resolve_remote(draw, program.profile, environment, made.tree.children[k]);
    cases.push_back(std::move(made));
  }
  return cases;
}

}  // namespace weir::test
