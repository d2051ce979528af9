// SPDX-License-Identifier: Apache-2.0
#include "frontend/promela/token_stream.h"

#include "base/assert.h"

namespace weir::promela {
namespace {

/// Tokens after which the end of a line ends a statement.
bool ends_statement(Tok kind) {
  switch (kind) {
    case Tok::RightBrace:
    case Tok::RightParen:
    case Tok::RightBracket:
    case Tok::Od:
    case Tok::Fi:
    case Tok::Else:
    case Tok::Break:
    case Tok::Name:
    case Tok::Number:
    case Tok::Character:
    case Tok::True:
    case Tok::False:
    case Tok::Skip:
    case Tok::Timeout:
    case Tok::PlusPlus:
    case Tok::MinusMinus: return true;
    default: return false;
  }
}

/// Tokens that may follow `}` without a semicolon.
bool follows_brace(Tok kind) {
  switch (kind) {
    case Tok::Proctype:
    case Tok::Init:
    case Tok::Never:
    case Tok::ColonColon:
    case Tok::Fi:
    case Tok::Od:
    case Tok::RightBrace:
    case Tok::Unless:
    case Tok::Semicolon:
    case Tok::Arrow:
    case Tok::Comma:
    case Tok::End: return true;
    default: return false;
  }
}

Token semicolon(const SourceRange& where) {
  return {Tok::Semicolon, false, true, ";", {where.file, where.end, where.end, where.expansion}};
}

}  // namespace

TokenStream::TokenStream(std::vector<Token> tokens) { sources_.push_back({std::move(tokens), 0, nullptr}); }

Token TokenStream::fetch() {
  while (sources_.size() > 1 && sources_.back().at >= sources_.back().tokens.size()) sources_.pop_back();
  Source& source = sources_.back();
  if (source.at >= source.tokens.size()) {
    Token end;
    end.range = {last_fetched_.file, last_fetched_.end, last_fetched_.end, last_fetched_.expansion};
    return end;
  }
  const Token& token = source.tokens[source.at++];
  last_fetched_ = token.range;
  return token;
}

Token TokenStream::with_newlines() {
  Token token;
  if (!held_lines_.empty()) {
    token = held_lines_.back();
    held_lines_.pop_back();
  } else {
    const SourceRange before = last_fetched_;
    token = fetch();
    const bool maybe_unless = last_line_token_ == Tok::RightBrace && !token.text.empty() && token.text[0] == 'u';
    if (token.line_start && in_sequence && parentheses_ <= 0 && ends_statement(last_line_token_) && !maybe_unless) {
      held_lines_.push_back(token);
      token = semicolon(before);
    }
  }
  last_line_token_ = token.kind;
  if (token.kind == Tok::LeftParen) ++parentheses_;
  if (token.kind == Tok::RightParen) --parentheses_;
  return token;
}

Token TokenStream::repaired() {
  Token token;
  if (!held_.empty()) {
    token = held_.back();
    held_.pop_back();
    last_ = token.kind;
    return token;
  }
  const SourceRange before = last_fetched_;
  token = with_newlines();
  const bool after_else =
      last_ == Tok::Else && token.kind != Tok::Semicolon && token.kind != Tok::Arrow && token.kind != Tok::Fi;
  const bool after_brace = last_ == Tok::RightBrace && !follows_brace(token.kind);
  if (after_else || after_brace) {
    held_.push_back(token);
    last_ = last_line_token_ = Tok::Semicolon;
    return semicolon(before);
  }
  if (token.kind == Tok::Semicolon || token.kind == Tok::Arrow) {
    const Token following = with_newlines();
    if (following.kind == Tok::RightBrace || following.kind == Tok::Arrow || following.kind == Tok::Semicolon) {
      token = following;
    } else {
      held_.push_back(following);
    }
  }
  last_ = token.kind;
  return token;
}

const Token& TokenStream::peek(std::size_t ahead) {
  while (ready_.size() <= ahead) ready_.push_back(repaired());
  return ready_[ahead];
}

Token TokenStream::next() {
  Token token = peek();
  ready_.pop_front();
  ++taken_;
  if (token.kind != Tok::End) last_range_ = token.range;
  return token;
}

Token TokenStream::next_raw() {
  WEIR_ASSERT(ready_.empty() && held_.empty() && held_lines_.empty(),
              "raw tokens are read before anything is looked at");
  Token token = fetch();
  ++taken_;
  if (token.kind != Tok::End) last_range_ = token.range;
  last_ = last_line_token_ = token.kind;
  return token;
}

void TokenStream::insert(std::vector<Token> tokens, const void* owner) {
  WEIR_ASSERT(ready_.empty() && held_.empty() && held_lines_.empty(),
              "inlines are expanded before anything is looked at");
  sources_.push_back({std::move(tokens), 0, owner});
  last_ = last_line_token_ = Tok::Semicolon;
}

bool TokenStream::is_open(const void* owner) const {
  for (const Source& source : sources_) {
    if (source.owner == owner && source.at < source.tokens.size()) return true;
  }
  return false;
}

}  // namespace weir::promela
