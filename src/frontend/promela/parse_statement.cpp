// SPDX-License-Identifier: Apache-2.0
// Statements.
#include <algorithm>
#include <optional>
#include <utility>

#include "frontend/promela/parser.h"

namespace weir::promela {
namespace {

bool ends_sequence(Tok kind) {
  return kind == Tok::RightBrace || kind == Tok::ColonColon || kind == Tok::Fi || kind == Tok::Od || kind == Tok::End;
}

std::string unescaped(std::string_view quoted) {
  std::string text;
  for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
    char c = quoted[i];
    if (c == '\\' && i + 2 < quoted.size()) {
      c = quoted[++i];
      if (c == '\n') continue;  // continued line
      c = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
    }
    text += c;
  }
  return text;
}

bool letters_and_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
}

}  // namespace

Statement* Parser::finish(Statement* statement, const SourceRange& first) {
  statement->range = from(first);
  return statement;
}

/// Parses steps up to the end of the enclosing construct, which is left for the caller.
void Parser::parse_sequence(Sequence& sequence) {
  const SourceRange first = peek().range;
  for (;;) {
    try {
      parse_step(sequence);
      if (!at(Tok::Semicolon) && !at(Tok::Arrow) && !ends_sequence(peek().kind)) {
        fail_expected("';' or '->' before the next statement");
      }
    } catch (const Failure&) {
      skip_statement();
    }
    bool separated = false;
    while (at(Tok::Semicolon) || at(Tok::Arrow)) {
      take();
      separated = true;
    }
    if (ends_sequence(peek().kind) || !separated) break;
  }
  sequence.range = from(first);
}

/// After an error: skips to the next separator or end at this nesting level.
void Parser::skip_statement() {
  if (messages_.too_many()) throw Failure{};
  stream_.reset_parentheses();
  std::uint32_t nested = 0;
  for (;;) {
    const Tok kind = peek().kind;
    if (kind == Tok::End) return;
    if (nested == 0 && (kind == Tok::Semicolon || kind == Tok::Arrow || ends_sequence(kind))) return;
    if (starts_unit(kind)) throw Failure{};
    if (kind == Tok::LeftBrace || kind == Tok::If || kind == Tok::Do) ++nested;
    if (nested > 0 && (kind == Tok::RightBrace || kind == Tok::Fi || kind == Tok::Od)) --nested;
    take();
  }
}

void Parser::parse_step(Sequence& sequence) {
  if (at_declaration()) {
    const SourceRange first = peek().range;
    Statement* statement = model_.new_statement(StatementKind::Declaration, first);
    statement->symbols = parse_declaration(Place::Local);
    for (Symbol* symbol : statement->symbols) symbol->initialised_at_creation = at_start_of_body_;
    sequence.statements.push_back(finish(statement, first));
    return;
  }
  if (at(Tok::XR) || at(Tok::XS)) return sequence.statements.push_back(parse_exclusive_use());
  Statement* statement = parse_statement();
  sequence.statements.push_back(at(Tok::Unless) ? parse_unless(statement) : statement);
}

Statement* Parser::parse_exclusive_use() {
  const Token keyword = take();
  Statement* statement = model_.new_statement(StatementKind::ExclusiveUse, keyword.range);
  do {
    Expression* channel = parse_variable(true);
    Symbol* symbol = channel->path.back().symbol;
    if (symbol->type.basic != BasicType::Chan && symbol->type.basic != BasicType::Struct) {
      messages_.error(channel->range, "xr and xs need a channel, but '" + symbol->name + "' is not one");
    }
    (keyword.kind == Tok::XR ? symbol->exclusive_read : symbol->exclusive_send) = true;
    statement->symbols.push_back(symbol);
  } while (accept(Tok::Comma));
  return finish(statement, keyword.range);
}

