// SPDX-License-Identifier: Apache-2.0
// Expansion works on a stack of token lists ("contexts"), each the expansion of one macro. The macro is disabled while
// its list is being read; a name met while its macro is disabled is never expanded again. Arguments are expanded
// separately before substitution, except next to # and ##. Only this step nests, up to a limit.
#include "base/text/preprocessor.h"

#include <deque>
#include <filesystem>
#include <unordered_map>

#include "base/text/preprocessor_condition.h"
#include "base/text/preprocessor_lexer.h"

namespace weir {
namespace {

using Token = PreprocessorToken;
using Kind = Token::Kind;

struct BodyToken {
  Token token;
  std::int32_t parameter = -1;
  bool stringize = false;
  bool paste_next = false;  ///< ## follows
};

struct Macro {
  std::string name;
  bool function_like = false;
  bool variadic = false;
  bool disabled = false;
  std::vector<std::string_view> parameters;
  std::vector<BodyToken> body;
  SourceRange range;
};

struct Context {
  std::vector<Token> tokens;
  std::size_t at = 0;
  Macro* macro = nullptr;
};

struct Condition {
  SourceRange range;
  bool taken = false;   ///< some branch was taken
  bool active = false;  ///< the current branch is active
  bool has_else = false;
};

struct OpenFile {
  PreprocessorLexer lexer;
  std::string directory;
  std::vector<Condition> conditions;
};

std::string directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

bool same_body(const Macro& a, const Macro& b) {
  if (a.function_like != b.function_like || a.parameters != b.parameters || a.body.size() != b.body.size())
    return false;
  for (std::size_t i = 0; i < a.body.size(); ++i) {
    if (a.body[i].token.text != b.body[i].token.text || a.body[i].stringize != b.body[i].stringize) return false;
  }
  return true;
}

}  // namespace

class Preprocessor::Impl {
 public:
  Impl(SourceMap& map, const PreprocessorLimits& limits) : map_(&map), limits_(limits) {}

  void define_from_command_line(const std::string& name, const std::string& value) {
    const std::string text = name + ' ' + (value.empty() ? "1" : value);
    const std::string_view kept = keep_file("<command line>", text);  // first: this assigns the file number
    PreprocessorLexer lexer(kept, static_cast<std::uint32_t>(map_->file_count() - 1));
    directive_define(lexer);
  }

  std::vector<Token> run(SourceText text, Diagnostics& diagnostics) {
    diagnostics_ = &diagnostics;
    diagnostics.insert(diagnostics.end(), early_.begin(), early_.end());
    early_.clear();
    stopped_ = false;
    pending_line_start_ = false;
    open(std::move(text), nullptr);
    std::vector<Token> result;
    for (;;) {
      Token token = next_expanded(0);
      if (token.kind == Kind::End || stopped_) break;
      token.line_start |= pending_line_start_;
      pending_line_start_ = false;
      result.push_back(token);
      if (result.size() > limits_.expanded_tokens + (limits_.bytes >> 2)) {
        fail(token.range, "the text is too large");
        break;
      }
    }
    while (!contexts_.empty()) pop_context();
    files_.clear();
    diagnostics_ = nullptr;
    return result;
  }

  void use(SourceMap& map) { map_ = &map; }

 private:
  // ------------------------------------------------------------------------------------------------------- diagnostics
  void report(const SourceRange& range, std::string message,
              Diagnostic::Severity severity = Diagnostic::Severity::Error) {
    Diagnostics found = map_->at(range, std::move(message), severity);
    Diagnostics& target = diagnostics_ != nullptr ? *diagnostics_ : early_;
    target.insert(target.end(), found.begin(), found.end());
    if (severity == Diagnostic::Severity::Error && ++errors_ >= limits_.errors) stopped_ = true;
  }
  void fail(const SourceRange& range, std::string message) {
    report(range, std::move(message));
    stopped_ = true;
  }
  void take_problem(PreprocessorLexer& lexer) {
    if (lexer.problem.empty()) return;
    report(lexer.problem_range, std::move(lexer.problem));
    lexer.problem.clear();
  }

