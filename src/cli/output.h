// SPDX-License-Identifier: Apache-2.0
// Where results go: a file, or "-" for standard output. Nothing here throws; what could not be written is reported.
#pragma once

#include <string>
#include <string_view>

#include <weir/diagnostic.h>

#include "cli/exit_code.h"

namespace weir::cli {

/// Prints diagnostics to standard error.
void complain(const Diagnostics& diagnostics);
/// An error without a place.
void complain(std::string message);
/// Prints why there is no result and returns the exit code that says so: a limit is no mistake.
ExitCode refused(const Diagnostics& diagnostics);
/// Writes a whole file; on failure says why on standard error and returns false.
bool write_output(const std::string& path, std::string_view text);

/// Prints to standard output, piece by piece. Whether all of it was written shows in finish_output().
void print(std::string_view text);
/// Whether standard output still takes text.
bool output_works();
/// Flushes standard output; if anything could not be written, says so on standard error and returns false.
bool finish_output();

/// Whether text on standard output may be coloured: it is a terminal, and neither NO_COLOR (https://no-color.org) nor
/// TERM=dumb forbids it.
bool output_has_colours();
bool output_is_terminal();

}  // namespace weir::cli
