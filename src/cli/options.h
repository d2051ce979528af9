// SPDX-License-Identifier: Apache-2.0
// Options that several commands share, so that they are spelled, checked and explained alike.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <weir/weir.h>
#include <CLI/CLI.hpp>

namespace weir::cli {

/// `4096`, `64k`, `64M`, `2G`, `1.5GiB`: powers of 1024. Nothing: not a size.
std::optional<std::uint64_t> parse_size(std::string_view text);

/// MODEL, --from, -D.
void add_model_options(CLI::App& app, std::string& path, ModelOptions& options);
/// --memory, --time, --max-states, --max-depth.
void add_limit_options(CLI::App& app, std::uint64_t& memory, double& seconds, std::uint64_t& states,
                       std::uint64_t& depth);
/// --checkpoint, --resume, --checkpoint-every.
void add_checkpoint_options(CLI::App& app, CheckpointOptions& options);
/// --progress auto|always|never.
void add_progress_option(CLI::App& app, std::string& mode);

}  // namespace weir::cli
