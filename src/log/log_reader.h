// SPDX-License-Identifier: Apache-2.0
// Recorded events, one after the other: JSON lines, CSV or XES, all seen as rows of the fields that somebody asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <weir/diagnostic.h>

#include "log/byte_source.h"

namespace weir {

/// A field of an event as text; nothing if the event does not have it. Valid until the next event is read.
using FieldValue = std::optional<std::string_view>;

class LogReader {
 public:
  virtual ~LogReader() = default;

  enum class Read : std::uint8_t { Event, CaseEnd, End };
  /// Reads the next event into `values`, one for each field asked for. `CaseEnd` comes only from logs that keep the
  /// events of a case together (XES): no further event of the current case will follow.
  virtual Expected<Read> next(std::span<FieldValue> values) = 0;
  /// Line of the event last read.
  virtual std::uint64_t line() const = 0;
  virtual const ByteSource& source() const = 0;
};

}  // namespace weir
