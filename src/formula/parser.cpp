// SPDX-License-Identifier: Apache-2.0
// Scans a formula and gives its operators and operands to an OperatorStack. What a text means depends on whether an
// operand or an operator is expected: `R` is a release only in operator position, `<>` a diamond only in operand
// position.
#include "formula/parser.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/text/ascii.h"
#include "base/text/source_text.h"
#include "base/text/utf8.h"
#include "formula/foreign_syntax.h"
#include "formula/lexical.h"
#include "formula/model_atom.h"
#include "formula/operator_stack.h"
#include "formula/patterns/call.h"
#include "formula/regex_parser.h"

namespace weir {
namespace {

struct OperatorName {
  std::string_view text;
  Op op;
};

// Longer spellings precede their prefixes.
constexpr OperatorName kPrefixSymbols[] = {
    {"!", Op::Not},     {"~", Op::Not},       {"¬", Op::Not},      {"<>", Op::Finally}, {"◇", Op::Finally},
    {"⋄", Op::Finally}, {"[]", Op::Globally}, {"□", Op::Globally}, {"○", Op::Next},     {"◯", Op::Next},
};
constexpr OperatorName kInfixSymbols[] = {
    {"<->", Op::Equiv},   {"<=>", Op::Equiv},  {"<-->", Op::Equiv}, {"↔", Op::Equiv},   {"⇔", Op::Equiv},
    {"-->", Op::Implies}, {"->", Op::Implies}, {"=>", Op::Implies}, {"→", Op::Implies}, {"⇒", Op::Implies},
    {"&&", Op::And},      {"&", Op::And},      {"/\\", Op::And},    {"∧", Op::And},     {"||", Op::Or},
    {"|", Op::Or},        {"\\/", Op::Or},     {"∨", Op::Or},       {"^", Op::Xor},     {"⊕", Op::Xor},
    {"⊻", Op::Xor},
};
constexpr OperatorName kInfixWords[] = {
    {"xor", Op::Xor},         {"and", Op::And},          {"or", Op::Or},       {"implies", Op::Implies},
    {"iff", Op::Equiv},       {"equivalent", Op::Equiv}, {"until", Op::Until}, {"weakuntil", Op::WeakUntil},
    {"release", Op::Release},
};

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

/// Binary operators of the past. In operand position these letters are names.
std::optional<Op> past_letter(char c) {
  switch (c) {
    case 'S': return Op::Since;
    case 'T': return Op::Trigger;
    default: return std::nullopt;
  }
}

std::optional<Op> past_prefix(std::string_view word) {
  if (word == "Y") return Op::Yesterday;
  if (word == "Z") return Op::WeakYesterday;
  if (word == "O") return Op::Once;
  if (word == "H") return Op::Historically;
  return std::nullopt;
}

constexpr struct {
  std::string_view text;
  Op op;
  bool overlapping;  // the suffix starts at the last position of the expression, not after it
} kSuffixArrows[] = {
    {"[]->", Op::SuffixImplication, true}, {"[]=>", Op::SuffixImplication, false},
    {"|->", Op::SuffixImplication, true},  {"|=>", Op::SuffixImplication, false},
    {"<>->", Op::SuffixConjunction, true}, {"<>=>", Op::SuffixConjunction, false},
};

Op prefix_letter(char c) { return c == 'X' ? Op::Next : c == 'F' ? Op::Finally : Op::Globally; }

Formula read_template(const char* text) { return *parse_formula(text); }

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
    const std::optional<std::size_t> open = stack_.reduce_all();
    if (!check_size()) return *error_;
    if (open) return diagnostic(*open, 1, "this '(' is never closed; expected ')' before the end of the formula");
    return stack_.result();
  }

 private:
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

  std::optional<Op> take(std::span<const OperatorName> names) {
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
    limitable_.reset();
    if (at_end()) return fail_operand();
    if (const auto op = take(kPrefixSymbols)) return push_prefix(*op, start);
    const char c = text_[at_];
    if (c == '(' && !(options_.model_atoms && starts_model_atom(text_, at_, brackets_))) {
      stack_.open_parenthesis(at_++);
      return true;
    }
    if (c == '"') return read_quoted();
    if (c == '{') return read_regex();
    const std::size_t length = lexical::name_length(rest());
    const std::string_view word = rest().substr(0, length);
    if (const std::size_t glued = lexical::glued_operators(word); glued > 0) {
      for (std::size_t i = 0; i + 1 < glued; ++i) stack_.push_prefix(prefix_letter(word[i]), at_++);
      ++at_;  // only the last operator may have a range: XX[3]a
      return push_prefix(prefix_letter(word[glued - 1]), at_ - 1);
    }
    if (const auto op = past_prefix(word)) {
      // `H & a` is about an atom H: an operator has an operand.
      at_ += length;
      if (operand_follows()) return push_prefix(*op, start);
      at_ = start;
    }
    if (!word.empty() && !refuse_foreign(word)) return false;
    if (is_pattern_name(word) && starts_call(length)) return open_call({.name = word, .offset = start});
    if (options_.model_atoms) return read_model_atom();
    if (c >= '0' && c <= '9') return read_constant();
    if (length == 0) return fail_operand();
    if (word.size() == 1 && infix_letter(c)) return fail_operand();
    at_ += length;
    return push_word(word, start);
  }

