// SPDX-License-Identifier: Apache-2.0
#include "automaton/format/monitor_writer.h"

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

/// One C++ identifier per atom: its letters and digits, with a prefix that avoids keywords.
std::vector<std::string> identifiers(const Automaton& automaton) {
  std::vector<std::string> result;
  std::set<std::string> taken;
  for (const std::uint32_t variable : automaton.atoms()) {
    std::string name = "is_" + identifier_words(automaton.space().name(variable));
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

/// The formula for a comment: it must neither end the comment nor continue on the next line.
std::string comment(std::string_view text) {
  std::string result;
  for (const char c : text) result += static_cast<unsigned char>(c) < 32 || c == 127 ? ' ' : c;
  if (result.ends_with('\\')) result += ' ';
  return result;
}

std::uint32_t fnv1a(std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash;
}

constexpr const char* kHead = R"(// Monitor of the formula{title}
// on finite words. Written by weir; it needs nothing but a C++17 compiler.
#ifndef {name}_INCLUDED
#define {name}_INCLUDED
#include <cstdint>

class {name} {{
 public:
  struct Letter {{  // one position of the word: the atoms that hold there
{fields}  }};
)";

constexpr const char* kBody = R"(
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
#if defined(MONITOR_MAIN) && !defined(MONITOR_HAS_MAIN)
#define MONITOR_HAS_MAIN
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>

int main() {{
  {name} monitor;
  std::string line;
  while (std::getline(std::cin, line)) {{
    std::istringstream words(line);
    std::string word;
    {name}::Letter letter;
    while (words >> word) {{
{parse}    }}
    monitor.step(letter);
  }}
  std::printf("%s%s\n", monitor.satisfied() ? "satisfied" : "violated", monitor.decided() ? ", decided" : "");
  return monitor.satisfied() ? 0 : 1;
}}
#endif

#endif
)";

}  // namespace

std::string identifier_words(std::string_view text) {
  std::string words;
  for (const char c : text) {
    const bool letter = static_cast<unsigned char>(c) < 128 && std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (letter) {
      words += c;
    } else if (!words.empty() && words.back() != '_') {
      words += '_';
    }
  }
  if (words.ends_with('_')) words.pop_back();
  return words;
}

bool is_class_name(std::string_view name) {
  static const std::set<std::string_view> kKeywords = {"alignas",   "alignof",      "and",           "and_eq",
                                                       "asm",       "auto",         "bitand",        "bitor",
                                                       "bool",      "break",        "case",          "catch",
                                                       "char",      "char16_t",     "char32_t",      "char8_t",
                                                       "class",     "co_await",     "co_return",     "co_yield",
                                                       "compl",     "concept",      "const",         "const_cast",
                                                       "consteval", "constexpr",    "constinit",     "continue",
                                                       "decltype",  "default",      "delete",        "do",
                                                       "double",    "dynamic_cast", "else",          "enum",
                                                       "explicit",  "export",       "extern",        "false",
                                                       "float",     "for",          "friend",        "goto",
                                                       "if",        "inline",       "int",           "long",
                                                       "main",      "mutable",      "namespace",     "new",
                                                       "noexcept",  "not",          "not_eq",        "nullptr",
                                                       "operator",  "or",           "or_eq",         "private",
                                                       "protected", "public",       "register",      "reinterpret_cast",
                                                       "requires",  "return",       "short",         "signed",
                                                       "sizeof",    "static",       "static_assert", "static_cast",
                                                       "std",       "struct",       "switch",        "template",
                                                       "this",      "thread_local", "throw",         "true",
                                                       "try",       "typedef",      "typeid",        "typename",
                                                       "union",     "unsigned",     "using",         "virtual",
                                                       "void",      "volatile",     "wchar_t",       "while",
                                                       "xor",       "xor_eq"};
  if (name.empty() || (name[0] >= '0' && name[0] <= '9') || name[0] == '_') return false;
  const bool characters = std::all_of(name.begin(), name.end(), [](char c) {
    return c == '_' || (static_cast<unsigned char>(c) < 128 && std::isalnum(static_cast<unsigned char>(c)) != 0);
  });
  return characters && name.find("__") == std::string_view::npos && !kKeywords.contains(name);
}

std::string to_cpp_monitor(const Automaton& automaton, const std::string& name) {
  WEIR_ASSERT(automaton.words() == Words::Finite && is_deterministic(automaton), "a deterministic finite automaton");
  const std::vector<std::string> names = identifiers(automaton);
  std::string fields, satisfied, decided, next, parse;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string atom = c_string(automaton.space().name(automaton.atoms()[i]));
    fields += fmt::format("    bool {} = false;  // {}\n", names[i], atom);
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
  const std::string body = fmt::format(kBody, satisfied, decided, sink, next, automaton.initials().front());
  const std::string title = automaton.name().empty() ? "" : "\n//     " + comment(automaton.name());
  std::string called = name;
  if (called.empty()) {
    constexpr std::size_t kLongest = 40;
    const std::string words = identifier_words(identifier_words(automaton.name()).substr(0, kLongest));
    called = fmt::format("Monitor_{}{}{:08x}", words, words.empty() ? "" : "_", fnv1a(title + fields + body));
  }
  using fmt::arg;
  return fmt::format(kHead, arg("title", title), arg("name", called), arg("fields", fields)) + body +
         fmt::format(kMain, arg("name", called), arg("parse", parse));
}

}  // namespace weir
