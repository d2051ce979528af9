// SPDX-License-Identifier: Apache-2.0
#include "cli/option_text.h"

namespace weir::cli {

std::string argument_of(const CLI::Option& option) {
  return option.get_items_expected_max() == 0 ? "" : option.get_type_name();
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  std::string text;
  if (const std::string argument = argument_of(*option); !argument.empty() && !option->get_positional()) {
    text += " " + argument;
  }
  if (!option->get_default_str().empty()) text += " [" + option->get_default_str() + "]";
  if (option->get_expected_max() > 1) text += " ...";
  return text;
}

}  // namespace weir::cli
