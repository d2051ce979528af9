// SPDX-License-Identifier: Apache-2.0
// Any bytes as a Promela model: the result is a model or diagnostics. The statements and formulas of a model can be
// printed, and the atoms of its formulas parse again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/assert.h"
#include "frontend/promela/print.h"
#include "frontend/promela/promela.h"

namespace weir::fuzz {

inline void promela(std::string_view input) {
  if (input.size() > 1 << 16) return;
  Expected<promela::Model> model = promela::parse_model(SourceText("fuzz.pml", std::string(input)), {{{"N", "3"}}});
  if (!model) {
    WEIR_ASSERT(!model.error().empty(), "a refusal has a message");
    to_string(model.error());
    return;
  }
  std::vector<const promela::Sequence*> waiting;
  for (const promela::Process* process : model->processes) waiting.push_back(&process->body);
  while (!waiting.empty()) {
    const promela::Sequence* sequence = waiting.back();
    waiting.pop_back();
    for (const promela::Statement* statement : sequence->statements) {
      promela::to_string(*statement);
      model->sources.position(statement->range);
      for (const promela::Sequence& option : statement->options) waiting.push_back(&option);
      waiting.push_back(&statement->body);
      waiting.push_back(&statement->escape);
    }
  }
  for (const promela::LtlBlock& block : model->ltl) {
    const Expected<Formula> formula = promela::to_formula(*model, block);
    if (!formula) continue;
    for (const std::string& atom : atoms(*formula)) {
      const auto again = promela::parse_expression_atom(*model, atom);
      if (again) WEIR_ASSERT(!promela::to_string(**again).empty(), "an atom has a text");
    }
  }
}

}  // namespace weir::fuzz
