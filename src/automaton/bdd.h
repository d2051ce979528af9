// SPDX-License-Identifier: Apache-2.0
// Binary decision diagrams: a small kernel (docs/translation.md explains why weir does not use a library).
//
// A BddManager owns all nodes; a Bdd is the number of a node, so equality of functions is equality of numbers. There is
// no global state: each translation has its own manager, and threads share none. Nodes are freed with the manager.
// Variables are ordered by number, smallest on top. Operations recurse on the number of variables, which is therefore
// limited, and never go deeper than the stack allows. Not thread-safe.
//
// Every operation counts its steps with the manager's Meter, which enforces the limits given to the manager: it throws
// LimitReached (limits.h). The manager stays usable afterwards.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "automaton/limits.h"

namespace weir {

struct Bdd {
  std::uint32_t id = 0;
  friend bool operator==(Bdd, Bdd) = default;
  friend auto operator<=>(Bdd, Bdd) = default;
};

inline constexpr Bdd kBddFalse{0};
inline constexpr Bdd kBddTrue{1};

/// A conjunction of literals: pairs of variable and value, sorted by variable.
using Cube = std::vector<std::pair<std::uint32_t, bool>>;

class BddManager {
 public:
  static constexpr std::uint32_t kMaxVariables = 1 << 16;

  static constexpr std::size_t kDefaultNodeLimit = std::size_t{1} << 26;

  explicit BddManager(const ConstructionLimits& limits = {}, std::size_t node_limit = kDefaultNodeLimit)
      : BddManager(std::make_shared<Meter>(limits), node_limit) {}
  /// Shares the meter of another manager.
  explicit BddManager(std::shared_ptr<Meter> meter, std::size_t node_limit = kDefaultNodeLimit);

  /// The meter of everything built with this manager.
  Meter& meter() const { return *meter_; }
  const std::shared_ptr<Meter>& shared_meter() const { return meter_; }

  Bdd variable(std::uint32_t variable) { return literal(variable, true); }
  Bdd literal(std::uint32_t variable, bool positive);
  Bdd negate(Bdd f) { return started(Operation::Xor, kBddTrue, f); }
  Bdd conjoin(Bdd f, Bdd g) { return started(Operation::And, f, g); }
  Bdd disjoin(Bdd f, Bdd g) { return started(Operation::Or, f, g); }
  Bdd exclusive_or(Bdd f, Bdd g) { return started(Operation::Xor, f, g); }
  Bdd if_then_else(Bdd f, Bdd g, Bdd h) { return disjoin(conjoin(f, g), conjoin(negate(f), h)); }
  Bdd cube(const Cube& literals);
  /// The function that is `low` if the variable is false and `high` if it is true. The variable must precede those of
  /// both.
  Bdd branch(std::uint32_t variable, Bdd low, Bdd high) {
    meter_->step();
    return make(variable, low, high);
  }

  /// True if at most one of the functions is true.
  Bdd at_most_one(std::span<const Bdd> functions);
  /// f with one variable fixed.
  Bdd cofactor(Bdd f, std::uint32_t variable, bool value) {
    meter_->step();
    return cofactor(f, variable, value, 0);
  }
  /// f with some variables fixed: `binding(v)` is 0, 1, or -1 to keep the variable. Visits each node of f once.
  Bdd bind(Bdd f, const std::function<int(std::uint32_t)>& binding);
  /// f with each variable v replaced by the function substitution(v).
  Bdd substitute(Bdd f, const std::function<Bdd(std::uint32_t)>& substitution);
  /// Existential quantification of the variables selected by `quantified`.
  Bdd exists(Bdd f, const std::function<bool(std::uint32_t)>& quantified);

  /// An irredundant sum of prime implicants of f (Minato–Morreale). Throws LimitReached if there are more than `most`.
  std::vector<Cube> irredundant_cover(Bdd f, std::size_t most = std::numeric_limits<std::size_t>::max());
  /// f as a conjunction of literals; empty if f is not one.
  std::optional<Cube> single_cube(Bdd f) const;
  bool evaluate(Bdd f, const std::function<bool(std::uint32_t)>& value) const;
  /// One satisfying assignment of f != false, as the literals on its path.
  Cube one_solution(Bdd f) const;
  /// The variables that f depends on, in increasing order.
  std::vector<std::uint32_t> support(Bdd f) const { return support(std::span(&f, 1)); }
  /// The variables that any of the functions depends on, in increasing order.
  std::vector<std::uint32_t> support(std::span<const Bdd> functions) const;

  // Both are decided without creating nodes.
  bool implies(Bdd f, Bdd g) { return decide(Operation::Implies, f, g); }
  bool disjoint(Bdd f, Bdd g) { return decide(Operation::Disjoint, f, g); }

  // The structure of a node that is not a constant.
  std::uint32_t top(Bdd f) const { return nodes_[f.id].variable; }
  Bdd low(Bdd f) const { return nodes_[f.id].low; }
  Bdd high(Bdd f) const { return nodes_[f.id].high; }
  static bool is_constant(Bdd f) { return f.id <= 1; }
  std::size_t size() const { return nodes_.size(); }

 private:
  struct Node {
    std::uint32_t variable;
    Bdd low;
    Bdd high;
  };
  enum class Operation : std::uint32_t { And = 1, Or, Xor, Implies, Disjoint, CofactorFalse, CofactorTrue };
  struct CacheLine {
    std::uint32_t operation = 0;
    Bdd f, g, result;
  };

  Bdd started(Operation operation, Bdd f, Bdd g) {
    meter_->step();
    return apply(operation, f, g);
  }
  Bdd cofactor(Bdd f, std::uint32_t variable, bool value, std::uint32_t depth);
  bool decide(Operation operation, Bdd f, Bdd g, std::uint32_t depth = 0);
  Bdd make(std::uint32_t variable, Bdd low, Bdd high);
  Bdd apply(Operation operation, Bdd f, Bdd g, std::uint32_t depth = 0);
  template <class Combine>
  Bdd rebuild(Bdd f, std::unordered_map<std::uint32_t, Bdd>& done, const Combine& combine, std::uint32_t depth = 0);
  void grow_table();
  Bdd cover(Bdd lower, Bdd upper, Cube& path, std::vector<Cube>& cubes, std::size_t most, std::uint32_t depth = 0);
  void check_depth(std::uint32_t depth) const;

  std::shared_ptr<Meter> meter_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> table_;           ///< open addressing; 0 is a free slot
  std::vector<CacheLine> cache_;               ///< direct-mapped, lossy
  mutable std::vector<std::uint32_t> visits_;  ///< per node: the last walk that visited it
  mutable std::uint32_t walk_ = 0;
  std::size_t node_limit_;
  std::size_t deepest_;  ///< levels of recursion that fit on the stack
};

}  // namespace weir
