// SPDX-License-Identifier: Apache-2.0
// The name of an option's argument in help and reference: FILE, or a|b|c for a choice.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace weir::cli {

/// Empty for a flag.
std::string argument_of(const CLI::Option& option);

/// Help with the argument as it is typed, and the default in brackets.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override;
};

}  // namespace weir::cli
