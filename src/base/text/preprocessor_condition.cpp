// SPDX-License-Identifier: Apache-2.0
// Precedence climbing. Depth is limited so that no input exhausts the stack.
#include "base/text/preprocessor_condition.h"

#include <limits>

namespace weir {
namespace {

using Token = PreprocessorToken;
using Kind = Token::Kind;

constexpr std::uint32_t kDepthLimit = 200;

struct Operator {
  std::string_view text;
  int precedence;
};
// Longer spellings first.
constexpr Operator kBinary[] = {{"||", 1}, {"&&", 2}, {"==", 6}, {"!=", 6}, {"<<", 8}, {">>", 8},
                                {"<=", 7}, {">=", 7}, {"|", 3},  {"^", 4},  {"&", 5},  {"<", 7},
                                {">", 7},  {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10}};

class Evaluator {
 public:
  Evaluator(std::span<const Token> tokens, const std::function<bool(std::string_view)>& is_defined)
      : tokens_(tokens), is_defined_(is_defined) {}

  ConditionResult run() {
    if (tokens_.empty()) fail("the condition is missing");
    result_.value = conditional(true);
    if (ok() && at_ < tokens_.size()) fail("unexpected '" + std::string(tokens_[at_].text) + "' in the condition");
    return result_;
  }

 private:
  bool ok() const { return result_.problem.empty(); }
  void fail(std::string problem) {
    if (!ok()) return;
    result_.problem = std::move(problem);
    result_.at = at_;
    at_ = tokens_.size();
  }

  bool accept(std::string_view spelling) {
    if (at_ + spelling.size() > tokens_.size()) return false;
    for (std::size_t i = 0; i < spelling.size(); ++i) {
      if (!tokens_[at_ + i].is(spelling[i]) || (i > 0 && tokens_[at_ + i].space_before)) return false;
    }
    at_ += spelling.size();
    return true;
  }

  std::int64_t conditional(bool live) {
    if (++depth_ > kDepthLimit) {
      fail("the condition is nested too deeply");
      return 0;
    }
    std::int64_t value = binary(1, live);
    if (accept("?")) {
      const bool chosen = value != 0;
      const std::int64_t yes = conditional(live && chosen);
      if (!accept(":")) fail("expected ':' in the condition");
      const std::int64_t no = conditional(live && !chosen);
      value = chosen ? yes : no;
    }
    --depth_;
    return value;
  }

  std::int64_t binary(int least, bool live) {
    std::int64_t left = unary(live);
    for (;;) {
      const Operator* found = nullptr;
      const std::size_t before = at_;
      for (const Operator& op : kBinary) {
        if (!accept(op.text)) continue;
        found = &op;
        break;
      }
      if (found == nullptr || found->precedence < least) {
        at_ = before;
        return left;
      }
      const bool needed = live && !(found->text == "&&" && left == 0) && !(found->text == "||" && left != 0);
      if (++depth_ > kDepthLimit) fail("the condition is nested too deeply");
      const std::int64_t right = binary(found->precedence + 1, needed);
      --depth_;
      if (!ok()) return 0;
      left = apply(found->text, left, right, needed, before);
    }
  }

  std::int64_t apply(std::string_view op, std::int64_t a, std::int64_t b, bool live, std::size_t at) {
    const auto ua = static_cast<std::uint64_t>(a), ub = static_cast<std::uint64_t>(b);
    if (op == "||") return a != 0 || b != 0;
    if (op == "&&") return a != 0 && b != 0;
    if (op == "==") return a == b;
    if (op == "!=") return a != b;
    if (op == "<=") return a <= b;
    if (op == ">=") return a >= b;
    if (op == "<") return a < b;
    if (op == ">") return a > b;
    if (op == "|") return a | b;
    if (op == "^") return a ^ b;
    if (op == "&") return a & b;
    if (op == "<<") return static_cast<std::int64_t>(ub < 64 ? ua << ub : 0);
    if (op == ">>") return b >= 0 && b < 64 ? a >> b : (a < 0 ? -1 : 0);
    if (op == "+") return static_cast<std::int64_t>(ua + ub);
    if (op == "-") return static_cast<std::int64_t>(ua - ub);
    if (op == "*") return static_cast<std::int64_t>(ua * ub);
    if (b == 0) {
      if (live) {
        at_ = at;
        fail("division by zero in the condition");
      }
      return 0;
    }
    if (a == std::numeric_limits<std::int64_t>::min() && b == -1) return op == "/" ? a : 0;
    return op == "/" ? a / b : a % b;
  }

