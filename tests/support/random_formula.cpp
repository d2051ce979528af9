// SPDX-License-Identifier: Apache-2.0
// Recursion is fine here: test formulas are small.
#include "support/random_formula.h"

#include <unordered_set>

namespace weir::test {
namespace {

std::size_t below(std::mt19937_64& random, std::size_t n) { return static_cast<std::size_t>(random() % n); }

Formula apply(Op op, const std::vector<Formula>& operands) {
  if (op == Op::And || op == Op::Or) return Formula::nary(op, operands);
  return operands.size() == 1 ? Formula::unary(op, operands[0]) : Formula::binary(op, operands[0], operands[1]);
}

}  // namespace

Formula random_formula(std::mt19937_64& random, std::size_t size, const std::vector<std::string>& atoms,
                       const RandomOps& ops) {
  if (size <= 1 || (ops.unary.empty() && (size == 2 || ops.binary.empty()))) {
    if (ops.constants && below(random, 12) == 0) return Formula::constant(below(random, 2) == 0);
    return Formula::atom(atoms[below(random, atoms.size())]);
  }
  const std::size_t binary_choices = size >= 3 ? ops.binary.size() : 0;
  const std::size_t choice = below(random, ops.unary.size() + binary_choices);
  if (choice < ops.unary.size()) return apply(ops.unary[choice], {random_formula(random, size - 1, atoms, ops)});
  const std::size_t left_size = 1 + below(random, size - 2);
  const Formula left = random_formula(random, left_size, atoms, ops);
  const Formula right = random_formula(random, size - 1 - left_size, atoms, ops);
  return apply(ops.binary[choice - ops.unary.size()], {left, right});
}

Formula with_operands(Formula f, const std::vector<Formula>& operands) {
  return operands.empty() ? f : apply(f.op(), operands);
}

std::vector<Formula> smaller(Formula f) {
  std::vector<Formula> result;
  if (f.is(Op::True) || f.is(Op::False)) return result;
  result.push_back(Formula::constant(true));
  result.push_back(Formula::constant(false));
  const std::vector<Formula> own(f.operands().begin(), f.operands().end());
  result.insert(result.end(), own.begin(), own.end());
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own.size() > 2) {
      std::vector<Formula> fewer = own;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      result.push_back(with_operands(f, fewer));
    }
    for (const Formula g : smaller(own[i])) {
      std::vector<Formula> changed = own;
      changed[i] = g;
      result.push_back(with_operands(f, changed));
    }
  }
  return result;
}

Formula shrink(Formula f, const std::function<bool(Formula)>& fails) {
  while (true) {
    Formula best = f;
    for (const Formula g : smaller(f)) {
      if (g.size() < best.size() && fails(g)) {
        best = g;
        break;
      }
    }
    if (best == f) return f;
    f = best;
  }
}

std::vector<Formula> all_formulas(std::size_t size, const std::vector<std::string>& atoms, const RandomOps& ops) {
  std::vector<std::vector<Formula>> of_size(size + 1);
  std::unordered_set<Formula> seen;
  std::vector<Formula> result;
  const auto add = [&](std::size_t n, Formula f) {
    if (!seen.insert(f).second) return;
    of_size[n].push_back(f);
    result.push_back(f);
  };
  if (size >= 1) {
    for (const std::string& name : atoms) add(1, Formula::atom(name));
    if (ops.constants) {
      add(1, Formula::constant(true));
      add(1, Formula::constant(false));
    }
  }
  for (std::size_t n = 2; n <= size; ++n) {
    for (const Op op : ops.unary) {
      for (const Formula f : of_size[n - 1]) add(n, apply(op, {f}));
    }
    for (const Op op : ops.binary) {
      for (std::size_t left = 1; left + 2 <= n; ++left) {
        for (const Formula f : of_size[left]) {
          for (const Formula g : of_size[n - 1 - left]) add(n, apply(op, {f, g}));
        }
      }
    }
  }
  return result;
}

}  // namespace weir::test
