// SPDX-License-Identifier: Apache-2.0
// Counterexamples as a Graphviz drawing: states with their changes, the steps between them, and the closed cycle.
#pragma once

#include <string>

#include <weir/result.h>

namespace weir {

/// One digraph with a cluster per violated property.
std::string dot_report(const CheckResult& result);

}  // namespace weir
