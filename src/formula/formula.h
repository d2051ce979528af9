// SPDX-License-Identifier: Apache-2.0
// Formulas of linear temporal logic: immutable, hash-consed values. Equal formulas share one node, so comparison and
// hashing are constant-time. A Formula is one pointer and may be copied from any thread. Nodes live as long as the
// process.
//
// On finite words Next is the weak next and StrongNext the strong one; on infinite words they are the same.
// `And` and `Or` are n-ary: flattened, sorted by id, without duplicates; constants and p & !p are folded.
// `Not` is folded as well: !!f is f, !true is false. All other rewriting is in rewrite.h.
//
// The node table is the only process-wide mutable object of weir. A mutex guards it: building takes the lock, reading
// does not. It makes equality a pointer comparison for formulas built by any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace weir {

enum class Op : std::uint8_t {
  False,
  True,
  Atom,
  Not,
  And,
  Or,
  Xor,
  Implies,
  Equiv,
  Next,
  StrongNext,
  Finally,
  Globally,
  Until,
  Release,
  WeakUntil,
  StrongRelease,
  // Past. On the first position Yesterday is false and WeakYesterday true.
  Yesterday,
  WeakYesterday,
  Once,
  Historically,
  Since,
  Trigger,  ///< the dual of Since
  // With a regular expression (regex.h).
  Closure,            ///< {r}: a prefix is in r, or every prefix can be extended to a word of r
  SuffixConjunction,  ///< {r} <>-> f: f holds at the last position of some word of r that starts here
  SuffixImplication,  ///< {r} []-> f: f holds at the last position of every word of r that starts here
  // With time bounds; only for logs with time stamps.
  TimedUntil,
  TimedSince,
};
constexpr std::size_t kOpCount = static_cast<std::size_t>(Op::TimedSince) + 1;

class Regex;

/// The bounds of a timed operator, inclusive, in nanoseconds.
struct TimeBounds {
  static constexpr std::uint64_t kUnbounded = ~std::uint64_t{0};
  std::uint64_t from = 0;
  std::uint64_t to = kUnbounded;
  friend bool operator==(const TimeBounds&, const TimeBounds&) = default;
};

class Formula {
 public:
  static Formula constant(bool value);
  static Formula atom(std::string name);
  /// Not Next StrongNext Finally Globally Yesterday WeakYesterday Once Historically
  static Formula unary(Op op, Formula operand);
  /// Xor Implies Equiv Until Release WeakUntil StrongRelease Since Trigger
  static Formula binary(Op op, Formula left, Formula right);
  static Formula nary(Op op, std::vector<Formula> operands);  ///< And Or
  static Formula closure(Regex r);
  static Formula suffix(Op op, Regex r, Formula f);                             ///< SuffixConjunction SuffixImplication
  static Formula timed(Op op, TimeBounds bounds, Formula left, Formula right);  ///< TimedUntil TimedSince

  Op op() const;
  const std::string& name() const;  ///< of an atom
  /// Of an operator with a regular expression: the suffix formula, if there is one, then the letters of the expression.
  std::span<const Formula> operands() const;
  Regex regex() const;        ///< of an operator with a regular expression
  TimeBounds bounds() const;  ///< of a timed operator
  bool about_past() const;    ///< has no future operator: its truth depends on no later position
  Formula operator[](std::size_t i) const { return operands()[i]; }
  std::uint32_t id() const;  ///< unique; operands have smaller ids than the formulas that contain them
  std::size_t size() const;  ///< number of nodes when written as a tree (saturating)
  bool is(Op op) const { return this->op() == op; }

  friend bool operator==(Formula a, Formula b) { return a.node_ == b.node_; }

 private:
  friend class FormulaTable;
  struct Node;
  explicit Formula(const Node* node) : node_(node) {}
  static Formula with_regex(Op op, const void* regex, std::size_t size, std::vector<Formula> operands);
  const void* regex_identity() const;

  const Node* node_;
};

inline Formula operator!(Formula f) { return Formula::unary(Op::Not, f); }
inline Formula operator&(Formula f, Formula g) { return Formula::nary(Op::And, {f, g}); }
inline Formula operator|(Formula f, Formula g) { return Formula::nary(Op::Or, {f, g}); }

/// The distinct subformulas of `f`, operands first. Iterate over this instead of recursing.
std::vector<Formula> subformulas(Formula f);
/// The formula with the operator, regular expression and bounds of `like`, over other operands.
Formula rebuilt(Formula like, std::vector<Formula> operands);
bool is_past(Op op);
bool has_regex(Op op);
/// The distinct atoms of `f`, sorted by name.
std::vector<std::string> atoms(Formula f);

}  // namespace weir

template <>
struct std::hash<weir::Formula> {
  std::size_t operator()(weir::Formula f) const noexcept { return f.id(); }
};
