// SPDX-License-Identifier: Apache-2.0
// A model as a table: cells of small numbers, some of them one for each process, and guarded assignments. What it tells
// about itself is computed from the table, so that it is true.
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
    bool adds = false;  ///< instead of replacing; modulo the cell's size
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
    bool listed = true;  ///< footprints tell what it reads
    std::vector<Condition> conditions;
    std::optional<Condition> undefined = std::nullopt;
  };

  enum class Interface : std::uint8_t { System, Plain, Fields };
  Interface interface = Interface::System;
  std::uint32_t processes = 0;
  bool symmetric = false, footprints = false, few_closing = false;
  std::vector<std::uint8_t> sizes;  ///< of each cell: values are below
  std::size_t locals = 0;           ///< number of the first cell of a process; there is one each, or none
  std::vector<Cells> initial;
  std::vector<Action> actions;
  std::vector<Proposition> propositions;
  std::optional<std::vector<Condition>> may_end = std::nullopt;

  bool holds(const Condition& condition, const Cells& cells) const;
  bool holds(const std::vector<Condition>& conditions, const Cells& cells) const;
  Cells after(const Action& action, const Cells& cells) const;
  bool is_state(const Cells& cells) const;
  /// Of states that are alike, the one whose processes are sorted.
  Cells canonical(Cells cells) const;

  std::set<std::size_t> read_by(const Condition& condition) const;
  std::set<std::size_t> read_by(const std::vector<Condition>& conditions) const;
  /// With what its effects read.
  std::set<std::size_t> read_by(const Action& action) const;
  static std::set<std::size_t> written_by(const Action& action);
  /// Extends the set until every cycle of states has a step of an action that is in it.
  void close_cycles(std::vector<bool>& closing) const;
};

/// Nothing: the tree speaks of cells that it does not have.
std::optional<Table> table_of(const Node& tree);

}  // namespace weir::test
