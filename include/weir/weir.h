// SPDX-License-Identifier: Apache-2.0
// The operations of weir and their options. The command line uses only this interface, so a program can do the same.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <weir/diagnostic.h>
#include <weir/result.h>
#include <weir/transition_system.h>

namespace weir {

const char* version();

/// Receives the progress of a long operation and may ask it to stop.
class Observer {
 public:
  virtual ~Observer() = default;
  struct Progress {
    std::string property;
    Statistics stats;
    std::uint64_t frontier = 0;      ///< states waiting, or on the stack
    std::uint64_t memory_limit = 0;  ///< 0 if unlimited
  };
  /// Called from the worker thread a few times a second.
  virtual void progress(const Progress&) {}
  /// Returns true to stop as soon as possible; the verdict is then inconclusive ("interrupted"). May be called from any
  /// thread.
  virtual bool interrupted() { return false; }
};

/// How a model file is read.
struct ModelOptions {
  std::string format;  ///< promela, dve, pnml, aut, hoa; empty: by file name extension
  std::vector<std::pair<std::string, std::string>> definitions;  ///< -D NAME=VALUE
  std::string executor = "auto";  ///< auto interpreter native: how Promela and DVE models are run
};

/// Saving and resuming a run. A run is saved periodically, and when it is interrupted or reaches the time limit.
struct CheckpointOptions {
  std::string file = {};    ///< file to save to; empty: the file of `resume`, or no saving
  std::string resume = {};  ///< saved run to resume; empty: start from the beginning
  double every = 60;        ///< seconds; longer if saving takes more than a tenth of it
};

/// A property to check: one of the model's or one given by the user.
struct PropertyRequest {
  enum class Kind : std::uint8_t {
    Ltl,
    Ltlf,
    Named,
    Deadlock,
    Assertions,
    ProgressCycles,
    AcceptanceCycles,
    PropertyAutomaton,  ///< every run must be accepted
    FailureAutomaton,   ///< no run may be accepted, like a never claim
  };
  Kind kind = Kind::Ltl;
  std::string text;       ///< formula, name of a property of the model, or path of a HOA file
  std::string name = {};  ///< shown in reports; empty: chosen automatically
};

struct CheckOptions {
  ModelOptions model = {};
  std::vector<PropertyRequest> properties = {};  ///< empty: all properties of the model
  std::string properties_file = {};              ///< .ltl with named formulas, or MCC property XML
  std::string translator = "auto";               ///< auto couvreur derivative closure
  std::string emptiness = "auto";                ///< auto couvreur tarjan ndfs owcty
  std::string store = "auto";                    ///< auto exact tree compact bitstate cache
  std::uint64_t cache_entries = 0;               ///< used if cache_entries_given
  bool cache_entries_given = false;
  std::string replacement = "random";  ///< random fifo lru depth hits none
  std::uint64_t seed = 1;
  std::string computations = "all";      ///< all maximal
  std::uint64_t memory_limit = 0;        ///< bytes; 0: the limit of the container or machine
  double time_limit = 0;                 ///< seconds; 0: unlimited
  std::uint64_t max_depth = 0;           ///< 0: unlimited
  std::uint64_t max_states = 0;          ///< 0: unlimited
  std::string reduce = "auto";           ///< auto none LIST
  std::string symmetry = {};             ///< interchangeable processes with identities: "P: turn, flag[]"
  std::string fair = "none";             ///< none weak strong
  std::vector<std::string> assume = {};  ///< check only runs that satisfy all of these formulas
  std::string search = "dfs";            ///< dfs bfs random
  bool shortest = false;
  bool certify = false;           ///< decide every property that holds a second time, independently
  std::uint32_t threads = 0;      ///< 0: chosen automatically; use 1 for a system that is not thread-safe
  std::string replay_trail = {};  ///< a Spin trail to replay and judge instead of searching; empty: search
  CheckpointOptions checkpoint = {};
};

struct ExploreOptions {
  ModelOptions model = {};
  std::string store = "auto";
  std::string reduce = "none";
  std::string search = "bfs";
  std::uint64_t memory_limit = 0;
  double time_limit = 0;
  std::uint64_t max_depth = 0;
  std::uint64_t max_states = 0;
  std::uint32_t threads = 0;                                ///< 0: chosen automatically
  std::string dot_file = {}, aut_file = {}, hoa_file = {};  ///< files to export the state graph to; empty: no export
  CheckpointOptions checkpoint = {};
};

/// Options of one simulated run.
struct SimulateOptions {
  ModelOptions model;
  std::uint64_t seed = 1;
  std::uint64_t max_steps = 10000;  ///< limit of a random or interactive run; 0: unlimited
  std::string replay_file;          ///< JSON of a check whose counterexample to replay; empty: no replay
  std::string property;             ///< property whose counterexample to replay; empty: the first one
};

struct SimulationEnd {
  enum class Reason : std::uint8_t { Ended, Deadlock, Fault, Limit, Stopped, ReplayEnded, ReplayFailed };
  Reason reason = Reason::Ended;
  std::string message;  ///< the fault, or where a replay left the model
  std::uint64_t steps = 0;
};

/// Receives the steps of a run. All members default to doing nothing.
class SimulationListener {
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

struct TranslateOptions {
  bool finite = false;
  std::string translator = "auto";
  std::string to = "hoa";             ///< hoa dot never json text cpp, or the formula: ltl spin spot latex
  std::vector<std::string> alphabet;  ///< mutually exclusive events; empty: free propositions
  bool state_based = false;
  bool degeneralize = false;
  bool deterministic = false;
  bool complete = false;
  bool complement = false;
  bool minimize = false;
  std::string simplify = "high";   ///< none low high
  bool stats = false;              ///< one line of JSON instead of the automaton
  std::string name = {};           ///< name of the class that `cpp` generates; empty: derived from the formula
  std::uint64_t memory_limit = 0;  ///< bytes; 0: the limit of the container or machine
  double time_limit = 0;           ///< seconds; 0: unlimited
};

struct CompareOptions {
  bool finite = false;
  std::uint64_t memory_limit = 0;  ///< bytes; 0: the limit of the container or machine
  double time_limit = 0;           ///< seconds; 0: unlimited
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
  std::string kind;     ///< safety guarantee obligation recurrence persistence reactivity; empty if unknown
  std::string kind_meaning;
  std::optional<bool> stutter_invariant;  ///< empty if unknown, or for finite words
  bool words_known = false;               ///< whether an empty list below means that no such word exists
  std::vector<Word> accepted, rejected;   ///< examples, shortest first
  std::string limit;                      ///< the limit that ended the work early; empty if it is complete
};

struct ExplanationOptions {
  bool finite = false;
  std::uint64_t memory_limit = 0;  ///< bytes; 0: the limit of the container or machine
  double time_limit = 0;           ///< seconds; 0: unlimited
};

/// How a log is read and evaluated.
struct TraceOptions {
  struct Property {
    std::string formula;
    std::string name = {};  ///< empty: chosen automatically
  };
  std::vector<Property> properties;
  std::string properties_file;  ///< .ltl with named formulas
  std::string format;           ///< jsonl csv xes; empty: by file name extension
  std::string event_field;      ///< empty: `event` if present, otherwise `concept:name`
  std::string case_field;       ///< empty: the log is one trace (XES: the trace's concept:name)
  bool prefix = false;          ///< traces may continue: formulas whose truth depends on the continuation are undecided
  bool follow = false;          ///< at the end of a regular file, wait for it to grow until interrupted
};

enum class TraceVerdict : std::uint8_t { Satisfied, Violated, Undecided };

/// The result of one formula on one case.
struct TraceOutcome {
  TraceVerdict verdict = TraceVerdict::Undecided;
  bool decided = false;     ///< no continuation of the trace can change the verdict
  std::uint64_t event = 0;  ///< number of the deciding event, from 1; 0 if no event decided it
  std::uint64_t line = 0;   ///< line of that event in the log
};

struct TraceCase {
  std::string name;
  std::uint64_t events = 0;
  std::vector<TraceOutcome> outcomes;  ///< one for each formula
};

struct TraceSummary {
  struct Property {
    std::string name;
    std::string formula;
    std::uint64_t satisfied = 0, violated = 0, undecided = 0;
  };
  std::vector<Property> properties;
  std::uint64_t cases = 0, events = 0;
  Diagnostics warnings;
  bool interrupted = false;
  double seconds = 0;
};

/// Receives results while a log is read, so that memory does not grow with the log.
class TraceObserver {
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
Expected<TraceSummary> trace(const std::string& log_path, const TraceOptions& options,
                             TraceObserver* observer = nullptr);

/// Checks the model in this file against its properties.
Expected<CheckResult> check(const std::string& model_path, const CheckOptions& options, Observer* observer = nullptr);
/// Checks a model that is code (see weir/model.h for plain structs).
Expected<CheckResult> check(TransitionSystem& system, const CheckOptions& options, Observer* observer = nullptr);
/// Counts the reachable states.
Expected<ExploreResult> explore(const std::string& model_path, const ExploreOptions& options,
                                Observer* observer = nullptr);
Expected<ExploreResult> explore(TransitionSystem& system, const ExploreOptions& options, Observer* observer = nullptr);
/// Runs one simulation: random, chosen by the listener, or along a recorded counterexample.
Expected<SimulationEnd> simulate(const std::string& model_path, const SimulateOptions& options,
                                 SimulationListener& listener);
/// Translates a formula to an automaton, as text in the requested format. If a limit was reached, the diagnostic has
/// `limit` set.
Expected<std::string> translate(const std::string& formula, const TranslateOptions& options,
                                Observer* observer = nullptr);
/// Translates every formula of a file in order (.ltl, or one formula per line; "-" is standard input).
Expected<std::string> translate_file(const std::string& path, const TranslateOptions& options,
                                     Observer* observer = nullptr);
Expected<Comparison> compare(const std::string& left, const std::string& right, const CompareOptions& options = {},
                             Observer* observer = nullptr);
/// Explains a formula, with examples of words that satisfy it and words that do not.
Expected<FormulaExplanation> explain(const std::string& formula, const ExplanationOptions& options = {},
                                     Observer* observer = nullptr);

}  // namespace weir
