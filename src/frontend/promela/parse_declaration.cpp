// SPDX-License-Identifier: Apache-2.0
// Parses the units of a model (processes, claims, types, inlines, formulas) and variable declarations.
#include <algorithm>

#include "frontend/promela/parser.h"
#include "model/program.h"

namespace weir::promela {
namespace {

constexpr std::int32_t kLargestArray = 1 << 19;  // elements; with 4 bytes each, half of the largest state
constexpr std::size_t kLargestMessage = 255;
constexpr std::uint32_t kStructNesting = 100;

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

bool is_type(Tok kind) { return kind >= Tok::TypeBit && kind <= Tok::TypeChan; }

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
    Symbol* symbol = model_.new_symbol();
    symbol->kind = SymbolKind::Builtin;
    symbol->name = builtin.name;
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
  fail(found.range, "expected " + what + ", but found " + describe(found));
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

// ----------------------------------------------------------------------------------------------------------------
// units

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
    if (expression != nullptr) model_.ltl.push_back({pending.name, expression, pending.range});
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
    const bool starts = kind == Tok::Proctype || kind == Tok::DProctype || kind == Tok::Active || kind == Tok::Init ||
                        kind == Tok::Never || kind == Tok::Ltl || kind == Tok::Inline || kind == Tok::Typedef;
    if (starts && !first) return;
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
    if (at(Tok::Name) && peek(1).kind == Tok::Name) {
      fail(peek().range,
           "'" + std::string(peek().text) + "' is not a type" + suggestion(peek().text, SymbolKind::Typedef));
    }
    fail_expected("a declaration, a proctype, init, never, trace, ltl, typedef or inline");
  }
  parse_declaration(Place::Global);
}

Process* Parser::new_process(ProcessKind kind, std::string name, const SourceRange& range) {
  Process* process = model_.new_process();
  process->kind = kind;
  process->name = std::move(name);
  process->range = range;
  if (process->symbol == nullptr) {
    process->symbol = model_.new_symbol();
    process->symbol->kind = SymbolKind::Proctype;
    process->symbol->name = process->name;
    process->symbol->range = range;
    process->symbol->is_global = true;
    process->symbol->process = process;
  }
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
  if (!at(Tok::RightBrace)) {
    messages_.error(peek().range, "expected '}' but found " + describe(peek()));
    messages_.note(open.range, "to match this '{'");
    throw Failure{};
  }
  process.end = take().range;
  process.body.range = from(open.range);
  process_ = nullptr;
  scopes_.clear();
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
  pending.range = from(keyword.range);
  for (const PendingLtl& other : pending_ltl_) {
    if (other.name != pending.name) continue;
    messages_.error(pending.range, "there is already a formula '" + pending.name + "'");
    return;
  }
  pending_ltl_.push_back(std::move(pending));
}

void Parser::parse_typedef() {
  take();
  if (at(Tok::Name) && lookup(peek().text) != nullptr)
    declare(take(), SymbolKind::Typedef);  // reports that it exists already
  const Token name = expect(Tok::Name, "the name of the new type");
  expect(Tok::LeftBrace, "'{' and the fields");
  stream_.in_sequence = true;
  StructType* structure = model_.new_struct();
  structure->name = std::string(name.text);
  structure->range = name.range;
  while (!at(Tok::RightBrace)) {
    parse_declaration(Place::Field, structure);
    if (!accept(Tok::Semicolon)) break;
  }
  if (!at(Tok::RightBrace)) fail_expected("';' or '}' after a field");
  stream_.in_sequence = false;
  take();
  std::uint64_t flat_size = 0;
  for (const Symbol* field : structure->fields) {
    const StructType* inner = field->type.structure;
    flat_size += static_cast<std::uint64_t>(field->array_size) * (inner != nullptr ? inner->flat_size : 1);
    if (inner != nullptr) structure->depth = std::max(structure->depth, inner->depth + 1);
  }
  if (flat_size > static_cast<std::uint64_t>(kLargestArray) || structure->depth > kStructNesting) {
    fail(name.range, "type '" + structure->name + "' is too large");
  }
  structure->flat_size = static_cast<std::uint32_t>(flat_size);
  Symbol* symbol = declare(name, SymbolKind::Typedef);
  symbol->type = {BasicType::Struct, 0, structure, {}};
  model_.structs.push_back(structure);
  model_.context.structs.emplace(structure->name, structure);
}

