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
};

class Formula {
 public:
  static Formula constant(bool value);
  static Formula atom(std::string name);
  static Formula unary(Op op, Formula operand);  ///< Not Next StrongNext Finally Globally
  static Formula binary(Op op, Formula left,
                        Formula right);  ///< Xor Implies Equiv Until Release WeakUntil StrongRelease
  static Formula nary(Op op, std::vector<Formula> operands);  ///< And Or

  Op op() const;
  const std::string& name() const;  ///< of an atom
  std::span<const Formula> operands() const;
  Formula operator[](std::size_t i) const { return operands()[i]; }
  std::uint32_t id() const;  ///< unique; operands have smaller ids than the formulas that contain them
  std::size_t size() const;  ///< number of nodes when written as a tree (saturating)
  bool is(Op op) const { return this->op() == op; }

  friend bool operator==(Formula a, Formula b) { return a.node_ == b.node_; }

 private:
  friend class FormulaTable;
  struct Node;
  explicit Formula(const Node* node) : node_(node) {}
  const Node* node_;
};

inline Formula operator!(Formula f) { return Formula::unary(Op::Not, f); }
inline Formula operator&(Formula f, Formula g) { return Formula::nary(Op::And, {f, g}); }
inline Formula operator|(Formula f, Formula g) { return Formula::nary(Op::Or, {f, g}); }

/// The distinct subformulas of `f`, operands first. Iterate over this instead of recursing.
std::vector<Formula> subformulas(Formula f);
/// The distinct atoms of `f`, sorted by name.
std::vector<std::string> atoms(Formula f);

}  // namespace weir

template <>
struct std::hash<weir::Formula> {
  std::size_t operator()(weir::Formula f) const noexcept { return f.id(); }
};
