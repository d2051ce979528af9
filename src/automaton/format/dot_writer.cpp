// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "automaton/format/writers.h"

namespace weir {
namespace {

/// Long labels are broken at their disjunctions to keep the drawing narrow.
constexpr std::size_t kLineWidth = 28;

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') {
      result += "\\n";
    } else if (static_cast<unsigned char>(c) >= 32) {
      result += c;
    }
  }
  return result;
}

std::string folded(const std::string& text) {
  std::string result;
  std::size_t line_start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    const bool gap = text[i] == ' ' && i > 0 && (text[i - 1] == '|' || text[i - 1] == '&');
    if (!gap || i - line_start < kLineWidth) continue;
    result.back() = '\n';
    line_start = i;
  }
  return result;
}

/// U+24FF and U+2776 on: numbers in filled circles.
std::string circled(std::uint32_t mark) {
  if (mark == 0) return "\u24FF";
  if (mark > 10) return fmt::format("({})", mark);
  const std::uint32_t code = 0x2776 + mark - 1;
  return {static_cast<char>(0xE0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 0x3F)),
          static_cast<char>(0x80 | (code & 0x3F))};
}

std::string circled_marks(MarkSet marks) {
  std::string text;
  for (std::uint32_t m = 0; m < MarkSet::kCapacity; ++m)
    if (marks.has(m)) text += circled(m);
  return text;
}

}  // namespace

std::string to_dot(const Automaton& automaton) {
  const bool finite = automaton.words() == Words::Finite;
  const bool state_buchi = !finite && automaton.acceptance().to_string() == "Inf(0)" && has_state_marks(automaton);
  std::string out = "digraph automaton {\n  rankdir=LR\n  fontname=\"Helvetica\"\n  labelloc=t\n";
  const auto line = [&](const std::string& text) { out += "  " + text + "\n"; };
  std::string title = automaton.name();
  if (!finite && !state_buchi)
    title += fmt::format("{}[{}]", title.empty() ? "" : "\n", automaton.acceptance().to_string());
  line(fmt::format("label=\"{}\"", escaped(title)));
  line("node [shape=circle, fontname=\"Helvetica\", style=filled, fillcolor=\"#ffffd8\", height=0.4, margin=0.05]");
  line("edge [fontname=\"Helvetica\", arrowhead=vee, arrowsize=0.7]");
  for (std::size_t i = 0; i < automaton.initials().size(); ++i) {
    line(fmt::format("start{} [shape=point, style=invis, width=0, height=0]", i));
    line(fmt::format("start{} -> s{}", i, automaton.initials()[i]));
  }
  for (Automaton::State s = 0; s < automaton.state_count(); ++s) {
    const auto edges = automaton.edges(s);
    const bool accepts = finite ? automaton.accepts_end(s) : state_buchi && !edges.empty() && edges[0].marks.has(0);
    const std::string name = automaton.state_name(s).empty() ? std::to_string(s) : folded(automaton.state_name(s));
    std::string attributes = fmt::format("label=\"{}\"", escaped(name));
    if (name.size() > 3) attributes += ", shape=box, style=\"rounded,filled\"";
    if (accepts) attributes += ", peripheries=2";
    line(fmt::format("s{} [{}]", s, attributes));
    for (const Automaton::Edge& edge : edges) {
      std::string label = folded(label_text(automaton.space(), edge.label));
      if (!state_buchi && !edge.marks.empty()) label += "\n" + circled_marks(edge.marks);
      line(fmt::format("s{} -> s{} [label=\"{}\"]", s, edge.destination, escaped(label)));
    }
  }
  return out + "}\n";
}

}  // namespace weir
