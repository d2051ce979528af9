// SPDX-License-Identifier: Apache-2.0
// Checks the table of instructions against generated code: every row is reached by a construct of the language, and its
// stack effect is right in all code.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>

#include "model/opcodes.h"
#include "model/program_system.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

/// One program with every construct that has its own instruction.
constexpr const char* kEverything = R"(
  mtype = { go, stop };
  typedef Pair { byte first; short pairs[2] }
  bit flag; byte small = 1, list[3]; unsigned wide : 12; short half; int whole; Pair pair; pid creator; chan spare;
  chan queue = [2] of { byte, short }, other = [1] of { mtype }, several[2] = [1] of { byte };
  proctype Worker(byte n; short m) {
    bit mine; byte k; short h; int w; byte own[4]; unsigned some : 3; unsigned large : 12; Pair there;
    chan made = [1] of { byte };
    progress: mine = 1; k = n + mine; h = m - k; w = h * 2; own[k % 4] = w / (k + 1); some = own[n & 3];
    large = (some ^ 5) | (k << 1); there.pairs[mine] = large >> 1; made!k; k = k + (-h) + ~w + !k + (n -> m : w);
    accept: if
    :: k < n && h <= m || k > 3 -> k = large + there.pairs[mine]
    :: k >= 2 -> queue!k, h
    :: k == 1 -> queue?k, h
    :: k != 1 -> skip
    :: else -> skip
    fi
  }
  active proctype Main() priority 2 {
    spare = queue; several[small]!1; creator = run Worker(small, half); run Worker(1, 2);
    flag = 1; wide = 5 + flag; half = wide; whole = half + wide; list[whole % 3] = list[small] + small;
    pair.first = 1; pair.pairs[pair.first] = whole; small = pair.pairs[1];
    assert(len(spare) >= 0); set_priority(_pid, get_priority(_pid));
    if
    :: full(queue) -> skip
    :: empty(queue) -> skip
    :: nfull(queue) -> skip
    :: nempty(queue) -> skip
    :: queue?[1, 2] -> skip
    :: timeout -> skip
    :: _nr_pr > 1 && enabled(creator) && pc_value(creator) > 0 -> skip
    fi;
    printf("%d\n", small); select(small : 1 .. 3); wide = Worker[1]:k
  }
)";

const Program& compiled(TransitionSystem& system) { return program_of(system)->program(); }

TEST(OpCodes, AreAllReachedByTheLanguage) {
  std::string diagnostics;
  const std::unique_ptr<TransitionSystem> system = promela_system(kEverything, &diagnostics);
  ASSERT_NE(system, nullptr) << diagnostics;
  for (const char* atom : {"np_", "accept_", "Worker[1]@progress", "Worker@accept", "Worker:k == 1",
                           "Worker[1]:own[small] == 0", "flag + list[1] > 0"})
    EXPECT_TRUE(system->resolve(atom)) << atom;
  std::set<OpCode> met;
  for (const Instruction& instruction : compiled(*system).code) met.insert(instruction.op);
  std::string missing;
  for (const OpInfo& row : opcodes::kTable)
    if (met.count(row.op) == 0) missing += " " + std::to_string(static_cast<int>(row.op));
  EXPECT_EQ(missing, "");
}

TEST(OpCodes, SayWhatCodeDoesToTheStack) {
  std::string diagnostics;
  const std::unique_ptr<TransitionSystem> system = promela_system(kEverything, &diagnostics);
  ASSERT_NE(system, nullptr) << diagnostics;
  const std::vector<Instruction>& code = compiled(*system).code;
  // A piece of code may start with its argument on the stack, so depths are relative.
  std::size_t pieces = 0;
  for (std::size_t begin = 1; begin < code.size(); ++pieces) {
    std::map<std::size_t, int> depth = {{begin, 0}};
    std::size_t at = begin;
    for (;; ++at) {
      ASSERT_LT(at, code.size());
      const Instruction& instruction = code[at];
      const OpInfo& row = info_of(instruction.op);
      if (row.group == OpGroup::Load || row.group == OpGroup::Store) {
        EXPECT_EQ(instruction.width, row.width) << "instruction " << at;
      }
      if (depth.count(at) == 0) continue;  // behind a jump, and no target
      const int before = depth[at];
      const int after = before - (row.pops < 0 ? instruction.b : row.pops) + row.pushes;
      const auto reach = [&](std::size_t target, int height) {
        EXPECT_EQ(depth.try_emplace(target, height).first->second, height) << "instruction " << at;
      };
      if (row.group == OpGroup::Return) {
        EXPECT_LE(before, 1) << "instruction " << at;
        EXPECT_GE(before, -1) << "instruction " << at;
        break;
      }
      if (row.group == OpGroup::Jump) {
        EXPECT_GT(instruction.a, 0) << "instruction " << at;
        const bool leaves = instruction.op == OpCode::AndJump || instruction.op == OpCode::OrJump;
        reach(at + static_cast<std::size_t>(instruction.a), leaves ? before : after);
      }
      if (instruction.op != OpCode::Jump) reach(at + 1, after);
    }
    begin = at + 1;
  }
  EXPECT_GE(pieces, 40U);
}

}  // namespace
}  // namespace weir::test
