// SPDX-License-Identifier: Apache-2.0
// One run of a model: random, chosen by a person, or along a counterexample that a check has written as JSON.
#include <algorithm>
#include <random>
#include <set>
#include <unordered_map>

#include <nlohmann/json.hpp>

#include <weir/weir.h>

#include "base/memory/memory_budget.h"
#include "base/memory/memory_limit.h"
#include "base/stop_flag.h"
#include "base/text/json_depth.h"
#include "base/text/source_text.h"
#include "formula/formula.h"
#include "formula/parser.h"
#include "frontend/open_model.h"
#include "model/program_system.h"

namespace weir {
namespace {

using Json = nlohmann::json;
using Bytes = std::vector<std::byte>;

/// What one step of a recorded run says: who did what, and the states before and after it if they are known.
struct RecordedStep {
  std::string event;
  std::string process;
  Json before, after;
  bool stutters = false;
  bool starts_cycle = false;
};

Diagnostic complaint(const std::string& file, std::string message) {
  Diagnostic diagnostic;
  diagnostic.message = std::move(message);
  diagnostic.file = file;
  return diagnostic;
}

Json to_json(const Value& value) {
  return std::visit([](const auto& content) { return Json(content); }, value);
}

bool agrees(const Json& recorded, const std::vector<Variable>& state) {
  if (!recorded.is_object()) return true;
  for (const Variable& variable : state) {
    const auto found = recorded.find(variable.name);
    if (found != recorded.end() && *found != to_json(variable.value)) return false;
  }
  return true;
}

std::string text_of(const Json& step, const char* key) {
  const auto found = step.find(key);
  return found != step.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool is_true(const Json& step, const char* key) {
  const auto found = step.find(key);
  return found != step.end() && found->is_boolean() && found->get<bool>();
}

std::vector<RecordedStep> steps_of(const Json& counterexample) {
  std::vector<RecordedStep> steps;
  std::vector<Json> states;
  for (const char* part : {"prefix", "cycle"}) {
    const auto list = counterexample.find(part);
    if (list == counterexample.end() || !list->is_array()) continue;
    for (const Json& step : *list) {
      if (!step.is_object()) continue;
      states.push_back(step.contains("state") ? step["state"] : Json());
      if (is_true(step, "last")) continue;  // where a finite run ends: a state, and no step
      RecordedStep recorded;
      recorded.event = text_of(step, "event");
      recorded.process = text_of(step, "process");
      recorded.stutters = step.contains("event") && step["event"].is_null();
      recorded.starts_cycle = part[0] == 'c' && &step == &list->front();
      recorded.before = states.back();
      steps.push_back(std::move(recorded));
    }
  }
  for (std::size_t i = 0; i < steps.size() && i + 1 < states.size(); ++i) steps[i].after = states[i + 1];
  return steps;
}

/// The first property with a counterexample; or of those with this name, if one is given. Formulas come before what
/// weir calls so itself (an `ltl deadlock` before the absence of deadlocks), as in `check --property`.
Expected<const Json*> choose_property(const Json& properties, const std::string& file, const std::string& name) {
  std::vector<const Json*> own, built_in;
  for (const Json& entry : properties) {
    if (!entry.is_object() || !entry.contains("counterexample") || !entry["counterexample"].is_object()) continue;
    if (!name.empty() && text_of(entry, "name") != name) continue;
    if (name.empty()) return &entry;
    const std::string kind = text_of(entry, "kind");
    (kind == "assertion" || kind == "deadlock" ? built_in : own).push_back(&entry);
  }
  const std::vector<const Json*>& found = own.empty() ? built_in : own;
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    return complaint(file, name.empty() ? "there is no counterexample in this file"
                                        : "there is no counterexample of '" + name + "' in this file");
  }
  std::string list;
  for (const Json* entry : found) {
    list += (list.empty() ? "" : ", ") + text_of(*entry, "kind") + " " + text_of(*entry, "formula");
  }
  return complaint(file, "several properties are called '" + name + "': " + list);
}

/// What a check has written.
struct RecordedRun {
  std::vector<RecordedStep> steps;
  std::string formula;          ///< of the property that the run violates
  std::set<std::string> atoms;  ///< of all properties
};

void add_atoms(const Json& property, std::set<std::string>& names) {
  if (!property.is_object()) return;
  if (const auto formula = parse_formula(text_of(property, "formula"), {.model_atoms = true}))
    for (const std::string& atom : atoms(*formula)) names.insert(atom);
  const auto run = property.find("counterexample");
  if (run == property.end() || !run->is_object()) return;
  for (const char* part : {"prefix", "cycle"}) {
    const auto list = run->find(part);
    if (list == run->end() || !list->is_array() || list->empty() || !list->front().is_object()) continue;
    const auto known = list->front().find("atoms");  // the same ones in each step
    if (known == list->front().end() || !known->is_object()) continue;
    for (const auto& atom : known->items()) names.insert(atom.key());
  }
}

Expected<RecordedRun> read_recording(const std::string& path, const std::string& property) {
  constexpr std::size_t kDeepest = 100;
  const Expected<SourceText> source = SourceText::read_file(path);
  if (!source) return source.error();
  const bool deep = json_nests_deeper_than(kDeepest, source->text());
  const Json document = deep ? Json() : Json::parse(source->text(), nullptr, false);
  if (document.is_discarded() || !document.is_object() || !document.contains("properties") ||
      !document["properties"].is_array())
    return complaint(path, "this is not the JSON of a check");
  Expected<const Json*> chosen = choose_property(document["properties"], path, property);
  if (!chosen) return chosen.error();
  RecordedRun recording{steps_of((**chosen)["counterexample"]), text_of(**chosen, "formula"), {}};
  for (const Json& entry : document["properties"]) add_atoms(entry, recording.atoms);
  return recording;
}

class Simulation {
 public:
  Simulation(TransitionSystem& system, const SimulateOptions& options, SimulationListener& listener)
      : system_(system),
        options_(options),
        listener_(listener),
        random_(options.seed),
        watchdog_(
            stop_, 0,
            listener.interactive() ? std::function<bool()>() : [&listener] { return listener.interrupted(); }),
        memory_(run_budget(0)),
        limited_(program_of(system), {&stop_, &memory_}) {}

