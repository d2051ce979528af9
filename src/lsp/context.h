// SPDX-License-Identifier: Apache-2.0
// Where in a document an offset is, found from its lexemes alone, so that it is known while the text has errors.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "lsp/document.h"

namespace weir::lsp {

struct TextContext {
  enum class Unit : std::uint8_t { Outside, Process, Inline, Formula, Type, Constants };
  Unit unit = Unit::Outside;
  std::string name = {};  ///< of the process or inline
  bool in_text = false;   ///< inside a comment or a string
  bool in_directive = false;
  std::size_t previous = 0;  ///< number of lexemes before the offset, without the word that is being typed
};
TextContext context_at(const Document& document, std::size_t offset);

/// A call whose arguments contain the offset.
struct OpenCall {
  std::string name;
  std::string keyword;       ///< the word before the name: `run`
  std::size_t argument = 0;  ///< from 0
};
std::optional<OpenCall> open_call(const Document& document, std::size_t offset);

/// The index of the bracket that opens what lexeme `close` closes, or `close` if there is none near.
std::size_t opening(const Document& document, std::size_t close);

}  // namespace weir::lsp
