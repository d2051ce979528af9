// SPDX-License-Identifier: Apache-2.0
// Steps guided by the automaton, on random nets and formulas with and without X, over token counts, `fireable` and
// `dead`, and for random automata. Unless a run fails for good, the reduced product enters automaton states with the
// same model states. Its verdict is that of an oracle that knows neither automata nor reductions. WEIR_ROUNDS sets the
// number of nets, WEIR_SEED the first.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "automaton/translate/explicit_property.h"
#include "automaton/translate/translate.h"
#include "formula/classify.h"
#include "formula/printer.h"
#include "frontend/pnml/net_system.h"
#include "oracle/fair_cycle.h"
#include "oracle/run_oracle.h"
#include "search/space/guided_steps.h"
#include "search/space/product.h"
#include "support/differential/judge.h"
#include "support/grammar/draw.h"
#include "support/random_automaton.h"
#include "support/random_formula.h"

namespace weir::test {
namespace {

using pnml::NetSystem;

constexpr std::uint64_t kStates = 250;
constexpr std::size_t kQuestions = 8;  ///< for each net

std::uint64_t number_from(const char* variable, std::uint64_t usual) {
  const char* given = std::getenv(variable);
  return given != nullptr ? std::strtoull(given, nullptr, 10) : usual;
}

using Bytes = std::vector<std::byte>;

/// A product, explored completely.
struct Explored {
  MarkedProduct graph;
  std::set<Bytes> entered;  ///< states reached by an edge that changes the automaton state
  bool failed = false;      ///< one of them is terminal
  std::size_t edges = 0;
  bool waits_in_vain = false;  ///< some state has no edge
};

Explored explored(Product& product, std::uint64_t all_marks) {
  Explored result;
  std::map<Bytes, std::uint32_t> number;
  std::vector<Bytes> states;
  const auto arrive = [&](StateView state) {
    const auto [known, fresh] =
        number.emplace(Bytes(state.begin(), state.end()), static_cast<std::uint32_t>(states.size()));
    if (fresh) states.push_back(known->first);
    return known->second;
  };
  StateEdges edges;
  product.initial(edges);
  for (std::size_t i = 0; i < edges.size(); ++i) result.graph.starts.push_back(arrive(edges.states.state(i)));
  for (std::size_t next = 0; next < states.size(); ++next) {
    const Bytes state = states[next];
    product.expand(state, edges);
    MarkedProduct::Node node;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const StateView target = edges.states.state(i);
      node.edges.push_back({arrive(target), edges.marks_of(i).bits(), {}});
      if (product.automaton_state(target) == product.automaton_state(state)) continue;
      result.entered.emplace(target.begin(), target.end());
      result.failed = result.failed || product.strength_at(target) == ComponentStrength::Terminal;
    }
    result.edges += node.edges.size();
    result.waits_in_vain = result.waits_in_vain || node.edges.empty();
    result.graph.nodes.push_back(std::move(node));
  }
  result.graph.all_marks = all_marks;
  return result;
}

/// Counts of atoms, transitions that can fire, and deadlocks.
std::vector<std::string> some_atoms(Draw& draw, const pnml::Net& net) {
  std::vector<std::string> atoms;
  const auto place = [&] { return pnml::quote_node(net.places[draw.below(net.places.size())].id); };
  const auto transition = [&] { return pnml::quote_node(net.transitions[draw.below(net.transitions.size())].id); };
  for (std::size_t count = 1 + draw.below(3); count > 0; --count) {
    switch (draw.weighted({30, 15, 30, 10, 8})) {
      case 0: {
        const std::string left = "tokens(" + place() + ")";
        const char* comparison = draw.one_of({" <= ", " < ", " >= ", " == ", " != "});
        atoms.push_back(left + comparison + std::to_string(draw.below(3)));
        break;
      }
      case 1: {
        const std::string left = "tokens(" + place() + ")";
        atoms.push_back(left + " <= tokens(" + place() + ")");
        break;
      }
      case 2: atoms.push_back("fireable(" + transition() + ")"); break;
      case 3: {
        const std::string first = transition();
        atoms.push_back("fireable(" + first + ", " + transition() + ")");
        break;
      }
      default: atoms.emplace_back("dead");
    }
  }
  return atoms;
}

struct Tally {
  std::uint64_t nets = 0, pairs = 0, applies = 0, reduced = 0, in_vain = 0, with_next = 0, with_dead = 0, violated = 0;
  std::uint64_t all = 0, left = 0;  ///< edges
};

/// Compares the product with its reduction. `names`: what the atoms of the automaton mean. Sets `accepted` to whether
/// the reduced product has an accepting run, unless nothing is reduced.
std::string compare(TransitionSystem& system, const Automaton& automaton, const std::vector<std::string>& names,
                    std::optional<bool>& accepted, Tally& tally) {
  ++tally.pairs;
  ExplicitPropertyAutomaton failures(automaton);
  const Expected<AtomBinding> atoms = bind_atoms(system, names.empty() ? failures.atoms() : names);
  if (!atoms) return "an atom is unknown";
  const GuidedSteps guided(*system.capabilities().transitions, failures, *atoms);
  if (!guided.applies()) return "";
  ++tally.applies;
  const std::uint64_t marks = failures.acceptance().marks().bits();
  const auto explore = [&](const GuidedSteps* steps) {
    return explored(**Product::make(system, failures, *atoms, Fairness::None, {}, steps), marks);
  };
  const Explored whole = explore(nullptr), less = explore(&guided);
  if (less.edges > whole.edges) return "the reduced product has more edges";
  if (less.edges < whole.edges) {
    ++tally.reduced;
    if (atoms->dead != 0) ++tally.with_dead;
    if (less.waits_in_vain && !whole.waits_in_vain) ++tally.in_vain;
  }
  tally.all += whole.edges;
  tally.left += less.edges;
  if (!whole.failed && less.entered != whole.entered) return "automaton states are entered with other model states";
  accepted = has_fair_cycle(less.graph, OracleFairness::None);
  if (*accepted) ++tally.violated;
  return has_fair_cycle(whole.graph, OracleFairness::None) == *accepted ? "" : "the reduction has another verdict";
}

std::string judge(TransitionSystem& system, const StateGraph& graph, Formula formula, Tally& tally) {
  const auto space = std::make_shared<AtomSpace>();
  const auto automaton = infinite_automaton(!formula, space);
  if (!automaton) return "";
  std::optional<bool> violated;
  const std::uint64_t reduced = tally.reduced;
  if (std::string problem = compare(system, *automaton, {}, violated, tally); !problem.empty()) return problem;
  if (tally.reduced > reduced && !is_next_free(formula)) ++tally.with_next;
  if (!violated || violated_on_some_run(system, graph, formula, {}, OracleFairness::None) == *violated) return "";
  return *violated ? "it is violated, but holds" : "it holds, but is violated";
}

/// Any generalised Büchi automaton of failing runs.
std::string judge_automaton(Draw& draw, TransitionSystem& system, const pnml::Net& net, std::mt19937_64& random,
                            Tally& tally) {
  RandomAutomaton shape;
  shape.states = 1 + static_cast<std::uint32_t>(draw.below(4));
  shape.atoms = 2;
  shape.mark_density = 0.2;
  shape.acceptance = draw.one_of({RandomAcceptance::Buchi, RandomAcceptance::GeneralizedBuchi});
  const Automaton automaton = random_automaton(random, space_of(shape.atoms), shape);
  std::vector<std::string> meaning;
  while (meaning.size() < 2 || meaning[0] == meaning[1]) meaning = some_atoms(draw, net);
  std::vector<std::string> names;
  const ExplicitPropertyAutomaton failures(automaton);
  for (const std::string& atom : failures.atoms()) names.push_back(meaning[atom == "p1"]);
  std::optional<bool> accepted;
  return compare(system, automaton, names, accepted, tally);
}

/// Calls `judge(system, net, subject, draw, random)` for random nets.
template <class Judge>
Tally for_random_nets(std::uint64_t usual, const Judge& judge) {
  const std::string folder = testing::TempDir() + "guided_steps_" + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  const std::uint64_t first = number_from("WEIR_SEED", 1), count = number_from("WEIR_ROUNDS", usual);
  const Language& language = *find_language("net");
  Tally tally;
  for (std::uint64_t seed = first; seed < first + count && !testing::Test::HasFailure(); ++seed) {
    const Subject subject(language, material_of(language, seed, 0).program, folder, {.states = kStates});
    if (!subject.accepted() || !subject.explored()) continue;
    const std::unique_ptr<TransitionSystem> system = subject.open();
    const auto* net = dynamic_cast<const NetSystem*>(system.get());
    if (net == nullptr || !net->is_small()) continue;
    ++tally.nets;
    Draw draw(seed);
    std::mt19937_64 random(seed);
    for (std::size_t i = 0; i < kQuestions && !testing::Test::HasFailure(); ++i) {
      EXPECT_EQ(judge(*system, net->net(), subject.graph(), draw, random, tally), "") << "seed " << seed << "\n"
                                                                                      << to_text(subject.program());
    }
  }
  std::filesystem::remove_all(folder);
  const auto number = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
  std::printf("%llu nets, %llu automata, %llu may wait, %llu accept; reduced: %llu, with X %llu, with dead %llu, ",
              number(tally.nets), number(tally.pairs), number(tally.applies), number(tally.violated),
              number(tally.reduced), number(tally.with_next), number(tally.with_dead));
  std::printf("in vain %llu; %llu of %llu edges left\n", number(tally.in_vain), number(tally.left), number(tally.all));
  for (const std::uint64_t often : {tally.reduced, tally.with_dead, tally.in_vain}) EXPECT_GT(often, count / 100);
  return tally;
}

TEST(GuidedSteps, KeepTheVerdictsOfFormulas) {
  const Tally tally = for_random_nets(4000, [](TransitionSystem& system, const pnml::Net& net, const StateGraph& graph,
                                               Draw& draw, std::mt19937_64& random, Tally& counts) {
    RandomOps ops;
    if (draw.chance(60)) ops.unary = {Op::Not, Op::Finally, Op::Globally};
    Formula formula = random_formula(random, 2 + draw.below(8), some_atoms(draw, net), ops);
    if (draw.chance(40)) formula = Formula::unary(Op::Globally, formula);  // its failure is waited for
    std::string problem = judge(system, graph, formula, counts);
    return problem.empty() ? problem : problem + ": " + to_string(formula, Syntax::Model);
  });
  EXPECT_GT(tally.with_next, tally.nets / 100);
}

TEST(GuidedSteps, KeepTheVerdictsOfAutomata) {
  for_random_nets(
      3000, [](TransitionSystem& system, const pnml::Net& net, const StateGraph&, Draw& draw, std::mt19937_64& random,
               Tally& counts) { return judge_automaton(draw, system, net, random, counts); });
}

}  // namespace
}  // namespace weir::test
