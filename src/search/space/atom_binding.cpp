// SPDX-License-Identifier: Apache-2.0
#include "search/space/atom_binding.h"

#include <bit>

namespace weir {

Expected<AtomBinding> bind_atoms(TransitionSystem& system, const std::vector<std::string>& atoms) {
  if (atoms.size() > PropertyAutomaton::kMaxAtoms) {
    return Diagnostic{.message = "a property may mention at most " + std::to_string(PropertyAutomaton::kMaxAtoms) +
                                 " atoms; this one mentions " + std::to_string(atoms.size())};
  }
  AtomBinding binding;
  Diagnostics problems;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const Letter bit = Letter{1} << i;
    if (atoms[i] == kDeadAtom) {
      binding.dead = bit;
    } else if (atoms[i] == kTauAtom) {
      binding.tau = bit;
    } else if (Expected<Atom> atom = system.resolve(atoms[i])) {
      (atom->kind == Atom::Kind::State ? binding.states : binding.events).push_back({atom->id, bit});
    } else {
      append(problems, atom.error());
    }
  }
  if (!problems.empty()) return problems;
  for (const AtomBinding::Bound& atom : binding.states) binding.state_ids.push_back(atom.id);
  return binding;
}

StateLetter AtomBinding::letter_of(const AtomBits& bits) const {
  StateLetter result;
  for (std::uint64_t holds = bits.holds; holds != 0; holds &= holds - 1)
    result.letter |= states[static_cast<std::size_t>(std::countr_zero(holds))].bit;
  if (bits.undefined == 0) return result;
  for (std::uint64_t undefined = bits.undefined; undefined != 0; undefined &= undefined - 1)
    result.undefined |= states[static_cast<std::size_t>(std::countr_zero(undefined))].bit;
  return result;
}

Letter AtomBinding::letter_of_step(const TransitionSystem& system, StateView state, const Step& step) const {
  Letter letter = 0;
  for (const Bound& atom : events) {
    if (system.occurs(atom.id, state, step)) letter |= atom.bit;
  }
  return letter == 0 ? tau : letter;
}

}  // namespace weir