  /// Returns whether an operand or the time bounds of a past operator start here, rather than an infix operator.
  bool operand_follows() {
    const std::size_t before = at_;
    skip_space();
    const std::string_view word = at_end() ? std::string_view() : rest().substr(0, lexical::name_length(rest()));
    const bool infix = (word.size() == 1 && (infix_letter(word[0]) || past_letter(word[0]) || word == "B")) ||
                       std::any_of(std::begin(kInfixWords), std::end(kInfixWords),
                                   [&](const OperatorName& n) { return n.text == word; });
    const bool starts = !at_end() && !infix &&
                        (starts_operand() || text_[at_] == '{' || text_[at_] == '0' || text_[at_] == '1' ||
                         (text_[at_] == '[' && options_.time_bounds) || rest().starts_with("¬") ||
                         rest().starts_with("◇") || rest().starts_with("□") || rest().starts_with("○"));
    at_ = before;
    return starts;
  }

  /// {r} and what may follow it: `!`, an arrow, or nothing.
  bool read_regex() {
    const std::size_t start = at_;
    ParsedRegex parsed = parse_regex(text_, at_, options_, places_);
    if (!parsed.regex) return fail(parsed.error_offset, parsed.error_length, parsed.error);
    at_ = parsed.end;
    const Formula yes = Formula::constant(true);
    if (!at_end() && text_[at_] == '!' && !rest().starts_with("!=")) {
      ++at_;
      return push(Formula::suffix(Op::SuffixConjunction, *parsed.regex, yes));
    }
    const std::size_t after = at_;
    skip_space();
    for (const auto& [text, op, overlapping] : kSuffixArrows) {
      if (!rest().starts_with(text)) continue;
      at_ += text.size();
      const Regex r = overlapping ? *parsed.regex : Regex::concatenation({*parsed.regex, Regex::letter(yes)});
      stack_.push_suffix(op, r, start);
      return true;
    }
    at_ = after;
    return push(Formula::closure(*parsed.regex));
  }

  /// Refuses a word of another logic before its operand: `AG p`, `A[p U q]`; with model atoms also `always(p)`, which
  /// is otherwise refused at the parenthesis. Returns false on error.
  bool refuse_foreign(std::string_view word) {
    const std::size_t end = at_ + word.size();
    const ForeignOperator quantifier = foreign_quantifier(word);
    if (!quantifier.text.empty()) {
      at_ = end;
      const bool operand = operand_follows();
      at_ -= word.size();
      const bool called = end < text_.size() && text_[end] == '(';
      if (called && options_.model_atoms && !options_.is_model_atom) return true;  // perhaps a label
      const bool bracket = word.size() == 1 && end < text_.size() && text_[end] == '[' && path_in_brackets(end);
      if (bracket || (called ? starts_call(word.size()) : operand)) return fail(at_, word.size(), quantifier.advice);
    }
    const std::string_view ours = operator_for_word(word);
    if (options_.model_atoms && !ours.empty() && starts_call(word.size()))
      return fail(at_, word.size(), quoted(word) + " is not an operator; write " + quoted(ours));
    return true;
  }

  /// Returns whether brackets contain a path formula, as in `A[p U q]`; an index of a model's array has no such words.
  bool path_in_brackets(std::size_t open) const {
    const std::string_view inside = text_.substr(open, text_.find(']', open) - open);
    return !options_.model_atoms || inside.find(" U ") != std::string_view::npos ||
           inside.find(" W ") != std::string_view::npos || inside.find(" R ") != std::string_view::npos;
  }

  static std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

