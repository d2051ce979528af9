// SPDX-License-Identifier: Apache-2.0
// How `weir simulate` writes steps and variables. Text of the model is escaped.
#pragma once

#include <string>

#include <weir/transition_system.h>

namespace weir::cli {

/// `P[0]: x = 1  (m.pml:3)`
std::string step_text(const StepDescription& step);
/// `x = 1`; a channel without messages is `[]`. On a terminal, `emphasised` values are bold.
std::string variable_text(const Variable& variable, bool emphasised = false);
/// The value alone.
std::string shown_value(const Value& value);
/// The model's output unchanged, but without control characters on a terminal.
std::string model_output(const std::string& text);

std::string bold(const std::string& text);
std::string dim(const std::string& text);

}  // namespace weir::cli
