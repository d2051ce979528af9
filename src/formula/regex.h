// SPDX-License-Identifier: Apache-2.0
// Regular expressions over letters, in the style of PSL, SVA and Spot: immutable, hash-consed values like formulas. A
// letter is a formula about one position; an expression describes finite words of positions.
//
//     a          one position at which a holds          r[*i..j]   between i and j copies of r, one after the other
//     [*0]       the empty word                         r[:*i..j]  the same, copies overlapping in one position
//     r ; s      r, then s                              r && s     both, on the same word
//     r : s      the last position of r is the first    r & s      both, one of them on a prefix of the word
//                position of s                          first_match(r)   words of r without a proper prefix in r
//
// Constructors fold constants and sort the operands of commutative operators, so that an expression has finitely many
// derivatives (Brzozowski, "Derivatives of regular expressions", JACM 1964).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "formula/formula.h"

namespace weir {

class Regex {
 public:
  enum class Kind : std::uint8_t {
    Nothing,  ///< no word
    EmptyWord,
    OneLetter,
    Concatenation,
    Fusion,
    Union,
    Intersection,
    LooseIntersection,  ///< one operand may end earlier
    Repetition,
    FusionRepetition,
    FirstMatch,
  };
  static constexpr std::uint32_t kUnbounded = std::numeric_limits<std::uint32_t>::max();

  static Regex nothing();
  static Regex empty_word();
  static Regex letter(Formula formula);
  static Regex concatenation(std::vector<Regex> parts);
  static Regex fusion(std::vector<Regex> parts);
  static Regex any_of(std::vector<Regex> alternatives);
  static Regex all_of(std::vector<Regex> parts);
  static Regex loosely_all_of(std::vector<Regex> parts);
  static Regex repetition(Regex part, std::uint32_t least, std::uint32_t most);
  static Regex fusion_repetition(Regex part, std::uint32_t least, std::uint32_t most);
  static Regex first_match(Regex part);

  Kind kind() const;
  bool is(Kind kind) const { return this->kind() == kind; }
  std::span<const Regex> operands() const;
  Regex operator[](std::size_t i) const { return operands()[i]; }
  Formula letter() const;       ///< of Kind::OneLetter
  std::uint32_t least() const;  ///< of repetitions
  std::uint32_t most() const;   ///< of repetitions; kUnbounded
  bool accepts_empty_word() const;
  std::uint32_t id() const;  ///< unique; operands have smaller ids than the expressions that contain them
  std::size_t size() const;  ///< number of nodes when written as a tree (saturating)

  /// For the table of formulas: what identifies the expression, and the expression again.
  const void* identity() const { return node_; }
  static Regex from(const void* identity) { return Regex(static_cast<const Node*>(identity)); }

  friend bool operator==(Regex a, Regex b) { return a.node_ == b.node_; }

 private:
  friend class RegexTable;
  struct Node;
  explicit Regex(const Node* node) : node_(node) {}
  const Node* node_;
};

/// The distinct subexpressions of `r`, operands first. Iterate over this instead of recursing.
std::vector<Regex> subexpressions(Regex r);
/// The distinct letters of `r`, sorted by id.
std::vector<Formula> letters_of(Regex r);
/// Returns `r` with every letter replaced.
Regex map_letters(Regex r, const std::function<Formula(Formula)>& replacement);
/// The words that may follow a letter at the start of a word of `r`. `holds` tells whether a formula holds at the
/// letter.
Regex derivative(Regex r, const std::function<bool(Formula)>& holds);

}  // namespace weir

template <>
struct std::hash<weir::Regex> {
  std::size_t operator()(weir::Regex r) const noexcept { return r.id(); }
};
