// SPDX-License-Identifier: Apache-2.0
#include "automaton/atom_space.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace weir {
namespace {

std::string cube_text(const AtomSpace& space, const Cube& cube, Syntax syntax = Syntax::Weir) {
  if (cube.empty()) return "true";
  std::string text;
  for (const auto& [variable, positive] : cube) {
    if (!text.empty()) text += " & ";
    if (!positive) text += '!';
    text += atom_text(space.name(variable), syntax);
  }
  return text;
}

}  // namespace

std::uint32_t AtomSpace::variable(const std::string& name) {
  const auto [entry, fresh] = variables_.try_emplace(name, size());
  if (!fresh) return entry->second;
  if (size() >= BddManager::kMaxVariables) {
    variables_.erase(entry);
    too_large("more atoms than supported");
  }
  names_.push_back(name);
  return size() - 1;
}

const std::vector<std::uint32_t>& AtomSpace::alphabetical() const {
  if (alphabetical_.size() == names_.size()) return alphabetical_;
  std::vector<std::uint32_t> order(size());
  alphabetical_.resize(size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return names_[a] < names_[b]; });
  for (std::uint32_t i = 0; i < size(); ++i) alphabetical_[order[i]] = i;
  return alphabetical_;
}

std::vector<Cube> ranked_cover(BddManager& bdds, Bdd label, std::span<const std::uint32_t> rank) {
  std::vector<Cube> cubes = bdds.irredundant_cover(label);
  const auto before = [&](const Cube::value_type& a, const Cube::value_type& b) {
    return std::pair(rank[a.first], a.second) < std::pair(rank[b.first], b.second);
  };
  for (Cube& cube : cubes)
    if (!std::is_sorted(cube.begin(), cube.end(), before)) std::sort(cube.begin(), cube.end(), before);
  if (cubes.size() == 1) return cubes;
  std::sort(cubes.begin(), cubes.end(), [&](const Cube& a, const Cube& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), before);
  });
  return cubes;
}

std::string label_text(AtomSpace& space, Bdd label, Syntax syntax) {
  if (label == kBddFalse) return "false";
  std::string text;
  for (const Cube& cube : ranked_cover(space.bdds, label, space.alphabetical())) {
    if (!text.empty()) text += " | ";
    text += cube_text(space, cube, syntax);
  }
  return text;
}

std::string letter_text(const AtomSpace& space, Bdd label) {
  if (label == kBddFalse) return "false";
  Cube letter = space.bdds.one_solution(label);
  std::sort(letter.begin(), letter.end(),
            [&](const auto& a, const auto& b) { return space.name(a.first) < space.name(b.first); });
  return cube_text(space, letter);
}

std::optional<Bdd> label_of(Formula formula, AtomSpace& space) {
  BddManager& bdds = space.bdds;
  std::unordered_map<Formula, Bdd> value;
  for (const Formula f : subformulas(formula)) {
    const auto of = [&](std::size_t i) { return value.at(f[i]); };
    Bdd result = f.is(Op::True) || f.is(Op::And) ? kBddTrue : kBddFalse;
    switch (f.op()) {
      case Op::True:
      case Op::False: break;
      case Op::Atom: result = space.atom(f.name()); break;
      case Op::Not: result = bdds.negate(of(0)); break;
      case Op::And:
        for (const Formula part : f.operands()) result = bdds.conjoin(result, value.at(part));
        break;
      case Op::Or:
        for (const Formula part : f.operands()) result = bdds.disjoin(result, value.at(part));
        break;
      case Op::Implies: result = bdds.disjoin(bdds.negate(of(0)), of(1)); break;
      case Op::Equiv: result = bdds.negate(bdds.exclusive_or(of(0), of(1))); break;
      case Op::Xor: result = bdds.exclusive_or(of(0), of(1)); break;
      default: return std::nullopt;
    }
    value.emplace(f, result);
  }
  return value.at(formula);
}

}  // namespace weir
