// SPDX-License-Identifier: Apache-2.0
// The source texts that a report shows with a counterexample.
#pragma once

#include <vector>

#include <weir/result.h>

namespace weir {

/// The files that contain steps of the counterexamples, in the order of their first step. Files that cannot be read are
/// omitted.
std::vector<SourceFile> sources_of(const CheckResult& result);

}  // namespace weir
