// SPDX-License-Identifier: Apache-2.0
// Renames a definition wherever its name is written: in the document, in open files that it includes, and in open
// documents that include the same file.
//
// Text that the model does not use (an inline that is never called, an inactive #if, a macro that is never expanded)
// is not resolved; there the name is replaced if it can only mean a global definition. A renaming is refused if it
// would change the meaning of the model: if a place means several definitions, if the new name is taken, or if the
// text with the new name is not understood in the same way.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/text/ascii.h"
#include "lsp/features.h"

namespace weir::lsp {
namespace {

constexpr std::size_t kMostPlaces = 50'000;
constexpr std::array<std::string_view, 6> kBuiltIn = {"_", "_pid", "_nr_pr", "_last", "_priority", "STDIN"};

bool is_name(std::string_view text) {
  const auto start = [](char c) { return ascii::is_letter(c) || c == '_'; };
  return !text.empty() && start(text.front()) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return start(c) || ascii::is_digit(c); });
}

/// A definition that can be meant in any process; a field can only follow a dot.
bool is_global(const Definition& definition) { return definition.owner.empty(); }

class Renaming {
 public:
  Renaming(Workspace& workspace, const Document& document, std::size_t offset) : document_(document) {
    const Lexeme* word = document.word_at(offset);
    if (word == nullptr) throw Refused{"there is no name here"};
    word_ = *word;
    const std::vector<const Definition*> found = document.definitions_at(offset);
    const std::string name(document.word(*word));
    if (found.empty()) {
      const ReservedWords reserved = reserved_words(document.language());
      const bool keyword = std::binary_search(reserved.keywords.begin(), reserved.keywords.end(), name) ||
                           std::binary_search(reserved.temporal.begin(), reserved.temporal.end(), name);
      throw Refused{keyword ? "'" + name + "' is a keyword" : "'" + name + "' is not defined in this file"};
    }
    if (found.size() > 1) throw Refused{"'" + name + "' means several definitions here"};
    target_ = found.front();
    if (!target_->written) throw Refused{"'" + name + "' is put together by a macro"};
    home_ = document.path_of_file(target_->place.file);
    const std::vector<Document*> all = workspace.all();
    for (const Document* other : all) {
      if (other->examination().understood || !is_part_of_another(*other, all)) collect(*other);
    }
    require_open(workspace);
  }

  Json prepared() const {
    return {{"range", document_.lines().range(word_.begin, word_.end)}, {"placeholder", target_->name}};
  }

  Json renamed(const std::string& new_name) {
    require_free(new_name);
    require_same_meaning(new_name);
    Json changes = Json::object();
    for (const auto& [path, places] : places_) {
      const Document& owner = *open_.at(path);
      Json edits = Json::array();
      for (const std::uint32_t begin : places) {
        edits.push_back({{"range", owner.lines().range(begin, begin + target_->name.size())}, {"newText", new_name}});
      }
      changes[owner.uri()] = std::move(edits);
    }
    return {{"changes", std::move(changes)}};
  }

 private:
  bool is_target(const Document& document, const Definition& definition) const {
    return definition.name == target_->name && definition.place.begin == target_->place.begin &&
           document.path_of_file(definition.place.file) == home_;
  }

  /// An included file need not be a whole model: it is analysed as part of the documents that include it.
  static bool is_part_of_another(const Document& part, const std::vector<Document*>& all) {
    const std::string path = normal_path(part.path());
    return std::any_of(all.begin(), all.end(), [&](const Document* document) {
      const std::vector<SourceFile>& files = document->examination().files;
      return document != &part && document->examination().understood &&
             std::any_of(files.begin(), files.end(),
                         [&](const SourceFile& file) { return normal_path(file.name) == path; });
    });
  }

