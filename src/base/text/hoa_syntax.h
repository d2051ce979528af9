// SPDX-License-Identifier: Apache-2.0
// The syntax of the Hanoi Omega-Automata format, version 1 (Babiak et al., CAV 2015; adl.github.io/hoaf). Parses text
// to a neutral tree without interpreting it. Automata (automaton/format/hoa_reader) and Kripke structures
// (frontend/hoa) are both built from it.
//
// Guarantees: every number is in range (atoms, acceptance sets, states), every used state is defined once, aliases
// refer to earlier aliases only, implicit labels are complete, and the `properties:` about the form of the file hold.
// Properties about the language (`deterministic`, `weak`, ...) are not checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <weir/diagnostic.h>

#include "base/text/source_text.h"

namespace weir {

/// An expression in postfix order: operands precede their operator, so evaluation needs a stack but no recursion
/// (`evaluate_hoa`).
struct HoaToken {
  enum class Kind : std::uint8_t {
    True,
    False,
    Atom,    ///< label: the atom with this number
    Alias,   ///< label: the alias with this number
    Inf,     ///< acceptance: this set is visited infinitely often
    Fin,     ///< acceptance: finitely often
    InfNot,  ///< acceptance: the complement of this set is visited infinitely often
    FinNot,
    Not,
    And,
    Or,
  };
  Kind kind = Kind::True;
  std::uint32_t number = 0;
};
using HoaExpression = std::vector<HoaToken>;

struct HoaDocument {
  struct Alias {
    std::string name;  ///< without @
    HoaExpression label;
  };
  struct Edge {
    std::optional<HoaExpression> label;       ///< absent: the label of the state, or the implicit label
    std::vector<std::uint32_t> destinations;  ///< more than one: a conjunction (alternation)
    std::vector<std::uint32_t> marks;
    std::size_t offset = 0;  ///< position in the text
  };
  struct State {
    std::uint32_t number = 0;
    std::string name;
    std::optional<HoaExpression> label;  ///< label of all edges; the edges then have none
    std::vector<std::uint32_t> marks;
    std::vector<Edge> edges;
    bool implicit_labels = false;  ///< edge i is taken by the letter whose bits are i (bit 0: atom 0)
    std::size_t offset = 0;
  };
  struct Property {
    std::string name;  ///< without !
    bool negated = false;
    std::size_t offset = 0;
  };

  std::size_t offset = 0;  ///< position of `HOA:`
  std::optional<std::uint32_t> states;
  std::vector<std::vector<std::uint32_t>> start;  ///< each a conjunction, usually of one state
  std::vector<std::string> atoms;
  std::vector<std::size_t> atom_offsets;  ///< positions of their opening quotes
  std::vector<Alias> aliases;
  std::uint32_t acceptance_sets = 0;
  HoaExpression acceptance;
  std::size_t acceptance_offset = 0;
  std::string name;
  std::vector<Property> properties;
  std::vector<State> body;  ///< by increasing number

  bool has_property(const std::string& property) const;
  /// The position of a conjunction of states, if there is one.
  std::optional<std::size_t> alternation_offset() const;
};

/// Parses all automata of a text in order; the result may be empty. One invalid or aborted (--ABORT--) automaton
/// rejects the whole text.
Expected<std::vector<HoaDocument>> parse_hoa(const SourceText& text);

/// Evaluates an expression bottom-up: `leaf(token)` returns the value of an operand, the other functions combine
/// values.
template <class Value, class Leaf, class Not, class And, class Or>
Value evaluate_hoa(const HoaExpression& expression, Leaf leaf, Not negate, And conjoin, Or disjoin) {
  std::vector<Value> stack;
  for (const HoaToken& token : expression) {
    if (token.kind == HoaToken::Kind::Not) {
      stack.back() = negate(stack.back());
    } else if (token.kind == HoaToken::Kind::And || token.kind == HoaToken::Kind::Or) {
      Value right = std::move(stack.back());
      stack.pop_back();
      stack.back() = token.kind == HoaToken::Kind::And ? conjoin(stack.back(), right) : disjoin(stack.back(), right);
    } else {
      stack.push_back(leaf(token));
    }
  }
  return std::move(stack.back());
}

}  // namespace weir
