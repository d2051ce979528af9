// SPDX-License-Identifier: Apache-2.0
// A trail names the statements that processes executed; the run of the model must be found. A step here may be several
// moves there (an atomic sequence, a rendezvous), and with merged statements a move there may be several steps here. So
// the matching runs are searched depth-first. A cycle is repeated until a state recurs, because Spin may have compared
// states without their dead variables.
#include "pipeline/trail/spin_trail.h"

#include <algorithm>
#include <charconv>
#include <unordered_set>
#include <utility>

namespace weir {
namespace {

constexpr std::size_t kRounds = 256;        ///< repetitions of the cycle
constexpr std::size_t kMoreTries = 20000;   ///< nodes to search for a run that ends in a failure
constexpr std::size_t kSilentLimit = 1000;  ///< merged statements after the last move

/// Reads `depth:process:statement`; returns false if the line is something else.
bool read_line(std::string_view text, std::int64_t (&values)[3]) {
  const char* at = text.data();
  const char* const end = at + text.size();
  for (int i = 0; i < 3; ++i) {
    const auto [rest, error] = std::from_chars(at, end, values[i]);
    if (error != std::errc() || (i < 2 && (rest == end || *rest != ':'))) return false;
    at = i < 2 ? rest + 1 : rest;
  }
  return at == end;
}

class TrailSearch {
 public:
  TrailSearch(const TransitionSystem& system, const std::unordered_set<std::uint32_t>& mergeable,
              const SpinTrail& trail)
      : system_(system), mergeable_(mergeable), trail_(trail) {}

  bool find(Run& run) {
    SuccessorBuffer initial;
    system_.initial_states(initial);
    if (initial.empty()) return false;
    push(initial.state(0), 0, kNoProcess);
    while (!path_.empty() && budget_ > 0) {
      if (has_fallback_) --budget_;
      if (finished(run)) return true;
      Node& here = path_.back();
      if (here.next == here.candidates.size()) {
        path_.pop_back();
        continue;
      }
      const Candidate candidate = here.candidates[here.next++];
      here.step = candidate.step;
      if (seen_.insert(key(candidate)).second) push(candidate.state, candidate.position, candidate.process);
    }
    if (has_fallback_) run = std::move(fallback_);
    return has_fallback_;
  }

  std::size_t furthest() const { return furthest_; }

 private:
  using Bytes = std::vector<std::byte>;
  struct Candidate {
    Step step;
    Bytes state;
    std::size_t position = 0;  ///< number of moves, including those of repeated cycles
    std::int32_t process = kNoProcess;
  };
  struct Node {
    Bytes state;
    std::size_t position = 0;
    std::int32_t process = kNoProcess;  ///< of the last move: only it may continue silently
    std::vector<Candidate> candidates;
    std::size_t next = 0;
    Step step;  ///< taken to the next node
  };

  std::size_t cycle_length() const { return trail_.moves.size() - trail_.cycle_start; }

  const SpinTrail::Move* move(std::size_t position) const {
    const std::size_t count = trail_.moves.size();
    if (position < count) return &trail_.moves[position];
    if (!trail_.has_cycle || cycle_length() == 0 || position > count + kRounds * cycle_length()) return nullptr;
    return &trail_.moves[trail_.cycle_start + (position - trail_.cycle_start) % cycle_length()];
  }

  static std::string key(const Candidate& candidate) {
    std::string text(reinterpret_cast<const char*>(candidate.state.data()), candidate.state.size());
    return text + ":" + std::to_string(candidate.position) + ":" + std::to_string(candidate.process);
  }

  /// Whether Spin may have merged the statement with the one before it.
  bool silent(const StepDescription::Move& part, std::int32_t process) const {
    return trail_.merged && part.process == process && mergeable_.count(part.statement) != 0;
  }

  /// Whether the step takes exactly the next moves; advances the candidate.
  bool fits(StateView from, StateView to, Candidate& candidate) const {
    bool moved = false;
    for (const StepDescription::Move& part : system_.describe(from, candidate.step, to).moves) {
      const SpinTrail::Move* next = move(candidate.position);
      if (next == nullptr) return moved;  // Spin stopped in the middle of an atomic sequence
      if (next->process == part.process && next->statement == part.statement) {
        ++candidate.position;
        candidate.process = part.process;
        moved = true;
      } else if (!silent(part, candidate.process)) {
        return false;
      }
    }
    return true;
  }

  void push(StateView state, std::size_t position, std::int32_t process) {
    Node node;
    node.state.assign(state.begin(), state.end());
    node.position = position;
    node.process = process;
    furthest_ = std::max(furthest_, position);
    const SpinTrail::Move* next = move(position);
    if (next != nullptr) {
      SuccessorBuffer successors;
      system_.successors(node.state, successors);
      std::vector<Candidate> silent_ones;
      for (std::size_t i = 0; i < successors.size(); ++i) {
        Candidate candidate{successors.step(i), {}, position, process};
        const std::int32_t who = candidate.step.process;
        if (who != next->process && !(trail_.merged && who == process)) continue;
        if (!fits(node.state, successors.state(i), candidate)) continue;
        candidate.state.assign(successors.state(i).begin(), successors.state(i).end());
        (candidate.position > position ? node.candidates : silent_ones).push_back(std::move(candidate));
      }
      for (Candidate& candidate : silent_ones) node.candidates.push_back(std::move(candidate));
    }
    path_.push_back(std::move(node));
  }

  RunStep run_step(const Node& node) const { return {node.state, node.step, false, false, -1}; }

