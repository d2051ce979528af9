// SPDX-License-Identifier: Apache-2.0
#include "automaton/atom_space.h"

#include <algorithm>
#include <cctype>

namespace weir {
namespace {

bool is_plain_name(std::string_view name) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) return false;
  static const std::string_view reserved[] = {"true", "false", "U", "R", "V", "W", "M", "X", "F", "G", "xor"};
  if (std::find(std::begin(reserved), std::end(reserved), name) != std::end(reserved)) return false;
  return std::all_of(name.begin(), name.end(),
                     [](unsigned char c) { return c < 128 && (std::isalnum(c) != 0 || c == '_' || c == '.'); });
}

std::string cube_text(const AtomSpace& space, const Cube& cube) {
  if (cube.empty()) return "true";
  std::string text;
  for (const auto& [variable, positive] : cube) {
    if (!text.empty()) text += " & ";
    if (!positive) text += '!';
    text += quoted_atom(space.name(variable));
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

std::string quoted_atom(std::string_view name) {
  if (is_plain_name(name)) return std::string(name);
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
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
