// SPDX-License-Identifier: Apache-2.0
#include "formula/foreign_syntax.h"

#include <algorithm>
#include <iterator>

#include "formula/lexical.h"
#include "formula/patterns/named_pattern.h"

namespace weir {
namespace {

struct Row {
  std::string_view text;
  std::string_view ours;
  std::string_view origin;
};

constexpr Row kForeignInfixes[] = {
    {"~>", "G (p -> F q)' or 'response(p, q)", "TLA+'s leads-to"},
    {"leadsto", "G (p -> F q)' or 'response(p, q)", "the leads-to of UNITY"},
    {"leads", "G (p -> F q)' or 'response(p, q)", "the leads-to of UNITY"},
    {"==>", "->", "an implication"},
    {"##", "{a; b}", "a delay of SVA"},
    {"until!", "U", "PSL's strong until"},
    {"until_", "p U (p & q)", "PSL's overlapping until"},
    {"unless", "W", "weak until"},
    {"weak_until", "W", "weak until"},
    {"before!", "!q U p", "PSL's before"},
    {"since", "S", "an operator of the past"},
    {"triggered", "T", "an operator of the past"},
};

constexpr struct {
  std::string_view word;
  std::string_view ours;
} kWords[] = {{"always", "G"},       {"globally", "G"},   {"henceforth", "G"}, {"eventually", "F"},
              {"finally", "F"},      {"sometime", "F"},   {"sometimes", "F"},  {"next", "X"},
              {"not", "!"},          {"NOT", "!"},        {"never", "G !"},    {"once", "O"},
              {"historically", "H"}, {"previously", "Y"}, {"yesterday", "Y"},  {"previous", "Y"}};

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

}  // namespace

namespace {

/// `G` or, in Spin's words, `[]`.
std::string path_operator(char c, bool spin) {
  if (!spin || c == 'X') return std::string(1, c);
  return c == 'G' ? "[]" : "<>";
}

ForeignOperator quantifier(std::string_view word, bool spin) {
  const bool all = word.starts_with('A');
  if (!all && !word.starts_with('E')) return {};
  const std::string_view logic = "; formulas here are LTL, which speaks of all runs: ";
  if (word.size() == 1) {
    return {word, quoted(word) + " quantifies over runs, as in CTL" + std::string(logic) +
                      (all ? "leave it out" : "check the negation, whose counterexample is such a run")};
  }
  if (word.size() != 2 || std::string_view("GFX").find(word[1]) == std::string_view::npos) return {};
  const char dual = word[1] == 'G' ? 'F' : word[1] == 'F' ? 'G' : 'X';
  return {word, quoted(word) + " is an operator of CTL" + std::string(logic) +
                    (all ? "write " + quoted(path_operator(word[1], spin))
                         : "for " + quoted(std::string(word) + " p") + " check " +
                               quoted(path_operator(dual, spin) + " !p") + ", whose counterexample is such a run")};
}

}  // namespace

ForeignOperator foreign_quantifier(std::string_view word) { return quantifier(word, false); }

ForeignOperator foreign_infix(std::string_view text) {
  const std::size_t length = lexical::name_length(text);
  for (const auto& [sign, ours, origin] : kForeignInfixes) {
    if (!text.starts_with(sign)) continue;
    const bool word = lexical::name_length(sign) > 0;
    if (word && length > lexical::name_length(sign)) continue;
    // `p until !q` is not PSL.
    if (sign.ends_with('!') && text.size() > sign.size() && text[sign.size()] != ' ' && text[sign.size()] != '_')
      continue;
    return {text.substr(0, sign.size()),
            quoted(sign) + " is " + std::string(origin) + ", which is written '" + std::string(ours) + "' here"};
  }
  if (text.starts_with("|->") || text.starts_with("|=>")) {
    return {text.substr(0, 3), "the left of " + quoted(text.substr(0, 3)) +
                                   " is a regular expression in braces, as in '{a; b} " +
                                   std::string(text.substr(0, 3)) + " f'"};
  }
  return {};
}

std::string_view operator_for_word(std::string_view word) {
  const auto found =
      std::find_if(std::begin(kWords), std::end(kWords), [&](const auto& row) { return row.word == word; });
  return found == std::end(kWords) ? std::string_view() : found->ours;
}

ForeignOperator unknown_to_spin(std::string_view word) {
  const bool past = word.size() == 1 && std::string_view("YZOHSTB").find(word) != std::string_view::npos;
  if (past)
    return {word, quoted(word) +
                      " is an operator of the past, which Spin's ltl blocks do not have; give the formula with --ltl"};
  if (is_pattern_name(word))
    return {word,
            quoted(word) + " is a pattern of weir, which Spin's ltl blocks do not have; give the formula with --ltl"};
  if (word == "M" || word == "F" || word == "G" || word == "R")
    return {word, quoted(word) + " is not an operator of Spin's ltl blocks" +
                      (word == "F"   ? ": write '<>'"
                       : word == "G" ? ": write '[]'"
                       : word == "R" ? ": write 'V'"
                                     : "; give the formula with --ltl")};
  if (ForeignOperator ctl = quantifier(word, true); !ctl.text.empty() && word.size() == 2) return ctl;
  return foreign_infix(word);
}

}  // namespace weir