  // ------------------------------------------------------------------------------------------------------------- files
  std::string_view keep_file(std::string name, std::string text) {
    return map_->file(map_->add_file(SourceText(std::move(name), std::move(text)))).text();
  }

  void open(SourceText text, const SourceRange* includer) {
    bytes_ += text.text().size();
    const std::string directory = directory_of(text.name());
    if (includer == nullptr) main_directory_ = directory;
    const std::uint32_t index = map_->add_file(std::move(text), includer);
    const SourceText& kept = map_->file(index);
    if (bytes_ > limits_.bytes || ++file_count_ > limits_.files) {
      return fail(includer != nullptr ? *includer : SourceRange{index, 0, 0, 0}, "the included text is too large");
    }
    files_.push_back({PreprocessorLexer(kept.text(), index), directory, {}});
  }

  void close_file() {
    for (const Condition& condition : files_.back().conditions) report(condition.range, "#if is not closed by #endif");
    files_.pop_back();
  }

  bool skipping() const { return !files_.back().conditions.empty() && !files_.back().conditions.back().active; }

  /// The next token of the files after processing directives; End at the end of all files.
  Token next_from_files() {
    while (!files_.empty() && !stopped_) {
      PreprocessorLexer& lexer = files_.back().lexer;
      Token token = lexer.next();
      if (token.kind == Kind::End) {
        take_problem(lexer);
        if (files_.size() == 1 && !files_.back().conditions.empty()) {
          close_file();
          return token;
        }
        const bool last = files_.size() == 1;
        close_file();
        if (last) return token;
        pending_line_start_ = true;
        continue;
      }
      if (token.is('#') && token.line_start) {
        lexer.problem.clear();
        directive(token);
        continue;
      }
      if (skipping()) {
        lexer.skip_line();
        continue;
      }
      take_problem(lexer);
      return token;
    }
    return {};
  }

  // -------------------------------------------------------------------------------------------------------- directives
  void directive(const Token& hash) {
    PreprocessorLexer& lexer = files_.back().lexer;
    const Token name = lexer.next_in_line();
    const std::size_t depth = files_.size();
    if (name.kind == Kind::End) return;
    if (name.text == "if" || name.text == "ifdef" || name.text == "ifndef") {
      directive_if(hash, name);
    } else if (name.text == "elif" || name.text == "else") {
      directive_else(name);
    } else if (name.text == "endif") {
      if (files_.back().conditions.empty()) {
        report(name.range, "#endif without #if");
      } else {
        files_.back().conditions.pop_back();
      }
    } else if (skipping()) {
      // ignored
    } else if (name.text == "define") {
      directive_define(lexer);
    } else if (name.text == "undef") {
      const Token macro = lexer.next_in_line();
      if (macro.kind != Kind::Identifier) {
        report(macro.range, "#undef needs the name of a macro");
      } else {
        undefine(macro.text);
      }
    } else if (name.text == "include") {
      directive_include(name);
      if (files_.size() != depth || stopped_) return;
    } else if (name.text == "line") {
      directive_line(lexer.next_in_line());
    } else if (name.kind == Kind::Number) {  // line marker of a C preprocessor
      directive_line(name);
    } else if (name.text == "error" || name.text == "warning") {
      const std::size_t begin = lexer.at;
      lexer.skip_line();
      std::string_view message = lexer.text.substr(begin, lexer.at - begin);
      while (!message.empty() && message.front() == ' ') message.remove_prefix(1);
      report(name.range, "#" + std::string(name.text) + ": " + std::string(message),
             name.text == "error" ? Diagnostic::Severity::Error : Diagnostic::Severity::Warning);
    } else if (name.text != "pragma" && name.text != "ident") {
      report(name.range, "unknown preprocessor directive '#" + std::string(name.text) + "'");
    }
    files_.back().lexer.skip_line();
  }

