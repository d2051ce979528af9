// SPDX-License-Identifier: Apache-2.0
// Scopes and names. Promela (as in Spin 6) has no shadowing: a local must not have the name of a global declared before
// it, nor of a local of an enclosing block; sibling blocks may use the same name.
#include "base/text/nearest_name.h"
#include "frontend/promela/parser.h"

namespace weir::promela {
Parser::ScopeGuard::ScopeGuard(Parser& p) : parser(p) { parser.scopes_.push_back({++parser.last_scope_, {}}); }
Parser::ScopeGuard::~ScopeGuard() { parser.scopes_.pop_back(); }

Parser::DepthGuard::DepthGuard(Parser& p) : parser(p) {
  if (++parser.depth_ > kNestingLimit) {
    --parser.depth_;
    parser.fail(parser.peek().range, "nested more than " + std::to_string(kNestingLimit) + " deep");
  }
}

Symbol* Parser::lookup(std::string_view name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto found = scope->names.find(name);
    if (found != scope->names.end()) return found->second;
  }
  return model_.find_global(name);
}

Symbol* Parser::declare(const Token& name, SymbolKind kind) {
  if (name.kind != Tok::Name) {
    fail(name.range, "expected a name to declare, but found " + describe(name) +
                         (name.kind >= Tok::Active ? ", which is a keyword" : ""));
  }
  if (Symbol* old = lookup(name.text)) {
    messages_.error(name.range, "'" + std::string(name.text) + "' is declared twice");
    if (old->builtin == Builtin::None) messages_.note(old->range, "first declared here");
  }
  Symbol* symbol = model_.new_symbol(kind, name.text, name.range);
  symbol->owner = process_;
  symbol->is_global = process_ == nullptr;
  if (process_ == nullptr || scopes_.empty()) {
    model_.context.globals.emplace(symbol->name, symbol);
  } else {
    symbol->scope = scopes_.size() == 1 ? 0 : scopes_.back().id;
    scopes_.back().names.emplace(symbol->name, symbol);
  }
  return symbol;
}

/// Reports an unknown name and declares it, so that it is reported only once.
Symbol* Parser::undeclared(const Token& name) {
  messages_.error(name.range,
                  "'" + std::string(name.text) + "' is not declared" + suggestion(name.text) + advice_for(name));
  Symbol* symbol = model_.new_symbol(SymbolKind::Variable, name.text, name.range);
  symbol->owner = process_;
  if (scopes_.empty()) {
    model_.context.globals.emplace(symbol->name, symbol);
  } else {
    scopes_.front().names.emplace(symbol->name, symbol);
  }
  return symbol;
}

std::string Parser::suggestion(std::string_view name, SymbolKind kind) const {
  NearestName nearest(name);
  const auto consider = [&](const std::unordered_map<std::string_view, Symbol*>& names) {
    for (const auto& [candidate, symbol] : names) {
      const bool fits = kind == SymbolKind::Variable ? symbol->kind != SymbolKind::Typedef : symbol->kind == kind;
      if (fits && candidate != "_") nearest.consider(candidate);
    }
  };
  for (const Scope& scope : scopes_) consider(scope.names);
  consider(model_.context.globals);
  return nearest.suggestion();
}

bool Parser::is_proctype(std::string_view name) const {
  const Symbol* symbol = lookup(name);
  if (symbol != nullptr) return symbol->kind == SymbolKind::Proctype;
  return later_proctypes_.contains(name);
}

void Messages::add(const SourceRange& range, std::string message, Diagnostic::Severity severity) {
  append(found_, sources_.at(range, std::move(message), severity));
}

void Messages::error(const SourceRange& range, std::string message) {
  // One message per position is enough; later ones are consequences.
  const std::uint64_t place = (std::uint64_t{range.file} << 40) ^ (std::uint64_t{range.expansion} << 32) ^ range.begin;
  muted_ = !places_.insert(place).second || too_many();
  if (muted_) return;
  ++errors_;
  add(range, std::move(message), Diagnostic::Severity::Error);
}

void Messages::warning(const SourceRange& range, std::string message) {
  muted_ = warnings_ >= kWarningLimit;
  if (muted_) return;
  if (++warnings_ == kWarningLimit) message += " (further warnings are omitted)";
  add(range, std::move(message), Diagnostic::Severity::Warning);
}

void Messages::note(const SourceRange& range, std::string message) {
  if (!muted_) add(range, std::move(message), Diagnostic::Severity::Note);
}

}  // namespace weir::promela
