// SPDX-License-Identifier: Apache-2.0
// Warnings about options that have no effect on a check.
#pragma once

#include <vector>

#include <weir/weir.h>

#include "pipeline/prepare/property.h"

namespace weir {

/// Warnings for options that affect none of the properties: no option is ignored silently.
Diagnostics idle_options(const std::vector<Property>& properties, const CheckOptions& options);

}  // namespace weir
