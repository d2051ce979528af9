// SPDX-License-Identifier: Apache-2.0
// Options shared by several commands, with uniform names, checks and help.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <weir/weir.h>
#include <CLI/CLI.hpp>

namespace weir::cli {

/// Parses `4096`, `64k`, `64M`, `2G`, `1.5GiB` (powers of 1024); empty if it is not a size.
std::optional<std::uint64_t> parse_size(std::string_view text);

/// Parses a decimal number from `least` to `most`; otherwise fails with an error for `option`.
std::uint64_t parse_number(const std::string& option, const std::string& text, std::uint64_t least, std::uint64_t most);
/// Parses a positive, finite number of seconds within the range of the clock.
double parse_seconds(const std::string& option, const std::string& text);

/// Adds an option with a whole number. CLI11 itself would convert -1 to 2^64 - 1, truncate large numbers, and read 010
/// as 8.
template <class Number>
CLI::Option* add_number(CLI::App& app, const std::string& names, Number& value, const std::string& help,
                        std::uint64_t least = 0) {
  const std::string name = names.substr(names.find(',') + 1);
  const auto set = [name, least, &value](const std::string& text) {
    value = static_cast<Number>(parse_number(name, text, least, std::numeric_limits<Number>::max()));
  };
  return app.add_option_function<std::string>(names, set, help)->type_name("N");
}
CLI::Option* add_seconds(CLI::App& app, const std::string& name, double& value, const std::string& help);

/// MODEL, --from, -D.
void add_model_options(CLI::App& app, std::string& path, ModelOptions& options);
/// The shape and format of an automaton: --simplify, --deterministic, --to and others.
void add_shape_options(CLI::App& app, TranslateOptions& options);
/// --memory, --time.
void add_work_limits(CLI::App& app, std::uint64_t& memory, double& seconds);
/// --memory, --time, --max-states, --max-depth.
void add_limit_options(CLI::App& app, std::uint64_t& memory, double& seconds, std::uint64_t& states,
                       std::uint64_t& depth);
/// --checkpoint, --resume, --checkpoint-every.
void add_checkpoint_options(CLI::App& app, CheckpointOptions& options);
/// --progress auto|always|never.
void add_progress_option(CLI::App& app, std::string& mode);

}  // namespace weir::cli
