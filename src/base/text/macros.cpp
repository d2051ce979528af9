// SPDX-License-Identifier: Apache-2.0
#include "base/text/macros.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace weir {
namespace {

using Token = PreprocessorToken;
using Kind = Token::Kind;

class MacroReader {
 public:
  MacroReader(PreprocessorLexer& lexer, PreprocessorMessages& messages) : lexer_(lexer), messages_(messages) {}

  bool read() {
    const Token name = lexer_.next_in_line();
    if (name.kind != Kind::Identifier) return fail(name, "#define needs the name of a macro");
    if (name.text == "defined") return fail(name, "'defined' cannot be a macro");
    macro.name = std::string(name.text);
    macro.range = name.range;
    Token token = lexer_.next_in_line();
    if (token.is('(') && !token.space_before) {
      macro.function_like = true;
      if (!read_parameters()) return false;
      token = lexer_.next_in_line();
    }
    if (!read_body(token)) return false;
    if (!macro.body.empty() && macro.body.back().paste_next)
      return fail(name, "'##' is not allowed at the end of a macro");
    return true;
  }

  Macro macro;

 private:
  bool fail(const Token& at, std::string message) {
    messages_.report(at.range, std::move(message));
    return false;
  }

  void add_parameter(std::string_view name) {
    numbers_.emplace(name, static_cast<std::int32_t>(macro.parameters.size()));
    macro.parameters.push_back(name);
  }
  /// The index of a parameter, or -1.
  std::int32_t parameter(const Token& token) const {
    const auto found = token.kind == Kind::Identifier ? numbers_.find(token.text) : numbers_.end();
    return found == numbers_.end() ? -1 : found->second;
  }

  bool read_parameters() {
    Token token = lexer_.next_in_line();
    if (token.is(')')) return true;
    for (;;) {
      if (token.is('.')) {
        for (int i = 0; i < 3; ++i) token = lexer_.next_in_line();
        macro.variadic = true;
        add_parameter("__VA_ARGS__");
        if (token.is(')')) return true;
      } else if (token.kind == Kind::Identifier) {
        if (parameter(token) >= 0) return fail(token, "parameter '" + std::string(token.text) + "' appears twice");
        add_parameter(token.text);
        token = lexer_.next_in_line();
        if (token.is(')')) return true;
        if (token.is(',')) {
          token = lexer_.next_in_line();
          continue;
        }
      }
      return fail(token, "expected a parameter name, ',' or ')' in the parameters of macro '" + macro.name + "'");
    }
  }

  bool read_body(Token token) {
    for (; token.kind != Kind::End; token = lexer_.next_in_line()) {
      messages_.report_problem(lexer_);
      if (token.is('#')) {
        const Token next = lexer_.next_in_line();
        if (next.is('#') && !next.space_before) {
          if (macro.body.empty()) return fail(next, "'##' is not allowed at the start of a macro");
          macro.body.back().paste_next = true;
          continue;
        }
        if (macro.function_like) {
          if (parameter(next) < 0) return fail(token, "'#' must be followed by a parameter of the macro");
          macro.body.push_back({token, parameter(next), true, false});
          continue;
        }
        macro.body.push_back({token, -1, false, false});
        if (next.kind == Kind::End) break;
        token = next;
      }
      macro.body.push_back({token, parameter(token), false, false});
      macro.body.back().token.line_start = false;
    }
    return true;
  }

  PreprocessorLexer& lexer_;
  PreprocessorMessages& messages_;
  std::unordered_map<std::string_view, std::int32_t> numbers_;  ///< of the parameters
};

}  // namespace

bool Macro::same_as(const Macro& other) const {
  return function_like == other.function_like && parameters == other.parameters &&
         std::equal(body.begin(), body.end(), other.body.begin(), other.body.end(), [](const Part& a, const Part& b) {
           return a.token.text == b.token.text && a.stringize == b.stringize;
         });
}

void Macros::define(PreprocessorLexer& lexer) {
  MacroReader reader(lexer, messages_);
  if (!reader.read()) return;
  Macro& macro = kept_.emplace_back(std::move(reader.macro));
  const auto old = macros_.find(macro.name);
  if (old != macros_.end()) {
    if (!old->second->same_as(macro)) {
      messages_.report(macro.range, "macro '" + macro.name + "' is redefined", Diagnostic::Severity::Warning);
      messages_.report(old->second->range, "previously defined here", Diagnostic::Severity::Note);
    }
    macros_.erase(old);  // the Macro stays: a context may be reading it
  }
  macros_.emplace(macro.name, &macro);
}

