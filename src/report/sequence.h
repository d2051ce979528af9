// SPDX-License-Identifier: Apache-2.0
// The first counterexample as a sequence diagram of processes and messages, in Mermaid or PlantUML syntax.
#pragma once

#include <string>

#include <weir/result.h>

namespace weir {

/// Empty if nothing is violated.
std::string mermaid_report(const CheckResult& result);
std::string plantuml_report(const CheckResult& result);

}  // namespace weir
