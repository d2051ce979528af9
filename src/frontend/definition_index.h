// SPDX-License-Identifier: Apache-2.0
// Collects the definitions of a model and the places of their names, for editors. Ranges of the source map, which may
// lie in expansions, become spans of the text as written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <weir/editor.h>

#include "base/text/source_map.h"

namespace weir {

class DefinitionIndex {
 public:
  explicit DefinitionIndex(const SourceMap& sources);

  /// Adds a definition whose name is at `name`; fills its place and, if empty, its extent. Definitions of one name at
  /// one place are the same: the body of an inline declares its locals once for each call. Returns its number.
  std::uint32_t define(Definition definition, const SourceRange& name);
  /// The definition has this name at this place. Names made by `##` are ignored.
  void use(std::uint32_t definition, const SourceRange& name);
  void use(std::uint32_t definition, const TextSpan& place) { occurrences_.push_back({place, definition}); }
  /// Adds the macros that the files define, and their calls.
  void add_macros();

  TextSpan span(const SourceRange& range) const;
  std::string_view text(const TextSpan& span) const;
  const Definition& definition(std::uint32_t number) const { return definitions_[number]; }

  /// Moves everything to `result`, sorted.
  void finish(Examination& result);

 private:
  void add_macros_of(std::uint32_t file, std::unordered_map<std::string, std::uint32_t>& macros);

  const SourceMap& sources_;
  std::vector<std::uint32_t> file_number_;      ///< file of the source map -> file of the examination
  std::vector<std::uint32_t> first_of_number_;  ///< and back: the first file of this name
  std::vector<Definition> definitions_;
  std::vector<Occurrence> occurrences_;
  std::unordered_map<std::string, std::uint32_t> by_place_;
};

}  // namespace weir
