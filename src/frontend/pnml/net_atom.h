// SPDX-License-Identifier: Apache-2.0
// Atoms over a net: `tokens(p) + 2*tokens(q, r) < 5`, `fireable(t, u)` (any of them), and the bare name of a
// transition, which is true for the step that fires it. A node is given by its id or, if unambiguous, by its name. A
// name that is not a plain word may be in single quotes, `tokens('p (1)')`; a backslash escapes a quote or a backslash.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <weir/diagnostic.h>

#include "frontend/pnml/net.h"

namespace weir::pnml {

/// Finds places and transitions by id, then by name.
class NodeNames {
 public:
  explicit NodeNames(const Net& net);
  enum class Found : std::uint8_t { No, Yes, Ambiguous };
  Found place(std::string_view name, std::uint32_t& index) const { return find(place_ids_, place_names_, name, index); }
  Found transition(std::string_view name, std::uint32_t& index) const {
    return find(transition_ids_, transition_names_, name, index);
  }

 private:
  using Table = std::unordered_map<std::string, std::uint32_t>;
  static Found find(const Table& ids, const Table& names, std::string_view name, std::uint32_t& index);
  Table place_ids_, place_names_, transition_ids_, transition_names_;
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
  std::vector<Term> terms;              ///< Compare: sum of the terms plus constant, compared with 0; sorted by place
  __extension__ typedef __int128 Wide;  // sums of 2^32 products of 64-bit numbers do not overflow by accident
  Wide constant = 0;
  std::vector<std::uint32_t> transitions;  ///< Fireable: any of these; Fires: exactly one
};

Expected<NetAtom> parse_net_atom(std::string_view text, const NodeNames& names);

/// The id of a node as written in an atom: plain, or quoted where needed.
std::string quote_node(std::string_view id);

}  // namespace weir::pnml
