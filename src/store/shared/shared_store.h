// SPDX-License-Identifier: Apache-2.0
// SharedStore: one exact set of states that several threads fill concurrently. Each thread has its own handle, which is
// a StateStore with two differences: ids have gaps of up to one block per thread (so arrays indexed by them have
// id_limit() elements), and a state inserted through one handle is present for all.
//
// A state id may be passed to another thread by any synchronizing operation (mutex, barrier, release and acquire);
// get() is then valid there.
#pragma once

#include <cstdint>

#include "base/stop_flag.h"
#include "base/table/shared_index.h"
#include "store/state_store.h"

namespace weir {

class SharedStore {
 public:
  virtual ~SharedStore() = default;
  /// The handle of thread `worker` (0 ... workers-1); lives as long as the store.
  virtual StateStore& handle(unsigned worker) = 0;
  virtual std::uint64_t size() const = 0;  ///< exact while no thread inserts
  /// Whether it has more states than a limit allows. May be called at any time. 0: there is no limit.
  bool exceeds(std::uint64_t most_states) const { return most_states != 0 && size() > most_states; }
  virtual std::uint64_t id_limit() const = 0;  ///< every id is below this
  virtual std::uint64_t memory_bytes() const = 0;
  /// The ids in use. Only while no thread inserts.
  virtual UsedNumbers used_numbers() const = 0;
  /// The kind of store currently in use.
  virtual Store form() const = 0;

  /// Whether, until change(), get() returns views of the store's own bytes and insertions do not depend on the state
  /// read last. Then the successors of several states can be inserted together.
  virtual bool keeps_bytes() const { return false; }

  /// Whether the store should be rebuilt in another form. It keeps working without, at a higher cost in memory or time.
  /// May be called at any time.
  virtual bool wants_change() const { return false; }
  /// Rebuilds the store with all threads of the crew, as many as there are handles, while no thread uses a handle. Ids
  /// stay valid; results of handle() and get() do not. Afterwards wants_change() is false for a while. If `stop` is
  /// raised meanwhile, the store may stay as it is.
  virtual void change(WorkCrew&, const StopFlag* /*stop*/) {}
};

}  // namespace weir