Statement* Parser::parse_unless(Statement* statement) {
  take();
  at_start_of_body_ = false;
  Statement* unless = model_.new_statement(StatementKind::Unless, statement->range);
  std::vector<Symbol*> labels = std::exchange(statement->labels, {});
  unless->body.statements.push_back(statement);
  unless->body.range = statement->range;
  Statement* escape = parse_statement();
  if (!escape->labels.empty()) {
    messages_.error(escape->labels.front()->range,
                    "a label cannot precede the guard of an escape, which is not a single state");
  }
  unless->escape.statements.push_back(escape);
  unless->escape.range = escape->range;
  finish(unless, statement->range);

  // Before a sequence in braces, a label names a state in front of both: L: { { ... } unless { ... } }, as in Spin.
  Statement* labelled = unless;
  if (!labels.empty() && (statement->kind == StatementKind::Block || statement->kind == StatementKind::Atomic)) {
    labelled = model_.new_statement(StatementKind::Block, unless->range);
    labelled->body.statements.push_back(unless);
    labelled->body.range = unless->range;
  }
  for (Symbol* label : labels) label->target = labelled;
  labelled->labels = std::move(labels);
  return labelled;
}

Statement* Parser::parse_statement() {
  const DepthGuard guard(*this);
  std::vector<Token> labels;
  while (at(Tok::Name) && peek(1).kind == Tok::Colon && !is_proctype(peek().text)) {
    labels.push_back(take());
    take();
    if (at_declaration() || at(Tok::XR) || at(Tok::XS)) {
      fail(labels.back().range, "a label cannot precede a declaration");
    }
    if (labels.size() > 1000) fail(labels.back().range, "too many labels on one statement");
  }
  Statement* statement = nullptr;
  const bool label_alone = !labels.empty() && (at(Tok::Semicolon) || at(Tok::Arrow) || ends_sequence(peek().kind));
  if (label_alone) {  // means `skip`
    statement = model_.new_statement(StatementKind::Expression, labels.back().range);
    statement->value = model_.new_constant(1, labels.back().range);
  } else {
    statement = parse_statement_body();
  }
  at_start_of_body_ = false;
  for (const Token& label : labels) add_label(label, statement);
  return statement;
}

void Parser::add_label(const Token& name, Statement* statement) {
  if (const Symbol* other = lookup(name.text)) {
    messages_.error(name.range, "'" + std::string(name.text) + "' is already declared, so it cannot be a label");
    messages_.note(other->range, "declared here");
    return;
  }
  Symbol* symbol = model_.new_symbol(SymbolKind::Label, name.text, name.range);
  symbol->owner = process_;
  symbol->target = statement;
  symbol->scope = scopes_.size() <= 1 ? 0 : scopes_.back().id;
  symbol->index = static_cast<std::uint32_t>(process_->labels.size());
  process_->labels.push_back(symbol);
  statement->labels.push_back(symbol);
  facts_.labels.push_back({symbol, open_scopes()});
}

std::vector<std::uint32_t> Parser::open_scopes() const {
  std::vector<std::uint32_t> ids;
  for (const Scope& scope : scopes_) ids.push_back(scope.id);
  return ids;
}

Statement* Parser::parse_statement_body() {
  const Token first = peek();
  switch (first.kind) {
    case Tok::LeftBrace: return parse_braces(StatementKind::Block, first);
    case Tok::Atomic: take(); return parse_braces(StatementKind::Atomic, first);
    case Tok::DStep: take(); return parse_braces(StatementKind::DStep, first);
    case Tok::If: return parse_options(StatementKind::If);
    case Tok::Do: return parse_options(StatementKind::Do);
    case Tok::For: return parse_for();
    case Tok::Select: return parse_select();
    case Tok::Printf: return parse_printf();
    case Tok::Else: return model_.new_statement(StatementKind::Else, take().range);
    case Tok::Break: return parse_break();
    case Tok::Goto: return parse_goto();
    case Tok::Return: return parse_return();
    case Tok::Printm: {
      take();
      Statement* statement = model_.new_statement(StatementKind::Printm, first.range);
      expect(Tok::LeftParen, "'('");
      statement->value = parse_expression();
      expect(Tok::RightParen, "')'");
      return finish(statement, first.range);
    }
    case Tok::Assert: {
      take();
      Statement* statement = model_.new_statement(StatementKind::Assert, first.range);
      statement->value = parse_full_expression();
      refuse_structure(*statement->value);
      if (model_.first_assertion == nullptr) model_.first_assertion = statement;
      return finish(statement, first.range);
    }
    case Tok::SetPriority: {
      take();
      Statement* statement = model_.new_statement(StatementKind::SetPriority, first.range);
      expect(Tok::LeftParen, "'('");
      statement->value = parse_expression();
      expect(Tok::Comma, "',' and the new priority");
      statement->second = parse_expression();
      expect(Tok::RightParen, "')'");
      return finish(statement, first.range);
    }
    case Tok::CCode:
    case Tok::CDecl:
    case Tok::CState:
    case Tok::CTrack:
    case Tok::CExpr: refuse_c();
    case Tok::Name: return parse_name_statement();
    default: break;
  }
  if (starts_unit(first.kind)) {
    fail(first.range,
         "the body of '" + process_->name + "' is not closed by '}' before this '" + std::string(first.text) + "'");
  }
  if (ends_sequence(first.kind) || first.kind == Tok::Semicolon || first.kind == Tok::Arrow)
    fail_expected("a statement");
  return expression_statement(parse_full_expression(), first.range);
}

