// SPDX-License-Identifier: Apache-2.0
// The units of a model: processes, claims, trace assertions and formulas.
#include "frontend/promela/parser.h"

#include "base/text/printable.h"
#include "formula/foreign_syntax.h"

namespace weir::promela {
namespace {

struct BuiltinName {
  const char* name;
  Builtin builtin;
  BasicType type;
  std::uint8_t bits;
};
constexpr BuiltinName kBuiltins[] = {
    {"_pid", Builtin::Pid, BasicType::Byte, 8},    {"_nr_pr", Builtin::NrPr, BasicType::Int, 32},
    {"_last", Builtin::Last, BasicType::Byte, 8},  {"_priority", Builtin::Priority, BasicType::Byte, 8},
    {"_", Builtin::WriteOnly, BasicType::Int, 32},
};

}  // namespace

Parser::Parser(Model& model, std::vector<Token> tokens, Messages& messages)
    : model_(model), stream_({}), messages_(messages) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i].kind == Tok::Proctype || tokens[i].kind == Tok::DProctype)
      later_proctypes_.insert(tokens[i + 1].text);
  }
  stream_ = TokenStream(std::move(tokens));
  for (const BuiltinName& builtin : kBuiltins) {
    if (model_.context.globals.contains(builtin.name)) continue;
    Symbol* symbol = model_.new_symbol(SymbolKind::Builtin, builtin.name);
    symbol->builtin = builtin.builtin;
    symbol->type = {builtin.type, builtin.bits, nullptr, {}};
    symbol->is_global = true;
    model_.context.globals.emplace(symbol->name, symbol);
  }
}

void Parser::fail(const SourceRange& range, std::string message) {
  messages_.error(range, std::move(message));
  throw Failure{};
}

void Parser::fail_expected(const std::string& what) {
  const Token& found = peek();
  fail(found.range, "expected " + what + ", but found " + describe(found) + advice_for(found));
}

/// In a temporal formula: what to write instead of an operator that Spin does not have.
std::string Parser::advice_for(const Token& found) {
  if (!temporal_) return "";
  const ForeignOperator foreign = unknown_to_spin(found.kind == Tok::Tilde ? std::string_view("~>") : found.text);
  return foreign.advice.empty() ? "" : "; " + foreign.advice;
}

bool Parser::accept(Tok kind) {
  if (!at(kind)) return false;
  take();
  return true;
}

Token Parser::expect(Tok kind, const char* what) {
  if (!at(kind)) fail_expected(what);
  return take();
}

/// The '}' of a block.
Token Parser::expect_close(const Token& open) {
  if (at(Tok::RightBrace)) return take();
  messages_.error(peek().range, "expected '}' but found " + describe(peek()));
  messages_.note(open.range, "to match this '{'");
  throw Failure{};
}

void Parser::refuse_c() {
  const Token keyword = take();
  messages_.error(keyword.range,
                  "embedded C ('" + std::string(keyword.text) + "') is not supported: weir runs no C compiler");
  std::uint32_t nested = 0;
  while (!at(Tok::End) && (nested > 0 || at(Tok::LeftBrace) || at(Tok::LeftBracket))) {
    if (at(Tok::LeftBrace) || at(Tok::LeftBracket)) ++nested;
    if (at(Tok::RightBrace) || at(Tok::RightBracket)) --nested;
    take();
  }
  while (at(Tok::RightParen) || (at(Tok::Semicolon) && peek().inserted && peek(1).kind == Tok::RightParen)) take();
  throw Failure{};
}

void Parser::parse_program() {
  while (!at(Tok::End) && !messages_.too_many()) {
    const std::size_t before = stream_.taken();
    try {
      parse_unit();
    } catch (const Failure&) {
      process_ = nullptr;
      scopes_.clear();
      loops_.clear();
      open_inlines_.clear();
      in_event_trace_ = false;
      depth_ = 0;
      skip_to_unit(stream_.taken() > before);
    }
  }
  // Formulas may use names declared after them.
  for (PendingLtl& pending : pending_ltl_) {
    Parser formula(model_, std::move(pending.tokens), messages_);
    formula.later_proctypes_ = later_proctypes_;
    Expression* expression = formula.parse_formula(true);
    if (expression != nullptr) model_.ltl.push_back({pending.name, pending.text, expression, pending.range});
    for (auto& remote : formula.facts_.remotes) facts_.remotes.push_back(remote);
    for (auto& poll : formula.facts_.polls) facts_.polls.push_back(poll);
  }
}

