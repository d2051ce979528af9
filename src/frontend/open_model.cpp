// SPDX-License-Identifier: Apache-2.0
#include "frontend/open_model.h"

#include <string_view>
#include <vector>

#include "frontend/aut/aut.h"
#include "frontend/dve/dve.h"
#include "frontend/hoa/kripke.h"
#include "frontend/pnml/pnml.h"
#include "frontend/promela/lower.h"
#include "model/program_system.h"

namespace weir {
namespace {

const std::vector<FrontEnd>& table() {
  static const std::vector<FrontEnd> rows = {
      {"promela", ".pml .prom .pm .promela .prm .pr .spin", "Promela, as Spin 6.5 reads it", promela::open_promela},
      {"dve", ".dve .mdve", "DVE, the language of DiVinE and BEEM", dve::open_dve},
      {"pnml", ".pnml", "place/transition nets (ISO 15909-2)", pnml::open_pnml},
      {"aut", ".aut", "labelled transition systems (Aldebaran)", aut::open},
      {"hoa", ".hoa", "Kripke structures (HOA v1 with state labels)", hoa::open_kripke},
  };
  return rows;
}

bool has_suffix(std::string_view path, std::string_view suffixes) {
  while (!suffixes.empty()) {
    const std::size_t blank = suffixes.find(' ');
    const std::string_view suffix = suffixes.substr(0, blank);
    if (path.size() > suffix.size() && path.ends_with(suffix)) return true;
    suffixes.remove_prefix(blank == std::string_view::npos ? suffixes.size() : blank + 1);
  }
  return false;
}

/// Only programs have a choice of executor.
void choose_executor(Model& model, std::string_view executor) {
  auto* program = program_of(*model.system);
  if (program == nullptr) return;
  if (executor == "interpreter") program->use(ExecutorChoice::Interpreter);
  if (executor == "native") program->use(ExecutorChoice::Native);
}

std::string known_formats() {
  std::string text;
  for (const FrontEnd& row : front_ends()) {
    if (!text.empty()) text += ", ";
    text += std::string(row.name) + " (" + row.suffixes + ")";
  }
  return text;
}

}  // namespace

std::span<const FrontEnd> front_ends() { return table(); }

Expected<Model> open_model(const std::string& path, const ModelOptions& options) {
  for (const FrontEnd& row : front_ends()) {
    if (options.format.empty() ? has_suffix(path, row.suffixes) : options.format == row.name) {
      Expected<Model> model = row.open(path, options);
      if (model) choose_executor(*model, options.executor);
      return model;
    }
  }
  Diagnostic diagnostic;
  diagnostic.message = options.format.empty()
                           ? "cannot tell the format of '" + path + "' from its suffix; give it with --from"
                           : "unknown model format '" + options.format + "'";
  diagnostic.message += "; known formats: " + known_formats();
  return diagnostic;
}

}  // namespace weir
