// SPDX-License-Identifier: Apache-2.0
#include "pipeline/prepare/known_values.h"

#include <weir/reducible.h>

#include "formula/rewrite.h"

namespace weir {

Formula with_known_values(TransitionSystem& system, Formula formula) {
  KnownValues* values = system.capabilities().values;
  if (values == nullptr) return formula;
  for (const std::string& name : atoms(formula)) {
    if (is_built_in_atom(name)) continue;
    const Expected<Atom> atom = system.resolve(name);
    if (!atom || atom->kind != Atom::Kind::State) continue;
    if (const std::optional<bool> value = values->constant(atom->id))
      formula = substitute(formula, Formula::atom(name), Formula::constant(*value));
  }
  return formula;
}

}  // namespace weir
