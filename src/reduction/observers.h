// SPDX-License-Identifier: Apache-2.0
// Observers: what the property and the program's own code can observe of a process that takes a step by itself (the
// basis of every reduction: docs/reductions.md, "What may be observed"). Derived once from all code; reductions query
// it and keep no lists of their own.
#pragma once

#include <cstdint>
#include <vector>

#include "model/code_scan.h"
#include "model/program.h"

namespace weir {

class Observers {
 public:
  /// `atoms`: code of the property's atoms. All code of the program is analysed as well.
  Observers(const Program& program, const std::vector<CodeRef>& atoms);

  /// Variables of processes are read from outside.
  bool sees_frames() const { return sees_frames_; }
  /// Returns whether code can distinguish a process at one location from a process at the other.
  bool tells_apart(const Location& a, const Location& b) const;
  /// Returns whether a process that waits for a partner can be distinguished: by an `else` or an escape beside a
  /// rendezvous send, or by an atomic sequence that a missing partner interrupts.
  bool sees_readiness() const { return sees_readiness_; }
  /// Returns whether a process can offer a rendezvous receive at the location.
  bool may_receive(const Location& location) const;

 private:
  class Finder;
  bool may_meet(const Transition& transition, bool sends) const;
  bool find_readiness() const;

  const Program& program_;
  bool sees_frames_ = false;
  bool sees_all_locations_ = false;  ///< any two locations can be distinguished
  bool sees_progress_ = false, sees_accepting_ = false;
  bool sees_readiness_ = false;
  std::vector<std::int32_t> locations_;  ///< Location::number of the locations used in code
};

}  // namespace weir
