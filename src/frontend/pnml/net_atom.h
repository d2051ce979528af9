// SPDX-License-Identifier: Apache-2.0
// Atoms over a net: `tokens(p) + 2*tokens(q, r) < 5`, `fireable(t, u)` (any of them), and the bare name of a
// transition, which is true for the step that fires it. A node is given by its id or, if unambiguous, by its name. A
// name that is not a plain word may be in single quotes, `tokens('p (1)')`; a backslash escapes a quote or a backslash.
// A node of a coloured net stands for its unfolding: the sum of the places, any of the transitions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <weir/diagnostic.h>

#include "frontend/pnml/net.h"

namespace weir::pnml {

/// Finds places and transitions by id, then by name. Refers to the net.
class NodeNames {
 public:
  explicit NodeNames(const Net& net);
  enum class Found : std::uint8_t { No, Yes, Ambiguous };
  /// Consecutive nodes: one, or the unfolding of a coloured node.
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  Found place(std::string_view name, Range& nodes) const;
  Found transition(std::string_view name, Range& nodes) const;

 private:
  using Table = std::unordered_map<std::string, Range>;
  struct Tables {
    Table ids, names;
  };
  static Tables tables_of(const std::vector<NodeGroup>& groups);
  template <class Nodes>
  static Tables tables_of(const Nodes& nodes);
  static void add(const std::string& id, const std::string& name, Range range, Tables& tables);
  static Found find(const Tables& tables, const std::optional<UnfoldedNodes>& unfolded, std::string_view name,
                    Range& nodes);

  const Net& net_;
  Tables places_, transitions_;
};

struct NetAtom {
  enum class Kind : std::uint8_t { Compare, Fireable, Fires };
  enum class Comparison : std::uint8_t { Less, LessEqual, Equal, NotEqual };
  struct Term {
    std::uint32_t place;
    std::int64_t factor;
  };

  Kind kind = Kind::Compare;
  Comparison comparison = Comparison::LessEqual;
  /// Sorted by place. Compare: the sum of the terms plus the constant is compared with 0. Fireable: the places from
  /// which the transitions take tokens, with factor 1.
  std::vector<Term> terms;
  __extension__ typedef __int128 Wide;  // sums of 2^32 products of 64-bit numbers do not overflow by accident
  Wide constant = 0;
  std::vector<std::uint32_t> transitions;  ///< any of these
  /// Fireable: it also holds if one of these presets is marked, those of transitions that a reduced net has lost.
  std::vector<std::vector<Arc>> presets = {};
};

Expected<NetAtom> parse_net_atom(std::string_view text, const NodeNames& names);

/// The id of a node as written in an atom: plain, or quoted where needed.
std::string quote_node(std::string_view id);

}  // namespace weir::pnml
