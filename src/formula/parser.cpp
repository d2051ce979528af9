// SPDX-License-Identifier: Apache-2.0
// An operator-precedence parser with explicit stacks, so that depth costs only memory. The parser tells the scanner
// whether an operand or an operator is expected: `R` is a release only in operator position, `<>` a diamond only in
// operand position.
//
// Conjunctions and disjunctions stay open lists until another operator takes them as an operand. Building the n-ary
// node once instead of once per `&` keeps `a & (b & (c & ...))` linear.
#include "formula/parser.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "base/assert.h"
#include "base/text/source_text.h"
#include "base/text/utf8.h"
#include "formula/lexical.h"
#include "formula/model_atom.h"

namespace weir {
namespace {

// X[n], F[i:j], G[i:j] must not expand the formula beyond this size.
constexpr std::size_t kMaxExpandedSize = 1'000'000;

struct OperatorName {
  std::string_view text;
  Op op;
};

// Longer spellings precede their prefixes.
constexpr std::array<OperatorName, 10> kPrefixSymbols = {{{"!", Op::Not},
                                                          {"~", Op::Not},
                                                          {"¬", Op::Not},
                                                          {"<>", Op::Finally},
                                                          {"◇", Op::Finally},
                                                          {"⋄", Op::Finally},
                                                          {"[]", Op::Globally},
                                                          {"□", Op::Globally},
                                                          {"○", Op::Next},
                                                          {"◯", Op::Next}}};
constexpr std::array<OperatorName, 18> kInfixSymbols = {{{"<->", Op::Equiv},
                                                         {"<=>", Op::Equiv},
                                                         {"<-->", Op::Equiv},
                                                         {"↔", Op::Equiv},
                                                         {"⇔", Op::Equiv},
                                                         {"-->", Op::Implies},
                                                         {"->", Op::Implies},
                                                         {"=>", Op::Implies},
                                                         {"→", Op::Implies},
                                                         {"⇒", Op::Implies},
                                                         {"&&", Op::And},
                                                         {"&", Op::And},
                                                         {"/\\", Op::And},
                                                         {"∧", Op::And},
                                                         {"||", Op::Or},
                                                         {"|", Op::Or},
                                                         {"\\/", Op::Or},
                                                         {"∨", Op::Or}}};
constexpr std::array<OperatorName, 3> kXorSymbols = {{{"^", Op::Xor}, {"⊕", Op::Xor}, {"⊻", Op::Xor}}};
constexpr std::array<OperatorName, 9> kInfixWords = {{{"xor", Op::Xor},
                                                      {"and", Op::And},
                                                      {"or", Op::Or},
                                                      {"implies", Op::Implies},
                                                      {"iff", Op::Equiv},
                                                      {"equivalent", Op::Equiv},
                                                      {"until", Op::Until},
                                                      {"weakuntil", Op::WeakUntil},
                                                      {"release", Op::Release}}};

std::optional<Op> infix_letter(char c) {
  switch (c) {
    case 'U': return Op::Until;
    case 'R':
    case 'V': return Op::Release;
    case 'W': return Op::WeakUntil;
    case 'M': return Op::StrongRelease;
    default: return std::nullopt;
  }
}

Op prefix_letter(char c) { return c == 'X' ? Op::Next : c == 'F' ? Op::Finally : Op::Globally; }

int precedence(Op op) {
  switch (op) {
    case Op::Not:
    case Op::Next:
    case Op::StrongNext:
    case Op::Finally:
    case Op::Globally: return 6;
    case Op::Until:
    case Op::Release:
    case Op::WeakUntil:
    case Op::StrongRelease: return 5;
    case Op::And: return 4;
    case Op::Xor: return 3;
    case Op::Or: return 2;
    default: return 1;  // Implies Equiv
  }
}

bool right_associative(Op op) { return precedence(op) == 5 || precedence(op) == 1; }

/// The repetition in X[n], F[i:j], G[i:j]; absent for a plain operator.
struct Range {
  bool given = false;
  bool open = false;    // F[i:]
  bool strong = false;  // X[!], X[n!]
  std::uint64_t from = 0;
  std::uint64_t to = 0;
};

class FormulaParser {
 public:
  FormulaParser(std::string_view text, const ParseOptions& options, const std::string& source_name,
                std::vector<AtomPlace>* places)
      : text_(text), options_(options), source_name_(source_name), places_(places) {}

