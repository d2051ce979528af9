// SPDX-License-Identifier: Apache-2.0
#include "pipeline/trail/recording.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/text/json_depth.h"
#include "base/text/source_text.h"
#include "formula/formula.h"
#include "formula/parser.h"
#include "model/program_system.h"

namespace weir {
namespace {

using Json = nlohmann::json;
using Bytes = std::vector<std::byte>;

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
    if (found == recorded.end() || *found == to_json(variable.value)) continue;
    // Earlier versions wrote an empty channel as an empty text.
    if (!(variable.value == Value(std::string(kEmptyChannel)) && *found == Json(""))) return false;
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

std::optional<std::size_t> number_of(const Json& entry, const char* key) {
  const auto found = entry.find(key);
  if (found == entry.end() || !found->is_number_unsigned()) return std::nullopt;
  return found->get<std::size_t>();
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
      if (is_true(step, "last")) continue;  // the end of a finite run: a state without step
      RecordedStep recorded;
      recorded.event = text_of(step, "event");
      recorded.process = text_of(step, "process");
      recorded.stutters = step.contains("event") && step["event"].is_null();
      recorded.starts_cycle = part[0] == 'c' && &step == &list->front();
      recorded.choice = number_of(step, "choice");
      recorded.before = states.back();
      steps.push_back(std::move(recorded));
    }
  }
  for (std::size_t i = 0; i < steps.size() && i + 1 < states.size(); ++i) steps[i].after = states[i + 1];
  return steps;
}

/// The first property with a counterexample, or with this name if one is given. Formulas take precedence over weir's
/// own names (an `ltl deadlock` over the absence of deadlocks), as in `check --property`.
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
    return complaint(file, name.empty() ? "the file contains no counterexample"
                                        : "the file contains no counterexample of '" + name + "'");
  }
  std::string list;
  for (const Json* entry : found) {
    list += (list.empty() ? "" : ", ") + text_of(*entry, "kind") + " " + text_of(*entry, "formula");
  }
  return complaint(file, "several properties are named '" + name + "': " + list);
}

void add_changing_variables(const Json& steps, std::set<std::string>& names) {
  std::map<std::string, Json> values;
  for (const Json& step : steps) {
    const auto state = step.is_object() ? step.find("state") : step.end();
    if (state == step.end() || !state->is_object()) continue;
    for (const auto& variable : state->items())
      if (values.try_emplace(variable.key(), variable.value()).first->second != variable.value())
        names.insert(variable.key());
  }
}

void add_names(const Json& property, RecordedRun& recording) {
  std::set<std::string>& names = recording.atoms;
  if (!property.is_object()) return;
  recording.names.insert(text_of(property, "name"));
  if (const auto formula = parse_formula(text_of(property, "formula"), {.model_atoms = true}))
    for (const std::string& atom : atoms(*formula)) names.insert(atom);
  const auto run = property.find("counterexample");
  if (run == property.end() || !run->is_object()) return;
  for (const char* part : {"prefix", "cycle"}) {
    const auto list = run->find(part);
    if (list == run->end() || !list->is_array() || list->empty() || !list->front().is_object()) continue;
    const auto known = list->front().find("atoms");  // the same in each step
    if (known != list->front().end() && known->is_object())
      for (const auto& atom : known->items()) names.insert(atom.key());
    add_changing_variables(*list, recording.changing);
  }
}

/// The possible states of the model after each step of a recording.
class PossibleRuns {
 public:
  PossibleRuns(const TransitionSystem& system, const RecordedRun& recording, const StopFlag& stop)
      : system_(system), recording_(recording), stop_(stop) {}

  std::vector<std::size_t> find() {
    begin();
    for (const RecordedStep& step : recording_.steps) {
      if (step.stutters || stop_.raised()) break;
      if (!follow(step)) break;
    }
    return choices_of(best());
  }

 private:
  /// A state reached by the recorded steps, from an entry of the previous layer.
  struct Entry {
    Bytes state;
    std::size_t parent = 0;
    std::size_t choice = 0;  ///< its number among the initial states, or among the successors of the parent
    bool faulty = false;     ///< the step to it is faulty
  };
  using Layer = std::vector<Entry>;

  void begin() {
    SuccessorBuffer states;
    system_.initial_states(states);
    Layer all, fitting;
    for (std::size_t i = 0; i < states.size(); ++i) {
      Entry entry{Bytes(states.state(i).begin(), states.state(i).end()), 0, i};
      const bool fits =
          (!recording_.start || *recording_.start == i) &&
          (recording_.steps.empty() || agrees(recording_.steps.front().before, system_.show(entry.state)));
      all.push_back(entry);
      if (fits) fitting.push_back(std::move(entry));
    }
    layers_.push_back(fitting.empty() ? std::move(all) : std::move(fitting));
  }

