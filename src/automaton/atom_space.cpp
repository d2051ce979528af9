// SPDX-License-Identifier: Apache-2.0
#include "automaton/atom_space.h"

#include "formula/printer.h"

namespace weir {
namespace {

std::string cube_text(const AtomSpace& space, const Cube& cube) {
  if (cube.empty()) return "true";
  std::string text;
  for (const auto& [variable, positive] : cube) {
    if (!text.empty()) text += " & ";
    if (!positive) text += '!';
    text += atom_text(space.name(variable));
  }
  return text;
}

}  // namespace

std::uint32_t AtomSpace::variable(const std::string& name) {
  const auto [entry, fresh] = variables_.try_emplace(name, size());
  if (!fresh) return entry->second;
  if (size() >= kFirstAuxiliary) {
    variables_.erase(entry);
    throw BddLimitReached("more atoms than supported");
  }
  names_.push_back(name);
  return size() - 1;
}

std::string label_text(AtomSpace& space, Bdd label) {
  if (label == kBddFalse) return "false";
  std::string text;
  for (const Cube& cube : space.bdds.irredundant_cover(label)) {
    if (!text.empty()) text += " | ";
    text += cube_text(space, cube);
  }
  return text;
}

std::string letter_text(const AtomSpace& space, Bdd label) {
  return label == kBddFalse ? "false" : cube_text(space, space.bdds.one_solution(label));
}

}  // namespace weir
