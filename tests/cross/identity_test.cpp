// SPDX-License-Identifier: Apache-2.0
// Declared symmetry changes no verdict on random programs whose processes use identities. Some programs distinguish the
// processes; they must be refused, or the verdicts must be the same. All exchanges are used: an oracle that renames
// displayed states counts the classes.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include <weir/weir.h>

#include "oracle/orbits.h"
#include "reduction/combined/reduced_system.h"
#include "support/promela_states.h"
#include "support/verdicts.h"

namespace weir::test {
namespace {

using Kind = PropertyRequest::Kind;

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  bool chance(unsigned percent) { return random_() % 100 < percent; }
  std::string one_of(const std::vector<std::string>& list) { return list[random_() % list.size()]; }

  /// A statement that treats all processes alike.
  std::string fair_statement() {
    return one_of({"flag[_pid] = 1",
                   "flag[_pid] = 0",
                   "flag[_pid] -> x = 2",
                   "turn != 255 -> flag[turn] = 0",
                   "turn != 255 && flag[turn] -> x = 1",
                   "turn = _pid",
                   "turn == 255 -> turn = _pid",
                   "turn == _pid -> turn = 255",
                   "turn != _pid -> x = 0",
                   "atomic { turn == 255 -> turn = _pid; x = 1 }",
                   "peer = turn",
                   "peer = 255",
                   "turn = peer",
                   "peer != _pid -> x = (x + 1) % 3",
                   "peer == turn -> k = 1 - k",
                   "turn = (k -> _pid : 255)",
                   "c!_pid",
                   "c!turn",
                   "c?peer",
                   "c?eval(_pid)",
                   "c??eval(peer)",
                   "c?[eval(_pid)] -> x = 2",
                   "d[_pid]!k",
                   "d[_pid]?k",
                   "turn != 255 -> d[turn]!1",
                   "len(d[_pid]) == 1 -> x = 1",
                   "k = 1 - k",
                   "x = (x + k) % 3",
                   "x > 1 -> x = 0",
                   all("+", "flag[", "]") + " < 2 -> x = 1",
                   all("&&", "flag[", "]") + " -> x = 2",
                   all("||", "turn == ", "") + " -> x = 1",
                   all("+", "len(d[", "])") + " > 0 -> x = 0",
                   "assert(turn == 255 || x < 2)",
                   "assert(peer != _pid || x != 2)",
                   "timeout -> x = 0"});
  }
  std::string unfair_statement() {
    return one_of({"turn == 0 -> x = 1",
                   "flag[1] -> x = 2",
                   "turn = 1",
                   "turn = 1 - _pid",
                   "_pid == 0 -> x = 2",
                   "flag[0] && !flag[1] -> x = 1",
                   "turn > 0 -> x = 1",
                   "flag[k] = 1",
                   "x = _pid",
                   "peer = k",
                   "turn -> x = 2",
                   "(turn == 0) != (turn == 1) -> x = 2",
                   "c!k",
                   "d[0]!1",
                   "d[k]?k",
                   "assert(turn != 1)",
                   "x = turn",
                   "flag[0] || flag[1] -> x = 2",
                   "turn = (turn + 1) % 2",
                   "len(d[1]) == 0 -> turn = _pid",
                   "flag[(_pid + 1) % " + std::to_string(count) + "] = 1"});
  }
  std::string statement() { return chance(unfair) ? unfair_statement() : fair_statement(); }
  std::string sequence() {
    std::string text = statement();
    for (std::uint64_t i = random_() % 3; i > 0; --i) text += ";\n    " + statement();
    return text;
  }

  std::string program() {
    count = 2 + static_cast<int>(random_() % 2);
    unfair = chance(40) ? 25 : 0;
    by_parameter = chance(30);
    const std::string n = std::to_string(count);
    std::string body = "{\n  byte peer = " + one_of({"255", "255", "0"}) + "; byte k;\n  do\n";
    for (std::uint64_t i = 2 + random_() % 2; i > 0; --i) body += "  :: " + sequence() + "\n";
    if (chance(30)) body += "  :: if\n    :: " + sequence() + "\n    :: " + statement() + "\n    :: else\n    fi\n";
    body += "  od\n}\n";
    if (by_parameter)
      for (std::size_t at = body.find("_pid"); at != std::string::npos; at = body.find("_pid"))
        body.replace(at, 4, "me");
    std::string text = "byte x, turn = " + one_of({"255", "255", "0"}) + ";\nbool flag[" + n +
                       "];\nchan c = [1] of { byte };\nchan d[" + n + "] = [1] of { bit };\n";
    if (by_parameter) {
      text += "proctype P(byte me) " + body;
      text += "init { atomic {";
      for (int i = 0; i < count; ++i) text += " run P(" + std::to_string(i) + ");";
      text += " } }\n";
    } else {
      text += "active [" + n + "] proctype P() " + body;
    }
    if (chance(30))
      text += "active proctype Q() { byte who = 255; do\n  :: c?who\n  :: " +
              one_of({"turn = who", "who == turn -> x = 1", "d[0]!1", "who != 255 -> d[who]?_", "who = 255"}) +
              "\n  od }\n";
    return text;
  }
  std::string declaration() const { return by_parameter ? "P(me)" : "P"; }

