// SPDX-License-Identifier: Apache-2.0
// The executor on valid Promela programs: eight bytes are the seed of a random program, any other input is a program.
// Its first states are explored and displayed in every way, with the same result each time.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "frontend/promela/lower.h"
#include "frontend/promela/promela.h"
#include "fuzz/walk_model.h"
#include "support/promela/generate.h"

namespace weir::fuzz {

inline void executor(std::string_view input) {
  if (input.size() > 1 << 14) return;
  std::string text(input);
  if (input.size() == 8) {
    std::uint64_t seed = 0;
    std::memcpy(&seed, input.data(), sizeof seed);
    text = test::to_text(test::generate_program(seed).tree);
  }
  Expected<promela::Model> model = promela::parse_model(SourceText("fuzz.pml", text), {});
  if (!model) {
    WEIR_ASSERT(!model.error().empty(), "a refusal has a message");
    return;
  }
  const auto system = promela::lower(std::move(*model));
  if (!system) {
    WEIR_ASSERT(!system.error().empty(), "a refusal has a message");
    return;
  }
  walk(**system);
}

}  // namespace weir::fuzz
