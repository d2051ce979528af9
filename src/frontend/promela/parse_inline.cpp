// SPDX-License-Identifier: Apache-2.0
// Inlines. An inline is text: each call parses its body again with the arguments substituted, as a separate block.
#include <algorithm>

#include "frontend/promela/parser.h"

namespace weir::promela {
namespace {

constexpr std::size_t kInlineNesting = 100;
constexpr std::uint64_t kInlinedTokens = 4'000'000;

}  // namespace

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

const InlineDefinition* Parser::find_inline(std::string_view name) const {
  const auto found = inlines_.find(name);
  return found == inlines_.end() ? nullptr : &found->second;
}

/// Parses the arguments of a call, which are text.
std::vector<std::vector<Token>> Parser::parse_inline_arguments(const Token& name) {
  expect(Tok::LeftParen, "'(' and the arguments of the inline");
  std::vector<std::vector<Token>> arguments(1);
  std::uint32_t nested = 0;
  for (;;) {
    Token token = take();
    if (token.kind == Tok::End || token.kind == Tok::Semicolon || token.kind == Tok::LeftBrace) {
      fail(name.range, "the arguments of inline '" + std::string(name.text) + "' are not closed by ')'");
    }
    if (token.kind == Tok::RightParen && nested == 0) break;
    if (token.kind == Tok::LeftParen || token.kind == Tok::LeftBracket) ++nested;
    if ((token.kind == Tok::RightParen || token.kind == Tok::RightBracket) && nested > 0) --nested;
    if (token.kind == Tok::Comma && nested == 0) {
      arguments.emplace_back();
      continue;
    }
    arguments.back().push_back(token);
  }
  if (arguments.size() == 1 && arguments[0].empty()) arguments.clear();
  return arguments;
}

Statement* Parser::parse_inline_call(Expression* target, const Token& name) {
  const InlineDefinition& definition = *find_inline(name.text);
  const std::vector<std::vector<Token>> arguments = parse_inline_arguments(name);
  const SourceRange call = from(name.range);
  if (arguments.size() != definition.parameters.size()) {
    messages_.error(call, "inline '" + std::string(name.text) + "' needs " +
                              std::to_string(definition.parameters.size()) + " argument" +
                              (definition.parameters.size() == 1 ? "" : "s") + ", but got " +
                              std::to_string(arguments.size()));
    messages_.note(definition.symbol->range, "defined here");
    throw Failure{};
  }
  for (const OpenInline& open : open_inlines_) {
    if (open.definition == &definition)
      fail(call, "inline '" + std::string(name.text) + "' calls itself, so its expansion would not end");
  }
  if (open_inlines_.size() >= kInlineNesting) fail(call, "inlines are nested too deeply");
  inlined_tokens_ += definition.body.size();
  if (inlined_tokens_ > kInlinedTokens) fail(call, "the expansion of inlines is too large");
  Statement* statement = model_.new_statement(StatementKind::InlineCall, call);
  statement->inlined = definition.symbol;
  model_.use(definition.symbol, name.range);
  statement->target = target;
  stream_.insert(substitute(definition, arguments, call), &definition);
  const Pushed open(open_inlines_, {&definition, target});
  parse_block_sequence(statement->body);
  statement->range = call;
  return statement;
}

/// The body of an inline with the arguments substituted. Positions record the call.
std::vector<Token> Parser::substitute(const InlineDefinition& definition,
                                      const std::vector<std::vector<Token>>& arguments, const SourceRange& call) {
  const std::uint32_t expansion =
      model_.sources.add_expansion(SourceMap::ExpansionKind::Inline, definition.symbol->name, call);
  std::unordered_map<std::uint32_t, std::uint32_t> moved{{0, expansion}};  // macro expansions inside the body
  const auto move = [&](std::uint32_t inner) {
    std::vector<std::uint32_t> chain;
    std::uint32_t known = inner;
    for (; !moved.contains(known); known = model_.sources.expansion(known).call.expansion) chain.push_back(known);
    std::uint32_t outer = moved[known];
    for (auto e = chain.rbegin(); e != chain.rend(); ++e) {
      SourceMap::Expansion copy = model_.sources.expansion(*e);
      copy.call.expansion = outer;
      outer = model_.sources.add_expansion(copy.kind, copy.name, copy.call);
      moved.emplace(*e, outer);
    }
    return outer;
  };
  std::vector<Token> result;
  result.reserve(definition.body.size());
  for (const Token& token : definition.body) {
    if (token.kind == Tok::Name && !definition.parameters.empty()) {
      const auto found = std::find(definition.parameters.begin(), definition.parameters.end(), token.text);
      if (found != definition.parameters.end()) {
        const std::size_t first = result.size();
        for (Token argument : arguments[static_cast<std::size_t>(found - definition.parameters.begin())]) {
          argument.line_start = false;
          result.push_back(argument);
        }
        if (first < result.size()) result[first].line_start = token.line_start;
        continue;
      }
    }
    Token copy = token;
    copy.range.expansion = move(token.range.expansion);
    result.push_back(copy);
  }
  inlined_tokens_ += result.size();
  return result;
}

}  // namespace weir::promela
