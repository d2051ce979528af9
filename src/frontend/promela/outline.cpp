// SPDX-License-Identifier: Apache-2.0
// Definitions come from the symbols of the model, uses from Model::uses. What the tree does not keep (the parameters of
// an inline, the name of an ltl block, the end of a typedef) is found again in the text.
#include "frontend/promela/outline.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "base/text/has_errors.h"
#include "base/text/preprocessor_lexer.h"
#include "formula/explain.h"
#include "formula/printer.h"
#include "frontend/definition_index.h"
#include "frontend/promela/print.h"
#include "frontend/promela/promela.h"

namespace weir::promela {
namespace {

class Outline {
 public:
  Outline(const Model& model, bool complete) : model_(model), complete_(complete), index_(model.sources) {}

  void add_everything(Examination& result) {
    for (const Symbol* symbol : model_.globals) add_variable(*symbol, "variable");
    for (const Symbol* symbol : model_.mtypes) add(*symbol, {.name = symbol->name, .kind = "mtype"}, symbol->range);
    for (const StructType* type : model_.structs) add_type(*type);
    for (const auto& [name, symbol] : model_.context.globals)
      if (symbol->kind == SymbolKind::Inline) add_inline(*symbol);
    for (const Process* process : model_.processes) add_process(*process);
    for (const LtlBlock& block : model_.ltl) add_formula(block, result);
    for (const Model::NameUse& use : model_.uses) {
      const auto found = number_.find(use.symbol);
      if (found != number_.end()) index_.use(found->second, use.range);
    }
    index_.add_macros();
    add_properties(result);
    index_.finish(result);
  }

 private:
  std::uint32_t add(const Symbol& symbol, Definition definition, const SourceRange& name) {
    const std::uint32_t number = index_.define(std::move(definition), name);
    number_.emplace(&symbol, number);
    return number;
  }

  void add_variable(const Symbol& symbol, const char* kind, const std::string& owner = {}, const TextSpan& scope = {}) {
    Definition definition{.name = symbol.name, .kind = kind};
    definition.owner = owner;
    definition.scope = scope;
    definition.type = to_string(symbol.type);
    definition.is_array = symbol.is_array;
    add(symbol, std::move(definition), symbol.range);
  }

  void add_type(const StructType& type) {
    const auto symbol = model_.context.globals.find(type.name);
    if (symbol == model_.context.globals.end() || symbol->second->kind != SymbolKind::Typedef) return;
    Definition definition{.name = type.name, .kind = "typedef"};
    definition.extent = to_closing_brace(type.range);
    add(*symbol->second, std::move(definition), type.range);
    for (const Symbol* field : type.fields) add_variable(*field, "field", type.name);
  }

  void add_process(const Process& process) {
    const bool named = process.kind == ProcessKind::Proctype && process.symbol != nullptr;
    Definition definition{.name = process.name, .kind = named ? "proctype" : "process"};
    definition.extent = extent(process);
    for (const Symbol* parameter : process.parameters)
      definition.parameters.push_back(to_string(parameter->type) + ' ' + parameter->name);
    const TextSpan scope = definition.extent;
    add(*process.symbol, std::move(definition), named ? process.symbol->range : process.range);
    for (const Symbol* symbol : process.parameters) add_variable(*symbol, "parameter", process.name, scope);
    for (const Symbol* symbol : process.locals) add_variable(*symbol, "variable", process.name, scope);
    for (const Symbol* symbol : process.labels) {
      Definition label{.name = symbol->name, .kind = "label"};
      label.owner = process.name;
      label.scope = scope;
      add(*symbol, std::move(label), symbol->range);
    }
  }

  /// From the heading to the closing brace. A body that is not closed extends to the next process.
  TextSpan extent(const Process& process) const {
    const SourceRange heading = model_.sources.presented(process.range);
    const SourceRange close = model_.sources.presented(process.end);
    TextSpan span = index_.span(heading);
    if (close.file == heading.file && close.end > heading.begin) {
      span.end = close.end;
      return span;
    }
    span.end = static_cast<std::uint32_t>(model_.sources.file(heading.file).text().size());
    for (const Process* other : model_.processes) {
      const SourceRange next = model_.sources.presented(other->range);
      if (next.file == heading.file && next.begin > heading.begin) span.end = std::min(span.end, next.begin);
    }
    return span;
  }

  /// From `first` to the brace that closes the first block after it.
  TextSpan to_closing_brace(const SourceRange& first) const {
    TextSpan span = index_.span(first);
    PreprocessorLexer lexer(model_.sources.file(first.file).text(), first.file);
    lexer.at = first.end;
    std::uint32_t open = 0;
    for (PreprocessorToken token = lexer.next(); token.kind != PreprocessorToken::Kind::End; token = lexer.next()) {
      if (token.is('{')) ++open;
      if (!token.is('}') || open == 0 || --open > 0) continue;
      span.end = token.range.end;
      break;
    }
    return span;
  }

