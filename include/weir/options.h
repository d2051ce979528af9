// SPDX-License-Identifier: Apache-2.0
// The options of all operations. An option whose value is one of a fixed list is an enumeration; weir/catalogue.h has
// the names and meanings of its values.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace weir {

enum class ModelFormat : std::uint8_t { Promela, Dve, Pnml, Aut, Hoa };

/// How Promela and DVE models are run.
enum class Executor : std::uint8_t {
  Auto,         ///< native code once it pays off
  Interpreter,  ///< never native code
  Native,       ///< native code from the first state on
};

/// Algorithms that translate formulas to automata.
enum class Translator : std::uint8_t { Auto, Couvreur, Derivative, Closure };

/// Emptiness checks: algorithms that search for accepting cycles.
enum class Emptiness : std::uint8_t {
  Auto,
  Couvreur,
  Tarjan,
  Ndfs,
  Owcty,
  EmersonLei,
  Weak,
  Terminal,
  NonterminalCycle,
};

/// Stores for visited states.
enum class Store : std::uint8_t { Auto, Exact, Tree, Compact, Bitstate, Cache };

/// The state that a full cache drops.
enum class Replacement : std::uint8_t { Random, Fifo, Lru, Depth, Hits, Cost, None };

/// The finite computations that must satisfy a formula.
enum class Computations : std::uint8_t { All, Maximal };

enum class Fairness : std::uint8_t { None, Weak, Strong };

enum class SearchOrder : std::uint8_t { DepthFirst, BreadthFirst, Random };

/// The effort spent on simplification: of a formula (left) and of an automaton (right).
enum class SimplifyLevel : std::uint8_t {
  None,  ///< no change | no change
  Low,   ///< negation normal form, constants, idempotence, X, F and G | trimmed, one forward simulation
  High,  ///< all rules | forward and backward simulation until nothing changes
};

/// How an automaton is written; the last four write the simplified formula instead.
enum class AutomatonFormat : std::uint8_t { Hoa, Dot, Never, Json, Text, Cpp, Ltl, Spin, Spot, Latex };

enum class LogFormat : std::uint8_t { JsonLines, Csv, Xes };

/// Ways to search fewer states for the same verdict.
enum class Reduction : std::uint8_t { Merge, Dead, Slice, PartialOrder, Sleep, Symmetry, Structural };

/// A set of reductions, or the automatic choice of those that are sound and pay off.
class Reductions {
 public:
  static constexpr Reductions automatic() { return Reductions(true, 0); }
  static constexpr Reductions none() { return Reductions(false, 0); }
  template <class List = std::initializer_list<Reduction>>
  static constexpr Reductions of(const List& reductions) {
    std::uint32_t set = 0;
    for (const Reduction reduction : reductions) set |= bit(reduction);
    return Reductions(false, set);
  }

  constexpr bool is_automatic() const { return automatic_; }
  constexpr bool is_none() const { return !automatic_ && set_ == 0; }
  /// Whether the reduction was asked for by name.
  constexpr bool contains(Reduction reduction) const { return (set_ & bit(reduction)) != 0; }
  friend constexpr bool operator==(const Reductions&, const Reductions&) = default;

 private:
  constexpr Reductions(bool automatic, std::uint32_t set) : automatic_(automatic), set_(set) {}
  static constexpr std::uint32_t bit(Reduction reduction) { return 1U << static_cast<unsigned>(reduction); }

  bool automatic_;
  std::uint32_t set_;
};

/// How a model file is read.
struct ModelOptions {
  std::optional<ModelFormat> format = {};                             ///< empty: by file name extension
  std::vector<std::pair<std::string, std::string>> definitions = {};  ///< -D NAME=VALUE
  Executor executor = Executor::Auto;
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
    Automaton,         ///< every run must be accepted
    FailureAutomaton,  ///< no run may be accepted, like a never claim
  };
  Kind kind = Kind::Ltl;
  std::string text;       ///< formula, name of a property of the model, or path of a HOA file
  std::string name = {};  ///< shown in reports; empty: chosen automatically
};

