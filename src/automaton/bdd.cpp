// SPDX-License-Identifier: Apache-2.0
#include "automaton/bdd.h"

#include <sys/resource.h>

#include <algorithm>

#include "base/table/hash.h"

namespace weir {
namespace {

constexpr std::uint32_t kConstantLevel = 0xFFFFFFFFU;  ///< constants lie below every variable
constexpr std::size_t kFirstTable = 1 << 10;
constexpr std::size_t kLargestCache = 1 << 20;

std::uint64_t hash_triple(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return hash_mix((std::uint64_t{a} << 32) | b, c);
}

/// Stack space per level of recursion: twice the largest frame, as one kind of recursion may end in another.
constexpr std::size_t kBytesPerLevel = 512;

std::size_t levels_on_stack() {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return BddManager::kMaxVariables;
  return limit.rlim_cur / kBytesPerLevel;
}

}  // namespace

/// Rebuilds f bottom-up: `combine(variable, low, high)` returns the new function of each node and is called once per
/// node.
template <class Combine>
Bdd BddManager::rebuild(Bdd f, std::unordered_map<std::uint32_t, Bdd>& done, const Combine& combine,
                        std::uint32_t depth) {
  if (is_constant(f)) return f;
  if (const auto found = done.find(f.id); found != done.end()) return found->second;
  check_depth(depth);
  meter_->step();
  const Bdd low_part = rebuild(low(f), done, combine, depth + 1);
  const Bdd high_part = rebuild(high(f), done, combine, depth + 1);
  const Bdd result = combine(top(f), low_part, high_part);
  done.emplace(f.id, result);
  return result;
}

void BddManager::check_depth(std::uint32_t depth) const {
  if (depth >= deepest_) too_large("the decision diagrams are too deep for the stack");
}

BddManager::BddManager(std::shared_ptr<Meter> meter, std::size_t node_limit)
    : meter_(std::move(meter)),
      table_(kFirstTable, 0),
      cache_(kFirstTable),
      node_limit_(node_limit),
      deepest_(levels_on_stack()) {
  nodes_.push_back({kConstantLevel, kBddFalse, kBddFalse});
  nodes_.push_back({kConstantLevel, kBddTrue, kBddTrue});
}

Bdd BddManager::make(std::uint32_t variable, Bdd low, Bdd high) {
  if (low == high) return low;
  if (nodes_.size() * 2 > table_.size()) grow_table();
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = hash_triple(variable, low.id, high.id) & mask;
  while (table_[slot] != 0) {
    const Node& node = nodes_[table_[slot]];
    if (node.variable == variable && node.low == low && node.high == high) return {table_[slot]};
    slot = (slot + 1) & mask;
  }
  if (nodes_.size() >= node_limit_) too_large("the decision diagrams have grown too large");
  if (nodes_.size() == nodes_.capacity()) meter_->allocate(2 * nodes_.size() * sizeof(Node));
  table_[slot] = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({variable, low, high});
  return {table_[slot]};
}

void BddManager::grow_table() {
  meter_->allocate(2 * table_.size() * sizeof(std::uint32_t));
  table_.assign(table_.size() * 2, 0);
  const std::size_t mask = table_.size() - 1;
  for (std::uint32_t id = 2; id < nodes_.size(); ++id) {
    const Node& node = nodes_[id];
    std::size_t slot = hash_triple(node.variable, node.low.id, node.high.id) & mask;
    while (table_[slot] != 0) slot = (slot + 1) & mask;
    table_[slot] = id;
  }
  if (cache_.size() < kLargestCache) cache_.assign(cache_.size() * 2, {});
}

Bdd BddManager::literal(std::uint32_t variable, bool positive) {
  if (variable >= kMaxVariables) too_large("the formula has too many atoms and temporal operators");
  return positive ? make(variable, kBddFalse, kBddTrue) : make(variable, kBddTrue, kBddFalse);
}

Bdd BddManager::apply(Operation operation, Bdd f, Bdd g, std::uint32_t depth) {
  if (f.id > g.id) std::swap(f, g);  // all three operations are commutative; constants come first
  switch (operation) {
    case Operation::And:
      if (f == kBddFalse) return kBddFalse;
      if (f == kBddTrue || f == g) return g;
      break;
    case Operation::Or:
      if (f == kBddTrue) return kBddTrue;
      if (f == kBddFalse || f == g) return g;
      break;
    case Operation::Xor:
      if (f == g) return kBddFalse;
      if (f == kBddFalse) return g;
      if (f == kBddTrue && g == kBddTrue) return kBddFalse;
      break;
    default: break;
  }
  const auto code = static_cast<std::uint32_t>(operation);
  const std::uint64_t hash = hash_triple(f.id, g.id, code);
  {
    const CacheLine& line = cache_[hash & (cache_.size() - 1)];
    if (line.operation == code && line.f == f && line.g == g) return line.result;
  }
  check_depth(depth);
  meter_->step();
  const std::uint32_t variable = std::min(nodes_[f.id].variable, nodes_[g.id].variable);
  const bool split_f = nodes_[f.id].variable == variable;
  const bool split_g = nodes_[g.id].variable == variable;
  const Bdd low = apply(operation, split_f ? nodes_[f.id].low : f, split_g ? nodes_[g.id].low : g, depth + 1);
  const Bdd high = apply(operation, split_f ? nodes_[f.id].high : f, split_g ? nodes_[g.id].high : g, depth + 1);
  const Bdd result = make(variable, low, high);
  cache_[hash & (cache_.size() - 1)] = {code, f, g, result};
  return result;
}

Bdd BddManager::cofactor(Bdd f, std::uint32_t variable, bool value, std::uint32_t depth) {
  if (nodes_[f.id].variable > variable) return f;
  if (nodes_[f.id].variable == variable) return value ? high(f) : low(f);
  const auto code = static_cast<std::uint32_t>(value ? Operation::CofactorTrue : Operation::CofactorFalse);
  const Bdd bound{variable};
  const std::uint64_t hash = hash_triple(f.id, variable, code);
  {
    const CacheLine& line = cache_[hash & (cache_.size() - 1)];
    if (line.operation == code && line.f == f && line.g == bound) return line.result;
  }
  check_depth(depth);
  meter_->step();
  const Bdd low_part = cofactor(low(f), variable, value, depth + 1);
  const Bdd high_part = cofactor(high(f), variable, value, depth + 1);
  const Bdd result = make(top(f), low_part, high_part);
  cache_[hash & (cache_.size() - 1)] = {code, f, bound, result};
  return result;
}

bool BddManager::decide(Operation operation, Bdd f, Bdd g, std::uint32_t depth) {
  if (operation == Operation::Implies) {
    if (f == kBddFalse || g == kBddTrue || f == g) return true;
    if (f == kBddTrue || g == kBddFalse) return false;
  } else {
    if (f == kBddFalse || g == kBddFalse) return true;
    if (f == kBddTrue || g == kBddTrue || f == g) return false;
    if (f.id > g.id) std::swap(f, g);
  }
  meter_->step();
  const auto code = static_cast<std::uint32_t>(operation);
  const std::uint64_t hash = hash_triple(f.id, g.id, code);
  {
    const CacheLine& line = cache_[hash & (cache_.size() - 1)];
    if (line.operation == code && line.f == f && line.g == g) return line.result == kBddTrue;
  }
  check_depth(depth);
  const std::uint32_t variable = std::min(nodes_[f.id].variable, nodes_[g.id].variable);
  const bool split_f = nodes_[f.id].variable == variable;
  const bool split_g = nodes_[g.id].variable == variable;
  const bool result = decide(operation, split_f ? nodes_[f.id].low : f, split_g ? nodes_[g.id].low : g, depth + 1) &&
                      decide(operation, split_f ? nodes_[f.id].high : f, split_g ? nodes_[g.id].high : g, depth + 1);
  cache_[hash & (cache_.size() - 1)] = {code, f, g, result ? kBddTrue : kBddFalse};
  return result;
}

Bdd BddManager::cube(const Cube& literals) {
  Bdd result = kBddTrue;
  for (auto entry = literals.rbegin(); entry != literals.rend(); ++entry) {
    result = conjoin(literal(entry->first, entry->second), result);
  }
  return result;
}

Bdd BddManager::at_most_one(std::span<const Bdd> functions) {
  Bdd none = kBddTrue, one = kBddFalse;
  for (const Bdd f : functions) {
    one = if_then_else(f, none, one);
    none = conjoin(none, negate(f));
  }
  return disjoin(none, one);
}

Bdd BddManager::bind(Bdd f, const std::function<int(std::uint32_t)>& binding) {
  std::unordered_map<std::uint32_t, Bdd> done;
  return rebuild(f, done, [&](std::uint32_t variable, Bdd low, Bdd high) {
    const int value = binding(variable);
    return value < 0 ? make(variable, low, high) : value == 0 ? low : high;
  });
}

Bdd BddManager::substitute(Bdd f, const std::function<Bdd(std::uint32_t)>& substitution) {
  std::unordered_map<std::uint32_t, Bdd> done;
  return rebuild(f, done, [&](std::uint32_t variable, Bdd low, Bdd high) {
    return if_then_else(substitution(variable), high, low);
  });
}

Bdd BddManager::exists(Bdd f, const std::function<bool(std::uint32_t)>& quantified) {
  std::unordered_map<std::uint32_t, Bdd> done;
  return rebuild(f, done, [&](std::uint32_t variable, Bdd low, Bdd high) {
    return quantified(variable) ? disjoin(low, high) : make(variable, low, high);
  });
}

// Minato–Morreale: covers some function between `lower` and `upper`. First the cubes that need the negative literal,
// then those that need the positive one, then the rest, which needs neither. Returns the covered function.
Bdd BddManager::cover(Bdd lower, Bdd upper, Cube& path, std::vector<Cube>& cubes, std::size_t most,
                      std::uint32_t depth) {
  if (lower == kBddFalse) return kBddFalse;
  if (upper == kBddTrue) {
    meter_->steps(path.size() + 1);
    meter_->allocate(sizeof(Cube) + path.size() * sizeof(path.front()));
    if (cubes.size() >= most) too_large("a function has too many prime implicants");
    cubes.push_back(path);
    return kBddTrue;
  }
  const std::uint32_t variable = std::min(nodes_[lower.id].variable, nodes_[upper.id].variable);
  const auto split = [&](Bdd f) {
    const Node& node = nodes_[f.id];
    return node.variable == variable ? std::pair(node.low, node.high) : std::pair(f, f);
  };
  const auto [lower0, lower1] = split(lower);
  const auto [upper0, upper1] = split(upper);
  check_depth(2 * depth);  // its frames are larger
  path.emplace_back(variable, false);
  const Bdd only0 = cover(conjoin(lower0, negate(upper1)), upper0, path, cubes, most, depth + 1);
  path.back().second = true;
  const Bdd only1 = cover(conjoin(lower1, negate(upper0)), upper1, path, cubes, most, depth + 1);
  path.pop_back();
  const Bdd left = disjoin(conjoin(lower0, negate(only0)), conjoin(lower1, negate(only1)));
  const Bdd both = cover(left, conjoin(upper0, upper1), path, cubes, most, depth + 1);
  return disjoin(both, make(variable, only0, only1));
}

std::vector<Cube> BddManager::irredundant_cover(Bdd f, std::size_t most) {
  if (auto only = single_cube(f)) return {std::move(*only)};
  Cube path;
  std::vector<Cube> cubes;
  cover(f, f, path, cubes, most);
  return cubes;
}

std::optional<Cube> BddManager::single_cube(Bdd f) const {
  Cube literals;
  while (!is_constant(f)) {
    const Node& node = nodes_[f.id];
    if (node.low != kBddFalse && node.high != kBddFalse) return std::nullopt;
    literals.emplace_back(node.variable, node.low == kBddFalse);
    f = node.low == kBddFalse ? node.high : node.low;
  }
  if (f == kBddFalse) return std::nullopt;
  return literals;
}

bool BddManager::evaluate(Bdd f, const std::function<bool(std::uint32_t)>& value) const {
  while (!is_constant(f)) f = value(top(f)) ? high(f) : low(f);
  return f == kBddTrue;
}

Cube BddManager::one_solution(Bdd f) const {
  Cube path;
  while (!is_constant(f)) {
    const bool positive = low(f) == kBddFalse;
    path.emplace_back(top(f), positive);
    f = positive ? high(f) : low(f);
  }
  return path;
}

std::vector<std::uint32_t> BddManager::support(std::span<const Bdd> functions) const {
  if (++walk_ == 0) visits_.clear();  // after 2^32 walks
  if (walk_ == 0) ++walk_;
  visits_.resize(nodes_.size(), 0);
  std::vector<Bdd> waiting(functions.begin(), functions.end());
  std::vector<bool> met;
  while (!waiting.empty()) {
    const Bdd node = waiting.back();
    waiting.pop_back();
    if (is_constant(node) || visits_[node.id] == walk_) continue;
    visits_[node.id] = walk_;
    meter_->step();
    if (met.size() <= top(node)) met.resize(top(node) + 1, false);
    met[top(node)] = true;
    waiting.push_back(low(node));
    waiting.push_back(high(node));
  }
  std::vector<std::uint32_t> variables;
  for (std::uint32_t variable = 0; variable < met.size(); ++variable)
    if (met[variable]) variables.push_back(variable);
  return variables;
}

}  // namespace weir
