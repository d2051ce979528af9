// SPDX-License-Identifier: Apache-2.0
// weir translate --automaton: applies the toolbox to automata of other tools.
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include <weir/automata.h>

#include "automaton/format/hoa_reader.h"
#include "automaton/limits.h"
#include "automaton/transform/complement.h"
#include "base/text/source_text.h"
#include "pipeline/language/automaton_shape.h"
#include "pipeline/language/automaton_statistics.h"
#include "pipeline/work_limits.h"

namespace weir {

Expected<std::string> convert_automata(const std::string& path, const TranslateOptions& options, Observer* observer) {
  if (auto problem = unfit_for_automata(options)) return *problem;
  const WorkLimits limits(options.time_limit, options.memory_limit, observer);
  const auto space = std::make_shared<AtomSpace>(limits.construction());
  const Expected<SourceText> source = SourceText::read_file(path);
  if (!source) return source.error();
  Expected<std::vector<Automaton>> automata =
      read_hoa(*source, space, options.finite ? Words::Finite : Words::Infinite);
  if (!automata) return automata.error();
  if (!options.name.empty() && automata->size() > 1)
    return Diagnostic{.message = "--name needs a file with one automaton"};
  return bounded([&]() -> Expected<std::string> {
    std::string text;
    for (Automaton& given : *automata) {
      const auto start = std::chrono::steady_clock::now();
      const std::string name = options.complement && !given.name().empty() ? "!(" + given.name() + ")" : given.name();
      Expected<Automaton> automaton = reshaped(options.complement ? complement(given) : std::move(given), options);
      if (!automaton) return automaton.error();
      automaton->set_name(name);
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      text += options.stats ? automaton_statistics(*automaton, seconds) : written(*automaton, options, false);
    }
    return text;
  });
}

}  // namespace weir
