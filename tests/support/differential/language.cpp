// SPDX-License-Identifier: Apache-2.0
#include "support/differential/language.h"

#include <algorithm>

#include "support/dve/interpret.h"
#include "support/dve/material.h"
#include "support/model/build.h"
#include "support/model/material.h"
#include "support/net/material.h"
#include "support/promela/material.h"

namespace weir::test {

std::span<const Language> languages() {
  using S = Section;
  static const std::vector<Language> kRows = {
      {"promela",
       "promela",
       ".pml",
       "",
       "",
       {S::Common, S::Expression, S::Formula, S::Promela},
       "merge dead slice por sleep symmetry",
       true,
       promela_material,
       nullptr,
       nullptr,
       nullptr},
      {"dve",
       "dve",
       ".dve",
       "",
       "",
       {S::Common, S::Expression, S::Formula, S::Dve},
       "merge dead slice por sleep symmetry",
       true,
       dve_material,
       nullptr,
       dve_census,
       dve_accepts},
      {"net",
       "pnml",
       ".pnml",
       "<!--\n",
       "-->\n",
       {S::Common, S::Formula, S::Net},
       "por structural",
       false,
       net_material,
       nullptr,
       net_census,
       nullptr},
      {"model",
       nullptr,
       ".txt",
       "",
       "",
       {S::Common, S::Formula, S::Model},
       "por symmetry",
       false,
       model_material,
       build_model,
       nullptr,
       nullptr},
  };
  return kRows;
}

Material material_of(const Language& language, std::uint64_t seed, std::size_t cases) {
  Material material = language.material(seed, cases);
  for (Case& each : material.cases) each.question.language = &language;
  return material;
}

const Language* find_language(std::string_view name) {
  for (const Language& row : languages())
    if (row.name == name) return &row;
  return nullptr;
}

bool has_production(const Language& language, Production production) {
  const auto& sections = language.sections;
  return production != Production::Case &&
         std::find(sections.begin(), sections.end(), info(production).section) != sections.end();
}

const Language& promela() { return *find_language("promela"); }

}  // namespace weir::test