void Parser::parse_inline() {
  take();
  Token name = stream_.next_raw();
  Token token = stream_.next_raw();
  if (name.kind != Tok::Name) fail(name.range, "expected the name of the inline, but found " + describe(name));
  if (token.kind != Tok::LeftParen) fail(token.range, "expected '(' and the parameters, but found " + describe(token));
  InlineDefinition definition;
  token = stream_.next_raw();
  while (token.kind != Tok::RightParen) {
    if (token.kind != Tok::Name) fail(token.range, "expected a parameter of the inline, but found " + describe(token));
    definition.parameters.push_back(token.text);
    token = stream_.next_raw();
    if (token.kind == Tok::Comma) {
      token = stream_.next_raw();
    } else if (token.kind != Tok::RightParen) {
      fail(token.range, "expected ',' or ')' in the parameters of the inline, but found " + describe(token));
    }
  }
  token = stream_.next_raw();
  if (token.kind != Tok::LeftBrace)
    fail(token.range, "expected '{' and the body of the inline, but found " + describe(token));
  const Token open = token;
  std::uint32_t nested = 0;
  for (;;) {
    definition.body.push_back(token);
    if (token.kind == Tok::LeftBrace) ++nested;
    if (token.kind == Tok::RightBrace && --nested == 0) break;
    token = stream_.next_raw();
    if (token.kind == Tok::End)
      fail(open.range, "the body of inline '" + std::string(name.text) + "' is not closed by '}'");
  }
  definition.symbol = declare(name, SymbolKind::Inline);
  inlines_.insert_or_assign(definition.symbol->name, std::move(definition));
}

// ---------------------------------------------------------------------------------------------------------
// declarations

bool Parser::at_declaration() {
  switch (peek().kind) {
    case Tok::Hidden:
    case Tok::Local:
    case Tok::Show: return true;
    case Tok::Name: {
      if (peek(1).kind == Tok::Colon) return false;
      const Symbol* symbol = lookup(peek().text);
      return symbol != nullptr && symbol->kind == SymbolKind::Typedef;
    }
    default: return is_type(peek().kind);
  }
}

/// Parses `hidden byte a, b[3] = 1` and enters the symbols.
std::vector<Symbol*> Parser::parse_declaration(Place place, StructType* structure) {
  Visibility visibility;
  while (at(Tok::Hidden) || at(Tok::Local) || at(Tok::Show)) {
    const Tok kind = take().kind;
    (kind == Tok::Hidden ? visibility.hidden : kind == Tok::Local ? visibility.local : visibility.show) = true;
  }
  if (at(Tok::TypeMtype)) {
    // mtype = { ... }, mtype { ... }, mtype:NAME = { ... }
    const Token keyword = take();
    std::string subtype;
    if (at(Tok::Colon) && peek(1).kind == Tok::Name) {
      take();
      subtype = std::string(take().text);
    }
    if (at(Tok::LeftBrace) || (at(Tok::Assign) && peek(1).kind == Tok::LeftBrace)) {
      accept(Tok::Assign);
      if (place != Place::Global)
        messages_.error(keyword.range, "mtype constants can only be declared outside of processes");
      if (visibility.any()) messages_.error(keyword.range, "mtype constants cannot be declared hidden, local or show");
      Token renamed = keyword;
      renamed.text = subtype;
      parse_mtype_names(renamed);
      return {};
    }
    const Type type{BasicType::Mtype, 8, nullptr, std::move(subtype)};
    std::vector<Symbol*> symbols;
    do {
      symbols.push_back(parse_declarator(type, place, visibility, structure));
    } while (accept(Tok::Comma));
    return symbols;
  }
  if (!is_type(peek().kind) && !at_declaration()) {
    if (at(Tok::Name))
      fail(peek().range,
           "'" + std::string(peek().text) + "' is not a type" + suggestion(peek().text, SymbolKind::Typedef));
    fail_expected("a type");
  }
  const Type type = parse_type();
  std::vector<Symbol*> symbols;
  do {
    if (place == Place::Parameter && !symbols.empty() && is_type(peek().kind)) {
      messages_.error(peek().range, "parameters of different types are separated by ';'");
      if (messages_.too_many()) throw Failure{};
      for (Symbol* more : parse_declaration(place)) symbols.push_back(more);
      return symbols;
    }
    symbols.push_back(parse_declarator(type, place, visibility, structure));
  } while (accept(Tok::Comma));
  return symbols;
}

