// SPDX-License-Identifier: Apache-2.0
// How a question may be answered: the options of the command line that must not change an answer, as one table, and
// random choices from it that meet every pair of values often.
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

/// One option; the first value is what the command line does without it.
struct Dimension {
  const char* option;
  std::vector<std::string> values;
  bool (*applies)(QuestionKind kind);
};
std::span<const Dimension> dimensions();
inline constexpr std::size_t kDimensions = 11;

/// The place of a value for each dimension.
struct Setup {
  std::array<std::uint8_t, kDimensions> values{};

  const std::string& value(const char* option) const;
  /// As on the command line, options at their default left out.
  std::string arguments(const Question& question) const;
  void apply(CheckOptions& options, const Question& question) const;
  /// The search is saved after some states and taken up again.
  bool resumes() const;
  /// `violated` must be right; `holds` is never said.
  bool approximate() const;
  friend bool operator==(const Setup&, const Setup&) = default;
};

/// The plain meaning of the language: no reduction, interpreter, every state kept, one thread.
Setup reference_setup();

/// How often each pair of values was asked for, and answered.
class PairCounts {
 public:
  PairCounts();
  void add(const Setup& configuration, QuestionKind kind);
  void add(const PairCounts& other);
  std::uint64_t count(std::size_t dimension, std::size_t value, std::size_t other, std::size_t other_value) const;
  /// How rare the configuration's pairs are: larger is rarer.
  double rarity(const Setup& configuration, QuestionKind kind) const;
  /// Of the pairs that no question rules out: how many there are, and how many were met less than `least` times.
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
  std::vector<std::size_t> first_;  ///< by dimension: number of its first value
  std::size_t total_ = 0;
  std::vector<std::uint64_t> counts_;
};

/// A random configuration that fits the question, rather one whose pairs are rare.
Setup random_setup(Draw& draw, const Question& question, const PairCounts& counts);

}  // namespace weir::test
