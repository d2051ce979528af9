// SPDX-License-Identifier: Apache-2.0
// trace: reads the formulas and checks a log against them (trace/log_check.h).
#include <weir/weir.h>

#include "automaton/limits.h"
#include "base/memory/memory_limit.h"
#include "base/stop_flag.h"
#include "base/text/source_text.h"
#include "formula/declare_model.h"
#include "formula/property_file.h"
#include "pipeline/trace/log_check.h"

namespace weir {
namespace {

/// The formulas given one by one, then those of the file.
Expected<std::vector<NamedFormula>> read_properties(const TraceOptions& options, Diagnostics& warnings) {
  const ParseOptions accepted{.time_bounds = !options.timestamp_field.empty(), .quantifiers = true};
  std::vector<NamedFormula> result;
  for (const TraceOptions::Property& property : options.properties) {
    const auto parsed = parse_quantified(property.formula, accepted);
    if (!parsed) return parsed.error();
    const std::string name = property.name.empty() ? "p" + std::to_string(result.size()) : property.name;
    result.push_back(
        {.name = name, .text = property.formula, .formula = parsed->formula, .quantifier = parsed->quantifier});
  }
  if (options.properties_file.empty()) return result;
  const auto source = SourceText::read_file(options.properties_file);
  if (!source) return source.error();
  auto file = read_trace_properties(*source, accepted, warnings);
  if (!file) return file.error();
  std::move(file->begin(), file->end(), std::back_inserter(result));
  return result;
}

}  // namespace

Expected<TraceSummary> trace(const std::string& log_path, const TraceOptions& options, TraceObserver* observer) {
  TraceObserver silent;
  TraceObserver& asked = observer != nullptr ? *observer : silent;
  Diagnostics warnings;
  const auto properties = read_properties(options, warnings);
  if (!properties) return properties.error();
  if (properties->empty()) return Diagnostic{.message = "no formula to check; use --ltlf F or --properties FILE"};
  LogCheck check(options, asked);
  {
    StopFlag stop;
    const Watchdog watchdog(stop, 0, [&asked] { return asked.interrupted(); });
    const ConstructionLimits limits{&stop, resident_bytes() + run_budget(options.memory_limit)};
    for (const NamedFormula& property : *properties)
      if (auto problem = check.add(property, limits)) return *problem;
  }
  Expected<TraceSummary> summary = check.run(log_path);
  if (summary) summary->warnings.insert(summary->warnings.begin(), warnings.begin(), warnings.end());
  return summary;
}

}  // namespace weir
