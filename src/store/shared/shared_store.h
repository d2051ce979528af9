// SPDX-License-Identifier: Apache-2.0
// SharedStore: one exact set of states that several threads fill at once. Each thread has a handle of its own, which is
// a StateStore like any other but for two things: numbers are dense only up to one block a thread (so arrays indexed by
// them have id_limit() elements), and a state that one handle inserted is present for all.
//
// A state's number may be passed to another thread by anything that synchronizes (a mutex, a barrier, a release and an
// acquire); get() is then right there.
#pragma once

#include <cstdint>

#include "base/table/shared_index.h"
#include "store/state_store.h"

namespace weir {

class SharedStore {
 public:
  virtual ~SharedStore() = default;
  /// The handle of thread `worker` (0 ... workers-1); lives as long as the store.
  virtual StateStore& handle(unsigned worker) = 0;
  virtual std::uint64_t size() const = 0;      ///< exact while no thread inserts
  virtual std::uint64_t id_limit() const = 0;  ///< every number is below
  virtual std::uint64_t memory_bytes() const = 0;
  /// Of the states stored now; while no thread inserts.
  virtual UsedNumbers used_numbers() const = 0;
  /// How states are kept now.
  virtual Store form() const = 0;

  /// Until change(): get() gives views of the store's own bytes, and insertions do not care what was read before. Then
  /// the successors of several states can be offered at once.
  virtual bool keeps_bytes() const { return false; }

  /// At any time: whether the store would like to be built anew, in another way. It goes on without, but takes more
  /// memory or time than it must.
  virtual bool wants_change() const { return false; }
  /// While no thread uses a handle: builds it anew, with all threads of the crew, of which there are as many as
  /// handles. Numbers stay; what handle() and get() have given before does not. Afterwards wants_change() is false for
  /// a while.
  virtual void change(WorkCrew&) {}
};

}  // namespace weir