  SimulationEnd run(const std::vector<RecordedStep>* recording) {
    system_.initial_states(buffer_);
    if (buffer_.empty()) return end(SimulationEnd::Reason::Ended);
    std::size_t start = buffer_.size() == 1 ? 0 : random_() % buffer_.size();
    if (recording != nullptr && !recording->empty()) {
      for (std::size_t i = buffer_.size(); i-- > 0;) {
        if (agrees(recording->front().before, system_.show(buffer_.state(i)))) start = i;
      }
    }
    move_to(buffer_.state(start));
    listener_.start(shown_);
    while (true) {
      if (recording != nullptr) {
        if (steps_ == recording->size()) return end(SimulationEnd::Reason::ReplayEnded);
        if ((*recording)[steps_].starts_cycle) listener_.cycle_starts();
      } else if (options_.max_steps != 0 && steps_ >= options_.max_steps) {
        return end(SimulationEnd::Reason::Limit);
      }
      if (listener_.interrupted()) return end(SimulationEnd::Reason::Stopped);
      buffer_.clear();
      system_.successors(state_, buffer_);
      if (stop_.raised()) return stopped();
      if (buffer_.empty()) {
        if (recording != nullptr) return end(SimulationEnd::Reason::ReplayEnded);
        return end(system_.may_end(state_) ? SimulationEnd::Reason::Ended : SimulationEnd::Reason::Deadlock);
      }
      const std::size_t choice = recording != nullptr ? follow((*recording)[steps_]) : choose();
      if (choice >= buffer_.size())
        return recording != nullptr ? end(SimulationEnd::Reason::ReplayFailed,
                                          "step " + std::to_string(steps_ + 1) + ": the model cannot " +
                                              (*recording)[steps_].process + " " + (*recording)[steps_].event)
                                    : end(SimulationEnd::Reason::Stopped);
      const StepDescription step = system_.describe(state_, buffer_.step(choice), buffer_.state(choice));
      if (stop_.raised()) return stopped();
      const bool fault = buffer_.step(choice).fault != Fault::None;
      const std::vector<Variable> before = std::move(shown_);
      move_to(buffer_.state(choice));
      listener_.step(++steps_, step, changes(before, shown_));
      if (fault && recording == nullptr) return end(SimulationEnd::Reason::Fault, step.fault);
      if (fault && steps_ == recording->size()) return end(SimulationEnd::Reason::Fault, step.fault);
    }
  }

