// SPDX-License-Identifier: Apache-2.0
#include "support/grammar/break.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace weir::test {

namespace {

std::vector<Node*> nodes_of(Node& tree) {
  std::vector<Node*> result;
  walk(tree, [&](Node& node) { result.push_back(&node); });
  return result;
}

void disturb(Draw& draw, Node& program) {
  const std::vector<Node*> nodes = nodes_of(program);
  Node& one = *draw.one_of(nodes);
  const Node other = *draw.one_of(nodes);
  switch (draw.below(6)) {
    case 0:
      if (!one.children.empty())
        one.children.erase(one.children.begin() + std::ptrdiff_t(draw.below(one.children.size())));
      break;
    case 1:
      if (&one != &program) one = other;
      break;
    case 2:
      if (!one.children.empty()) one.children.push_back(draw.one_of(one.children));
      break;
    case 3:
      if (one.children.size() > 1) std::swap(one.children.front(), one.children.back());
      break;
    case 4:
      if (!other.text.empty()) one.text = other.text;
      break;
    default:
      if (info(one.kind).sort == info(other.kind).sort) one.kind = other.kind;
  }
}

}  // namespace

Node broken(Draw& draw, Node program) {
  for (int i = draw.between(1, 3); i > 0; --i) disturb(draw, program);
  return program;
}

}  // namespace weir::test
