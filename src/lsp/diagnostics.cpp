// SPDX-License-Identifier: Apache-2.0
// Errors and warnings. One about an included file is shown where the document includes it.
#include <algorithm>

#include "lsp/features.h"

namespace weir::lsp {
namespace {

constexpr std::size_t kMostShown = 200;

Json range_of(const Document& document, const Diagnostic& diagnostic) {
  const LineIndex& lines = document.lines();
  const std::size_t begin = lines.offset_of_diagnostic(diagnostic.line, diagnostic.column);
  const std::size_t end =
      lines.offset_of_diagnostic(diagnostic.line, diagnostic.column + std::max(diagnostic.length, 1U));
  return lines.range(begin, end);
}

}  // namespace

Json diagnostics(const Document& document) {
  Json list = Json::array();
  const Diagnostics& all = document.examination().diagnostics;
  for (std::size_t i = 0; i < all.size() && list.size() < kMostShown; ++i) {
    const Diagnostic& diagnostic = all[i];
    if (diagnostic.severity == Diagnostic::Severity::Note) continue;
    const Diagnostic* shown = &diagnostic;
    for (std::size_t k = i + 1; shown->file != document.path() && k < all.size(); ++k) {
      if (all[k].severity != Diagnostic::Severity::Note) break;
      shown = &all[k];
    }
    const bool here = shown->file == document.path();
    const bool elsewhere = diagnostic.file != document.path() && !diagnostic.file.empty();
    list.push_back(
        {{"range", here ? range_of(document, *shown) : document.lines().range(0, 0)},
         {"severity", diagnostic.severity == Diagnostic::Severity::Error ? 1 : 2},
         {"source", "weir"},
         {"message", elsewhere ? diagnostic.file + ":" + std::to_string(diagnostic.line) + ": " + diagnostic.message
                               : diagnostic.message}});
  }
  return list;
}

}  // namespace weir::lsp