  /// Returns whether a use of a pattern whose name has this length starts here, rather than an atom of the model.
  bool starts_call(std::size_t length) const {
    const std::size_t bracket = at_ + length;
    if (bracket >= text_.size() || text_[bracket] != '(') return false;
    if (!options_.model_atoms) return true;
    if (starts_model_atom(text_, bracket, brackets_)) return false;
    const ModelAtom atom = scan_model_atom(text_, at_, brackets_);
    return atom.length == 0 || !options_.is_model_atom || !options_.is_model_atom(atom.text);
  }

  /// Reads the name, the parenthesis and the number of a use of a pattern, or of a scope.
  bool open_call(PatternCall call) {
    at_ += call.name.size();
    stack_.open_call(at_++);
    if (!call.is_scope() && may_take_number(call.name)) read_call_number(call);
    skip_space();
    if (!at_end() && text_[at_] == ')')
      return fail(call.offset, call.name.size(), wrong_arguments(call.name, call.with_number ? 1 : 0));
    if (call.with_number && call.number == 0)
      return fail(call.offset, call.name.size(), "the number of '" + std::string(call.name) + "' must be at least 1");
    calls_.push_back(std::move(call));
    operand_due_ = true;
    return true;
  }

  /// A number is followed by a comma; `existence(1)` is about the constant.
  void read_call_number(PatternCall& call) {
    const std::size_t before = at_;
    skip_space();
    call.with_number = read_number(call.number);
    skip_space();
    call.with_number = call.with_number && skip(',');
    if (!call.with_number) at_ = before;
  }

  bool end_argument() {
    const bool in_call = stack_.end_argument();
    if (!check_size()) return false;
    if (!in_call) return fail_operator();
    ++at_;
    operand_due_ = true;
    return true;
  }

  bool close_call() {
    const PatternCall call = std::move(calls_.back());
    calls_.pop_back();
    ++at_;
    PatternUse use;
    if (const std::string problem = call.finish(stack_.close_call(), use); !problem.empty())
      return fail(call.offset, call.name.size(), problem);
    const std::optional<Formula> f = expand(use, OperatorStack::kMostNodes, read_template);
    if (!f) stack_.refuse_size(call.offset);
    push(f.value_or(Formula::constant(false)));
    if (!call.is_scope()) limitable_ = std::move(use);
    return check_size();
  }

  /// Reads `globally` or a scope after a use of a pattern.
  bool read_scope(std::string_view word) {
    const std::size_t start = at_;
    if (!limitable_) {
      return fail(start, word.size(),
                  "a scope such as '" + std::string(word) + "' follows a pattern, as in 'response(a, b) " +
                      to_text(*find_scope(word)) + "'");
    }
    PatternUse use = std::move(*limitable_);
    limitable_.reset();
    if (word == "globally") {
      at_ += word.size();
      return true;
    }
    if (!can_be_limited(*use.row, read_template)) {
      return fail(start, word.size(),
                  "'" + std::string(use.row->name) +
                      "' is about the past or the first position only, so it cannot have a scope");
    }
    if (at_ + word.size() >= text_.size() || text_[at_ + word.size()] != '(')
      return fail(start, word.size(), "expected '" + to_text(*find_scope(word)) + "'");
    stack_.pop();
    return open_call({.name = word, .offset = start, .limited = std::move(use)});
  }

  static std::string to_text(const PatternScope& scope) {
    return parameter_count(scope.parameters) == 0 ? scope.name : std::string(scope.name) + "(" + scope.parameters + ")";
  }

