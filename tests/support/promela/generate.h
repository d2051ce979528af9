// SPDX-License-Identifier: Apache-2.0
// Random Promela programs that use the whole language, as trees that can be printed and shrunk. A program has a few
// processes of a few statements. Most have fewer than a few thousand states; callers discard the others.
#pragma once

#include <cstdint>

#include "support/grammar/tree.h"
#include "support/promela/environment.h"
#include "support/promela/profile.h"

namespace weir::test {

struct GeneratedProgram {
  Node tree;  ///< a Production::Program
  Environment environment;
  Profile profile;
};

GeneratedProgram generate_program(std::uint64_t seed, Audience audience = Audience::Weir);
/// The same with a given profile.
GeneratedProgram generate_program(std::uint64_t seed, const Profile& profile);

}  // namespace weir::test
