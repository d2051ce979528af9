// SPDX-License-Identifier: Apache-2.0
// The verbs of weir and their options. The command line uses nothing else, so whatever it can do, a program can do.
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

/// Told how a long piece of work is going; may ask it to stop.
class Observer {
 public:
  virtual ~Observer() = default;
  struct Progress {
    std::string property;
    Statistics stats;
    std::uint64_t frontier = 0;      ///< states waiting, or on the stack
    std::uint64_t memory_limit = 0;  ///< 0: none
  };
  /// Called from the working thread, a few times a second.
  virtual void progress(const Progress&) {}
  /// True: stop as soon as possible; the verdict is then inconclusive ("interrupted"). May be called from any thread.
  virtual bool interrupted() { return false; }
};

/// How a model file is read.
struct ModelOptions {
  std::string format;  ///< promela, dve, pnml, aut, hoa; empty: by the file's ending
  std::vector<std::pair<std::string, std::string>> definitions;  ///< -D NAME=VALUE
  std::string executor = "auto";  ///< auto interpreter native: how Promela and DVE models are run
};

/// How a run survives a kill. It is saved now and then, and when it is interrupted or reaches a limit of time.
struct CheckpointOptions {
  std::string file = {};    ///< where it is saved; empty: where `resume` is, or not at all
  std::string resume = {};  ///< a saved run to take up; empty: none
  double every = 60;        ///< seconds; more if saving takes more than a tenth of that
};

/// Which of the model's or the user's properties to check.
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
  std::string name = {};  ///< shown in reports; empty: chosen
};

struct CheckOptions {
  ModelOptions model = {};
  std::vector<PropertyRequest> properties = {};  ///< empty: everything the model states
  std::string properties_file = {};              ///< .ltl with named formulas, or MCC property XML
  std::string translator = "auto";               ///< auto couvreur derivative closure
  std::string emptiness = "auto";                ///< auto couvreur tarjan ndfs owcty
  std::string store = "auto";                    ///< auto exact tree compact bitstate cache
  std::uint64_t cache_entries = 0;               ///< meaningful if cache_entries_given
  bool cache_entries_given = false;
  std::string replacement = "random";  ///< random fifo lru depth hits none
  std::uint64_t seed = 1;
  std::string computations = "all";      ///< all maximal
  std::uint64_t memory_limit = 0;        ///< bytes; 0: what the container or machine grants
  double time_limit = 0;                 ///< seconds; 0: none
  std::uint64_t max_depth = 0;           ///< 0: none
  std::uint64_t max_states = 0;          ///< 0: none
  std::string reduce = "auto";           ///< auto none LIST
  std::string symmetry = {};             ///< interchangeable processes with identities: "P: turn, flag[]"
  std::string fair = "none";             ///< none weak strong
  std::vector<std::string> assume = {};  ///< only runs satisfying all of these
  std::string search = "dfs";            ///< dfs bfs random
  bool shortest = false;
  bool certify = false;           ///< what holds is decided a second time, by other means
  std::uint32_t threads = 0;      ///< 0: chosen; 1: a system that may not be used by several threads at once
  std::string replay_trail = {};  ///< a trail of Spin: no search, its run is judged; empty: none
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
  std::uint32_t threads = 0;                                ///< 0: chosen
  std::string dot_file = {}, aut_file = {}, hoa_file = {};  ///< exports of the state graph; empty: none
  CheckpointOptions checkpoint = {};
};

/// One run of a model.
struct SimulateOptions {
  ModelOptions model;
  std::uint64_t seed = 1;
  std::uint64_t max_steps = 10000;  ///< of a random or interactive run; 0: no limit
  std::string replay_file;          ///< JSON of a check, whose first counterexample is followed; empty: none
  std::string property;             ///< which property's counterexample; empty: the first there is
};

struct SimulationEnd {
  enum class Reason : std::uint8_t { Ended, Deadlock, Fault, Limit, Stopped, ReplayEnded, ReplayFailed };
  Reason reason = Reason::Ended;
  std::string message;  ///< of a fault, or where a replay left the model
  std::uint64_t steps = 0;
};

/// Follows a run. All members have a default that does nothing.
class SimulationListener {
 public:
  virtual ~SimulationListener() = default;
  virtual void start(const std::vector<Variable>& state) { (void)state; }
  /// The next step among `choices` (never empty); `choices.size()` or more: stop. Asked only if `interactive` is true.
  virtual std::size_t choose(const std::vector<StepDescription>& choices) { return choices.size(); }
  virtual bool interactive() const { return false; }
  /// A step was taken; `changed`: variables with a new value, and new variables.
  virtual void step(std::uint64_t number, const StepDescription& step, const std::vector<Variable>& changed) {
    (void)number, (void)step, (void)changed;
  }
  virtual void cycle_starts() {}
  /// True: stop before the next step. Asked before every one and, unless `interactive`, by another thread during long
  /// ones.
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
  std::string name = {};           ///< of the class that `cpp` writes; empty: made from the formula
  std::uint64_t memory_limit = 0;  ///< bytes; 0: what the container or machine grants
  double time_limit = 0;           ///< seconds; 0: none
};

