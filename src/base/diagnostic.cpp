// SPDX-License-Identifier: Apache-2.0
#include <weir/diagnostic.h>

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

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

/// White space that brings the caret below its column: tabs stay tabs, so that it lines up in any terminal.
std::string indentation(const std::string& line, std::uint32_t column) {
  std::string blank;
  std::uint32_t at = 1;
  for (char c : line) {
    if (!starts_character(c)) continue;
    if (at++ >= column) break;
    blank += c == '\t' ? '\t' : ' ';
  }
  while (at++ < column) blank += ' ';
  return blank;
}

}  // namespace

std::string to_string(const Diagnostic& diagnostic) {
  std::string text;
  if (!diagnostic.file.empty()) text += diagnostic.file + ":";
  if (diagnostic.line > 0) {
    text += std::to_string(diagnostic.line) + ":";
    if (diagnostic.column > 0) text += std::to_string(diagnostic.column) + ":";
  }
  if (!text.empty()) text += ' ';
  text += std::string(name(diagnostic.severity)) + ": " + diagnostic.message;
  if (diagnostic.column > 0) {
    text += "\n  " + diagnostic.source_line + "\n  " + indentation(diagnostic.source_line, diagnostic.column) + '^';
    if (diagnostic.length > 1) text.append(diagnostic.length - 1, '~');
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
