// SPDX-License-Identifier: Apache-2.0
// Lexer and parser of HOA. The first error ends the parse: an exception local to this file propagates it.
#include "base/text/hoa_syntax.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/text/ascii.h"

namespace weir {
namespace {

enum class LexemeKind : std::uint8_t {
  End,
  Header,
  Identifier,
  AliasName,
  Integer,
  String,
  Body,
  EndBody,
  Abort,
  Symbol
};

struct Lexeme {
  LexemeKind kind = LexemeKind::End;
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string text = {};     ///< name without colon or @, contents of a string
  std::uint32_t number = 0;  ///< value of an integer
  bool is(char symbol) const { return kind == LexemeKind::Symbol && text[0] == symbol; }
};

struct Mistake {
  Diagnostic diagnostic;
};

bool is_letter(char c) { return ascii::is_letter(c) || c == '_'; }
bool is_name_part(char c) { return is_letter(c) || ascii::is_digit(c) || c == '-' || c == '.'; }

class Lexer {
 public:
  explicit Lexer(const SourceText& source) : source_(source), text_(source.text()) {}

  Lexeme next() {
    skip_space();
    Lexeme token;
    token.offset = at_;
    if (at_ == text_.size()) return token;
    const char c = text_[at_];
    if (c == '"') return string();
    if (c == '-') return marker();
    if (ascii::is_digit(c)) return integer();
    if (is_letter(c)) return word();
    if (c == '@') return alias();
    if (std::string_view("!&|()[]{}").find(c) == std::string_view::npos) fail(at_, 1, "unexpected character");
    token.kind = LexemeKind::Symbol;
    token.text = std::string(1, c);
    token.length = 1;
    ++at_;
    return token;
  }

  [[noreturn]] void fail(std::size_t offset, std::size_t length, std::string message) const {
    throw Mistake{source_.at(offset, length, std::move(message))};
  }

 private:
  void skip_space() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        ++at_;
      } else if (text_.substr(at_, 2) == "/*") {
        skip_comment();
      } else {
        return;
      }
    }
  }

  /// Comments nest.
  void skip_comment() {
    const std::size_t start = at_;
    int depth = 0;
    do {
      if (at_ >= text_.size()) fail(start, 2, "this comment is not closed");
      if (text_.substr(at_, 2) == "/*") {
        ++depth;
        at_ += 2;
      } else if (text_.substr(at_, 2) == "*/") {
        --depth;
        at_ += 2;
      } else {
        ++at_;
      }
    } while (depth > 0);
  }

  Lexeme finish(LexemeKind kind, std::size_t start, std::string text) const {
    return {kind, start, at_ - start, std::move(text), 0};
  }

  Lexeme string() {
    const std::size_t start = at_++;
    std::string contents;
    for (;; ++at_) {
      if (at_ >= text_.size()) fail(start, 1, "this string is not closed");
      if (text_[at_] == '"') break;
      if (text_[at_] == '\\' && ++at_ >= text_.size()) fail(start, 1, "this string is not closed");
      contents += text_[at_];
    }
    ++at_;
    return finish(LexemeKind::String, start, std::move(contents));
  }

  Lexeme marker() {
    static constexpr std::pair<std::string_view, LexemeKind> kMarkers[] = {
        {"--BODY--", LexemeKind::Body}, {"--END--", LexemeKind::EndBody}, {"--ABORT--", LexemeKind::Abort}};
    const std::size_t start = at_;
    for (const auto& [text, kind] : kMarkers) {
      if (text_.substr(at_, text.size()) != text) continue;
      at_ += text.size();
      return finish(kind, start, std::string(text));
    }
    fail(at_, 1, "expected --BODY--, --END-- or --ABORT--");
  }

  Lexeme integer() {
    const std::size_t start = at_;
    std::uint64_t value = 0;
    for (; at_ < text_.size() && ascii::is_digit(text_[at_]); ++at_) {
      value = value * 10 + static_cast<std::uint64_t>(text_[at_] - '0');
      if (value > 0x7FFFFFFF) fail(start, at_ - start + 1, "this number is too large");
    }
    if (at_ - start > 1 && text_[start] == '0') fail(start, at_ - start, "a number must not start with 0");
    Lexeme token = finish(LexemeKind::Integer, start, std::string(text_.substr(start, at_ - start)));
    token.number = static_cast<std::uint32_t>(value);
    return token;
  }

  Lexeme word() {
    const std::size_t start = at_;
    while (at_ < text_.size() && is_name_part(text_[at_])) {
      if (text_.substr(at_, 2) == "--") break;  // --BODY-- may follow without a space
      ++at_;
    }
    std::string name(text_.substr(start, at_ - start));
    if (at_ < text_.size() && text_[at_] == ':') {
      ++at_;
      return finish(LexemeKind::Header, start, std::move(name));
    }
    return finish(LexemeKind::Identifier, start, std::move(name));
  }

  Lexeme alias() {
    const std::size_t start = at_++;
    while (at_ < text_.size() && is_name_part(text_[at_])) ++at_;
    if (at_ == start + 1) fail(start, 1, "expected a name after @");
    return finish(LexemeKind::AliasName, start, std::string(text_.substr(start + 1, at_ - start - 1)));
  }

  const SourceText& source_;
  std::string_view text_;
  std::size_t at_ = 0;
};

