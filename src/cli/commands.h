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

}  // namespace weir::cli
