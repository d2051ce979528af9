// SPDX-License-Identifier: Apache-2.0
// Where a name is defined and used.
#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "lsp/features.h"

namespace weir::lsp {
namespace {

constexpr std::size_t kMostPlaces = 10'000;  ///< Limit of one answer, so that it stays small.

bool same_place(const TextSpan& a, const TextSpan& b) { return a.file == b.file && a.begin == b.begin; }

}  // namespace

Json definition(const Document& document, std::size_t offset) {
  Json list = Json::array();
  for (const Definition* found : document.definitions_at(offset)) list.push_back(document.location(found->place));
  if (list.empty()) {
    if (const Definition* found = document.best_definition(offset)) list.push_back(document.location(found->place));
  }
  if (list.empty()) return nullptr;
  return list.size() == 1 ? list.front() : list;
}

Json highlights(const Document& document, std::size_t offset) {
  Json list = Json::array();
  const Examination& known = document.examination();
  for (const Definition* found : document.definitions_at(offset)) {
    const auto number = static_cast<std::uint32_t>(found - known.definitions.data());
    for (const Occurrence& occurrence : known.occurrences) {
      if (occurrence.definition != number || occurrence.place.file != 0 || list.size() >= kMostPlaces) continue;
      list.push_back({{"range", document.lines().range(occurrence.place.begin, occurrence.place.end)}});
    }
  }
  return list;
}

Json references(Workspace& workspace, const Document& document, std::size_t offset, bool with_declaration) {
  Json list = Json::array();
  std::set<std::pair<std::string, std::uint32_t>> seen;
  for (const Definition* wanted : document.definitions_at(offset)) {
    const std::string& home = document.path_of_file(wanted->place.file);
    for (const Document* other : workspace.all()) {
      const Examination& known = other->examination();
      for (const Occurrence& occurrence : known.occurrences) {
        if (list.size() >= kMostPlaces) return list;
        const Definition& found = known.definitions[occurrence.definition];
        if (found.place.begin != wanted->place.begin || found.name != wanted->name) continue;
        if (!with_declaration && same_place(occurrence.place, found.place)) continue;
        if (other->path_of_file(found.place.file) != home) continue;
        if (seen.emplace(other->path_of_file(occurrence.place.file), occurrence.place.begin).second)
          list.push_back(other->location(occurrence.place));
      }
    }
  }
  return list;
}

}  // namespace weir::lsp