Statement* Parser::parse_break() {
  Statement* statement = model_.new_statement(StatementKind::Break, take().range);
  if (loops_.empty())
    messages_.error(statement->range, "'break' is not inside a do or for loop");
  else
    statement->loop = loops_.back();
  return statement;
}

Statement* Parser::parse_goto() {
  const Token keyword = take();
  const Token label = expect(Tok::Name, "the name of a label after 'goto'");
  Statement* statement = finish(model_.new_statement(StatementKind::Goto, keyword.range), keyword.range);
  facts_.gotos.push_back({statement, label.text, label.range, process_, open_scopes()});
  return statement;
}

Statement* Parser::parse_return() {
  const Token keyword = take();
  Statement* statement = model_.new_statement(StatementKind::Return, keyword.range);
  statement->value = parse_full_expression();
  if (open_inlines_.empty() || open_inlines_.back().target == nullptr)
    messages_.error(keyword.range, "'return' is only allowed in an inline that is called as 'variable = name(...)'");
  else
    statement->target = open_inlines_.back().target;
  return finish(statement, keyword.range);
}

Statement* Parser::expression_statement(Expression* value, const SourceRange& first) {
  Statement* statement = finish(model_.new_statement(StatementKind::Expression, first), first);
  refuse_structure(*value);
  if (value->has_run && value->kind != ExpressionKind::Run) {
    messages_.error(value->range, "'run' cannot be part of a condition: a condition has no side effects");
  }
  statement->value = value;
  return statement;
}

/// Parses a statement that starts with a name: assignment, send, receive, inline call, or expression.
Statement* Parser::parse_name_statement() {
  const Token first = peek();
  if (find_inline(first.text) != nullptr && lookup(first.text)->kind == SymbolKind::Inline) {
    return parse_inline_call(nullptr, take());
  }
  const Symbol* symbol = lookup(first.text);
  if (is_proctype(first.text) || (symbol != nullptr && symbol->kind == SymbolKind::MtypeConstant)) {
    if (peek(1).kind == Tok::Assign) {
      fail(first.range, "'" + std::string(first.text) + "' is a constant and cannot be assigned to");
    }
    if (is_proctype(first.text) && peek(1).kind == Tok::LeftParen) {
      fail(first.range, "to start a process, write 'run " + std::string(first.text) + "(...)'");
    }
    return expression_statement(parse_full_expression(), first.range);
  }
  if (symbol == nullptr && peek(1).kind == Tok::LeftParen) {
    fail(first.range,
         "there is no inline '" + std::string(first.text) + "'" + suggestion(first.text, SymbolKind::Inline));
  }
  Expression* variable = parse_variable();
  Statement* statement = model_.new_statement(StatementKind::Assign, first.range);
  switch (peek().kind) {
    case Tok::Assign: return parse_assignment(variable, first.range);
    case Tok::PlusPlus:
    case Tok::MinusMinus:
      statement->kind = take().kind == Tok::PlusPlus ? StatementKind::Increment : StatementKind::Decrement;
      statement->target = variable;
      check_target(*variable);
      if (variable->path.back().symbol->type.basic == BasicType::Chan) {
        messages_.error(variable->range, "a channel cannot be incremented or decremented");
      }
      return finish(statement, first.range);
    case Tok::Bang:
    case Tok::BangBang: statement->channel = variable; return parse_send(statement);
    case Tok::Query:
    case Tok::QueryQuery:
      if (peek(1).kind == Tok::LeftBracket) break;
      statement->channel = variable;
      return parse_receive(statement);
    default: break;
  }
  return expression_statement(parse_binary(1, parse_after_variable(variable)), first.range);
}

