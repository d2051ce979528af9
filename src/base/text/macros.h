// SPDX-License-Identifier: Apache-2.0
// The macros of the preprocessor: their definitions and their expansion. Expansion works on a stack of token lists
// ("contexts"), each the expansion of one macro. The macro is disabled while its list is being read; a name met while
// its macro is disabled is never expanded again. Arguments are expanded separately before substitution, except next to
// # and ##. Only this step nests, up to a limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/text/preprocessor_lexer.h"
#include "base/text/preprocessor_messages.h"

namespace weir {

/// Where the expander reads tokens: the files, after their directives.
class TokenSource {
 public:
  virtual ~TokenSource() = default;
  /// Returns End at the end of all files.
  virtual PreprocessorToken next_token() = 0;
};

struct Macro {
  struct Part {
    PreprocessorToken token;
    std::int32_t parameter = -1;
    bool stringize = false;
    bool paste_next = false;  ///< ## follows
  };
  std::string name;
  bool function_like = false;
  bool variadic = false;
  bool disabled = false;  ///< while its expansion is being read
  std::vector<std::string_view> parameters;
  std::vector<Part> body;
  SourceRange range;

  bool same_as(const Macro& other) const;
};

class Macros {
 public:
  using Token = PreprocessorToken;
  Macros(TokenSource& source, PreprocessorMessages& messages) : source_(source), messages_(messages) {}

  /// Reads what follows `#define`.
  void define(PreprocessorLexer& lexer);
  void undefine(std::string_view name) { macros_.erase(name); }  // the Macro stays: a context may be reading it
  bool is_defined(std::string_view name) const {
    return macros_.contains(name) || name == "__LINE__" || name == "__FILE__";
  }

  /// The next token of the source with macros expanded.
  Token next() { return next_expanded(0); }
  /// Expands a list of tokens separately, for an argument or a condition.
  std::vector<Token> expand(std::vector<Token> tokens);
  /// Forgets expansions that have not been read to their end.
  void reset() {
    while (!contexts_.empty()) pop_context();
  }

  bool line_starts = false;  ///< the next token starts a line: what came before it on the line expanded to nothing

 private:
  struct Context {
    std::vector<Token> tokens;
    std::size_t at = 0;
    Macro* macro = nullptr;
  };
  using Arguments = std::vector<std::vector<Token>>;

  void pop_context();
  Token next_raw(std::size_t floor);
  Token next_expanded(std::size_t floor);
  Token position_token(const Token& name);
  bool collect_arguments(const Macro& macro, const Token& name, std::size_t floor, Arguments& arguments,
                         SourceRange& call);
  bool spend(std::uint64_t tokens, const SourceRange& range, const Macro& macro);
  Token stringize(const std::vector<Token>& argument, const Token& hash);
  void paste(std::vector<Token>& result, const Token& right);
  bool substitute(const Macro& macro, const Token& name, const SourceRange& call, const Arguments& arguments,
                  std::vector<Token>& result);
  void enter(Macro& macro, const Token& name, const SourceRange& call, const Arguments& arguments);
  std::string_view keep_text(std::string text) { return texts_.emplace_back(std::move(text)); }

  TokenSource& source_;
  PreprocessorMessages& messages_;
  std::unordered_map<std::string_view, Macro*> macros_;
  std::deque<Macro> kept_;
  std::deque<std::string> texts_;
  std::vector<Context> contexts_;
  std::uint64_t expansions_ = 0, expanded_tokens_ = 0;
  std::uint32_t nesting_ = 0;
};

}  // namespace weir