/// As in Spin, names are numbered downwards within one declaration and upwards across declarations.
void Parser::parse_mtype_names(const Token& keyword) {
  take();
  std::vector<Token> names;
  while (!at(Tok::RightBrace)) {
    if (accept(Tok::Comma)) continue;
    names.push_back(expect(Tok::Name, "a name or '}' in the list of mtype constants"));
  }
  take();
  std::int32_t& count = mtype_counts_[std::string(keyword.text)];
  if (names.empty()) fail(keyword.range, "the list of mtype constants is empty");
  for (std::size_t i = 0; i < names.size(); ++i) {
    Symbol* symbol = declare(names[i], SymbolKind::MtypeConstant);
    symbol->value = count + static_cast<std::int32_t>(names.size() - i);
    symbol->type = {BasicType::Mtype, 8, nullptr, std::string(keyword.text)};
    symbol->index = static_cast<std::uint32_t>(model_.mtypes.size());
    model_.mtypes.push_back(symbol);
  }
  count += static_cast<std::int32_t>(names.size());
  if (count > 255) messages_.error(names.back().range, "there are more than 255 mtype constants");
}

Type Parser::parse_type() {
  const Token token = take();
  switch (token.kind) {
    case Tok::TypeBit: return {BasicType::Bit, 1, nullptr, {}};
    case Tok::TypeBool: return {BasicType::Bool, 1, nullptr, {}};
    case Tok::TypeByte: return {BasicType::Byte, 8, nullptr, {}};
    case Tok::TypePid: return {BasicType::Pid, 8, nullptr, {}};
    case Tok::TypeShort: return {BasicType::Short, 16, nullptr, {}};
    case Tok::TypeInt: return {BasicType::Int, 32, nullptr, {}};
    case Tok::TypeUnsigned: return {BasicType::Unsigned, 0, nullptr, {}};
    case Tok::TypeChan: return {BasicType::Chan, 8, nullptr, {}};
    case Tok::TypeMtype: {
      Type type{BasicType::Mtype, 8, nullptr, {}};
      if (accept(Tok::Colon)) type.mtype = std::string(expect(Tok::Name, "the name of the mtype").text);
      return type;
    }
    default: break;
  }
  const Symbol* symbol = lookup(token.text);
  if (symbol == nullptr || symbol->kind != SymbolKind::Typedef)
    fail(token.range, "'" + std::string(token.text) + "' is not a type");
  return symbol->type;
}

