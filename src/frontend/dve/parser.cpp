// SPDX-License-Identifier: Apache-2.0
#include "frontend/dve/parser.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "frontend/dve/operators.h"

namespace weir::dve {
namespace {

constexpr std::array<std::string_view, 26> kKeywords{
    "accept", "and",   "assert", "async", "byte", "channel", "commit", "const",   "effect",
    "false",  "guard", "imply",  "init",  "int",  "not",     "or",     "process", "property",
    "state",  "sync",  "system", "trans", "true", "bool",    "muller", "rabin"};

bool is_keyword(std::string_view word) {
  return std::find(kKeywords.begin(), kKeywords.end(), word) != kKeywords.end();
}

using Kind = PreprocessorToken::Kind;

class Parser {
 public:
  Parser(std::span<const PreprocessorToken> tokens, const SourceMap& map, std::vector<Expression>& expressions)
      : tokens_(tokens), map_(map), expressions_(expressions) {}

  bool specification(Specification& result);
  bool whole_expression(ExpressionId& result) {
    if (!expression(result)) return false;
    return at_end() || fail("unexpected text after the expression");
  }
  Diagnostics take_error() { return std::move(error_); }

 private:
  // Tokens.
  bool at_end() const { return at_ >= tokens_.size(); }
  std::string_view word() const {
    return !at_end() && tokens_[at_].kind == Kind::Identifier ? tokens_[at_].text : std::string_view();
  }
  /// Returns whether these characters follow here without blanks in between.
  bool sees(std::string_view text) const {
    if (at_ + text.size() > tokens_.size()) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (!tokens_[at_ + i].is(text[i])) return false;
      if (i > 0 && !adjacent(tokens_[at_ + i - 1], tokens_[at_ + i])) return false;
    }
    return true;
  }
  bool take(std::string_view text) {
    if (!sees(text)) return false;
    at_ += text.size();
    return true;
  }
  bool take_word(std::string_view text) {
    if (word() != text) return false;
    ++at_;
    return true;
  }
  bool expect(std::string_view text, std::string_view where) {
    return take(text) || fail(fmt::format("expected '{}' {}", text, where));
  }
  SourceRange here() const {
    if (!at_end()) return tokens_[at_].range;
    if (tokens_.empty()) return {};
    SourceRange range = tokens_.back().range;
    range.begin = range.end;
    return range;
  }
  SourceRange since(std::size_t first) const {
    return map_.join(tokens_[first].range, tokens_[std::max(at_, first + 1) - 1].range);
  }
  bool fail(std::string message) {
    message += at_end() ? ", but the text ends here" : fmt::format(", found '{}'", tokens_[at_].text);
    return fail_at(here(), std::move(message));
  }
  bool fail_at(const SourceRange& range, std::string message) {
    if (error_.empty()) error_ = map_.at(range, std::move(message));
    return false;
  }
  bool identifier(Identifier& result, std::string_view what) {
    if (word().empty() || is_keyword(word())) return fail(fmt::format("expected {}", what));
    result = {std::string(word()), here()};
    ++at_;
    return true;
  }

  // Expressions.
  struct Pending {
    enum class Kind : std::uint8_t { Binary, Unary, Parenthesis, Index };
    Kind kind;
    Operator op;
    int precedence;
    std::size_t first;  // token, for ranges
    Expression element;
  };
  bool expression(ExpressionId& result);
  bool operand();
  const BinaryOperator* binary_operator() const;
  void reduce(int precedence);
  bool close(Pending::Kind kind);
  ExpressionId add(Expression expression) {
    expressions_.push_back(std::move(expression));
    return static_cast<ExpressionId>(expressions_.size() - 1);
  }

  // Declarations and processes.
  template <class Item>
  bool list(Item item, std::string_view where) {
    do {
      if (!item()) return false;
    } while (take(","));
    return expect(";", where);
  }
  bool starts_declaration() const {
    return word() == "const" || word() == "byte" || word() == "int" || word() == "channel";
  }
  bool declaration(std::vector<Declaration>& variables, std::vector<ChannelDeclaration>& channels);
  bool variable(Declaration declared, std::vector<Declaration>& variables);
  bool channel_declaration(std::vector<ChannelDeclaration>& channels);
  bool process(Process& result);
  bool clause(Process& result);
  bool transitions(Process& result);
  bool transition(Process& process);
  bool synchronisation(Synchronisation& result);
  bool effect(std::vector<Assignment>& effects);
  bool names(std::vector<Identifier>& result, std::string_view clause_name);

