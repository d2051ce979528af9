// SPDX-License-Identifier: Apache-2.0
// Recursive functions are fine here, because test formulas are small.
#include "support/random_formula.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace weir::test {
namespace {

std::size_t below(std::mt19937_64& random, std::size_t n) { return static_cast<std::size_t>(random() % n); }

Formula apply(Op op, const std::vector<Formula>& operands) {
  if (op == Op::And || op == Op::Or) return Formula::nary(op, operands);
  return operands.size() == 1 ? Formula::unary(op, operands[0]) : Formula::binary(op, operands[0], operands[1]);
}

void append(std::vector<Op>& ops, std::initializer_list<Op> more) { ops.insert(ops.end(), more); }

Formula random_letter(std::mt19937_64& random, const std::vector<std::string>& atoms) {
  static const RandomOps boolean{
      .unary = {Op::Not}, .binary = {Op::And, Op::Or, Op::Xor, Op::Implies, Op::Equiv}, .constants = false};
  if (below(random, 8) == 0) return Formula::constant(true);
  return random_formula(random, below(random, 3) == 0 ? 3 + below(random, 2) : 1 + below(random, 2), atoms, boolean);
}

}  // namespace

RandomOps RandomOps::with_past() {
  RandomOps ops;
  append(ops.unary, {Op::Yesterday, Op::WeakYesterday, Op::Once, Op::Historically});
  append(ops.binary, {Op::Since, Op::Trigger, Op::Since, Op::Trigger});
  return ops;
}

RandomOps RandomOps::with_regex() {
  RandomOps ops;
  ops.regex = {Op::Closure, Op::SuffixConjunction, Op::SuffixImplication};
  ops.regex.insert(ops.regex.end(), ops.regex.begin(), ops.regex.end());
  return ops;
}

RandomOps RandomOps::with_all() {
  RandomOps ops = with_past();
  ops.regex = with_regex().regex;
  return ops;
}

Regex random_regex(std::mt19937_64& random, std::size_t size, const std::vector<std::string>& atoms) {
  if (size <= 1) {
    const std::size_t choice = below(random, 24);
    if (choice == 0) return Regex::nothing();
    if (choice <= 2) return Regex::empty_word();
    return Regex::letter(random_letter(random, atoms));
  }
  const std::size_t choice = below(random, size == 2 ? 6 : 12);
  if (choice < 6) {
    const Regex part = random_regex(random, size - 1, atoms);
    const auto least = static_cast<std::uint32_t>(below(random, 3));
    const std::uint32_t most =
        below(random, 2) == 0 ? Regex::kUnbounded : least + static_cast<std::uint32_t>(below(random, 3));
    const Formula letter = random_letter(random, atoms);
    const Regex none = Regex::repetition(Regex::letter(!letter), 0, Regex::kUnbounded);
    const Regex jump = Regex::repetition(Regex::concatenation({none, Regex::letter(letter)}), least, most);
    switch (choice) {
      case 0: return Regex::repetition(part, least, most);
      case 1: return Regex::repetition(part, 0, Regex::kUnbounded);
      case 2: return Regex::fusion_repetition(part, least, most);
      case 3: return jump;                                // letter[->least..most]
      case 4: return Regex::concatenation({jump, none});  // letter[=least..most]
      default: return Regex::first_match(part);
    }
  }
  const std::size_t left_size = 1 + below(random, size - 2);
  const Regex left = random_regex(random, left_size, atoms);
  const Regex right = random_regex(random, size - 1 - left_size, atoms);
  switch (choice) {
    case 6:
    case 7: return Regex::concatenation({left, right});
    case 8: return Regex::fusion({left, right});
    case 9: return Regex::any_of({left, right});
    case 10: return Regex::all_of({left, right});
    default: return Regex::loosely_all_of({left, right});
  }
}

