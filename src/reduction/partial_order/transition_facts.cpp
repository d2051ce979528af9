// SPDX-License-Identifier: Apache-2.0
#include "reduction/partial_order/transition_facts.h"

namespace weir {

Effects& Effects::operator|=(const Effects& other) {
  reads |= other.reads;
  writes |= other.writes;
  rendezvous_sends |= other.rendezvous_sends;
  rendezvous_receives |= other.rendezvous_receives;
  everything = everything || other.everything;
  ends = ends || other.ends;
  asks_processes = asks_processes || other.asks_processes;
  return *this;
}

bool conflict(const Effects& a, const Effects& b) {
  if (a.everything || b.everything) return true;
  if ((a.ends && b.asks_processes) || (b.ends && a.asks_processes)) return true;
  return a.writes.meets(b.writes) || a.writes.meets(b.reads) || a.reads.meets(b.writes);
}

}  // namespace weir
