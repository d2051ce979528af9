// SPDX-License-Identifier: Apache-2.0
// Time stamps of events: numbers of seconds, or date-times of ISO 8601 (also those of XES).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace weir {

/// Nanoseconds; those of a date-time since 1970 in UTC.
using Timestamp = std::int64_t;

/// Reads `12.5`, `1.7e9`, `2024-05-01T12:30:00.25+02:00`, `2024-05-01 12:30`, `2024-05-01`. A date-time without zone is
/// in UTC. Digits beyond nanoseconds are dropped. Empty if the text is neither, or is beyond 292 years from 0.
std::optional<Timestamp> parse_timestamp(std::string_view text);

}  // namespace weir
