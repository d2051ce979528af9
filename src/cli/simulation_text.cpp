// SPDX-License-Identifier: Apache-2.0
#include "cli/simulation_text.h"

#include <fmt/core.h>

#include "base/text/printable.h"
#include "base/text/value_text.h"
#include "cli/output.h"

namespace weir::cli {
namespace {

std::string styled(const char* code, const std::string& text) {
  return output_has_colours() && !text.empty() ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
}

}  // namespace

std::string bold(const std::string& text) { return styled("1", text); }
std::string dim(const std::string& text) { return styled("2", text); }

std::string step_text(const StepDescription& step) {
  std::string text = printable(step.process.empty() ? step.event : step.process + ": " + step.event);
  if (step.line != 0) text += dim(fmt::format("  ({}:{})", printable(step.file), step.line));
  return text;
}

std::string shown_value(const Value& value) {
  const std::string text = printable(value_text(value));
  return text.empty() ? "[]" : text;
}

std::string variable_text(const Variable& variable, bool emphasised) {
  const std::string value = shown_value(variable.value);
  return printable(variable.name) + " = " + (emphasised ? bold(value) : value);
}

std::string model_output(const std::string& text) { return output_is_terminal() ? printable_lines(text) : text; }

}  // namespace weir::cli
