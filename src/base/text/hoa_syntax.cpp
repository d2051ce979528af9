// SPDX-License-Identifier: Apache-2.0
// The parser of HOA. The first error ends the parse: HoaMistake, thrown here and by the lexer, never leaves this file.
#include "base/text/hoa_syntax.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/text/ascii.h"
#include "base/text/hoa_lexer.h"

namespace weir {
namespace {

class Parser {
 public:
  explicit Parser(const SourceText& source) : lexer_(source) { advance(); }

  std::vector<HoaDocument> file() {
    std::vector<HoaDocument> documents;
    while (token_.kind != Kind::End) documents.push_back(document());
    return documents;
  }

 private:
  using Kind = HoaLexeme::Kind;
  void advance() { token_ = lexer_.next(); }
  [[noreturn]] void fail(const HoaLexeme& token, std::string message) const {
    lexer_.fail(token.offset, std::max<std::size_t>(token.length, 1), std::move(message));
  }
  [[noreturn]] void fail_here(std::string message) const {
    if (token_.kind == Kind::Abort) fail(token_, "the tool that wrote this automaton gave up (--ABORT--)");
    fail(token_, std::move(message));
  }
  std::uint32_t integer(const char* what) {
    if (token_.kind != Kind::Integer) fail_here(std::string("expected ") + what);
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
    if (token_.kind != Kind::Header || token_.text != "HOA") fail_here("expected 'HOA:'");
    doc_.offset = token_.offset;
    advance();
    if (token_.kind != Kind::Identifier) fail_here("expected the version of the format, as in 'HOA: v1'");
    if (token_.text.substr(0, 2) != "v1" || (token_.text.size() > 2 && ascii::is_digit(token_.text[2])))
      fail_here("only version 1 of the format is supported: 'HOA: v1'");
    advance();
    while (token_.kind == Kind::Header) header();
    if (token_.kind != Kind::Body) fail_here("expected a header or --BODY--");
    check_headers();
    advance();
    while (token_.kind == Kind::Header && token_.text == "State") state();
    if (token_.kind != Kind::EndBody) fail_here("expected 'State:', an edge or --END--");
    check_body();
    advance();
    return std::move(doc_);
  }

  void header() {
    const HoaLexeme name = token_;
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
      while (token_.kind == Kind::Integer) {
        numbered_atoms_.push_back(token_);
        integer("an atom");
      }
    } else if (name.text == "Alias") {
      alias();
    } else if (name.text == "Acceptance") {
      acceptance();
    } else if (name.text == "properties") {
      properties();
    } else if (name.text == "acc-name") {
      if (token_.kind != Kind::Identifier) fail_here("expected the name of an acceptance condition");
      while (token_.kind == Kind::Identifier || token_.kind == Kind::Integer) advance();
    } else if (name.text == "name") {
      if (token_.kind != Kind::String) fail_here("expected a string");
      doc_.name = token_.text;
      advance();
    } else if (name.text == "tool") {
      if (token_.kind != Kind::String) fail_here("expected a string");
      for (int i = 0; i < 2 && token_.kind == Kind::String; ++i) advance();
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
  void unknown_header(const HoaLexeme& name) {
    if (name.text[0] >= 'A' && name.text[0] <= 'Z')
      fail(name, "unknown header '" + name.text + ":' (it starts with a capital letter, so it must not be ignored)");
    while (token_.kind == Kind::Identifier || token_.kind == Kind::Integer || token_.kind == Kind::String ||
           token_.kind == Kind::AliasName || token_.kind == Kind::Symbol)
      advance();
  }

  std::vector<std::uint32_t> conjunction(std::vector<HoaLexeme>& uses) {
    std::vector<std::uint32_t> states;
    for (;;) {
      uses.push_back(token_);
      states.push_back(integer("the number of a state"));
      if (!token_.is('&')) return states;
      advance();
    }
  }

  void atoms() {
    const HoaLexeme count_token = token_;
    const std::uint32_t count = integer("the number of atomic propositions");
    std::unordered_set<std::string> names;
    while (token_.kind == Kind::String) {
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
    if (token_.kind != Kind::AliasName) fail_here("expected a name such as @a");
    const HoaLexeme name = token_;
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
        if (token_.kind != Kind::Identifier) fail_here("expected the name of a property after '!'");
      }
      if (token_.kind != Kind::Identifier) return;
      property.name = token_.text;
      advance();
      doc_.properties.push_back(std::move(property));
    }
  }

