// SPDX-License-Identifier: Apache-2.0
#include "support/promela/material.h"

#include "support/promela/expressions.h"
#include "support/promela/formulas.h"
#include "support/promela/references.h"

namespace weir::test {

std::vector<Case> promela_cases(Draw& draw, const GeneratedProgram& program, std::size_t count) {
  using Kind = QuestionKind;
  Environment environment = program.environment;
  Expressions expressions(draw, program.profile, environment);
  Formulas formulas(draw, program.profile, environment, expressions);
  Offer offer;
  offer.weight(Kind::Assertions, 8);
  offer.weight(Kind::Deadlock, 8);
  offer.weight(Kind::Defects, 14);
  offer.weight(Kind::ProgressCycles, program.profile.on(Feature::ProgressLabels) ? 10 : 1);
  offer.weight(Kind::AcceptanceCycles, program.profile.on(Feature::AcceptLabels) ? 10 : 1);
  offer.weight(Kind::LtlBlock, environment.ltl.empty() ? 0 : 14);
  offer.weight(Kind::NeverClaim, environment.claims.empty() ? 0 : 14);
  offer.weight(Kind::Ltl, 34);
  offer.weight(Kind::Ltlf, 10);
  offer.names = {{Kind::LtlBlock, environment.ltl}, {Kind::NeverClaim, environment.claims}};
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
