// SPDX-License-Identifier: Apache-2.0
// Structural reductions of random nets, judged by their definitions: each rule alone, all together, and random sets. If
// steps are observed, the reduced net is bisimilar to the net; otherwise it has the same words up to stuttering, or at
// least the same beginnings of words. A run of the reduced net is refined to a run of the net with the same word.
// WEIR_ROUNDS sets the number of nets, WEIR_SEED the first.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "counterexample/replay.h"
#include "formula/parser.h"
#include "frontend/pnml/structure/net_structure.h"
#include "model/expansion_limits.h"
#include "oracle/bisimulation.h"
#include "oracle/stutter_language.h"
#include "support/differential/judge.h"
#include "support/grammar/draw.h"
#include "support/verdicts.h"

namespace weir::test {
namespace {

using pnml::NetSystem;
using pnml::SimplerNet;
using pnml::StructuralRule;
using pnml::StructuralRules;

constexpr std::uint64_t kStates = 400;

std::uint64_t number_from(const char* variable, std::uint64_t usual) {
  const char* given = std::getenv(variable);
  return given != nullptr ? std::strtoull(given, nullptr, 10) : usual;
}

constexpr std::uint64_t kNets = 5000;

/// Calls `use(seed, material, system, net)` for `count` random nets that could be opened.
template <class Use>
void for_random_nets(std::uint64_t count, Use use) {
  const std::string folder = testing::TempDir() + "structural_reduction_" + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  const std::uint64_t first = number_from("WEIR_SEED", 1);
  const Language& language = *find_language("net");
  for (std::uint64_t seed = first; seed < first + count && !testing::Test::HasFatalFailure(); ++seed) {
    const Material material = material_of(language, seed, 4);
    const Subject subject(language, material.program, folder, {.states = kStates});
    if (!subject.accepted()) continue;
    const std::unique_ptr<TransitionSystem> system = subject.open();
    if (const auto* net = dynamic_cast<const NetSystem*>(system.get())) use(seed, material, *system, *net);
  }
  std::filesystem::remove_all(folder);
}

/// What a question may notice, in the form that oracles compare.
struct Watch {
  ObservedStructure observed;
  bool letters_have_dead = false;

