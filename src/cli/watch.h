// SPDX-License-Identifier: Apache-2.0
// --watch: runs a command again when a file that it has read changes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/exit_code.h"

namespace weir::cli {

/// Calls `run` now, and again after every change of a file, until an interrupt; returns its last exit code. `run` adds
/// the files that it read; `files` are those known before.
ExitCode run_on_changes(std::vector<std::string> files,
                        const std::function<ExitCode(std::vector<std::string>& files)>& run);

}  // namespace weir::cli