  std::int64_t unary(bool live) {
    std::string prefixes;
    while (at_ < tokens_.size() && tokens_[at_].kind == Kind::Punctuator) {
      const char c = tokens_[at_].text[0];
      if (c != '!' && c != '~' && c != '-' && c != '+') break;
      prefixes += c;
      ++at_;
    }
    std::int64_t value = primary(live);
    for (auto c = prefixes.rbegin(); c != prefixes.rend(); ++c) {
      if (*c == '!') value = value == 0;
      if (*c == '~') value = ~value;
      if (*c == '-') value = static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(value));
    }
    return value;
  }

  std::int64_t primary(bool live) {
    if (at_ >= tokens_.size()) {
      fail("the condition ends too early");
      return 0;
    }
    if (accept("(")) {
      const std::int64_t value = conditional(live);
      if (ok() && !accept(")")) fail("expected ')' in the condition");
      return value;
    }
    const Token& token = tokens_[at_];
    if (token.kind == Kind::Number) return number(token.text);
    if (token.kind == Kind::Character) return character(token.text);
    if (token.kind == Kind::Identifier) {
      ++at_;
      if (token.text == "defined") return defined();
      return token.text == "true";
    }
    fail("unexpected '" + std::string(token.text) + "' in the condition");
    return 0;
  }

  std::int64_t defined() {
    const bool bracket = accept("(");
    if (at_ >= tokens_.size() || tokens_[at_].kind != Kind::Identifier) {
      fail("'defined' needs a name");
      return 0;
    }
    const bool value = is_defined_(tokens_[at_++].text);
    if (bracket && !accept(")")) fail("expected ')' after the name");
    return value;
  }

  std::int64_t number(std::string_view text) {
    std::string_view digits = text;
    std::uint64_t base = 10;
    if (digits.size() > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) {
      base = 16;
      digits.remove_prefix(2);
    } else if (digits.size() > 1 && digits[0] == '0') {
      base = 8;
    }
    while (!digits.empty() && std::string_view("uUlL").find(digits.back()) != std::string_view::npos)
      digits.remove_suffix(1);
    std::uint64_t value = 0;
    for (const char c : digits) {
      const std::uint64_t digit = c >= '0' && c <= '9'   ? static_cast<std::uint64_t>(c - '0')
                                  : c >= 'a' && c <= 'f' ? static_cast<std::uint64_t>(c - 'a' + 10)
                                  : c >= 'A' && c <= 'F' ? static_cast<std::uint64_t>(c - 'A' + 10)
                                                         : 99;
      if (digit >= base) {
        fail("'" + std::string(text) + "' is not an integer");
        return 0;
      }
      value = value * base + digit;
    }
    ++at_;
    return static_cast<std::int64_t>(value);
  }

  std::int64_t character(std::string_view text) {
    ++at_;
    if (text.size() < 3) return 0;
    if (text[1] != '\\') return text[1];
    switch (text[2]) {
      case 'n': return '\n';
      case 't': return '\t';
      case 'r': return '\r';
      case '0': return 0;
      default: return text[2];
    }
  }

  std::span<const Token> tokens_;
  const std::function<bool(std::string_view)>& is_defined_;
  std::size_t at_ = 0;
  std::uint32_t depth_ = 0;
  ConditionResult result_;
};

}  // namespace

ConditionResult evaluate_condition(std::span<const PreprocessorToken> tokens,
                                   const std::function<bool(std::string_view)>& is_defined) {
  return Evaluator(tokens, is_defined).run();
}

}  // namespace weir
