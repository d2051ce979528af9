// SPDX-License-Identifier: Apache-2.0
#include "automaton/format/hoa_writer.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <charconv>

#include "formula/lexical.h"

namespace weir {
namespace {

using lexical::quoted;

void append_number(std::string& out, std::uint32_t number) {
  char digits[10];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

void append_marks(std::string& out, MarkSet marks) {
  const char* before = " {";
  for (std::uint64_t left = marks.bits(); left != 0; left &= left - 1) {
    out += before;
    append_number(out, static_cast<std::uint32_t>(std::countr_zero(left)));
    before = " ";
  }
  if (!marks.empty()) out += '}';
}

class Writer {
 public:
  Writer(const Automaton& automaton, const std::vector<std::string>& properties)
      : automaton_(automaton), properties_(properties), atoms_(automaton.used_atoms()) {
    position_.assign(automaton_.space().size(), 0);
    for (std::uint32_t i = 0; i < atoms_.size(); ++i) position_[atoms_[i]] = i;
  }

  std::string write() {
    const bool finite = automaton_.words() == Words::Finite;
    const bool state_marks = finite || has_state_marks(automaton_);
    headers(finite, state_marks);
    out_ += "--BODY--\n";
    for (Automaton::State s = 0; s < automaton_.state_count(); ++s) state(s, finite, state_marks);
    out_ += "--END--\n";
    return std::move(out_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    out_ += fmt::format(format, std::forward<Args>(args)...);
    out_ += '\n';
  }

  void headers(bool finite, bool state_marks) {
    line("HOA: v1");
    if (!automaton_.name().empty()) line("name: {}", quoted(automaton_.name()));
    line("States: {}", automaton_.state_count());
    for (const Automaton::State s : automaton_.initials()) line("Start: {}", s);
    std::string atoms = fmt::format("AP: {}", atoms_.size());
    for (const std::uint32_t variable : atoms_) atoms += ' ' + quoted(automaton_.space().name(variable));
    line("{}", atoms);
    const std::uint32_t sets = finite ? 1 : automaton_.mark_count();
    const Acceptance condition = finite ? Acceptance::inf(0) : automaton_.acceptance();
    if (const std::string name = acceptance_name(sets, condition); !name.empty()) line("acc-name: {}", name);
    line("Acceptance: {} {}", sets, condition.to_string());
    std::string properties = state_marks ? "state-acc" : "trans-acc";
    const LetterFacts facts = letter_facts(automaton_);
    if (facts.complete) properties += " complete";
    if (facts.deterministic) properties += " deterministic";
    for (const std::string& property : properties_) properties += ' ' + property;
    line("properties: trans-labels explicit-labels {}", properties);
  }

  // Automata may have millions of edges, so the following code formats by hand.
  void state(Automaton::State s, bool finite, bool state_marks) {
    const auto edges = automaton_.edges(s);
    out_ += "State: ";
    append_number(out_, s);
    if (!automaton_.state_name(s).empty()) out_ += ' ' + quoted(automaton_.state_name(s));
    if (finite && automaton_.accepts_end(s)) out_ += " {0}";
    if (!finite && state_marks && !edges.empty()) append_marks(out_, edges.front().marks);
    out_ += '\n';
    for (const Automaton::Edge& edge : edges) {
      const std::size_t before = out_.size();
      out_ += '[';
      label(edge.label);
      out_ += "] ";
      append_number(out_, edge.destination);
      if (!state_marks) append_marks(out_, edge.marks);
      out_ += '\n';
      automaton_.meter().allocate(out_.size() - before);
    }
  }

  void label(Bdd letters) {
    if (letters == kBddTrue) {
      out_ += 't';
      return;
    }
    bool first = true;
    for (const Cube& cube : ranked_cover(automaton_.bdds(), letters, position_)) {
      if (!first) out_ += " | ";
      first = false;
      for (std::size_t i = 0; i < cube.size(); ++i) {
        if (i > 0) out_ += '&';
        if (!cube[i].second) out_ += '!';
        append_number(out_, position_[cube[i].first]);
      }
    }
  }

  const Automaton& automaton_;
  const std::vector<std::string>& properties_;
  std::vector<std::uint32_t> atoms_;
  std::vector<std::uint32_t> position_;  ///< index of a variable among the atoms
  std::string out_;
};

Acceptance parity(bool max, bool odd, std::uint32_t colours) {
  // Built from the least important colour outwards. A run without any colour accepts iff the innermost colour rejects.
  const std::uint32_t innermost = max ? 0 : colours - 1;
  Acceptance result = Acceptance::constant((innermost % 2 == 1) != odd);
  for (std::uint32_t i = 0; i < colours; ++i) {
    const std::uint32_t colour = max ? i : colours - 1 - i;
    const bool good = (colour % 2 == 1) == odd;
    if (good) {
      result = Acceptance::disjunction({Acceptance::inf(colour), result});
    } else {
      result = Acceptance::conjunction({Acceptance::fin(colour), result});
    }
  }
  return result;
}

Acceptance pairs(std::uint32_t count, bool rabin) {
  std::vector<Acceptance> parts;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::vector<Acceptance> pair{Acceptance::fin(2 * i), Acceptance::inf(2 * i + 1)};
    parts.push_back(rabin ? Acceptance::conjunction(pair) : Acceptance::disjunction(pair));
  }
  return rabin ? Acceptance::disjunction(parts) : Acceptance::conjunction(parts);
}

}  // namespace

std::string acceptance_name(std::uint32_t mark_count, const Acceptance& acceptance) {
  const std::string text = acceptance.to_string();
  const auto is = [&](const Acceptance& candidate) { return candidate.to_string() == text; };
  if (mark_count == 0) return text == "t" ? "all" : text == "f" ? "none" : "";
  if (mark_count == 1) return text == "Inf(0)" ? "Buchi" : text == "Fin(0)" ? "co-Buchi" : "";
  if (is(Acceptance::generalized_buchi(mark_count))) return fmt::format("generalized-Buchi {}", mark_count);
  if (is(Acceptance::generalized_buchi(mark_count).negated()))
    return fmt::format("generalized-co-Buchi {}", mark_count);
  if (mark_count % 2 == 0 && is(pairs(mark_count / 2, true))) return fmt::format("Rabin {}", mark_count / 2);
  if (mark_count % 2 == 0 && is(pairs(mark_count / 2, false))) return fmt::format("Streett {}", mark_count / 2);
  for (const bool max : {false, true})
    for (const bool odd : {false, true})
      if (is(parity(max, odd, mark_count)))
        return fmt::format("parity {} {} {}", max ? "max" : "min", odd ? "odd" : "even", mark_count);
  return "";
}

std::string to_hoa(const Automaton& automaton, const std::vector<std::string>& properties) {
  return Writer(automaton, properties).write();
}

}  // namespace weir