  /// Adds the places in one open document and in the files that it includes.
  void collect(const Document& document) {
    const Examination& known = document.examination();
    std::set<std::pair<std::uint32_t, std::uint32_t>> resolved;  // file and offset, of any definition
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < known.occurrences.size(); ++i) {
      resolved.emplace(known.occurrences[i].place.file, known.occurrences[i].place.begin);
      if (is_target(document, known.definitions[known.occurrences[i].definition])) found.push_back(i);
    }
    if (found.empty()) return;
    if (!known.understood)
      throw Refused{"correct the errors in " + document.path() + " first: without that, not all uses are known"};
    if (found.size() > kMostPlaces) throw Refused{"'" + target_->name + "' is used in too many places"};
    users_.push_back(&document);
    for (const std::size_t i : found) {
      const TextSpan& place = known.occurrences[i].place;
      if (is_shared(known.occurrences, i)) {
        const std::size_t line = document.lines_of(place.file).line_of(place.begin) + 1;
        throw Refused{"'" + target_->name + "' in line " + std::to_string(line) + " of " +
                      known.files[place.file].name + " also means another definition"};
      }
      places_[document.path_of_file(place.file)].insert(place.begin);
    }
    for (std::uint32_t file = 0; file < known.files.size() && is_global(*target_); ++file) {
      const std::string& text = known.files[file].text;
      for (const Lexeme& lexeme : scan(text, document.language())) {
        if (lexeme.kind == Lexeme::Kind::Directive && is_parameter_of(text, lexeme)) continue;
        for (const Lexeme& word : words_in(text, lexeme)) {
          if (text_of(text, word) != target_->name || resolved.contains({file, word.begin})) continue;
          if (word.begin > 0 && (text[word.begin - 1] == '.' || text[word.begin - 1] == '@')) continue;
          places_[document.path_of_file(file)].insert(word.begin);
        }
      }
    }
  }

  /// Whether another definition has an occurrence at the same place; the list is sorted.
  static bool is_shared(const std::vector<Occurrence>& all, std::size_t i) {
    const auto same = [&](std::size_t k) {
      return all[k].place.file == all[i].place.file && all[k].place.begin == all[i].place.begin;
    };
    return (i > 0 && same(i - 1)) || (i + 1 < all.size() && same(i + 1));
  }

  /// Whether a directive is a `#define F(x)` and the target has the name of its parameter.
  bool is_parameter_of(const std::string& text, const Lexeme& directive) const {
    const std::vector<Lexeme> words = words_in(text, directive);
    if (words.size() < 3 || text_of(text, words[0]) != "define" || text[words[1].end] != '(') return false;
    const std::size_t close = text.find(')', words[1].end);
    return std::any_of(words.begin() + 2, words.end(),
                       [&](const Lexeme& word) { return word.begin < close && text_of(text, word) == target_->name; });
  }

  /// Every file to change must be open, with the content that was analysed.
  void require_open(Workspace& workspace) {
    std::map<std::string, const Document*> by_path;
    for (const Document* document : workspace.all()) by_path[normal_path(document->path())] = document;
    for (const auto& [path, places] : places_) {
      const auto found = by_path.find(path);
      if (found == by_path.end()) throw Refused{"'" + target_->name + "' is also used in " + path + ": open it first"};
      open_.emplace(path, found->second);
      for (const Document* user : users_) {
        for (const SourceFile& file : user->examination().files) {
          if (normal_path(file.name) == path && file.text != found->second->text())
            throw Refused{path + " has changes that are not saved: save it first"};
        }
      }
    }
  }

  void require_free(const std::string& name) const {
    if (!is_name(name)) throw Refused{"'" + name + "' is not a name: use letters, digits and '_'"};
    const ReservedWords reserved = reserved_words(document_.language());
    for (const auto* words : {&reserved.keywords, &reserved.temporal}) {
      if (std::binary_search(words->begin(), words->end(), name)) throw Refused{"'" + name + "' is a keyword"};
    }
    if (std::find(kBuiltIn.begin(), kBuiltIn.end(), name) != kBuiltIn.end())
      throw Refused{"'" + name + "' is predefined"};
    for (const Document* user : users_) {
      for (const Definition& other : user->examination().definitions) {
        if (other.name != name) continue;
        const bool apart = other.kind != "macro" && target_->kind != "macro" && other.owner != target_->owner &&
                           (!other.owner.empty() || target_->kind == "field") &&
                           (!target_->owner.empty() || other.kind == "field");
        if (!apart) throw Refused{"'" + name + "' is already the name of a " + other.kind};
      }
    }
  }

  /// Analyses the changed text. Only possible if the change is in one document, because included files are read from
  /// the disk.
  void require_same_meaning(const std::string& new_name) const {
    if (places_.size() != 1 || users_.size() != 1 || users_.front() != open_.begin()->second) return;
    const Document& user = *users_.front();
    std::string text = user.text();
    const std::set<std::uint32_t>& places = places_.begin()->second;
    for (auto place = places.rbegin(); place != places.rend(); ++place)
      text.replace(*place, target_->name.size(), new_name);
    const Examination after = examine(user.path(), text, user.language());
    if (!after.understood)
      throw Refused{"with the name '" + new_name + "' there would be an error: " + after.diagnostics.front().message};
    if (meanings(after) != meanings(user.examination()))
      throw Refused{"with the name '" + new_name + "' some names would mean something else"};
  }

  /// What each occurrence means, in the order of the text: the definition's number, also in the order of the text. A
  /// renaming moves places, but keeps their order.
  static std::vector<std::size_t> meanings(const Examination& examination) {
    const auto before = [](const TextSpan& a, const TextSpan& b) {
      return std::tie(a.file, a.begin) < std::tie(b.file, b.begin);
    };
    std::vector<TextSpan> places;
    for (const Definition& definition : examination.definitions) places.push_back(definition.place);
    std::sort(places.begin(), places.end(), before);
    std::vector<std::size_t> result;
    for (const Occurrence& occurrence : examination.occurrences) {
      const TextSpan& place = examination.definitions[occurrence.definition].place;
      result.push_back(
          static_cast<std::size_t>(std::lower_bound(places.begin(), places.end(), place, before) - places.begin()));
    }
    return result;
  }

  const Document& document_;
  Lexeme word_;
  const Definition* target_ = nullptr;
  std::string home_;                                       ///< the file of the definition
  std::vector<const Document*> users_;                     ///< documents in which the definition occurs
  std::map<std::string, std::set<std::uint32_t>> places_;  ///< file -> offsets
  std::map<std::string, const Document*> open_;
};

}  // namespace

Json prepare_rename(Workspace& workspace, const Document& document, std::size_t offset) {
  return Renaming(workspace, document, offset).prepared();
}

Json rename(Workspace& workspace, const Document& document, std::size_t offset, const std::string& new_name) {
  return Renaming(workspace, document, offset).renamed(new_name);
}

}  // namespace weir::lsp
