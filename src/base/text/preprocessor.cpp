// SPDX-License-Identifier: Apache-2.0
#include "base/text/preprocessor.h"

#include <filesystem>
#include <utility>

#include "base/text/macros.h"
#include "base/text/preprocessor_condition.h"
#include "base/text/preprocessor_lexer.h"

namespace weir {
namespace {

using Token = PreprocessorToken;
using Kind = Token::Kind;

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

}  // namespace

/// Reads the files and obeys their directives.
class Preprocessor::Impl : private TokenSource {
 public:
  Impl(SourceMap& map, const PreprocessorLimits& limits) : messages_(map, limits), macros_(*this, messages_) {}

  void define_from_command_line(const std::string& name, const std::string& value) {
    const std::string text = name + ' ' + (value.empty() ? "1" : value);
    const std::uint32_t file = map().add_file(SourceText("<command line>", text));
    PreprocessorLexer lexer(map().file(file).text(), file);
    macros_.define(lexer);
  }

  std::vector<Token> run(SourceText text, Diagnostics& diagnostics) {
    messages_.start();
    macros_.line_starts = false;
    open(std::move(text), nullptr);
    std::vector<Token> result;
    for (;;) {
      Token token = macros_.next();
      if (token.kind == Kind::End || messages_.stopped()) break;
      token.line_start |= std::exchange(macros_.line_starts, false);
      result.push_back(token);
      if (result.size() > limits().expanded_tokens + (limits().bytes >> 2)) {
        messages_.fail(token.range, "the text is too large");
        break;
      }
    }
    macros_.reset();
    files_.clear();
    append(diagnostics, messages_.take());
    return result;
  }

  void use(SourceMap& map) { messages_.use(map); }

 private:
  SourceMap& map() const { return messages_.map(); }
  const PreprocessorLimits& limits() const { return messages_.limits; }
  void report(const SourceRange& range, std::string message,
              Diagnostic::Severity severity = Diagnostic::Severity::Error) {
    messages_.report(range, std::move(message), severity);
  }

  void open(SourceText text, const SourceRange* includer) {
    bytes_ += text.text().size();
    const std::string directory = directory_of(text.name());
    if (includer == nullptr) main_directory_ = directory;
    const std::uint32_t index = map().add_file(std::move(text), includer);
    const SourceText& kept = map().file(index);
    if (bytes_ > limits().bytes || ++file_count_ > limits().files) {
      return messages_.fail(includer != nullptr ? *includer : SourceRange{index, 0, 0, 0},
                            "the included text is too large");
    }
    files_.push_back({PreprocessorLexer(kept.text(), index), directory, {}});
  }

  void close_file() {
    for (const Condition& condition : files_.back().conditions) report(condition.range, "#if is not closed by #endif");
    files_.pop_back();
  }

  bool skipping() const { return !files_.back().conditions.empty() && !files_.back().conditions.back().active; }

  Token next_token() override {
    while (!files_.empty() && !messages_.stopped()) {
      PreprocessorLexer& lexer = files_.back().lexer;
      Token token = lexer.next();
      if (token.kind == Kind::End) {
        messages_.report_problem(lexer);
        close_file();
        if (files_.empty()) return token;
        macros_.line_starts = true;
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
      messages_.report_problem(lexer);
      return token;
    }
    return {};
  }

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
      macros_.define(lexer);
    } else if (name.text == "undef") {
      const Token macro = lexer.next_in_line();
      if (macro.kind != Kind::Identifier) {
        report(macro.range, "#undef needs the name of a macro");
      } else {
        macros_.undefine(macro.text);
      }
    } else if (name.text == "include") {
      directive_include(name);
      if (files_.size() != depth || messages_.stopped()) return;
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
    Condition condition{map().join(hash.range, name.range), false, false, false};
    if (skipping()) {
      condition.taken = true;  // no branch may become active
    } else {
      condition.active = condition.taken = evaluate(name);
    }
    if (files_.back().conditions.size() >= 1000) return messages_.fail(name.range, "#if nested more than 1000 deep");
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
      return macros_.is_defined(macro.text) == (name.text == "ifdef");
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
    tokens = macros_.expand(std::move(tokens));
    const auto defined = [this](std::string_view macro) { return macros_.is_defined(macro); };
    const ConditionResult result = evaluate_condition(tokens, defined);
    if (!result.problem.empty()) {
      report(tokens.empty() ? name.range : tokens[std::min(result.at, tokens.size() - 1)].range, result.problem);
    }
    return result.problem.empty() && result.value != 0;
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
    map().add_line_directive(lexer.file, static_cast<std::uint32_t>(std::min(lexer.at + 1, lexer.text.size())),
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
      tokens = macros_.expand(std::move(tokens));
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
    if (files_.size() >= limits().include_depth) {
      return messages_.fail(range, "files include each other more than " + std::to_string(limits().include_depth) +
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
      Expected<SourceText> text = SourceText::read_file(candidate, limits().bytes);
      if (!text) return report(range, text.error().front().message);
      return open(std::move(*text), &range);
    }
    report(range, "cannot find the file '" + path + "'");
  }

  PreprocessorMessages messages_;
  Macros macros_;
  std::vector<OpenFile> files_;
  std::string main_directory_;
  std::uint64_t bytes_ = 0;
  std::uint32_t file_count_ = 0;
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