struct CheckOptions {
  ModelOptions model = {};
  std::vector<PropertyRequest> properties = {};  ///< empty: all properties of the model
  std::string properties_file = {};              ///< .ltl with named formulas, or MCC property XML
  Translator translator = Translator::Auto;
  Emptiness emptiness = Emptiness::Auto;
  Store store = Store::Auto;
  std::optional<std::uint64_t> cache_entries = {};  ///< states that Store::Cache holds; empty: 65536
  std::optional<Replacement> replacement = {};      ///< of Store::Cache; empty: random
  std::uint64_t seed = 1;
  Computations computations = Computations::All;
  std::uint64_t memory_limit = 0;  ///< bytes; 0: the limit of the container or machine
  /// Seconds; 0: unlimited. Reading the model counts, but only ends by itself (docs/embedding.md).
  double time_limit = 0;
  std::uint64_t max_depth = 0;   ///< 0: unlimited
  std::uint64_t max_states = 0;  ///< 0: unlimited
  Reductions reduce = Reductions::automatic();
  std::string symmetry = {};  ///< interchangeable processes with identities: "P: turn, flag[]"
  Fairness fair = Fairness::None;
  std::vector<std::string> assume = {};  ///< check only runs that satisfy all of these formulas
  SearchOrder search = SearchOrder::DepthFirst;
  bool shortest = false;
  bool hunt = false;          ///< look for errors only, in a space beyond reach; no property holds then
  bool certify = false;       ///< decide every property that holds a second time, independently
  std::uint32_t threads = 0;  ///< 0: chosen automatically; use 1 for a system that is not thread-safe
  /// States that one thread visits before the others start; 0: all start at once; empty: chosen automatically.
  std::optional<std::uint64_t> alone_states = {};
  std::string replay_trail = {};  ///< a Spin trail to replay and judge instead of searching; empty: search
  CheckpointOptions checkpoint = {};
  bool coverage = false;  ///< also fill CheckResult::coverage, in a few seconds after the check
};

struct ExploreOptions {
  ModelOptions model = {};
  Store store = Store::Auto;
  Reductions reduce = Reductions::none();
  SearchOrder search = SearchOrder::BreadthFirst;
  std::uint64_t memory_limit = 0;
  double time_limit = 0;
  std::uint64_t max_depth = 0;
  std::uint64_t max_states = 0;
  std::uint32_t threads = 0;                                ///< 0: chosen automatically
  std::string dot_file = {}, aut_file = {}, hoa_file = {};  ///< files to export the state graph to; empty: no export
  CheckpointOptions checkpoint = {};
  bool stats = false;  ///< also fill ExploreResult::statistics
};

/// Options of one simulated run.
struct SimulateOptions {
  ModelOptions model;
  std::uint64_t seed = 1;
  std::uint64_t max_steps = 10000;  ///< limit of a random or interactive run; 0: unlimited
  std::string replay_file;          ///< JSON of a check whose counterexample to replay; empty: no replay
  std::string property;             ///< property whose counterexample to replay; empty: the first one
};

struct TranslateOptions {
  bool finite = false;
  Translator translator = Translator::Auto;
  AutomatonFormat to = AutomatonFormat::Hoa;
  std::vector<std::string> alphabet;  ///< mutually exclusive events; empty: free propositions
  bool state_based = false;
  bool degeneralize = false;
  bool deterministic = false;
  bool complete = false;
  bool complement = false;
  bool minimize = false;
  SimplifyLevel simplify = SimplifyLevel::High;
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
  std::string properties_file;       ///< .ltl with named formulas
  std::optional<LogFormat> format;   ///< empty: by file name extension
  std::string event_field;           ///< empty: `event` if present, otherwise `concept:name`
  std::string case_field;            ///< empty: the log is one trace (XES: the trace's concept:name)
  std::string timestamp_field = {};  ///< field with the time of an event; empty: formulas must not bound time
  std::uint64_t memory_limit = 0;    ///< bytes; 0: the limit of the container or machine
  bool prefix = false;  ///< traces may continue: formulas whose truth depends on the continuation are undecided
  bool follow = false;  ///< at the end of a regular file, wait for it to grow until interrupted
};

/// Which patterns `mine` proposes.
struct MineOptions {
  double support = 0.1;    ///< least share of all cases that activate and satisfy a pattern
  double confidence = 1;   ///< least share of the activating cases that satisfy it
  bool redundant = false;  ///< also patterns that a proposed one implies
  std::optional<LogFormat> format;
  std::string event_field;  ///< as in TraceOptions
  std::string case_field;
};

}  // namespace weir
