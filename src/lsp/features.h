// SPDX-License-Identifier: Apache-2.0
// What the language server knows about a document: one function and one source file for each request of the protocol.
// They return the result of the request, and work on any text; an offset may be anywhere in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/document.h"

namespace weir::lsp {

Json diagnostics(const Document& document);
Json definition(const Document& document, std::size_t offset);
Json hover(const Document& document, std::size_t offset);
Json document_symbols(const Document& document);
Json completion(const Document& document, std::size_t offset);
Json signature_help(const Document& document, std::size_t offset);
Json folding_ranges(const Document& document);

/// Also in other open documents that include the file of the definition.
Json references(Workspace& workspace, const Document& document, std::size_t offset, bool with_declaration);
/// Occurrences in the document alone.
Json highlights(const Document& document, std::size_t offset);

/// Throws Refused if the name cannot be changed, or not to `new_name`.
Json prepare_rename(Workspace& workspace, const Document& document, std::size_t offset);
Json rename(Workspace& workspace, const Document& document, std::size_t offset, const std::string& new_name);

/// The types and modifiers that semantic_tokens numbers.
Json semantic_legend();
Json semantic_tokens(const Document& document);

struct FormattingOptions {
  std::uint32_t tab_size = 2;
  bool insert_spaces = true;
};
Json formatting(const Document& document, const FormattingOptions& options);

/// `explorer`: whether the client can open the explorer.
Json code_lenses(const Document& document, bool explorer);

/// The kinds of CompletionItem and of SymbolKind for a kind of Definition.
int completion_kind(std::string_view kind);
int symbol_kind(std::string_view kind);

/// `proctype P(byte x, chan q)`, `byte count`: a definition in one line.
std::string signature(const Definition& definition);

}  // namespace weir::lsp