  std::span<const PreprocessorToken> tokens_;
  const SourceMap& map_;
  std::vector<Expression>& expressions_;
  std::size_t at_ = 0;
  Diagnostics error_;
  std::vector<Pending> pending_;
  std::vector<ExpressionId> values_;
};

/// Operator precedence with two stacks: `pending_` holds operators and open brackets, `values_` finished operands.
bool Parser::expression(ExpressionId& result) {
  const std::size_t bottom = pending_.size();
  while (true) {
    if (!operand()) return false;  // leaves one value, or opens a bracket and reads on
    while (true) {
      const auto open = std::find_if(
          pending_.rbegin(), pending_.rend() - static_cast<std::ptrdiff_t>(bottom),
          [](const Pending& p) { return p.kind == Pending::Kind::Parenthesis || p.kind == Pending::Kind::Index; });
      const bool inside = open != pending_.rend() - static_cast<std::ptrdiff_t>(bottom);
      if (inside && sees(")") && open->kind == Pending::Kind::Parenthesis) {
        if (!close(Pending::Kind::Parenthesis)) return false;
      } else if (inside && sees("]") && open->kind == Pending::Kind::Index) {
        if (!close(Pending::Kind::Index)) return false;
      } else if (const BinaryOperator* found = binary_operator()) {
        reduce(found->precedence);
        pending_.push_back({Pending::Kind::Binary, found->op, found->precedence, at_, {}});
        at_ += word().empty() ? found->text.size() : 1;
        break;
      } else if (inside) {
        return fail(open->kind == Pending::Kind::Index ? "expected ']' or an operator" : "expected ')' or an operator");
      } else {
        reduce(0);
        result = values_.back();
        values_.pop_back();
        return true;
      }
    }
  }
}

const BinaryOperator* Parser::binary_operator() const {
  if (at_end()) return nullptr;
  const std::string_view name = word();
  const auto row = std::find_if(kBinaryOperators.begin(), kBinaryOperators.end(), [&](const BinaryOperator& candidate) {
    return name.empty() ? sees(candidate.text) : name == candidate.word;
  });
  return row == kBinaryOperators.end() ? nullptr : &*row;
}

/// Reduces operators that bind at least as tightly as `precedence`, down to the innermost open bracket.
void Parser::reduce(int precedence) {
  while (!pending_.empty() && pending_.back().precedence >= precedence &&
         (pending_.back().kind == Pending::Kind::Binary || pending_.back().kind == Pending::Kind::Unary)) {
    const Pending top = std::move(pending_.back());
    pending_.pop_back();
    Expression made;
    made.op = top.op;
    const bool binary = top.kind == Pending::Kind::Binary;
    if (binary) {
      made.right = values_.back();
      values_.pop_back();
    }
    made.left = values_.back();
    values_.pop_back();
    const Expression& left = expressions_[made.left];
    const Expression& last = expressions_[binary ? made.right : made.left];
    made.range = map_.join(binary ? left.range : tokens_[top.first].range, last.range);
    if (left.op == Operator::Constant && last.op == Operator::Constant) {
      if (const auto value = compute(top.op, left.value, last.value)) {
        made.op = Operator::Constant;
        made.value = *value;
        made.left = made.right = kNoExpression;
      }
    }
    values_.push_back(add(std::move(made)));
  }
}

bool Parser::close(Pending::Kind kind) {
  reduce(0);
  Pending open = std::move(pending_.back());
  pending_.pop_back();
  ++at_;
  if (kind == Pending::Kind::Index) {
    open.element.left = values_.back();
    open.element.range = since(open.first);
    values_.back() = add(std::move(open.element));
  }
  return true;
}

/// Reads prefixes and opening brackets until one value has been read.
bool Parser::operand() {
  while (true) {
    const std::size_t first = at_;
    if (at_end()) return fail("expected an expression");
    const PreprocessorToken& token = tokens_[at_];
    if (token.kind == Kind::Number) {
      Expression constant;
      const auto [end, code] =
          std::from_chars(token.text.data(), token.text.data() + token.text.size(), constant.value);
      if (code == std::errc::result_out_of_range) return fail_at(token.range, "the number is too large");
      if (code != std::errc() || end != token.text.data() + token.text.size())
        return fail_at(token.range, "this is not a number");
      constant.range = token.range;
      ++at_;
      values_.push_back(add(std::move(constant)));
      return true;
    }
    if (word() == "true" || word() == "false") {
      Expression constant;
      constant.value = word() == "true";
      constant.range = token.range;
      ++at_;
      values_.push_back(add(std::move(constant)));
      return true;
    }
    if (take_word("not") || (!sees("!=") && take("!"))) {
      pending_.push_back({Pending::Kind::Unary, Operator::Not, kUnaryPrecedence, first, {}});
    } else if (take("~")) {
      pending_.push_back({Pending::Kind::Unary, Operator::Complement, kUnaryPrecedence, first, {}});
    } else if (take("-")) {
      pending_.push_back({Pending::Kind::Unary, Operator::Negate, kUnaryPrecedence, first, {}});
    } else if (take("(")) {
      pending_.push_back({Pending::Kind::Parenthesis, Operator::Constant, 0, first, {}});
    } else {
      Identifier name;
      if (!identifier(name, "an expression")) return false;
      Expression reference;
      reference.op = Operator::Name;
      if (sees("->") || sees(".")) {
        reference.arrow = sees("->");
        at_ += reference.arrow ? 2 : 1;
        reference.process = std::move(name.text);
        if (!identifier(name, "a state or a variable of the process")) return false;
      }
      reference.name = std::move(name.text);
      if (take("[")) {
        reference.op = Operator::Element;
        pending_.push_back({Pending::Kind::Index, Operator::Element, 0, first, std::move(reference)});
      } else {
        reference.range = since(first);
        values_.push_back(add(std::move(reference)));
        return true;
      }
    }
  }
}

bool Parser::declaration(std::vector<Declaration>& variables, std::vector<ChannelDeclaration>& channels) {
  if (take_word("channel")) return channel_declaration(channels);
  Declaration declared;
  declared.constant = take_word("const");
  if (take_word("byte")) {
    declared.is_byte = true;
  } else if (!take_word("int")) {
    return fail("expected 'byte' or 'int'");
  }
  return list([&] { return variable(declared, variables); }, "after the declaration");
}

bool Parser::variable(Declaration declared, std::vector<Declaration>& variables) {
  if (!identifier(declared.name, "the name of a variable")) return false;
  if (take("[")) {
    declared.is_array = true;
    if (!expression(declared.size) || !expect("]", "after the size of the array")) return false;
  }
  if (take("=")) {
    if (take("{")) {
      do {
        if (!expression(declared.initial.emplace_back())) return false;
      } while (take(","));
      if (!expect("}", "after the initial values")) return false;
    } else if (!expression(declared.initial.emplace_back())) {
      return false;
    }
  }
  variables.push_back(std::move(declared));
  return true;
}

bool Parser::channel_declaration(std::vector<ChannelDeclaration>& channels) {
  ChannelDeclaration declared;
  if (take("{")) {
    declared.typed = true;
    do {
      if (word() != "byte" && word() != "int") return fail("expected 'byte' or 'int'");
      declared.byte_fields.push_back(word() == "byte");
      ++at_;
    } while (take(","));
    if (!expect("}", "after the types of the channel")) return false;
  }
  return list(
      [&] {
        ChannelDeclaration one = declared;
        if (!identifier(one.name, "the name of a channel")) return false;
        if (take("[") && (!expression(one.capacity) || !expect("]", "after the capacity"))) return false;
        channels.push_back(std::move(one));
        return true;
      },
      "after the declaration");
}

bool Parser::process(Process& result) {
  result.range = here();
  if (!identifier(result.name, "the name of the process") || !expect("{", "after the name of the process"))
    return false;
  while (!take("}")) {
    if (starts_declaration() ? !declaration(result.variables, result.channels) : !clause(result)) return false;
  }
  result.range = map_.join(result.range, tokens_[at_ - 1].range);
  return true;
}

bool Parser::names(std::vector<Identifier>& result, std::string_view clause_name) {
  return list([&] { return identifier(result.emplace_back(), "the name of a state"); },
              fmt::format("after the {} list", clause_name));
}

bool Parser::clause(Process& result) {
  if (take_word("state")) return names(result.states, "state");
  if (take_word("init")) return names(result.initial, "init");
  if (take_word("commit")) return names(result.committed, "commit");
  if (take_word("accept")) {
    for (const std::string_view other : {"muller", "rabin", "streett", "genbuchi"}) {
      if (word() == other) return fail("only Büchi acceptance is supported: a list of states");
    }
    take_word("buchi");
    return names(result.accepting, "accept");
  }
  if (take_word("assert")) {
    return list(
        [&] {
          Assertion& assertion = result.assertions.emplace_back();
          return identifier(assertion.state, "the name of a state") && expect(":", "after the state of an assertion") &&
                 expression(assertion.condition);
        },
        "after the assertions");
  }
  if (take_word("trans")) return transitions(result);
  return fail("expected a declaration, 'state', 'init', 'accept', 'commit', 'assert', 'trans' or '}'");
}

bool Parser::transitions(Process& result) {
  while (sees("->") || (!word().empty() && !is_keyword(word()))) {
    if (!transition(result)) return false;
    take(",");
  }
  take(";");
  return true;
}

bool Parser::transition(Process& process) {
  const std::size_t first = at_;
  Transition made;
  if (sees("->")) {  // the source is that of the previous transition
    if (process.transitions.empty()) return fail("the first transition needs its source state");
    made.source = process.transitions.back().source;
  } else if (!identifier(made.source, "the source of a transition")) {
    return false;
  }
  if (!expect("->", "between the states of a transition") || !identifier(made.target, "the target of the transition") ||
      !expect("{", "after the target of the transition")) {
    return false;
  }
  while (!take("}")) {
    if (take_word("guard")) {
      if (!list([&] { return expression(made.guards.emplace_back()); }, "after the guard")) return false;
    } else if (word() == "sync") {
      if (made.sync.present) return fail("a transition has at most one sync");
      ++at_;
      if (!synchronisation(made.sync) || !expect(";", "after the sync")) return false;
    } else if (take_word("effect")) {
      if (!effect(made.effects)) return false;
    } else {
      return fail("expected 'guard', 'sync', 'effect' or '}'");
    }
  }
  made.range = since(first);
  process.transitions.push_back(std::move(made));
  return true;
}

bool Parser::synchronisation(Synchronisation& result) {
  const std::size_t first = at_;
  result.present = true;
  if (!identifier(result.channel, "the name of a channel")) return false;
  if (take("->") || take(".")) {
    result.process = std::move(result.channel.text);
    if (!identifier(result.channel, "the name of a channel")) return false;
  }
  if (take("!")) {
    result.sends = true;
  } else if (!take("?")) {
    return fail("expected '!' or '?'");
  }
  if (take("{")) {
    do {
      if (!expression(result.values.emplace_back())) return false;
    } while (take(","));
    if (!expect("}", "after the message")) return false;
  } else if (!sees(";")) {
    if (!expression(result.values.emplace_back())) return false;
  }
  result.range = since(first);
  return true;
}

bool Parser::effect(std::vector<Assignment>& effects) {
  return list(
      [&] {
        Assignment& assignment = effects.emplace_back();
        return expression(assignment.target) && expect("=", "after the variable of an assignment") &&
               expression(assignment.value);
      },
      "after the effects");
}

bool Parser::specification(Specification& result) {
  while (word() != "system") {
    if (take_word("process")) {
      if (!process(result.processes.emplace_back())) return false;
    } else if (starts_declaration()) {
      if (!declaration(result.variables, result.channels)) return false;
    } else {
      return fail("expected a declaration, 'process' or 'system'");
    }
  }
  ++at_;
  if (take_word("sync")) {
    result.synchronous = true;
  } else if (!take_word("async")) {
    return fail("expected 'async' or 'sync'");
  }
  if (take_word("property")) {
    result.has_property = true;
    if (!identifier(result.property, "the name of the property process")) return false;
  }
  if (!expect(";", "after the system line")) return false;
  return at_end() || fail("nothing may follow the system line");
}

}  // namespace

Diagnostics parse_specification(std::span<const PreprocessorToken> tokens, const SourceMap& map,
                                Specification& result) {
  Parser parser(tokens, map, result.expressions);
  parser.specification(result);
  return parser.take_error();
}

Expected<Specification> parse_specification(std::span<const PreprocessorToken> tokens, const SourceMap& map) {
  Specification result;
  if (Diagnostics error = parse_specification(tokens, map, result); !error.empty()) return error;
  return result;
}

ReservedWords reserved_words() {
  ReservedWords words{{kKeywords.begin(), kKeywords.end()}, {}};
  std::sort(words.keywords.begin(), words.keywords.end());
  return words;
}

Expected<ExpressionId> parse_expression(std::span<const PreprocessorToken> tokens, const SourceMap& map,
                                        std::vector<Expression>& expressions) {
  Parser parser(tokens, map, expressions);
  ExpressionId result = kNoExpression;
  if (!parser.whole_expression(result)) return parser.take_error();
  return result;
}

}  // namespace weir::dve
