// SPDX-License-Identifier: Apache-2.0
// XES event logs (IEEE 1849), read as a stream of tags: only the current event and the attributes of its trace are
// kept. Entities are the five of XML and character references; document types are skipped, external entities are never
// resolved.
#include <algorithm>
#include <charconv>
#include <map>

#include "log/readers.h"

namespace weir {
namespace {

constexpr std::size_t kLongestTag = 16 << 20;

void append_utf8(std::string& text, std::uint32_t code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0 | code >> 6);
    text += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0 | code >> 12);
    text += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    text += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    text += static_cast<char>(0xF0 | code >> 18);
    text += static_cast<char>(0x80 | (code >> 12 & 0x3F));
    text += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    text += static_cast<char>(0x80 | (code & 0x3F));
  }
}

std::string decode(std::string_view raw) {
  std::string text;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const std::size_t end = raw[i] == '&' ? raw.find(';', i) : std::string_view::npos;
    if (end == std::string_view::npos || end - i > 10) {
      text += raw[i];
      continue;
    }
    const std::string_view name = raw.substr(i + 1, end - i - 1);
    if (name == "amp") {
      text += '&';
    } else if (name == "lt") {
      text += '<';
    } else if (name == "gt") {
      text += '>';
    } else if (name == "quot") {
      text += '"';
    } else if (name == "apos") {
      text += '\'';
    } else if (name.starts_with("#")) {
      const bool hex = name.starts_with("#x");
      std::uint32_t code = 0;
      const char* const last = name.data() + name.size();
      const auto [stop, error] = std::from_chars(name.data() + (hex ? 2 : 1), last, code, hex ? 16 : 10);
      const bool character = code > 0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
      if (error == std::errc() && stop == last && character) {
        append_utf8(text, code);
      } else {
        text += raw.substr(i, end - i + 1);
      }
    } else {
      text += raw.substr(i, end - i + 1);
    }
    i = end;
  }
  return text;
}

struct Tag {
  std::string name;  ///< with a leading '/' for a closing tag
  std::string key;
  std::string value;
  bool closed = false;  ///< <tag/>
};

