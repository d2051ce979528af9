// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "search/space/search_space.h"

namespace weir {

/// Makes the space of one thread; called sequentially before the search.
using MakeSpace = std::function<std::unique_ptr<SearchSpace>(unsigned worker)>;

}  // namespace weir