  Expected<Formula> parse() {
    if (options_.model_atoms) brackets_ = match_brackets(text_);
    while (true) {
      skip_space();
      if (!(operand_due_ ? read_operand() : read_operator())) {
        if (error_) return *error_;
        break;  // end of the text after an operand
      }
      if (error_) return *error_;
    }
    while (!operators_.empty()) {
      if (operators_.back().parenthesis) {
        return diagnostic(operators_.back().offset, 1,
                          "this '(' is never closed; expected ')' before the end of the formula");
      }
      reduce();
      if (error_) return *error_;
    }
    WEIR_ASSERT(values_.size() == 1, "one value is left when every operator has its operands");
    return close(values_.back());
  }

 private:
  struct PendingOperator {
    Op op = Op::Not;
    bool parenthesis = false;
    std::size_t offset = 0;
    Range range = {};
  };
  // A formula, or the open list of operands of an And or Or.
  struct Value {
    Formula formula = Formula::constant(false);
    Op list_op = Op::Atom;  // And, Or: `list` is used; otherwise `formula`
    std::vector<Formula> list = {};
  };

  // --- scanning
  // -------------------------------------------------------------------------------------------------------

  std::string_view rest() const { return text_.substr(at_); }
  bool at_end() const { return at_ >= text_.size(); }

  void skip_space() {
    while (!at_end()) {
      if (text_[at_] == ' ' || (text_[at_] >= '\t' && text_[at_] <= '\r')) {
        ++at_;
      } else if (rest().starts_with("\u00A0")) {
        at_ += 2;
      } else {
        return;
      }
    }
  }

  template <std::size_t N>
  std::optional<Op> take(const std::array<OperatorName, N>& names) {
    for (const OperatorName& name : names) {
      if (rest().starts_with(name.text)) {
        at_ += name.text.size();
        return name.op;
      }
    }
    return std::nullopt;
  }

  /// Reads an operand or a prefix operator. Returns false on error.
  bool read_operand() {
    const std::size_t start = at_;
    if (at_end()) return fail_operand();
    if (const auto op = take(kPrefixSymbols)) return push_prefix(*op, start);
    const char c = text_[at_];
    if (c == '(' && !(options_.model_atoms && starts_model_atom(text_, at_, brackets_))) {
      operators_.push_back({Op::Not, true, at_++});
      return true;
    }
    if (c == '"') return read_quoted();
    const std::size_t length = lexical::name_length(rest());
    const std::string_view word = rest().substr(0, length);
    if (const std::size_t glued = lexical::glued_operators(word); glued > 0) {
      for (std::size_t i = 0; i + 1 < glued; ++i) operators_.push_back({prefix_letter(word[i]), false, at_++});
      ++at_;  // only the last operator may have a range: XX[3]a
      return push_prefix(prefix_letter(word[glued - 1]), at_ - 1);
    }
    if (options_.model_atoms) return read_model_atom();
    if (c >= '0' && c <= '9') return read_constant();
    if (length == 0) return fail_operand();
    if (word.size() == 1 && infix_letter(c)) return fail_operand();
    at_ += length;
    return push_word(word, start);
  }

  bool push_word(std::string_view word, std::size_t start) {
    if (word == "true" || word == "True" || word == "TRUE") return push(Formula::constant(true));
    if (word == "false" || word == "False" || word == "FALSE") return push(Formula::constant(false));
    if (std::any_of(kInfixWords.begin(), kInfixWords.end(), [&](const OperatorName& n) { return n.text == word; })) {
      at_ = start;
      return fail_operand();
    }
    const std::size_t after_word = at_;
    const Formula atom = atom_from(start, std::string(word));
    skip_space();
    // Spot's old `p=1` and `p=0`.
    if (rest().size() >= 2 && rest()[0] == '=' && (rest()[1] == '0' || rest()[1] == '1')) {
      const bool positive = rest()[1] == '1';
      at_ += 2;
      return push(positive ? atom : !atom);
    }
    at_ = after_word;
    return push(atom);
  }

