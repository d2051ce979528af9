// SPDX-License-Identifier: Apache-2.0
// A text as a tree of productions, and its printer.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "support/grammar/productions.h"

namespace weir::test {

struct Node {
  Production kind = Production::Skip;
  std::string text = {};  ///< a name, number or format; %t in the pattern
  std::vector<Node> children = {};

  bool is(Production production) const { return kind == production; }
  Sort sort() const { return info(kind).sort; }
};

inline Node make(Production kind, std::vector<Node> children = {}, std::string text = {}) {
  return {kind, std::move(text), std::move(children)};
}
inline Node leaf(Production kind, std::string text = {}) { return {kind, std::move(text), {}}; }
inline Node number(std::int64_t value) {
  if (value < 0) return leaf(Production::NegativeNumber, std::to_string(-value));
  return leaf(Production::Number, std::to_string(value));
}
inline Node name(std::string text) { return leaf(Production::Name, std::move(text)); }
inline Node variable(std::string text) { return leaf(Production::Variable, std::move(text)); }

/// Counts how often each production was printed, and which statements had a label.
struct Coverage {
  std::array<std::uint64_t, kProductions> productions{};
  std::array<std::uint64_t, kProductions> labelled{};  ///< by production of the labelled statement

  void add(const Coverage& other);
};

/// The text. `full` puts every operand in parentheses, which must not change the meaning.
std::string to_text(const Node& tree, Coverage* coverage = nullptr, bool full = false);

/// The number of nodes.
std::size_t size_of(const Node& tree);

/// Calls `visit` for each node, parents first; it may change the node in place.
void walk(Node& tree, const std::function<void(Node&)>& visit);
void walk(const Node& tree, const std::function<void(const Node&)>& visit);

}  // namespace weir::test
