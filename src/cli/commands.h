// SPDX-License-Identifier: Apache-2.0
// The table of commands. A command describes its options to CLI11 and returns the function that runs it.
#pragma once

#include <functional>
#include <span>

#include <CLI/CLI.hpp>

#include "cli/exit_code.h"

namespace weir::cli {

using Action = std::function<ExitCode()>;

struct Command {
  const char* name;
  const char* summary;
  Action (*describe)(CLI::App& app);
};

std::span<const Command> commands();

// Each is defined in command_NAME.cpp.
Action describe_automata(CLI::App& app);
Action describe_check(CLI::App& app);
Action describe_compare(CLI::App& app);
Action describe_explain(CLI::App& app);
Action describe_explore(CLI::App& app);
Action describe_lsp(CLI::App& app);
Action describe_serve(CLI::App& app);
Action describe_simulate(CLI::App& app);
Action describe_trace(CLI::App& app);
Action describe_translate(CLI::App& app);
Action describe_reference(CLI::App& app);

}  // namespace weir::cli