  bool finished(Run& run) {
    const Node& here = path_.back();
    if (!trail_.has_cycle) return here.position == trail_.moves.size() && finish_finite(run);
    if (here.position < trail_.cycle_start) return false;
    if (cycle_length() == 0) {
      SuccessorBuffer successors;
      system_.successors(here.state, successors);
      if (!successors.empty()) return false;
      for (std::size_t i = 0; i + 1 < path_.size(); ++i) run.prefix.push_back(run_step(path_[i]));
      run.cycle = {{here.state, {}, true, false, -1}};
      return true;
    }
    if ((here.position - trail_.cycle_start) % cycle_length() != 0) return false;
    for (std::size_t i = 0; i + 1 < path_.size(); ++i) {
      const Node& start = path_[i];
      if (start.position < trail_.cycle_start || start.position == here.position || start.state != here.state ||
          (start.position - trail_.cycle_start) % cycle_length() != 0)
        continue;
      for (std::size_t k = 0; k + 1 < path_.size(); ++k) (k < i ? run.prefix : run.cycle).push_back(run_step(path_[k]));
      return true;
    }
    return false;
  }

  /// A process may have executed merged statements after its last move, or not. A run that ends in a fault or deadlock
  /// is what Spin saw. If there is none, for example for a claim, any other run is taken.
  bool finish_finite(Run& run) {
    run = {};
    for (std::size_t i = 0; i + 1 < path_.size(); ++i) run.prefix.push_back(run_step(path_[i]));
    run.prefix.push_back({path_.back().state, {}, false, true, -1});
    const bool faulty = path_.size() > 1 && path_[path_.size() - 2].step.fault != Fault::None;
    if (!trail_.merged || faulty || add_merged_end(run)) return true;
    if (!has_fallback_) fallback_ = std::move(run);
    has_fallback_ = true;
    budget_ -= std::min(budget_, path_.size() / 64);
    return false;
  }

  /// Adds statements merged with the last move if they lead to a fault or deadlock; returns whether they do.
  bool add_merged_end(Run& run) const {
    Run longer = run;
    SuccessorBuffer successors;
    for (std::size_t count = 0; count < kSilentLimit; ++count) {
      RunStep& last = longer.prefix.back();
      successors.clear();
      system_.successors(last.state, successors);
      if (successors.empty()) {
        run = std::move(longer);
        return true;
      }
      std::size_t choice = successors.size();
      for (std::size_t i = 0; i < successors.size() && choice == successors.size(); ++i) {
        if (successors.step(i).process != path_.back().process) continue;
        bool all_silent = true;
        const StepDescription step = system_.describe(last.state, successors.step(i), successors.state(i));
        for (const StepDescription::Move& part : step.moves)
          all_silent = all_silent && silent(part, path_.back().process);
        if (all_silent) choice = i;
      }
      if (choice == successors.size()) return false;
      last.last = false;
      last.step = successors.step(choice);
      const bool faulty = last.step.fault != Fault::None;
      const StateView next = successors.state(choice);
      longer.prefix.push_back({{next.begin(), next.end()}, {}, false, true, -1});
      if (faulty) {
        run = std::move(longer);
        return true;
      }
    }
    return false;
  }

  const TransitionSystem& system_;
  const std::unordered_set<std::uint32_t>& mergeable_;
  const SpinTrail& trail_;
  std::vector<Node> path_;
  std::unordered_set<std::string> seen_;
  std::size_t furthest_ = 0;
  Run fallback_;  ///< matches the trail, but ends in no fault or deadlock
  bool has_fallback_ = false;
  std::size_t budget_ = kMoreTries;  ///< nodes to search after the fallback
};

}  // namespace

Expected<SpinTrail> read_spin_trail(const SourceText& source) {
  SpinTrail trail;
  bool has_claim = false;
  const std::string_view text = source.text();
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return source.at(0, 1, "the trail is empty");
  std::uint32_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t start = begin;
    begin = end + 1;
    ++number;
    if (line.empty()) continue;
    std::int64_t values[3];
    if (!read_line(line, values))
      return source.at(start, line.size(), "expected a line of a Spin trail: depth:process:statement");
    const auto [depth, process, statement] = values;
    if (depth == -1) {
      if (trail.has_cycle) return source.at(start, line.size(), "a second cycle begins here");
      trail.has_cycle = true;
      trail.cycle_start = trail.moves.size();
    } else if (depth == -2) {
      has_claim = true;
    } else if (depth == -4) {
      trail.merged = true;
    }
    if (depth < 0) continue;  // other lines describe Spin's search
    if (process < 0 || process > 256 || statement < 0 || statement > 0x7FFFFFFF)
      return source.at(start, line.size(), "there is no such process or statement");
    if (has_claim && process == 0) continue;
    trail.moves.push_back(
        {static_cast<std::int32_t>(process) - (has_claim ? 1 : 0), static_cast<std::uint32_t>(statement), number});
  }
  return trail;
}

Expected<Run> run_of_trail(const TransitionSystem& system, const std::unordered_set<std::uint32_t>& mergeable,
                           const SpinTrail& trail, const SourceText& source) {
  Run run;
  TrailSearch search(system, mergeable, trail);
  if (search.find(run)) return run;
  Diagnostic problem;
  problem.file = source.name();
  if (search.furthest() < trail.moves.size()) {
    const SpinTrail::Move& move = trail.moves[search.furthest()];
    problem.line = move.line;
    problem.column = 1;
    problem.source_line = source.line(move.line);
    problem.length = static_cast<std::uint32_t>(problem.source_line.size());
    problem.message = "the trail does not match the model: process " + std::to_string(move.process) +
                      " cannot execute statement " + std::to_string(move.statement) + " here";
  } else {
    problem.message = "the trail does not match the model: its cycle does not return to a state";
  }
  return problem;
}

}  // namespace weir