void Macros::pop_context() {
  if (contexts_.back().macro != nullptr) contexts_.back().macro->disabled = false;
  contexts_.pop_back();
}

/// The next token before expansion. Returns End once at most `floor` contexts are left: those below belong to the
/// caller.
Token Macros::next_raw(std::size_t floor) {
  while (contexts_.size() > floor) {
    Context& top = contexts_.back();
    if (top.at < top.tokens.size()) return top.tokens[top.at++];
    pop_context();
  }
  return floor == 0 ? source_.next_token() : Token{};
}

Token Macros::next_expanded(std::size_t floor) {
  while (!messages_.stopped()) {
    Token token = next_raw(floor);
    if (token.kind != Kind::Identifier || token.no_expand) return token;
    const auto found = macros_.find(token.text);
    if (found == macros_.end()) {
      if (token.text == "__LINE__" || token.text == "__FILE__") return position_token(token);
      return token;
    }
    Macro& macro = *found->second;
    if (macro.disabled) {
      token.no_expand = true;
      return token;
    }
    Arguments arguments;
    SourceRange call = token.range;
    if (macro.function_like) {
      Token next = next_raw(floor);
      if (!next.is('(')) {
        if (next.kind != Kind::End) contexts_.push_back({{next}, 0, nullptr});
        return token;
      }
      if (!collect_arguments(macro, token, floor, arguments, call)) return {};
    }
    enter(macro, token, call, arguments);
  }
  return {};
}

Token Macros::position_token(const Token& name) {
  const SourceMap::Position where = messages_.map().position(name.range);
  Token token = name;
  token.text = keep_text(name.text == "__LINE__" ? std::to_string(where.line) : '"' + where.file + '"');
  token.kind = name.text == "__LINE__" ? Kind::Number : Kind::String;
  return token;
}

bool Macros::collect_arguments(const Macro& macro, const Token& name, std::size_t floor, Arguments& arguments,
                               SourceRange& call) {
  std::uint32_t depth = 0;
  arguments.emplace_back();
  for (;;) {
    Token token = next_raw(floor);
    if (messages_.stopped()) return false;
    if (token.kind == Kind::End) {
      messages_.fail(name.range, "the arguments of macro '" + macro.name + "' are not closed by ')'");
      return false;
    }
    if (!spend(1, name.range, macro)) return false;
    if (token.is(')') && depth-- == 0) {
      call = messages_.map().join(call, token.range);
      break;
    }
    if (token.is('(')) ++depth;
    if (token.is(',') && depth == 0 && !(macro.variadic && arguments.size() >= macro.parameters.size())) {
      arguments.emplace_back();
      continue;
    }
    token.space_before |= token.line_start;
    token.line_start = false;
    arguments.back().push_back(token);
  }
  if (macro.parameters.empty() && arguments.size() == 1 && arguments[0].empty()) arguments.clear();
  if (macro.variadic && arguments.size() + 1 == macro.parameters.size()) arguments.emplace_back();
  if (arguments.size() != macro.parameters.size()) {
    messages_.report(call, "macro '" + macro.name + "' needs " + std::to_string(macro.parameters.size()) + " argument" +
                               (macro.parameters.size() == 1 ? "" : "s") + ", but got " +
                               std::to_string(arguments.size()));
    messages_.report(macro.range, "defined here", Diagnostic::Severity::Note);
    arguments.resize(macro.parameters.size());
  }
  return true;
}

bool Macros::spend(std::uint64_t tokens, const SourceRange& range, const Macro& macro) {
  expanded_tokens_ += tokens;
  if (expanded_tokens_ <= messages_.limits.expanded_tokens && expansions_ <= messages_.limits.expansions) return true;
  if (!messages_.stopped()) messages_.fail(range, "macro expansion is too large (in macro '" + macro.name + "')");
  return false;
}

