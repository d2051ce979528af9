// SPDX-License-Identifier: Apache-2.0
// CSV with a header row (RFC 4180): quoted fields may contain separators, doubled quotes and line ends. A quote that is
// not the first character of its field is an ordinary character. The separator is the most frequent one of comma,
// semicolon and tab in the header.
#include <algorithm>
#include <array>
#include <utility>

#include "log/readers.h"

namespace weir {
namespace {

constexpr std::size_t kAbsent = static_cast<std::size_t>(-1);
constexpr std::size_t kLongestRecord = 64 << 20;
constexpr std::string_view kSeparators = ",;\t";

/// Counts the separators outside of quotes.
std::size_t unquoted(std::string_view record, char separator) {
  std::size_t count = 0;
  bool quoted = false;
  for (const char c : record) {
    if (c == '"') quoted = !quoted;
    if (c == separator && !quoted) ++count;
  }
  return count;
}

class CsvReader final : public LogReader {
 public:
  explicit CsvReader(ByteSource source) : source_(std::move(source)) {}

  /// Reads the header and finds the requested columns.
  std::optional<Diagnostic> start(const std::vector<std::string>& fields) {
    // The header is parsed twice: to choose the separator, then to read the names.
    std::string header;
    std::array<std::size_t, kSeparators.size()> counts = {};
    use_separators(kSeparators);
    const bool found = read_record([&] {
      const int c = next_byte();
      if (c >= 0) header += static_cast<char>(c);
      return c;
    });
    if (!found && problem_) return problem_;
    if (!found) return log_diagnostic(source_, 1, source_.stopped() ? "interrupted" : "expected a header row");
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = unquoted(header, kSeparators[i]);
    const auto most = std::max_element(counts.begin(), counts.end()) - counts.begin();
    use_separators(kSeparators.substr(static_cast<std::size_t>(most), 1));
    std::size_t at = 0;
    line_ = 0;
    read_record([&] { return at < header.size() ? static_cast<unsigned char>(header[at++]) : -1; });
    columns_ = count_;
    for (const std::string& field : fields) {
      const auto end = cells_.begin() + static_cast<std::ptrdiff_t>(count_);
      const auto found_at = std::find(cells_.begin(), end, field);
      column_of_.push_back(found_at == end ? kAbsent : static_cast<std::size_t>(found_at - cells_.begin()));
    }
    return std::nullopt;
  }

  std::uint64_t line() const override { return record_line_; }
  const ByteSource& source() const override { return source_; }

  Expected<Read> next(std::span<FieldValue> values) override {
    do {
      if (!read_record([this] { return next_byte(); })) {
        if (problem_) return *problem_;
        return Read::End;
      }
    } while (count_ == 1 && cells_.front().empty());
    if (count_ != columns_) {
      return log_diagnostic(
          source_, record_line_,
          "expected " + std::to_string(columns_) + " fields as in the header, found " + std::to_string(count_),
          shown());
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = column_of_[i] == kAbsent ? FieldValue() : FieldValue(cells_[column_of_[i]]);
    }
    return Read::Event;
  }

 private:
  int next_byte() {
    int c = source_.get();
    if (std::exchange(skip_newline_, false) && c == '\n') c = source_.get();
    return c;
  }

  enum class Byte : std::uint8_t { Plain, Separator, Quote, LineEnd };

  void use_separators(std::string_view separators) {
    bytes_.fill(Byte::Plain);
    for (const char separator : separators) bytes_[static_cast<unsigned char>(separator)] = Byte::Separator;
    bytes_['"'] = Byte::Quote;
    bytes_['\n'] = bytes_['\r'] = Byte::LineEnd;
  }

  std::string& begin_cell() {
    if (count_ == cells_.size()) cells_.emplace_back();
    cells_[count_].clear();
    return cells_[count_++];
  }

  /// Reads one record into cells_; it may span several lines. Returns false at the end or on an error.
  template <class Next>
  bool read_record(Next next) {
    enum class At { Start, Plain, Quoted, AfterQuote } at = At::Start;  // position in a field
    count_ = 0;
    std::string* cell = &begin_cell();
    shown_.clear();
    record_line_ = ++line_;
    std::uint64_t quote_line = line_;
    for (std::size_t size = 0;; ++size) {
      const int c = next();
      if (c < 0) {
        if (!source_.failed().empty()) return fail(line_, source_.failed());
        if (source_.stopped()) return false;
        if (at == At::Quoted) return fail(quote_line, "a quoted field is never closed");
        return size > 0;
      }
      if (size > kLongestRecord) {
        return fail(record_line_, "a record is longer than 64 MiB; is a quoted field never closed?");
      }
      if (size < kShownBytes) shown_ += static_cast<char>(c);
      const Byte kind = bytes_[static_cast<std::size_t>(c)];
      if (at == At::Quoted) {
        if (c == '\n') ++line_;
        if (kind == Byte::Quote) {
          at = At::AfterQuote;
        } else {
          *cell += static_cast<char>(c);
        }
      } else if (kind == Byte::LineEnd) {
        skip_newline_ = c == '\r';
        return true;
      } else if (kind == Byte::Separator) {
        cell = &begin_cell();
        at = At::Start;
      } else if (kind == Byte::Quote && at == At::Start) {
        at = At::Quoted;
        quote_line = line_;
      } else if (at == At::AfterQuote) {
        if (kind != Byte::Quote) {
          return fail(line_, "expected a separator or the end of the record after the closing quote");
        }
        *cell += '"';
        at = At::Quoted;
      } else {
        *cell += static_cast<char>(c);
        at = At::Plain;
      }
    }
  }

  /// The first line of the record, possibly shortened.
  std::string_view shown() const { return std::string_view(shown_).substr(0, shown_.find_first_of("\r\n")); }

  bool fail(std::uint64_t line, std::string message) {
    problem_ = log_diagnostic(source_, line, std::move(message), line == record_line_ ? shown() : std::string_view());
    return false;
  }

  static constexpr std::size_t kShownBytes = 200;

  ByteSource source_;
  std::array<Byte, 256> bytes_ = {};
  std::size_t columns_ = 0;
  std::vector<std::size_t> column_of_;
  std::vector<std::string> cells_;  ///< the first count_ are those of the record
  std::size_t count_ = 0;
  std::string shown_;  ///< start of the record
  std::uint64_t line_ = 0;
  std::uint64_t record_line_ = 0;
  bool skip_newline_ = false;  ///< the last record ended with CR
  std::optional<Diagnostic> problem_;
};

}  // namespace

Expected<std::unique_ptr<LogReader>> make_csv_reader(ByteSource source, const std::vector<std::string>& fields) {
  auto reader = std::make_unique<CsvReader>(std::move(source));
  if (auto problem = reader->start(fields)) return *problem;
  return std::unique_ptr<LogReader>(std::move(reader));
}

}  // namespace weir
