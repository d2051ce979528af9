// SPDX-License-Identifier: Apache-2.0
#include "support/promela/references.h"

#include <algorithm>

namespace weir::test {

namespace {

using P = Production;

bool is_label(const Node& node) {
  return node.is(P::PlainLabel) || node.is(P::EndLabel) || node.is(P::ProgressLabel) || node.is(P::AcceptLabel) ||
         node.is(P::LabelAlone);
}

/// Labels and jumps, each with the enclosing d_step: no jump may enter or leave one.
struct Jumps {
  struct Label {
    std::string name;
    const Node* d_step;
  };
  struct Jump {
    Node* node;
    const Node* d_step;
    std::vector<std::string> own;  ///< labels of the jump itself, which is no valid target
  };
  std::vector<Label> labels;
  std::vector<Jump> open;

  void collect(Node& node, const Node* d_step, std::vector<std::string> own = {}) {
    if (is_label(node)) {
      labels.push_back({node.text, d_step});
      own.push_back(node.text);
    } else if (!node.is(P::Goto)) {
      own.clear();
    }
    if (node.is(P::Goto) && node.text.empty()) open.push_back({&node, d_step, own});
    for (Node& child : node.children) collect(child, node.is(P::DStep) ? &node : d_step, own);
  }
};

/// A number of another process: a parameter, a local, or its _pid.
Node remote_member(Draw& draw, const Profile& profile, const Environment& environment, const DeclaredProcess& process) {
  std::vector<const DeclaredVariable*> candidates;
  for (const std::vector<DeclaredVariable>* list : {&process.parameters, &process.locals})
    for (const DeclaredVariable& local : *list)
      // Spin forgets the index of an element of another process.
      if (local.type.is_number() && !(profile.for_spin() && local.size > 0)) candidates.push_back(&local);
  if (candidates.empty() || draw.chance(5))
    return leaf(profile.on(Feature::Priorities) && draw.chance(40) ? P::OwnPriority : P::OwnPid);
  const DeclaredVariable& chosen = *draw.one_of(candidates);
  if (chosen.size == 0) return variable(chosen.name);
  if (draw.chance(30) && !environment.globals.empty()) {
    std::vector<const DeclaredVariable*> bits;
    for (const DeclaredVariable& global : environment.globals)
      if (global.size == 0 && global.type.basic == Basic::Bit) bits.push_back(&global);
    if (!bits.empty() && chosen.size >= 2) return make(P::Element, {variable(draw.one_of(bits)->name)}, chosen.name);
  }
  const int beyond = profile.on(Feature::Faults) && draw.chance(20) ? 1 : 0;
  return make(P::Element, {number(draw.between(0, chosen.size - 1 + beyond))}, chosen.name);
}

}  // namespace

std::vector<std::string> resolve_jumps(Draw& draw, Node& body) {
  Jumps jumps;
  jumps.collect(body, nullptr);
  for (const Jumps::Jump& jump : jumps.open) {
    const bool anywhere = draw.chance(5);
    std::vector<std::string> possible;
    for (const Jumps::Label& label : jumps.labels) {
      const bool circle = std::find(jump.own.begin(), jump.own.end(), label.name) != jump.own.end();
      if (label.d_step == jump.d_step && (anywhere || !circle)) possible.push_back(label.name);
    }
    if (possible.empty())
      *jump.node = leaf(P::Skip);
    else
      jump.node->text = draw.one_of(possible);
  }
  std::vector<std::string> names;
  for (const Jumps::Label& label : jumps.labels) names.push_back(label.name);
  return names;
}

void resolve_remote(Draw& draw, const Profile& profile, const Environment& environment, Node& tree) {
  walk(tree, [&](Node& node) {
    const bool label = node.is(P::RemoteLabel) || node.is(P::RemoteLabelOfOldest);
    const bool member = node.is(P::RemoteVariable) || node.is(P::RemoteVariableOfOldest);
    if ((!label && !member) || !node.children.front().text.empty() || !node.children.front().is(P::Name)) return;
    const auto process = std::find_if(environment.processes.begin(), environment.processes.end(),
                                      [&](const DeclaredProcess& candidate) { return candidate.name == node.text; });
    if (label && !process->labels.empty()) {
      node.children.front().text = draw.one_of(process->labels);
      return;
    }
    if (label) node.kind = node.is(P::RemoteLabel) ? P::RemoteVariable : P::RemoteVariableOfOldest;
    node.children.front() = remote_member(draw, profile, environment, *process);
  });
}

}  // namespace weir::test
