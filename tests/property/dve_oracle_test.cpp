// SPDX-License-Identifier: Apache-2.0
// Random small DVE specifications against an interpreter of a page, written from the definition of the language and
// knowing nothing of programs: commit states, both kinds of channels, synchronous systems, and property processes with
// variables, effects and synchronisations.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <weir/weir.h>

#include "frontend/dve/dve.h"
#include "support/enumerate.h"

namespace weir::test {
namespace {

// Variables: 0 x, 1 y (global), 2 + p: v of process p. Channels: 0 c (unbuffered), 1 d (one byte, buffered).
struct Move {
  int from = 0, to = 0;
  int guard_variable = -1, guard_value = 0;  ///< variable < value
  int channel = -1;
  bool sends = false;
  int message = 0;                        ///< variable that is sent, or receives
  int target = -1, step = 0, source = 0;  ///< target = (source + step) % 3
};
struct Automaton {
  int states = 1;
  std::set<int> committed, accepting;
  std::vector<Move> moves;
};
struct Specification {
  std::vector<Automaton> processes;
  bool synchronous = false;
  bool has_property = false;  ///< the last process
  int property() const { return has_property ? static_cast<int>(processes.size()) - 1 : -1; }
};

struct State {
  std::vector<int> at, value;
  std::vector<int> buffer;
  bool stuck = false;
  auto operator<=>(const State&) const = default;
};

class Oracle {
 public:
  explicit Oracle(const Specification& specification) : specification_(specification) {}

  State initial() const {
    State state;
    state.at.assign(specification_.processes.size(), 0);
    state.value.assign(specification_.processes.size() + 2, 0);
    return state;
  }

  std::vector<State> system_steps(const State& state) const {
    return specification_.synchronous ? together(state) : one_by_one(state);
  }

  /// With the property process.
  std::vector<State> joint_steps(const State& state) const {
    std::vector<State> result;
    if (state.stuck) return {state};
    const int p = specification_.property();
    const std::vector<State> steps = system_steps(state);
    std::vector<State> own;
    for (const Move* move : enabled(state, p)) {
      if (move->channel >= 0) continue;
      own.push_back(state);
      act(own.back(), p, *move);
    }
    std::vector<State> pairs;
    for (int s = 0; s < p; ++s)
      for (const Move* sending : enabled(state, s))
        for (const Move* receiving : enabled(state, p)) {
          if (sending->channel != 0 || !sending->sends || receiving->channel != 0) continue;
          if (some_committed(state)) continue;  // the property process is not
          pairs.push_back(state);
          pairs.back().value[index(receiving->message)] = state.value[index(sending->message)];
          act(pairs.back(), s, *sending);
          act(pairs.back(), p, *receiving);
        }
    const auto merge = [&](State base, const State& moved) {
      base.at[index(p)] = moved.at[index(p)];
      base.value[index(p + 2)] = moved.value[index(p + 2)];
      return base;
    };
    for (const State& step : steps)
      for (const State& moved : own) result.push_back(merge(step, moved));
    result.insert(result.end(), pairs.begin(), pairs.end());
    if (steps.empty() && pairs.empty()) result = own;
    return result;
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  std::vector<const Move*> enabled(const State& state, int p) const {
    std::vector<const Move*> result;
    for (const Move& move : specification_.processes[index(p)].moves) {
      if (move.from != state.at[index(p)]) continue;
      if (move.guard_variable >= 0 && state.value[index(move.guard_variable)] >= move.guard_value) continue;
      result.push_back(&move);
    }
    return result;
  }
  bool committed(const State& state, int p) const {
    return specification_.processes[index(p)].committed.count(state.at[index(p)]) != 0;
  }
  bool some_committed(const State& state) const {
    for (int p = 0; p < static_cast<int>(specification_.processes.size()); ++p)
      if (p != specification_.property() && committed(state, p)) return true;
    return false;
  }
  static void act(State& state, int p, const Move& move) {
    state.at[index(p)] = move.to;
    if (move.target >= 0) state.value[index(move.target)] = (state.value[index(move.source)] + move.step) % 3;
  }

  std::vector<State> one_by_one(const State& state) const {
    std::vector<State> result;
    const bool urgent = some_committed(state);
    const int count = static_cast<int>(specification_.processes.size()) - (specification_.has_property ? 1 : 0);
    for (int p = 0; p < count; ++p) {
      if (urgent && !committed(state, p)) continue;
      for (const Move* move : enabled(state, p)) {
        State next = state;
        if (move->channel == 1 && move->sends) {
          if (state.buffer.size() == 1) continue;
          next.buffer.push_back(state.value[index(move->message)]);
        } else if (move->channel == 1) {
          if (state.buffer.empty()) continue;
          next.value[index(move->message)] = state.buffer.front();
          next.buffer.clear();
        } else if (move->channel == 0) {
          if (!move->sends) continue;
          for (int q = 0; q < count; ++q) {
            if (q == p || (urgent && !committed(state, q))) continue;
            for (const Move* receiving : enabled(state, q)) {
              if (receiving->channel != 0 || receiving->sends) continue;
              State both = state;
              both.value[index(receiving->message)] = state.value[index(move->message)];
              act(both, p, *move);
              act(both, q, *receiving);
              result.push_back(both);
            }
          }
          continue;
        }
        act(next, p, *move);
        result.push_back(next);
      }
    }
    return result;
  }

  std::vector<State> together(const State& state) const {
    std::vector<State> result = {state};
    std::vector<std::set<int>> written = {{}};
    const int count = static_cast<int>(specification_.processes.size()) - (specification_.has_property ? 1 : 0);
    for (int p = 0; p < count; ++p) {
      std::vector<State> more;
      std::vector<std::set<int>> more_written;
      for (std::size_t i = 0; i < result.size(); ++i)
        for (const Move* move : enabled(state, p)) {
          State next = result[i];
          next.at[index(p)] = move->to;
          std::set<int> variables = written[i];
          if (move->target >= 0) {
            next.value[index(move->target)] = (state.value[index(move->source)] + move->step) % 3;
            if (!variables.insert(move->target).second) next.stuck = true;  // an error: counted as a fault
          }
          more.push_back(next);
          more_written.push_back(variables);
        }
      result = more;
      written = more_written;
    }
    return result;
  }

  const Specification& specification_;
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}
  Specification specification(bool synchronous, bool property) {
    Specification result;
    result.synchronous = synchronous;
    result.has_property = property;
    const int count = 2 + pick(2) + (property ? 1 : 0);
    for (int p = 0; p < count; ++p) result.processes.push_back(automaton(p, property && p + 1 == count, synchronous));
    return result;
  }

