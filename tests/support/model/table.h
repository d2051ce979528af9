// SPDX-License-Identifier: Apache-2.0
// A model as a table: cells of small numbers, some with one copy per process, and guarded assignments. Its footprints
// and symmetry are computed from the table, so they are correct.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <weir/transition_system.h>

#include "support/grammar/tree.h"

namespace weir::test {

/// The value of each cell.
using Cells = std::vector<std::uint8_t>;

struct Table {
  struct Condition {
    enum class Kind : std::uint8_t { Equal, NotEqual, Less, Some };
    Kind kind = Kind::Equal;
    std::size_t cell = 0;  ///< of Some: the first local one
    std::uint8_t value = 0;
  };
  struct Assignment {
    std::size_t cell = 0;
    std::uint8_t value = 0;
    bool adds = false;  ///< adds instead of replacing, modulo the cell's size
  };
  struct Action {
    std::string event;
    std::int32_t process = kNoProcess, partner = kNoProcess;
    Fault fault = Fault::None;
    std::vector<Condition> conditions;  ///< all must hold
    std::vector<Assignment> effects;
  };
  struct Proposition {
    std::string name;
    bool listed = true;  ///< its reads are in the footprints
    std::vector<Condition> conditions;
    std::optional<Condition> undefined = std::nullopt;
  };

  enum class Interface : std::uint8_t { System, Plain, Fields };
  Interface interface = Interface::System;
  std::uint32_t processes = 0;
  bool symmetric = false, footprints = false, few_closing = false;
  std::vector<std::uint8_t> sizes;  ///< values of each cell are below its size
  std::size_t locals = 0;           ///< number of the first cell of a process; there is one each, or none
  std::vector<Cells> initial;
  std::vector<Action> actions;
  std::vector<Proposition> propositions;
  std::optional<std::vector<Condition>> may_end = std::nullopt;

  bool holds(const Condition& condition, const Cells& cells) const;
  bool holds(const std::vector<Condition>& conditions, const Cells& cells) const;
  Cells after(const Action& action, const Cells& cells) const;
  bool is_state(const Cells& cells) const;
  /// The representative of equivalent states: its processes are sorted.
  Cells canonical(Cells cells) const;

  std::set<std::size_t> read_by(const Condition& condition) const;
  std::set<std::size_t> read_by(const std::vector<Condition>& conditions) const;
  /// Includes what its effects read.
  std::set<std::size_t> read_by(const Action& action) const;
  static std::set<std::size_t> written_by(const Action& action);
  /// Extends the set until every cycle of states has a step of an action in it.
  void close_cycles(std::vector<bool>& closing) const;
};

/// Returns nothing if the tree mentions cells that it does not have.
std::optional<Table> table_of(const Node& tree);

}  // namespace weir::test
