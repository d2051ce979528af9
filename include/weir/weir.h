// SPDX-License-Identifier: Apache-2.0
// The operations of weir. The command line uses only this interface, so a program can do the same.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <weir/diagnostic.h>
#include <weir/export.h>
#include <weir/options.h>
#include <weir/result.h>
#include <weir/transition_system.h>

namespace weir {

WEIR_EXPORT const char* version();

/// Receives the progress of a long operation and may ask it to stop.
class WEIR_EXPORT Observer {
 public:
  virtual ~Observer() = default;
  struct Progress {
    std::string property;
    Statistics stats;
    std::uint64_t frontier = 0;      ///< states waiting, or on the stack
    std::uint64_t memory_limit = 0;  ///< 0 if unlimited
    std::uint32_t number = 0;        ///< of the property, from 1; 0 if unknown
    std::uint32_t count = 0;         ///< number of properties
    double seconds_granted = 0;      ///< the time that the property may use; 0 if unlimited
  };
  /// Called from the worker thread a few times a second.
  virtual void progress(const Progress&) {}
  /// Something that matters before the result is there: the search continues in another way, for example on a bounded
  /// heap, or one of several properties is violated, while the search for the others goes on. May be called from any
  /// thread, but not from two at once. `what` is one sentence.
  virtual void note(const std::string& what) { (void)what; }
  /// A check begins: all its properties, undecided. Then each property is reported once its result is final, so that
  /// results are not lost if a later phase does not end.
  virtual void begin(const std::vector<PropertyResult>& properties) { (void)properties; }
  virtual void decided(std::size_t property, const PropertyResult& result) { (void)property, (void)result; }
  /// Returns true to stop as soon as possible; the verdict is then inconclusive ("interrupted"). May be called from any
  /// thread.
  virtual bool interrupted() { return false; }
};

struct SimulationEnd {
  enum class Reason : std::uint8_t { Ended, Deadlock, Fault, Limit, Stopped, ReplayEnded, ReplayFailed };
  Reason reason = Reason::Ended;
  std::string message;  ///< the fault, or where a replay left the model
  std::uint64_t steps = 0;
};

/// Receives the steps of a run. All members default to doing nothing.
class WEIR_EXPORT SimulationListener {
 public:
  virtual ~SimulationListener() = default;
  virtual void start(const std::vector<Variable>& state) { (void)state; }
  /// Returns the index of the next step in `choices` (never empty), or `choices.size()` or more to stop. Called only if
  /// `interactive` returns true.
  virtual std::size_t choose(const std::vector<StepDescription>& choices) { return choices.size(); }
  virtual bool interactive() const { return false; }
  /// A step was taken. `changed` lists new variables and variables with a new value.
  virtual void step(std::uint64_t number, const StepDescription& step, const std::vector<Variable>& changed) {
    (void)number, (void)step, (void)changed;
  }
  virtual void cycle_starts() {}
  /// Returns true to stop before the next step. Called before each step and, unless `interactive`, from another thread
  /// during long steps.
  virtual bool interrupted() { return false; }
};

struct Comparison {
  bool equivalent = false;
  std::string word;  ///< accepted by exactly one of the two: `a & !b; cycle{b}`, or `a; b` if finite
  bool left_accepts = false;
};

/// A readable explanation of a formula.
struct FormulaExplanation {
  struct Word {
    std::string text;  ///< as in Comparison
    std::string why;   ///< for a rejected word: the reason, in one sentence
  };
  std::string formula;  ///< the formula as parsed
  std::string english;  ///< one sentence
  std::string pattern;  ///< the named pattern that it is a use of, `response(a, b) after(q)`; empty if none
  std::string pattern_meaning;
  std::string kind;  ///< safety guarantee obligation recurrence persistence reactivity; empty if unknown
  std::string kind_meaning;
  std::optional<bool> stutter_invariant;  ///< empty if unknown, or for finite words
  bool words_known = false;               ///< whether an empty list below means that no such word exists
  std::vector<Word> accepted, rejected;   ///< examples, shortest first
  std::string limit;                      ///< the limit that ended the work early; empty if it is complete
};

/// A row of the table of named patterns, which may be used in every formula.
struct PatternDescription {
  std::string use;       ///< `response(a, b)`
  std::string formula;   ///< what it stands for; with a number or a list: for 2, or for a, b, c
  std::string english;   ///< one sentence
  std::string family;    ///< Dwyer, Declare, robots
  std::string words;     ///< on which it is useful: any, infinite, finite
  bool scopes = false;   ///< whether it may be limited: `response(a, b) after(q)`
  std::string accepted;  ///< a word; `-` is a letter where nothing holds
  std::string rejected;
};
struct ScopeDescription {
  std::string use;      ///< `between(q, r)`
  std::string formula;  ///< of `absence(a)` with this scope
  std::string english;
};
struct PatternCatalogue {
  std::vector<PatternDescription> patterns;
  std::vector<ScopeDescription> scopes;
};

enum class TraceVerdict : std::uint8_t { Satisfied, Violated, Undecided };

/// The result of one formula on one case.
struct TraceOutcome {
  TraceVerdict verdict = TraceVerdict::Undecided;
  bool decided = false;          ///< no continuation of the trace can change the verdict
  std::uint64_t event = 0;       ///< number of the deciding event, from 1; 0 if no event decided it
  std::uint64_t line = 0;        ///< line of that event in the log
  std::string event_text = {};   ///< of that event: its name, and the fields that formulas look at
  std::string explanation = {};  ///< if violated: which part of the formula failed at which events; empty if unknown
  // Of a formula about all values of a field, if violated:
  std::string variable = {};             ///< its variable
  std::vector<std::string> values = {};  ///< the first values that violate it
  std::uint64_t violating_values = 0;    ///< how many there are
};

struct TraceCase {
  std::string name;
  std::uint64_t events = 0;
  std::uint64_t line = 0;              ///< of the last event; 0 if there is none
  std::vector<TraceOutcome> outcomes;  ///< one for each formula
};

struct TraceSummary {
  struct Property {
    std::string name;
    std::string formula;
    std::uint64_t satisfied = 0, violated = 0, undecided = 0;
    /// Of a formula with time bounds or about all values of a field: the most memory that the open cases needed.
    std::uint64_t memory_bytes = 0;
  };
  std::vector<Property> properties;
  std::uint64_t cases = 0, events = 0;
  Diagnostics warnings;
  bool interrupted = false;  ///< the log was not read to its end
  std::string limit = {};    ///< the limit that ended it; empty: an interrupt
  double seconds = 0;
};

/// Receives results while a log is read, so that memory does not grow with the log.
class WEIR_EXPORT TraceObserver {
 public:
  virtual ~TraceObserver() = default;
  /// Called with the formulas before the first event.
  virtual void begin(const std::vector<TraceSummary::Property>&) {}
  /// A formula was decided on a case that has not ended; the verdict is final.
  virtual void decided(const TraceCase&, std::size_t /*property*/) {}
  virtual void case_ended(const TraceCase&) {}
  /// May be called from any thread.
  virtual bool interrupted() { return false; }
};

/// Checks recorded traces against formulas.
WEIR_EXPORT Expected<TraceSummary> trace(const std::string& log_path, const TraceOptions& options,
                                         TraceObserver* observer = nullptr);

/// A pattern that a log suggests. docs/trace.md says which cases activate it.
struct MinedPattern {
  std::string use;      ///< `response("ER Triage", Leucocytes)`, a formula
  std::string declare;  ///< `Response[ER Triage, Leucocytes]`, a line of a Declare model
  std::string name;     ///< `response_1`
  std::string english;
  std::uint64_t activated = 0;  ///< cases
  std::uint64_t satisfied = 0;  ///< of these
  double support = 0, confidence = 0;
};

struct MineResult {
  std::vector<MinedPattern> patterns;  ///< by name, then by support
  std::vector<std::string> events;     ///< the names of events, sorted
  std::uint64_t cases = 0, event_count = 0;
  Diagnostics warnings;
  bool interrupted = false;  ///< only a part of the log was read
  double seconds = 0;
};

/// Proposes Declare patterns that hold on a log, reading it once.
WEIR_EXPORT Expected<MineResult> mine(const std::string& log_path, const MineOptions& options,
                                      TraceObserver* observer = nullptr);

/// Checks the model in this file against its properties.
WEIR_EXPORT Expected<CheckResult> check(const std::string& model_path, const CheckOptions& options,
                                        Observer* observer = nullptr);
/// Checks a model that is code (see weir/model.h for plain structs).
WEIR_EXPORT Expected<CheckResult> check(TransitionSystem& system, const CheckOptions& options,
                                        Observer* observer = nullptr);
/// Counts the reachable states.
WEIR_EXPORT Expected<ExploreResult> explore(const std::string& model_path, const ExploreOptions& options,
                                            Observer* observer = nullptr);
WEIR_EXPORT Expected<ExploreResult> explore(TransitionSystem& system, const ExploreOptions& options,
                                            Observer* observer = nullptr);
/// Runs one simulation: random, chosen by the listener, or along a recorded counterexample.
WEIR_EXPORT Expected<SimulationEnd> simulate(const std::string& model_path, const SimulateOptions& options,
                                             SimulationListener& listener);
/// Translates a formula to an automaton, as text in the requested format. If a limit was reached, the diagnostic has
/// `limit` set.
WEIR_EXPORT Expected<std::string> translate(const std::string& formula, const TranslateOptions& options,
                                            Observer* observer = nullptr);
/// Translates every formula of a file in order (.ltl, or one formula per line; "-" is standard input).
WEIR_EXPORT Expected<std::string> translate_file(const std::string& path, const TranslateOptions& options,
                                                 Observer* observer = nullptr);
WEIR_EXPORT Expected<Comparison> compare(const std::string& left, const std::string& right,
                                         const CompareOptions& options = {}, Observer* observer = nullptr);
/// Explains a formula, with examples of words that satisfy it and words that do not.
WEIR_EXPORT Expected<FormulaExplanation> explain(const std::string& formula, const ExplanationOptions& options = {},
                                                 Observer* observer = nullptr);
/// All named patterns and their scopes (docs/patterns.md).
WEIR_EXPORT PatternCatalogue pattern_catalogue();

}  // namespace weir
