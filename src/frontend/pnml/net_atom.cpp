// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/net_atom.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "base/text/ascii.h"
#include "base/text/source_text.h"

namespace weir::pnml {
namespace {

constexpr std::uint32_t kAmbiguous = std::numeric_limits<std::uint32_t>::max();  ///< as the first node of a range
/// Keeps every sum below 2^127: at most 2^32 places, counts below 2^63, factors up to 2^31.
constexpr std::int64_t kMaxFactor = std::int64_t{1} << 31;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

class AtomParser {
 public:
  AtomParser(std::string_view text, const NodeNames& names) : text_(text), names_(names) {}

  Expected<NetAtom> parse() {
    if (!parse_whole()) return SourceText(kAtomText, std::string(text_)).at(error_at_, error_length_, error_);
    return std::move(atom_);
  }

 private:
  bool parse_whole() {
    const std::string_view whole = trimmed(text_);
    NodeNames::Range nodes;
    if (names_.transition(whole, nodes) == NodeNames::Found::Yes) {
      atom_.kind = NetAtom::Kind::Fires;
      add_transitions(nodes);
      return true;
    }
    skip_spaces();
    if (peek() == '\'') return parse_bare_quoted();
    const std::size_t start = at_;
    if (take_word("fireable") && peek() == '(') return parse_fireable();
    at_ = start;
    return parse_comparison();
  }

  bool parse_bare_quoted() {
    atom_.kind = NetAtom::Kind::Fires;
    return parse_node(false) && expect_end();
  }

  bool parse_fireable() {
    atom_.kind = NetAtom::Kind::Fireable;
    ++at_;
    do {
      if (!parse_node(false)) return false;
    } while (take(','));
    return expect(')') && expect_end();
  }

  bool parse_comparison() {
    if (!parse_sum(1)) return false;
    skip_spaces();
    const std::size_t start = at_;
    using C = NetAtom::Comparison;
    bool flip = false;
    if (take("<=")) {
      atom_.comparison = C::LessEqual;
    } else if (take("<")) {
      atom_.comparison = C::Less;
    } else if (take(">=")) {
      atom_.comparison = C::LessEqual;
      flip = true;
    } else if (take(">")) {
      atom_.comparison = C::Less;
      flip = true;
    } else if (take("==") || take("=")) {
      atom_.comparison = C::Equal;
    } else if (take("!=")) {
      atom_.comparison = C::NotEqual;
    } else {
      return fail(start, 1, "expected a comparison: <= < >= > == !=");
    }
    if (!parse_sum(-1) || !expect_end()) return false;
    if (flip) {
      atom_.constant = -atom_.constant;
      for (NetAtom::Term& term : atom_.terms) term.factor = -term.factor;
    }
    return merge_terms();
  }

  /// sum := ['-'] term (('+' | '-') term)*. Added to the atom with the sign `side`.
  bool parse_sum(std::int64_t side) {
    std::int64_t sign = take('-') ? -side : side;
    while (true) {
      if (!parse_term(sign)) return false;
      if (take('+')) {
        sign = side;
      } else if (take('-')) {
        sign = -side;
      } else {
        return true;
      }
    }
  }

  /// term := number | [number '*'] 'tokens' '(' place (',' place)* ')'
  bool parse_term(std::int64_t sign) {
    skip_spaces();
    const std::size_t start = at_;
    std::int64_t factor = 1;
    if (ascii::is_digit(peek())) {
      const auto [end, code] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), factor);
      at_ = static_cast<std::size_t>(end - text_.data());
      if (code != std::errc()) return fail(start, at_ - start, "the number is too large");
      if (!take('*')) {
        atom_.constant += static_cast<NetAtom::Wide>(factor) * sign;
        return true;
      }
      if (factor > kMaxFactor) return fail(start, at_ - start, "the factor is too large");
      skip_spaces();
    }
    const std::size_t word = at_;
    if (!take_word("tokens") || !take('(')) {
      return fail(word, 1, "expected tokens(PLACE), a number, fireable(TRANSITION), or the name of a transition");
    }
    factor_ = factor * sign;
    do {
      if (!parse_node(true)) return false;
    } while (take(','));
    return expect(')');
  }

