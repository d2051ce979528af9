// SPDX-License-Identifier: Apache-2.0
#include "cli/simulation_prompt.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <limits>
#include <set>

#include <fmt/core.h>

#include "base/text/nearest_name.h"
#include "base/text/printable.h"
#include "base/text/source_text.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/simulation_text.h"

namespace weir::cli {
namespace {

constexpr std::size_t kShownSteps = 20;   ///< of a long walk, and of the history
constexpr std::size_t kShownChanges = 4;  ///< in the preview of a step
constexpr const char* kBlanks = " \t";

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

void tell(const Diagnostics& problems) { print(to_string(problems) + "\n"); }

std::string counted(std::uint64_t number, const char* what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

}  // namespace

std::span<const SimulationPrompt::Command> SimulationPrompt::commands() {
  using P = SimulationPrompt;
  static constexpr Command table[] = {
      {"back", 'b', "[N]", "go back N steps (1)", &P::back},
      {"forward", 'f', "[N]", "go forward again", &P::forward},
      {"go", 'g', "K", "go to position K of the history; 0 is the start", &P::go},
      {"start", '\0', "[K]", "begin again, in initial state K", &P::restart},
      {"random", 'r', "[N]", "take N random steps (1)", &P::random},
      {"run", 'c', "", "take random steps until a breakpoint, the end or --steps", &P::run_on},
      {"watch", 'w', "[EXPR]", "show an expression or formula in every position", &P::watch},
      {"unwatch", 'u', "N|EXPR", "end a watch", &P::unwatch},
      {"break", '\0', "WHERE",
       "stop `run` after LINE or FILE:LINE, where EXPR becomes true, or where `ltl F` is decided", &P::add_break},
      {"breaks", '\0', "", "list the breakpoints", &P::list_breaks},
      {"delete", 'd', "N", "delete breakpoint N", &P::remove_break},
      {"state", 's', "[TEXT]", "show the variables, or those whose name contains TEXT", &P::show_state},
      {"history", '\0', "[N]", "show the last N steps (20)", &P::show_history},
      {"save", '\0', "FILE", "save the run up to here, for `load` and --replay", &P::save},
      {"load", 'l', "FILE", "load a saved run or a counterexample (check --json)", &P::load_command},
      {"help", 'h', "", "show this list", &P::help},
      {"quit", 'q', "", "end", &P::quit},
  };
  return table;
}

void SimulationPrompt::run() {
  const auto editor = make_line_editor([this](const std::string& text) { return completions(text); });
  if (session_.position() == 0) show_start();
  std::string line;
  while (!ended_ && output_works()) {
    if (moved_) show_menu();
    moved_ = false;
    const std::string range = choices_ == 0 ? "" : choices_ == 1 ? "1, " : fmt::format("1-{}, ", choices_);
    const LineEditor::Read read = editor->read(fmt::format("step {} [{}h, q]: ", session_.position() + 1, range), line);
    if (read == LineEditor::Read::Interrupted) {
      forget_interrupts();
      continue;
    }
    if (read == LineEditor::Read::End) {
      print("\n");
      return;
    }
    obey(trimmed(line));
    forget_interrupts();
  }
}

void SimulationPrompt::obey(const std::string& line) {
  const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  if (line.empty() || is_digit(line.front()) || (line.front() == '-' && line.size() > 1 && is_digit(line[1]))) {
    choose(line);
    return;
  }
  const std::size_t blank = line.find_first_of(kBlanks);
  const std::string name = line.starts_with('?') ? "help" : line.substr(0, blank);
  const std::string argument = blank == std::string::npos ? "" : trimmed(line.substr(blank));
  std::vector<const Command*> found;
  for (const Command& command : commands()) {
    const bool exact =
        name == command.name || (command.letter != '\0' && name.size() == 1 && name.front() == command.letter);
    if (exact) {
      found = {&command};
      break;
    }
    if (std::string_view(command.name).starts_with(name)) found.push_back(&command);
  }
  if (found.size() == 1) {
    (this->*found.front()->act)(argument);
    return;
  }
  if (found.size() > 1) {
    std::string names;
    for (const Command* command : found) names += (names.empty() ? "" : ", ") + std::string(command->name);
    print(fmt::format("'{}' is ambiguous: {}\n", printable(name), names));
    return;
  }
  NearestName nearest(name);
  for (const Command& command : commands()) nearest.consider(command.name);
  print(fmt::format("there is no command '{}'{}\n`help` lists the commands\n", printable(name), nearest.suggestion()));
}

std::optional<std::uint64_t> SimulationPrompt::number(const std::string& argument, std::uint64_t missing) {
  if (argument.empty()) return missing;
  std::uint64_t value = 0;
  const char* const last = argument.data() + argument.size();
  if (const auto [end, problem] = std::from_chars(argument.data(), last, value); problem == std::errc() && end == last)
    return value;
  print(fmt::format("expected a number from 0 to {}, not '{}'\n", std::numeric_limits<std::uint64_t>::max(),
                    printable(argument)));
  return std::nullopt;
}

void SimulationPrompt::choose(const std::string& text) {
  std::uint64_t choice = 1;
  const char* const last = text.data() + text.size();
  const auto [end, problem] = std::from_chars(text.data(), last, choice);
  const bool is_number = text.empty() || (problem == std::errc() && end == last);
  if (!is_number || choice < 1 || choice > choices_) {
    print(text.empty() ? std::string("no step can be taken here; `back` leads out\n")
                       : fmt::format("there is no step '{}'\n", printable(text)));
    return;
  }
  session_.take(choice - 1);
  show_step(session_.position());
  moved_ = true;
}

void SimulationPrompt::back(const std::string& argument) {
  const std::optional<std::uint64_t> count = number(argument, 1);
  if (!count) return;
  if (session_.position() == 0) {
    print("this is the start\n");
    return;
  }
  session_.go(session_.position() - std::min<std::uint64_t>(*count, session_.position()));
  if (session_.position() == 0)
    show_start();
  else
    show_step(session_.position());
  moved_ = true;
}

void SimulationPrompt::forward(const std::string& argument) {
  const std::optional<std::uint64_t> count = number(argument, 1);
  if (!count) return;
  const std::size_t before = session_.position();
  if (before == session_.length()) {
    print("this is the last position of the history\n");
    return;
  }
  session_.go(before + std::min<std::uint64_t>(*count, session_.length() - before));
  show_steps(before + 1, session_.position());
  moved_ = true;
}

void SimulationPrompt::go(const std::string& argument) {
  const std::optional<std::uint64_t> wanted = number(argument, std::numeric_limits<std::uint64_t>::max());
  if (!wanted) return;
  if (*wanted > session_.length()) {
    print(fmt::format("the history has the positions 0 to {}\n", session_.length()));
    return;
  }
  session_.go(*wanted);
  if (*wanted == 0)
    show_start();
  else
    show_step(*wanted);
  moved_ = true;
}

void SimulationPrompt::restart(const std::string& argument) {
  const std::optional<std::uint64_t> wanted = number(argument, 1);
  if (!wanted) return;
  if (*wanted < 1 || *wanted > session_.initial_states()) {
    print(fmt::format("the model has {}\n", counted(session_.initial_states(), "initial state")));
    return;
  }
  session_.start(*wanted - 1);
  show_start();
  moved_ = true;
}

void SimulationPrompt::random(const std::string& argument) {
  const std::optional<std::uint64_t> count = number(argument, 1);
  if (!count) return;
  const std::size_t before = session_.position();
  if (session_.at_fault()) {
    print("the run ends at the fault; `back` leads out\n");
    return;
  }
  walked(before, session_.walk(*count, false));
}

void SimulationPrompt::run_on(const std::string& argument) {
  if (!argument.empty()) {
    print("`run` takes no argument; `random N` takes N steps\n");
    return;
  }
  const std::size_t before = session_.position();
  if (session_.at_fault()) {
    print("the run ends at the fault; `back` leads out\n");
    return;
  }
  const std::uint64_t most = settings_.max_steps != 0 ? settings_.max_steps : std::numeric_limits<std::uint64_t>::max();
  walked(before, session_.walk(most, true));
}

void SimulationPrompt::walked(std::size_t before, const Explorer::Walk& walk) {
  using End = Explorer::Walk::End;
  show_steps(before + 1, session_.position());
  const std::string after = "after " + counted(walk.steps.size(), "step");
  if (walk.end == End::Breakpoint) {
    const SimulationSession::Watch& met = session_.breaks()[walk.breakpoint].condition;
    print(fmt::format("breakpoint {} {}: {}\n", met.number, after, printable(met.text)));
  } else if (walk.end == End::Interrupted) {
    print(fmt::format("interrupted {}\n", after));
  } else if (walk.end == End::Limit) {
    print(fmt::format("stopped {}: {}\n", after, walk.message));
  } else if (walk.end == End::Steps && walk.steps.size() == settings_.max_steps) {
    print(fmt::format("limit of steps (--steps) {}\n", after));
  }
  moved_ = true;
}

void SimulationPrompt::watch(const std::string& argument) {
  if (argument.empty()) {
    if (session_.watches().empty()) print("nothing is watched; `watch EXPR` watches an expression or formula\n");
    show_watches();
    return;
  }
  if (const Expected<std::uint32_t> added = session_.add_watch(argument); !added)
    tell(added.error());
  else
    show_watches();
}

void SimulationPrompt::unwatch(const std::string& argument) {
  if (argument.empty()) {
    print("unwatch N or EXPR\n");
    return;
  }
  if (!session_.remove_watch(argument)) print(fmt::format("there is no watch '{}'\n", printable(argument)));
}

void SimulationPrompt::add_break(const std::string& argument) {
  if (argument.empty()) {
    print("break LINE, FILE:LINE, EXPR or ltl FORMULA\n");
    return;
  }
  if (const Expected<std::uint32_t> added = session_.add_break(argument); !added)
    tell(added.error());
  else
    print(fmt::format("breakpoint {}: {}\n", *added, printable(session_.breaks().back().condition.text)));
}

void SimulationPrompt::list_breaks(const std::string&) {
  if (session_.breaks().empty()) print("there are no breakpoints\n");
  for (const SimulationSession::Break& one : session_.breaks())
    print(fmt::format("  {:2}  {}\n", one.condition.number, printable(one.condition.text)));
}

void SimulationPrompt::remove_break(const std::string& argument) {
  if (argument.empty()) {
    print("delete N\n");
    return;
  }
  if (!session_.remove_break(argument)) print(fmt::format("there is no breakpoint '{}'\n", printable(argument)));
}

void SimulationPrompt::show_state(const std::string& argument) {
  std::set<std::string> changed;
  if (const auto step = session_.step_to(session_.position()))
    for (const Variable& variable : step->changed) changed.insert(variable.name);
  for (const Variable& variable : explorer_.state(session_.node())) {
    if (variable.name.find(argument) == std::string::npos) continue;
    const bool is_new = changed.contains(variable.name);
    print(fmt::format("    {} {}\n", is_new ? "*" : " ", variable_text(variable, is_new)));
  }
}

void SimulationPrompt::show_history(const std::string& argument) {
  const std::optional<std::uint64_t> count = number(argument, kShownSteps);
  if (!count) return;
  const std::size_t last = session_.length();
  const std::size_t first = session_.position() > *count ? session_.position() - *count : 0;
  const std::size_t end = std::min<std::uint64_t>(last, std::max<std::uint64_t>(session_.position(), first + *count));
  if (first > 0) print(fmt::format("      ... {}\n", counted(first, "earlier step")));
  for (std::size_t k = first; k <= end; ++k) {
    const char* const mark = k == session_.position() ? ">" : " ";
    if (k == 0) print(fmt::format("{}   0  start\n", mark));
    if (const auto step = session_.step_to(k)) print(fmt::format("{}{:4}  {}\n", mark, k, step_text(step->step)));
    if (session_.cycle() == k) print("  --- from here on it repeats\n");
  }
  if (end < last) print(fmt::format("      ... {}\n", counted(last - end, "later step")));
}

void SimulationPrompt::save(const std::string& argument) {
  if (argument.empty()) {
    print("save FILE\n");
    return;
  }
  for (const SourceFile& source : explorer_.sources()) {
    std::error_code error;
    if (!std::filesystem::equivalent(source.name, argument, error)) continue;
    print(fmt::format("'{}' is a file of the model; the run is not saved\n", printable(argument)));
    return;
  }
  const Explorer::Run run = session_.run();
  if (write_output(argument, explorer_.save(run)))
    print(fmt::format("saved {} in {}\n", counted(run.steps.size(), "step"), printable(argument)));
}

void SimulationPrompt::load_command(const std::string& argument) {
  if (argument.empty())
    print("load FILE\n");
  else
    load(argument);
}

bool SimulationPrompt::load_from(const std::string& file, const std::string& property) {
  const Expected<SourceText> text = SourceText::read_file(file);
  if (!text) {
    tell(text.error());
    return false;
  }
  Expected<Explorer::Run> run =
      explorer_.follow_recording(std::string(text->text()), property, [] { return interrupted(); });
  if (!run) {
    Diagnostics problems = run.error();
    for (Diagnostic& problem : problems) problem.file = file;
    tell(problems);
    return false;
  }
  const std::string problem = run->problem;
  session_.load(std::move(*run));
  print(fmt::format("loaded {}; `back` and `go K` move in the run\n", counted(session_.length(), "step")));
  if (!problem.empty()) print("the rest is not a run of this model: " + printable(problem) + "\n");
  if (session_.position() == 0)
    show_start();
  else
    show_steps(1, session_.position());
  moved_ = true;
  return true;
}

void SimulationPrompt::help(const std::string&) {
  print("  N            take step N of the list; Enter takes the first\n");
  for (const Command& command : commands()) {
    const std::string usage = fmt::format("{} {}", command.name, command.argument);
    const std::string letter = command.letter != '\0' ? fmt::format("{}, ", command.letter) : "   ";
    print(fmt::format("  {}{:14} {}\n", letter, usage, command.summary));
  }
  print("A command may be shortened as long as only one begins so. Ctrl-C ends a long run, Ctrl-D the program.\n");
}

void SimulationPrompt::quit(const std::string&) { ended_ = true; }

std::vector<std::string> SimulationPrompt::completions(const std::string& text) const {
  const std::size_t blank = text.find_last_of(kBlanks);
  const std::string word = blank == std::string::npos ? text : text.substr(blank + 1);
  std::set<std::string> all;
  if (text.find_first_of(kBlanks) == std::string::npos) {
    for (const Command& command : commands()) all.insert(command.name);
  } else {
    for (const Variable& variable : explorer_.state(session_.node())) all.insert(variable.name);
    for (const Explorer::Property& property : explorer_.properties())
      if (property.kind == PropertyKind::Ltl) all.insert(property.name);
    for (const auto& successor : session_.expansion()->successors)
      if (!successor.step.process.empty()) all.insert(successor.step.process);
  }
  std::vector<std::string> found;
  for (const std::string& name : all)
    if (name.starts_with(word)) found.push_back(name);
  return found;
}

void SimulationPrompt::show_start() const {
  if (settings_.quiet) return;
  print("start\n");
  for (const Variable& variable : explorer_.state(session_.node()))
    print(fmt::format("      {}\n", variable_text(variable)));
}

void SimulationPrompt::show_step(std::size_t position) const {
  const std::optional<Explorer::Successor> taken = session_.step_to(position);
  if (!taken) return;
  const StepDescription& step = taken->step;
  if (settings_.quiet) {
    print(model_output(step.output));
    return;
  }
  print(fmt::format("{:4}  {}\n", position, step_text(step)));
  for (const Variable& variable : taken->changed) {
    if (!settings_.verbose && variable.name == step.process) continue;  // the location of the process
    print(fmt::format("      {}\n", variable_text(variable, true)));
  }
  if (!step.output.empty())
    print(fmt::format("      | {}{}", model_output(step.output), step.output.back() == '\n' ? "" : "\n"));
  if (!step.fault.empty()) print(fmt::format("      *** {}\n", printable(step.fault)));
}

void SimulationPrompt::show_steps(std::size_t first, std::size_t last) const {
  if (last + 1 - first > kShownSteps && last >= first) {
    print(fmt::format("      ... {}\n", counted(last + 1 - first - kShownSteps, "step")));
    first = last + 1 - kShownSteps;
  }
  for (std::size_t k = first; k <= last; ++k) show_step(k);
}

void SimulationPrompt::show_watches() {
  for (std::size_t i = 0; i < session_.watches().size(); ++i) {
    const SimulationSession::Watch& watch = session_.watches()[i];
    const std::string text = printable(watch.text);
    print(fmt::format("  watch {}  {}{}{}\n", watch.number, text, watch.formula ? ": " : " = ",
                      bold(session_.value_of(i))));
  }
}

void SimulationPrompt::show_menu() {
  show_watches();
  const std::shared_ptr<const Explorer::Expansion> here = session_.expansion();
  choices_ = session_.at_fault() ? 0 : here->successors.size();
  print("\n");
  if (session_.at_fault())
    print("the run ends at the fault\n");
  else if (choices_ == 0 && here->limit.empty())
    print(here->may_end ? "the model has ended\n" : "deadlock: no process can move\n");
  for (std::size_t i = 0; i < choices_; ++i) {
    const Explorer::Successor& next = here->successors[i];
    std::string changes;
    std::size_t count = 0;
    for (const Variable& variable : next.changed) {
      if (!settings_.verbose && variable.name == next.step.process) continue;
      if (++count <= kShownChanges) changes += (changes.empty() ? "" : ", ") + variable_text(variable, true);
    }
    if (count > kShownChanges) changes += fmt::format(", and {} more", count - kShownChanges);
    if (next.fault) changes += (changes.empty() ? "*** " : "; *** ") + printable(next.step.fault);
    print(fmt::format("  {:2}  {}{}{}\n", i + 1, step_text(next.step), changes.empty() ? "" : "  => ", changes));
  }
  if (!here->limit.empty()) print(fmt::format("steps are missing: {}\n", here->limit));
}

}  // namespace weir::cli
