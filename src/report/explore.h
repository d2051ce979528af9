// SPDX-License-Identifier: Apache-2.0
// The output of `weir explore`, as pure functions of its result.
#pragma once

#include <string>

#include <weir/result.h>

namespace weir {

std::string explore_text(const ExploreResult& result, bool verbose);
/// One JSON object and a newline.
std::string explore_json(const ExploreResult& result);

}  // namespace weir
