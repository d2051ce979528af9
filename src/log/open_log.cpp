// SPDX-License-Identifier: Apache-2.0
#include "log/open_log.h"

#include <weir/catalogue.h>

#include "log/readers.h"

namespace weir {
namespace {

struct LogKind : Choice<LogFormat> {
  std::vector<std::string_view> suffixes;
  Expected<std::unique_ptr<LogReader>> (*open)(ByteSource source, const std::vector<std::string>& fields);
};

const std::vector<LogKind>& log_kinds() {
  static const std::vector<LogKind> table = {
      {{LogFormat::JsonLines, "jsonl", "one JSON object per line"},
       {".jsonl", ".ndjson", ".json"},
       make_json_lines_reader},
      {{LogFormat::Csv, "csv", "comma- or tab-separated values with a header"}, {".csv", ".tsv"}, make_csv_reader},
      {{LogFormat::Xes, "xes", "XES event logs (IEEE 1849)"}, {".xes"}, make_xes_reader},
  };
  return table;
}

}  // namespace

template <>
std::span<const Choice<LogFormat>> choices() {
  static const std::vector<Choice<LogFormat>> rows(log_kinds().begin(), log_kinds().end());
  return rows;
}

std::optional<LogFormat> log_format_of(std::string_view path) {
  if (path.ends_with(".gz")) path.remove_suffix(3);
  for (const LogKind& kind : log_kinds())
    for (const std::string_view suffix : kind.suffixes)
      if (path.ends_with(suffix)) return kind.value;
  return std::nullopt;
}

Expected<std::unique_ptr<LogReader>> open_log(ByteSource source, LogFormat format,
                                              const std::vector<std::string>& fields) {
  for (const LogKind& kind : log_kinds())
    if (kind.value == format) return kind.open(std::move(source), fields);
  return Diagnostic{.message = "unknown log format"};
}

}  // namespace weir
