// SPDX-License-Identifier: Apache-2.0
// OperatorStack: operators and operands of a formula that is being parsed, by operator precedence. Depth costs only
// memory.
//
// Conjunctions and disjunctions stay open lists until another operator takes them as an operand. Building the n-ary
// node once instead of once per `&` keeps `a & (b & (c & ...))` linear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "formula/formula.h"
#include "formula/regex.h"

namespace weir {

/// The repetition in X[n], F[i:j], G[i:j], or the time bounds in F[0,5s]; absent for a plain operator.
struct Repetition {
  bool given = false;
  bool timed = false;   ///< `time` is used
  bool open = false;    ///< F[i:]
  bool strong = false;  ///< X[!], X[n!]
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  TimeBounds time = {};
};

class OperatorStack {
 public:
  /// X[n], F[i:j], G[i:j] must not expand the formula beyond this size.
  static constexpr std::size_t kMostNodes = 1'000'000;

  bool empty() const { return values_.empty() && operators_.empty(); }
  void push(Formula operand) { values_.push_back({operand}); }
  // `offset`: position in the text.
  void push_prefix(Op op, std::size_t offset, const Repetition& repetition = {}) {
    operators_.push_back({op, false, offset, repetition});
  }
  void push_infix(Op op, std::size_t offset, const Repetition& repetition = {});
  /// {r} []-> or {r} <>->, whose suffix formula extends as far as possible.
  void push_suffix(Op op, Regex r, std::size_t offset);
  /// f B g of the past: g T (f | g).
  void push_back_to(std::size_t offset);
  void open_parenthesis(std::size_t offset) { operators_.push_back({Op::Not, true, offset}); }
  /// Returns false if no parenthesis is open.
  bool close_parenthesis();
  /// The parenthesis of a call: operands up to its end are the arguments, one for each end_argument().
  void open_call(std::size_t offset);
  /// Applies the operators of the last argument. Returns false if the innermost open parenthesis is not that of a call.
  bool end_argument();
  /// The number of operands since the innermost open call; requires that end_argument() returned true.
  std::size_t arguments() const { return values_.size() - operators_.back().first_argument; }
  std::vector<Formula> close_call();
  /// Removes the last operand, which is no open list.
  void pop() { values_.pop_back(); }
  /// Applies all operators above the innermost open parenthesis; returns its offset if there is one.
  std::optional<std::size_t> reduce_all();
  /// The only operand left by reduce_all().
  Formula result();

  /// Marks the result as too large because of the operator at `offset`.
  void refuse_size(std::size_t offset) {
    if (!too_large_) too_large_ = offset;
  }
  /// The offset of the first operator that would have expanded the formula too much. Results are then invalid.
  std::optional<std::size_t> too_large() const { return too_large_; }
  /// The last operand, unless it is a conjunction or disjunction.
  std::optional<Formula> last_operand() const {
    return values_.back().list_op == Op::Atom ? std::optional(values_.back().formula) : std::nullopt;
  }

 private:
  struct PendingOperator {
    Op op = Op::Not;
    bool parenthesis = false;
    std::size_t offset = 0;
    Repetition repetition = {};
    std::optional<Regex> regex = std::nullopt;
    bool back_to = false;
    bool call = false;
    std::size_t first_argument = 0;  ///< of a call: its place in values_
  };
  /// A formula, or the open list of operands of an And or Or.
  struct Value {
    Formula formula = Formula::constant(false);
    Op list_op = Op::Atom;  ///< And, Or: `list` is used; otherwise `formula`
    std::vector<Formula> list = {};
  };

  static Formula close(Value& value);
  static Value join(Op op, Value left, Value right);
  void reduce();
  Formula apply_prefix(const PendingOperator& pending, Formula f);
  static Formula apply_timed(const PendingOperator& pending, Formula left, Formula right);

  std::vector<PendingOperator> operators_;
  std::vector<Value> values_;
  std::optional<std::size_t> too_large_;
};

}  // namespace weir
