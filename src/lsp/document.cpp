// SPDX-License-Identifier: Apache-2.0
#include "lsp/document.h"

#include <algorithm>
#include <utility>

namespace weir::lsp {

void Document::change(std::string text, const Json& version) {
  text_ = std::move(text);
  version_ = version;
  lines_ = LineIndex(text_);
  analysed_ = false;
}

void Document::analyse() {
  if (std::exchange(analysed_, true)) return;
  lexemes_ = scan(text_, language_);
  other_lines_.clear();
  examination_ = examine(path_, text_, language_);
  file_paths_.clear();
  for (const SourceFile& file : examination_.files) file_paths_.push_back(normal_path(file.name));
  if (examination_.understood) remembered_ = examination_.definitions;
}

std::size_t Document::lexemes_before(std::size_t offset) const {
  const auto first = std::partition_point(lexemes_.begin(), lexemes_.end(),
                                          [offset](const Lexeme& lexeme) { return lexeme.begin < offset; });
  return static_cast<std::size_t>(first - lexemes_.begin());
}

const Lexeme* Document::word_at(std::size_t offset) const {
  const std::size_t count = lexemes_before(offset + 1);
  for (std::size_t i = count; i > 0 && i + 2 > count; --i) {
    const Lexeme& lexeme = lexemes_[i - 1];
    if (lexeme.end < offset) break;
    if (lexeme.kind == Lexeme::Kind::Word) return &lexeme;
    if (lexeme.kind != Lexeme::Kind::Directive) continue;
    for (const Lexeme& word : words_in(text_, lexeme)) {
      if (word.begin > offset || offset > word.end) continue;
      word_in_directive_ = word;
      return &word_in_directive_;
    }
  }
  return nullptr;
}

std::vector<const Definition*> Document::definitions_at(std::size_t offset) const {
  std::vector<const Definition*> found;
  const std::vector<Occurrence>& all = examination_.occurrences;
  auto after = std::partition_point(all.begin(), all.end(), [offset](const Occurrence& occurrence) {
    return occurrence.place.file == 0 && occurrence.place.begin <= offset;
  });
  while (after != all.begin() && (after - 1)->place.end >= offset) {
    --after;
    if (!found.empty() && after->place.begin != (after + 1)->place.begin) break;  // `x` before `.y`
    found.push_back(&examination_.definitions[after->definition]);
  }
  std::reverse(found.begin(), found.end());
  return found;
}

const Definition* Document::best_definition(std::size_t offset) const {
  if (const std::vector<const Definition*> resolved = definitions_at(offset); !resolved.empty())
    return resolved.front();
  const Lexeme* at = word_at(offset);
  if (at == nullptr) return nullptr;
  const Definition* best = nullptr;
  for (const auto* list : {&examination_.definitions, &remembered_}) {
    for (const Definition& definition : *list) {
      if (definition.name != word(*at)) continue;
      if (inside(definition.scope, offset)) return &definition;
      if (best == nullptr || (!best->owner.empty() && definition.owner.empty())) best = &definition;
    }
    if (best != nullptr) break;
  }
  return best;
}

const LineIndex& Document::lines_of(std::uint32_t file) const {
  if (file == 0 || file >= examination_.files.size()) return lines_;
  return other_lines_.try_emplace(file, examination_.files[file].text).first->second;
}

Json Document::location(const TextSpan& place) const {
  const bool own = place.file == 0 || place.file >= file_paths_.size();
  return {{"uri", own ? uri_ : uri_of(file_paths_[place.file])},
          {"range", lines_of(place.file).range(place.begin, place.end)}};
}

void Workspace::open(const std::string& uri, std::string text, const Json& version, std::string_view language_id) {
  const std::string path = path_of(uri);
  EditorLanguage language = EditorLanguage::Promela;
  if (const auto by_suffix = editor_language(path)) {
    language = *by_suffix;
  } else if (language_id == "dve") {
    language = EditorLanguage::Dve;
  } else if (language_id == "ltl") {
    language = EditorLanguage::Formulas;
  }
  std::unique_ptr<Document>& place = documents_[uri];
  place = std::make_unique<Document>(uri, path, language);
  place->change(std::move(text), version);
}

void Workspace::change(const std::string& uri, std::string text, const Json& version) {
  const auto found = documents_.find(uri);
  if (found == documents_.end()) return open(uri, std::move(text), version, "");
  found->second->change(std::move(text), version);
}

Document* Workspace::find(const std::string& uri) {
  const auto found = documents_.find(uri);
  if (found == documents_.end()) return nullptr;
  found->second->analyse();
  return found->second.get();
}

std::vector<Document*> Workspace::all() {
  std::vector<Document*> result;
  for (auto& [uri, document] : documents_) {
    document->analyse();
    result.push_back(document.get());
  }
  return result;
}

}  // namespace weir::lsp