std::vector<Token> Macros::expand(std::vector<Token> tokens) {
  std::vector<Token> result;
  if (nesting_ >= messages_.limits.macro_nesting) {
    if (!tokens.empty()) messages_.fail(tokens.front().range, "macro calls are nested too deeply");
    return result;
  }
  bool plain = true;
  for (const Token& token : tokens) plain = plain && token.kind != Kind::Identifier;
  if (plain) return tokens;
  ++nesting_;
  const std::size_t below = contexts_.size();
  contexts_.push_back({{}, 0, nullptr});  // a floor of at least one, so that no file is read
  contexts_.push_back({std::move(tokens), 0, nullptr});
  for (;;) {
    Token token = next_expanded(below + 1);
    if (token.kind == Kind::End) break;
    result.push_back(token);
  }
  while (contexts_.size() > below) pop_context();
  --nesting_;
  return result;
}

Token Macros::stringize(const std::vector<Token>& argument, const Token& hash) {
  std::string text = "\"";
  for (std::size_t i = 0; i < argument.size(); ++i) {
    if (i > 0 && argument[i].space_before) text += ' ';
    for (const char c : argument[i].text) {
      if ((c == '"' || c == '\\') && (argument[i].kind == Kind::String || argument[i].kind == Kind::Character))
        text += '\\';
      text += c;
    }
  }
  Token result = hash;
  result.kind = Kind::String;
  result.text = keep_text(text + '"');
  return result;
}

/// Pastes `right` onto the last token of `result` (##).
void Macros::paste(std::vector<Token>& result, const Token& right) {
  Token& left = result.back();
  const std::string text = std::string(left.text) + std::string(right.text);
  PreprocessorLexer lexer(text, 0);
  const Token joined = lexer.next();
  const bool whole = lexer.at == text.size();
  if (!whole && left.kind != Kind::Punctuator) {  // `->` and similar stay two characters here
    messages_.report(left.range, "'" + text + "', made by '##', is not one token");
  }
  if (!whole) {
    Token second = right;
    second.space_before = false;
    result.push_back(second);
    return;
  }
  left.kind = joined.kind;
  left.text = keep_text(text);
  left.no_expand = false;
}

/// The body of the macro with the arguments substituted. Returns false if preprocessing stopped.
bool Macros::substitute(const Macro& macro, const Token& name, const SourceRange& call, const Arguments& arguments,
                        std::vector<Token>& result) {
  const std::uint32_t expansion = messages_.map().add_expansion(SourceMap::ExpansionKind::Macro, macro.name, call);
  std::vector<std::optional<std::vector<Token>>> expanded(arguments.size());
  bool pasting = false;
  for (const Macro::Part& part : macro.body) {
    std::vector<Token> piece;
    if (part.stringize) {
      piece = {stringize(arguments[static_cast<std::size_t>(part.parameter)], part.token)};
      piece[0].range.expansion = expansion;
    } else if (part.parameter < 0) {
      piece = {part.token};
      piece[0].range.expansion = expansion;
    } else {
      const auto index = static_cast<std::size_t>(part.parameter);
      if (pasting || part.paste_next) {
        piece = arguments[index];
      } else {
        if (!expanded[index]) expanded[index] = expand(arguments[index]);
        if (messages_.stopped()) return false;
        piece = *expanded[index];
      }
      if (!piece.empty()) piece[0].space_before = part.token.space_before;
    }
    std::size_t from = 0;
    if (pasting && !piece.empty() && !result.empty()) {
      paste(result, piece[0]);
      from = 1;
    }
    // An empty argument before ## leaves nothing to paste onto; the next piece is then separate.
    pasting = part.paste_next && !(piece.empty() && !pasting && result.empty());
    result.insert(result.end(), piece.begin() + static_cast<std::ptrdiff_t>(from), piece.end());
    if (!spend(piece.size(), name.range, macro)) return false;
  }
  for (Token& token : result) token.line_start = false;
  return spend(1, name.range, macro);
}

void Macros::enter(Macro& macro, const Token& name, const SourceRange& call, const Arguments& arguments) {
  ++expansions_;
  if (contexts_.size() > 100'000) return messages_.fail(name.range, "macro calls are nested too deeply");
  std::vector<Token> result;
  if (!substitute(macro, name, call, arguments, result)) return;
  if (result.empty()) {
    line_starts |= name.line_start;
    return;
  }
  result.front().line_start = name.line_start;
  result.front().space_before = name.space_before;
  macro.disabled = true;
  contexts_.push_back({std::move(result), 0, &macro});
}

}  // namespace weir
