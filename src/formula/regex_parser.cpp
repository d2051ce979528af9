// SPDX-License-Identifier: Apache-2.0
// Operator precedence with explicit stacks of operators and operands. An operand that is a formula about one position
// is kept as a formula, since `!`, `->`, `[->]` and `[=]` take only such operands.
#include "formula/regex_parser.h"

#include <algorithm>
#include <utility>

#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "formula/lexical.h"
#include "formula/model_atom.h"

namespace weir {
namespace {

constexpr std::size_t kMostNodes = 1'000'000;

enum class Sign { Group, FirstMatch, Not, Concatenation, Fusion, Delay, Implies, Equiv, Or, Xor, And, LooseAnd };

constexpr int kImplication = 4;
constexpr int kRepetition = 8;

int tightness(Sign sign) {
  switch (sign) {
    case Sign::Group:
    case Sign::FirstMatch: return 0;
    case Sign::Concatenation: return 1;
    case Sign::Fusion: return 2;
    case Sign::Delay: return 3;
    case Sign::Implies:
    case Sign::Equiv: return kImplication;
    case Sign::Or: return 5;
    case Sign::Xor: return 6;
    case Sign::And:
    case Sign::LooseAnd: return 7;
    case Sign::Not: return 9;
  }
  return 0;
}

struct Infix {
  std::string_view text;
  Sign sign;
};
// Longer spellings precede their prefixes.
constexpr Infix kInfixes[] = {
    {"<->", Sign::Equiv},  {"<=>", Sign::Equiv}, {"->", Sign::Implies},      {"=>", Sign::Implies}, {"&&", Sign::And},
    {"&", Sign::LooseAnd}, {"/\\", Sign::And},   {"∧", Sign::And},           {"||", Sign::Or},      {"|", Sign::Or},
    {"\\/", Sign::Or},     {"∨", Sign::Or},      {";", Sign::Concatenation}, {":", Sign::Fusion},   {"^", Sign::Xor},
    {"xor", Sign::Xor},    {"→", Sign::Implies}, {"↔", Sign::Equiv},         {"⊕", Sign::Xor},
};

class RegexParser {
 public:
  RegexParser(std::string_view text, std::size_t at, const ParseOptions& options, std::vector<AtomPlace>* places)
      : text_(text), at_(at), start_(at), options_(options), places_(places) {}

  ParsedRegex parse() {
    open(Sign::Group, '}');
    ++at_;
    bool operand_due = true;
    while (!failed() && !operators_.empty()) {
      skip_space();
      if (at_ >= text_.size()) {
        fail(operators_.front().offset, 1, "this '{' is never closed; expected '}' before the end of the formula");
        break;
      }
      if (operand_due) {
        operand_due = !read_operand();
      } else {
        operand_due = read_after_operand();
      }
    }
    if (failed()) return std::move(result_);
    result_.regex = regex(values_.back());
    result_.end = at_;
    return std::move(result_);
  }

 private:
  struct Pending {
    Sign sign;
    std::size_t offset;
    char closed_by = 0;  // of a group
    // Of a delay: its bounds, and whether nothing precedes it.
    std::uint32_t least = 0;
    std::uint32_t most = 0;
    bool leading = false;
  };
  struct Value {
    std::optional<Formula> letter;  // of an operand about one position
    std::optional<Regex> regex;
    std::size_t offset = 0;
    // An open list of operands of `;` `:` `|` `&&` or `&`: building its node once keeps long lists linear.
    std::optional<Sign> list_sign = std::nullopt;
    std::vector<Regex> list = {};
    std::size_t list_size = 0;
  };

