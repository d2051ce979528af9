// SPDX-License-Identifier: Apache-2.0
#include "support/differential/question.h"

#include <weir/catalogue.h>

namespace weir::test {

namespace {

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

}  // namespace

const char* to_string(QuestionKind kind) {
  static constexpr const char* kNames[kQuestionKinds] = {"assertions", "deadlock",   "defects",   "invariant",
                                                         "progress",   "acceptance", "ltl block", "never",
                                                         "ltl",        "ltlf",       "contest",   "several"};
  return kNames[static_cast<std::size_t>(kind)];
}

bool Case::has_formula() const {
  return question.kind == QuestionKind::Ltl || question.kind == QuestionKind::Ltlf ||
         question.kind == QuestionKind::Contest;
}

std::vector<std::string> Case::assumptions() const {
  std::vector<std::string> result;
  if (question.kind == QuestionKind::Several) return result;
  for (std::size_t i = has_formula() ? 2 : 1; i < tree.children.size(); ++i)
    result.push_back(to_text(tree.children[i]));
  return result;
}

std::vector<Case> Case::about_formulas() const {
  std::vector<Case> result;
  for (std::size_t i = 1; i < tree.children.size(); ++i) {
    result.push_back({make(Production::Case, {program(), tree.children[i]}), question});
    result.back().question.kind = QuestionKind::Ltl;
  }
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
    case QuestionKind::Invariant:
    case QuestionKind::LtlBlock:
    case QuestionKind::NeverClaim: text = "--property " + question.name; break;
    case QuestionKind::Ltl: text = "--ltl " + quoted(to_text(formula())); break;
    case QuestionKind::Ltlf: text = "--ltlf " + quoted(to_text(formula())); break;
    case QuestionKind::Contest: text = "--properties XML of " + quoted(to_text(formula())); break;
    case QuestionKind::Several:
      text = "--assertions --deadlock";
      for (const Case& one : about_formulas()) text += " --ltl " + quoted(to_text(one.formula()));
      break;
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
    case QuestionKind::Invariant:
    case QuestionKind::LtlBlock:
    case QuestionKind::NeverClaim: ask(Kind::Named, question.name); break;
    case QuestionKind::Ltl: ask(Kind::Ltl, to_text(formula())); break;
    case QuestionKind::Ltlf: ask(Kind::Ltlf, to_text(formula())); break;
    case QuestionKind::Several:
      ask(Kind::Assertions);
      ask(Kind::Deadlock);
      for (const Case& one : about_formulas()) ask(Kind::Ltl, to_text(one.formula()));
      break;
    case QuestionKind::Contest: break;  // the file is written when the question is asked
  }
  options.fair = find_choice<Fairness>(question.fair).value();
  options.computations = find_choice<Computations>(question.computations).value();
  options.assume = assumptions();
}

std::vector<Case> random_cases(Draw& draw, const Node& program, const Offer& offer, std::size_t count) {
  std::vector<Case> cases;
  for (std::size_t i = 0; i < count; ++i) {
    Case made;
    made.tree = make(Production::Case, {program});
    Question& question = made.question = offer.question;
    question.kind = static_cast<QuestionKind>(draw.weighted({offer.weights.begin(), offer.weights.end()}));
    const auto names = offer.names.find(question.kind);
    if (names != offer.names.end()) question.name = draw.one_of(names->second);
    if (question.kind == QuestionKind::Several) {
      for (int left = static_cast<int>(draw.between(1, 4)); left > 0; --left) {
        FormulaTaste taste;
        const bool invariant = draw.chance(60);
        taste.temporal = invariant ? 0 : 2;
        taste.next = draw.chance(20);
        taste.events = draw.chance(10);
        const Node formula = offer.formula(taste);
        made.tree.children.push_back(invariant ? make(Production::FormulaGlobally, {formula}) : formula);
      }
      cases.push_back(std::move(made));
      continue;
    }
    const bool cycles = about_cycles(question.kind);
    if (cycles && (offer.fair || draw.chance(3)))
      question.fair = draw.one_of({"none", "none", "none", "weak", "strong"});
    if (made.has_formula()) {
      FormulaTaste taste;
      taste.finite = question.kind == QuestionKind::Ltlf;
      taste.contest = question.kind == QuestionKind::Contest;
      taste.next = taste.finite || draw.chance(35);
      taste.events = draw.chance(taste.finite ? 50 : 30);
      made.tree.children.push_back(offer.formula(taste));
    }
    if (question.kind == QuestionKind::Ltlf) question.computations = draw.one_of({"all", "maximal"});
    if (cycles && draw.chance(10)) {
      FormulaTaste taste;
      taste.temporal = 1;
      taste.next = false;
      taste.events = false;
      made.tree.children.push_back(offer.formula(taste));
    }
    cases.push_back(std::move(made));
  }
  return cases;
}

}  // namespace weir::test