 private:
  int pick(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  int variable(int p) { return pick(3) == 0 ? 2 + p : pick(2); }
  Automaton automaton(int p, bool property, bool synchronous) {
    Automaton result;
    result.states = 1 + pick(3);
    for (int s = 0; s < result.states; ++s) {
      if (!property && pick(4) == 0) result.committed.insert(s);
      if (property && pick(2) == 0) result.accepting.insert(s);
      const int moves = 1 + pick(3);
      for (int m = 0; m < moves; ++m) {
        Move move;
        move.from = s;
        move.to = pick(result.states);
        if (pick(2) == 0) move.guard_variable = property ? pick(2 + p) : variable(p), move.guard_value = 1 + pick(2);
        if (!synchronous && pick(property ? 4 : 2) == 0) {
          move.channel = property ? 0 : pick(2);
          move.sends = !property && pick(2) == 0;
          move.message = property ? 2 + p : variable(p);
        }
        if (pick(3) != 0) {
          // In a synchronous system mostly variables of one's own: two may not assign to the same.
          move.target = property || (synchronous && pick(4) != 0) ? 2 + p : variable(p);
          move.source = property ? pick(2) : variable(p);
          move.step = pick(3);
        }
        result.moves.push_back(move);
      }
    }
    return result;
  }
  std::mt19937_64 random_;
};

std::string text_of(const Specification& specification) {
  const auto name = [](int v) { return v == 0 ? std::string("x") : v == 1 ? "y" : "v" + std::to_string(v - 2); };
  // Other processes' variables are asked for as P->v.
  const auto seen = [&](int v, int p) {
    return v < 2 || v - 2 == p ? name(v) : "P" + std::to_string(v - 2) + "->" + name(v);
  };
  std::string text = "byte x, y; channel c; channel ";
  // Messages of an untyped channel are what its first use shows, in every part of the specification.
  text += specification.processes.size() % 2 == 0 ? "{byte} d[1];\n" : "d[1];\n";
  for (int p = 0; p < static_cast<int>(specification.processes.size()); ++p) {
    const Automaton& automaton = specification.processes[static_cast<std::size_t>(p)];
    const auto list = [&](const char* keyword, const auto& states) {
      std::string line;
      for (const int s : states) line += (line.empty() ? std::string(keyword) + " s" : ", s") + std::to_string(s);
      return line.empty() ? line : line + ";\n";
    };
    std::vector<int> all;
    for (int s = 0; s < automaton.states; ++s) all.push_back(s);
    text += "process P" + std::to_string(p) + " { byte " + name(2 + p) + ";\n" + list("state", all) + "init s0;\n" +
            list("commit", automaton.committed) + list("accept", automaton.accepting) + "trans\n";
    for (const Move& move : automaton.moves) {
      text += " s" + std::to_string(move.from) + " -> s" + std::to_string(move.to) + " { ";
      if (move.guard_variable >= 0)
        text += "guard " + seen(move.guard_variable, p) + " < " + std::to_string(move.guard_value) + "; ";
      if (move.channel >= 0)
        text += std::string("sync ") + (move.channel == 0 ? "c" : "d") + (move.sends ? "!" : "?") +
                seen(move.message, p) + "; ";
      if (move.target >= 0)
        text += "effect " + seen(move.target, p) + " = (" + seen(move.source, p) + " + " + std::to_string(move.step) +
                ") % 3; ";
      text += "},\n";
    }
    text.resize(text.size() - 2);
    text += ";\n}\n";
  }
  text += std::string("system ") + (specification.synchronous ? "sync" : "async");
  if (specification.has_property) text += " property P" + std::to_string(specification.property());
  return text + ";\n";
}

Enumeration count(const Specification& specification) {
  const Oracle oracle(specification);
  Enumeration result;
  std::set<State> known = {oracle.initial()};
  std::vector<State> waiting = {oracle.initial()};
  while (!waiting.empty()) {
    const State state = waiting.back();
    waiting.pop_back();
    const std::vector<State> steps = oracle.system_steps(state);
    result.deadlocks += steps.empty();
    for (const State& next : steps) {
      result.faults += next.stuck;
      if (next.stuck) continue;
      ++result.transitions;
      if (known.insert(next).second) waiting.push_back(next);
    }
  }
  result.states = known.size();
  return result;
}

/// Whether an accepting state of the property process lies on a cycle that can be reached.
bool accepts(const Specification& specification) {
  const Oracle oracle(specification);
  std::map<State, std::vector<State>> graph;
  const auto reach = [&](const State& from) {
    std::set<State> seen;
    std::vector<State> waiting = {from};
    while (!waiting.empty()) {
      const State state = waiting.back();
      waiting.pop_back();
      const auto [entry, fresh] = graph.try_emplace(state);
      if (fresh)
        for (const State& next : oracle.joint_steps(state))
          if (!next.stuck) entry->second.push_back(next);
      for (const State& next : entry->second)
        if (seen.insert(next).second) waiting.push_back(next);
    }
    return seen;
  };
  std::set<State> reachable = reach(oracle.initial());
  reachable.insert(oracle.initial());
  const auto p = static_cast<std::size_t>(specification.property());
  for (const State& state : reachable)
    if (specification.processes[p].accepting.count(state.at[p]) != 0 && reach(state).count(state) != 0) return true;
  return false;
}

TEST(DveOracle, SystemsHaveTheSameStatesAndSteps) {
  int committed = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    const Specification specification = Generator(seed).specification(seed % 3 == 0, false);
    for (const Automaton& automaton : specification.processes) committed += !automaton.committed.empty();
    const std::string text = text_of(specification);
    const auto model = dve::read_dve(SourceText("m.dve", text));
    ASSERT_TRUE(model) << to_string(model.error()) << text;
    const Enumeration expected = count(specification);
    const Enumeration found = enumerate(*model->system);
    ASSERT_EQ(found.states, expected.states) << "seed " << seed << "\n" << text;
    ASSERT_EQ(found.transitions - found.faults, expected.transitions) << "seed " << seed << "\n" << text;
    ASSERT_EQ(found.deadlocks, expected.deadlocks) << "seed " << seed << "\n" << text;
    ASSERT_EQ(found.faults, expected.faults) << "seed " << seed << "\n" << text;
  }
  EXPECT_GT(committed, 300);
}

TEST(DveOracle, PropertyProcessesThatActGetTheSameVerdict) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("weir-dve-" + std::to_string(getpid()) + ".dve")).string();
  int violated = 0, compared = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Specification specification = Generator(seed).specification(seed % 4 == 0, true);
    const std::string text = text_of(specification);
    std::ofstream(path) << text;
    CheckOptions options;
    options.threads = 1;
    const auto result = check(path, options);
    ASSERT_TRUE(result) << to_string(result.error()) << text;
    ASSERT_EQ(result->properties.size(), 1U);
    const PropertyResult& property = result->properties.front();
    ASSERT_NE(property.verdict, Verdict::Inconclusive) << property.reason << text;
    const bool expected = accepts(specification);
    ASSERT_EQ(property.verdict == Verdict::Violated, expected) << "seed " << seed << "\n" << text;
    violated += expected;
    ++compared;
  }
  std::filesystem::remove(path);
  EXPECT_GT(violated, 50);
  EXPECT_GT(compared - violated, 50);
}

}  // namespace
}  // namespace weir::test
