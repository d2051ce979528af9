// SPDX-License-Identifier: Apache-2.0
// Analysis of a text for editors, while it is being written: diagnostics, definitions, the uses of every name, and the
// properties that the text states. For models in Promela and DVE, and for files of formulas (.ltl).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <weir/diagnostic.h>
#include <weir/export.h>
#include <weir/weir.h>

namespace weir {

enum class EditorLanguage : std::uint8_t { Promela, Dve, Formulas };

/// The language of a file by its suffix; empty if it is none of these.
WEIR_EXPORT std::optional<EditorLanguage> editor_language(std::string_view path);

/// The reserved words of a language, and the words of temporal operators in the formulas that it contains; sorted.
struct ReservedWords {
  std::vector<std::string> keywords;
  std::vector<std::string> temporal;
};
WEIR_EXPORT ReservedWords reserved_words(EditorLanguage language);

/// Bytes [begin, end) of a file. All spans are in the text as written: a name that comes from the body of a macro or of
/// an inline is found in that body.
struct TextSpan {
  std::uint32_t file = 0;  ///< index in Examination::files
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// A named entity.
struct Definition {
  std::string name;
  /// variable parameter constant field mtype proctype process label state channel typedef inline ltl formula macro
  std::string kind;
  TextSpan place = {};     ///< the name
  TextSpan extent = {};    ///< the whole definition: a process with its body; otherwise the name
  TextSpan scope = {};     ///< where a local name is visible; empty if it is visible everywhere
  std::string owner = {};  ///< the process, type or inline that contains it; empty if global
  std::string type = {};   ///< of a variable, parameter or field: `byte`, `chan`, `mtype:color`, the name of a typedef
  bool is_array = false;   ///< of a variable, parameter or field
  std::vector<std::string> parameters = {};  ///< of a proctype: `byte x`; of an inline: its names
  bool written = true;  ///< false if a macro makes the name from parts (##): `place` is then one of the parts
};

/// A place where a name is written and what it means there. In the body of a macro or an inline one place may mean
/// several definitions; it has one occurrence for each.
struct Occurrence {
  TextSpan place;
  std::uint32_t definition = 0;  ///< index in Examination::definitions
};

/// Something that `check` can decide about the model.
struct PropertyPlace {
  PropertyRequest request;
  TextSpan place;            ///< where an editor offers it
  TextSpan extent;           ///< the whole block of a formula; otherwise `place`
  std::string formula = {};  ///< as parsed
  std::string english = {};  ///< the meaning of the formula in a sentence
};

struct Examination {
  Diagnostics diagnostics;              ///< errors and warnings
  bool understood = false;              ///< there are no errors; everything below is complete then, otherwise partial
  std::vector<SourceFile> files;        ///< the text itself, then the files that it includes
  std::vector<Definition> definitions;  ///< ordered by place
  std::vector<Occurrence> occurrences;  ///< ordered by place; the names in definitions are among them
  std::vector<PropertyPlace> properties;
};

/// Analyses `text` as the content of the file `path`, which resolves #include. Writes nothing; the file need not exist.
WEIR_EXPORT Examination examine(const std::string& path, const std::string& text, EditorLanguage language,
                                const ModelOptions& options = {});

}  // namespace weir
