// SPDX-License-Identifier: Apache-2.0
// The C preprocessor, for model languages that are written with it: text to tokens, in-process, language-neutral.
//
// Directives: #define (with arguments, #, ##, __VA_ARGS__), #undef, #include, #if and its kin with defined() and C
// integer expressions, #line, #error, #warning, #pragma (ignored). Comments of both kinds and line continuations are
// white space. Every token knows its file and bytes, and the macro expansions it came through. Punctuation is left in
// single characters: which of them belong together is the language's business (`adjacent`).
//
// Bounded by design: nesting of includes and of macro calls, number of expansions, tokens and bytes have limits; beyond
// one, preprocessing ends with a message.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <weir/diagnostic.h>

#include "base/text/preprocessor_token.h"
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

class Preprocessor {
 public:
  /// Definitions are NAME=VALUE pairs; an empty value means 1; NAME may be `F(x)`. The map must outlive the
  /// preprocessor.
  Preprocessor(SourceMap& map, const std::vector<std::pair<std::string, std::string>>& definitions,
               const PreprocessorLimits& limits = {});
  ~Preprocessor();
  Preprocessor(Preprocessor&&) noexcept;
  Preprocessor& operator=(Preprocessor&&) noexcept;

  /// The tokens of a whole file, without End. Errors and warnings are appended to `diagnostics`; what could be read is
  /// returned all the same. Macros stay defined for later calls.
  std::vector<PreprocessorToken> run(SourceText text, Diagnostics& diagnostics);

  /// The map has moved.
  void use(SourceMap& map);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace weir
