// SPDX-License-Identifier: Apache-2.0
#include "frontend/promela/outline.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace weir::promela {
namespace {

class Outline {
 public:
  explicit Outline(const Model& model) : model_(model) {}

  void add(const std::string& name, const char* kind, const SourceRange& range, const Process* owner = nullptr,
           const std::string& type = {}) {
    const SourceMap::Position position = model_.sources.position(range);
    Definition definition{name, kind, position.file, position.line, position.column, type, 0, 0};
    if (owner != nullptr) {
      definition.owner = owner->name;
      definition.first_line = model_.sources.position(owner->range).line;
      definition.last_line = model_.sources.position(owner->end).line;
    }
    out_.push_back(std::move(definition));
  }

  /// `#define NAME` at the beginning of a line.
  void add_macros(std::uint32_t file) {
    const std::string_view text = model_.sources.file(file).text();
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      std::size_t i = skip_blanks(text, at, end);
      if (i < end && text[i] == '#') {
        i = skip_blanks(text, i + 1, end);
        constexpr std::string_view kWord = "define";
        if (text.substr(i, kWord.size()) == kWord) {
          i = skip_blanks(text, i + kWord.size(), end);
          std::size_t stop = i;
          while (stop < end && (std::isalnum(static_cast<unsigned char>(text[stop])) != 0 || text[stop] == '_')) ++stop;
          if (stop > i)
            add(std::string(text.substr(i, stop - i)), "macro",
                {file, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(stop), 0});
        }
      }
      at = end + 1;
    }
  }

  std::vector<Definition> take() {
    std::stable_sort(out_.begin(), out_.end(),
                     [](const Definition& a, const Definition& b) { return a.line < b.line; });
    return std::move(out_);
  }

 private:
  static std::size_t skip_blanks(std::string_view text, std::size_t at, std::size_t end) {
    while (at < end && (text[at] == ' ' || text[at] == '\t')) ++at;
    return at;
  }

  const Model& model_;
  std::vector<Definition> out_;
};

}  // namespace

std::vector<Definition> definitions(const Model& model) {
  Outline outline(model);
  for (const Symbol* symbol : model.globals) outline.add(symbol->name, "variable", symbol->range);
  for (const Symbol* symbol : model.mtypes) outline.add(symbol->name, "mtype", symbol->range);
  for (const StructType* type : model.structs) {
    outline.add(type->name, "typedef", type->range);
    for (const Symbol* field : type->fields) outline.add(field->name, "field", field->range, nullptr, type->name);
  }
  for (const auto& [name, symbol] : model.context.globals)
    if (symbol->kind == SymbolKind::Inline) outline.add(symbol->name, "inline", symbol->range);
  for (const Process* process : model.processes) {
    const bool named = process->kind == ProcessKind::Proctype && process->symbol != nullptr;
    outline.add(process->name, named ? "proctype" : "process", named ? process->symbol->range : process->range);
    for (const Symbol* symbol : process->parameters) outline.add(symbol->name, "parameter", symbol->range, process);
    for (const Symbol* symbol : process->locals) outline.add(symbol->name, "variable", symbol->range, process);
    for (const Symbol* symbol : process->labels) outline.add(symbol->name, "label", symbol->range, process);
  }
  for (const LtlBlock& block : model.ltl) outline.add(block.name, "ltl", block.range);
  for (std::uint32_t file = 0; file < model.sources.file_count(); ++file) outline.add_macros(file);
  return outline.take();
}

}  // namespace weir::promela