  /// The atom whose text starts at `start` and ends at the current position.
  Formula atom_from(std::size_t start, std::string name) {
    if (places_ != nullptr) places_->push_back({name, start, at_ - start});
    return Formula::atom(std::move(name));
  }

  bool read_constant() {
    const char c = text_[at_];
    std::size_t length = 1;
    while (at_ + length < text_.size() && text_[at_ + length] >= '0' && text_[at_ + length] <= '9') ++length;
    if (length > 1 || (c != '0' && c != '1')) {
      return fail(at_, length, "a number is not a formula; expected an atom, '0' or '1'");
    }
    ++at_;
    return push(Formula::constant(c == '1'));
  }

  bool read_quoted() {
    const std::size_t start = at_++;
    std::string name;
    while (!at_end() && text_[at_] != '"') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size() && (text_[at_ + 1] == '"' || text_[at_ + 1] == '\\')) ++at_;
      const std::size_t width = utf8_length(rest());
      if (width == 0) return fail(at_, 1, "this byte is not valid UTF-8");
      name.append(text_.substr(at_, width));
      at_ += width;
    }
    if (at_end())
      return fail(start, 1, "this quoted atom is never closed; expected '\"' before the end of the formula");
    ++at_;
    if (name.empty()) return fail(start, 2, "an atom must not be empty");
    return push(atom_from(start, std::move(name)));
  }

  bool read_model_atom() {
    const std::size_t start = at_;
    ModelAtom atom = scan_model_atom(text_, at_, brackets_);
    if (!atom.error.empty()) return fail(atom.error_offset, 1, atom.error);
    if (atom.length == 0) return fail_operand();
    at_ += atom.length;
    if (atom.text == "true" || atom.text == "1") return push(Formula::constant(true));
    if (atom.text == "false" || atom.text == "0") return push(Formula::constant(false));
    return push(atom_from(start, std::move(atom.text)));
  }

  /// No name can appear in operator position, so `(a)Ub` and `(a)UXb` are split; `Unless` is not.
  static bool splits(std::string_view word) {
    if (!infix_letter(word[0])) return false;
    return word.size() == 1 || lexical::glued_operators("X" + std::string(word.substr(1))) > 0;
  }

  /// Reads an infix operator or a closing parenthesis. Returns false at the end of the text or on error.
  bool read_operator() {
    if (at_end()) return false;
    const std::size_t start = at_;
    if (text_[at_] == ')') return close_parenthesis();
    std::optional<Op> op = take(kInfixSymbols);
    if (!op) op = take(kXorSymbols);
    if (!op) {
      const std::string_view word = rest().substr(0, lexical::name_length(rest()));
      for (const OperatorName& name : kInfixWords) {
        if (name.text == word) op = name.op;
      }
      if (op) {
        at_ += word.size();
      } else if (!word.empty() && splits(word)) {
        op = infix_letter(word[0]);
        ++at_;
      }
    }
    if (!op) return fail_operator();
    push_infix(*op, start);
    return true;
  }

  /// Reads an optional bracketed range directly after X, F or G.
  bool read_range(Op op, Range& range) {
    const std::size_t before = at_;
    skip_space();
    if (at_end() || text_[at_] != '[' || rest().starts_with("[]")) {
      at_ = before;
      return true;
    }
    const std::size_t start = at_++;
    range.given = true;
    const bool next = op == Op::Next;
    const char* expected =
        next ? "expected '[!]' or a number as in 'X[3]'" : "expected bounds as in 'F[2:5]' or 'F[2:]'";
    skip_space();
    const bool has_from = read_number(range.from);
    skip_space();
    if (next) {
      if (!has_from) range.from = 1;
      range.strong = skip('!');
      if (!has_from && !range.strong) return fail(at_, 1, expected);
    } else {
      range.to = range.from;
      const bool interval = skip(':') || (rest().starts_with("..") && (at_ += 2));
      if (!interval) return fail(at_, 1, expected);
      skip_space();
      range.open = !read_number(range.to);
    }
    skip_space();
    if (!skip(']')) return fail(at_, 1, std::string(expected) + ", closed by ']'");
    if (!next && !range.open && range.to < range.from) {
      return fail(start, at_ - start, "the bounds are in the wrong order; expected [low:high]");
    }
    return true;
  }

