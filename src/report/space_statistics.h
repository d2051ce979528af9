// SPDX-License-Identifier: Apache-2.0
// The statistics of `weir explore --stats` as text with bars and as JSON.
#pragma once

#include <string>

#include <weir/result.h>
#include <nlohmann/json_fwd.hpp>

namespace weir {

/// Several lines; with `everything`, no list is shortened.
std::string statistics_text(const SpaceStatistics& statistics, bool everything);
nlohmann::ordered_json statistics_json(const SpaceStatistics& statistics);

}  // namespace weir
