// SPDX-License-Identifier: Apache-2.0
// Files and positions of the language server protocol. Its positions are 0-based and count UTF-16 code units; weir's
// are 1-based and count characters.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace weir::cli {

/// Thrown for parameters that are JSON but do not follow the protocol.
struct WrongParameters {};

inline constexpr std::string_view kFileScheme = "file://";
std::string path_of(std::string_view uri);
std::string uri_of(const std::string& path);

/// A line of a text, counted from 0.
std::string_view line_of(std::string_view text, std::uint32_t line);
/// The word at a position of the protocol.
std::string word_at(std::string_view text, std::uint32_t line, std::uint32_t unit);
/// The range of the protocol for a position of weir.
nlohmann::json range_in(std::string_view line_text, std::uint32_t line, std::uint32_t column, std::uint32_t length);
/// A line or character of a position; the protocol limits them to 2^31 - 1. Throws WrongParameters.
std::uint32_t coordinate(const nlohmann::json& number);

}  // namespace weir::cli