class Parser {
 public:
  explicit Parser(const SourceText& source) : lexer_(source) { advance(); }

  std::vector<HoaDocument> file() {
    std::vector<HoaDocument> documents;
    while (token_.kind != LexemeKind::End) documents.push_back(document());
    return documents;
  }

 private:
  void advance() { token_ = lexer_.next(); }
  [[noreturn]] void fail(const Lexeme& token, std::string message) const {
    lexer_.fail(token.offset, std::max<std::size_t>(token.length, 1), std::move(message));
  }
  [[noreturn]] void fail_here(std::string message) const {
    if (token_.kind == LexemeKind::Abort) fail(token_, "the tool that wrote this automaton gave up (--ABORT--)");
    fail(token_, std::move(message));
  }
  std::uint32_t integer(const char* what) {
    if (token_.kind != LexemeKind::Integer) fail_here(std::string("expected ") + what);
    const std::uint32_t number = token_.number;
    advance();
    return number;
  }
  void expect(char symbol) {
    if (!token_.is(symbol)) fail_here(std::string("expected '") + symbol + "'");
    advance();
  }

  HoaDocument document() {
    doc_ = HoaDocument();
    seen_.clear();
    alias_numbers_.clear();
    numbered_atoms_.clear();
    starts_.clear();
    if (token_.kind != LexemeKind::Header || token_.text != "HOA") fail_here("expected 'HOA:'");
    doc_.offset = token_.offset;
    advance();
    if (token_.kind != LexemeKind::Identifier) fail_here("expected the version of the format, as in 'HOA: v1'");
    if (token_.text.substr(0, 2) != "v1" || (token_.text.size() > 2 && ascii::is_digit(token_.text[2])))
      fail_here("only version 1 of the format is supported: 'HOA: v1'");
    doc_.version = token_.text;
    advance();
    while (token_.kind == LexemeKind::Header) header();
    if (token_.kind != LexemeKind::Body) fail_here("expected a header or --BODY--");
    check_headers();
    advance();
    while (token_.kind == LexemeKind::Header && token_.text == "State") state();
    if (token_.kind != LexemeKind::EndBody) fail_here("expected 'State:', an edge or --END--");
    check_body();
    advance();
    return std::move(doc_);
  }

