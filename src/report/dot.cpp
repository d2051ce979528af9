// SPDX-License-Identifier: Apache-2.0
#include "report/dot.h"

#include <algorithm>

#include <fmt/core.h>

#include "base/text/printable.h"
#include "base/text/value_text.h"
#include "report/changes.h"

namespace weir {
namespace {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : printable_lines(text)) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') {
      result += "\\n";
    } else {
      result += c;
    }
  }
  return result;
}

std::string node_label(const TraceStep& step, const TraceStep* before) {
  std::string label;
  static const TraceStep nothing;
  for (const Variable* variable : changed_variables((before == nullptr ? nothing : *before).state, step.state))
    label += variable->name + " = " + value_text(variable->value) + "\n";
  for (const AtomValue& atom : step.atoms) {
    if (atom.value) label += "[" + atom.atom + "] ";
  }
  return label;
}

std::string cluster(const PropertyResult& property, std::size_t number) {
  const Counterexample& run = property.counterexample;
  const std::size_t length = run.prefix.size() + run.cycle.size();
  const auto at = [&](std::size_t i) -> const TraceStep& {
    return i < run.prefix.size() ? run.prefix[i] : run.cycle[i - run.prefix.size()];
  };
  std::string text = fmt::format("  subgraph cluster_{} {{\n    label=\"{}\";\n", number,
                                 escaped(property.name + ": " + property.formula));
  for (std::size_t i = 0; i < length; ++i) {
    const bool in_cycle = i >= run.prefix.size();
    text += fmt::format("    p{}_{} [label=\"{}\"{}];\n", number, i,
                        escaped(fmt::format("{}\n{}", i, node_label(at(i), i == 0 ? nullptr : &at(i - 1)))),
                        in_cycle ? ", style=filled, fillcolor=\"#fde0c5\"" : "");
    if (at(i).last) continue;
    const std::size_t next = i + 1 < length ? i + 1 : run.prefix.size();
    const StepDescription& step = at(i).step;
    const std::string event =
        at(i).stutters ? "(repeats)" : (step.process.empty() ? "" : step.process + ": ") + step.event;
    text += fmt::format("    p{0}_{1} -> p{0}_{2} [label=\"{3}\"];\n", number, i, next, escaped(event));
  }
  return text + "  }\n";
}

}  // namespace

std::string dot_report(const CheckResult& result) {
  std::string text = "digraph counterexamples {\n  node [shape=box, fontname=\"monospace\"];\n";
  for (std::size_t i = 0; i < result.properties.size(); ++i) {
    if (result.properties[i].has_counterexample) text += cluster(result.properties[i], i);
  }
  return text + "}\n";
}

}  // namespace weir
