// SPDX-License-Identifier: Apache-2.0
// The name of an option's argument in help and reference: FILE, or a|b|c for a choice.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace weir::cli {

/// CLI11 shows a type followed by its checks (`TEXT:{a,b}`, `N:POSITIVE`); this returns `a|b` and `N`.
std::string argument_of(const CLI::Option& option);

/// Help without the names of checks.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override;
};

}  // namespace weir::cli
