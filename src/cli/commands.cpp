// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"

namespace weir::cli {

std::span<const Command> commands() {
  static const Command table[] = {
      {"check", "Check a model against its properties", describe_check},
      {"automata", "Combine and compare languages: product, union, complement, inclusion, emptiness",
       describe_automata},
      {"compare", "Decide whether two formulas or automata are equivalent", describe_compare},
      {"explain", "Explain a formula, with examples", describe_explain},
      {"explore", "Enumerate the states of a model", describe_explore},
      {"simulate", "Simulate one run of a model: random, interactive, or a replayed counterexample", describe_simulate},
      {"serve", "Explore a model in the browser: states, runs, formulas, counterexamples", describe_serve},
      {"trace", "Check recorded traces", describe_trace},
      {"translate", "Translate formulas to automata", describe_translate},
      {"lsp", "Run a language server for editors: diagnostics, definitions, checks", describe_lsp},
      {"reference", "Write the man page, the reference or shell completions", describe_reference},
  };
  return table;
}

}  // namespace weir::cli
