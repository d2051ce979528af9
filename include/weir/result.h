// SPDX-License-Identifier: Apache-2.0
// The results of a check. Reports (text, JSON, HTML, ...) are pure functions of these values.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <weir/options.h>
#include <weir/transition_system.h>

namespace weir {

enum class Verdict : std::uint8_t { Holds, Violated, Inconclusive };
enum class PropertyKind : std::uint8_t { Ltl, Ltlf, Assertion, Deadlock, Progress, Acceptance };

struct Statistics {
  std::uint64_t states = 0;  ///< distinct product states, or model states if there is no formula
  /// `states` is an estimate: the store dropped states, so they could not be counted exactly.
  bool states_estimated = false;
  /// How often a state was entered (pushed on a stack or queue), repeats included: NGS of the 1989 report. A successor
  /// that is already known is not entered.
  std::uint64_t states_generated = 0;
  std::uint64_t transitions = 0;
  std::uint64_t max_depth = 0;
  std::uint64_t stored_peak = 0;
  std::uint64_t automaton_states = 0;
  std::uint64_t memory_bytes = 0;  ///< used by stores and stacks
  double seconds = 0;
};

/// What decided a property.
struct EngineChoice {
  std::string translator;      ///< name of a Translator, `never` for a claim, `hoa` for an automaton; empty: none
  std::string automaton = {};  ///< of a formula on infinite runs: "on demand", or "whole, terminal" and the like
  std::string emptiness;       ///< name of an Emptiness or SearchOrder, or of a search that is never asked for by name
  std::optional<Store> store;  ///< empty: nothing was searched
  std::vector<Reduction> reduce;
  Fairness fair = Fairness::None;
  std::uint32_t threads = 1;
  std::string executor = {};               ///< for Promela and DVE models: the executor
  bool guided = false;                     ///< `por` was guided by the automaton of the property
  std::vector<std::string> left_out = {};  ///< by --reduce auto: "NAME: REASON"
};

struct AtomValue {
  std::string atom;
  bool value = false;
  bool defined = true;  ///< false if the atom cannot be evaluated in this state; `value` is then assumed
  bool event = false;   ///< it is about the step that leaves the state
};

/// A state of a run, and the step that leaves it.
struct TraceStep {
  std::vector<Variable> state;
  std::vector<AtomValue> atoms;       ///< the letter: valuation of the state and the event that leaves it
  StepDescription step;               ///< the step leaving this state
  bool stutters = false;              ///< a deadlocked state that repeats forever, without event
  std::int64_t automaton_state = -1;  ///< state of the property automaton before this letter; -1 if there is none
  bool last = false;                  ///< end of a finite run; no step leaves this state
};

/// The truth values of one subformula at each position of a counterexample, prefix and cycle together.
struct TruthRow {
  std::string subformula;
  std::vector<bool> values;
  bool first_round = false;  ///< about the past: later rounds of the cycle have other values
};

/// The prefix, then the cycle repeated forever. An empty cycle means a finite run.
struct Counterexample {
  std::vector<TraceStep> prefix;
  std::vector<TraceStep> cycle;
  /// Variables that the cycle does not restore, with their values behind its last step; nothing depends on these.
  std::vector<Variable> drifting;
  bool validated = false;          ///< replayed on the model and evaluated by the semantics of the logic
  std::string explanation;         ///< one sentence: why the property fails on this run
  std::vector<TruthRow> timeline;  ///< subformulas; operands precede the formulas that contain them

