// SPDX-License-Identifier: Apache-2.0
// SimulationSession: the run of `weir simulate -i`, with the position in it, watches and breakpoints. Prints nothing.
//
// Going back keeps the steps behind the position. Taking the step that follows goes forward again; taking another one
// forgets them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <weir/explorer.h>

namespace weir::cli {

class SimulationSession {
 public:
  using Node = Explorer::Node;

  /// Starts in this initial state. The explorer must have one.
  SimulationSession(Explorer& explorer, Explorer::Interrupted interrupted, std::uint64_t seed);

  std::size_t position() const { return position_; }
  std::size_t length() const { return run_.steps.size(); }
  Node node() const { return position_ == 0 ? run_.start : run_.steps[position_ - 1].to; }
  std::size_t initial_states() const { return initial_.size(); }

  /// The steps that can be taken here.
  std::shared_ptr<const Explorer::Expansion> expansion() const { return explorer_.expand(node(), interrupted_); }
  /// The step that led to this position (from 1), with what it changed.
  std::optional<Explorer::Successor> step_to(std::size_t position) const;
  /// Whether the run ends here because the last step failed.
  bool at_fault() const;

  void start(std::size_t initial);
  /// Requires a choice of expansion().
  void take(std::size_t choice);
  void go(std::size_t position) { position_ = position; }
  /// A random walk; its steps are appended.
  Explorer::Walk walk(std::uint64_t steps, bool to_breakpoint);

  /// The run up to the position. A cycle is kept if the position is its end.
  Explorer::Run run() const;
  void load(Explorer::Run run);
  /// Where a loaded run begins to repeat.
  std::optional<std::size_t> cycle() const { return run_.cycle; }

  /// An expression, or a formula followed along the run.
  struct Watch {
    std::uint32_t number = 0;  ///< for the user, from 1
    std::string text;
    bool formula = false;
    std::uint32_t id = 0;                            ///< of the explorer
    std::vector<Explorer::MonitorState> along = {};  ///< of a formula, by position, as far as asked for
  };
  struct Break {
    Watch condition;  ///< unless it is a line
    bool at_line = false;
    std::string file = {};
    std::uint32_t line = 0;
  };
  const std::vector<Watch>& watches() const { return watches_; }
  const std::vector<Break>& breaks() const { return breaks_; }
  /// `ltl F` is a formula, and so is the name of a property, or what only reads as a formula.
  Expected<std::uint32_t> add_watch(const std::string& text);
  /// As for a watch, or `LINE`, `FILE:LINE`.
  Expected<std::uint32_t> add_break(const std::string& text);
  /// By number, or by text. Returns false if there is none.
  bool remove_watch(const std::string& which);
  bool remove_break(const std::string& which);
  /// The value of a watch at the position: `3`, `undefined`, or for formulas `open`, `satisfied`, `violated`.
  std::string value_of(std::size_t watch);

 private:
  Expected<Watch> resolve(const std::string& text);
  const Explorer::MonitorState& along(Watch& watch, std::size_t position);
  void forget_after(std::size_t position);

  Explorer& explorer_;
  Explorer::Interrupted interrupted_;
  std::uint64_t seed_;
  std::vector<Node> initial_;
  Explorer::Run run_;
  std::size_t position_ = 0;
  std::vector<Watch> watches_;
  std::vector<Break> breaks_;
  std::uint32_t next_watch_ = 1, next_break_ = 1;
};

}  // namespace weir::cli
