// SPDX-License-Identifier: Apache-2.0
// CSV with a header row (RFC 4180): quoted fields may hold separators, doubled quotes and line ends. The separator is
// whichever of comma, semicolon and tab the header has most of.
#include <algorithm>

#include "log/readers.h"

namespace weir {
namespace {

constexpr std::size_t kAbsent = static_cast<std::size_t>(-1);

class CsvReader final : public LogReader {
 public:
  explicit CsvReader(ByteSource source) : source_(std::move(source)) {}

  /// Reads the header and finds the columns asked for.
  std::optional<Diagnostic> start(const std::vector<std::string>& fields) {
    if (!read_record()) {
      return log_diagnostic(source_, 1, source_.failed().empty() ? "expected a header row" : source_.failed());
    }
    if (record_.starts_with("\xEF\xBB\xBF")) record_.erase(0, 3);
    std::size_t most = 0;
    for (char candidate : {',', ';', '\t'}) {
      const auto count = static_cast<std::size_t>(std::count(record_.begin(), record_.end(), candidate));
      if (count > most) {
        most = count;
        separator_ = candidate;
      }
    }
    split();
    columns_ = cells_.size();
    for (const std::string& field : fields) {
      const auto found = std::find(cells_.begin(), cells_.end(), field);
      column_of_.push_back(found == cells_.end() ? kAbsent : static_cast<std::size_t>(found - cells_.begin()));
    }
    return std::nullopt;
  }

  std::uint64_t line() const override { return record_line_; }

  Expected<Read> next(std::span<FieldValue> values) override {
    do {
      if (!read_record()) {
        if (!source_.failed().empty()) return log_diagnostic(source_, line_ + 1, source_.failed());
        if (open_quote_) return log_diagnostic(source_, record_line_, "a quoted field is never closed", record_);
        return Read::End;
      }
    } while (record_.empty());
    split();
    if (cells_.size() != columns_) {
      return log_diagnostic(
          source_, record_line_,
          "expected " + std::to_string(columns_) + " fields as in the header, found " + std::to_string(cells_.size()),
          record_);
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = column_of_[i] == kAbsent ? FieldValue() : FieldValue(cells_[column_of_[i]]);
    }
    return Read::Event;
  }

 private:
  /// One record may span several lines when a quoted field holds line ends.
  bool read_record() {
    std::string_view text;
    if (!source_.line(text)) return false;
    record_line_ = ++line_;
    record_ = text;
    while (std::count(record_.begin(), record_.end(), '"') % 2 != 0) {
      if (!source_.line(text)) {
        open_quote_ = true;
        return false;
      }
      ++line_;
      record_ += '\n';
      record_ += text;
    }
    return true;
  }

  void split() {
    cells_.clear();
    std::string cell;
    bool quoted = false;
    for (std::size_t i = 0; i < record_.size(); ++i) {
      const char c = record_[i];
      if (quoted && c == '"' && i + 1 < record_.size() && record_[i + 1] == '"') {
        cell += '"';
        ++i;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == separator_ && !quoted) {
        cells_.push_back(std::move(cell));
        cell.clear();
      } else {
        cell += c;
      }
    }
    cells_.push_back(std::move(cell));
  }

  ByteSource source_;
  char separator_ = ',';
  std::size_t columns_ = 0;
  std::vector<std::size_t> column_of_;
  std::string record_;
  std::vector<std::string> cells_;
  std::uint64_t line_ = 0;
  std::uint64_t record_line_ = 0;
  bool open_quote_ = false;
};

}  // namespace

Expected<std::unique_ptr<LogReader>> make_csv_reader(ByteSource source, std::vector<std::string> fields) {
  auto reader = std::make_unique<CsvReader>(std::move(source));
  if (auto problem = reader->start(fields)) return *problem;
  return std::unique_ptr<LogReader>(std::move(reader));
}

}  // namespace weir
