// SPDX-License-Identifier: Apache-2.0
// The C preprocessor for model languages that use it: text to tokens, in-process, independent of the language.
//
// Directives: #define (with arguments, #, ##, __VA_ARGS__), #undef, #include, #if and related with defined() and C
// integer expressions, #line, #error, #warning, #pragma (ignored). Comments of both kinds and line continuations are
// white space. Every token records its file, its bytes, and the macro expansions that produced it. Punctuators are
// single characters; the language combines them (`adjacent`).
//
// Everything is bounded: nesting of includes and macro calls, and the number of expansions, tokens and bytes. Exceeding
// a limit ends preprocessing with a message.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <weir/diagnostic.h>

#include "base/text/preprocessor_messages.h"
#include "base/text/preprocessor_token.h"
#include "base/text/source_map.h"

namespace weir {

class Preprocessor {
 public:
  /// Definitions are NAME=VALUE pairs; an empty value means 1; NAME may be `F(x)`. `map` must outlive the preprocessor.
  Preprocessor(SourceMap& map, const std::vector<std::pair<std::string, std::string>>& definitions,
               const PreprocessorLimits& limits = {});
  ~Preprocessor();
  Preprocessor(Preprocessor&&) noexcept;
  Preprocessor& operator=(Preprocessor&&) noexcept;

  /// Returns the tokens of a whole file, without End. Errors and warnings are appended to `diagnostics`; the tokens
  /// that could be read are returned in any case. Macros stay defined for later calls.
  std::vector<PreprocessorToken> run(SourceText text, Diagnostics& diagnostics);

  /// Updates the reference after the map was moved.
  void use(SourceMap& map);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace weir