  int count = 2;
  unsigned unfair = 0;
  bool by_parameter = false;

 private:
  std::string all(const std::string& between, const std::string& before, const std::string& after) const {
    std::string text;
    for (int i = 0; i < count; ++i)
      text += (i == 0 ? "(" : " " + between + " ") + before + std::to_string((i + 1) % count) + after;
    return text + ")";
  }
  std::mt19937_64 random_;
};

TEST(DeclaredSymmetry, KeepsVerdictsOfRandomPrograms) {
  Comparison comparison;
  const int last = rounds(150);
  for (int seed = 1; seed <= last; ++seed) {
    Generator generator(static_cast<std::uint64_t>(seed));
    const std::string text = generator.program();
    std::string problems;
    const auto system = promela_system(text, &problems);
    ASSERT_NE(system, nullptr) << problems << "\n" << text;
    if (!count_states(*system, 3000).complete) continue;
    const std::string spec = generator.declaration();
    const auto with = [&](Configuration configuration) {
      configuration.symmetry = spec;
      return configuration;
    };
    const std::string flags = generator.count == 2 ? "flag[1] + flag[0]" : "flag[2] + flag[0] + flag[1]";
    const std::vector<Configuration> configurations = {with({"symmetry"}),
                                                       with({"auto"}),
                                                       with({"symmetry", "bfs"}),
                                                       with({"symmetry,merge,dead,slice", "dfs", "tree"}),
                                                       with({"symmetry", "dfs", "cache"}),
                                                       with({"symmetry", "dfs", "exact", "auto", 2})};
    const std::vector<std::vector<PropertyRequest>> properties = {{{Kind::Assertions, ""}, {Kind::Deadlock, ""}},
                                                                  {{Kind::Ltl, "G (x != 2)"}},
                                                                  {{Kind::Ltl, "G F (x == 0)"}},
                                                                  {{Kind::Ltl, "F G \"" + flags + " == 0\""}},
                                                                  {{Kind::Ltl, "G (turn == 255 -> F turn != 255)"}},
                                                                  {{Kind::Ltl, "X X (x == 0)"}},
                                                                  {{Kind::Ltl, "F dead"}},
                                                                  {{Kind::Ltlf, "G (x == 1 -> X x != 2)"}}};
    for (std::size_t i = 0; i < properties.size(); ++i) {
      const std::string found = comparison.difference(
          *system, properties[i],
          i == 0 ? configurations
                 : std::vector<Configuration>{configurations[static_cast<std::size_t>(seed) % 3], configurations[3]});
      ASSERT_EQ(found, "") << "seed " << seed << " " << properties[i][0].text << "\n" << text;
    }
  }
  if (rounds(150) != 150) return;
  EXPECT_GT(comparison.exchanged, 500);
  EXPECT_GT(comparison.violated, 200);
  EXPECT_GT(comparison.refused, 100);
}

TEST(DeclaredSymmetry, HasAsManyStatesAsThereAreClasses) {
  int counted = 0;
  int smaller = 0;
  for (int seed = 10001; seed < 10001 + rounds(120); ++seed) {
    Generator generator(static_cast<std::uint64_t>(seed));
    const std::string text = generator.program();
    if (generator.by_parameter) continue;  // frames have no fixed position: displayed states have more classes
    const auto system = promela_system(text);
    ASSERT_NE(system, nullptr) << text;
    const StateCount plain = count_states(*system, 6000);
    if (!plain.complete || plain.errors > 0 || plain.assertions > 0) continue;
    auto& program = dynamic_cast<ProgramSystem&>(*system);
    ReductionChoice choice;
    choice.symmetry = true;
    choice.declared = *parse_symmetry("P: turn, P.peer, flag[]");
    const ReducedSystem reduced(program, choice, {});
    if (!reduced.wrong_declaration().empty()) continue;
    // What is sent on c is then an identity, and d is indexed by identities, if at all.
    const auto has = [&](const char* piece) { return text.find(piece) != std::string::npos; };
    if (!has("_pid")) continue;  // no identities: processes are exchanged without renaming
    if (has("c!k") || has("d[0]!") || has("d[k]") || has("len(d[1]) ==")) continue;
    NamedIdentities identities{"P", {0, 1}, {"turn", "c", ":peer", ":who"}, {"flag", "d"}};
    if (generator.count == 3) identities.values.push_back(2);
    const std::size_t classes = count_orbits(program, identities);
    ++counted;
    smaller += classes < plain.states;
    EXPECT_EQ(count_states(reduced).states, classes) << "seed " << seed << ", of " << plain.states << "\n" << text;
  }
  if (rounds(120) != 120) return;
  EXPECT_GT(counted, 15);
  EXPECT_GT(smaller, 12);
}

}  // namespace
}  // namespace weir::test
