// SPDX-License-Identifier: Apache-2.0
// Results as JUnit XML, for continuous integration: one test case per property.
#pragma once

#include <string>

#include <weir/result.h>

namespace weir {

std::string junit_report(const CheckResult& result);

}  // namespace weir