Symbol* Parser::parse_declarator(const Type& type, Place place, const Visibility& visibility, StructType* structure) {
  if (!at(Tok::Name)) {
    if (peek().kind >= Tok::Active)
      fail(peek().range, "'" + std::string(peek().text) + "' is a keyword and cannot be a name");
    fail_expected("a name to declare");
  }
  const Token name = take();
  Symbol* symbol = nullptr;
  if (place == Place::Field) {
    symbol = model_.new_symbol();
    symbol->kind = SymbolKind::Field;
    symbol->name = std::string(name.text);
    symbol->range = name.range;
    for (const Symbol* other : structure->fields) {
      if (other->name == name.text) messages_.error(name.range, "field '" + symbol->name + "' is declared twice");
    }
    symbol->index = static_cast<std::uint32_t>(structure->fields.size());
    structure->fields.push_back(symbol);
  } else {
    symbol = declare(name, place == Place::Parameter ? SymbolKind::Parameter : SymbolKind::Variable);
    if (place == Place::Global) {
      symbol->index = static_cast<std::uint32_t>(model_.globals.size());
      model_.globals.push_back(symbol);
    } else if (place == Place::Local) {
      symbol->index = static_cast<std::uint32_t>(process_->locals.size());
      process_->locals.push_back(symbol);
    }
  }
  symbol->type = type;
  if (symbol->name == "STDIN" && type.basic == BasicType::Chan && place == Place::Global)
    symbol->builtin = Builtin::Stdin;
  symbol->hidden = visibility.hidden;
  symbol->local = visibility.local;
  symbol->show = visibility.show;
  if (visibility.hidden && type.bits == 1 && type.basic != BasicType::Unsigned) {
    messages_.error(name.range, "a bit or bool cannot be hidden");
  }
  if (accept(Tok::Colon)) {
    const SourceRange range = peek().range;
    const std::int32_t bits = parse_constant("the number of bits");
    if (type.basic != BasicType::Unsigned) {
      messages_.error(range, "only an unsigned variable has a width in bits");
    } else if (bits < 1 || bits > 31) {
      messages_.error(range, "the width of an unsigned must be between 1 and 31 bits");
      symbol->type.bits = 16;
    } else {
      symbol->type.bits = static_cast<std::uint8_t>(bits);
    }
  }
  if (type.basic == BasicType::Unsigned && symbol->type.bits == 0) {
    messages_.error(name.range, "an unsigned needs a width in bits, as in 'unsigned " + symbol->name + " : 5'");
    symbol->type.bits = 16;
  }
  if (accept(Tok::LeftBracket)) {
    const SourceRange range = peek().range;
    symbol->is_array = true;
    symbol->array_size = parse_constant("the number of elements");
    expect(Tok::RightBracket, "']' that closes the number of elements");
    if (symbol->array_size < 1 || symbol->array_size > kLargestArray) {
      messages_.error(range, "array '" + symbol->name + "' has " + std::to_string(symbol->array_size) +
                                 " elements; it can have 1 to " + std::to_string(kLargestArray));
      symbol->array_size = 1;
    }
    const StructType* inner = symbol->type.structure;
    if (inner != nullptr &&
        static_cast<std::uint64_t>(symbol->array_size) * inner->flat_size > static_cast<std::uint64_t>(kLargestArray)) {
      messages_.error(range, "array '" + symbol->name + "' is too large: its structures have more than " +
                                 std::to_string(kLargestArray) + " fields in total");
      symbol->array_size = 1;
    }
    if (place == Place::Parameter) messages_.error(range, "a parameter cannot be an array");
  }
  if (at(Tok::Assign)) parse_initialiser(*symbol, place);
  return symbol;
}

void Parser::parse_initialiser(Symbol& symbol, Place place) {
  const Token assign = take();
  if (place == Place::Parameter)
    fail(assign.range, "a parameter cannot have an initial value; 'run' provides its value");
  if (at(Tok::LeftBrace)) {
    take();
    if (!symbol.is_array) messages_.error(assign.range, "'" + symbol.name + "' is not an array, so it takes one value");
    do {
      Expression* value = parse_expression();
      std::int32_t folded = 0;
      if (!fold(*value, folded)) {
        messages_.error(value->range, "the values in a list must be constants");
      } else if (value->kind != ExpressionKind::Constant) {
        value = constant(folded, value->range);
      }
      symbol.initial_list.push_back(value);
    } while (accept(Tok::Comma));
    expect(Tok::RightBrace, "'}' that closes the values");
    if (place == Place::Local && (!at_start_of_body_ || scopes_.size() > 1)) {
      messages_.warning(assign.range,
                        "move this declaration to the start of the process; Spin assigns a list of values when the "
                        "process is created");
    }
    if (symbol.initial_list.size() > static_cast<std::size_t>(symbol.array_size)) {
      messages_.warning(assign.range, "there are more values than elements");
    }
    return;
  }
  if (at(Tok::LeftBracket)) {
    if (symbol.type.basic != BasicType::Chan)
      messages_.error(assign.range, "'" + symbol.name + "' is not declared as a channel");
    symbol.channel = parse_channel();
    if (place == Place::Local && (!at_start_of_body_ || scopes_.size() > 1)) {
      messages_.error(symbol.range,
                      "a channel must be declared at the start of its process, before the first statement");
    }
    return;
  }
  symbol.initial = parse_expression();
  if (symbol.initial->has_run) messages_.error(symbol.initial->range, "'run' cannot be part of an initial value");
  if (symbol.type.basic == BasicType::Struct) {
    messages_.warning(symbol.initial->range, "a structure cannot have an initial value; as in Spin, it is ignored");
    symbol.initial = nullptr;
    return;
  }
  Expression target;
  target.path.push_back({&symbol, nullptr, symbol.range});
  check_channel_use(target, *symbol.initial);
}