  /// An inline is text: every name in its body that equals a parameter is that parameter.
  void add_inline(const Symbol& symbol) {
    Definition definition{.name = symbol.name, .kind = "inline"};
    definition.extent = to_closing_brace(symbol.range);
    const TextSpan scope = definition.extent;
    PreprocessorLexer lexer(model_.sources.file(symbol.range.file).text(), symbol.range.file);
    lexer.at = symbol.range.end;
    std::vector<PreprocessorToken> parameters;
    for (PreprocessorToken token = lexer.next(); token.range.end < scope.end; token = lexer.next()) {
      if (token.is(')') || token.kind == PreprocessorToken::Kind::End) break;
      if (token.kind == PreprocessorToken::Kind::Identifier) parameters.push_back(token);
    }
    for (const PreprocessorToken& parameter : parameters) definition.parameters.emplace_back(parameter.text);
    add(symbol, std::move(definition), symbol.range);
    std::unordered_map<std::string_view, std::uint32_t> numbers;
    for (const PreprocessorToken& parameter : parameters) {
      Definition made{.name = std::string(parameter.text), .kind = "parameter"};
      made.owner = symbol.name;
      made.scope = scope;
      numbers.emplace(parameter.text, index_.define(std::move(made), parameter.range));
    }
    if (numbers.empty()) return;
    for (PreprocessorToken token = lexer.next(); token.range.end < scope.end; token = lexer.next()) {
      if (token.kind == PreprocessorToken::Kind::End) break;
      const auto found = numbers.find(token.text);
      if (token.kind == PreprocessorToken::Kind::Identifier && found != numbers.end())
        index_.use(found->second, token.range);
    }
  }

  void add_formula(const LtlBlock& block, Examination& result) {
    PreprocessorLexer lexer(model_.sources.file(block.range.file).text(), block.range.file);
    lexer.at = block.range.begin;
    const PreprocessorToken keyword = lexer.next();
    const PreprocessorToken name = lexer.next();
    const SourceRange place = name.text == block.name ? name.range : keyword.range;
    PropertyPlace property{{PropertyRequest::Kind::Named, block.name}, index_.span(place), index_.span(block.range)};
    Definition definition{.name = block.name, .kind = "ltl"};
    definition.extent = property.extent;
    index_.define(std::move(definition), place);
    if (complete_) {
      if (const Expected<Formula> formula = to_formula(model_, block)) {
        property.formula = weir::to_string(*formula, Syntax::Model);
        property.english = in_english(*formula);
      }
    }
    result.properties.push_back(std::move(property));
  }

  /// The properties that are not formulas, each at the first statement, label or process that it is about.
  void add_properties(Examination& result) {
    const auto add_at = [&](PropertyRequest request, const SourceRange& range) {
      const TextSpan place = index_.span(model_.sources.presented(range));
      result.properties.push_back({std::move(request), place, place});
    };
    using Kind = PropertyRequest::Kind;
    const Process* first = nullptr;
    const Symbol* progress = nullptr;
    const Symbol* accept = nullptr;
    for (const Process* process : model_.processes) {
      if (process->kind == ProcessKind::Never) add_at({Kind::Named, process->name}, process->range);
      if (process->kind != ProcessKind::Proctype && process->kind != ProcessKind::Init) continue;
      if (first == nullptr) first = process;
      for (const Symbol* label : process->labels) {
        if (progress == nullptr && label->name.starts_with("progress")) progress = label;
        if (accept == nullptr && label->name.starts_with("accept")) accept = label;
      }
    }
    if (first != nullptr) add_at({Kind::Deadlock, "", "deadlock"}, first->range);
    const Statement* assertion = model_.first_assertion;
    if (assertion != nullptr) add_at({Kind::Assertions, "", "assertions"}, assertion->range);
    if (progress != nullptr) add_at({Kind::ProgressCycles, "", "progress"}, progress->range);
    if (accept != nullptr) add_at({Kind::AcceptanceCycles, "", "acceptance"}, accept->range);
  }

  const Model& model_;
  bool complete_;  ///< the model has no errors, so its trees may be read
  DefinitionIndex index_;
  std::unordered_map<const Symbol*, std::uint32_t> number_;
};

}  // namespace

void outline(const Model& model, Examination& result) {
  Outline(model, !has_errors(result.diagnostics)).add_everything(result);
}

}  // namespace weir::promela