struct CompareOptions {
  bool finite = false;
  std::uint64_t memory_limit = 0;  ///< bytes; 0: what the container or machine grants
  double time_limit = 0;           ///< seconds; 0: none
};

struct Comparison {
  bool equivalent = false;
  std::string word;  ///< accepted by exactly one of the two; `a & !b; cycle{b}` or, finite, `a; b`
  bool left_accepts = false;
};

/// A formula for people.
struct FormulaExplanation {
  struct Word {
    std::string text;  ///< as in Comparison
    std::string why;   ///< of a rejected word: one sentence
  };
  std::string formula;  ///< as it was understood
  std::string english;  ///< one sentence
  std::string kind;     ///< safety guarantee obligation recurrence persistence reactivity; empty: not known
  std::string kind_meaning;
  std::optional<bool> stutter_invariant;  ///< nothing: not known, or finite words
  bool words_known = false;               ///< an empty list below means that there is no such word
  std::vector<Word> accepted, rejected;   ///< examples, shortest first
  std::string limit;                      ///< the limit that ended the work before all was found; empty: none
};

struct ExplanationOptions {
  bool finite = false;
  std::uint64_t memory_limit = 0;  ///< bytes; 0: what the container or machine grants
  double time_limit = 0;           ///< seconds; 0: none
};

/// How a log is read and judged.
struct TraceOptions {
  struct Property {
    std::string formula;
    std::string name = {};  ///< empty: chosen
  };
  std::vector<Property> properties;
  std::string properties_file;  ///< .ltl with named formulas
  std::string format;           ///< jsonl csv xes; empty: by the file's ending
  std::string event_field;      ///< empty: `event`, or else `concept:name`
  std::string case_field;       ///< empty: the log is one trace (XES: the trace's concept:name)
  bool prefix = false;          ///< traces may go on: formulas that can still go either way are undecided
  bool follow = false;          ///< wait at the end of a regular file for it to grow, until interrupted
};

enum class TraceVerdict : std::uint8_t { Satisfied, Violated, Undecided };

/// One formula on one case.
struct TraceOutcome {
  TraceVerdict verdict = TraceVerdict::Undecided;
  bool decided = false;     ///< no continuation of the trace could change it
  std::uint64_t event = 0;  ///< number of the event (from 1) that decided it; 0: not decided by an event
  std::uint64_t line = 0;   ///< where that event stands in the log
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

/// Told of results while a log is read, so that memory does not grow with the log.
class TraceObserver {
 public:
  virtual ~TraceObserver() = default;
  /// The formulas, once they are known and before the first event.
  virtual void begin(const std::vector<TraceSummary::Property>&) {}
  /// A formula has just been decided for good on an unfinished case.
  virtual void decided(const TraceCase&, std::size_t /*property*/) {}
  virtual void case_ended(const TraceCase&) {}
  /// May be called from any thread.
  virtual bool interrupted() { return false; }
};

/// Do recorded traces satisfy formulas?
Expected<TraceSummary> trace(const std::string& log_path, const TraceOptions& options,
                             TraceObserver* observer = nullptr);

/// Does the model in this file satisfy its properties?
Expected<CheckResult> check(const std::string& model_path, const CheckOptions& options, Observer* observer = nullptr);
/// The same for a model that is code (see weir/model.h for plain structs).
Expected<CheckResult> check(TransitionSystem& system, const CheckOptions& options, Observer* observer = nullptr);
/// How many states are reachable?
Expected<ExploreResult> explore(const std::string& model_path, const ExploreOptions& options,
                                Observer* observer = nullptr);
Expected<ExploreResult> explore(TransitionSystem& system, const ExploreOptions& options, Observer* observer = nullptr);
/// One run: random, chosen by the listener, or along a recorded counterexample.
Expected<SimulationEnd> simulate(const std::string& model_path, const SimulateOptions& options,
                                 SimulationListener& listener);
/// The automaton of a formula, as text in the format asked for. A diagnostic with `limit` set: a limit was reached.
Expected<std::string> translate(const std::string& formula, const TranslateOptions& options,
                                Observer* observer = nullptr);
/// The same for every formula of a file (.ltl, or one formula a line; "-" is standard input), one after the other.
Expected<std::string> translate_file(const std::string& path, const TranslateOptions& options,
                                     Observer* observer = nullptr);
Expected<Comparison> compare(const std::string& left, const std::string& right, const CompareOptions& options = {},
                             Observer* observer = nullptr);
/// What a formula says, with words that satisfy it and words that do not.
Expected<FormulaExplanation> explain(const std::string& formula, const ExplanationOptions& options = {},
                                     Observer* observer = nullptr);

}  // namespace weir