  void header() {
    const Lexeme name = token_;
    static const std::unordered_set<std::string> repeatable = {"Start", "Alias", "properties"};
    const bool known = known_headers().contains(name.text);
    if (known && !repeatable.contains(name.text) && !seen_.insert(name.text).second)
      fail_here("a second '" + name.text + ":'");
    if (name.text == "State") fail_here("'State:' belongs after --BODY--");
    if (name.text == "HOA") fail_here("a new automaton starts before this one has ended");
    advance();
    if (name.text == "States") {
      doc_.states = integer("the number of states");
    } else if (name.text == "Start") {
      doc_.start.push_back(conjunction(starts_));
    } else if (name.text == "AP") {
      atoms();
    } else if (name.text == "controllable-AP") {
      while (token_.kind == LexemeKind::Integer) {
        numbered_atoms_.push_back(token_);
        doc_.controllable_atoms.push_back(integer("an atom"));
      }
    } else if (name.text == "Alias") {
      alias();
    } else if (name.text == "Acceptance") {
      acceptance();
    } else if (name.text == "properties") {
      properties();
    } else if (name.text == "acc-name") {
      if (token_.kind != LexemeKind::Identifier) fail_here("expected the name of an acceptance condition");
      while (token_.kind == LexemeKind::Identifier || token_.kind == LexemeKind::Integer) {
        doc_.acc_name.push_back(token_.text);
        advance();
      }
    } else if (name.text == "name") {
      if (token_.kind != LexemeKind::String) fail_here("expected a string");
      doc_.name = token_.text;
      advance();
    } else if (name.text == "tool") {
      if (token_.kind != LexemeKind::String) fail_here("expected a string");
      for (int i = 0; i < 2 && token_.kind == LexemeKind::String; ++i, advance()) doc_.tool.push_back(token_.text);
    } else {
      unknown_header(name);
    }
  }

  static const std::unordered_set<std::string>& known_headers() {
    static const std::unordered_set<std::string> names = {
        "HOA",        "States",   "Start", "AP",   "controllable-AP", "Alias",
        "Acceptance", "acc-name", "name",  "tool", "properties"};
    return names;
  }

  /// An unknown header that starts with a capital may change the semantics, so it must not be ignored.
  void unknown_header(const Lexeme& name) {
    if (name.text[0] >= 'A' && name.text[0] <= 'Z')
      fail(name, "unknown header '" + name.text + ":' (it starts with a capital letter, so it must not be ignored)");
    HoaDocument::Header header{name.text, {}};
    while (token_.kind == LexemeKind::Identifier || token_.kind == LexemeKind::Integer ||
           token_.kind == LexemeKind::String || token_.kind == LexemeKind::AliasName ||
           token_.kind == LexemeKind::Symbol) {
      header.values.push_back(token_.text);
      advance();
    }
    doc_.other_headers.push_back(std::move(header));
  }

  std::vector<std::uint32_t> conjunction(std::vector<Lexeme>& uses) {
    std::vector<std::uint32_t> states;
    for (;;) {
      uses.push_back(token_);
      states.push_back(integer("the number of a state"));
      if (!token_.is('&')) return states;
      advance();
    }
  }

  void atoms() {
    const Lexeme count_token = token_;
    const std::uint32_t count = integer("the number of atomic propositions");
    std::unordered_set<std::string> names;
    while (token_.kind == LexemeKind::String) {
      if (!names.insert(token_.text).second) fail_here("the atomic proposition \"" + token_.text + "\" a second time");
      doc_.atoms.push_back(token_.text);
      doc_.atom_offsets.push_back(token_.offset);
      advance();
    }
    if (doc_.atoms.size() != count)
      fail(count_token, "'AP:' declares " + std::to_string(count) + " propositions, but " +
                            std::to_string(doc_.atoms.size()) + " follow");
  }

  void alias() {
    if (token_.kind != LexemeKind::AliasName) fail_here("expected a name such as @a");
    const Lexeme name = token_;
    if (alias_numbers_.contains(name.text)) fail_here("the alias @" + name.text + " is defined a second time");
    advance();
    HoaExpression label = expression(/*is_label=*/true);
    alias_numbers_.emplace(name.text, static_cast<std::uint32_t>(doc_.aliases.size()));
    doc_.aliases.push_back({name.text, std::move(label)});
  }

