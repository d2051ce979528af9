// SPDX-License-Identifier: Apache-2.0
// CaseHistory: the letters of a case of a log, their lines and stamps, and the values of the fields over which formulas
// quantify, kept to explain why a formula fails. Long histories are dropped, so that memory does not grow with the log.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "formula/formula.h"
#include "formula/timeline.h"
#include "log/log_reader.h"
#include "log/timestamp.h"

namespace weir {

/// How many events all histories of a log may hold together.
struct HistoryBudget {
  std::size_t events_left = 4'000'000;
};

class CaseHistory {
 public:
  /// `truth`: 1 for each atom of the log that holds at the event. `fields`: numbers of the values to keep.
  void add(const std::vector<std::uint8_t>& truth, std::uint64_t line, Timestamp stamp,
           std::span<const FieldValue> values, const std::vector<std::size_t>& fields, HistoryBudget& budget);
  void drop(HistoryBudget& budget);

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  /// An atom of a formula: an atom of the log, a comparison of a field with a value, or both.
  struct Column {
    std::string atom;
    std::size_t number = kNone;  ///< of the atom of the log
    std::size_t field = kNone;   ///< index of the field in `fields`
    std::string value = {};
    bool negated = false;  ///< the comparison is !=
  };
  bool known() const { return !dropped_; }
  std::size_t size() const { return lines_.size(); }
  Timestamp stamp(std::size_t event) const { return stamps_[event]; }
  /// Requires known().
  ValuedWord word(const std::vector<Column>& columns) const;

  /// Why the formula fails on the events so far; empty if that is not known. `decided`: whatever follows.
  std::string explain(Formula formula, const std::vector<Column>& columns, const std::string& text, bool decided,
                      const TimedTruth& timed = {}) const;

 private:
  static constexpr std::size_t kMostEvents = 100'000;
  std::vector<std::uint64_t> lines_;
  std::vector<Timestamp> stamps_;
  std::vector<bool> truth_;            ///< of event i: from i * atoms_ on
  std::vector<std::uint32_t> values_;  ///< of event i: from i * fields_ on, numbers of texts; 0 if absent
  std::unordered_map<std::string, std::uint32_t> numbers_;  ///< of texts, from 1
  std::size_t atoms_ = 0;
  std::size_t fields_ = 0;
  bool dropped_ = false;
};

}  // namespace weir
