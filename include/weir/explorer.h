// SPDX-License-Identifier: Apache-2.0
// Explorer: a model opened for looking into it, step by step. Simulators and browsers are built on it.
//
//     auto explorer = weir::Explorer::open("mutex.pml");
//     const auto start = (*explorer)->initial().front();
//     for (const auto& next : (*explorer)->expand(start)->successors) puts(next.step.event.c_str());
//
// States are interned: equal states have the same number (Node), which stays valid as long as the explorer. A run is a
// start and a list of choices, held by the caller; the explorer itself has no current state, so any number of runs can
// be followed at once. A choice is an index into the successors of a state, which always have the same order.
//
// Every variable of the model is part of the state, `hidden` variables of Promela included.
//
// Thread-safe: all members may be called from several threads. One mutex serialises them; walk() and follow() release
// it between steps, follow_recording() does not. Numbers that the explorer did not hand out (a node, choice, watch,
// monitor) are answered with an empty result. Nothing throws; limits end work with a sentence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <weir/diagnostic.h>
#include <weir/export.h>
#include <weir/options.h>
#include <weir/result.h>
#include <weir/transition_system.h>

namespace weir {

struct ExplorerOptions {
  ModelOptions model = {};
  std::string properties_file = {};  ///< .ltl with named formulas, or MCC property XML
  std::uint64_t memory_limit = 0;    ///< bytes; 0: the limit of the container or machine
};

class WEIR_EXPORT Explorer {
 public:
  using Node = std::uint32_t;
  /// Asked during long work, possibly from another thread: true ends the work. Empty: never.
  using Interrupted = std::function<bool()>;

  static Expected<std::unique_ptr<Explorer>> open(const std::string& path, const ExplorerOptions& options = {});
  /// Explores a model written in C++. The system must outlive the explorer and must not be used by other code during
  /// its lifetime.
  static Expected<std::unique_ptr<Explorer>> open(TransitionSystem& system, const ExplorerOptions& options = {});
  ~Explorer();
  Explorer(const Explorer&) = delete;
  Explorer& operator=(const Explorer&) = delete;

  // ---- the model ----

  /// The files that were read, the model's own first, then the properties file.
  const std::vector<SourceFile>& sources() const;
  struct Property {
    std::string name;
    PropertyKind kind = PropertyKind::Ltl;
    std::string formula;     ///< as it was written; empty if the property is not a formula
    std::string parsed;      ///< the same for monitor(): a block of Promela has precedences and names of its own
    std::string file;        ///< empty if unknown
    std::uint32_t line = 0;  ///< 0 if unknown
  };
  /// The properties stated in the model, then those of the properties file.
  const std::vector<Property>& properties() const;
  const Diagnostics& warnings() const;

  // ---- states ----

  std::vector<Node> initial();
  /// The number of nodes handed out so far: 0 .. node_count() - 1.
  std::uint32_t node_count() const;
  std::vector<Variable> state(Node node) const;

  struct Successor {
    Node target = 0;
    StepDescription step;
    bool fault = false;             ///< a failed assertion or a run-time error; step.fault says which
    std::vector<Variable> changed;  ///< new variables and variables with a new value, in the order of state()
    std::vector<std::string> gone;  ///< variables that no longer exist
  };
  struct Expansion {
    std::vector<Successor> successors;
    bool may_end = false;  ///< a run may end here; otherwise a state without successors is a deadlock
    std::string limit;     ///< why successors are missing; empty if the expansion is complete
  };
  /// All successors of a node; recent results are kept. Never null.
  std::shared_ptr<const Expansion> expand(Node node, const Interrupted& interrupted = {});
  /// One successor, without describing the others; nothing if there is no such choice.
  std::optional<Successor> successor(Node node, std::size_t choice);

  // ---- expressions ----

  /// Resolves an expression of the model's language, an atom of a formula, or the name of a variable as state() shows
  /// it. The same text has the same number. Refuses events and formulas with temporal operators.
  Expected<std::uint32_t> watch(const std::string& expression);
  struct WatchValue {
    Value value;
    bool defined = true;  ///< false: the expression has no value here (an index out of range, a process that has ended)
  };
  WatchValue value(std::uint32_t watch, Node node) const;