  /// Shunting-yard: `!` binds tighter than `&`, and `&` tighter than `|`.
  HoaExpression expression(bool is_label) {
    struct Pending {
      char symbol;
      HoaLexeme token;
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
    if (token_.kind == Kind::Identifier && (token_.text == "t" || token_.text == "f")) {
      const bool value = token_.text == "t";
      advance();
      return {value ? True : False, 0};
    }
    if (token_.kind == Kind::AliasName) {
      const auto entry = alias_numbers_.find(token_.text);
      if (entry == alias_numbers_.end()) fail_here("the alias @" + token_.text + " is not defined");
      advance();
      return {Alias, entry->second};
    }
    if (token_.kind != Kind::Integer)
      fail_here("expected the number of an atomic proposition, an alias, 't', 'f', '!' or '('");
    // Headers come in any order: the number is checked after all of them are read.
    numbered_atoms_.push_back(token_);
    return {Atom, integer("an atom")};
  }

  HoaToken acceptance_operand() {
    using enum HoaToken::Kind;
    if (token_.kind != Kind::Identifier ||
        (token_.text != "t" && token_.text != "f" && token_.text != "Inf" && token_.text != "Fin"))
      fail_here("expected Inf(...), Fin(...), 't', 'f' or '('");
    const std::string word = token_.text;
    advance();
    if (word == "t" || word == "f") return {word == "t" ? True : False, 0};
    expect('(');
    const bool negated = token_.is('!');
    if (negated) advance();
    const std::uint32_t set = acceptance_set("the number of an acceptance set");
    expect(')');
    if (word == "Inf") return {negated ? InfNot : Inf, set};
    return {negated ? FinNot : Fin, set};
  }

  std::uint32_t acceptance_set(const char* what) {
    if (token_.kind == Kind::Integer && token_.number >= doc_.acceptance_sets)
      fail_here("there are only " + std::to_string(doc_.acceptance_sets) + " acceptance sets, numbered from 0");
    return integer(what);
  }

  std::vector<std::uint32_t> marks() {
    std::vector<std::uint32_t> sets;
    if (!token_.is('{')) return sets;
    advance();
    while (!token_.is('}')) sets.push_back(acceptance_set("the number of an acceptance set or '}'"));
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
    const HoaLexeme number = token_;
    state.offset = number.offset;
    state.number = integer("the number of a state");
    check_state_number(number);
    if (token_.kind == Kind::String) {
      state.name = token_.text;
      advance();
    }
    state.marks = marks();
    while (token_.is('[') || token_.kind == Kind::Integer) edge(state);
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

  void finish_labels(HoaDocument::State& state, const HoaLexeme& number) const {
    if (state.label || state.edges.empty() || state.edges.front().label) return;
    state.implicit_labels = true;
    if (doc_.atoms.size() < 31 && state.edges.size() == std::size_t{1} << doc_.atoms.size()) return;
    fail(number, "state " + std::to_string(state.number) + " has " + std::to_string(state.edges.size()) +
                     " edges without labels, but " + std::to_string(doc_.atoms.size()) +
                     " propositions need one edge per letter, 2^" + std::to_string(doc_.atoms.size()));
  }

  void check_state_number(const HoaLexeme& number) const {
    if (doc_.states && number.number >= *doc_.states)
      fail(number, "there are only " + std::to_string(*doc_.states) + " states, numbered from 0");
  }

  void check_numbered_atoms() {
    for (const HoaLexeme& use : numbered_atoms_)
      if (use.number >= doc_.atoms.size())
        fail(use, "there are only " + std::to_string(doc_.atoms.size()) + " atomic propositions, numbered from 0");
    numbered_atoms_.clear();
  }

  void check_headers() {
    if (!seen_.contains("Acceptance")) fail_here("there is no 'Acceptance:' among the headers");
    check_numbered_atoms();
    for (const HoaLexeme& start : starts_) check_state_number(start);
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
    for (const HoaLexeme& use : uses_) {
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

  HoaLexer lexer_;
  HoaLexeme token_;
  HoaDocument doc_;
  std::unordered_set<std::string> seen_;
  std::unordered_map<std::string, std::uint32_t> alias_numbers_;
  std::vector<HoaLexeme> numbered_atoms_;  ///< uses of atoms not yet compared with `AP:`
  std::vector<HoaLexeme> starts_;
  std::vector<HoaLexeme> uses_;  ///< uses of states not yet compared with the definitions
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
  } catch (HoaMistake& mistake) {
    return std::move(mistake.diagnostic);
  }
}

}  // namespace weir
