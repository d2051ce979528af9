// SPDX-License-Identifier: Apache-2.0
#include "automaton/monitor_writer.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

#include <fmt/core.h>

#include "base/assert.h"

namespace weir {
namespace {

std::string c_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      result += fmt::format("\\{}", c);
    else if (byte < 32 || byte > 126)
      result += fmt::format("\\{:03o}", byte);
    else
      result += c;
  }
  return result + '"';
}

/// One C++ identifier per atom: its letters and digits, with a prefix so that no keyword is hit.
std::vector<std::string> identifiers(const Automaton& automaton) {
  std::vector<std::string> result;
  std::set<std::string> taken;
  for (const std::uint32_t variable : automaton.atoms()) {
    std::string name = "is_";
    for (const char c : automaton.space().name(variable))
      name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    while (!taken.insert(name).second) name += 'x';
    result.push_back(name);
  }
  return result;
}

std::string condition(const Automaton& automaton, Bdd label, const std::vector<std::string>& names) {
  if (label == kBddTrue) return "true";
  std::string text;
  for (const Cube& cube : automaton.bdds().irredundant_cover(label)) {
    if (!text.empty()) text += " || ";
    std::string product;
    for (const auto& [variable, positive] : cube) {
      const auto& atoms = automaton.atoms();
      const auto position = std::find(atoms.begin(), atoms.end(), variable) - atoms.begin();
      product += fmt::format("{}{}letter.{}", product.empty() ? "" : " && ", positive ? "" : "!",
                             names[static_cast<std::size_t>(position)]);
    }
    text += cube.size() > 1 ? fmt::format("({})", product) : product;
  }
  return text;
}

constexpr const char* kHead = R"(// Monitor of the formula{}
// on finite words. Written by weir; it needs nothing but a C++17 compiler.
#include <cstdint>

struct Letter {{  // one position of the word: the atoms that hold there
{}}};

class Monitor {{
 public:
  /// Reads one position.
  void step(const Letter& letter) {{
    state_ = next(state_, letter);
  }}
  /// Does the word read so far satisfy the formula, if it ends here?
  bool satisfied() const {{
    switch (state_) {{
{}      default: return false;
    }}
  }}
  /// Will satisfied() stay as it is, whatever follows?
  bool decided() const {{
    switch (state_) {{
{}      default: return false;
    }}
  }}

 private:
  static constexpr std::uint32_t kSink = {};
  static std::uint32_t next(std::uint32_t state, const Letter& letter) {{
    (void)letter;
    switch (state) {{
{}      default: return kSink;
    }}
  }}
  std::uint32_t state_ = {};
}};
)";

constexpr const char* kMain = R"(
#ifdef MONITOR_MAIN
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>

int main() {{
  Monitor monitor;
  std::string line;
  while (std::getline(std::cin, line)) {{
    std::istringstream words(line);
    std::string word;
    Letter letter;
    while (words >> word) {{
{}    }}
    monitor.step(letter);
  }}
  std::printf("%s%s\n", monitor.satisfied() ? "satisfied" : "violated", monitor.decided() ? ", decided" : "");
  return monitor.satisfied() ? 0 : 1;
}}
#endif
)";

}  // namespace

std::string to_cpp_monitor(const Automaton& automaton) {
  WEIR_ASSERT(automaton.words() == Words::Finite && is_deterministic(automaton), "a deterministic finite automaton");
  const std::vector<std::string> names = identifiers(automaton);
  std::string fields, satisfied, decided, next, parse;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string atom = c_string(automaton.space().name(automaton.atoms()[i]));
    fields += fmt::format("  bool {} = false;  // {}\n", names[i], atom);
    parse += fmt::format("      if (word == {}) letter.{} = true;\n", atom, names[i]);
  }
  const std::uint32_t sink = automaton.state_count();
  for (Automaton::State s = 0; s < automaton.state_count(); ++s) {
    if (automaton.accepts_end(s)) satisfied += fmt::format("      case {}: return true;\n", s);
    std::string moves;
    Bdd seen = kBddFalse;
    bool stays = true;
    for (const Automaton::Edge& edge : automaton.edges(s)) {
      seen = automaton.bdds().disjoin(seen, edge.label);
      stays = stays && edge.destination == s;
      if (seen == kBddTrue)
        moves += fmt::format("        return {};\n", edge.destination);
      else
        moves += fmt::format("        if ({}) return {};\n", condition(automaton, edge.label, names), edge.destination);
    }
    if (seen != kBddTrue) moves += "        return kSink;\n";
    next += fmt::format("      case {}:\n{}", s, moves);
    const bool for_ever = stays && (automaton.accepts_end(s) ? seen == kBddTrue : true);
    if (for_ever) decided += fmt::format("      case {}: return true;\n", s);
  }
  decided += "      case kSink: return true;\n";
  const std::string title = automaton.name().empty() ? "" : fmt::format("\n//     {}", automaton.name());
  return fmt::format(kHead, title, fields, satisfied, decided, sink, next, automaton.initials().front()) +
         fmt::format(kMain, parse);
}

}  // namespace weir
