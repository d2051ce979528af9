// SPDX-License-Identifier: Apache-2.0
// Declarations of types, variables, constants and channels.
#include <algorithm>

#include "frontend/promela/parser.h"
#include "model/program.h"

namespace weir::promela {
namespace {

constexpr std::int32_t kLargestArray = 1 << 19;  // elements; with 4 bytes each, half of the largest state
constexpr std::size_t kLargestMessage = 255;
constexpr std::uint32_t kStructNesting = 100;

}  // namespace

void Parser::parse_typedef() {
  take();
  if (at(Tok::Name) && lookup(peek().text) != nullptr)
    declare(take(), SymbolKind::Typedef);  // reports that it exists already
  const Token name = expect(Tok::Name, "the name of the new type");
  expect(Tok::LeftBrace, "'{' and the fields");
  stream_.in_sequence = true;
  StructType* structure = model_.new_struct();
  field_names_.clear();
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

bool Parser::at_type() {
  if (!at(Tok::Name)) return is_type(peek().kind);
  const Symbol* symbol = lookup(peek().text);
  return symbol != nullptr && symbol->kind == SymbolKind::Typedef;
}

bool Parser::at_declaration() {
  if (at(Tok::Hidden) || at(Tok::Local) || at(Tok::Show)) return true;
  return at_type() && !(at(Tok::Name) && peek(1).kind == Tok::Colon);
}

void Parser::fail_type(const char* what) {
  if (!at(Tok::Name)) fail_expected(what);
  fail(peek().range, "'" + std::string(peek().text) + "' is not a type" + suggestion(peek().text, SymbolKind::Typedef));
}

/// Parses `hidden byte a, b[3] = 1` and enters the symbols.
std::vector<Symbol*> Parser::parse_declaration(Place place, StructType* structure) {
  Visibility visibility;
  while (at(Tok::Hidden) || at(Tok::Local) || at(Tok::Show)) {
    const Tok kind = take().kind;
    (kind == Tok::Hidden ? visibility.hidden : kind == Tok::Local ? visibility.local : visibility.show) = true;
  }
  Type type{BasicType::Mtype, 8, nullptr, {}};
  if (at(Tok::TypeMtype)) {
    // mtype = { ... }, mtype { ... }, mtype:NAME = { ... }
    const SourceRange keyword = take().range;
    if (at(Tok::Colon) && peek(1).kind == Tok::Name) {
      take();
      type.mtype = std::string(take().text);
    }
    if (at(Tok::LeftBrace) || (at(Tok::Assign) && peek(1).kind == Tok::LeftBrace)) {
      accept(Tok::Assign);
      if (place != Place::Global) messages_.error(keyword, "mtype constants can only be declared outside of processes");
      if (visibility.any()) messages_.error(keyword, "mtype constants cannot be declared hidden, local or show");
      parse_mtype_names(type, keyword);
      return {};
    }
  } else {
    if (!at_declaration()) fail_type("a type");
    type = parse_type();
  }
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
void Parser::parse_mtype_names(const Type& type, const SourceRange& keyword) {
  take();
  std::vector<Token> names;
  while (!at(Tok::RightBrace)) {
    if (accept(Tok::Comma)) continue;
    names.push_back(expect(Tok::Name, "a name or '}' in the list of mtype constants"));
  }
  take();
  std::int32_t& count = mtype_counts_[type.mtype];
  if (names.empty()) fail(keyword, "the list of mtype constants is empty");
  for (std::size_t i = 0; i < names.size(); ++i) {
    Symbol* symbol = declare(names[i], SymbolKind::MtypeConstant);
    symbol->value = count + static_cast<std::int32_t>(names.size() - i);
    symbol->type = type;
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
  model_.use(symbol, token.range);
  return symbol->type;
}

Symbol* Parser::declare_variable(const Token& name, Place place, StructType* structure) {
  if (place == Place::Field) {
    Symbol* symbol = model_.new_symbol(SymbolKind::Field, name.text, name.range);
    if (!field_names_.insert(name.text).second)
      messages_.error(name.range, "field '" + symbol->name + "' is declared twice");
    symbol->index = static_cast<std::uint32_t>(structure->fields.size());
    structure->fields.push_back(symbol);
    return symbol;
  }
  Symbol* symbol = declare(name, place == Place::Parameter ? SymbolKind::Parameter : SymbolKind::Variable);
  if (place == Place::Parameter) return symbol;
  std::vector<Symbol*>& list = place == Place::Global ? model_.globals : process_->locals;
  symbol->index = static_cast<std::uint32_t>(list.size());
  list.push_back(symbol);
  return symbol;
}

Symbol* Parser::parse_declarator(const Type& type, Place place, const Visibility& visibility, StructType* structure) {
  if (!at(Tok::Name)) {
    if (peek().kind >= Tok::Active)
      fail(peek().range, "'" + std::string(peek().text) + "' is a keyword and cannot be a name");
    fail_expected("a name to declare");
  }
  const Token name = take();
  Symbol* symbol = declare_variable(name, place, structure);
  symbol->type = type;
  if (symbol->name == "STDIN" && type.basic == BasicType::Chan && place == Place::Global)
    symbol->builtin = Builtin::Stdin;
  symbol->hidden = visibility.hidden;
  symbol->local = visibility.local;
  symbol->show = visibility.show;
  if (visibility.hidden && type.bits == 1 && type.basic != BasicType::Unsigned) {
    messages_.error(name.range, "a bit or bool cannot be hidden");
  }
  parse_width(*symbol);
  if (at(Tok::LeftBracket)) parse_array_size(*symbol, place);
  if (at(Tok::Assign)) parse_initialiser(*symbol, place);
  return symbol;
}

/// Parses `: 5` of an unsigned.
void Parser::parse_width(Symbol& symbol) {
  const bool is_unsigned = symbol.type.basic == BasicType::Unsigned;
  if (accept(Tok::Colon)) {
    const SourceRange range = peek().range;
    const std::int32_t bits = parse_constant("the number of bits");
    if (!is_unsigned) {
      messages_.error(range, "only an unsigned variable has a width in bits");
    } else if (bits < 1 || bits > 31) {
      messages_.error(range, "the width of an unsigned must be between 1 and 31 bits");
      symbol.type.bits = 16;
    } else {
      symbol.type.bits = static_cast<std::uint8_t>(bits);
    }
  }
  if (is_unsigned && symbol.type.bits == 0) {
    messages_.error(symbol.range, "an unsigned needs a width in bits, as in 'unsigned " + symbol.name + " : 5'");
    symbol.type.bits = 16;
  }
}

/// Parses `[3]`.
void Parser::parse_array_size(Symbol& symbol, Place place) {
  take();
  const SourceRange range = peek().range;
  symbol.is_array = true;
  symbol.array_size = parse_constant("the number of elements");
  expect(Tok::RightBracket, "']' that closes the number of elements");
  if (symbol.array_size < 1 || symbol.array_size > kLargestArray) {
    messages_.error(range, "array '" + symbol.name + "' has " + std::to_string(symbol.array_size) +
                               " elements; it can have 1 to " + std::to_string(kLargestArray));
    symbol.array_size = 1;
  }
  const StructType* inner = symbol.type.structure;
  if (inner != nullptr &&
      static_cast<std::uint64_t>(symbol.array_size) * inner->flat_size > static_cast<std::uint64_t>(kLargestArray)) {
    messages_.error(range, "array '" + symbol.name + "' is too large: its structures have more than " +
                               std::to_string(kLargestArray) + " fields in total");
    symbol.array_size = 1;
  }
  if (place == Place::Parameter) messages_.error(range, "a parameter cannot be an array");
}

void Parser::parse_initialiser(Symbol& symbol, Place place) {
  const Token assign = take();
  if (place == Place::Parameter)
    fail(assign.range, "a parameter cannot have an initial value; 'run' provides its value");
  const bool too_late = place == Place::Local && (!at_start_of_body_ || scopes_.size() > 1);
  if (accept(Tok::LeftBrace)) {
    if (!symbol.is_array) messages_.error(assign.range, "'" + symbol.name + "' is not an array, so it takes one value");
    do {
      Expression* value = parse_expression();
      std::int32_t folded = 0;
      if (!fold(*value, folded)) {
        messages_.error(value->range, "the values in a list must be constants");
      } else if (value->kind != ExpressionKind::Constant) {
        value = model_.new_constant(folded, value->range);
      }
      symbol.initial_list.push_back(value);
    } while (accept(Tok::Comma));
    expect(Tok::RightBrace, "'}' that closes the values");
    if (too_late) {
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
    if (too_late) {
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
    if (!at_type()) fail_type("the type of a field");
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