  /// Whether an atom of the property is an event. Letter i, from 0, is then that of step i + 1. Otherwise it is that of
  /// the state after i steps. The explanation numbers positions accordingly.
  bool letters_are_steps() const {
    const std::vector<TraceStep>& steps = prefix.empty() ? cycle : prefix;
    if (steps.empty()) return false;
    for (const AtomValue& atom : steps.front().atoms)
      if (atom.event) return true;
    return false;
  }
};

/// A property's automaton, for drawing; states are numbered as in TraceStep::automaton_state.
struct AutomatonGraph {
  struct Edge {
    std::uint32_t source = 0;
    std::uint32_t destination = 0;
    std::string label;
    std::string marks;  ///< acceptance sets, e.g. "0,1"
  };
  std::vector<std::string> states;
  std::vector<Edge> edges;
  std::uint32_t initial = 0;
};

/// What one strategy of a hunt did for a property.
struct HuntRecord {
  std::string strategy;
  std::uint64_t searches = 0;
  std::uint64_t states = 0;  ///< expanded, repeats included
  std::uint64_t max_depth = 0;
  bool found = false;  ///< it found the violation
};

struct PropertyResult {
  std::string name;
  PropertyKind kind = PropertyKind::Ltl;
  std::string formula;
  Verdict verdict = Verdict::Inconclusive;
  std::string reason;  ///< why the verdict is inconclusive, or the guarantee under which the property holds
  EngineChoice engine;
  Statistics stats;
  std::vector<HuntRecord> hunt = {};  ///< by strategy; empty if there was no hunt
  bool has_counterexample = false;
  Counterexample counterexample;
  std::vector<std::string> warnings;  ///< e.g. vacuous success
  AutomatonGraph automaton;           ///< no states if there is no automaton or it is too large to draw
  /// If certification was requested: the counterexample was replayed, or a second decision by the engines in
  /// `confirmation` gave the same verdict.
  bool certified = false;
  EngineChoice confirmation;
  std::shared_ptr<const PropertyResult> contradiction;  ///< a contradicting answer, or nullptr
};

/// A source text of the model, with the statements that were never executed.
struct SourceFile {
  std::string name;
  std::string text;
};
struct UnreachedStatement {
  std::string process;
  std::string file;
  std::uint32_t line = 0;
  std::string statement;
};

/// How many steps of the state space execute a statement. Where a model has no statements: how many have this event.
struct StatementCount {
  std::string process;  ///< its type; empty if the model has no processes
  std::string file;     ///< empty if unknown
  std::uint32_t line = 0;
  std::string statement;
  std::uint64_t count = 0;
};

/// The progress of a check at one moment.
struct ProgressSample {
  double seconds = 0;        ///< since the check began
  std::uint64_t states = 0;  ///< of the search that was running; each question starts again
  std::uint64_t memory_bytes = 0;
};

/// What a check covered, for plots (CheckOptions::coverage). The states and statements are those of the model itself,
/// counted by a short exploration after the check.
struct CheckCoverage {
  std::vector<std::uint64_t> states_by_depth;  ///< [d]: states whose shortest run from an initial state has d steps
  std::vector<StatementCount> statements;      ///< by file, line and process; those never executed have count 0
  bool complete = false;                       ///< every reachable state was counted
  std::string reason;                          ///< why not; empty if complete, or if nothing was explored
  std::vector<ProgressSample> samples;         ///< in order of time
};

struct CheckResult {
  std::string model;
  std::vector<PropertyResult> properties;
  Diagnostics warnings;
  std::vector<std::string> files;  ///< all files read: the model with its includes, and the properties
  std::vector<SourceFile> sources;
  bool coverage_known = false;  ///< whether `unreached` is meaningful: an exhaustive search recorded coverage
  std::vector<UnreachedStatement> unreached;
  CheckCoverage coverage;  ///< empty unless it was asked for
  double seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
};

/// The shape of a state space (ExploreOptions::stats). States that a limit left unexpanded have no branching.
struct SpaceStatistics {
  std::vector<std::uint64_t> states_by_depth;  ///< as in CheckCoverage

  /// Successors per state; several steps to the same state count each.
  struct Branching {
    std::uint64_t min = 0, max = 0;
    double mean = 0;
    static constexpr std::size_t kColumns = 64;
    std::vector<std::uint64_t> histogram;  ///< [k]: states with k successors; the last of all kColumns: or more
  };
  Branching branching;

  /// Strongly connected components.
  struct Components {
    bool known = false;          ///< false if the exploration is not complete
    std::uint64_t count = 0;     ///< all of them
    std::uint64_t trivial = 0;   ///< a single state without a step to itself
    std::uint64_t terminal = 0;  ///< no step leaves them; a state without steps is one
    std::uint64_t largest = 0;   ///< states of the largest
  };
  Components components;

  std::vector<StatementCount> statements;  ///< as in CheckCoverage
};

struct ExploreResult {
  std::string model;
  Statistics stats;
  std::uint64_t deadlocks = 0;
  bool complete = true;
  std::string reason;  ///< why the exploration is not complete
  Store store = Store::Exact;
  std::vector<Reduction> reduce;  ///< reductions that were applied
  std::string guarantee;          ///< the guarantee of a store that is not exact
  Diagnostics warnings;
  std::string executor;                            ///< for Promela and DVE models: the executor
  std::optional<SpaceStatistics> statistics = {};  ///< if they were asked for
};

}  // namespace weir
