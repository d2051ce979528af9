// SPDX-License-Identifier: Apache-2.0
// The interface for saving a search and resuming it in another process. A search that supports this has a function
// `serialize(Archive&)` for its whole state, calls SearchControl::resume before it begins, and SearchControl::pause at
// the point of its loop where serialize is valid. Loading checks everything that the search relies on.
#pragma once

#include "base/archive.h"

namespace weir {

class SearchSaver {
 public:
  virtual ~SearchSaver() = default;
  /// Whether there is a saved state. If so, load() must be called first.
  virtual bool has_state() const = 0;
  /// Returns whether the saved search could be restored.
  virtual Archive::State load(const Serializer& search) = 0;
  /// A write error is recorded, and the search continues.
  virtual void save(const Serializer& search) = 0;
  /// 0 saves at every pause.
  virtual double seconds_between_saves() const = 0;
};

}  // namespace weir
