// SPDX-License-Identifier: Apache-2.0
// Options shared by several commands, with uniform names, checks and help.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <weir/catalogue.h>
#include <weir/weir.h>
#include <CLI/CLI.hpp>

#include "cli/progress.h"

namespace weir::cli {

/// Parses `4096`, `64k`, `64M`, `2G`, `1.5GiB` (powers of 1024); empty if it is not a size.
std::optional<std::uint64_t> parse_size(std::string_view text);

/// Parses a decimal number from `least` to `most`; otherwise fails with an error for `option`.
std::uint64_t parse_number(const std::string& option, const std::string& text, std::uint64_t least, std::uint64_t most);
/// Parses a number from 0 to 1.
double parse_share(const std::string& option, const std::string& text);
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
CLI::Option* add_number(CLI::App& app, const std::string& names, std::optional<std::uint64_t>& value,
                        const std::string& help);

/// Adds an option whose value is one of these words; `choose` gets the index of the word.
CLI::Option* add_choice(CLI::App& app, const std::string& names, const std::vector<std::string>& words,
                        const std::function<void(std::size_t)>& choose, const std::string& help);
/// Adds an option whose values are in the catalogue.
template <class Value, class Target>
CLI::Option* add_catalogued(CLI::App& app, const std::string& names, Target& value, const std::string& help) {
  std::vector<std::string> words;
  for (const Choice<Value>& row : choices<Value>()) words.push_back(row.name);
  const auto choose = [&value](std::size_t i) { value = choices<Value>()[i].value; };
  return add_choice(app, names, words, choose, help)->default_str(name_of(value));
}
template <class Value>
CLI::Option* add_choice(CLI::App& app, const std::string& names, Value& value, const std::string& help) {
  return add_catalogued<Value>(app, names, value, help);
}
template <class Value>
CLI::Option* add_choice(CLI::App& app, const std::string& names, std::optional<Value>& value, const std::string& help) {
  return add_catalogued<Value>(app, names, value, help);
}
/// --reduce.
CLI::Option* add_reductions(CLI::App& app, Reductions& value, const std::string& help);

CLI::Option* add_seconds(CLI::App& app, const std::string& name, double& value, const std::string& help);

/// MODEL, --from, -D.
void add_model_options(CLI::App& app, std::string& path, ModelOptions& options);
/// The shape and format of an automaton: --simplify, --deterministic, --to and others.
void add_shape_options(CLI::App& app, TranslateOptions& options);
/// --memory.
void add_memory_limit(CLI::App& app, std::uint64_t& memory);
/// --memory, --time.
void add_work_limits(CLI::App& app, std::uint64_t& memory, double& seconds);
/// --memory, --time, --max-states, --max-depth.
void add_limit_options(CLI::App& app, std::uint64_t& memory, double& seconds, std::uint64_t& states,
                       std::uint64_t& depth);
/// --checkpoint, --resume, --checkpoint-every.
void add_checkpoint_options(CLI::App& app, CheckpointOptions& options);
/// --progress auto|always|never.
void add_progress_option(CLI::App& app, ProgressMode& mode);

}  // namespace weir::cli
