// SPDX-License-Identifier: Apache-2.0
// Opens a log by its format.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <weir/options.h>

#include "log/log_reader.h"

namespace weir {

/// Determines the format by file name extension (`.jsonl .ndjson .json`, `.csv .tsv`, `.xes`, each also with `.gz`).
std::optional<LogFormat> log_format_of(std::string_view path);

/// `fields` are looked up by name; in XES, `case:KEY` is an attribute of the trace.
Expected<std::unique_ptr<LogReader>> open_log(ByteSource source, LogFormat format,
                                              const std::vector<std::string>& fields);

}  // namespace weir
