// SPDX-License-Identifier: Apache-2.0
#include "support/promela/material.h"

#include "support/promela/expressions.h"
#include "support/promela/formulas.h"
#include "support/promela/references.h"

namespace weir::test {

std::vector<Case> promela_cases(Draw& draw, const GeneratedProgram& program, std::size_t count) {
  Environment environment = program.environment;
  Expressions expressions(draw, program.profile, environment);
  Formulas formulas(draw, program.profile, environment, expressions);
  Offer offer;
  offer.weight(QuestionKind::Assertions, 8);
  offer.weight(QuestionKind::Deadlock, 8);
  offer.weight(QuestionKind::Defects, 14);
  offer.weight(QuestionKind::ProgressCycles, program.profile.on(Feature::ProgressLabels) ? 10 : 1);
  offer.weight(QuestionKind::AcceptanceCycles, program.profile.on(Feature::AcceptLabels) ? 10 : 1);
  offer.weight(QuestionKind::LtlBlock, environment.ltl.empty() ? 0 : 14);
  offer.weight(QuestionKind::NeverClaim, environment.claims.empty() ? 0 : 14);
  offer.weight(QuestionKind::Ltl, 34);
  offer.weight(QuestionKind::Ltlf, 10);
  offer.weight(QuestionKind::Several, 16);
  offer.names = {{QuestionKind::LtlBlock, environment.ltl}, {QuestionKind::NeverClaim, environment.claims}};
  offer.question.symmetry = environment.symmetry;
  offer.formula = [&](const FormulaTaste& taste) {
    Node formula = formulas.formula(taste);
    resolve_remote(draw, program.profile, environment, formula);
    return formula;
  };
  return random_cases(draw, program.tree, offer, count);
}

Material promela_material(std::uint64_t seed, std::size_t cases) {
  const GeneratedProgram program = generate_program(seed);
  Draw draw(seed ^ 0x9E3779B97F4A7C15ULL);
  return {program.tree, program.profile.to_string(), promela_cases(draw, program, cases)};
}

}  // namespace weir::test
