// SPDX-License-Identifier: Apache-2.0
#include <weir/diagnostic.h>

#include <algorithm>
#include <string_view>

#include "base/text/printable.h"

namespace weir {
namespace {

const char* name(Diagnostic::Severity severity) {
  switch (severity) {
    case Diagnostic::Severity::Error: return "error";
    case Diagnostic::Severity::Warning: return "warning";
    case Diagnostic::Severity::Note: return "note";
  }
  return "error";
}

/// The line as shown, with the caret and underline below. Tabs stay tabs, so that both lines align in any terminal; an
/// escaped character is as wide as its escape.
std::string underlined(std::string_view line, std::uint32_t column, std::uint32_t length) {
  // Show only the surroundings of the column in a very long line.
  constexpr std::uint32_t kBefore = 100, kShown = 200;
  const std::uint32_t first = column > kBefore + kShown / 2 ? column - kBefore : 1;
  std::string shown = first > 1 ? "..." : "", marks(shown.size(), ' ');
  length = std::min(length, kShown);
  std::uint32_t at = 1;
  for (std::size_t i = 0; i < line.size(); ++at) {
    std::size_t size = 1;  // columns count lead bytes; continuation bytes belong to the same character
    while (i + size < line.size() && (static_cast<unsigned char>(line[i + size]) & 0xC0) == 0x80) ++size;
    const std::string_view character = line.substr(i, size);
    i += size;
    if (at < first) continue;
    if (at >= first + kShown) {
      shown += "...";
      length = 0;
      break;
    }
    const std::string text = printable_lines(character);
    shown += text;
    const std::size_t width = text == character ? 1 : text.size();
    if (at < column) {
      marks.append(width, character == "\t" ? '\t' : ' ');
    } else if (at < column + length) {
      marks.append(width, '~');
    }
  }
  for (; at < column + length; ++at) marks += at < column ? ' ' : '~';
  if (const std::size_t caret = marks.find('~'); caret != std::string::npos) marks[caret] = '^';
  return "\n  " + shown + "\n  " + marks;
}

}  // namespace

std::string to_string(const Diagnostic& diagnostic) {
  std::string text;
  if (!diagnostic.file.empty()) text += printable(diagnostic.file) + ":";
  if (diagnostic.line > 0) {
    text += std::to_string(diagnostic.line) + ":";
    if (diagnostic.column > 0) text += std::to_string(diagnostic.column) + ":";
  }
  if (!text.empty()) text += ' ';
  text +=
      std::string(diagnostic.limit ? "inconclusive" : name(diagnostic.severity)) + ": " + printable(diagnostic.message);
  if (diagnostic.column > 0) {
    text += underlined(diagnostic.source_line, diagnostic.column, std::max(diagnostic.length, 1U));
  }
  return text;
}

std::string to_string(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!text.empty()) text += '\n';
    text += to_string(diagnostic);
  }
  return text;
}

}  // namespace weir