  // ---- formulas along a run ----

  /// Prepares an LTL formula of infinite runs. The same text has the same number.
  Expected<std::uint32_t> monitor(const std::string& formula, const Interrupted& interrupted = {});
  enum class MonitorVerdict : std::uint8_t {
    Open,       ///< the continuation of the run decides
    Satisfied,  ///< every continuation satisfies the formula
    Violated,   ///< no continuation satisfies the formula
  };
  /// A formula at one position of a run: what the letters before this position have left possible. The verdict also
  /// takes into account what is known of the position itself: its state and, if it has no successors, that it repeats
  /// forever. A letter is the state and the step that leaves it.
  struct MonitorState {
    std::uint32_t id = 0;
    std::vector<std::uint32_t> automaton_states;  ///< of automaton(), before the letter of this position
    MonitorVerdict verdict = MonitorVerdict::Open;
  };
  /// At the start of a run; nothing if there is no such monitor or node.
  std::optional<MonitorState> monitor_start(std::uint32_t monitor, Node start);
  /// Where the monitor is in a state that it had before; nothing if there is no such monitor, state or node.
  std::optional<MonitorState> monitor_at(std::uint32_t monitor, std::uint32_t state_id, Node node);
  /// At the target of a step, from the state of the monitor at its source.
  std::optional<MonitorState> monitor_step(std::uint32_t monitor, std::uint32_t state_id, Node from,
                                           std::size_t choice);
  /// The automaton of the formula (not of its negation), for drawing; no states if it is too large.
  const AutomatonGraph& automaton(std::uint32_t monitor) const;

  // ---- runs ----

  struct RunStep {
    Node from = 0;
    std::size_t choice = 0;
    Node to = 0;
    friend bool operator==(const RunStep&, const RunStep&) = default;
  };
  struct Breakpoint {
    enum class Kind : std::uint8_t {
      Line,     ///< after a step of this line
      Watch,    ///< where the expression becomes true
      Monitor,  ///< where the verdict is no longer Open
    };
    Kind kind = Kind::Line;
    std::string file = {};  ///< Line: as in StepDescription::file; empty: any file
    std::uint32_t line = 0;
    std::uint32_t number = 0;         ///< of the watch or monitor
    std::uint32_t monitor_state = 0;  ///< Monitor: MonitorState::id where the walk starts
  };
  struct Walk {
    enum class End : std::uint8_t { Steps, Breakpoint, Ended, Deadlock, Fault, Interrupted, Limit };
    std::vector<RunStep> steps;
    End end = End::Steps;
    std::size_t breakpoint = 0;  ///< End::Breakpoint: its index
    std::string message;         ///< Fault: the error; Limit: which
  };
  /// A random walk of at most `steps` steps, reproducible by its seed.
  Walk walk(Node from, std::uint64_t steps, std::uint64_t seed, const std::vector<Breakpoint>& breakpoints = {},
            const Interrupted& interrupted = {});

  struct Run {
    std::size_t start_choice = 0;  ///< index into initial()
    Node start = 0;
    std::vector<RunStep> steps;
    /// The position that the last position repeats; the last position itself if it has no successors and stays.
    std::optional<std::size_t> cycle;
    std::size_t of = 0;   ///< the number of steps asked for; more than steps.size() if `problem` is set
    std::string problem;  ///< why the run could not be followed to its end
  };
  /// The run with these choices, as far as the model can follow it.
  Run follow(std::size_t start_choice, const std::vector<std::size_t>& choices, const Interrupted& interrupted = {});
  /// The run recorded in JSON text: of save(), or the counterexample of a property (empty: the first) in the JSON
  /// output of a check. Fails if the text is not such a recording.
  Expected<Run> follow_recording(const std::string& json, const std::string& property = {},
                                 const Interrupted& interrupted = {});
  /// The run of a counterexample, found by check() on the same model.
  Run follow_counterexample(const PropertyResult& property, const Interrupted& interrupted = {});
  /// Writes a run as JSON that follow_recording() and `weir simulate --replay` read.
  std::string save(const Run& run, const std::string& name = "run") const;

 private:
  class Implementation;
  explicit Explorer(std::unique_ptr<Implementation> implementation);
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace weir