const ChannelInit* Parser::parse_channel() {
  const Token open = take();
  ChannelInit* channel = model_.new_channel();
  const SourceRange size = peek().range;
  channel->capacity = parse_constant("the number of messages");
  expect(Tok::RightBracket, "']' after the number of messages");
  if (channel->capacity < 0) messages_.error(size, "the capacity of a channel cannot be negative");
  expect(Tok::Of, "'of' and the types of a message");
  expect(Tok::LeftBrace, "'{' and the types of a message");
  do {
    const SourceRange range = peek().range;
    if (!is_type(peek().kind) &&
        !(at(Tok::Name) && lookup(peek().text) != nullptr && lookup(peek().text)->kind == SymbolKind::Typedef)) {
      if (at(Tok::Name))
        fail(range, "'" + std::string(peek().text) + "' is not a type" + suggestion(peek().text, SymbolKind::Typedef));
      fail_expected("the type of a field");
    }
    const Type type = parse_type();
    if (type.basic == BasicType::Unsigned) messages_.error(range, "an unsigned cannot be a field of a message");
    channel->fields.push_back(type);
    flatten(type, *channel, range);
  } while (accept(Tok::Comma));
  expect(Tok::RightBrace, "'}' after the types of a message");
  channel->range = from(open.range);
  std::uint64_t bytes = 0;
  for (const Type& field : channel->flat_fields) bytes += field.bits <= 8 ? 1 : field.bits <= 16 ? 2 : 4;
  if (channel->capacity > 0 && bytes * static_cast<std::uint64_t>(channel->capacity) + 4 > kLargestState) {
    messages_.error(size, "a channel of " + std::to_string(channel->capacity) +
                              " messages is too large: a state has at most " + std::to_string(kLargestState) +
                              " bytes");
    channel->capacity = 1;
  }
  facts_.widest_channel = std::max(facts_.widest_channel, channel->flat_fields.size());
  return channel;
}

void Parser::flatten(const Type& type, ChannelInit& channel, const SourceRange& range) {
  std::vector<Type> waiting{type};
  while (!waiting.empty()) {
    const Type next = waiting.back();
    waiting.pop_back();
    if (next.basic != BasicType::Struct) {
      channel.flat_fields.push_back(next);
      if (channel.flat_fields.size() > kLargestMessage) fail(range, "a message has too many fields");
      continue;
    }
    for (auto field = next.structure->fields.rbegin(); field != next.structure->fields.rend(); ++field) {
      if ((*field)->is_array && (*field)->type.basic == BasicType::Struct) {
        fail(range, "a message cannot hold an array of structures ('" + (*field)->name + "')");
      }
      if (static_cast<std::size_t>((*field)->array_size) + waiting.size() > kLargestMessage)
        fail(range, "a message has too many fields");
      for (std::int32_t i = 0; i < (*field)->array_size; ++i) waiting.push_back((*field)->type);
    }
  }
}

std::int32_t Parser::parse_constant(const char* what) {
  const SourceRange first = peek().range;
  // Spin allows an initialised scalar as array bound.
  if (at(Tok::Name)) {
    const Symbol* symbol = lookup(peek().text);
    std::int32_t value = 0;
    if (symbol != nullptr && symbol->kind == SymbolKind::Variable && symbol->initial != nullptr &&
        fold(*symbol->initial, value) && (peek(1).kind == Tok::RightBracket)) {
      take();
      messages_.warning(
          first, "'" + symbol->name + "' is a variable; its initial value " + std::to_string(value) + " is used");
      return value;
    }
  }
  Expression* expression = parse_expression();
  std::int32_t value = 0;
  if (!fold(*expression, value)) messages_.error(expression->range, std::string(what) + " must be a constant");
  return value;
}

}  // namespace weir::promela
