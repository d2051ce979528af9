// SPDX-License-Identifier: Apache-2.0
#include "cli/option_text.h"

#include <algorithm>

namespace weir::cli {

std::string argument_of(const CLI::Option& option) {
  if (option.get_items_expected_max() == 0) return "";
  std::string type = option.get_type_name();
  const std::size_t check = type.find(':');
  if (check == std::string::npos) return type;
  const std::size_t choices = type.find('{', check);
  if (type.find('|') > check && choices != std::string::npos) {
    type = type.substr(choices + 1, type.find('}', choices) - choices - 1);
    std::replace(type.begin(), type.end(), ',', '|');
    return type;
  }
  return type.substr(0, check);
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