  bool parse_node(bool place) {
    skip_spaces();
    const std::size_t start = at_;
    std::string name;
    if (take('\'')) {
      while (at_ < text_.size() && text_[at_] != '\'') {
        if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
        name += text_[at_++];
      }
      if (!take('\'')) return fail(start, 1, "the quote is not closed");
    } else {
      while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != ')') ++at_;
      name = trimmed(text_.substr(start, at_ - start));
    }
    NodeNames::Range nodes;
    const NodeNames::Found found = place ? names_.place(name, nodes) : names_.transition(name, nodes);
    const char* kind = place ? "place" : "transition";
    if (found == NodeNames::Found::No) return fail(start, at_ - start, fmt::format("there is no {} '{}'", kind, name));
    if (found == NodeNames::Found::Ambiguous) {
      return fail(start, at_ - start, fmt::format("several {}s are named '{}': use the id", kind, name));
    }
    if (!place) add_transitions(nodes);
    for (std::uint32_t i = 0; place && i < nodes.count; ++i) atom_.terms.push_back({nodes.first + i, factor_});
    return true;
  }

  void add_transitions(NodeNames::Range nodes) {
    for (std::uint32_t i = 0; i < nodes.count; ++i) atom_.transitions.push_back(nodes.first + i);
  }

  bool merge_terms() {
    std::vector<NetAtom::Term>& terms = atom_.terms;
    std::sort(terms.begin(), terms.end(), [](const auto& a, const auto& b) { return a.place < b.place; });
    std::size_t used = 0;
    for (const NetAtom::Term& term : terms) {
      if (used > 0 && terms[used - 1].place == term.place) {
        terms[used - 1].factor += term.factor;
        if (terms[used - 1].factor > kMaxFactor || terms[used - 1].factor < -kMaxFactor) {
          return fail(0, text_.size(), "the sum of the factors of one place is too large");
        }
      } else {
        terms[used++] = term;
      }
    }
    terms.resize(used);
    return true;
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_spaces() {
    while (is_space(peek())) ++at_;
  }
  bool take(char c) {
    skip_spaces();
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  bool take(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  /// Consumes a whole word and the blanks after it.
  bool take_word(std::string_view word) {
    if (!take(word)) return false;
    if (ascii::is_letter(peek()) || ascii::is_digit(peek()) || peek() == '_') return false;
    skip_spaces();
    return true;
  }
  bool expect(char c) { return take(c) || fail(at_, 1, fmt::format("expected '{}'", c)); }
  bool expect_end() {
    skip_spaces();
    return at_ == text_.size() || fail(at_, text_.size() - at_, "unexpected text after the atom");
  }
  bool fail(std::size_t offset, std::size_t length, std::string message) {
    error_at_ = offset;
    error_length_ = std::max<std::size_t>(length, 1);
    error_ = std::move(message);
    return false;
  }

  std::string_view text_;
  const NodeNames& names_;
  std::size_t at_ = 0;
  std::int64_t factor_ = 1;
  NetAtom atom_;
  std::size_t error_at_ = 0, error_length_ = 1;
  std::string error_;
};

}  // namespace

NodeNames::NodeNames(const Net& net)
    : net_(net),
      places_(net.unfolded_places ? tables_of(net.unfolded_places->groups()) : tables_of(net.places)),
      transitions_(net.unfolded_transitions ? tables_of(net.unfolded_transitions->groups())
                                            : tables_of(net.transitions)) {}

NodeNames::Tables NodeNames::tables_of(const std::vector<NodeGroup>& groups) {
  Tables tables;
  for (const NodeGroup& group : groups) add(group.id, group.name, {group.first, group.count}, tables);
  return tables;
}

template <class Nodes>
NodeNames::Tables NodeNames::tables_of(const Nodes& nodes) {
  Tables tables;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) add(nodes[i].id, nodes[i].name, {i, 1}, tables);
  return tables;
}

void NodeNames::add(const std::string& id, const std::string& name, Range range, Tables& tables) {
  tables.ids.emplace(id, range);
  if (name.empty()) return;
  const auto [entry, fresh] = tables.names.emplace(name, range);
  if (!fresh) entry->second.first = kAmbiguous;
}

NodeNames::Found NodeNames::find(const Tables& tables, const std::optional<UnfoldedNodes>& unfolded,
                                 std::string_view name, Range& nodes) {
  const std::string key(name);
  for (const Table* table : {&tables.ids, &tables.names}) {
    const auto found = table->find(key);
    if (found == table->end()) continue;
    nodes = found->second;
    return nodes.first == kAmbiguous ? Found::Ambiguous : Found::Yes;
  }
  const auto node = unfolded ? unfolded->find(name) : std::nullopt;
  if (!node) return Found::No;
  nodes = {*node, 1};
  return Found::Yes;
}

NodeNames::Found NodeNames::place(std::string_view name, Range& nodes) const {
  return find(places_, net_.unfolded_places, name, nodes);
}

NodeNames::Found NodeNames::transition(std::string_view name, Range& nodes) const {
  return find(transitions_, net_.unfolded_transitions, name, nodes);
}

Expected<NetAtom> parse_net_atom(std::string_view text, const NodeNames& names) {
  return AtomParser(text, names).parse();
}

std::string quote_node(std::string_view id) {
  const auto plain = [](char c) {
    return ascii::is_letter(c) || ascii::is_digit(c) || c == '_' || c == '.' || c == '-';
  };
  if (!id.empty() && std::all_of(id.begin(), id.end(), plain)) return std::string(id);
  std::string quoted = "'";
  for (const char c : id) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

}  // namespace weir::pnml
