// SPDX-License-Identifier: Apache-2.0
// What a check gives back. Reports (text, JSON, HTML, ...) are pure functions of these values.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <weir/transition_system.h>

namespace weir {

enum class Verdict : std::uint8_t { Holds, Violated, Inconclusive };
enum class PropertyKind : std::uint8_t { Ltl, Ltlf, Assertion, Deadlock, Progress, Acceptance };

struct Statistics {
  std::uint64_t states = 0;  ///< distinct product states, or model states where there is no formula
  /// `states` is an estimate: the store has forgotten some, so that they could not be counted.
  bool states_estimated = false;
  /// How often a state was entered (put on a stack or among the waiting ones), repeats included: NGS of the 1989
  /// report. A successor that is found to be known already is not entered.
  std::uint64_t states_generated = 0;
  std::uint64_t transitions = 0;
  std::uint64_t max_depth = 0;
  std::uint64_t stored_peak = 0;
  std::uint64_t automaton_states = 0;
  std::uint64_t memory_bytes = 0;  ///< of stores and stacks
  double seconds = 0;
};

/// What was used to decide a property, in the words of the command line.
struct EngineChoice {
  std::string translator;
  std::string automaton = {};  ///< of a formula on infinite runs: "on demand", or "whole, terminal" and the like
  std::string emptiness;
  std::string store;
  std::vector<std::string> reduce;
  std::string fair = "none";
  std::uint32_t threads = 1;
  std::string executor = {};               ///< of Promela and DVE models: what ran them
  std::vector<std::string> left_out = {};  ///< by --reduce auto: "NAME: REASON"
};

struct AtomValue {
  std::string atom;
  bool value = false;
  bool defined = true;  ///< false: it cannot be evaluated in this state; `value` is the one that was taken for it
};

/// A state of a run, and the step that leaves it.
struct TraceStep {
  std::vector<Variable> state;
  std::vector<AtomValue> atoms;       ///< letter: the state's valuation with the event leaving it
  StepDescription step;               ///< the step leaving this state
  bool stutters = false;              ///< a deadlocked state repeating for ever: no event
  std::int64_t automaton_state = -1;  ///< of the property's automaton before this letter; -1: none
  bool last = false;                  ///< end of a finite run: no step leaves it
};

/// The truth of one subformula at each position of a counterexample, prefix and cycle together.
struct TruthRow {
  std::string subformula;
  std::vector<bool> values;
};

/// prefix, then cycle for ever; an empty cycle: a finite run.
struct Counterexample {
  std::vector<TraceStep> prefix;
  std::vector<TraceStep> cycle;
  bool validated = false;          ///< replayed on the model and judged by the definition of the logic
  std::string explanation;         ///< one sentence: why the property fails on this run
  std::vector<TruthRow> timeline;  ///< subformulas, operands before what they are part of
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

struct PropertyResult {
  std::string name;
  PropertyKind kind = PropertyKind::Ltl;
  std::string formula;
  Verdict verdict = Verdict::Inconclusive;
  std::string reason;  ///< of an inconclusive verdict; or the guarantee that holds
  EngineChoice engine;
  Statistics stats;
  bool has_counterexample = false;
  Counterexample counterexample;
  std::vector<std::string> warnings;  ///< e.g. vacuous success
  AutomatonGraph automaton;           ///< no states: none, or too large to draw
  /// Where this was asked for: the run of the counterexample was replayed, or a second decision came to the same
  /// answer, by these means.
  bool certified = false;
  EngineChoice confirmation;
  std::shared_ptr<const PropertyResult> contradiction;  ///< an answer that contradicts; nullptr: there is none
};

/// A text the model was read from, and which of its statements were never executed.
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

struct CheckResult {
  std::string model;
  std::vector<PropertyResult> properties;
  Diagnostics warnings;
  std::vector<SourceFile> sources;
  bool coverage_known = false;  ///< unreached is meaningful: some exhaustive search kept count
  std::vector<UnreachedStatement> unreached;
  double seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
};

struct ExploreResult {
  std::string model;
  Statistics stats;
  std::uint64_t deadlocks = 0;
  bool complete = true;
  std::string reason;  ///< why it is not complete
  std::string store;
  std::vector<std::string> reduce;  ///< reductions that were used
  std::string guarantee;            ///< of a store that is not exact
  Diagnostics warnings;
  std::string executor;  ///< of Promela and DVE models: what ran them
};

}  // namespace weir
