// SPDX-License-Identifier: Apache-2.0
// Configurations for answering a question: the table of command-line options that must not change an answer, and random
// choices from it that cover all pairs of values.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <weir/weir.h>

#include "support/differential/question.h"
#include "support/grammar/draw.h"

namespace weir::test {

/// One option; the first value is the default.
struct Dimension {
  const char* option;
  std::vector<std::string> values;
  bool (*applies)(QuestionKind kind);
};
std::span<const Dimension> dimensions();
inline constexpr std::size_t kDimensions = 11;

/// The index of a value for each dimension.
struct Setup {
  std::array<std::uint8_t, kDimensions> values{};

  const std::string& value(const char* option) const;
  /// The command-line arguments, without options at their default.
  std::string arguments(const Question& question) const;
  void apply(CheckOptions& options, const Question& question) const;
  /// Whether the search is saved after some states and resumed.
  bool resumes() const;
  /// Whether `violated` is reliable but `holds` must never be the answer.
  bool approximate() const;
  friend bool operator==(const Setup&, const Setup&) = default;
};

/// The plain semantics of the language: no reduction, interpreter, exact store, one thread.
Setup reference_setup();

/// Counts how often each pair of values was asked and answered.
class PairCounts {
 public:
  PairCounts();
  void add(const Setup& configuration, QuestionKind kind);
  void add(const PairCounts& other);
  std::uint64_t count(std::size_t dimension, std::size_t value, std::size_t other, std::size_t other_value) const;
  /// How rare the pairs of the configuration are; larger is rarer.
  double rarity(const Setup& configuration, QuestionKind kind) const;
  /// Of all possible pairs: their number, and how many were covered less than `least` times.
  struct Summary {
    std::size_t pairs = 0, rare = 0;
    std::uint64_t least = 0;
    std::string rarest;
  };
  Summary summary(std::uint64_t least, const Language& language) const;
  std::vector<std::uint64_t>& counts() { return counts_; }
  const std::vector<std::uint64_t>& counts() const { return counts_; }

 private:
  std::size_t place(std::size_t a, std::size_t b) const { return a * total_ + b; }
  std::vector<std::size_t> first_;  ///< by dimension: index of its first value
  std::size_t total_ = 0;
  std::vector<std::uint64_t> counts_;
};

/// A random configuration for the question, preferring rare pairs.
Setup random_setup(Draw& draw, const Question& question, const PairCounts& counts);

}  // namespace weir::test
