// SPDX-License-Identifier: Apache-2.0
// What is wrong with the options of a check before anything is searched.
#pragma once

#include <vector>

#include <weir/weir.h>

#include "pipeline/prepare/property.h"

namespace weir {

/// Options that ask for something that does not exist.
Diagnostics problems_with(const CheckOptions& options);
/// Warnings for options that none of the properties looks at: nothing is dropped in silence.
Diagnostics idle_options(const std::vector<Property>& properties, const CheckOptions& options);

}  // namespace weir
