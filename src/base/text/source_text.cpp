// SPDX-License-Identifier: Apache-2.0
#include "base/text/source_text.h"

#include <sys/stat.h>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace weir {
namespace {

// Columns stop counting here, and diagnostics show no more of a line: each statement of a one-line megabyte file asks
// for its position, and that must stay cheap.
constexpr std::size_t kLongestLine = 1 << 13;

std::uint32_t count_characters(std::string_view text) {
  return static_cast<std::uint32_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

SourceText::SourceText(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  line_starts_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
  }
}

Expected<SourceText> SourceText::read_file(const std::string& path, std::size_t limit) {
  const auto refuse = [&](const std::string& why) {
    Diagnostic diagnostic;
    diagnostic.message = "cannot read " + (path == "-" ? "standard input" : "'" + path + "'") + ": " + why;
    return diagnostic;
  };
  std::FILE* file = stdin;
  if (path != "-") {
    struct stat info {};
    if (stat(path.c_str(), &info) != 0) return refuse(std::strerror(errno));
    if (S_ISDIR(info.st_mode)) return refuse("it is a directory");
    file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) return refuse(std::strerror(errno));
  }
  std::string text;
  char chunk[1 << 16];
  std::size_t count = 0;
  bool too_large = false;
  while (!too_large && (count = std::fread(chunk, 1, sizeof chunk, file)) > 0) {
    text.append(chunk, count);
    too_large = text.size() > limit;
  }
  const int failed = std::ferror(file) != 0 ? errno : 0;
  if (file != stdin) std::fclose(file);
  if (failed == EINTR) return refuse("interrupted");
  if (failed != 0) return refuse(std::strerror(failed));
  if (too_large) return refuse("larger than " + std::to_string(limit) + " bytes");
  return SourceText(path == "-" ? "<stdin>" : path, std::move(text));
}

SourceText::Position SourceText::position(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const std::size_t start = *(next - 1);
  offset = std::min(offset, start + kLongestLine);
  return {static_cast<std::uint32_t>(next - line_starts_.begin()),
          count_characters(std::string_view(text_).substr(start, offset - start)) + 1};
}

std::string_view SourceText::line(std::uint32_t line) const {
  if (line == 0 || line > line_starts_.size()) return {};
  const std::size_t start = line_starts_[line - 1];
  std::string_view rest = std::string_view(text_).substr(start);
  rest = rest.substr(0, rest.find('\n'));
  if (!rest.empty() && rest.back() == '\r') rest.remove_suffix(1);
  return rest;
}

Diagnostic SourceText::at(std::size_t offset, std::size_t length, std::string message,
                          Diagnostic::Severity severity) const {
  const Position where = position(offset);
  std::string_view whole = line(where.line);
  if (whole.size() > kLongestLine) {
    std::size_t shown_bytes = kLongestLine;
    while ((static_cast<unsigned char>(whole[shown_bytes]) & 0xC0) == 0x80) --shown_bytes;  // whole characters
    whole = whole.substr(0, shown_bytes);
  }
  const std::size_t line_start = line_starts_[where.line - 1];
  const std::size_t in_line = std::min(offset - std::min(offset, line_start), whole.size());
  const std::uint32_t shown = count_characters(whole.substr(in_line, length));
  return {severity, std::move(message), name_, where.line, where.column, std::max(shown, 1U), std::string(whole)};
}

}  // namespace weir