class XesReader final : public LogReader {
 public:
  XesReader(ByteSource source, const std::vector<std::string>& fields) : source_(std::move(source)) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const bool of_trace = fields[i].starts_with("case:");
      (of_trace ? trace_fields_ : event_fields_).emplace(of_trace ? fields[i].substr(5) : fields[i], i);
    }
    trace_values_.resize(fields.size());
    event_values_.resize(fields.size());
  }

  std::uint64_t line() const override { return event_line_; }
  const ByteSource& source() const override { return source_; }

  Expected<Read> next(std::span<FieldValue> values) override {
    Tag tag;
    while (read_tag(tag)) {
      if (tag.name == "trace" && !in_trace_) {
        in_trace_ = !tag.closed;
        std::fill(trace_values_.begin(), trace_values_.end(), std::nullopt);
        if (tag.closed) return Read::CaseEnd;
      } else if (tag.name == "/trace" && in_trace_ && !in_event_) {
        in_trace_ = false;
        return Read::CaseEnd;
      } else if (tag.name == "event" && in_trace_ && !in_event_) {
        std::fill(event_values_.begin(), event_values_.end(), std::nullopt);
        event_line_ = line_;
        in_event_ = !tag.closed;
        depth_ = 0;
        if (tag.closed) return deliver(values);
      } else if (tag.name == "event" && !in_trace_) {
        return log_diagnostic(source_, line_, "this event is not part of a trace");
      } else if (tag.name == "/event" && in_event_) {
        in_event_ = false;
        return deliver(values);
      } else if (!tag.name.starts_with('/')) {
        // Attributes may be nested; only those directly in the event or the trace count.
        if (depth_ == 0 && in_event_) remember(tag, event_fields_, event_values_);
        if (depth_ == 0 && in_trace_ && !in_event_) remember(tag, trace_fields_, trace_values_);
        if (!tag.closed && (in_event_ || in_trace_)) ++depth_;
      } else if (depth_ > 0) {
        --depth_;
      }
    }
    if (!problem_.empty()) return log_diagnostic(source_, line_, problem_);
    if (source_.stopped()) return Read::End;
    if (in_trace_ || in_event_) return log_diagnostic(source_, line_, "the log ends inside a trace");
    if (!saw_log_) return log_diagnostic(source_, line_, "expected an XES log: there is no <log> element");
    if (!log_closed_) return log_diagnostic(source_, line_, "the log ends before </log>");
    return Read::End;
  }

 private:
  using Columns = std::multimap<std::string, std::size_t, std::less<>>;

  static void remember(Tag& tag, const Columns& columns, std::vector<std::optional<std::string>>& values) {
    const auto [first, last] = columns.equal_range(tag.key);
    for (auto column = first; column != last; ++column) values[column->second] = tag.value;
  }

  Expected<Read> deliver(std::span<FieldValue> values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto& value = event_values_[i] ? event_values_[i] : trace_values_[i];
      values[i] = value ? FieldValue(*value) : FieldValue();
    }
    return Read::Event;
  }

  int get() {
    const int c = source_.get();
    if (c == '\n') ++line_;
    return c;
  }

  /// Reads the next element tag, skipping comments, declarations and text. Returns false at the end or on an error.
  bool read_tag(Tag& tag) {
    while (true) {
      int c = get();
      while (c >= 0 && c != '<') {
        const bool space = c == ' ' || c == '\t' || c == '\r' || c == '\n';
        if (!saw_markup_ && !space) {
          problem_ = "expected an XES log: the file does not start with a tag";
          return false;
        }
        c = get();
      }
      if (c < 0) {
        problem_ = source_.failed();
        return false;
      }
      saw_markup_ = true;
      if (!read_markup()) return false;
      if (raw_.starts_with("?") || raw_.starts_with("!")) continue;
      parse(tag);
      saw_log_ |= tag.name == "log";
      log_closed_ |= tag.name == "/log" || (tag.name == "log" && tag.closed);
      return true;
    }
  }

  /// Reads the text between '<' and its '>' into raw_; quotes and comments may contain '>'.
  bool read_markup() {
    raw_.clear();
    char quote = 0;
    for (int c = get(); c >= 0; c = get()) {
      if (raw_.starts_with("!--")) {
        if (c == '>' && raw_.size() >= 5 && raw_.ends_with("--")) return true;
        if (raw_.size() > 8) raw_.erase(3, raw_.size() - 6);  // only the end of a comment matters
      } else if (raw_.starts_with("![CDATA[")) {
        if (c == '>' && raw_.ends_with("]]")) return true;
        if (raw_.size() > 16) raw_.erase(8, raw_.size() - 12);
      } else if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = static_cast<char>(c);
      } else if (c == '>') {
        return true;
      }
      raw_ += static_cast<char>(c);
      if (raw_.size() > kLongestTag) {
        problem_ = "a tag is longer than 16 MiB";
        return false;
      }
    }
    problem_ = source_.failed();
    if (problem_.empty() && !source_.stopped()) problem_ = "the log ends inside a tag";
    return false;
  }

  void parse(Tag& tag) {
    std::string_view rest = raw_;
    tag.key.clear();
    tag.value.clear();
    tag.closed = !rest.empty() && rest.back() == '/';
    if (tag.closed) rest.remove_suffix(1);
    const std::size_t end = rest.find_first_of(" \t\r\n");
    tag.name = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end);
    while (true) {
      const std::size_t equals = rest.find('=');
      if (equals == std::string_view::npos) return;
      std::string_view name = rest.substr(0, equals);
      name.remove_prefix(std::min(name.size(), name.find_first_not_of(" \t\r\n")));
      while (!name.empty() && name.find_last_of(" \t\r\n") == name.size() - 1) name.remove_suffix(1);
      const std::size_t open = rest.find_first_of("\"'", equals);
      const std::size_t close = open == std::string_view::npos ? open : rest.find(rest[open], open + 1);
      if (close == std::string_view::npos) return;
      const std::string_view value = rest.substr(open + 1, close - open - 1);
      if (name == "key") tag.key = decode(value);
      if (name == "value") tag.value = decode(value);
      rest.remove_prefix(close + 1);
    }
  }

  ByteSource source_;
  Columns event_fields_, trace_fields_;
  std::vector<std::optional<std::string>> event_values_, trace_values_;
  std::string raw_;
  std::string problem_;
  std::uint64_t line_ = 1;
  std::uint64_t event_line_ = 0;
  std::uint32_t depth_ = 0;
  bool in_trace_ = false;
  bool in_event_ = false;
  bool saw_markup_ = false;
  bool saw_log_ = false;
  bool log_closed_ = false;
};

}  // namespace

Expected<std::unique_ptr<LogReader>> make_xes_reader(ByteSource source, const std::vector<std::string>& fields) {
  return std::unique_ptr<LogReader>(std::make_unique<XesReader>(std::move(source), fields));
}

}  // namespace weir
