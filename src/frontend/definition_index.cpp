// SPDX-License-Identifier: Apache-2.0
#include "frontend/definition_index.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/text/preprocessor_lexer.h"

namespace weir {
namespace {

bool empty(const TextSpan& span) { return span.end <= span.begin; }

auto order(const TextSpan& span) { return std::make_tuple(span.file, span.begin, span.end); }

}  // namespace

DefinitionIndex::DefinitionIndex(const SourceMap& sources) : sources_(sources) {
  std::unordered_map<std::string, std::uint32_t> numbers;  // a file included twice is two files of the map
  for (std::uint32_t file = 0; file < sources.file_count(); ++file) {
    const auto [place, added] =
        numbers.emplace(sources.file(file).name(), static_cast<std::uint32_t>(first_of_number_.size()));
    if (added) first_of_number_.push_back(file);
    file_number_.push_back(place->second);
  }
}

TextSpan DefinitionIndex::span(const SourceRange& range) const {
  if (range.file >= file_number_.size()) return {};
  return {file_number_[range.file], range.begin, range.end};
}

std::string_view DefinitionIndex::text(const TextSpan& span) const {
  return sources_.text({first_of_number_[span.file], span.begin, span.end, 0});
}

std::uint32_t DefinitionIndex::define(Definition definition, const SourceRange& name) {
  definition.place = span(name);
  definition.written = sources_.file_count() > 0 && sources_.text(name) == definition.name;
  if (empty(definition.extent)) definition.extent = definition.place;
  const TextSpan place = definition.place;
  std::string key = std::to_string(place.file) + ':' + std::to_string(place.begin) + ':' + definition.name;
  const auto [known, added] = by_place_.emplace(std::move(key), static_cast<std::uint32_t>(definitions_.size()));
  if (!added) return known->second;
  if (definition.written) occurrences_.push_back({place, known->second});
  definitions_.push_back(std::move(definition));
  return known->second;
}

void DefinitionIndex::use(std::uint32_t definition, const SourceRange& name) {
  if (sources_.text(name) == definitions_[definition].name) use(definition, span(name));
}

/// Macros of one name are one definition, however often the name is defined.
void DefinitionIndex::add_macros() {
  std::unordered_map<std::string, std::uint32_t> macros;
  for (const std::uint32_t file : first_of_number_) add_macros_of(file, macros);
  for (std::uint32_t i = 1; i < sources_.expansion_count(); ++i) {
    const SourceMap::Expansion& expansion = sources_.expansion(i);
    const auto macro = macros.find(expansion.name);
    if (expansion.kind != SourceMap::ExpansionKind::Macro || macro == macros.end()) continue;
    SourceRange name = expansion.call;
    name.end = name.begin + static_cast<std::uint32_t>(expansion.name.size());
    use(macro->second, name);
  }
}

void DefinitionIndex::add_macros_of(std::uint32_t file, std::unordered_map<std::string, std::uint32_t>& macros) {
  PreprocessorLexer lexer(sources_.file(file).text(), file);
  for (PreprocessorToken token = lexer.next(); token.kind != PreprocessorToken::Kind::End; token = lexer.next()) {
    if (!token.is('#') || !token.line_start) {
      lexer.skip_line();
      continue;
    }
    const bool defines = lexer.next_in_line().text == "define";
    const PreprocessorToken name = lexer.next_in_line();
    if (defines && name.kind == PreprocessorToken::Kind::Identifier) {
      const auto known = macros.find(std::string(name.text));
      if (known != macros.end()) {
        use(known->second, name.range);
      } else {
        macros.emplace(name.text, define({.name = std::string(name.text), .kind = "macro"}, name.range));
      }
    }
    lexer.skip_line();
  }
}

void DefinitionIndex::finish(Examination& result) {
  for (const std::uint32_t file : first_of_number_)
    result.files.push_back({sources_.file(file).name(), std::string(sources_.file(file).text())});
  std::vector<std::uint32_t> sorted(definitions_.size());
  for (std::uint32_t i = 0; i < sorted.size(); ++i) sorted[i] = i;
  std::stable_sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
    return order(definitions_[a].place) < order(definitions_[b].place);
  });
  std::vector<std::uint32_t> number(sorted.size());
  for (std::uint32_t i = 0; i < sorted.size(); ++i) {
    number[sorted[i]] = i;
    result.definitions.push_back(std::move(definitions_[sorted[i]]));
  }
  for (Occurrence& occurrence : occurrences_) occurrence.definition = number[occurrence.definition];
  const auto key = [](const Occurrence& o) { return std::make_tuple(order(o.place), o.definition); };
  std::sort(occurrences_.begin(), occurrences_.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  const auto same = [&](const auto& a, const auto& b) { return key(a) == key(b); };
  occurrences_.erase(std::unique(occurrences_.begin(), occurrences_.end(), same), occurrences_.end());
  result.occurrences = std::move(occurrences_);
}

}  // namespace weir
