// SPDX-License-Identifier: Apache-2.0
// LogLetters: what formulas look at in the events of a log. Gives numbers to their atoms and to the fields to read, and
// evaluates all atoms at an event.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <weir/weir.h>

#include "log/field_atom.h"
#include "log/log_reader.h"

namespace weir {

class LogLetters {
 public:
  /// `event_field`: the field with the names of events; empty: `event`, or else `concept:name`.
  explicit LogLetters(const std::string& event_field);

  /// The number of an atom: of a name, or of a comparison of a field with a constant.
  std::uint32_t atom(const std::string& text);
  /// The number of a field that formulas look at; equal names have equal numbers.
  std::size_t compared_field(const std::string& name);
  /// Requests one more field for another use.
  std::size_t other_field(const std::string& name);
  const std::vector<std::string>& fields() const { return fields_; }

  /// Evaluates the atoms; `values` are those of fields().
  void read(std::span<const FieldValue> values);
  /// 1 for each atom that holds at the event.
  const std::vector<std::uint8_t>& truth() const { return truth_; }

  /// The name of an event, and the fields that formulas look at.
  std::string event_text(std::span<const FieldValue> values) const;
  /// Warns of names and fields that no event had; they are often misspelt.
  void warn_about_absent_fields(Diagnostics& warnings) const;

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  static constexpr std::size_t kMostNames = 10000;

  struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  struct Comparison {
    FieldAtom atom;
    std::uint32_t number;
    std::size_t field;
  };
  void warn_about_unknown_names(Diagnostics& warnings) const;

  std::vector<std::string> fields_;
  std::vector<bool> compared_;  ///< by field: formulas look at it
  std::vector<std::uint8_t> seen_;
  std::size_t name_fields_;
  std::unordered_map<std::string, std::uint32_t> numbers_;                           ///< of all atoms
  std::unordered_map<std::string, std::uint32_t, NameHash, std::equal_to<>> names_;  ///< atoms that are names
  std::unordered_set<std::string, NameHash, std::equal_to<>> other_names_;           ///< that no atom has
  std::vector<Comparison> comparisons_;
  std::vector<std::uint8_t> truth_;
  std::vector<std::uint8_t> met_;     ///< atoms that named an event
  std::size_t current_name_ = kNone;  ///< the name that is true now
};

}  // namespace weir
