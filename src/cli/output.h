// SPDX-License-Identifier: Apache-2.0
// Where results go: a file, or "-" for standard output.
#pragma once

#include <string>
#include <string_view>

#include <weir/diagnostic.h>

namespace weir::cli {

/// Prints diagnostics to standard error.
void complain(const Diagnostics& diagnostics);
/// Writes a whole file; on failure says why on standard error and returns false.
bool write_output(const std::string& path, std::string_view text);

}  // namespace weir::cli
