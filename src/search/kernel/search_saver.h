// SPDX-License-Identifier: Apache-2.0
// Where a search can be left, and taken up again by another process. A search that supports this has a function
// `serialize(Archive&)` for all of its state, calls SearchControl::resume before it begins, and SearchControl::pause at
// the point of its loop where that function is right. Loading checks what it must rely on not to go astray.
#pragma once

#include "base/archive.h"

namespace weir {

class SearchSaver {
 public:
  virtual ~SearchSaver() = default;
  /// Whether this search was left before; then load() comes first.
  virtual bool has_state() const = 0;
  /// Gives what became of it.
  virtual Archive::State load(const Serializer& search) = 0;
  /// Failing to write is noted, and the search goes on.
  virtual void save(const Serializer& search) = 0;
  /// 0: at every pause.
  virtual double seconds_between_saves() const = 0;
};

}  // namespace weir
