// SPDX-License-Identifier: Apache-2.0
#include "base/text/source_map.h"

#include <algorithm>

namespace weir {
namespace {

constexpr std::size_t kMaxNotes = 8;  ///< expansion notes per diagnostic; the rest is summarised

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i++]);
    const std::size_t more = lead < 0x80                   ? 0
                             : lead >= 0xC2 && lead < 0xE0 ? 1
                             : lead >= 0xE0 && lead < 0xF0 ? 2
                             : lead >= 0xF0 && lead < 0xF5 ? 3
                                                           : 4;
    if (more == 4 || i + more > text.size()) return false;
    for (std::size_t k = 0; k < more; ++k, ++i) {
      if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return false;
    }
  }
  return true;
}

/// Converts Latin-1 to UTF-8; control characters become blanks.
std::string from_latin1(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      result += c;
    } else {
      result += static_cast<char>(0xC0 | (byte >> 6));
      result += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return result;
}

}  // namespace

SourceMap::SourceMap() : expansions_(1) {}

std::uint32_t SourceMap::add_file(SourceText text, const SourceRange* includer) {
  File file{std::move(text), false, 0, {}, {}};
  if (includer != nullptr) {
    file.included = true;
    file.includer = *includer;
    file.depth = files_[includer->file].depth + 1;
  }
  files_.push_back(std::move(file));
  return static_cast<std::uint32_t>(files_.size() - 1);
}

std::vector<SourceDigest> SourceMap::digests() const {
  std::vector<SourceDigest> result;
  for (const File& file : files_) {
    const std::string& name = file.text.name();
    if (!file.included && name.starts_with('<') && name.ends_with('>')) continue;  // text that is not from a file
    result.push_back(digest_of(name, file.text.text()));
  }
  return result;
}

std::uint32_t SourceMap::add_expansion(ExpansionKind kind, std::string name, const SourceRange& call) {
  expansions_.push_back({kind, std::move(name), call});
  return static_cast<std::uint32_t>(expansions_.size() - 1);
}

void SourceMap::add_line_directive(std::uint32_t file, std::uint32_t offset, std::uint32_t line, std::string name) {
  File& f = files_[file];
  f.directives.push_back({offset, f.text.position(offset).line, line, std::move(name)});
}

std::string_view SourceMap::text(const SourceRange& range) const {
  const std::string_view whole = files_[range.file].text.text();
  const std::size_t begin = std::min<std::size_t>(range.begin, whole.size());
  return whole.substr(begin, range.end > begin ? range.end - begin : 0);
}

SourceRange SourceMap::presented(SourceRange range) const {
  SourceRange shown = range;
  for (std::uint32_t e = range.expansion; e != 0; e = expansions_[e].call.expansion) {
    if (expansions_[e].kind == ExpansionKind::Inline) break;
    shown = expansions_[e].call;
  }
  return shown;
}

SourceRange SourceMap::join(const SourceRange& first, const SourceRange& last) const {
  const auto fits = [](const SourceRange& a, const SourceRange& b) {
    return a.file == b.file && a.expansion == b.expansion && a.begin <= b.end;
  };
  if (fits(first, last)) return {first.file, first.begin, last.end, first.expansion};
  const SourceRange a = presented(first), b = presented(last);
  if (fits(a, b)) return {a.file, a.begin, std::max(a.end, b.end), a.expansion};
  return first;
}

SourceMap::Position SourceMap::position(const SourceRange& range) const {
  if (files_.empty()) return {};
  const SourceRange shown = presented(range);
  const File& file = files_[shown.file];
  const SourceText::Position where = file.text.position(shown.begin);
  Position result{file.text.name(), where.line, where.column};
  for (auto d = file.directives.rbegin(); d != file.directives.rend(); ++d) {
    if (d->offset > shown.begin) continue;
    result.line = d->line + (where.line - d->physical_line);
    for (auto named = d; named != file.directives.rend(); ++named) {
      if (named->name.empty()) continue;
      result.file = named->name;
      break;
    }
    break;
  }
  return result;
}

Diagnostic SourceMap::plain(const SourceRange& range, std::string message, Diagnostic::Severity severity) const {
  if (files_.empty()) return {severity, std::move(message)};
  const SourceText& text = files_[range.file].text;
  Diagnostic diagnostic =
      text.at(range.begin, range.end > range.begin ? range.end - range.begin : 1, std::move(message), severity);
  if (!is_utf8(diagnostic.source_line)) {
    const std::string_view before = text.text().substr(0, std::min<std::size_t>(range.begin, text.text().size()));
    const std::size_t newline = before.rfind('\n');
    diagnostic.column =
        static_cast<std::uint32_t>(before.size() - (newline == std::string_view::npos ? 0 : newline + 1)) + 1;
    diagnostic.source_line = from_latin1(diagnostic.source_line);
  }
  for (char& c : diagnostic.source_line) {
    if (static_cast<unsigned char>(c) < 0x20 && c != '\t') c = ' ';
  }
  const SourceRange alone{range.file, range.begin, range.end, 0};
  const Position shown = position(alone);
  diagnostic.file = shown.file;
  diagnostic.line = shown.line;
  return diagnostic;
}

Diagnostics SourceMap::at(const SourceRange& range, std::string message, Diagnostic::Severity severity) const {
  Diagnostics result{plain(range, std::move(message), severity)};
  SourceRange here = range;
  std::size_t left_out = 0;
  for (std::uint32_t e = range.expansion; e != 0; e = expansions_[e].call.expansion) {
    here = expansions_[e].call;
    if (result.size() > kMaxNotes) {
      ++left_out;
      continue;
    }
    const bool is_macro = expansions_[e].kind == ExpansionKind::Macro;
    result.push_back(plain(here,
                           (is_macro ? "in expansion of macro '" : "in call of inline '") + expansions_[e].name + "'",
                           Diagnostic::Severity::Note));
  }
  if (left_out > 0) {
    result.push_back({Diagnostic::Severity::Note, "and " + std::to_string(left_out) + " more enclosing expansions"});
  }
  std::size_t inclusions = 0;
  for (std::uint32_t f = here.file; !files_.empty() && files_[f].included; f = files_[f].includer.file) {
    if (++inclusions > kMaxNotes) break;
    result.push_back(plain(files_[f].includer, "included from here", Diagnostic::Severity::Note));
  }
  return result;
}

}  // namespace weir
