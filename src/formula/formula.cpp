// SPDX-License-Identifier: Apache-2.0
// The table of formula nodes. A node is looked up by operator, name and operands. Operands are compared by id, so the
// cost of a lookup depends on the number of operands, not on the depth.
#include "formula/formula.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <mutex>
#include <unordered_set>

#include "base/assert.h"
#include "base/table/hash.h"

namespace weir {

struct Formula::Node {
  Op op = Op::False;
  std::uint32_t id = 0;
  std::size_t size = 1;
  std::size_t hash = 0;
  std::string name = {};
  std::vector<Formula> operands = {};
  const void* regex = nullptr;  // identifies the expression
  TimeBounds bounds = {};
  bool about_past = true;  // computed when interned
};

class FormulaTable {
 public:
  using Node = Formula::Node;

  static FormulaTable& instance() {
    // Never destroyed: formulas in static objects stay valid until the process ends.
    static FormulaTable* table = new FormulaTable;
    return *table;
  }

  Formula intern(Op op, std::string name, std::vector<Formula> operands) {
    Node node;
    node.op = op;
    node.name = std::move(name);
    node.operands = std::move(operands);
    return intern(std::move(node));
  }

  Formula intern(Node node) {
    node.hash = hash_of(node);
    for (const Formula operand : node.operands) node.size = saturating_add(node.size, operand.size());
    node.about_past = !is_future(node.op) && std::all_of(node.operands.begin(), node.operands.end(),
                                                         [](Formula f) { return f.node_->about_past; });
    const std::lock_guard lock(mutex_);
    if (const auto found = index_.find(&node); found != index_.end()) return Formula(*found);
    WEIR_ASSERT(nodes_.size() < std::numeric_limits<std::uint32_t>::max(), "formula ids fit in 32 bits");
    node.id = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(std::move(node));
    index_.insert(&nodes_.back());
    return Formula(&nodes_.back());
  }

 private:
  static bool is_future(Op op) {
    return (op >= Op::Next && op <= Op::StrongRelease) || has_regex(op) || op == Op::TimedUntil;
  }

  static std::size_t saturating_add(std::size_t a, std::size_t b) {
    const std::size_t sum = a + b;
    return sum < a ? std::numeric_limits<std::size_t>::max() : sum;
  }

  static std::size_t hash_of(const Node& node) {
    std::uint64_t hash = hash_bytes(std::as_bytes(std::span(node.name)), static_cast<std::uint64_t>(node.op));
    for (const Formula operand : node.operands) hash = hash_mix(hash, operand.id());
    if (node.regex != nullptr) hash = hash_mix(hash, reinterpret_cast<std::uintptr_t>(node.regex));
    if (node.bounds != TimeBounds{}) hash = hash_mix(hash_mix(hash, node.bounds.from), node.bounds.to);
    return hash;
  }

  struct Hash {
    std::size_t operator()(const Node* node) const { return node->hash; }
  };
  struct Equal {
    bool operator()(const Node* a, const Node* b) const {
      return a->op == b->op && a->name == b->name && a->operands == b->operands && a->regex == b->regex &&
             a->bounds == b->bounds;
    }
  };