Formula random_formula(std::mt19937_64& random, std::size_t size, const std::vector<std::string>& atoms,
                       const RandomOps& ops) {
  if (size <= 1 || (ops.unary.empty() && (size == 2 || (ops.binary.empty() && ops.regex.empty())))) {
    if (ops.constants && below(random, 12) == 0) return Formula::constant(below(random, 2) == 0);
    return Formula::atom(atoms[below(random, atoms.size())]);
  }
  const std::size_t binary_choices = size >= 3 ? ops.binary.size() : 0;
  const std::size_t regex_choices = size >= 3 ? ops.regex.size() : 0;
  const std::size_t choice = below(random, ops.unary.size() + binary_choices + regex_choices);
  if (choice >= ops.unary.size() + binary_choices) {
    const Op op = ops.regex[choice - ops.unary.size() - binary_choices];
    const std::size_t own = op == Op::Closure ? size - 1 : 1 + below(random, size - 2);
    const Regex r = random_regex(random, std::min<std::size_t>(own, 6), atoms);
    if (op == Op::Closure) return Formula::closure(r);
    return Formula::suffix(op, r, random_formula(random, std::max<std::size_t>(size - 1 - own, 1), atoms, ops));
  }
  if (choice < ops.unary.size()) return apply(ops.unary[choice], {random_formula(random, size - 1, atoms, ops)});
  const std::size_t left_size = 1 + below(random, size - 2);
  const Formula left = random_formula(random, left_size, atoms, ops);
  const Formula right = random_formula(random, size - 1 - left_size, atoms, ops);
  return apply(ops.binary[choice - ops.unary.size()], {left, right});
}

namespace {

Formula chain(std::mt19937_64& random, std::size_t size, const std::vector<std::string>& atoms) {
  const RandomOps all;
  const std::vector<Op>& ops = below(random, 2) == 0 ? all.unary : all.binary;
  const Op first = ops[below(random, ops.size())], second = ops[below(random, ops.size())];
  const bool left = below(random, 2) == 0, alternates = below(random, 2) == 0;
  Formula f = random_formula(random, 1, atoms);
  for (std::size_t i = 0; f.size() < size && i < 2 * size; ++i) {
    const Op op = alternates && i % 2 == 1 ? second : first;
    if (&ops == &all.unary) {
      f = apply(op, {f});
      continue;
    }
    const Formula other = random_formula(random, 1, atoms);
    f = left ? apply(op, {f, other}) : apply(op, {other, f});
  }
  return f;
}

/// A formula that is always true: a formula or its negation, placed so that the whole is true.
Formula always_true(std::mt19937_64& random, std::size_t size, const std::vector<std::string>& atoms) {
  const Formula f = random_formula(random, size, atoms), g = random_formula(random, 2, atoms);
  const auto unary = [](Op op, Formula h) { return Formula::unary(op, h); };
  const auto binary = [](Op op, Formula a, Formula b) { return Formula::binary(op, a, b); };
  switch (below(random, 6)) {
    case 0: return unary(Op::Globally, f | !f);
    case 1: return binary(Op::WeakUntil, f, !f);  // f until it fails, or for ever
    case 2: return binary(Op::Implies, unary(Op::Globally, f), f);
    case 3: return binary(Op::Implies, binary(Op::Until, g, f), unary(Op::Finally, f));
    case 4: return unary(Op::Finally, f) | unary(Op::Globally, !f);
    default: return binary(Op::Equiv, binary(Op::Release, f, g), !binary(Op::Until, !f, !g));
  }
}

}  // namespace

