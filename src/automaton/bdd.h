// SPDX-License-Identifier: Apache-2.0
// Binary decision diagrams: a small kernel of its own (why not a library: docs/translation.md).
//
// A BddManager owns every node; a Bdd is a node's number, so equality of functions is equality of numbers. There is no
// global state: each translation has its manager, and threads that have one each never meet. Nodes are not freed before
// the manager is. Variables are ordered by their number, smallest on top. Operations recurse on the number of
// variables, which is why it is limited, and refuse to go deeper than the stack allows. Not thread-safe.
//
// Every operation counts its steps with the manager's Meter and so keeps to the limits that the manager was given: it
// throws LimitReached (limits.h), after which the manager is as good as before.
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

/// A conjunction of literals: pairs of variable and wanted value, by increasing variable.
using Cube = std::vector<std::pair<std::uint32_t, bool>>;

class BddManager {
 public:
  static constexpr std::uint32_t kMaxVariables = 1 << 16;

  static constexpr std::size_t kDefaultNodeLimit = std::size_t{1} << 26;

  explicit BddManager(const ConstructionLimits& limits = {}, std::size_t node_limit = kDefaultNodeLimit)
      : BddManager(std::make_shared<Meter>(limits), node_limit) {}
  /// Counts with the meter of another manager.
  explicit BddManager(std::shared_ptr<Meter> meter, std::size_t node_limit = kDefaultNodeLimit);

  /// The meter of everything that is built with these diagrams.
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
  /// The function that is `low` where the variable is false and `high` where it is true; it must come above both.
  Bdd branch(std::uint32_t variable, Bdd low, Bdd high) {
    meter_->step();
    return make(variable, low, high);
  }

  /// At most one of the functions is true.
  Bdd at_most_one(std::span<const Bdd> functions);
  /// f with one variable bound.
  Bdd cofactor(Bdd f, std::uint32_t variable, bool value) {
    meter_->step();
    return cofactor(f, variable, value, 0);
  }
  /// f with some variables bound: `binding(v)` is 0, 1, or -1 for a variable that stays. Visits each node of f once.
  Bdd bind(Bdd f, const std::function<int(std::uint32_t)>& binding);
  /// f with variables replaced by functions: substitution(v) gives the function that stands for v.
  Bdd substitute(Bdd f, const std::function<Bdd(std::uint32_t)>& substitution);
  /// There is a value of the variables chosen by `quantified` that makes f true.
  Bdd exists(Bdd f, const std::function<bool(std::uint32_t)>& quantified);

  /// An irredundant sum of prime implicants of f (Minato–Morreale). Throws LimitReached where there are more than
  /// `most`.
  std::vector<Cube> irredundant_cover(Bdd f, std::size_t most = std::numeric_limits<std::size_t>::max());
  /// f as one conjunction of literals; nothing: it is none.
  std::optional<Cube> single_cube(Bdd f) const;
  bool evaluate(Bdd f, const std::function<bool(std::uint32_t)>& value) const;
  /// One satisfying assignment of f != false, as the literals on its path.
  Cube one_solution(Bdd f) const;
  /// Variables that f depends on, increasing.
  std::vector<std::uint32_t> support(Bdd f) const { return support(std::span(&f, 1)); }
  /// Variables that one of several functions depends on, increasing.
  std::vector<std::uint32_t> support(std::span<const Bdd> functions) const;

  // Both are decided without making nodes.
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
  std::vector<std::uint32_t> table_;           ///< open addressing, 0: free
  std::vector<CacheLine> cache_;               ///< direct-mapped, lossy
  mutable std::vector<std::uint32_t> visits_;  ///< by node: the last walk that met it
  mutable std::uint32_t walk_ = 0;
  std::size_t node_limit_;
  std::size_t deepest_;  ///< levels of recursion that the stack has room for
};

}  // namespace weir