  std::mutex mutex_;
  std::deque<Node> nodes_;  // a deque keeps the addresses of nodes stable
  std::unordered_set<const Node*, Hash, Equal> index_;
};

namespace {

bool by_id(Formula f, Formula g) { return f.id() < g.id(); }

bool contains(const std::vector<Formula>& sorted, Formula f) {
  return std::binary_search(sorted.begin(), sorted.end(), f, by_id);
}

}  // namespace

Formula Formula::constant(bool value) {
  static const Formula no = FormulaTable::instance().intern(Op::False, {}, {});
  static const Formula yes = FormulaTable::instance().intern(Op::True, {}, {});
  return value ? yes : no;
}

Formula Formula::atom(std::string name) { return FormulaTable::instance().intern(Op::Atom, std::move(name), {}); }

Formula Formula::unary(Op op, Formula operand) {
  if (op == Op::Not) {
    if (operand.is(Op::Not)) return operand[0];
    if (operand.is(Op::True)) return constant(false);
    if (operand.is(Op::False)) return constant(true);
  } else {
    WEIR_ASSERT((op >= Op::Next && op <= Op::Globally) || (op >= Op::Yesterday && op <= Op::Historically),
                "a unary operator");
  }
  return FormulaTable::instance().intern(op, {}, {operand});
}

Formula Formula::binary(Op op, Formula left, Formula right) {
  WEIR_ASSERT(op == Op::Xor || op == Op::Implies || op == Op::Equiv || op == Op::Until || op == Op::Release ||
                  op == Op::WeakUntil || op == Op::StrongRelease || op == Op::Since || op == Op::Trigger,
              "a binary operator");
  return FormulaTable::instance().intern(op, {}, {left, right});
}

Formula Formula::nary(Op op, std::vector<Formula> operands) {
  WEIR_ASSERT(op == Op::And || op == Op::Or, "an n-ary operator");
  const Formula neutral = constant(op == Op::And);
  const Formula absorbing = constant(op != Op::And);
  std::vector<Formula> flat;
  if (std::any_of(operands.begin(), operands.end(), [&](Formula f) { return f.is(op); })) {
    for (const Formula f : operands) {
      if (f.is(op)) {
        flat.insert(flat.end(), f.operands().begin(), f.operands().end());
      } else {
        flat.push_back(f);
      }
    }
  } else {
    flat = std::move(operands);
  }
  if (std::find(flat.begin(), flat.end(), absorbing) != flat.end()) return absorbing;
  flat.erase(std::remove(flat.begin(), flat.end(), neutral), flat.end());
  std::sort(flat.begin(), flat.end(), by_id);
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  if (flat.empty()) return neutral;
  if (flat.size() == 1) return flat.front();
  for (const Formula f : flat) {
    if (f.is(Op::Not) && contains(flat, f[0])) return absorbing;
  }
  return FormulaTable::instance().intern(op, {}, std::move(flat));
}

Formula Formula::with_regex(Op op, const void* regex, std::size_t size, std::vector<Formula> operands) {
  FormulaTable::Node node;
  node.op = op;
  node.size = size + 1;
  node.operands = std::move(operands);
  node.regex = regex;
  return FormulaTable::instance().intern(std::move(node));
}

Formula Formula::timed(Op op, TimeBounds bounds, Formula left, Formula right) {
  WEIR_ASSERT(op == Op::TimedUntil || op == Op::TimedSince, "a timed operator");
  FormulaTable::Node node;
  node.op = op;
  node.operands = {left, right};
  node.bounds = bounds;
  return FormulaTable::instance().intern(std::move(node));
}

Op Formula::op() const { return node_->op; }
const std::string& Formula::name() const { return node_->name; }
std::span<const Formula> Formula::operands() const { return node_->operands; }
const void* Formula::regex_identity() const { return node_->regex; }
TimeBounds Formula::bounds() const { return node_->bounds; }
bool is_past(Op op) { return op >= Op::Yesterday && op <= Op::Trigger; }
bool has_regex(Op op) { return op >= Op::Closure && op <= Op::SuffixImplication; }
bool Formula::about_past() const { return node_->about_past; }
std::uint32_t Formula::id() const { return node_->id; }
std::size_t Formula::size() const { return node_->size; }

std::vector<Formula> subformulas(Formula f) {
  std::vector<Formula> found{f};
  std::unordered_set<Formula> seen{f};
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const Formula operand : found[i].operands()) {
      if (seen.insert(operand).second) found.push_back(operand);
    }
  }
  std::sort(found.begin(), found.end(), by_id);  // operands have smaller ids than the formulas that contain them
  return found;
}

std::vector<std::string> atoms(Formula f) {
  std::vector<std::string> names;
  for (const Formula g : subformulas(f)) {
    if (g.is(Op::Atom)) names.push_back(g.name());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace weir