Expression* Parser::parse_formula(bool temporal) {
  formula_ = true;
  temporal_ = temporal;
  const ScopeGuard own_names(*this);  // for undeclared names: they are not added to the model
  try {
    if (at(Tok::End)) fail_expected("a formula");
    Expression* expression = parse_full_expression();
    if (at(Tok::Arrow) && peek(1).kind != Tok::End) {
      fail(peek().range, "'-->' separates statements, as in Spin; write an implication as '->'");
    }
    if (!accept(Tok::Semicolon)) accept(Tok::Arrow);
    if (!at(Tok::End)) fail_expected("an operator or the end of the formula");
    refuse_structure(*expression);
    return expression;
  } catch (const Failure&) {
    return nullptr;
  }
}

/// After an error outside bodies: skips to the likely start of the next unit.
void Parser::skip_to_unit(bool progress) {
  stream_.in_sequence = false;
  stream_.reset_parentheses();
  bool first = !progress;  // take at least one token to guarantee progress
  std::uint32_t nested = 0;
  while (!at(Tok::End)) {
    const Tok kind = peek().kind;
    if (starts_unit(kind) && !first) return;
    if (nested == 0 && !first && (is_type(kind) || kind == Tok::Hidden)) return;
    if (kind == Tok::LeftBrace) ++nested;
    if (kind == Tok::RightBrace && nested > 0) --nested;
    take();
    first = false;
    if (kind == Tok::Semicolon && nested == 0) return;
  }
}

void Parser::parse_unit() {
  stream_.in_sequence = false;
  switch (peek().kind) {
    case Tok::Semicolon:
    case Tok::Arrow: take(); return;
    case Tok::Active:
    case Tok::Proctype:
    case Tok::DProctype: return parse_proctype();
    case Tok::Init: return parse_init();
    case Tok::Never: return parse_never();
    case Tok::Trace:
    case Tok::Notrace: return parse_trace();
    case Tok::Ltl: return parse_ltl_block();
    case Tok::Typedef: return parse_typedef();
    case Tok::Inline: return parse_inline();
    case Tok::CCode:
    case Tok::CDecl:
    case Tok::CState:
    case Tok::CTrack:
    case Tok::CExpr: refuse_c();
    default: break;
  }
  if (!at_declaration()) {
    if (at(Tok::RightBrace)) fail(peek().range, "this '}' has no matching '{'");
    if (at(Tok::Name) && peek(1).kind == Tok::Name) fail_type("a type");
    fail_expected("a declaration, a proctype, init, never, trace, ltl, typedef or inline");
  }
  parse_declaration(Place::Global);
}

Process* Parser::new_process(ProcessKind kind, std::string name, const SourceRange& range) {
  Process* process = model_.new_process();
  process->kind = kind;
  process->name = std::move(name);
  process->range = range;
  process->symbol = model_.new_symbol(SymbolKind::Proctype, process->name, range);
  process->symbol->is_global = true;
  process->symbol->process = process;
  return process;
}

std::int32_t Parser::parse_priority() {
  if (!accept(Tok::Priority)) return 0;
  const SourceRange range = peek().range;
  const std::int32_t priority = parse_constant("the priority");
  if (priority < 1 || priority > 255) messages_.error(range, "a priority must be between 1 and 255");
  return priority;
}

void Parser::parse_proctype() {
  const SourceRange first = peek().range;
  std::int32_t active = 0;
  if (accept(Tok::Active)) {
    active = 1;
    if (accept(Tok::LeftBracket)) {
      const SourceRange range = peek().range;
      active = parse_constant("the number of processes");
      expect(Tok::RightBracket, "']'");
      if (active < 0 || active > 255) messages_.error(range, "there can be at most 255 processes");
    }
  }
  if (!at(Tok::Proctype) && !at(Tok::DProctype)) fail_expected("'proctype'");
  const bool deterministic = take().kind == Tok::DProctype;
  const Token name = expect(Tok::Name, "the name of the proctype");
  if (const Symbol* old = lookup(name.text)) {
    messages_.error(name.range, "'" + std::string(name.text) + "' is declared twice");
    if (old->builtin == Builtin::None) messages_.note(old->range, "first declared here");
  }
  Process* process = new_process(ProcessKind::Proctype, std::string(name.text), name.range);
  model_.context.globals.emplace(process->symbol->name, process->symbol);
  process->deterministic = deterministic;
  process->active = active;
  process_ = process;
  scopes_.clear();
  scopes_.push_back({++last_scope_, {}});
  expect(Tok::LeftParen, "'(' and the parameters");
  while (!at(Tok::RightParen)) {
    for (Symbol* parameter : parse_declaration(Place::Parameter)) {
      parameter->index = static_cast<std::uint32_t>(process->parameters.size());
      process->parameters.push_back(parameter);
    }
    if (at(Tok::Comma)) fail(peek().range, "parameters of different types are separated by ';'");
    if (!accept(Tok::Semicolon)) break;
  }
  expect(Tok::RightParen, "')' that closes the parameters");
  process->priority = parse_priority();
  if (accept(Tok::Provided)) {
    expect(Tok::LeftParen, "'(' and the condition");
    process->provided = parse_full_expression();
    if (process->provided->has_run)
      messages_.error(process->provided->range, "'run' cannot be part of a provided clause");
    expect(Tok::RightParen, "')' that closes the condition");
  }
  process->range = from(first);
  parse_body(*process);
}