 private:
  /// A limit was reached in the middle of a step.
  SimulationEnd stopped() const {
    return end(SimulationEnd::Reason::Stopped, stop_.reason() == StopFlag::Reason::Memory
                                                   ? "the memory limit was reached in the middle of a step"
                                                   : "");
  }
  SimulationEnd end(SimulationEnd::Reason reason, std::string message = {}) const {
    return {reason, std::move(message), steps_};
  }

  void move_to(StateView state) {
    Bytes copy(state.begin(), state.end());
    state_ = std::move(copy);
    shown_ = system_.show(state_);
  }

  std::size_t choose() {
    if (!listener_.interactive()) return random_() % buffer_.size();
    std::vector<StepDescription> choices;
    for (std::size_t i = 0; i < buffer_.size(); ++i)
      choices.push_back(system_.describe(state_, buffer_.step(i), buffer_.state(i)));
    return listener_.choose(choices);
  }

  std::size_t follow(const RecordedStep& recorded) const {
    for (std::size_t i = 0; i < buffer_.size(); ++i) {
      const StepDescription step = system_.describe(state_, buffer_.step(i), buffer_.state(i));
      if (step.event == recorded.event && step.process == recorded.process &&
          agrees(recorded.after, system_.show(buffer_.state(i))))
        return i;
    }
    return buffer_.size();
  }

  static std::vector<Variable> changes(const std::vector<Variable>& before, const std::vector<Variable>& after) {
    std::unordered_map<std::string, const Value*> old;
    for (const Variable& variable : before) old[variable.name] = &variable.value;
    std::vector<Variable> result;
    for (const Variable& variable : after) {
      const auto found = old.find(variable.name);
      if (found == old.end() || *found->second != variable.value) result.push_back(variable);
    }
    return result;
  }

  TransitionSystem& system_;
  const SimulateOptions& options_;
  SimulationListener& listener_;
  std::mt19937_64 random_;
  StopFlag stop_;  ///< raised: successors may be missing
  Watchdog watchdog_;
  MemoryBudget memory_;
  LimitedExpansions limited_;
  SuccessorBuffer buffer_;
  Bytes state_;
  std::vector<Variable> shown_;
  std::uint64_t steps_ = 0;
};

}  // namespace

Expected<SimulationEnd> simulate(const std::string& model_path, const SimulateOptions& options,
                                 SimulationListener& listener) {
  Expected<Model> model = open_model(model_path, options.model);
  if (!model) return model.error();
  TransitionSystem* system = model->system.get();
  std::vector<RecordedStep> recording;
  if (!options.replay_file.empty()) {
    Expected<RecordedRun> read = read_recording(options.replay_file, options.property);
    if (!read) return read.error();
    recording = std::move(read->steps);
    // A hidden variable that a property asks for is part of the state, as it was when the run was found.
    for (const std::string& atom : read->atoms) (void)model->system->resolve(atom);
    // A run that violates a property process is one of the system that it moves along with.
    for (const StatedProperty& stated : model->properties)
      if (stated.system != nullptr && stated.text == read->formula) system = stated.system.get();
  }
  Simulation simulation(*system, options, listener);
  return simulation.run(options.replay_file.empty() ? nullptr : &recording);
}

}  // namespace weir
