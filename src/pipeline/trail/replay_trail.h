// SPDX-License-Identifier: Apache-2.0
// Replays a trail of Spin's verifier and reports which properties its run violates.
#pragma once

#include <string>
#include <vector>

#include <weir/weir.h>

#include "pipeline/prepare/property.h"

namespace weir {

/// The properties that the run of the trail violates, with the run as their counterexample; if it violates none, all of
/// them, inconclusive.
Expected<CheckResult> replay_trail(const Model& model, std::vector<Property> properties, const CheckOptions& options);

}  // namespace weir
