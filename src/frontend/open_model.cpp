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

bool has_suffix(std::string_view path, std::string_view suffixes) {
  while (!suffixes.empty()) {
    const std::size_t blank = suffixes.find(' ');
    const std::string_view suffix = suffixes.substr(0, blank);
    if (path.size() > suffix.size() && path.ends_with(suffix)) return true;
    suffixes.remove_prefix(blank == std::string_view::npos ? suffixes.size() : blank + 1);
  }
  return false;
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

std::span<const FrontEnd> front_ends() {
  static const FrontEnd table[] = {
      {{ModelFormat::Promela, "promela", "Promela, as Spin 6.5 reads it"},
       ".pml .prom .pm .promela .prm .pr .spin",
       promela::open_promela},
      {{ModelFormat::Dve, "dve", "DVE, the language of DiVinE and BEEM"}, ".dve .mdve", dve::open_dve},
      {{ModelFormat::Pnml, "pnml", "place/transition and coloured nets (ISO 15909-2)"}, ".pnml", pnml::open_pnml},
      {{ModelFormat::Aut, "aut", "labelled transition systems (Aldebaran)"}, ".aut", aut::open},
      {{ModelFormat::Hoa, "hoa", "Kripke structures (HOA v1 with state labels)"}, ".hoa", hoa::open_kripke},
  };
  return table;
}

template <>
std::span<const Choice<ModelFormat>> choices() {
  static const std::vector<Choice<ModelFormat>> rows(front_ends().begin(), front_ends().end());
  return rows;
}

std::optional<ModelFormat> format_of(std::string_view path) {
  for (const FrontEnd& row : front_ends())
    if (has_suffix(path, row.suffixes)) return row.value;
  return std::nullopt;
}

Expected<Model> open_model(const std::string& path, const ModelOptions& options) {
  for (const FrontEnd& row : front_ends()) {
    if (options.format ? row.value != *options.format : !has_suffix(path, row.suffixes)) continue;
    Expected<Model> model = row.open(path, options);
    if (!model) return model;
    if (ProgramSystem* program = program_of(*model->system)) program->use(options.executor);
    return model;
  }
  return Diagnostic{.message = "cannot tell the format of '" + path +
                               "' from its suffix; give it with --from; known formats: " + known_formats()};
}

}  // namespace weir
