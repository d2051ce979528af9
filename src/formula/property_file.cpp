// SPDX-License-Identifier: Apache-2.0
// Comments are replaced by blanks, which preserves all offsets; then the text is split into formulas.
#include "formula/property_file.h"

#include <unordered_map>

#include "base/text/ascii.h"

namespace weir {
namespace {

std::string without_comments(std::string_view text) {
  std::string result(text);
  bool quoted = false;
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (result[i] == '\n') quoted = false;
    if (quoted) {
      if (result[i] == '\\' && i + 1 < result.size() && result[i + 1] != '\n')
        ++i;
      else if (result[i] == '"')
        quoted = false;
    } else if (result[i] == '"') {
      quoted = true;
    } else if (result[i] == '#' || (result[i] == '/' && i + 1 < result.size() && result[i + 1] == '/')) {
      while (i < result.size() && result[i] != '\n') result[i++] = ' ';
      if (i < result.size()) quoted = false;
    }
  }
  return result;
}

struct Extent {
  std::size_t start = 0;
  std::size_t end = 0;
};

Extent trimmed(std::string_view text, Extent piece) {
  while (piece.start < piece.end && ascii::is_space(text[piece.start])) ++piece.start;
  while (piece.start < piece.end && ascii::is_space(text[piece.end - 1])) --piece.end;
  return piece;
}

/// Splits into lines, joined while a parenthesis is open; blank lines are dropped.
std::vector<Extent> cut(std::string_view text) {
  std::vector<Extent> pieces;
  Extent piece;
  std::size_t open = 0;
  bool quoted = false;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : '\n';
    if (quoted && c == '\\' && i + 1 < text.size() && text[i + 1] != '\n')
      ++i;
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && (c == '(' || c == '{'))
      ++open;
    else if (!quoted && (c == ')' || c == '}') && open > 0)
      --open;
    if (c != '\n') continue;
    quoted = false;
    if (open > 0 && i < text.size()) continue;
    open = 0;
    piece.end = std::min(i, text.size());
    piece = trimmed(text, piece);
    if (piece.start < piece.end) pieces.push_back(piece);
    piece.start = i + 1;
  }
  return pieces;
}

/// The length of `name` in `name: formula`, or 0.
std::size_t name_length(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size() &&
         (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_' || text[i] == '.' || text[i] == '-'))
    ++i;
  const std::size_t length = i;
  while (i < text.size() && text[i] == ' ') ++i;
  const bool colon = i < text.size() && text[i] == ':' && (i + 1 == text.size() || ascii::is_space(text[i + 1]));
  return colon ? length : 0;
}

/// Converts a diagnostic about a part of the source to one about the whole.
Diagnostic relocated(Diagnostic diagnostic, const SourceText& source, std::size_t start) {
  const SourceText::Position at = source.position(start);
  if (diagnostic.line <= 1) diagnostic.column += at.column - 1;
  diagnostic.line += at.line - 1;
  diagnostic.file = source.name();
  diagnostic.source_line = std::string(source.line(diagnostic.line));
  return diagnostic;
}

}  // namespace

std::vector<NamedFormula> read_formulas(const SourceText& source, const ParseOptions& options, Diagnostics& errors) {
  const std::string text = without_comments(source.text());
  std::vector<NamedFormula> result;
  std::unordered_map<std::string, std::uint32_t> first_use;
  std::size_t place = 0;
  for (const Extent& piece : cut(text)) {
    ++place;
    const std::size_t named = name_length(std::string_view(text).substr(piece.start, piece.end - piece.start));
    Extent body = piece;
    if (named > 0) body.start = text.find(':', piece.start) + 1;
    body = trimmed(text, body);
    const std::string name = named > 0 ? text.substr(piece.start, named) : "p" + std::to_string(place);
    const std::uint32_t line = source.position(piece.start).line;
    if (const auto [entry, added] = first_use.emplace(name, line); !added) {
      errors.push_back(
          source.at(piece.start, std::max<std::size_t>(named, 1),
                    "the name '" + name + "' is already used by the formula in line " + std::to_string(entry->second)));
    }
    const std::string formula_text = text.substr(body.start, body.end - body.start);
    std::vector<AtomPlace> atoms;
    const auto parsed = parse_quantified(formula_text, options, source.name(), &atoms);
    if (parsed) {
      for (AtomPlace& atom : atoms) atom.offset += body.start;
      result.push_back({name, named > 0, formula_text, parsed->formula, line, piece.start, piece.end - piece.start,
                        std::move(atoms), parsed->quantifier});
    } else {
      for (const Diagnostic& error : parsed.error()) errors.push_back(relocated(error, source, body.start));
    }
  }
  return result;
}

Expected<std::vector<NamedFormula>> read_property_file(const SourceText& source, const ParseOptions& options) {
  Diagnostics errors;
  std::vector<NamedFormula> result = read_formulas(source, options, errors);
  if (!errors.empty()) return errors;
  return result;
}

}  // namespace weir
