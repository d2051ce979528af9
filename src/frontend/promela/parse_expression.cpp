// SPDX-License-Identifier: Apache-2.0
// Expressions: precedence climbing. Long chains of && and || become balanced trees, which preserves meaning and order
// of evaluation, so that generated models stay within the depth limit.
#include <algorithm>
#include <limits>

#include "formula/patterns/call.h"
#include "frontend/promela/operators.h"
#include "frontend/promela/parser.h"

namespace weir::promela {
namespace {

/// The binary operator that a token denotes; Operator::None if it denotes none.
const OperatorInfo& binary_operator(Tok kind) {
  for (const OperatorInfo& info : kOperators)
    if (info.token == kind && info.precedence < kPrefix) return info;
  return kOperators.front();
}

Operator prefix_operator(Tok kind) {
  for (const OperatorInfo& info : kOperators)
    if (info.token == kind && info.precedence == kPrefix) return info.op;
  return Operator::None;
}

}  // namespace

Expression* Parser::parse_full_expression() { return parse_binary(1); }

Expression* Parser::parse_expression() {
  Expression* expression = parse_binary(1);
  refuse_probe(*expression);
  return expression;
}

void Parser::refuse_probe(const Expression& expression) {
  if (!expression.is_probe || formula_) return;
  messages_.error(
      expression.range,
      "full, empty, nfull and nempty may only be joined by && and ||; instead of negating one, use its opposite "
      "(nfull for !full, nempty for !empty)");
}

/// A structure is a value only as a whole message or as an argument of a process.
void Parser::refuse_structure(const Expression& expression) {
  if (expression.kind != ExpressionKind::Variable) return;
  const Symbol& symbol = *expression.path.back().symbol;
  if (symbol.type.basic != BasicType::Struct) return;
  messages_.error(expression.range, "'" + symbol.name + "' is a structure; name one of its fields");
}

/// Parses an expression that may be evaluated several times, or only to test whether a step is enabled.
Expression* Parser::parse_without_run(const char* what) {
  Expression* e = parse_expression();
  if (e->has_run) messages_.error(e->range, std::string("'run' cannot be part of ") + what);
  e->has_run = false;  // prevents repeated errors for the enclosing expressions
  return e;
}

void Parser::set_depth(Expression& e) {
  std::uint32_t below = 0;
  for (const Expression* part : {e.a, e.b, e.c}) {
    if (part == nullptr) continue;
    below = std::max<std::uint32_t>(below, part->depth);
    e.has_run |= part->has_run;
  }
  for (const Expression* part : e.args) {
    below = std::max<std::uint32_t>(below, part->depth);
    e.has_run |= part->has_run;
  }
  for (const Selector& selector : e.path) {
    if (selector.index != nullptr) below = std::max<std::uint32_t>(below, selector.index->depth);
  }
  if (below + 1 > kNestingLimit)
    fail(e.range, "the expression is nested more than " + std::to_string(kNestingLimit) + " deep");
  e.depth = static_cast<std::uint16_t>(below + 1);
}

Expression* Parser::complete(Expression* e, const SourceRange& range) {
  e->range = range;
  set_depth(*e);
  return e;
}

Expression* Parser::unary(Operator op, Expression* a, const SourceRange& range) {
  refuse_probe(*a);
  refuse_structure(*a);
  Expression* e = model_.new_expression(ExpressionKind::Unary);
  e->op = op;
  e->a = a;
  return complete(e, model_.sources.join(range, a->range));
}

Expression* Parser::binary(Operator op, Expression* a, Expression* b) {
  const bool joins_probes = op == Operator::And || op == Operator::Or;
  if (!joins_probes) {
    refuse_probe(*a);
    refuse_probe(*b);
  }
  refuse_structure(*a);
  refuse_structure(*b);
  Expression* e = model_.new_expression(ExpressionKind::Binary);
  e->op = op;
  e->a = a;
  e->b = b;
  e->is_probe = joins_probes && (a->is_probe || b->is_probe);
  return complete(e, model_.sources.join(a->range, b->range));
}

/// Builds a tree of logarithmic depth from the operands of a chain. Short chains are left-associative.
Expression* Parser::balanced(Operator op, std::span<Expression* const> operands) {
  if (operands.size() == 1) return operands[0];
  if (operands.size() <= 8) {
    Expression* e = operands[0];
    for (std::size_t i = 1; i < operands.size(); ++i) e = binary(op, e, operands[i]);
    return e;
  }
  const std::size_t half = operands.size() / 2;
  return binary(op, balanced(op, operands.first(half)), balanced(op, operands.subspan(half)));
}

Expression* Parser::parse_binary(int least, Expression* left) {
  const DepthGuard guard(*this);
  if (left == nullptr) left = parse_unary();
  for (;;) {
    const OperatorInfo& found = binary_operator(peek().kind);
    if (found.op == Operator::None || found.precedence < least) return left;
    if (found.op == Operator::And || found.op == Operator::Or) {
      std::vector<Expression*> operands{left};
      while (binary_operator(peek().kind).op == found.op) {
        take();
        operands.push_back(parse_binary(found.precedence + 1));
      }
      left = balanced(found.op, operands);
    } else {
      take();
      left = binary(found.op, left, parse_binary(found.precedence + 1));
    }
  }
}

Expression* Parser::parse_unary() {
  std::vector<Token> prefixes;
  for (;;) {
    if (prefix_operator(peek().kind) != Operator::None) {
      prefixes.push_back(take());
    } else if (at(Tok::BangBang) || at(Tok::MinusMinus)) {  // `!!x`, `--x`: two operators
      prefixes.push_back(take());
      prefixes.back().kind = prefixes.back().kind == Tok::BangBang ? Tok::Bang : Tok::Minus;
      prefixes.push_back(prefixes.back());
    } else {
      break;
    }
  }
  if (prefixes.size() > kNestingLimit) fail(prefixes.front().range, "too many operators in front of an operand");
  Expression* e = parse_primary();
  for (auto token = prefixes.rbegin(); token != prefixes.rend(); ++token) {
    e = unary(prefix_operator(token->kind), e, token->range);
  }
  return e;
}

Expression* Parser::number(const Token& token) {
  std::int64_t value = 0;
  bool too_large = false;
  for (const char c : token.text) {
    if (c < '0' || c > '9')
      fail(token.range, "'" + std::string(token.text) + "' is not a number: Promela has only decimal integers");
    if (value < std::numeric_limits<std::int64_t>::max() / 20) value = value * 10 + (c - '0');
    too_large |= value > std::numeric_limits<std::int32_t>::max();
  }
  if (too_large)
    messages_.warning(token.range, "the number does not fit in 32 bits; as in Spin, only the low bits are kept");
  return model_.new_constant(static_cast<std::int32_t>(static_cast<std::uint32_t>(value)), token.range);
}

Expression* Parser::parse_primary() {
  switch (peek().kind) {
    case Tok::LeftParen: return parse_parenthesised();
    case Tok::Number: return number(take());
    case Tok::Character: {
      const Token token = take();
      const std::string_view text = token.text;
      char c = text.size() > 2 ? text[1] : '\0';
      if (c == '\\' && text.size() == 4) {
        c = text[2] == 'n' ? '\n' : text[2] == 't' ? '\t' : text[2] == 'r' ? '\r' : text[2] == 'f' ? '\f' : text[2];
      } else if (text.size() != 3) {
        fail(token.range, "a character constant must contain exactly one character");
      }
      return model_.new_constant(static_cast<unsigned char>(c), token.range);
    }
    case Tok::True:
    case Tok::Skip: return model_.new_constant(1, take().range);
    case Tok::False: return model_.new_constant(0, take().range);
    case Tok::Run: return parse_run();
    case Tok::Len: return parse_function(ExpressionKind::Len);
    case Tok::Full: return parse_function(ExpressionKind::Full);
    case Tok::Empty: return parse_function(ExpressionKind::Empty);
    case Tok::NFull: return parse_function(ExpressionKind::NFull);
    case Tok::NEmpty: return parse_function(ExpressionKind::NEmpty);
    case Tok::Enabled: return parse_function(ExpressionKind::Enabled);
    case Tok::PcValue: return parse_function(ExpressionKind::PcValue);
    case Tok::GetPriority: return parse_function(ExpressionKind::GetPriority);
    case Tok::Timeout:
    case Tok::NonProgress: {
      const Token token = take();
      return model_.new_expression(token.kind == Tok::Timeout ? ExpressionKind::Timeout : ExpressionKind::NonProgress,
                                   token.range);
    }
    case Tok::CExpr:
    case Tok::CCode: refuse_c();
    case Tok::Name: return parse_name_primary();
    default: fail_expected("an expression");
  }
}

Expression* Parser::parse_parenthesised() {
  const DepthGuard guard(*this);
  const Token open = take();
  Expression* inner = parse_full_expression();
  if (accept(Tok::Arrow)) {
    refuse_probe(*inner);
    Expression* e = model_.new_expression(ExpressionKind::Conditional);
    e->a = inner;
    e->b = parse_expression();
    expect(Tok::Colon, "':' of the conditional expression (condition -> value : other value)");
    e->c = parse_expression();
    expect(Tok::RightParen, "')' that closes the conditional expression");
    return complete(e, from(open.range));
  }
  if (!at(Tok::RightParen)) fail_expected("an operator or ')'");
  take();
  inner->range = from(open.range);
  inner->parenthesised = true;
  return inner;
}

/// Parses a function of a channel or of a value.
Expression* Parser::parse_function(ExpressionKind kind) {
  const bool of_channel = kind >= ExpressionKind::Len && kind <= ExpressionKind::NEmpty;
  const Token name = take();
  expect(Tok::LeftParen, "'('");
  Expression* e = model_.new_expression(kind);
  e->a = of_channel ? parse_variable() : parse_expression();
  if (of_channel) check_channel(*e->a);
  expect(Tok::RightParen, "')'");
  e->is_probe = of_channel && kind != ExpressionKind::Len;
  return complete(e, from(name.range));
}

Expression* Parser::parse_run() {
  const Token keyword = take();
  const Token name = expect(Tok::Name, "the name of a proctype after 'run'");
  Expression* e = model_.new_expression(ExpressionKind::Run);
  expect(Tok::LeftParen, "'(' and the arguments of the process");
  e->args = parse_arguments(Tok::RightParen);
  expect(Tok::RightParen, "')' after the arguments");
  if (accept(Tok::Priority)) e->value = parse_constant("the priority");
  complete(e, from(keyword.range))->has_run = true;
  if (process_ == nullptr) messages_.error(keyword.range, "'run' can only be used inside a process");
  facts_.run_targets.push_back({e, name.text, name.range});
  return e;
}

std::vector<Expression*> Parser::parse_arguments(Tok close) {
  std::vector<Expression*> arguments;
  if (at(close)) return arguments;
  do {
    arguments.push_back(parse_expression());
  } while (accept(Tok::Comma));
  return arguments;
}

Expression* Parser::parse_name_primary() {
  const Token& name = peek();
  const Symbol* symbol = lookup(name.text);
  if (symbol != nullptr && symbol->kind == SymbolKind::MtypeConstant) {
    const Token token = take();
    model_.use(symbol, token.range);
    Expression* e = model_.new_constant(symbol->value, token.range);
    e->symbol = const_cast<Symbol*>(symbol);
    return e;
  }
  if (is_proctype(name.text)) return parse_remote(take());
  if (formula_ && symbol == nullptr && peek(1).kind == Tok::LeftParen) return parse_event(take());
  return parse_after_variable(parse_variable());
}

/// Parses `q?[...]` and `q??[...]`, or the variable alone.
Expression* Parser::parse_after_variable(Expression* variable) {
  // In a formula `q?<...>` can only be a poll.
  const bool poll = (at(Tok::Query) || at(Tok::QueryQuery)) &&
                    (peek(1).kind == Tok::LeftBracket || (formula_ && peek(1).kind == Tok::Less));
  if (poll) {
    Expression* e = model_.new_expression(ExpressionKind::Poll);
    e->random = take().kind == Tok::QueryQuery;
    const bool angular = take().kind == Tok::Less;
    e->a = variable;
    check_channel(*variable);
    bool ignored = false;
    e->args = parse_receive_arguments(ignored);
    expect(angular ? Tok::Greater : Tok::RightBracket, angular ? "'>'" : "']'");
    facts_.polls.push_back(e);
    return complete(e, from(variable->range));
  }
  if (variable->path.front().symbol->builtin == Builtin::WriteOnly && !in_event_trace_) {
    messages_.error(variable->range, "'_' cannot be read; it only discards values");
  }
  return variable;
}

Expression* Parser::parse_variable(bool whole_array_allowed) {
  Token name = expect(Tok::Name, "a variable");
  Symbol* symbol = lookup(name.text);
  if (symbol == nullptr) return parse_undeclared(name);
  const bool variable_like = symbol->kind == SymbolKind::Variable || symbol->kind == SymbolKind::Parameter ||
                             symbol->kind == SymbolKind::Builtin;
  if (!variable_like) {
    const char* what = symbol->kind == SymbolKind::MtypeConstant ? "an mtype constant"
                       : symbol->kind == SymbolKind::Proctype    ? "a proctype"
                       : symbol->kind == SymbolKind::Typedef     ? "a type"
                       : symbol->kind == SymbolKind::Inline      ? "an inline"
                                                                 : "a label";
    fail(name.range, "'" + symbol->name + "' is " + what + ", not a variable");
  }
  Expression* e = model_.new_expression(ExpressionKind::Variable);
  for (;;) {
    Selector selector{symbol, nullptr, name.range};
    model_.use(symbol, name.range);
    parse_index(selector);
    if (selector.index != nullptr && !symbol->is_array) {
      std::int32_t value = 0;
      if (!fold(*selector.index, value) || value != 0)
        messages_.error(selector.range, "'" + symbol->name + "' is not an array");
    }
    const bool last = !at(Tok::Dot);
    if (symbol->is_array && selector.index == nullptr && !(last && whole_array_allowed)) {
      messages_.error(name.range, "'" + symbol->name + "' is an array of " + std::to_string(symbol->array_size) +
                                      " elements and needs an index");
      selector.index = model_.new_constant(0, name.range);
    }
    e->path.push_back(selector);
    if (last) return complete(e, from(e->path.front().range));
    take();
    name = expect(Tok::Name, "the name of a field");
    symbol = find_field(*symbol, name);
  }
}

/// Skips the rest of a reference to an unknown name.
Expression* Parser::parse_undeclared(const Token& name) {
  Expression* e = model_.new_expression(ExpressionKind::Variable);
  e->path.push_back({undeclared(name), nullptr, name.range});
  while (at(Tok::LeftBracket) || at(Tok::Dot)) {
    if (accept(Tok::Dot)) {
      expect(Tok::Name, "the name of a field");
    } else {
      take();
      parse_expression();
      expect(Tok::RightBracket, "']'");
    }
  }
  e->range = from(name.range);
  return e;
}

/// Parses `[index]` if it follows.
void Parser::parse_index(Selector& selector) {
  if (!accept(Tok::LeftBracket)) return;
  selector.index = parse_without_run("an index");
  expect(Tok::RightBracket, "']' that closes the index");
  selector.range = from(selector.range);
}

Symbol* Parser::find_field(const Symbol& variable, const Token& field) {
  if (variable.type.basic != BasicType::Struct) {
    fail(field.range,
         "'" + variable.name + "' is not a structure, so it has no field '" + std::string(field.text) + "'");
  }
  const StructType& structure = *variable.type.structure;
  std::string fields;
  for (Symbol* candidate : structure.fields) {
    if (candidate->name == field.text) return candidate;
    fields += (fields.empty() ? "" : ", ") + candidate->name;
  }
  fail(field.range,
       "type '" + structure.name + "' has no field '" + std::string(field.text) + "' (it has " + fields + ")");
}

/// `P[pid]@label`, `P@label`, `P[pid]:variable`, `P:variable`; names are resolved when all processes are known.
Expression* Parser::parse_remote(const Token& process) {
  Expression* e = model_.new_expression(ExpressionKind::RemoteLabel);
  if (accept(Tok::LeftBracket)) {
    e->a = parse_expression();
    expect(Tok::RightBracket, "']'");
  }
  if (accept(Tok::At)) {
    const Token label = expect(Tok::Name, "the name of a label after '@'");
    facts_.remotes.push_back({e, process.text, label.text, process.range, label.range});
  } else if (accept(Tok::Colon)) {
    e->kind = ExpressionKind::RemoteVariable;
    const Token variable = expect(Tok::Name, "the name of a variable after ':'");
    parse_index(e->path.emplace_back(Selector{nullptr, nullptr, variable.range}));
    facts_.remotes.push_back({e, process.text, variable.text, process.range, variable.range});
  } else {
    fail(process.range, "'" + std::string(process.text) + "' is a proctype; expected a reference to a label (" +
                            std::string(process.text) + "@label) or to a variable (" + std::string(process.text) +
                            "[pid]:variable)");
  }
  return complete(e, from(process.range));
}

/// sent(ch), sent(ch, MSG), received(...), by(P), by(P, pid): predicates on a step.
Expression* Parser::parse_event(const Token& name) {
  Expression* e = model_.new_expression(ExpressionKind::By);
  if (name.text == "by") {
    take();
    const Token process = at(Tok::Init) ? take() : expect(Tok::Name, "the name of a proctype");
    e->symbol = lookup(process.text);
    for (const Process* p : model_.processes) {
      if (e->symbol == nullptr && p->name == process.text) e->symbol = p->symbol;
    }
    if (e->symbol == nullptr || e->symbol->kind != SymbolKind::Proctype) {
      fail(process.range,
           "there is no proctype '" + std::string(process.text) + "'" + suggestion(process.text, SymbolKind::Proctype));
    }
    model_.use(e->symbol, process.range);
    if (accept(Tok::Comma)) e->a = parse_expression();
  } else if (name.text == "sent" || name.text == "received") {
    e->kind = name.text == "sent" ? ExpressionKind::Sent : ExpressionKind::Received;
    take();
    e->a = parse_variable(true);
    check_channel(*e->a);
    if (accept(Tok::Comma)) e->b = parse_expression();
  } else if (const std::string advice = advice_for(name); !advice.empty()) {
    fail(name.range, "'" + std::string(name.text) + "' is not known" + advice);
  } else {
    fail(name.range, "'" + std::string(name.text) + "' is not known" + nearest_pattern(name.text) +
                         "; events are sent(channel), sent(channel, message), "
                         "received(channel), received(channel, message), by(proctype) and by(proctype, pid)");
  }
  expect(Tok::RightParen, "')'");
  return complete(e, from(name.range));
}

std::vector<Expression*> Parser::parse_receive_arguments(bool& parenthesised) {
  std::vector<Expression*> arguments;
  std::uint32_t open = 0;
  for (;;) {
    while (accept(Tok::LeftParen)) {
      ++open;
      parenthesised = true;
    }
    arguments.push_back(parse_receive_argument());
    if (accept(Tok::Comma)) continue;
    if (at(Tok::LeftParen)) continue;  // `MSG(x, y)` means `MSG, x, y`
    while (open > 0 && at(Tok::RightParen)) {
      take();
      --open;
    }
    if (open == 0) return arguments;
    if (accept(Tok::Comma)) continue;
    fail_expected("',' or ')'");
  }
}

Expression* Parser::parse_receive_argument() {
  if (at(Tok::Eval)) {
    const Token keyword = take();
    Expression* e = model_.new_expression(ExpressionKind::Eval);
    expect(Tok::LeftParen, "'('");
    e->a = parse_without_run("a message");
    expect(Tok::RightParen, "')'");
    return complete(e, from(keyword.range));
  }
  if (at(Tok::Minus)) {
    const Token minus = take();
    if (!at(Tok::Number)) fail_expected("a number after '-' (other expressions need eval(...) in a receive)");
    return unary(Operator::Negate, number(take()), minus.range);
  }
  switch (peek().kind) {
    case Tok::Number:
    case Tok::Character:
    case Tok::True:
    case Tok::False:
    case Tok::Skip: return parse_primary();
    case Tok::Name: {
      const Symbol* symbol = lookup(peek().text);
      if (symbol != nullptr && symbol->kind == SymbolKind::MtypeConstant) return parse_primary();
      return parse_variable();
    }
    default: fail_expected("a variable, a constant or eval(...) to receive");
  }
}

}  // namespace weir::promela