  bool failed() const { return !result_.error.empty(); }
  std::string_view rest() const { return text_.substr(at_); }
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool fail(std::size_t offset, std::size_t length, std::string message) {
    if (failed()) return false;
    result_.error = std::move(message);
    result_.error_offset = std::min(offset, text_.size());
    result_.error_length = length;
    return false;
  }

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || (text_[at_] >= '\t' && text_[at_] <= '\r'))) ++at_;
  }

  bool take(std::string_view word) {
    if (!rest().starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  static Regex regex(const Value& value) {
    if (value.regex) return *value.regex;
    if (value.letter) return Regex::letter(*value.letter);
    switch (*value.list_sign) {
      case Sign::Concatenation: return Regex::concatenation(value.list);
      case Sign::Fusion: return Regex::fusion(value.list);
      case Sign::Or: return Regex::any_of(value.list);
      case Sign::And: return Regex::all_of(value.list);
      default: return Regex::loosely_all_of(value.list);
    }
  }

  void open(Sign sign, char closed_by) { operators_.push_back({sign, at_, closed_by}); }

  /// Reads an operand, or one token before it. Returns true once an operand has been read.
  bool read_operand() {
    const std::size_t offset = at_;
    const char c = here();
    if (c == '{' || c == '(') {
      open(Sign::Group, c == '{' ? '}' : ')');
      ++at_;
      return false;
    }
    if (c == '!' || c == '~' || rest().starts_with("¬")) {
      operators_.push_back({Sign::Not, at_});
      at_ += c == '!' || c == '~' ? 1 : std::string_view("¬").size();
      return false;
    }
    if (c == '[' || c == '*') {  // [*3] is 1[*3]
      values_.push_back({Formula::constant(true), std::nullopt, offset});
      return read_repetition();
    }
    if (rest().starts_with("##")) {
      read_delay(true);
      return false;
    }
    if (c == '"') return read_quoted();
    if (c == '0' || c == '1') {
      ++at_;
      if (ascii::is_digit(here())) return fail(offset, 2, "a number is not a letter; expected an atom, '0' or '1'");
      values_.push_back({Formula::constant(c == '1'), std::nullopt, offset});
      return true;
    }
    return read_name();
  }

  bool read_quoted() {
    const std::size_t offset = at_++;
    std::string name;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size() && (text_[at_ + 1] == '"' || text_[at_ + 1] == '\\')) ++at_;
      const std::size_t width = utf8_length(rest());
      if (width == 0) return fail(at_, 1, "this byte is not valid UTF-8");
      name.append(text_.substr(at_, width));
      at_ += width;
    }
    if (at_ >= text_.size()) return fail(offset, 1, "this quoted atom is never closed; expected '\"'");
    ++at_;
    if (name.empty()) return fail(offset, 2, "an atom must not be empty");
    return push_atom(offset, std::move(name));
  }

  bool read_name() {
    const std::size_t offset = at_;
    const std::size_t length = lexical::name_length(rest());
    const std::string_view word = rest().substr(0, length);
    if (length == 0) {
      const std::size_t width = std::max<std::size_t>(1, utf8_length(rest()));
      return fail(at_, width,
                  "expected an atom, '!', '{', '(' or '[*]' in a regular expression, found '" +
                      std::string(rest().substr(0, width)) + "'");
    }
    if (word == "first_match") {  // otherwise an atom of this name
      at_ += length;
      skip_space();
      if (here() == '(') {
        open(Sign::FirstMatch, ')');
        ++at_;
        return false;
      }
      at_ = offset;
    }
    if (word == "true" || word == "false") {
      at_ += length;
      values_.push_back({Formula::constant(word == "true"), std::nullopt, offset});
      return true;
    }
    if (word == "xor") return fail(at_, length, "'xor' is an operator; quote an atom of this name");
    if (options_.model_atoms) return read_model_atom();
    at_ += length;
    return push_atom(offset, std::string(word));
  }

  /// `x`, `P[0]@crit`, `sent(ch)`, `x < 3`: names with directly adjacent brackets, and one comparison. Other
  /// expressions are quoted, since `:` `*` and `[*` belong to the regular expression.
  bool read_model_atom() {
    const std::size_t offset = at_;
    if (!read_term()) return false;
    const std::size_t end = at_;
    skip_space();
    static constexpr std::string_view kComparisons[] = {"==", "!=", "<=", ">=", "<", ">"};
    const auto comparison = std::find_if(std::begin(kComparisons), std::end(kComparisons),
                                         [&](std::string_view sign) { return rest().starts_with(sign); });
    if (comparison != std::end(kComparisons) && !rest().starts_with("<->") && !rest().starts_with("<=>")) {
      at_ += comparison->size();
      skip_space();
      if (here() == '-') ++at_;
      if (!read_term()) return false;
    } else {
      at_ = end;
    }
    const std::string_view written = text_.substr(offset, at_ - offset);
    ModelAtom atom = scan_model_atom(written, 0, match_brackets(written));
    if (!atom.error.empty()) return fail(offset + atom.error_offset, 1, atom.error);
    return push_atom(offset, std::move(atom.text));
  }

  bool read_term() {
    const std::size_t offset = at_;
    while (ascii::is_digit(here())) ++at_;
    if (at_ == offset) at_ += lexical::name_length(rest());
    if (at_ == offset) return fail(at_, 1, "expected a name or a number here");
    while (true) {
      const bool index = here() == '[' && at_ + 1 < text_.size() &&
                         (ascii::is_digit(text_[at_ + 1]) || lexical::name_length(text_.substr(at_ + 1)) > 0);
      if (index || here() == '(') {
        const char close = here() == '[' ? ']' : ')';
        const std::size_t end = text_.find(close, at_);
        if (end == std::string_view::npos) return fail(at_, 1, "this bracket is never closed");
        at_ = end + 1;
      } else if (here() == '@') {
        ++at_;
        at_ += lexical::name_length(rest());
      } else {
        return true;
      }
    }
  }

  bool push_atom(std::size_t offset, std::string name) {
    if (places_ != nullptr) places_->push_back({name, offset, at_ - offset});
    values_.push_back({Formula::atom(std::move(name)), std::nullopt, offset});
    return true;
  }

  /// After an operand: a repetition, an infix operator or a closing bracket. Returns true if an operand must follow.
  bool read_after_operand() {
    const char c = here();
    if (c == '}' || c == ')') {
      close(c);
      return false;
    }
    if (c == '[' || c == '*') {
      reduce_above(kRepetition);
      if (!failed()) read_repetition();
      return false;
    }
    if (rest().starts_with("##")) {
      reduce_above(tightness(Sign::Delay));
      if (!failed()) read_delay(false);
      return true;
    }
    for (const Infix& infix : kInfixes) {
      if (!rest().starts_with(infix.text)) continue;
      if (infix.sign == Sign::Xor && c == 'x' && lexical::name_length(rest()) != 3) continue;
      const std::size_t offset = at_;
      at_ += infix.text.size();
      const int own = tightness(infix.sign);
      reduce_above(own == kImplication ? own + 1 : own);  // -> and <-> group to the right
      operators_.push_back({infix.sign, offset});
      return true;
    }
    const std::size_t width = std::max<std::size_t>({1, utf8_length(rest()), lexical::name_length(rest())});
    fail(at_, width,
         "expected an operator (; : | & && [*] [->] [=]) or '}' in a regular expression, found '" +
             std::string(rest().substr(0, width)) + "'");
    return false;
  }

  /// `##2`, `##[1..3]`, `##[+]`, `##[*]`: SVA's delay.
  void read_delay(bool leading) {
    Pending delay{Sign::Delay, at_};
    delay.leading = leading;
    at_ += 2;
    delay.most = Regex::kUnbounded;
    if (take("[+]")) {
      delay.least = 1;
    } else if (!take("[*]")) {
      const bool bracket = take("[");
      if (bracket) {
        if (!read_bounds(delay.offset, 0, false, delay.least, delay.most)) return;
      } else if (!read_number(delay.least)) {
        fail(at_, 1, "expected a number of positions as in '##2' or '##[1..3]'");
        return;
      } else {
        delay.most = delay.least;
      }
    }
    operators_.push_back(delay);
  }

  /// f ##[i..j] g: g starts i to j positions after the end of f. Without f, i to j positions from here.
  static Regex delayed(const Pending& delay, std::optional<Regex> f, Regex g) {
    const auto any = [](std::uint32_t least, std::uint32_t most) {
      return Regex::repetition(Regex::letter(Formula::constant(true)), least, most);
    };
    if (!f) return Regex::concatenation({any(delay.least, delay.most), g});
    const std::uint32_t most = delay.most == Regex::kUnbounded ? delay.most : delay.most - 1;
    if (delay.least > 0) return Regex::concatenation({*f, any(delay.least - 1, most), g});
    const Regex overlapping = Regex::fusion({*f, g});
    if (delay.most == 0) return overlapping;
    return Regex::any_of({overlapping, Regex::concatenation({*f, any(0, most), g})});
  }

  /// Applies pending operators that bind at least this tightly.
  void reduce_above(int bound) {
    while (!failed() && tightness(operators_.back().sign) >= bound && tightness(operators_.back().sign) > 0) reduce();
  }

  void close(char bracket) {
    reduce_above(1);
    if (failed()) return;
    const Pending group = operators_.back();
    if (group.closed_by != bracket) {
      fail(at_, 1, std::string("expected '") + group.closed_by + "' before this '" + bracket + "'");
      return;
    }
    operators_.pop_back();
    ++at_;
    if (group.sign != Sign::FirstMatch) return;
    const Regex part = regex(values_.back());
    values_.back() = {std::nullopt, Regex::first_match(part), group.offset};
  }

  void reduce() {
    const Pending pending = operators_.back();
    operators_.pop_back();
    Value right = std::move(values_.back());
    values_.pop_back();
    if (pending.sign == Sign::Not) {
      if (!require_letter(right, pending, "!")) return;
      values_.push_back({!*right.letter, std::nullopt, pending.offset});
      return;
    }
    if (pending.sign == Sign::Delay && pending.leading)
      return push(delayed(pending, std::nullopt, regex(right)), pending.offset);
    Value left = std::move(values_.back());
    values_.pop_back();
    const std::size_t offset = left.offset;
    if (pending.sign == Sign::Delay) return push(delayed(pending, regex(left), regex(right)), offset);
    const bool letters = left.letter && right.letter;
    switch (pending.sign) {
      case Sign::Concatenation:
      case Sign::Fusion: push_list(pending.sign, std::move(left), right); break;
      case Sign::Or:
      case Sign::And:
      case Sign::LooseAnd:
        if (letters) {
          values_.push_back({pending.sign == Sign::Or ? *left.letter | *right.letter : *left.letter & *right.letter,
                             std::nullopt, offset});
        } else {
          push_list(pending.sign, std::move(left), right);
        }
        break;
      default: {
        const char* name = pending.sign == Sign::Xor ? "xor" : pending.sign == Sign::Implies ? "->" : "<->";
        if (!require_letter(left, pending, name)) return;
        if (pending.sign == Sign::Implies && !right.letter) {  // b -> r is !b | r, as in Spot
          push(Regex::any_of({Regex::letter(!*left.letter), regex(right)}), offset);
          return;
        }
        if (!require_letter(right, pending, name)) return;
        const Op op = pending.sign == Sign::Xor ? Op::Xor : pending.sign == Sign::Implies ? Op::Implies : Op::Equiv;
        values_.push_back({Formula::binary(op, *left.letter, *right.letter), std::nullopt, offset});
      }
    }
  }

  bool require_letter(const Value& value, const Pending& pending, std::string_view name) {
    if (value.letter) return true;
    return fail(pending.offset, name.size(),
                "'" + std::string(name) + "' in a regular expression takes only formulas about one position");
  }

  void push_list(Sign sign, Value left, const Value& right) {
    if (left.list_sign != sign) {
      const Regex first = regex(left);
      left = {std::nullopt, std::nullopt, left.offset, sign, {first}, first.size()};
    }
    left.list.push_back(regex(right));
    left.list_size += left.list.back().size();
    if (left.list_size > kMostNodes) fail_size();
    values_.push_back(std::move(left));
  }

  void fail_size() {
    fail(start_, 1, "this regular expression would have more than " + std::to_string(kMostNodes) + " nodes");
  }

  void push(Regex r, std::size_t offset) {
    if (r.size() > kMostNodes) fail_size();
    values_.push_back({std::nullopt, r, offset});
  }

  /// Reads `*`, `[*...]`, `[+]`, `[:*...]`, `[:+]`, `[->...]` or `[=...]`, and applies it to the last operand.
  bool read_repetition() {
    const std::size_t offset = at_;
    Value& value = values_.back();
    const auto fail_bracket = [&] {
      return fail(offset, 1, "expected a repetition: [*], [*2..5], [+], [:*], [:+], [->2], [=2]");
    };
    if (take("*")) {
      value = {std::nullopt, Regex::repetition(regex(value), 0, Regex::kUnbounded), value.offset};
      return true;
    }
    if (!take("[")) return fail_bracket();
    skip_space();
    std::uint32_t least = 0, most = Regex::kUnbounded;
    const auto bounds = [&](std::uint32_t default_least, bool goto_one) {
      return read_bounds(offset, default_least, goto_one, least, most);
    };
    if (take("+")) {
      skip_space();
      if (!take("]")) return fail_bracket();
      value = {std::nullopt, Regex::repetition(regex(value), 1, Regex::kUnbounded), value.offset};
      return true;
    }
    if (take(":+")) {
      skip_space();
      if (!take("]")) return fail_bracket();
      value = {std::nullopt, Regex::fusion_repetition(regex(value), 1, Regex::kUnbounded), value.offset};
      return true;
    }
    if (take(":*")) {
      if (!bounds(0, false)) return false;
      value = {std::nullopt, Regex::fusion_repetition(regex(value), least, most), value.offset};
      return true;
    }
    if (take("*")) {
      if (!bounds(0, false)) return false;
      value = {std::nullopt, Regex::repetition(regex(value), least, most), value.offset};
      return true;
    }
    const bool jump = take("->");
    if (!jump && !take("=")) return fail_bracket();
    if (!value.letter)
      return fail(offset, at_ - offset,
                  std::string("[") + (jump ? "->" : "=") + "] takes only a formula about one position");
    if (!bounds(jump ? 1 : 0, jump)) return false;
    const Regex not_yet = Regex::repetition(Regex::letter(!*value.letter), 0, Regex::kUnbounded);
    const Regex once = Regex::concatenation({not_yet, Regex::letter(*value.letter)});
    Regex all = Regex::repetition(once, least, most);
    if (!jump) {
      all = least == 0 && most == Regex::kUnbounded
                ? Regex::repetition(Regex::letter(Formula::constant(true)), 0, Regex::kUnbounded)
                : Regex::concatenation({all, not_yet});
    }
    value = {std::nullopt, all, value.offset};
    return true;
  }

  bool read_number(std::uint32_t& out) {
    std::uint64_t value = 0;
    const std::size_t from = at_;
    while (ascii::is_digit(here()))
      value = std::min<std::uint64_t>(value * 10 + static_cast<std::uint64_t>(text_[at_++] - '0'), 1U << 30);
    if (at_ == from) return false;
    if (value > kMostNodes)
      return fail(from, at_ - from, "bounds above " + std::to_string(kMostNodes) + " are not supported");
    out = static_cast<std::uint32_t>(value);
    return true;
  }

  /// `]`, `3]`, `2..5]`, `2:5]`, `2,5]`, `..5]`, `2..]`, `2..$]`, `2..inf]`
  bool read_bounds(std::size_t offset, std::uint32_t default_least, bool goto_one, std::uint32_t& least,
                   std::uint32_t& most) {
    skip_space();
    least = default_least;
    most = Regex::kUnbounded;
    const bool low = read_number(least);
    skip_space();
    const bool range = take("..") || take(":") || take(",");
    skip_space();
    if (range) {
      if (!take("$") && !take("inf")) read_number(most);
    } else if (low) {
      most = least;
    } else if (goto_one) {
      most = 1;
    }
    if (failed()) return false;
    skip_space();
    if (!take("]")) return fail(at_, 1, "expected bounds as in '[*2..5]', closed by ']'");
    if (most < least) return fail(offset, at_ - offset, "the bounds are in the wrong order");
    return true;
  }

  std::string_view text_;
  std::size_t at_;
  std::size_t start_;
  const ParseOptions& options_;
  std::vector<AtomPlace>* places_;
  std::vector<Pending> operators_;
  std::vector<Value> values_;
  ParsedRegex result_;
};

}  // namespace

ParsedRegex parse_regex(std::string_view text, std::size_t at, const ParseOptions& options,
                        std::vector<AtomPlace>* places) {
  return RegexParser(text, at, options, places).parse();
}

}  // namespace weir
