// SPDX-License-Identifier: Apache-2.0
// The texts that a report shows beside a counterexample.
#pragma once

#include <vector>

#include <weir/result.h>

namespace weir {

/// The files in which steps of the counterexamples stand, in the order of their first step. Files that cannot be read
/// (any more) are left out: a report without them is still right.
std::vector<SourceFile> sources_of(const CheckResult& result);

}  // namespace weir