Formula shaped_formula(std::mt19937_64& random, FormulaShape shape, std::size_t size,
                       const std::vector<std::string>& atoms) {
  switch (shape) {
    case FormulaShape::Tree: break;
    case FormulaShape::Constants: {
      Formula f = random_formula(random, size, atoms);
      const std::string& some = atoms[below(random, atoms.size())];
      std::unordered_map<Formula, Formula> done;
      const Formula constant = Formula::constant(below(random, 2) == 0);
      for (const Formula g : subformulas(f)) {
        std::vector<Formula> operands;
        for (const Formula operand : g.operands()) operands.push_back(done.at(operand));
        done.emplace(g, g.is(Op::Atom) && g.name() == some ? constant : with_operands(g, operands));
      }
      return done.at(f);
    }
    case FormulaShape::Chain: return chain(random, size, atoms);
    case FormulaShape::Repeated: {
      std::vector<Formula> pool{random_formula(random, 1 + below(random, 3), atoms)};
      const RandomOps ops;
      while (pool.back().size() < size) {
        const Formula one = pool[below(random, pool.size())], other = pool.back();
        pool.push_back(below(random, 3) == 0 ? apply(ops.unary[below(random, ops.unary.size())], {other})
                                             : apply(ops.binary[below(random, ops.binary.size())], {one, other}));
        if (pool.size() > 3 * size) break;  // And and Or may fold for ever
      }
      return pool.back();
    }
    case FormulaShape::Trivial: {
      const Formula truth = always_true(random, 1 + size / 3, atoms);
      return below(random, 2) == 0 ? truth : !truth;
    }
    case FormulaShape::Boolean: {
      RandomOps ops;
      ops.unary = {Op::Not, Op::Finally, Op::Globally, Op::Next};
      ops.binary = {Op::Xor, Op::Equiv, Op::Implies, Op::Xor, Op::Equiv, Op::Until};
      return random_formula(random, size, atoms, ops);
    }
    case FormulaShape::Wide: {
      std::vector<Formula> parts;
      for (std::size_t left = size; left > 3; left -= 3) parts.push_back(random_formula(random, 3, atoms));
      return Formula::nary(below(random, 2) == 0 ? Op::And : Op::Or, parts);
    }
    case FormulaShape::Past: return random_formula(random, size, atoms, RandomOps::with_past());
    case FormulaShape::Regex: return random_formula(random, size, atoms, RandomOps::with_regex());
    case FormulaShape::All: return random_formula(random, size, atoms, RandomOps::with_all());
  }
  return random_formula(random, size, atoms);
}

Formula with_operands(Formula f, const std::vector<Formula>& operands) { return rebuilt(f, operands); }

namespace {

/// Expressions one step simpler: an operand instead of its operator, or a smaller bound.
std::vector<Regex> smaller(Regex r) {
  std::vector<Regex> result;
  if (r.is(Regex::Kind::OneLetter)) {
    for (const Formula f : weir::test::smaller(r.letter())) result.push_back(Regex::letter(f));
    return result;
  }
  const std::vector<Regex> own(r.operands().begin(), r.operands().end());
  result.insert(result.end(), own.begin(), own.end());
  const auto with = [&](std::vector<Regex> operands, std::uint32_t least, std::uint32_t most) {
    switch (r.kind()) {
      case Regex::Kind::Concatenation: return Regex::concatenation(operands);
      case Regex::Kind::Fusion: return Regex::fusion(operands);
      case Regex::Kind::Union: return Regex::any_of(operands);
      case Regex::Kind::Intersection: return Regex::all_of(operands);
      case Regex::Kind::LooseIntersection: return Regex::loosely_all_of(operands);
      case Regex::Kind::Repetition: return Regex::repetition(operands[0], least, most);
      case Regex::Kind::FusionRepetition: return Regex::fusion_repetition(operands[0], least, most);
      case Regex::Kind::FirstMatch: return Regex::first_match(operands[0]);
      default: return r;
    }
  };
  for (std::size_t i = 0; i < own.size(); ++i) {
    std::vector<Regex> changed = own;
    for (const Regex part : smaller(own[i])) {
      changed[i] = part;
      result.push_back(with(changed, r.least(), r.most()));
    }
    if (own.size() > 2) {
      changed = own;
      changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(i));
      result.push_back(with(changed, r.least(), r.most()));
    }
  }
  if (r.is(Regex::Kind::Repetition) || r.is(Regex::Kind::FusionRepetition)) {
    if (r.least() > 0) result.push_back(with(own, r.least() - 1, r.most()));
    if (r.most() != Regex::kUnbounded && r.most() > r.least()) result.push_back(with(own, r.least(), r.most() - 1));
  }
  return result;
}

}  // namespace

std::vector<Formula> smaller(Formula f) {
  std::vector<Formula> result;
  if (f.is(Op::True) || f.is(Op::False)) return result;
  result.push_back(Formula::constant(true));
  result.push_back(Formula::constant(false));
  const std::vector<Formula> own(f.operands().begin(), f.operands().end());
  result.insert(result.end(), own.begin(), own.end());
  if (has_regex(f.op())) {
    for (const Regex r : smaller(f.regex()))
      result.push_back(f.is(Op::Closure) ? Formula::closure(r) : Formula::suffix(f.op(), r, f[0]));
    if (f.is(Op::Closure)) return result;
    for (const Formula g : smaller(f[0])) result.push_back(Formula::suffix(f.op(), f.regex(), g));
    return result;
  }
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