  bool follow(const RecordedStep& recorded) {
    Layer next;
    SuccessorBuffer successors;
    for (std::size_t from = 0; from < layers_.back().size(); ++from) {
      const Bytes& state = layers_.back()[from].state;
      successors.clear();
      system_.successors(state, successors);
      // A saved choice tells apart steps that look alike, as long as the model still has this step there.
      const bool chosen = recorded.choice && *recorded.choice < successors.size() &&
                          fits(recorded, state, successors, *recorded.choice);
      for (std::size_t i = 0; i < successors.size(); ++i) {
        if (chosen ? i != *recorded.choice : !fits(recorded, state, successors, i)) continue;
        const StateView target = successors.state(i);
        Entry entry{Bytes(target.begin(), target.end()), from, i, successors.step(i).fault != Fault::None};
        const bool known = std::any_of(next.begin(), next.end(), [&](const Entry& other) {
          return other.state == entry.state && other.faulty == entry.faulty;
        });
        if (!known) next.push_back(std::move(entry));
      }
    }
    if (next.empty() || stop_.raised()) return false;
    layers_.push_back(std::move(next));
    return true;
  }

  bool fits(const RecordedStep& recorded, StateView from, const SuccessorBuffer& successors, std::size_t i) const {
    const StepDescription step = system_.describe(from, successors.step(i), successors.state(i));
    return step.event == recorded.event && step.process == recorded.process &&
           agrees(recorded.after, system_.show(successors.state(i)));
  }

  /// The entry of the last layer whose run violates the property as recorded; otherwise the first.
  std::size_t best() const {
    const Layer& last = layers_.back();
    for (std::size_t i = 0; i < last.size(); ++i)
      if (violates(i)) return i;
    return 0;
  }

  bool violates(std::size_t entry) const {
    const Entry& last = layers_.back()[entry];
    if (recording_.kind == "assertion") return last.faulty;
    const std::size_t taken = layers_.size() - 1;
    const bool stutters = taken < recording_.steps.size() && recording_.steps[taken].stutters;
    if (recording_.kind == "deadlock") return is_stuck(last.state) && !system_.may_end(last.state);
    if (stutters) return is_stuck(last.state);
    // A cycle returns to its start.
    for (std::size_t depth = layers_.size() - 1; depth > 0; --depth) {
      entry = layers_[depth][entry].parent;
      if (recording_.steps[depth - 1].starts_cycle) return layers_[depth - 1][entry].state == last.state;
    }
    return true;
  }

  bool is_stuck(const Bytes& state) const {
    SuccessorBuffer successors;
    system_.successors(state, successors);
    return successors.empty();
  }

  std::vector<std::size_t> choices_of(std::size_t entry) const {
    std::vector<std::size_t> choices;
    for (std::size_t depth = layers_.size(); depth-- > 0 && !layers_[depth].empty();) {
      choices.push_back(layers_[depth][entry].choice);
      entry = layers_[depth][entry].parent;
    }
    std::reverse(choices.begin(), choices.end());
    return choices;
  }

  const TransitionSystem& system_;
  const RecordedRun& recording_;
  const StopFlag& stop_;
  std::vector<Layer> layers_;
};

}  // namespace

Expected<RecordedRun> read_recording(const std::string& path, const std::string& property) {
  const Expected<SourceText> source = SourceText::read_file(path);
  if (!source) return source.error();
  return parse_recording(source->text(), path, property);
}

Expected<RecordedRun> parse_recording(std::string_view text, const std::string& name, const std::string& property) {
  constexpr std::size_t kDeepest = 100;
  const bool deep = json_nests_deeper_than(kDeepest, text);
  const Json document = deep ? Json() : Json::parse(text, nullptr, false);
  if (document.is_discarded() || !document.is_object() || !document.contains("properties") ||
      !document["properties"].is_array())
    return complaint(name, "this is not the JSON output of weir check");
  Expected<const Json*> chosen = choose_property(document["properties"], name, property);
  if (!chosen) return chosen.error();
  const Json& run = (**chosen)["counterexample"];
  RecordedRun recording{steps_of(run), text_of(**chosen, "kind"), text_of(**chosen, "formula"), {}, {}, {}};
  recording.start = number_of(run, "start");
  for (const Json& entry : document["properties"]) add_names(entry, recording);
  return recording;
}

RecordedRun recording_of(const PropertyResult& property) {
  RecordedRun recording;
  recording.formula = property.formula;
  if (property.kind == PropertyKind::Assertion) recording.kind = "assertion";
  if (property.kind == PropertyKind::Deadlock) recording.kind = "deadlock";
  std::vector<Json> states;
  const Counterexample& run = property.counterexample;
  for (const std::vector<TraceStep>* part : {&run.prefix, &run.cycle}) {
    for (const TraceStep& step : *part) {
      Json& state = states.emplace_back(Json::object());
      for (const Variable& variable : step.state) state[variable.name] = to_json(variable.value);
      if (step.last) continue;
      RecordedStep recorded{step.step.event, step.step.process, state, {}};
      recorded.stutters = step.stutters;
      recorded.starts_cycle = part == &run.cycle && &step == &part->front();
      recording.steps.push_back(std::move(recorded));
    }
  }
  for (std::size_t i = 0; i < recording.steps.size() && i + 1 < states.size(); ++i)
    recording.steps[i].after = states[i + 1];
  return recording;
}

std::string refused_step(const RecordedRun& recording, std::size_t step) {
  const RecordedStep& next = recording.steps[step];
  return "step " + std::to_string(step + 1) + ": the model cannot " +
         (next.stutters ? "stay in this state" : next.process + (next.process.empty() ? "" : " ") + next.event);
}

std::vector<std::size_t> follow_recording(const TransitionSystem& system, const RecordedRun& recording,
                                          const StopFlag& stop) {
  return PossibleRuns(system, recording, stop).find();
}

}  // namespace weir