void Parser::check_target(const Expression& target) {
  const Symbol& symbol = *target.path.back().symbol;
  if (symbol.builtin == Builtin::Pid || symbol.builtin == Builtin::NrPr || symbol.builtin == Builtin::Last ||
      symbol.builtin == Builtin::Stdin) {
    messages_.error(target.range, "'" + symbol.name + "' cannot be assigned to");
  }
  refuse_structure(target);
}

void Parser::check_channel(const Expression& channel) {
  const Symbol& symbol = *channel.path.back().symbol;
  const bool unknown =
      symbol.kind == SymbolKind::Variable && symbol.type.basic == BasicType::Int && symbol.is_array == false;
  if (symbol.type.basic == BasicType::Chan || symbol.builtin == Builtin::Stdin) return;
  // Spin accepts any integer as a channel number, but never a structure.
  if (symbol.type.basic == BasicType::Struct) {
    messages_.error(channel.range, "'" + symbol.name + "' is a structure, not a channel");
  } else if (!unknown) {
    messages_.warning(channel.range, "'" + symbol.name + "' is used as a channel but not declared as one");
  }
}

/// Channels are copied as a whole: no arithmetic, and no numbers in their place.
void Parser::check_channel_use(const Expression& target, const Expression& value) {
  // As in Spin, only constants assigned to a variable of a named mtype are checked.
  const Type& type = target.path.back().symbol->type;
  if (type.basic == BasicType::Mtype && !type.mtype.empty() && value.kind == ExpressionKind::Constant &&
      value.symbol != nullptr && value.symbol->type.mtype != type.mtype) {
    const std::string& other = value.symbol->type.mtype;
    const std::string message = "'" + target.path.back().symbol->name + "' has type mtype:" + type.mtype + ", but '" +
                                value.symbol->name + "' has type " + (other.empty() ? "mtype" : "mtype:" + other);
    // Spin does not check fields of structures.
    if (target.path.size() == 1)
      messages_.error(value.range, message);
    else
      messages_.warning(value.range, message);
  }
  const bool to_channel = target.path.size() == 1 && target.path[0].symbol->type.basic == BasicType::Chan;
  if (to_channel && value.kind == ExpressionKind::Constant) {
    messages_.error(value.range, "a number cannot be assigned to a channel");
  }
  if (value.kind == ExpressionKind::Variable || value.depth <= 1) return;
  std::vector<const Expression*> waiting{&value};
  while (!waiting.empty()) {
    const Expression* e = waiting.back();
    waiting.pop_back();
    if (e->kind == ExpressionKind::Variable && e->path.back().symbol->type.basic == BasicType::Chan) {
      messages_.error(e->range, "a channel cannot be an operand of arithmetic");
    }
    if (e->kind != ExpressionKind::Unary && e->kind != ExpressionKind::Binary) continue;
    for (const Expression* part : {e->a, e->b}) {
      if (part != nullptr) waiting.push_back(part);
    }
  }
}

Statement* Parser::parse_assignment(Expression* target, const SourceRange& first) {
  check_target(*target);
  take();
  if (at(Tok::Name) && find_inline(peek().text) != nullptr) return parse_inline_call(target, take());
  Statement* statement = model_.new_statement(StatementKind::Assign, first);
  statement->target = target;
  statement->value = parse_full_expression();
  refuse_structure(*statement->value);
  check_channel_use(*target, *statement->value);
  return finish(statement, first);
}

