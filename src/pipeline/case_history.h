// SPDX-License-Identifier: Apache-2.0
// CaseHistory: the letters of a case of a log and their lines, kept to explain why a formula fails. Long histories are
// dropped, so that memory does not grow with the log.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "formula/formula.h"

namespace weir {

/// How many events all histories of a log may hold together.
struct HistoryBudget {
  std::size_t events_left = 4'000'000;
};

class CaseHistory {
 public:
  /// `truth`: 1 for each atom of the log that holds at the event.
  void add(const std::vector<std::uint8_t>& truth, std::uint64_t line, HistoryBudget& budget);
  void drop(HistoryBudget& budget);

  /// An atom of a formula and its number in the log.
  struct Column {
    std::string atom;
    std::uint32_t number;
  };
  /// Why the formula fails on the events so far; empty if that is not known. `decided`: whatever follows.
  std::string explain(Formula formula, const std::vector<Column>& columns, const std::string& text, bool decided) const;

 private:
  static constexpr std::size_t kMostEvents = 100'000;
  std::vector<std::uint64_t> lines_;
  std::vector<bool> truth_;  ///< of event i: from i * atoms_ on
  std::size_t atoms_ = 0;
  bool dropped_ = false;
};

}  // namespace weir