void Parser::parse_init() {
  const Token keyword = take();
  Process* process = new_process(ProcessKind::Init, "init", keyword.range);
  process->active = 1;
  process->priority = parse_priority();
  for (const Process* other : model_.processes) {
    if (other->kind == ProcessKind::Init) {
      messages_.warning(keyword.range, "there is more than one init process");
      break;
    }
  }
  parse_body(*process);
}

void Parser::parse_never() {
  const Token keyword = take();
  std::string name = "never_" + std::to_string(claims_++);
  if (at(Tok::Name)) name = std::string(take().text);
  for (const Process* other : model_.processes) {
    if (other->kind == ProcessKind::Never && other->name == name)
      messages_.error(keyword.range, "claim '" + name + "' is declared twice");
  }
  parse_body(*new_process(ProcessKind::Never, std::move(name), keyword.range));
}

void Parser::parse_trace() {
  const Token keyword = take();
  const bool positive = keyword.kind == Tok::Trace;
  for (const Process* other : model_.processes) {
    if (other->kind == ProcessKind::Trace || other->kind == ProcessKind::Notrace) {
      messages_.error(keyword.range, "a model can have only one trace or notrace");
    }
  }
  in_event_trace_ = true;
  parse_body(*new_process(positive ? ProcessKind::Trace : ProcessKind::Notrace, positive ? "trace" : "notrace",
                          keyword.range));
  in_event_trace_ = false;
}

void Parser::parse_body(Process& process) {
  process_ = &process;
  if (scopes_.empty()) scopes_.push_back({++last_scope_, {}});
  loops_.clear();
  model_.processes.push_back(&process);
  const Token open = expect(Tok::LeftBrace, "'{' and the body of the process");
  stream_.in_sequence = true;
  at_start_of_body_ = true;
  if (at(Tok::RightBrace)) {
    messages_.error(open.range, "a body needs at least one statement; 'skip' does nothing");
  } else {
    parse_sequence(process.body);
  }
  stream_.in_sequence = false;
  process.end = expect_close(open).range;
  process.body.range = from(open.range);
  process_ = nullptr;
  scopes_.clear();
}

/// The text of a formula between its braces, in one line and without comments; empty if it is not in one piece of a
/// file.
static std::string text_between(const SourceMap& sources, const SourceRange& open, const SourceRange& close) {
  if (open.file != close.file || open.expansion != 0 || close.expansion != 0 || open.end > close.begin) return {};
  std::string_view text = sources.text({.file = open.file, .begin = open.end, .end = close.begin});
  std::string result;
  while (!text.empty()) {
    const bool block = text.starts_with("/*");
    if (block || text.starts_with("//")) {
      const std::size_t end = text.find(block ? "*/" : "\n", 2);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + (block ? 2 : 0));
      result += ' ';
      continue;
    }
    if (text.front() == '#') return {};  // a directive
    result += text.front();
    text.remove_prefix(1);
  }
  return in_one_line(result);
}

void Parser::parse_ltl_block() {
  const Token keyword = stream_.next();
  PendingLtl pending;
  Token token = stream_.next_raw();
  if (token.kind != Tok::LeftBrace && token.kind != Tok::End) {
    pending.name = std::string(token.text);
    token = stream_.next_raw();
  } else {
    pending.name = "ltl_" + std::to_string(unnamed_ltl_++);
  }
  if (token.kind != Tok::LeftBrace) fail(token.range, "expected '{' and a formula, but found " + describe(token));
  const Token open = token;
  std::uint32_t nested = 0;
  for (;;) {
    token = stream_.next_raw();
    if (token.kind == Tok::End) fail(open.range, "the formula is not closed by '}'");
    if (token.kind == Tok::LeftBrace) ++nested;
    if (token.kind == Tok::RightBrace && nested-- == 0) break;
    pending.tokens.push_back(token);
  }
  pending.text = text_between(model_.sources, open.range, token.range);
  pending.range = from(keyword.range);
  if (!ltl_names_.insert(pending.name).second) {
    messages_.error(pending.range, "there is already a formula '" + pending.name + "'");
    return;
  }
  pending_ltl_.push_back(std::move(pending));
}

}  // namespace weir::promela
