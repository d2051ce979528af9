// SPDX-License-Identifier: Apache-2.0
// What `weir explore` prints, as pure functions of its result.
#pragma once

#include <string>

#include <weir/result.h>

namespace weir {

std::string explore_text(const ExploreResult& result, bool verbose);
/// One JSON object and a line end.
std::string explore_json(const ExploreResult& result);

}  // namespace weir