  void directive_if(const Token& hash, const Token& name) {
    Condition condition{map_->join(hash.range, name.range), false, false, false};
    if (skipping()) {
      condition.taken = true;  // no branch may become active
    } else {
      condition.active = condition.taken = evaluate(name);
    }
    if (files_.back().conditions.size() >= 1000) return fail(name.range, "#if nested more than 1000 deep");
    files_.back().conditions.push_back(condition);
  }

  void directive_else(const Token& name) {
    if (files_.back().conditions.empty()) return report(name.range, "#" + std::string(name.text) + " without #if");
    Condition& condition = files_.back().conditions.back();
    if (condition.has_else) report(name.range, "#" + std::string(name.text) + " after #else");
    if (name.text == "else") {
      condition.has_else = true;
      condition.active = !condition.taken;
      condition.taken = true;
    } else {
      condition.active = false;
      if (!condition.taken) {
        const bool holds = evaluate(name);
        Condition& again = files_.back().conditions.back();
        again.active = again.taken = holds;
      }
    }
  }

  /// The condition that follows #if, #elif, #ifdef or #ifndef.
  bool evaluate(const Token& name) {
    PreprocessorLexer& lexer = files_.back().lexer;
    if (name.text == "ifdef" || name.text == "ifndef") {
      const Token macro = lexer.next_in_line();
      if (macro.kind != Kind::Identifier) {
        report(name.range, "#" + std::string(name.text) + " needs a name");
        return false;
      }
      return is_defined(macro.text) == (name.text == "ifdef");
    }
    std::vector<Token> tokens;
    for (;;) {
      Token token = lexer.next_in_line();
      if (token.kind == Kind::End) break;
      if (token.text == "defined" && token.kind == Kind::Identifier) {
        token.no_expand = true;
        tokens.push_back(token);
        Token next = lexer.next_in_line();
        if (next.is('(')) {
          tokens.push_back(next);
          next = lexer.next_in_line();
        }
        next.no_expand = true;
        if (next.kind == Kind::End) break;
        tokens.push_back(next);
        continue;
      }
      tokens.push_back(token);
    }
    tokens = expand_alone(std::move(tokens));
    const auto defined = [this](std::string_view macro) { return is_defined(macro); };
    const ConditionResult result = evaluate_condition(tokens, defined);
    if (!result.problem.empty()) {
      report(tokens.empty() ? name.range : tokens[std::min(result.at, tokens.size() - 1)].range, result.problem);
    }
    return result.problem.empty() && result.value != 0;
  }

  bool is_defined(std::string_view name) const {
    return macros_.contains(name) || name == "__LINE__" || name == "__FILE__";
  }

  void undefine(std::string_view name) {
    const auto found = macros_.find(name);
    if (found != macros_.end()) macros_.erase(found);  // the Macro object stays: a context may be reading it
  }

