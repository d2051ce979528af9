// SPDX-License-Identifier: Apache-2.0
#include "serve/arguments.h"

#include <limits>
#include <utility>

#include <fmt/core.h>

#include "base/text/json_depth.h"

namespace weir::serve {
namespace {

using nlohmann::json;

constexpr std::size_t kDepthLimit = 16;
constexpr std::uint64_t kAnyNumber = std::numeric_limits<std::uint64_t>::max();

[[noreturn]] void refuse(const char* name, const std::string& expected) {
  throw Refusal{400, fmt::format("\"{}\" must be {}.", name, expected)};
}

std::uint64_t checked_number(const json& value, const char* name, std::uint64_t most) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most) {
    refuse(name, most == kAnyNumber ? "a whole number" : fmt::format("a whole number from 0 to {}", most));
  }
  return value.get<std::uint64_t>();
}

std::string checked_text(const json& value, const char* name, std::size_t limit) {
  if (!value.is_string() || value.get_ref<const std::string&>().size() > limit)
    refuse(name, fmt::format("a text of at most {} bytes", limit));
  return value.get<std::string>();
}

}  // namespace

Arguments::Arguments(const std::string& body) {
  if (json_nests_deeper_than(kDepthLimit, body)) throw Refusal{400, "The body of the request is nested too deeply."};
  values_ = json::parse(body, nullptr, false);
  if (!values_.is_object()) throw Refusal{400, "The body of the request must be a JSON object."};
}

bool Arguments::has(const char* name) const {
  const auto found = values_.find(name);
  return found != values_.end() && !found->is_null();
}

const json& Arguments::member(const char* name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) throw Refusal{400, fmt::format("\"{}\" is missing.", name)};
  return *found;
}

const json& Arguments::list(const char* name, std::size_t limit) const {
  const json& found = member(name);
  if (!found.is_array() || found.size() > limit) refuse(name, fmt::format("an array of at most {} elements", limit));
  return found;
}

bool Arguments::flag(const char* name) const {
  if (!has(name)) return false;
  if (!member(name).is_boolean()) refuse(name, "true or false");
  return member(name).get<bool>();
}

std::uint64_t Arguments::number(const char* name, std::uint64_t most) const {
  return checked_number(member(name), name, most);
}

std::uint64_t Arguments::number_or(const char* name, std::uint64_t fallback, std::uint64_t most) const {
  return has(name) ? number(name, most) : fallback;
}

double Arguments::seconds_or(const char* name, double fallback, double most) const {
  if (!has(name)) return fallback;
  const json& found = member(name);
  if (!found.is_number() || !(found.get<double>() > 0) || found.get<double>() > most)
    refuse(name, fmt::format("a number of seconds above 0 and up to {}", most));
  return found.get<double>();
}

std::string Arguments::text(const char* name, std::size_t limit) const {
  return checked_text(member(name), name, limit);
}

std::vector<std::uint64_t> Arguments::numbers(const char* name, std::size_t limit) const {
  std::vector<std::uint64_t> result;
  for (const json& value : list(name, limit)) result.push_back(checked_number(value, name, kAnyNumber));
  return result;
}

std::vector<std::string> Arguments::texts(const char* name, std::size_t limit) const {
  std::vector<std::string> result;
  for (const json& value : list(name, limit)) result.push_back(checked_text(value, name, kTextLimit));
  return result;
}

std::vector<Arguments> Arguments::objects(const char* name, std::size_t limit) const {
  std::vector<Arguments> result;
  if (!has(name)) return result;
  for (const json& value : list(name, limit)) {
    if (!value.is_object()) refuse(name, "an array of objects");
    result.emplace_back();
    result.back().values_ = value;
  }
  return result;
}

Arguments Arguments::object(const char* name) const {
  Arguments result;
  if (!has(name)) return result;
  if (!member(name).is_object()) refuse(name, "an object");
  result.values_ = member(name);
  return result;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> Arguments::pairs(const char* name, std::size_t limit) const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> result;
  for (const json& value : list(name, limit)) {
    if (!value.is_array() || value.size() != 2) refuse(name, "an array of pairs");
    result.emplace_back(checked_number(value[0], name, kAnyNumber), checked_number(value[1], name, kAnyNumber));
  }
  return result;
}

}  // namespace weir::serve
