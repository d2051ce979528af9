// SPDX-License-Identifier: Apache-2.0
// The files that a check reads, and the source texts that a report shows.
#pragma once

#include <string>
#include <vector>

#include <weir/options.h>
#include <weir/result.h>

#include "frontend/model.h"

namespace weir {

/// All files read: of the model, the model's own first, and of the properties.
std::vector<std::string> files_of(const Model& model, const CheckOptions& options);

/// The files that contain steps of the counterexamples, in the order of their first step, then those with other
/// statements of the report. Files that cannot be read are omitted.
std::vector<SourceFile> sources_of(const CheckResult& result);

}  // namespace weir
