// SPDX-License-Identifier: Apache-2.0
// SimulationPrompt: the commands of `weir simulate -i`. Shows the position, reads a command, carries it out.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <weir/explorer.h>

#include "cli/line_editor.h"
#include "cli/simulation_session.h"

namespace weir::cli {

class SimulationPrompt {
 public:
  struct Settings {
    bool quiet = false;           ///< of steps, only the model's output
    bool verbose = false;         ///< also the locations of processes
    std::uint64_t max_steps = 0;  ///< of `run`; 0: unlimited
  };

  struct Command {
    const char* name;
    char letter;  ///< short form; '\0': none
    const char* argument;
    const char* summary;
    void (SimulationPrompt::*act)(const std::string& argument);
  };
  static std::span<const Command> commands();

  SimulationPrompt(Explorer& explorer, SimulationSession& session, const Settings& settings)
      : explorer_(explorer), session_(session), settings_(settings) {}

  /// Reads commands until `quit` or the end of the input.
  void run();
  void load(const std::string& file) { load_from(file, {}); }
  /// Returns false if the run cannot be loaded; says why.
  bool load_from(const std::string& file, const std::string& property);

 private:
  // commands
  void back(const std::string& argument);
  void forward(const std::string& argument);
  void random(const std::string& argument);
  void run_on(const std::string& argument);
  void go(const std::string& argument);
  void restart(const std::string& argument);
  void watch(const std::string& argument);
  void unwatch(const std::string& argument);
  void add_break(const std::string& argument);
  void list_breaks(const std::string& argument);
  void remove_break(const std::string& argument);
  void show_state(const std::string& argument);
  void show_history(const std::string& argument);
  void save(const std::string& argument);
  void load_command(const std::string& argument);
  void help(const std::string& argument);
  void quit(const std::string& argument);

  void obey(const std::string& line);
  void choose(const std::string& text);
  void walked(std::size_t before, const Explorer::Walk& walk);
  std::vector<std::string> completions(const std::string& text) const;

  void show_start() const;
  void show_step(std::size_t position) const;
  void show_steps(std::size_t first, std::size_t last) const;
  void show_watches();
  void show_menu();
  /// The number in the argument, `missing` if there is none; nothing (and a message) if it is wrong.
  static std::optional<std::uint64_t> number(const std::string& argument, std::uint64_t missing);

  Explorer& explorer_;
  SimulationSession& session_;
  const Settings& settings_;
  std::size_t choices_ = 0;  ///< in the menu shown last
  bool moved_ = true;        ///< the menu is to be shown again
  bool ended_ = false;
};

}  // namespace weir::cli
