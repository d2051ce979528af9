// SPDX-License-Identifier: Apache-2.0
// The limits of the preprocessor, and what its parts report. Exceeding a limit, or too many errors, stops it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "base/text/preprocessor_lexer.h"
#include "base/text/source_map.h"

namespace weir {

struct PreprocessorLimits {
  std::uint32_t include_depth = 64;
  std::uint32_t files = 4096;
  std::uint64_t bytes = std::uint64_t{1} << 28;
  std::uint32_t macro_nesting = 200;
  std::uint64_t expansions = 1'000'000;
  std::uint64_t expanded_tokens = 8'000'000;
  std::uint32_t errors = 20;
};

class PreprocessorMessages {
 public:
  PreprocessorMessages(SourceMap& map, const PreprocessorLimits& the_limits) : limits(the_limits), map_(&map) {}

  const PreprocessorLimits limits;
  SourceMap& map() const { return *map_; }
  void use(SourceMap& map) { map_ = &map; }

  void report(const SourceRange& range, std::string message,
              Diagnostic::Severity severity = Diagnostic::Severity::Error) {
    append(found_, map_->at(range, std::move(message), severity));
    if (severity == Diagnostic::Severity::Error && ++errors_ >= limits.errors) stopped_ = true;
  }
  /// Reports what the lexer has found wrong.
  void report_problem(PreprocessorLexer& lexer) {
    if (!lexer.problem.empty()) report(lexer.problem_range, std::exchange(lexer.problem, {}));
  }
  /// For an error that ends preprocessing.
  void fail(const SourceRange& range, std::string message) {
    report(range, std::move(message));
    stopped_ = true;
  }

  void start() { stopped_ = false; }
  bool stopped() const { return stopped_; }
  Diagnostics take() { return std::exchange(found_, {}); }

 private:
  SourceMap* map_;
  std::uint32_t errors_ = 0;
  bool stopped_ = false;
  Diagnostics found_;
};

}  // namespace weir