  void acceptance() {
    doc_.acceptance_offset = token_.offset;
    doc_.acceptance_sets = integer("the number of acceptance sets");
    doc_.acceptance = expression(/*is_label=*/false);
  }

  void properties() {
    for (;;) {
      HoaDocument::Property property;
      property.offset = token_.offset;
      if (token_.is('!')) {
        property.negated = true;
        advance();
        if (token_.kind != LexemeKind::Identifier) fail_here("expected the name of a property after '!'");
      }
      if (token_.kind != LexemeKind::Identifier) return;
      property.name = token_.text;
      advance();
      doc_.properties.push_back(std::move(property));
    }
  }

  /// Shunting-yard: `!` binds tighter than `&`, and `&` tighter than `|`.
  HoaExpression expression(bool is_label) {
    struct Pending {
      char symbol;
      Lexeme token;
    };
    HoaExpression out;
    std::vector<Pending> pending;
    const auto emit = [&](char symbol) {
      using enum HoaToken::Kind;
      out.push_back({symbol == '!' ? Not : symbol == '&' ? And : Or, 0});
    };
    const auto pop_while = [&](std::string_view symbols) {
      while (!pending.empty() && symbols.find(pending.back().symbol) != std::string_view::npos) {
        emit(pending.back().symbol);
        pending.pop_back();
      }
    };
    for (;;) {
      while (token_.is('(') || (is_label && token_.is('!'))) {
        pending.push_back({token_.text[0], token_});
        advance();
      }
      out.push_back(is_label ? label_operand() : acceptance_operand());
      pop_while("!");
      while (token_.is(')')) {
        pop_while("&|");
        if (pending.empty()) fail_here("this ')' has no matching '('");
        pending.pop_back();
        advance();
        pop_while("!");
      }
      if (token_.is('&')) {
        pop_while("&");
      } else if (token_.is('|')) {
        pop_while("&|");
      } else {
        break;
      }
      pending.push_back({token_.text[0], token_});
      advance();
    }
    pop_while("&|");
    if (!pending.empty()) fail(pending.back().token, "this parenthesis is not closed");
    return out;
  }

  HoaToken label_operand() {
    using enum HoaToken::Kind;
    if (token_.kind == LexemeKind::Identifier && (token_.text == "t" || token_.text == "f")) {
      const bool value = token_.text == "t";
      advance();
      return {value ? True : False, 0};
    }
    if (token_.kind == LexemeKind::AliasName) {
      const auto entry = alias_numbers_.find(token_.text);
      if (entry == alias_numbers_.end()) fail_here("the alias @" + token_.text + " is not defined");
      advance();
      return {Alias, entry->second};
    }
    if (token_.kind != LexemeKind::Integer)
      fail_here("expected the number of an atomic proposition, an alias, 't', 'f', '!' or '('");
    // Headers come in any order: the number is checked after all of them are read.
    numbered_atoms_.push_back(token_);
    return {Atom, integer("an atom")};
  }

  HoaToken acceptance_operand() {
    using enum HoaToken::Kind;
    if (token_.kind != LexemeKind::Identifier ||
        (token_.text != "t" && token_.text != "f" && token_.text != "Inf" && token_.text != "Fin"))
      fail_here("expected Inf(...), Fin(...), 't', 'f' or '('");
    const std::string word = token_.text;
    advance();
    if (word == "t" || word == "f") return {word == "t" ? True : False, 0};
    expect('(');
    const bool negated = token_.is('!');
    if (negated) advance();
    if (token_.kind == LexemeKind::Integer && token_.number >= doc_.acceptance_sets)
      fail_here("there are only " + std::to_string(doc_.acceptance_sets) + " acceptance sets, numbered from 0");
    const std::uint32_t set = integer("the number of an acceptance set");
    expect(')');
    if (word == "Inf") return {negated ? InfNot : Inf, set};
    return {negated ? FinNot : Fin, set};
  }

