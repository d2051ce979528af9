// SPDX-License-Identifier: Apache-2.0
// Reads recorded events in order from JSON lines, CSV or XES, each as a row of the requested fields.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <weir/diagnostic.h>

#include "log/byte_source.h"

namespace weir {

/// A field of an event as text; empty if the event does not have it. Valid until the next event is read.
using FieldValue = std::optional<std::string_view>;

class LogReader {
 public:
  virtual ~LogReader() = default;

  enum class Read : std::uint8_t { Event, CaseEnd, End };
  /// Reads the next event into `values`, one per requested field. `CaseEnd` is returned only for logs that keep the
  /// events of a case together (XES): no further event of the current case follows.
  virtual Expected<Read> next(std::span<FieldValue> values) = 0;
  /// The line of the last event read.
  virtual std::uint64_t line() const = 0;
  virtual const ByteSource& source() const = 0;
};

}  // namespace weir