  void directive_define(PreprocessorLexer& lexer) {
    const Token name = lexer.next_in_line();
    if (name.kind != Kind::Identifier) return report(name.range, "#define needs the name of a macro");
    if (name.text == "defined") return report(name.range, "'defined' cannot be a macro");
    Macro macro;
    macro.name = std::string(name.text);
    macro.range = name.range;
    std::unordered_map<std::string_view, std::int32_t> parameters;
    Token token = lexer.next_in_line();
    if (token.is('(') && !token.space_before) {
      macro.function_like = true;
      if (!read_parameters(lexer, macro, parameters)) return;
      token = lexer.next_in_line();
    }
    for (; token.kind != Kind::End; token = lexer.next_in_line()) {
      if (!lexer.problem.empty()) take_problem(lexer);
      if (token.is('#')) {
        const Token next = lexer.next_in_line();
        if (next.is('#') && !next.space_before) {
          if (macro.body.empty()) return report(next.range, "'##' is not allowed at the start of a macro");
          macro.body.back().paste_next = true;
          continue;
        }
        if (macro.function_like) {
          const auto found = parameters.find(next.text);
          if (next.kind != Kind::Identifier || found == parameters.end()) {
            return report(token.range, "'#' must be followed by a parameter of the macro");
          }
          BodyToken part{token, found->second, true, false};
          macro.body.push_back(part);
          continue;
        }
        macro.body.push_back({token, -1, false, false});
        if (next.kind == Kind::End) break;
        token = next;
      }
      BodyToken part{token, -1, false, false};
      part.token.line_start = false;
      if (token.kind == Kind::Identifier) {
        const auto found = parameters.find(token.text);
        if (found != parameters.end()) part.parameter = found->second;
      }
      macro.body.push_back(part);
    }
    if (!macro.body.empty() && macro.body.back().paste_next)
      return report(name.range, "'##' is not allowed at the end of a macro");
    const auto old = macros_.find(name.text);
    if (old != macros_.end() && !same_body(*old->second, macro)) {
      report(name.range, "macro '" + macro.name + "' is redefined", Diagnostic::Severity::Warning);
      report(old->second->range, "previously defined here", Diagnostic::Severity::Note);
    }
    kept_.push_back(std::move(macro));
    if (old != macros_.end()) macros_.erase(old);
    macros_.emplace(kept_.back().name, &kept_.back());
  }

  bool read_parameters(PreprocessorLexer& lexer, Macro& macro,
                       std::unordered_map<std::string_view, std::int32_t>& parameters) {
    const auto add = [&](std::string_view parameter) {
      parameters.emplace(parameter, static_cast<std::int32_t>(macro.parameters.size()));
      macro.parameters.push_back(parameter);
    };
    Token token = lexer.next_in_line();
    if (token.is(')')) return true;
    for (;;) {
      if (token.is('.')) {
        for (int i = 0; i < 3; ++i) token = lexer.next_in_line();
        macro.variadic = true;
        add("__VA_ARGS__");
        if (token.is(')')) return true;
      } else if (token.kind == Kind::Identifier) {
        if (parameters.contains(token.text)) {
          report(token.range, "parameter '" + std::string(token.text) + "' appears twice");
          return false;
        }
        add(token.text);
        token = lexer.next_in_line();
        if (token.is(')')) return true;
        if (token.is(',')) {
          token = lexer.next_in_line();
          continue;
        }
      }
      report(token.range, "expected a parameter name, ',' or ')' in the parameters of macro '" + macro.name + "'");
      return false;
    }
  }

  void directive_line(const Token& number) {
    PreprocessorLexer& lexer = files_.back().lexer;
    std::uint64_t line = 0;
    bool good = number.kind == Kind::Number;
    for (const char c : number.text) {
      good = good && c >= '0' && c <= '9' && line < 100'000'000;
      if (good) line = line * 10 + static_cast<std::uint64_t>(c - '0');
    }
    if (!good) return report(number.range, "#line needs a line number");
    const Token name = lexer.next_in_line();
    std::string file;
    if (name.kind == Kind::String) {
      file = std::string(name.text.substr(1, name.text.size() - 2));
    } else if (name.kind != Kind::End) {
      return report(name.range, "#line needs a file name in quotes after the number");
    }
    lexer.skip_line();
    map_->add_line_directive(lexer.file, static_cast<std::uint32_t>(std::min(lexer.at + 1, lexer.text.size())),
                             static_cast<std::uint32_t>(line), std::move(file));
  }

