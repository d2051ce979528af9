// SPDX-License-Identifier: Apache-2.0
#include "support/random_hoa.h"

#include <algorithm>
#include <numeric>
#include <sstream>
#include <vector>

namespace weir::test {
namespace {

using State = Automaton::State;

std::string marks_text(MarkSet marks) {
  std::string text;
  for (std::uint32_t m = 0; m < MarkSet::kCapacity; ++m)
    if (marks.has(m)) text += (text.empty() ? " {" : " ") + std::to_string(m);
  return text.empty() ? "" : text + "}";
}

class Text {
 public:
  Text(std::mt19937_64& random, const Automaton& automaton)
      : random_(random), automaton_(automaton), atoms_(automaton.used_atoms()) {
    numbers_.resize(automaton.state_count());
    std::iota(numbers_.begin(), numbers_.end(), 0);
    if (chance(2)) std::shuffle(numbers_.begin(), numbers_.end(), random_);
    if (chance(3))
      for (std::uint32_t& number : numbers_) number = 3 * number + 2;  // gaps
    aliases_ = chance(3) && !atoms_.empty();
    implicit_ = chance(2) && is_deterministic(automaton) && is_complete(automaton) && atoms_.size() <= 3;
  }

  std::string write() {
    headers();
    out_ << "--BODY--\n";
    std::vector<State> order(automaton_.state_count());
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random_);
    for (const State s : order) state(s);
    out_ << "--END--\n";
    return out_.str();
  }

 private:
  bool chance(int one_in) { return random_() % static_cast<unsigned>(one_in) == 0; }

  void headers() {
    out_ << "HOA: v1\n";
    std::vector<std::string> lines;
    for (const State s : automaton_.initials()) lines.push_back("Start: " + std::to_string(numbers_[s]));
    std::string atoms = "AP: " + std::to_string(atoms_.size());
    for (const std::uint32_t v : atoms_) atoms += " \"" + automaton_.space().name(v) + "\"";
    lines.push_back(atoms);
    const bool finite = automaton_.words() == Words::Finite;
    lines.push_back(finite ? "Acceptance: 1 Inf(0)"
                           : "Acceptance: " + std::to_string(automaton_.mark_count()) + " " +
                                 automaton_.acceptance().to_string());
    if (chance(2)) lines.push_back("tool: \"random\"");
    if (chance(3)) lines.push_back("name: \"some \\\"automaton\\\"\"");
    std::shuffle(lines.begin(), lines.end(), random_);
    for (const std::string& line : lines) out_ << line << "\n";
    if (aliases_) out_ << "Alias: @first 0\nAlias: @other !@first\n";
    if (chance(4)) out_ << "/* a comment */\n";
  }

  void state(State s) {
    const auto edges = automaton_.edges(s);
    const bool finite = automaton_.words() == Words::Finite;
    const auto same = [&](auto part) {
      return std::all_of(edges.begin(), edges.end(), [&](const auto& e) { return part(e) == part(edges.front()); });
    };
    const bool state_marks = !edges.empty() && same([](const auto& e) { return e.marks; }) && chance(2);
    const bool state_label = !implicit_ && !edges.empty() && same([](const auto& e) { return e.label; }) && chance(2);
    // Some of the marks that all edges share may be on the state.
    MarkSet common = MarkSet::first(MarkSet::kCapacity);
    for (const auto& edge : edges) common = common & edge.marks;
    if (edges.empty() || chance(2)) common = {};
    if (state_marks) common = edges.front().marks;
    out_ << "State: ";
    if (state_label) out_ << "[" << label(edges.front().label) << "] ";
    out_ << numbers_[s];
    if (chance(3)) out_ << " \"s" << s << "\"";
    out_ << (finite ? (automaton_.accepts_end(s) ? " {0}" : "") : marks_text(common)) << "\n";
    if (implicit_) {
      for (std::uint32_t letter = 0; letter < 1U << atoms_.size(); ++letter) {
        for (const auto& edge : edges) {
          if (!reads(edge.label, letter)) continue;
          out_ << numbers_[edge.destination] << marks_text(edge.marks.without(common)) << "\n";
        }
      }
      return;
    }
    if (!state_label && chance(6)) out_ << "[f] " << numbers_[s] << "\n";
    for (const auto& edge : edges) {
      if (!state_label) out_ << "[" << label(edge.label) << "] ";
      out_ << numbers_[edge.destination] << marks_text(edge.marks.without(common)) << "\n";
    }
  }

  bool reads(Bdd letters, std::uint32_t letter) const {
    return automaton_.bdds().evaluate(letters, [&](std::uint32_t variable) {
      const auto place = std::find(atoms_.begin(), atoms_.end(), variable) - atoms_.begin();
      return (letter >> place & 1) != 0;
    });
  }

  std::string label(Bdd letters) {
    if (letters == kBddTrue) return chance(2) || atoms_.empty() ? "t" : "0 | !0 | t";
    std::string text;
    for (const Cube& cube : automaton_.bdds().irredundant_cover(letters)) {
      std::string product;
      for (const auto& [variable, positive] : cube) {
        const auto place = std::find(atoms_.begin(), atoms_.end(), variable) - atoms_.begin();
        std::string literal = (positive ? "" : "!") + std::to_string(place);
        if (aliases_ && place == 0) literal = positive ? "@first" : "@other";
        product += (product.empty() ? "" : " & ") + literal;
      }
      text += (text.empty() ? "(" : " | (") + product + ")";
    }
    return chance(5) ? "!(!(" + text + "))" : text;
  }

  std::mt19937_64& random_;
  const Automaton& automaton_;
  std::vector<std::uint32_t> atoms_;
  std::vector<std::uint32_t> numbers_;
  bool aliases_ = false, implicit_ = false;
  std::ostringstream out_;
};

}  // namespace

std::string random_hoa(std::mt19937_64& random, const Automaton& automaton) { return Text(random, automaton).write(); }

}  // namespace weir::test