  std::vector<std::uint32_t> marks() {
    std::vector<std::uint32_t> sets;
    if (!token_.is('{')) return sets;
    advance();
    while (!token_.is('}')) {
      if (token_.kind == LexemeKind::Integer && token_.number >= doc_.acceptance_sets)
        fail_here("there are only " + std::to_string(doc_.acceptance_sets) + " acceptance sets, numbered from 0");
      sets.push_back(integer("the number of an acceptance set or '}'"));
    }
    advance();
    return sets;
  }

  std::optional<HoaExpression> bracketed_label() {
    if (!token_.is('[')) return std::nullopt;
    advance();
    HoaExpression label = expression(/*is_label=*/true);
    expect(']');
    check_numbered_atoms();
    return label;
  }

  void state() {
    advance();
    HoaDocument::State state;
    state.label = bracketed_label();
    const Lexeme number = token_;
    state.offset = number.offset;
    state.number = integer("the number of a state");
    check_state_number(number);
    if (token_.kind == LexemeKind::String) {
      state.name = token_.text;
      advance();
    }
    state.marks = marks();
    while (token_.is('[') || token_.kind == LexemeKind::Integer) edge(state);
    finish_labels(state, number);
    if (!defined_.emplace(state.number, doc_.body.size()).second)
      fail(number, "state " + std::to_string(state.number) + " is defined a second time");
    doc_.body.push_back(std::move(state));
  }

  void edge(HoaDocument::State& state) {
    HoaDocument::Edge edge;
    edge.offset = token_.offset;
    if (token_.is('[') && state.label) fail_here("the state has a label, so its edges have none");
    if (!state.edges.empty() && token_.is('[') != state.edges.front().label.has_value())
      fail_here("either all edges of a state have labels, or none has");
    edge.label = bracketed_label();
    edge.destinations = conjunction(uses_);
    edge.marks = marks();
    state.edges.push_back(std::move(edge));
  }

  void finish_labels(HoaDocument::State& state, const Lexeme& number) const {
    if (state.label || state.edges.empty() || state.edges.front().label) return;
    state.implicit_labels = true;
    if (doc_.atoms.size() < 31 && state.edges.size() == std::size_t{1} << doc_.atoms.size()) return;
    fail(number, "state " + std::to_string(state.number) + " has " + std::to_string(state.edges.size()) +
                     " edges without labels, but " + std::to_string(doc_.atoms.size()) +
                     " propositions need one edge per letter, 2^" + std::to_string(doc_.atoms.size()));
  }

  void check_state_number(const Lexeme& number) const {
    if (doc_.states && number.number >= *doc_.states)
      fail(number, "there are only " + std::to_string(*doc_.states) + " states, numbered from 0");
  }

  void check_numbered_atoms() {
    for (const Lexeme& use : numbered_atoms_)
      if (use.number >= doc_.atoms.size())
        fail(use, "there are only " + std::to_string(doc_.atoms.size()) + " atomic propositions, numbered from 0");
    numbered_atoms_.clear();
  }

  void check_headers() {
    if (!seen_.contains("Acceptance")) fail_here("there is no 'Acceptance:' among the headers");
    check_numbered_atoms();
    for (const Lexeme& start : starts_) check_state_number(start);
    check_contradictions();
    defined_.clear();
    uses_ = starts_;
  }

  void check_contradictions() const {
    static const std::pair<const char*, const char*> implications[] = {{"terminal", "weak"},
                                                                       {"very-weak", "weak"},
                                                                       {"weak", "inherently-weak"},
                                                                       {"deterministic", "unambiguous"},
                                                                       {"deterministic", "semi-deterministic"}};
    static const std::pair<const char*, const char*> exclusions[] = {
        {"stutter-invariant", "stutter-sensitive"}, {"implicit-labels", "explicit-labels"},
        {"implicit-labels", "state-labels"},        {"implicit-labels", "trans-labels"},
        {"state-labels", "trans-labels"},           {"univ-branch", "no-univ-branch"}};
    std::unordered_set<std::string> claimed;
    const auto claim = [&](std::vector<std::string> names) {
      for (std::size_t i = 0; i < names.size(); ++i) {
        if (!claimed.insert(names[i]).second) continue;
        for (const auto& [special, general] : implications)
          if (names[i] == special) names.emplace_back(general);
      }
    };
    for (const HoaDocument::Property& property : doc_.properties)
      if (!property.negated) claim({property.name});
    for (const HoaDocument::Property& property : doc_.properties) {
      if (property.negated && claimed.contains(property.name))
        lexer_.fail(property.offset, property.name.size() + 1,
                    "'!" + property.name + "' contradicts the other properties");
      for (const auto& [one, other] : exclusions)
        if (!property.negated && property.name == other && claimed.contains(one))
          lexer_.fail(property.offset, property.name.size(),
                      std::string("'") + one + "' and '" + other + "' cannot both hold");
    }
  }