  void directive_include(const Token& name) {
    PreprocessorLexer& lexer = files_.back().lexer;
    Token target = lexer.next_in_line();
    std::string path;
    SourceRange range = target.range;
    if (target.kind == Kind::Identifier) {  // a macro that expands to the name
      std::vector<Token> tokens{target};
      for (Token t = lexer.next_in_line(); t.kind != Kind::End; t = lexer.next_in_line()) tokens.push_back(t);
      tokens = expand_alone(std::move(tokens));
      if (!tokens.empty() && tokens.front().kind == Kind::String) target = tokens.front();
    }
    if (target.kind == Kind::String) {
      path = std::string(target.text.substr(1, target.text.size() - 2));
    } else if (target.is('<')) {
      const std::size_t end_of_line = std::min(lexer.text.find('\n', lexer.at), lexer.text.size());
      const std::size_t close = lexer.text.find('>', lexer.at);
      if (close == std::string_view::npos || close > end_of_line)
        return report(target.range, "'<' is not closed by '>'");
      path = std::string(lexer.text.substr(lexer.at, close - lexer.at));
      range.end = static_cast<std::uint32_t>(close + 1);
      lexer.at = close + 1;
    }
    lexer.problem.clear();
    if (path.empty()) return report(name.range, "#include needs \"FILE\" or <FILE>");
    lexer.skip_line();
    if (files_.size() >= limits_.include_depth) {
      return fail(range, "files include each other more than " + std::to_string(limits_.include_depth) +
                             " deep: does a file include itself?");
    }
    std::vector<std::string> candidates;
    if (path.front() == '/') {
      candidates = {path};
    } else {
      candidates = {files_.back().directory + path, main_directory_ + path};
    }
    for (const std::string& candidate : candidates) {
      std::error_code ignored;
      if (!std::filesystem::is_regular_file(candidate, ignored)) continue;
      Expected<SourceText> text = SourceText::read_file(candidate, limits_.bytes);
      if (!text) return report(range, text.error().front().message);
      return open(std::move(*text), &range);
    }
    report(range, "cannot find the file '" + path + "'");
  }

  // --------------------------------------------------------------------------------------------------------- expansion
  void pop_context() {
    if (contexts_.back().macro != nullptr) contexts_.back().macro->disabled = false;
    contexts_.pop_back();
  }

  /// The next token before expansion. Returns End once at most `floor` contexts are left: those below belong to the
  /// caller.
  Token next_raw(std::size_t floor) {
    while (contexts_.size() > floor) {
      Context& top = contexts_.back();
      if (top.at < top.tokens.size()) return top.tokens[top.at++];
      pop_context();
    }
    return floor == 0 ? next_from_files() : Token{};
  }

  void push_back(Token token) { contexts_.push_back({{token}, 0, nullptr}); }

  Token next_expanded(std::size_t floor) {
    while (!stopped_) {
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
      std::vector<std::vector<Token>> arguments;
      SourceRange call = token.range;
      if (macro.function_like) {
        Token next = next_raw(floor);
        if (!next.is('(')) {
          if (next.kind != Kind::End) push_back(next);
          return token;
        }
        if (!collect_arguments(macro, token, floor, arguments, call)) return {};
      }
      enter(macro, token, call, std::move(arguments));
    }
    return {};
  }

  Token position_token(const Token& name) {
    const SourceMap::Position where = map_->position(name.range);
    Token token = name;
    token.text = keep_text(name.text == "__LINE__" ? std::to_string(where.line) : '"' + where.file + '"');
    token.kind = name.text == "__LINE__" ? Kind::Number : Kind::String;
    return token;
  }

  std::string_view keep_text(std::string text) { return texts_.emplace_back(std::move(text)); }

