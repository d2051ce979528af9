// SPDX-License-Identifier: Apache-2.0
// Any bytes as HOA: the result is automata or a diagnostic with a position. Written automata parse to the same text.
// Small automata pass through all tools.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "automaton/analysis/emptiness.h"
#include "automaton/format/hoa_reader.h"
#include "automaton/format/hoa_writer.h"
#include "automaton/format/writers.h"
#include "automaton/limits.h"
#include "automaton/transform/degeneralize.h"
#include "automaton/transform/simplify.h"
#include "base/assert.h"

namespace weir::fuzz {

inline void hoa(std::string_view input) {
  const SourceText text("fuzz.hoa", std::string(input));
  for (const Words words : {Words::Infinite, Words::Finite}) {
    const auto automata = read_hoa(text, std::make_shared<AtomSpace>(), words);
    if (!automata) {
      WEIR_ASSERT(!automata.error().empty() && automata.error().front().line > 0,
                  "a refusal has a message and a place");
      continue;
    }
    for (const Automaton& automaton : *automata) {
      if (automaton.edge_count() > 1000) continue;
      const std::string written = to_hoa(automaton);
      const auto again = read_hoa(SourceText("again.hoa", written), std::make_shared<AtomSpace>(), words);
      WEIR_ASSERT(again.has_value() && again->size() == 1 && to_hoa(again->front()) == written,
                  "what is written is read back");
      to_dot(automaton);
      to_json(automaton);
      to_text(automaton);
      // Emptiness is exponential in the number of Fin, and removing Fin in the number of sets.
      if (automaton.mark_count() > 6 || automaton.state_count() > 12) continue;
      const bool empty = is_empty(automaton);
      WEIR_ASSERT(is_empty(simplified(automaton)) == empty, "simplifying keeps emptiness");
      if (words == Words::Finite) continue;
      try {
        WEIR_ASSERT(is_empty(degeneralized(automaton)) == empty, "degeneralising keeps emptiness");
      } catch (const LimitReached&) {
        // a limit, not a failure
      }
    }
  }
}

}  // namespace weir::fuzz