  std::uint64_t letter(const TransitionSystem& system, StateView state, bool dead) const {
    std::uint64_t bits = observed.states.empty() ? 0 : system.letter(observed.states, state).holds;
    if (letters_have_dead && dead) bits |= std::uint64_t{1} << 40;
    return bits;
  }
};

/// Explores a system. If events are observed, a state is inserted into every step, with the events as its letter.
std::optional<LabelledGraph> explored(const TransitionSystem& system, const Watch& watch) {
  LabelledGraph result{explore_states(system, kStates, 0.2), {}};
  StateGraph& graph = result.graph;
  if (!graph.complete || graph.has_fault()) return std::nullopt;
  for (const StateGraph::State& state : graph.states)
    result.letters.push_back(watch.letter(system, state.bytes, state.edges.empty()));
  const std::size_t states = graph.states.size();
  for (std::size_t s = 0; s < states && !watch.observed.events.empty(); ++s) {
    for (std::size_t e = 0; e < graph.states[s].edges.size(); ++e) {
      StateGraph::Edge& edge = graph.states[s].edges[e];
      std::uint64_t letter = std::uint64_t{1} << 50;
      for (std::size_t i = 0; i < watch.observed.events.size(); ++i)
        if (system.occurs(watch.observed.events[i], graph.states[s].bytes, edge.step)) letter |= std::uint64_t{1} << i;
      StateGraph::State between;
      between.edges.push_back({edge.target, {}});
      edge.target = static_cast<std::uint32_t>(graph.states.size());
      graph.states.push_back(std::move(between));
      result.letters.push_back(letter);
    }
  }
  return result;
}

/// With every state as a run's end: what may follow is the same everywhere, so that only beginnings are compared.
LabelledGraph beginnings_of(LabelledGraph graph) {
  for (std::uint32_t s = 0; s < graph.graph.states.size(); ++s) graph.graph.states[s].edges.push_back({s, {}});
  return graph;
}

/// A random walk until a state repeats or nothing is possible; sometimes it ends before.
Run random_run(Draw& draw, const TransitionSystem& system) {
  Run run;
  SuccessorBuffer next;
  system.initial_states(next);
  std::map<std::vector<std::byte>, std::size_t> seen;
  for (std::vector<std::byte> state(next.state(0).begin(), next.state(0).end());;) {
    RunStep step;
    step.state = state;
    const auto [again, fresh] = seen.emplace(state, run.prefix.size());
    if (!fresh) {
      const auto begin = run.prefix.begin() + static_cast<std::ptrdiff_t>(again->second);
      run.cycle.assign(begin, run.prefix.end());
      run.prefix.erase(begin, run.prefix.end());
      return run;
    }
    next.clear();
    system.successors(state, next);
    if (next.empty() && draw.chance(50)) {
      step.stutters = true;
      run.cycle.push_back(std::move(step));
      return run;
    }
    if (next.empty() || draw.chance(3)) {
      step.last = true;
      run.prefix.push_back(std::move(step));
      return run;
    }
    const std::size_t chosen = draw.below(next.size());
    step.step = next.step(chosen);
    run.prefix.push_back(std::move(step));
    state.assign(next.state(chosen).begin(), next.state(chosen).end());
  }
}

bool is_dead(const TransitionSystem& system, StateView state) {
  SuccessorBuffer next;
  system.successors(state, next);
  return next.empty();
}

/// The letters of the prefix and of some rounds of the cycle; repeated letters once if steps are not observed.
std::vector<std::uint64_t> word_of(const TransitionSystem& system, const Run& run, const Watch& watch,
                                   std::size_t rounds) {
  std::vector<std::uint64_t> word;
  const auto add = [&](const RunStep& step) {
    const std::uint64_t letter = watch.letter(system, step.state, is_dead(system, step.state));
    if (watch.observed.steps || word.empty() || word.back() != letter) word.push_back(letter);
    for (const std::uint32_t event : watch.observed.events)
      if (!step.last && !step.stutters) word.push_back(system.occurs(event, step.state, step.step));
  };
  for (const RunStep& step : run.prefix) add(step);
  for (std::size_t round = 0; round < rounds; ++round)
    for (const RunStep& step : run.cycle) add(step);
  if (!run.finite()) add(run.cycle.front());  // where the last step leads
  return word;
}

std::string judge_run(Draw& draw, const NetSystem& model, SimplerNet& simpler, const Watch& watch) {
  const Run run = random_run(draw, simpler.system());
  const std::optional<Run> refined = simpler.refine(run);
  if (!refined) return "a run cannot be refined";
  const pnml::NetStructure structure(model);
  const auto same_future = [&](StateView later, StateView first) {
    return structure.repeats(watch.observed.states, first, later);
  };
  if (std::string problem = replay_problem(model, *refined, same_future); !problem.empty()) return problem;
  if (watch.observed.beginnings_only) {
    if (run.finite() && !refined->finite()) return "a finite run is refined to an infinite one";
    const bool cut = !run.finite() && refined->finite();  // then one step behind its word
    std::vector<std::uint64_t> word = word_of(simpler.system(), run, watch, 1);
    std::vector<std::uint64_t> found = word_of(model, *refined, watch, 1);
    if (cut && found.size() > word.size()) found.resize(word.size());
    return word == found ? "" : "the refined run has another word";
  }
  if (run.finite() != refined->finite()) return "a finite run is refined to an infinite one, or conversely";
  const bool ends_dead = run.finite() && is_dead(simpler.system(), run.prefix.back().state);
  if (ends_dead && !is_dead(model, refined->prefix.back().state)) return "the refined run does not end in a deadlock";
  for (std::size_t rounds = 1; rounds < 4; ++rounds)
    if (word_of(simpler.system(), run, watch, rounds) != word_of(model, *refined, watch, rounds))
      return "the refined run has another word";
  return "";
}

std::string judge(Draw& draw, const NetSystem& model, const Watch& watch, StructuralRules rules,
                  pnml::RuleCounts& counts) {
  SimplerNet simpler(model, watch.observed, rules);
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += simpler.counts()[i];
  if (!simpler.differs()) return "";
  for (int i = 0; i < 3; ++i)
    if (std::string problem = judge_run(draw, model, simpler, watch); !problem.empty()) return problem;
  const std::optional<LabelledGraph> whole = explored(model, watch), less = explored(simpler.system(), watch);
  if (!whole) return "";
  if (!less) return "the reduced net has more states";
  if (watch.observed.steps) return bisimilar(*whole, *less) ? "" : "it is not bisimilar to the net";
  constexpr std::size_t kPairs = 3000;
  if (watch.observed.beginnings_only)
    return stutter_difference(beginnings_of(*whole), beginnings_of(*less), kPairs).value_or("");
  return stutter_difference(*whole, *less, kPairs).value_or("");
}

/// Whether states without successors can be removed until none is left.
bool has_cycle(const StateGraph& graph) {
  std::vector<bool> ends(graph.states.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t s = 0; s < ends.size(); ++s) {
      const auto& edges = graph.states[s].edges;
      if (ends[s] || !std::all_of(edges.begin(), edges.end(), [&](const auto& edge) { return ends[edge.target]; }))
        continue;
      ends[s] = changed = true;
    }
  }
  return !std::all_of(ends.begin(), ends.end(), [](bool end) { return end; });
}

/// Up to three atoms of the questions, as far as they are of the kind.
std::vector<std::uint32_t> some_atoms(Draw& draw, TransitionSystem& system, const std::vector<std::string>& offered,
                                      Atom::Kind kind) {
  std::vector<std::uint32_t> atoms;
  for (std::size_t count = offered.empty() ? 0 : draw.below(4); count > 0; --count) {
    const Expected<Atom> atom = system.resolve(draw.one_of(offered));
    if (atom && atom->kind == kind) atoms.push_back(atom->id);
  }
  return atoms;
}

std::vector<std::string> offered_atoms(const Material& material) {
  std::vector<std::string> offered;
  for (const Case& question : material.cases) {
    if (!question.has_formula()) continue;
    if (const auto formula = parse_formula(to_text(question.formula()), {.model_atoms = true}))
      for (const std::string& atom : atoms(*formula)) offered.push_back(atom);
  }
  return offered;
}

/// A question about every step, one up to stuttering, one about the moment of a deadlock and nothing else, or one about
/// beginnings.
Watch random_watch(Draw& draw, TransitionSystem& system, const std::vector<std::string>& offered) {
  Watch watch;
  const std::size_t kind = draw.weighted({25, 40, 10, 25});
  if (kind != 2) watch.observed.states = some_atoms(draw, system, offered, Atom::Kind::State);
  if (kind == 0) watch.observed.events = some_atoms(draw, system, offered, Atom::Kind::Event);
  watch.observed.steps = kind == 0;
  watch.observed.moment_of_deadlock = watch.letters_have_dead = kind == 0 || kind == 2;
  watch.observed.beginnings_only = kind == 3;
  return watch;
}

// What is known about deadlocks is used for formulas, and stubborn sets keep deadlocks only for F G and G F.
TEST(StructuralReduction, KeepsVerdictsWhereAllRunsEnd) {
  const std::uint64_t count = number_from("WEIR_ROUNDS", kNets) / 5;
  std::map<std::string, std::uint64_t> words;
  for_random_nets(
      count, [&](std::uint64_t seed, const Material& material, TransitionSystem& system, const NetSystem& net) {
        if (!pnml::NetStructure(net).always_ends() || !explore_states(net, kStates, 0.2).complete) return;
        for (const Case& question : material.cases) {
          if (!question.has_formula()) continue;
          const std::string formula = "(" + to_text(question.formula()) + ")";
          for (const std::string& asked : {formula, "F G " + formula, "G F " + formula}) {
            const auto plain = verdicts(system, {{PropertyRequest::Kind::Ltl, asked}}, {"none"}).words;
            const auto reduced = verdicts(system, {{PropertyRequest::Kind::Ltl, asked}}, {"auto"}).words;
            ASSERT_EQ(plain, reduced) << "seed " << seed << ": " << asked << "\n" << to_text(material.program);
            for (const std::string& word : plain) ++words[word];
          }
        }
      });
  EXPECT_GT(words["holds"], count / 20);
  EXPECT_GT(words["violated"], count / 20);
}

TEST(StructuralReduction, KeepsWhatIsObserved) {
  const std::uint64_t count = number_from("WEIR_ROUNDS", kNets);
  pnml::RuleCounts counts{};
  std::uint64_t nets = 0, ending = 0;
  for_random_nets(
      count, [&](std::uint64_t seed, const Material& material, TransitionSystem& system, const NetSystem& net) {
        if (!net.is_small()) return;
        ++nets;
        StopFlag stop;  // a run that is refined without end would fill the memory
        const Watchdog watchdog(stop, 60, {});
        const LimitedExpansions limited(system, {&stop, nullptr});
        Draw draw(seed);
        const Watch watch = random_watch(draw, system, offered_atoms(material));
        if (pnml::NetStructure(net).always_ends()) {
          ++ending;
          const StateGraph graph = explore_states(net, kStates, 0.2);
          ASSERT_FALSE(graph.complete && has_cycle(graph)) << "seed " << seed << " does not end\n"
                                                           << to_text(material.program);
        }
        std::vector<StructuralRules> sets = {pnml::kAllStructuralRules};
        for (unsigned rule = 0; rule < pnml::kStructuralRules; ++rule) sets.push_back(1U << rule);
        for (int i = 0; i < 3; ++i)
          sets.push_back(static_cast<StructuralRules>(draw.below(pnml::kAllStructuralRules + 1)));
        for (const StructuralRules rules : sets)
          ASSERT_EQ(judge(draw, net, watch, rules, counts), "")
              << "seed " << seed << ", rules " << rules << (watch.observed.steps ? ", every step" : "")
              << (watch.letters_have_dead ? ", dead" : "") << (watch.observed.beginnings_only ? ", beginnings" : "")
              << ", " << watch.observed.states.size() << " atoms\n"
              << to_text(material.program);
      });
  std::printf("%llu nets; rules applied:", static_cast<unsigned long long>(nets));
  for (const std::uint64_t applied : counts) std::printf(" %llu", static_cast<unsigned long long>(applied));
  std::printf("\n");
  EXPECT_GT(ending, count / 100);
  for (std::size_t rule = 0; rule < counts.size(); ++rule) EXPECT_GT(counts[rule], count / 20) << "rule " << rule;
}

}  // namespace
}  // namespace weir::test
