// SPDX-License-Identifier: Apache-2.0
// Observers: what the property and the program's own code may notice of a process that takes a step by itself (the
// statement behind every reduction: docs/reductions.md, "What may be observed"). Derived once from all code; reductions
// ask it and keep no lists of their own.
#pragma once

#include <cstdint>
#include <vector>

#include "model/code_scan.h"
#include "model/program.h"

namespace weir {

class Observers {
 public:
  /// `atoms`: code of the property's atoms. Everything the program itself evaluates is looked at as well.
  Observers(const Program& program, const std::vector<CodeRef>& atoms);

  /// Variables of processes are read from outside.
  bool sees_frames() const { return sees_frames_; }
  /// Whether it can be seen that a process stands at the one location and not at the other.
  bool tells_apart(const Location& a, const Location& b) const;
  /// Whether a process that waits for a partner can be told from one that does not: by an `else` or an escape beside a
  /// rendezvous send, or by an atomic sequence that a missing partner interrupts.
  bool sees_readiness() const { return sees_readiness_; }
  /// Whether a process can offer a rendezvous receive at the location.
  bool may_receive(const Location& location) const;

 private:
  class Finder;
  bool may_meet(const Transition& transition, bool sends) const;
  bool find_readiness() const;

  const Program& program_;
  bool sees_frames_ = false;
  bool sees_all_locations_ = false;  ///< any two locations can be told apart
  bool sees_progress_ = false, sees_accepting_ = false;
  bool sees_readiness_ = false;
  std::vector<std::int32_t> locations_;  ///< Location::number of those that are asked for
};

}  // namespace weir
