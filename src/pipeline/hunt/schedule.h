// SPDX-License-Identifier: Apache-2.0
// Schedule: the order of the searches of a hunt. In every round, each question is searched by each suitable strategy
// once, with a new seed; the effort doubles from round to round up to a limit, so errors near the surface are found at
// once and deep ones get most of the time. The sequence depends on the seed only. Thread-safe.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace weir {

class Schedule {
 public:
  static constexpr std::uint64_t kFirstEffort = std::uint64_t{1} << 11;
  static constexpr std::uint64_t kLargestEffort = std::uint64_t{1} << 26;

  explicit Schedule(std::uint64_t seed) : seed_(seed) {}

  struct Task {
    std::size_t question = 0;
    std::size_t strategy = 0;
    std::uint64_t states = 0;
    std::uint64_t seed = 0;
  };

  /// Adds a question, to be searched by these strategies, or by none for the time being. Questions are numbered in this
  /// order.
  void add_question(std::vector<std::size_t> strategies);
  /// The next search; nothing if no question is left.
  std::optional<Task> next();
  /// No further search of this question is wanted.
  void retire(std::size_t question);
  /// Searches of a question without strategies are wanted from now on.
  void resume(std::size_t question, std::vector<std::size_t> strategies);

 private:
  std::mutex mutex_;
  std::uint64_t seed_;
  std::vector<std::vector<std::size_t>> strategies_;  ///< by question; empty: retired
  std::uint64_t effort_ = kFirstEffort;
  std::size_t question_ = 0;
  std::size_t strategy_ = 0;
  std::uint64_t number_ = 0;
};

}  // namespace weir