  void check_body() {
    for (const Lexeme& use : uses_) {
      check_state_number(use);
      if (!defined_.contains(use.number)) fail(use, "state " + std::to_string(use.number) + " is not defined");
    }
    uses_.clear();
    std::sort(doc_.body.begin(), doc_.body.end(),
              [](const HoaDocument::State& a, const HoaDocument::State& b) { return a.number < b.number; });
    for (const HoaDocument::Property& property : doc_.properties) check_form(property);
  }

  /// Checks the properties that describe the form of the file.
  void check_form(const HoaDocument::Property& property) const {
    const auto fail_at = [&](std::size_t offset, const std::string& what) {
      lexer_.fail(offset, 1, what + ", against 'properties: " + (property.negated ? "!" : "") + property.name + "'");
    };
    const std::string& name = property.name;
    const auto alternation = doc_.alternation_offset();
    if (name == (property.negated ? "univ-branch" : "no-univ-branch") && alternation)
      fail_at(*alternation, "a conjunction of states");
    if (property.negated) return;
    for (const HoaDocument::State& state : doc_.body) {
      const bool edge_labels = !state.edges.empty() && state.edges.front().label.has_value();
      if (name == "state-labels" && !state.edges.empty() && !state.label)
        fail_at(state.offset, "a state without label");
      if (name == "trans-labels" && state.label) fail_at(state.offset, "a state with a label");
      if (name == "explicit-labels" && state.implicit_labels) fail_at(state.offset, "edges without label");
      if (name == "implicit-labels" && (state.label || edge_labels)) fail_at(state.offset, "an explicit label");
      if (name == "trans-acc" && !state.marks.empty()) fail_at(state.offset, "acceptance sets of a state");
      if (name != "state-acc") continue;
      for (const HoaDocument::Edge& edge : state.edges)
        if (!edge.marks.empty()) fail_at(edge.offset, "acceptance sets of an edge");
    }
  }

  Lexer lexer_;
  Lexeme token_;
  HoaDocument doc_;
  std::unordered_set<std::string> seen_;
  std::unordered_map<std::string, std::uint32_t> alias_numbers_;
  std::vector<Lexeme> numbered_atoms_;  ///< uses of atoms not yet compared with `AP:`
  std::vector<Lexeme> starts_;
  std::vector<Lexeme> uses_;  ///< uses of states not yet compared with the definitions
  std::unordered_map<std::uint32_t, std::size_t> defined_;
};

}  // namespace

bool HoaDocument::has_property(const std::string& property) const {
  return std::any_of(properties.begin(), properties.end(),
                     [&](const Property& p) { return !p.negated && p.name == property; });
}

std::optional<std::size_t> HoaDocument::alternation_offset() const {
  for (const auto& conjunction : start)
    if (conjunction.size() > 1) return offset;
  for (const State& state : body)
    for (const Edge& edge : state.edges)
      if (edge.destinations.size() > 1) return edge.offset;
  return std::nullopt;
}

Expected<std::vector<HoaDocument>> parse_hoa(const SourceText& text) {
  try {
    return Parser(text).file();
  } catch (Mistake& mistake) {
    return std::move(mistake.diagnostic);
  }
}

}  // namespace weir
