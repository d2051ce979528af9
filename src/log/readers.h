// SPDX-License-Identifier: Apache-2.0
// One factory function per log format; see open_log.h.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "log/log_reader.h"

namespace weir {

Expected<std::unique_ptr<LogReader>> make_json_lines_reader(ByteSource source, const std::vector<std::string>& fields);
Expected<std::unique_ptr<LogReader>> make_csv_reader(ByteSource source, const std::vector<std::string>& fields);
Expected<std::unique_ptr<LogReader>> make_xes_reader(ByteSource source, const std::vector<std::string>& fields);

/// A diagnostic at a line of a log, showing the line (shortened if very long).
Diagnostic log_diagnostic(const ByteSource& source, std::uint64_t line, std::string message, std::string_view text = {},
                          std::size_t offset = 0);

}  // namespace weir
