// SPDX-License-Identifier: Apache-2.0
// Writes results to a file, or to standard output for "-". Nothing here throws; failed writes are reported.
#pragma once

#include <string>
#include <string_view>

#include <weir/diagnostic.h>

#include "cli/exit_code.h"

namespace weir::cli {

/// Prints diagnostics to standard error.
void complain(const Diagnostics& diagnostics);
/// Prints an error without a position.
void complain(std::string message);
/// Prints why there is no result and returns the matching exit code: a limit is not an error in the input.
ExitCode refused(const Diagnostics& diagnostics);
/// Writes a whole file; on failure, reports the reason on standard error and returns false.
bool write_output(const std::string& path, std::string_view text);

/// Prints to standard output. finish_output() reports whether all of it was written.
void print(std::string_view text);
/// Returns whether standard output still accepts text.
bool output_works();
/// Flushes standard output; if anything could not be written, reports it on standard error and returns false.
bool finish_output();

/// Returns whether standard output may be coloured: it is a terminal, and neither NO_COLOR (https://no-color.org) nor
/// TERM=dumb is set.
bool output_has_colours();
bool output_is_terminal();

}  // namespace weir::cli
