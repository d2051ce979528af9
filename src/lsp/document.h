// SPDX-License-Identifier: Apache-2.0
// The open documents and what is known about them. A document is analysed when its content is first asked for after a
// change, so a burst of changes costs one analysis.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <weir/editor.h>

#include "lsp/document_position.h"
#include "lsp/text_scan.h"

namespace weir::lsp {

class Document {
 public:
  Document(std::string uri, std::string path, EditorLanguage language)
      : uri_(std::move(uri)), path_(std::move(path)), language_(language) {}

  void change(std::string text, const Json& version);
  void analyse();

  const std::string& uri() const { return uri_; }
  const std::string& path() const { return path_; }
  EditorLanguage language() const { return language_; }
  const std::string& text() const { return text_; }
  const Json& version() const { return version_; }  ///< as the client numbers it; may be null
  const LineIndex& lines() const { return lines_; }
  const std::vector<Lexeme>& lexemes() const { return lexemes_; }
  const Examination& examination() const { return examination_; }
  /// Definitions of the last version without errors; their places may have moved.
  const std::vector<Definition>& remembered() const { return remembered_; }

  std::string_view word(const Lexeme& lexeme) const { return text_of(text_, lexeme); }
  /// The word that contains the offset or ends there; nullptr if there is none. Includes words in directives.
  const Lexeme* word_at(std::size_t offset) const;
  /// The number of lexemes that begin before the offset.
  std::size_t lexemes_before(std::size_t offset) const;

  /// The definitions that the word at the offset may mean, resolved; none if it is unknown.
  std::vector<const Definition*> definitions_at(std::size_t offset) const;
  /// As definitions_at. Where the text has errors or is not used (an inline without calls), a definition of that name.
  const Definition* best_definition(std::size_t offset) const;

  /// The line index and the location of a file that this document includes; file 0 is the document.
  const LineIndex& lines_of(std::uint32_t file) const;
  /// Its absolute path without `..`, to compare files.
  const std::string& path_of_file(std::uint32_t file) const { return file_paths_[file]; }
  Json location(const TextSpan& place) const;

 private:
  std::string uri_;
  std::string path_;
  EditorLanguage language_;
  std::string text_;
  Json version_;
  LineIndex lines_;
  bool analysed_ = false;
  std::vector<Lexeme> lexemes_;
  mutable Lexeme word_in_directive_;
  Examination examination_;
  std::vector<std::string> file_paths_;
  std::vector<Definition> remembered_;
  mutable std::map<std::uint32_t, LineIndex> other_lines_;
};

class Workspace {
 public:
  /// Adds or replaces a document. `language_id` is the name that the client uses; it decides where the suffix does not.
  void open(const std::string& uri, std::string text, const Json& version, std::string_view language_id);
  void change(const std::string& uri, std::string text, const Json& version);
  void close(const std::string& uri) { documents_.erase(uri); }

  /// The analysed document; nullptr if it is not open.
  Document* find(const std::string& uri);
  std::vector<Document*> all();

 private:
  std::map<std::string, std::unique_ptr<Document>> documents_;
};

inline bool inside(const TextSpan& span, std::size_t offset) {
  return span.file == 0 && span.begin <= offset && offset <= span.end && span.begin < span.end;
}

}  // namespace weir::lsp
