// SPDX-License-Identifier: Apache-2.0
// Certification that is stopped confirms nothing.
#include "counterexample/certify.h"

#include <gtest/gtest.h>

#include "counterexample/continuation.h"
#include "formula/parser.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

TEST(Certify, ConfirmsNothingOnceItIsStopped) {
  const auto system = promela_system("byte x; active proctype P() { do :: x = 1 - x od }");
  SuccessorBuffer initial;
  system->initial_states(initial);
  weir::Run beginning;
  RunStep& first = beginning.prefix.emplace_back();
  first.state.assign(initial.state(0).begin(), initial.state(0).end());
  first.last = true;
  const weir::Run run = continued(*system, std::move(beginning), 100);
  ASSERT_FALSE(run.finite());

  StopFlag stop;
  Accusation accusation;
  accusation.formula = *parse_formula("G (x == 0)", {.model_atoms = true});
  accusation.atoms = atoms(*accusation.formula);
  EXPECT_EQ(certify(*system, run, accusation, &stop), "");
  for (const bool fair : {false, true}) {
    accusation.weakly_fair = fair;
    EXPECT_EQ(certify(*system, run, accusation, &stop), "");
  }
  stop.raise(StopFlag::Reason::Time);
  EXPECT_EQ(certify(*system, run, accusation, &stop), "the time limit was reached");
}

}  // namespace
}  // namespace weir::test