Statement* Parser::parse_send(Statement* statement) {
  const Token op = take();
  statement->kind = StatementKind::Send;
  statement->sorted = op.kind == Tok::BangBang;
  check_channel(*statement->channel);
  statement->args.push_back(parse_expression());
  if (accept(Tok::LeftParen)) {
    statement->parenthesised = true;
    for (Expression* argument : parse_arguments(Tok::RightParen)) statement->args.push_back(argument);
    expect(Tok::RightParen, "')' after the message");
  } else {
    while (accept(Tok::Comma)) statement->args.push_back(parse_expression());
  }
  for (const Expression* argument : statement->args) {
    if (argument->has_run) messages_.error(argument->range, "'run' cannot be part of a message");
  }
  facts_.sends.push_back(statement);
  return finish(statement, statement->channel->range);
}

Statement* Parser::parse_receive(Statement* statement) {
  statement->kind = StatementKind::Receive;
  statement->random = take().kind == Tok::QueryQuery;
  check_channel(*statement->channel);
  statement->peek = accept(Tok::Less);
  statement->args = parse_receive_arguments(statement->parenthesised);
  if (statement->peek) expect(Tok::Greater, "'>' that closes the message");
  for (const Expression* argument : statement->args) {
    if (argument->kind == ExpressionKind::Variable && argument->path.back().symbol->builtin != Builtin::None &&
        argument->path.back().symbol->builtin != Builtin::WriteOnly) {
      messages_.error(argument->range, "'" + argument->path.back().symbol->name +
                                           "' cannot be received into; use eval(...) to match its value");
    }
  }
  facts_.receives.push_back(statement);
  return finish(statement, statement->channel->range);
}

Statement* Parser::parse_printf() {
  const Token keyword = take();
  Statement* statement = model_.new_statement(StatementKind::Printf, keyword.range);
  expect(Tok::LeftParen, "'('");
  const std::string_view first_literal = expect(Tok::String, "a format string").text;
  statement->format = unescaped(first_literal);
  if (!at(Tok::String) && first_literal.find('\n') == std::string_view::npos) statement->format_literal = first_literal;
  while (at(Tok::String)) statement->format += unescaped(take().text);
  if (accept(Tok::Comma)) statement->args = parse_arguments(Tok::RightParen);
  expect(Tok::RightParen, "')' after the arguments of printf");
  return finish(statement, keyword.range);
}

void Parser::parse_block_sequence(Sequence& sequence) {
  const Token open = expect(Tok::LeftBrace, "'{'");
  const ScopeGuard scope(*this);
  at_start_of_body_ = false;
  if (at(Tok::RightBrace)) fail(open.range, "the block needs at least one statement");
  parse_sequence(sequence);
  expect_close(open);
  sequence.range = from(open.range);
}

Statement* Parser::parse_braces(StatementKind kind, Token first) {
  Statement* statement = model_.new_statement(kind, first.range);
  parse_block_sequence(statement->body);
  if (statement->body.statements.empty()) return finish(statement, first.range);
  const Statement& front = *statement->body.statements.front();
  // A loop has a location of its own that the label can name, as in Spin.
  const bool loop = front.kind == StatementKind::Do;
  if (!front.labels.empty() && !loop) {
    messages_.error(front.labels.front()->range,
                    "a label cannot precede the first statement of a block; put it before the block: '" +
                        front.labels.front()->name + ": " +
                        (kind == StatementKind::Atomic  ? "atomic "
                         : kind == StatementKind::DStep ? "d_step "
                                                        : "") +
                        "{ ... }'");
  }
  return finish(statement, first.range);
}

Statement* Parser::parse_options(StatementKind kind) {
  const Token keyword = take();
  const bool is_do = kind == StatementKind::Do;
  const Tok close = is_do ? Tok::Od : Tok::Fi;
  Statement* statement = model_.new_statement(kind, keyword.range);
  at_start_of_body_ = false;
  std::optional<Pushed<Statement*>> loop;
  if (is_do) loop.emplace(loops_, statement);
  if (!at(Tok::ColonColon)) fail_expected(is_do ? "'::' after 'do'" : "'::' after 'if'");
  bool has_else = false;
  while (at(Tok::ColonColon)) {
    const Token separator = take();
    Sequence& option = statement->options.emplace_back();
    parse_sequence(option);
    option.range = from(separator.range);
    if (option.statements.empty()) continue;
    const Statement& front = *option.statements.front();
    if (front.kind == StatementKind::Else) {
      if (has_else) messages_.error(front.range, "these options already have an 'else'");
      has_else = true;
    }
    if (!front.labels.empty()) {
      messages_.warning(front.labels.front()->range,
                        "a label before the first statement of an option names no state of its own; end, progress and "
                        "accept labels mark the state after that statement, as in Spin");
    }
  }
  if (!at(close)) {
    messages_.error(peek().range,
                    std::string("expected '::' or '") + (is_do ? "od" : "fi") + "' but found " + describe(peek()));
    messages_.note(keyword.range, std::string("to match this '") + (is_do ? "do" : "if") + "'");
    throw Failure{};
  }
  take();
  return finish(statement, keyword.range);
}

