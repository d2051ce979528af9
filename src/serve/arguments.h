// SPDX-License-Identifier: Apache-2.0
// The arguments of a request: a JSON object from outside, read with types and limits. What is wrong with a request is
// thrown as a Refusal, which the dispatcher in api.cpp turns into an answer; it leaves this folder nowhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <weir/diagnostic.h>
#include <nlohmann/json.hpp>

namespace weir::serve {

struct Refusal {
  int status = 400;
  std::string sentence;
  Diagnostics diagnostics = {};
};

class Arguments {
 public:
  static constexpr std::size_t kTextLimit = 10000;

  Arguments() = default;
  /// Requires a JSON object.
  explicit Arguments(const std::string& body);

  /// Whether it is there and not null.
  bool has(const char* name) const;
  bool flag(const char* name) const;  ///< false if it is missing
  std::uint64_t number(const char* name, std::uint64_t most) const;
  std::uint64_t number_or(const char* name, std::uint64_t fallback, std::uint64_t most) const;
  double seconds_or(const char* name, double fallback, double most) const;
  std::string text(const char* name, std::size_t limit = kTextLimit) const;
  std::vector<std::uint64_t> numbers(const char* name, std::size_t limit) const;
  std::vector<std::string> texts(const char* name, std::size_t limit) const;
  /// An array of objects; empty if it is missing.
  std::vector<Arguments> objects(const char* name, std::size_t limit) const;
  /// An object; empty if it is missing.
  Arguments object(const char* name) const;
  /// An array of pairs of numbers.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs(const char* name, std::size_t limit) const;

 private:
  const nlohmann::json& member(const char* name) const;
  const nlohmann::json& list(const char* name, std::size_t limit) const;

  nlohmann::json values_ = nlohmann::json::object();
};

}  // namespace weir::serve