  bool push_word(std::string_view word, std::size_t start) {
    if (word == "true" || word == "True" || word == "TRUE") return push(Formula::constant(true));
    if (word == "false" || word == "False" || word == "FALSE") return push(Formula::constant(false));
    if (std::any_of(std::begin(kInfixWords), std::end(kInfixWords),
                    [&](const OperatorName& n) { return n.text == word; })) {
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
    if (text_[at_] == ',') return end_argument();
    if (const ForeignOperator foreign = foreign_infix(rest()); !foreign.text.empty())
      return fail(at_, foreign.text.size(), foreign.advice);
    std::optional<Op> op = take(kInfixSymbols);
    if (!op) {
      const std::string_view word = rest().substr(0, lexical::name_length(rest()));
      if (find_scope(word) != nullptr) return read_scope(word);
      for (const OperatorName& name : kInfixWords) {
        if (name.text == word) op = name.op;
      }
      if (op) {
        at_ += word.size();
      } else if (!word.empty() && splits(word)) {
        op = infix_letter(word[0]);
        ++at_;
      } else if (word.size() == 1 && past_letter(word[0])) {
        op = past_letter(word[0]);
        ++at_;
      } else if (word == "B") {  // f B g, back to: f S g or H f
        ++at_;
        stack_.push_back_to(start);
        operand_due_ = true;
        return true;
      }
    }
    if (!op) return fail_operator();
    Repetition range;
    if (*op == Op::Until || *op == Op::Release || *op == Op::Since || *op == Op::Trigger) {
      if (!read_time_bounds(range)) return false;
    }
    stack_.push_infix(*op, start, range);
    operand_due_ = true;
    return check_size();
  }

  bool push(Formula f) {
    stack_.push(f);
    operand_due_ = false;
    return true;
  }

  bool push_prefix(Op op, std::size_t start) {
    Repetition range;
    if (op == Op::Next && text_[start] == 'X' && rest().starts_with("! "))
      return fail(start, 2, "'X!' is PSL's strong next, which is written 'X[!]' here; for the negation write 'X !p'");
    if (op == Op::Once || op == Op::Historically || op == Op::Finally || op == Op::Globally) {
      if (!read_time_bounds(range)) return false;
    }
    if (!range.given && op >= Op::Next && op <= Op::Globally && !read_range(op, range)) return false;
    stack_.push_prefix(op, start, range);
    return true;
  }

  bool close_parenthesis() {
    limitable_.reset();
    const bool call = stack_.end_argument();
    if (!check_size()) return false;
    if (call) return close_call();
    const bool closed = stack_.close_parenthesis();
    if (!closed) return fail(at_, 1, "this ')' has no matching '('; expected an operator or the end of the formula");
    ++at_;
    return true;
  }

  bool check_size() {
    if (const std::optional<std::size_t> offset = stack_.too_large())
      return fail(*offset, 1,
                  "this operator would expand to more than " + std::to_string(OperatorStack::kMostNodes) +
                      " nodes; use smaller bounds");
    return true;
  }

  /// Reads an optional bracketed range directly after X, F or G.
  bool read_range(Op op, Repetition& range) {
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

  /// Reads optional time bounds `[0,5s]`, `[1min,]`, directly after an operator. Bounds with `:` or `..` count
  /// positions and are left to read_range().
  bool read_time_bounds(Repetition& range) {
    const std::size_t before = at_;
    skip_space();
    const std::size_t close = rest().find(']');
    if (at_end() || text_[at_] != '[' || close == std::string_view::npos ||
        rest().substr(0, close).find(',') == std::string_view::npos) {
      at_ = before;
      return true;
    }
    const std::size_t start = at_++;
    if (!options_.time_bounds)
      return fail(start, close + 1,
                  "time bounds need a log with time stamps: weir trace LOG --timestamp FIELD; positions are counted "
                  "with ':', as in 'F[0:5]'");
    range.given = range.timed = true;
    skip_space();
    if (!read_duration(range.time.from)) return fail_duration();
    skip_space();
    if (!skip(',')) return fail_duration();
    skip_space();
    if (!at_end() && text_[at_] == ']') {
      ++at_;
      return true;
    }
    if (!read_duration(range.time.to)) return fail_duration();
    skip_space();
    if (!skip(']')) return fail_duration();
    if (range.time.to < range.time.from)
      return fail(start, at_ - start, "the bounds are in the wrong order; expected [low,high]");
    return true;
  }

  bool fail_duration() {
    return fail(at_, 1, "expected time bounds as in '[0,5s]' or '[1min,]', with units ns us ms s min h d");
  }

  /// A number with an optional fraction and unit; without a unit, seconds.
  bool read_duration(std::uint64_t& nanoseconds) {
    static constexpr struct {
      std::string_view name;
      double factor;
    } kUnits[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"min", 6e10}, {"h", 3.6e12}, {"d", 8.64e13}};
    const std::size_t start = at_;
    while (!at_end() && (ascii::is_digit(text_[at_]) || text_[at_] == '.')) ++at_;
    double value = 0;
    const auto [end, error] = std::from_chars(text_.data() + start, text_.data() + at_, value);
    if (at_ == start || error != std::errc() || end != text_.data() + at_) return false;
    skip_space();
    double factor = 1e9;
    if (const std::string_view unit = rest().substr(0, lexical::name_length(rest())); !unit.empty()) {
      const auto found =
          std::find_if(std::begin(kUnits), std::end(kUnits), [&](const auto& u) { return u.name == unit; });
      if (found == std::end(kUnits)) return false;
      factor = found->factor;
      at_ += unit.size();
    }
    if (value * factor > 1e18) return false;  // above 30 years
    nanoseconds = static_cast<std::uint64_t>(std::llround(value * factor));
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
    if (follows_bound_operator()) {
      return fail(at_, 1, "bounds are written in brackets: 'F[0,5]' for the times of a log, 'F[0:5]' for positions");
    }
    std::string message = "expected an atom, '(' or a prefix operator (! X F G Y Z O H), found " + what;
    if (at_end() && stack_.empty())
      message = "the formula is empty; expected an atom, '(' or a prefix operator (! X F G Y Z O H)";
    if (!at_end() && text_[at_] == '\'') message += "; quote atoms with \"...\"";
    // An infix operator's name in operand position: a model may use it as a name.
    if (lexical::name_length(rest()) == length && lexical::name_length(rest()) > 0)
      message += ", which is an operator; quote an atom that begins like this: \"" +
                 std::string(rest().substr(0, length)) + "...\"";
    return fail(at_, length, message);
  }

  /// Returns whether the text here is as in `F<=5` or `p U>3 q`.
  bool follows_bound_operator() const {
    if (at_end() || at_ == 0 || (text_[at_] != '<' && text_[at_] != '>' && text_[at_] != '=')) return false;
    return std::string_view("FGURSTOH").find(text_[at_ - 1]) != std::string_view::npos;
  }

  static const char* bounds_advice() {
    return "bounds are written in brackets: 'F[0,5]' for the times of a log, 'F[0:5]' for positions";
  }

  bool fail_operator() {
    std::size_t length = 1;
    const std::string what = found(length);
    std::string message = "expected an operator (& | -> <-> xor U R W M S T) or the end of the formula, found " + what;
    const char c = text_[at_];
    const std::string before = name_before();
    if ((c == '[' || c == '{') && before.size() == 2 && before[1] == '_' && at_ >= 2)
      return fail(at_ - 2, 2, bounds_advice());
    if (c == '(') {
      const auto& scopes = pattern_scopes();
      if (std::any_of(scopes.begin(), scopes.end(), [&](const PatternScope& s) { return s.name == before; }))
        return fail(at_ - before.size(), before.size(),
                    "'" + before + "' is the scope of a pattern; it follows one: absence(a) " + before + "(...)");
      if (const std::string name = name_before(); operator_for_word(name).empty() && !nearest_pattern(name).empty())
        return fail(
            at_ - name.size(), name.size(),
            "there is no pattern '" + name + "'" + nearest_pattern(name) + " ('weir explain --patterns' lists them)");
    }
    if (!options_.model_atoms && std::string_view("<>=!+-*/%@:[({").find(c) != std::string_view::npos &&
        !starts_operand()) {
      message += "; put an atom that is not a plain name in quotes, as in \"x < 3\"";
    } else if (starts_operand()) {
      message += suggestion();
    }
    return fail(at_, length, message);
  }

  /// The atom that ends directly before the current position, if it is a name.
  std::string name_before() const {
    const std::optional<Formula> last = stack_.last_operand();
    if (!last || !last->is(Op::Atom) || !text_.substr(0, at_).ends_with(last->name())) return "";
    return last->name();
  }

  bool starts_operand() const {
    const char c = text_[at_];
    return c == '"' || (c == '!' && !rest().starts_with("!=")) || c == '~' || c == '(' || rest().starts_with("[]") ||
           rest().starts_with("<>") || lexical::name_length(rest()) > 0;
  }

  /// The last token was an atom: it may have been meant as an operator in words.
  std::string suggestion() const {
    const std::optional<Formula> last = stack_.last_operand();
    if (!last || !last->is(Op::Atom)) return "";
    if (last->name() == "forall") return "; 'forall' is for the values of a field of a log: weir trace";
    const std::string_view meant = operator_for_word(last->name());
    return meant.empty() ? "" : "; for " + quoted(last->name()) + " write " + quoted(meant);
  }

  std::string_view text_;
  const ParseOptions& options_;
  const std::string& source_name_;
  std::vector<AtomPlace>* places_;
  BracketMatch brackets_;
  std::size_t at_ = 0;
  bool operand_due_ = true;
  OperatorStack stack_;
  std::vector<PatternCall> calls_;       ///< the uses of patterns whose arguments are being read
  std::optional<PatternUse> limitable_;  ///< the last operand, if it is a use of a pattern that may get a scope
  std::optional<Diagnostic> error_;
};

}  // namespace

Expected<Formula> parse_formula(std::string_view text, const ParseOptions& options, const std::string& source_name,
                                std::vector<AtomPlace>* places) {
  return FormulaParser(text, options, source_name, places).parse();
}

}  // namespace weir