  bool skip(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  /// Saturates: a number that is too large is rejected when the operator is expanded.
  bool read_number(std::uint64_t& value) {
    const std::size_t start = at_;
    std::uint64_t number = 0;
    while (!at_end() && text_[at_] >= '0' && text_[at_] <= '9') {
      number =
          std::min<std::uint64_t>(number * 10 + static_cast<std::uint64_t>(text_[at_] - '0'), 1'000'000'000'000ULL);
      ++at_;
    }
    if (at_ == start) return false;
    value = number;
    return true;
  }

  // --- stacks
  // ---------------------------------------------------------------------------------------------------------

  bool push(Formula f) {
    values_.push_back({f});
    operand_due_ = false;
    return true;
  }

  bool push_prefix(Op op, std::size_t start) {
    PendingOperator pending{op, false, start};
    if (op == Op::Next || op == Op::Finally || op == Op::Globally) {
      if (!read_range(op, pending.range)) return false;
    }
    operators_.push_back(pending);
    return true;
  }

  void push_infix(Op op, std::size_t start) {
    while (!operators_.empty() && !operators_.back().parenthesis && !error_) {
      const int top = precedence(operators_.back().op);
      const int own = precedence(op);
      if (top < own || (top == own && right_associative(op))) break;
      reduce();
    }
    operators_.push_back({op, false, start});
    operand_due_ = true;
  }

  bool close_parenthesis() {
    while (!operators_.empty() && !operators_.back().parenthesis) {
      reduce();
      if (error_) return false;
    }
    if (operators_.empty())
      return fail(at_, 1, "this ')' has no matching '('; expected an operator or the end of the formula");
    operators_.pop_back();
    ++at_;
    return true;
  }

  static Formula close(Value& value) {
    if (value.list_op != Op::And && value.list_op != Op::Or) return value.formula;
    return Formula::nary(value.list_op, std::move(value.list));
  }

  /// Applies the topmost operator to the topmost values.
  void reduce() {
    const PendingOperator pending = operators_.back();
    operators_.pop_back();
    if (precedence(pending.op) == 6) {
      const Formula operand = close(values_.back());
      values_.back() = {apply_prefix(pending, operand)};
      return;
    }
    Value right = std::move(values_.back());
    values_.pop_back();
    Value left = std::move(values_.back());
    values_.pop_back();
    if (pending.op == Op::And || pending.op == Op::Or) {
      values_.push_back(join(pending.op, std::move(left), std::move(right)));
    } else {
      const Formula l = close(left);  // named: the order of creation must not depend on the compiler
      const Formula r = close(right);
      values_.push_back({Formula::binary(pending.op, l, r)});
    }
  }

  static Value join(Op op, Value left, Value right) {
    for (Value* side : {&left, &right}) {
      if (side->list_op == op) continue;
      const Formula f = close(*side);
      *side = {f, op, {f}};
    }
    if (left.list.size() < right.list.size()) std::swap(left, right);
    left.list.insert(left.list.end(), right.list.begin(), right.list.end());
    return left;
  }

  /// F[i:j] f = X[!]^i (f | X[!] (f | ...)): some position of the range exists and satisfies f. G[i:j] is its dual,
  /// with X.
  Formula apply_prefix(const PendingOperator& pending, Formula f) {
    const Range& range = pending.range;
    if (!range.given) return Formula::unary(pending.op, f);
    const bool sum = pending.op == Op::Finally;
    const Op step = pending.op == Op::Next ? (range.strong ? Op::StrongNext : Op::Next)
                    : sum                  ? Op::StrongNext
                                           : Op::Next;
    const std::uint64_t copies = pending.op == Op::Next || range.open ? 1 : range.to - range.from + 1;
    const std::uint64_t shifts = range.from + copies;
    if (shifts > kMaxExpandedSize || f.size() > kMaxExpandedSize ||
        shifts + copies * (f.size() + 1) > kMaxExpandedSize) {
      fail(
          pending.offset, 1,
          "this operator would expand to more than " + std::to_string(kMaxExpandedSize) + " nodes; use smaller bounds");
      return f;
    }
    Formula result = range.open ? Formula::unary(pending.op, f) : f;
    for (std::uint64_t i = 1; i < copies; ++i) {
      const Formula later = Formula::unary(step, result);
      result = sum ? (f | later) : (f & later);
    }
    for (std::uint64_t i = 0; i < range.from; ++i) result = Formula::unary(step, result);
    return result;
  }

  // --- diagnostics
  // ----------------------------------------------------------------------------------------------------

  Diagnostic diagnostic(std::size_t offset, std::size_t length, std::string message) const {
    return SourceText(source_name_, std::string(text_)).at(offset, length, std::move(message));
  }

  bool fail(std::size_t offset, std::size_t length, std::string message) {
    if (!error_) error_ = diagnostic(offset, length, std::move(message));
    return false;
  }

  /// Describes the text at the current position for a message; sets `length`.
  std::string found(std::size_t& length) const {
    length = 1;
    if (at_end()) return "the end of the formula";
    length = std::max({lexical::name_length(rest()), utf8_length(rest()), std::size_t{1}});
    for (const OperatorName& name : kInfixSymbols) {
      if (rest().starts_with(name.text)) length = std::max(length, name.text.size());
    }
    if (utf8_length(rest()) == 0) return "a byte that is not valid UTF-8";
    if (static_cast<unsigned char>(text_[at_]) < 0x20 || text_[at_] == 0x7F) return "a control character";
    return "'" + std::string(rest().substr(0, std::min<std::size_t>(length, 40))) + "'";
  }

  bool fail_operand() {
    std::size_t length = 1;
    const std::string what = found(length);
    std::string message = "expected an atom, '(' or a prefix operator (! X F G), found " + what;
    if (at_end() && values_.empty() && operators_.empty())
      message = "the formula is empty; expected an atom, '(' or a prefix operator (! X F G)";
    if (!at_end() && text_[at_] == '\'') message += "; quote atoms with \"...\"";
    // An infix operator's name in operand position: a model may use it as a name.
    if (lexical::name_length(rest()) == length && lexical::name_length(rest()) > 0)
      message += ", which is an operator; quote an atom that begins like this: \"" +
                 std::string(rest().substr(0, length)) + "...\"";
    return fail(at_, length, message);
  }

  bool fail_operator() {
    std::size_t length = 1;
    const std::string what = found(length);
    std::string message = "expected an operator (& | -> <-> xor U R W M) or the end of the formula, found " + what;
    const char c = text_[at_];
    if (!options_.model_atoms && std::string_view("<>=!+-*/%@:[({").find(c) != std::string_view::npos &&
        !starts_operand()) {
      message += "; put an atom that is not a plain name in quotes, as in \"x < 3\"";
    } else if (starts_operand()) {
      message += suggestion();
    }
    return fail(at_, length, message);
  }

  bool starts_operand() const {
    const char c = text_[at_];
    return c == '"' || (c == '!' && !rest().starts_with("!=")) || c == '~' || c == '(' || rest().starts_with("[]") ||
           rest().starts_with("<>") || lexical::name_length(rest()) > 0;
  }

  /// The last token was an atom: it may have been meant as an operator in words.
  std::string suggestion() const {
    const Value& last = values_.back();
    if (last.list_op != Op::Atom || !last.formula.is(Op::Atom)) return "";
    const std::string& name = last.formula.name();
    const char* meant = name == "always" || name == "globally"      ? "G"
                        : name == "eventually" || name == "finally" ? "F"
                        : name == "next"                            ? "X"
                        : name == "not" || name == "NOT"            ? "!"
                                                                    : nullptr;
    return meant == nullptr ? "" : "; for '" + name + "' write '" + meant + "'";
  }

  std::string_view text_;
  const ParseOptions& options_;
  const std::string& source_name_;
  std::vector<AtomPlace>* places_;
  BracketMatch brackets_;
  std::size_t at_ = 0;
  bool operand_due_ = true;
  std::vector<PendingOperator> operators_;
  std::vector<Value> values_;
  std::optional<Diagnostic> error_;
};

}  // namespace

Expected<Formula> parse_formula(std::string_view text, const ParseOptions& options, const std::string& source_name,
                                std::vector<AtomPlace>* places) {
  return FormulaParser(text, options, source_name, places).parse();
}

}  // namespace weir