Statement* Parser::parse_for() {
  const Token keyword = take();
  Statement* statement = model_.new_statement(StatementKind::ForRange, keyword.range);
  expect(Tok::LeftParen, "'(' after 'for'");
  statement->target = parse_variable();
  if (accept(Tok::Colon)) {
    check_target(*statement->target);
    statement->from = parse_without_run("a range");
    expect(Tok::DotDot, "'..' between the first and the last value");
    statement->to = parse_without_run("a range");
    const bool constant =
        statement->from->kind == ExpressionKind::Constant && statement->to->kind == ExpressionKind::Constant;
    if (constant && statement->from->value > statement->to->value)
      messages_.warning(statement->from->range, "the range is empty, so the loop is never entered; Spin rejects it");
  } else if (at_name("in")) {
    take();
    Expression* range = parse_variable(true);
    const Symbol& symbol = *range->path.back().symbol;
    if (symbol.is_array && range->path.back().index == nullptr) {
      check_target(*statement->target);
      statement->kind = StatementKind::ForArray;
      statement->array = range;
    } else if (symbol.type.basic == BasicType::Chan) {
      statement->kind = StatementKind::ForChannel;
      statement->channel = range;
      if (statement->target->path.back().symbol->type.basic != BasicType::Struct) {
        messages_.warning(statement->target->range,
                          "Spin requires a structure here, with one field for each field of the message");
      }
    } else {
      messages_.error(range->range, "'" + symbol.name + "' is neither an array nor a channel");
    }
  } else {
    fail_expected("': first .. last' or 'in array' in the header of 'for'");
  }
  expect(Tok::RightParen, "')' that closes the header of 'for'");
  at_start_of_body_ = false;
  if (at(Tok::Semicolon)) take();
  const Pushed loop(loops_, statement);
  parse_block_sequence(statement->body);
  return finish(statement, keyword.range);
}

/// Spin turns `select (name : 1..4)` into an `if` while parsing, under conditions on the text: see ast.h.
Statement* Parser::parse_select() {
  const Token keyword = take();
  Statement* statement = model_.new_statement(StatementKind::Select, keyword.range);
  expect(Tok::LeftParen, "'(' after 'select'");
  const Token name = peek();
  statement->target = parse_variable();
  check_target(*statement->target);
  bool choice = statement->target->path.size() == 1 && statement->target->path[0].index == nullptr &&
                letters_and_digits(name.text) && open_inlines_.empty() && !name.line_start;
  choice = choice && !peek().line_start;
  expect(Tok::Colon, "':' after the variable");
  choice = choice && at(Tok::Number) && !peek().line_start;
  statement->from = parse_without_run("a range");
  choice = choice && statement->from->kind == ExpressionKind::Constant && !statement->from->parenthesised &&
           !peek().line_start;
  expect(Tok::DotDot, "'..' between the smallest and the largest value");
  choice = choice && at(Tok::Number) && !peek().line_start;
  statement->to = parse_without_run("a range");
  choice =
      choice && statement->to->kind == ExpressionKind::Constant && !statement->to->parenthesised && !peek().line_start;
  expect(Tok::RightParen, "')'");
  if (choice && statement->from->value > statement->to->value) {
    messages_.error(statement->from->range, "the range of 'select' is empty");
  }
  statement->choice = choice && statement->to->value - statement->from->value <= 32;
  return finish(statement, keyword.range);
}

}  // namespace weir::promela
