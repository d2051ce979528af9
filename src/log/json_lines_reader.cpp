// SPDX-License-Identifier: Apache-2.0
// JSON lines: one object per event. simdjson finds the fields; strings are unescaped, numbers and booleans stay as
// written.
#include <algorithm>
#include <deque>

#include <simdjson.h>

#include "log/readers.h"

namespace weir {

Diagnostic log_diagnostic(const ByteSource& source, std::uint64_t line, std::string message, std::string_view text,
                          std::size_t offset) {
  constexpr std::size_t kShown = 120;
  const std::size_t from = offset > kShown / 2 && text.size() > kShown ? offset - kShown / 2 : 0;
  Diagnostic diagnostic;
  diagnostic.message = std::move(message);
  diagnostic.file = source.name();
  diagnostic.line = static_cast<std::uint32_t>(std::min<std::uint64_t>(line, 0xFFFFFFFFU));
  if (!text.empty()) {
    diagnostic.source_line = text.substr(from, kShown);
    diagnostic.column = static_cast<std::uint32_t>(offset - from + 1);
  }
  return diagnostic;
}

namespace {

class JsonLinesReader final : public LogReader {
 public:
  JsonLinesReader(ByteSource source, std::vector<std::string> fields)
      : source_(std::move(source)), fields_(std::move(fields)) {}

  std::uint64_t line() const override { return line_; }
  const ByteSource& source() const override { return source_; }

  Expected<Read> next(std::span<FieldValue> values) override {
    std::string_view text;
    do {
      if (!source_.line(text)) {
        if (!source_.failed().empty()) return log_diagnostic(source_, line_ + 1, source_.failed());
        return Read::End;
      }
      ++line_;
    } while (text.find_first_not_of(" \t") == std::string_view::npos);
    std::fill(values.begin(), values.end(), std::nullopt);
    // simdjson reads slightly past the end, so the line is copied to a padded buffer.
    padded_.assign(text);
    padded_.reserve(text.size() + simdjson::SIMDJSON_PADDING);
    std::size_t place = 0;
    if (const auto error = read(values, place)) return log_diagnostic(source_, line_, problem(error), text, place);
    return Read::Event;
  }

 private:
  static std::string problem(simdjson::error_code error) {
    switch (error) {
      case simdjson::UTF8_ERROR: return "this line is not valid UTF-8";
      case simdjson::UNCLOSED_STRING: return "a string is not closed on this line";
      case simdjson::UNESCAPED_CHARS: return "a string contains a control character";
      case simdjson::DEPTH_ERROR: return "this is nested too deeply";
      default: return "expected one JSON object on the line";
    }
  }

  /// `place` is the position of the error in the line, if known.
  simdjson::error_code read(std::span<FieldValue> values, std::size_t& place) {
    simdjson::ondemand::document document;
    if (const auto error = parser_.iterate(padded_.data(), padded_.size(), padded_.capacity()).get(document))
      return error;
    const simdjson::error_code error = read(document, values);
    const char* at = nullptr;
    if (error && document.current_location().get(at) == simdjson::SUCCESS && at >= padded_.data() &&
        at <= padded_.data() + padded_.size()) {
      place = static_cast<std::size_t>(at - padded_.data());
    }
    return error;
  }

  simdjson::error_code read(simdjson::ondemand::document& document, std::span<FieldValue> values) {
    simdjson::ondemand::object object;
    if (const auto error = document.get_object().get(object)) return error;
    for (auto field : object) {
      std::string_view key;
      if (const auto error = field.unescaped_key().get(key)) return error;
      const auto wanted = std::find(fields_.begin(), fields_.end(), key);
      simdjson::ondemand::value value;
      if (const auto error = field.value().get(value)) return error;
      if (wanted == fields_.end()) continue;
      simdjson::ondemand::json_type type;
      if (const auto error = value.type().get(type)) return error;
      std::string_view text;
      if (type == simdjson::ondemand::json_type::string) {
        if (const auto error = value.get_string().get(text)) return error;
      } else if (type == simdjson::ondemand::json_type::null) {
        continue;
      } else if (type == simdjson::ondemand::json_type::array || type == simdjson::ondemand::json_type::object) {
        continue;  // only simple values can be compared
      } else {
        text = value.raw_json_token();
        while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
      }
      // A name may be requested more than once, as event and as field.
      for (std::size_t i = static_cast<std::size_t>(wanted - fields_.begin()); i < fields_.size(); ++i) {
        if (fields_[i] == key) values[i] = text;
      }
    }
    const char* rest = nullptr;  // no location after the end of the text
    return document.current_location().get(rest) == simdjson::OUT_OF_BOUNDS ? simdjson::SUCCESS : simdjson::TAPE_ERROR;
  }

  ByteSource source_;
  std::vector<std::string> fields_;
  std::uint64_t line_ = 0;
  std::string padded_;
  simdjson::ondemand::parser parser_;
};

}  // namespace

Expected<std::unique_ptr<LogReader>> make_json_lines_reader(ByteSource source, const std::vector<std::string>& fields) {
  return std::unique_ptr<LogReader>(std::make_unique<JsonLinesReader>(std::move(source), fields));
}

}  // namespace weir
