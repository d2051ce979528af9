// SPDX-License-Identifier: Apache-2.0
#include "pipeline/sources.h"

#include <set>

#include "base/text/source_text.h"

namespace weir {
namespace {

constexpr std::size_t kLargestShown = 4 << 20;

}  // namespace

std::vector<std::string> files_of(const Model& model, const CheckOptions& options) {
  std::vector<std::string> files;
  for (const SourceDigest& source : model.sources) files.push_back(source.name);
  if (!options.properties_file.empty()) files.push_back(options.properties_file);
  for (const PropertyRequest& request : options.properties) {
    using Kind = PropertyRequest::Kind;
    if (request.kind == Kind::Automaton || request.kind == Kind::FailureAutomaton) files.push_back(request.text);
  }
  return files;
}

std::vector<SourceFile> sources_of(const CheckResult& result) {
  std::vector<SourceFile> sources;
  std::set<std::string> seen = {""};
  const auto add_file = [&](const std::string& file) {
    if (!seen.insert(file).second) return;
    if (const auto text = SourceText::read_file(file, kLargestShown)) {
      sources.push_back({file, std::string(text->text())});
    }
  };
  const auto add = [&](const TraceStep& step) { add_file(step.step.file); };
  for (const PropertyResult& property : result.properties) {
    for (const TraceStep& step : property.counterexample.prefix) add(step);
    for (const TraceStep& step : property.counterexample.cycle) add(step);
  }
  for (const UnreachedStatement& statement : result.unreached) add_file(statement.file);
  for (const StatementCount& statement : result.coverage.statements) add_file(statement.file);
  return sources;
}

}  // namespace weir