  bool collect_arguments(const Macro& macro, const Token& name, std::size_t floor,
                         std::vector<std::vector<Token>>& arguments, SourceRange& call) {
    std::uint32_t depth = 0;
    arguments.emplace_back();
    for (;;) {
      Token token = next_raw(floor);
      if (stopped_) return false;
      if (token.kind == Kind::End) {
        fail(name.range, "the arguments of macro '" + macro.name + "' are not closed by ')'");
        return false;
      }
      if (!spend(1, name.range, macro)) return false;
      if (token.is(')') && depth-- == 0) {
        call = map_->join(call, token.range);
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
      report(call, "macro '" + macro.name + "' needs " + std::to_string(macro.parameters.size()) + " argument" +
                       (macro.parameters.size() == 1 ? "" : "s") + ", but got " + std::to_string(arguments.size()));
      report(macro.range, "defined here", Diagnostic::Severity::Note);
      arguments.resize(macro.parameters.size());
    }
    return true;
  }

  bool spend(std::uint64_t tokens, const SourceRange& range, const Macro& macro) {
    expanded_tokens_ += tokens;
    if (expanded_tokens_ <= limits_.expanded_tokens && expansions_ <= limits_.expansions) return true;
    if (!stopped_) fail(range, "macro expansion is too large (in macro '" + macro.name + "')");
    return false;
  }

  /// Expands a list of tokens separately, for an argument or a condition.
  std::vector<Token> expand_alone(std::vector<Token> tokens) {
    std::vector<Token> result;
    if (nesting_ >= limits_.macro_nesting) {
      if (!tokens.empty()) fail(tokens.front().range, "macro calls are nested too deeply");
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

  Token stringize(const std::vector<Token>& argument, const Token& hash) {
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
  void paste(std::vector<Token>& result, const Token& right) {
    Token& left = result.back();
    const std::string text = std::string(left.text) + std::string(right.text);
    PreprocessorLexer lexer(text, 0);
    const Token joined = lexer.next();
    const bool whole = lexer.at == text.size();
    if (!whole && left.kind != Kind::Punctuator) {  // `->` and similar stay two characters here
      report(left.range, "'" + text + "', made by '##', is not one token");
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

  void enter(Macro& macro, const Token& name, const SourceRange& call, std::vector<std::vector<Token>> arguments) {
    ++expansions_;
    if (contexts_.size() > 100'000) return fail(name.range, "macro calls are nested too deeply");
    const std::uint32_t expansion = map_->add_expansion(SourceMap::ExpansionKind::Macro, macro.name, call);
    std::vector<std::vector<Token>> expanded(arguments.size());
    std::vector<bool> has_expanded(arguments.size(), false);
    std::vector<Token> result;
    bool pasting = false;
    for (const BodyToken& part : macro.body) {
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
          if (!has_expanded[index]) {
            expanded[index] = expand_alone(arguments[index]);
            has_expanded[index] = true;
            if (stopped_) return;
          }
          piece = expanded[index];
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
      if (!spend(piece.size(), name.range, macro)) return;
    }
    for (Token& token : result) token.line_start = false;
    if (!spend(1, name.range, macro)) return;
    if (result.empty()) {
      pending_line_start_ |= name.line_start;
      return;
    }
    result.front().line_start = name.line_start;
    result.front().space_before = name.space_before;
    macro.disabled = true;
    contexts_.push_back({std::move(result), 0, &macro});
  }

  SourceMap* map_;
  PreprocessorLimits limits_;
  Diagnostics* diagnostics_ = nullptr;
  Diagnostics early_;  ///< from command-line definitions
  std::unordered_map<std::string_view, Macro*> macros_;
  std::deque<Macro> kept_;
  std::deque<std::string> texts_;
  std::vector<Context> contexts_;
  std::vector<OpenFile> files_;
  std::string main_directory_;
  std::uint64_t bytes_ = 0, expansions_ = 0, expanded_tokens_ = 0;
  std::uint32_t file_count_ = 0, nesting_ = 0, errors_ = 0;
  bool stopped_ = false, pending_line_start_ = false;
};

Preprocessor::Preprocessor(SourceMap& map, const std::vector<std::pair<std::string, std::string>>& definitions,
                           const PreprocessorLimits& limits)
    : impl_(std::make_unique<Impl>(map, limits)) {
  for (const auto& [name, value] : definitions) impl_->define_from_command_line(name, value);
}
Preprocessor::~Preprocessor() = default;
Preprocessor::Preprocessor(Preprocessor&&) noexcept = default;
Preprocessor& Preprocessor::operator=(Preprocessor&&) noexcept = default;

void Preprocessor::use(SourceMap& map) { impl_->use(map); }

std::vector<PreprocessorToken> Preprocessor::run(SourceText text, Diagnostics& diagnostics) {
  return impl_->run(std::move(text), diagnostics);
}

}  // namespace weir
