// SPDX-License-Identifier: Apache-2.0
#include "log/open_log.h"

#include "log/readers.h"

namespace weir {

std::optional<LogFormat> log_format_of(std::string_view path) {
  if (path.ends_with(".gz")) path.remove_suffix(3);
  for (const char* ending : {".jsonl", ".ndjson", ".json"}) {
    if (path.ends_with(ending)) return LogFormat::JsonLines;
  }
  for (const char* ending : {".csv", ".tsv"}) {
    if (path.ends_with(ending)) return LogFormat::Csv;
  }
  if (path.ends_with(".xes")) return LogFormat::Xes;
  return std::nullopt;
}

Expected<std::unique_ptr<LogReader>> open_log(ByteSource source, LogFormat format, std::vector<std::string> fields) {
  switch (format) {
    case LogFormat::JsonLines: return make_json_lines_reader(std::move(source), std::move(fields));
    case LogFormat::Csv: return make_csv_reader(std::move(source), std::move(fields));
    case LogFormat::Xes: return make_xes_reader(std::move(source), std::move(fields));
  }
  return Diagnostic{.message = "unknown log format"};
}

}  // namespace weir
