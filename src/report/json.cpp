// SPDX-License-Identifier: Apache-2.0
#include "report/json.h"

#include <weir/catalogue.h>
#include <weir/weir.h>
#include <nlohmann/json.hpp>

#include "report/words.h"

namespace weir {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Value& value) {
  return std::visit([](const auto& content) { return Json(content); }, value);
}

Json json_of(const TraceStep& step) {
  Json result;
  result["event"] = step.stutters || step.last ? Json(nullptr) : Json(step.step.event);
  if (!step.step.process.empty()) result["process"] = step.step.process;
  if (!step.step.file.empty()) result["file"] = step.step.file;
  if (step.step.line != 0) result["line"] = step.step.line;
  if (!step.step.fault.empty()) result["fault"] = step.step.fault;
  if (!step.step.output.empty()) result["output"] = step.step.output;
  if (step.stutters) result["stutters"] = true;
  if (step.last) result["last"] = true;
  result["state"] = Json::object();
  for (const Variable& variable : step.state) result["state"][variable.name] = json_of(variable.value);
  result["atoms"] = Json::object();
  for (const AtomValue& atom : step.atoms) result["atoms"][atom.atom] = atom.defined ? Json(atom.value) : Json(nullptr);
  return result;
}

Json json_of(const std::vector<TraceStep>& steps) {
  Json result = Json::array();
  for (const TraceStep& step : steps) result.push_back(json_of(step));
  return result;
}

/// If the word consists of the events, the state after the last event is not a letter: it is omitted, so that the
/// prefix is the word.
bool ends_behind_the_word(const std::vector<TraceStep>& prefix) {
  return prefix.size() > 1 && prefix.back().last && prefix.back().atoms.empty() && !prefix.front().atoms.empty();
}

Json json_of(const Counterexample& counterexample) {
  Json result;
  std::vector<TraceStep> prefix = counterexample.prefix;
  if (ends_behind_the_word(prefix)) prefix.pop_back();
  result["prefix"] = json_of(prefix);
  result["cycle"] = json_of(counterexample.cycle);
  result["validated"] = counterexample.validated;
  if (!counterexample.explanation.empty()) result["explanation"] = counterexample.explanation;
  return result;
}

Json json_of(const Statistics& stats) {
  return {{stats.states_estimated ? "states_estimated" : "states", stats.states},
          {"states_generated", stats.states_generated},
          {"transitions", stats.transitions},
          {"max_depth", stats.max_depth},
          {"stored_peak", stats.stored_peak},
          {"automaton_states", stats.automaton_states},
          {"seconds", stats.seconds},
          {"memory_bytes", stats.memory_bytes}};
}

Json json_of(const EngineChoice& engine) {
  Json result = {{"translator", engine.translator},   {"emptiness", engine.emptiness}, {"store", name_of(engine.store)},
                 {"reduce", names_of(engine.reduce)}, {"fair", name_of(engine.fair)},  {"threads", engine.threads}};
  if (!engine.automaton.empty()) result["automaton"] = engine.automaton;
  if (!engine.executor.empty()) result["executor"] = engine.executor;
  return result;
}

Json json_of(const PropertyResult& property) {
  Json result;
  result["name"] = property.name;
  result["kind"] = word(property.kind);
  result["formula"] = property.formula;
  result["verdict"] = word(property.verdict);
  result["reason"] = property.reason;
  if (const std::string promise = guarantee(property); !promise.empty()) result["guarantee"] = promise;
  result["engine"] = json_of(property.engine);
  result["stats"] = json_of(property.stats);
  for (const HuntRecord& record : property.hunt) {
    result["hunt"].push_back({{"strategy", record.strategy},
                              {"searches", record.searches},
                              {"states", record.states},
                              {"max_depth", record.max_depth},
                              {"found", record.found}});
  }
  if (property.certified) {
    result["certified"] = true;
    if (property.verdict == Verdict::Holds) result["confirmation"] = json_of(property.confirmation);
  }
  if (property.has_counterexample) result["counterexample"] = json_of(property.counterexample);
  if (!property.warnings.empty()) result["warnings"] = property.warnings;
  return result;
}

}  // namespace

std::string json_report(const CheckResult& check) {
  Json result;
  result["tool"] = "weir";
  result["version"] = version();
  result["schema"] = 1;
  result["model"] = check.model;
  result["seconds"] = check.seconds;
  result["peak_memory_bytes"] = check.peak_memory_bytes;
  if (!check.warnings.empty()) {
    result["warnings"] = Json::array();
    for (const Diagnostic& warning : check.warnings) result["warnings"].push_back(to_string(warning));
  }
  result["properties"] = Json::array();
  for (const PropertyResult& property : check.properties) result["properties"].push_back(json_of(property));
  if (check.coverage_known) {
    result["unreached"] = Json::array();
    for (const UnreachedStatement& statement : check.unreached) {
      result["unreached"].push_back({{"process", statement.process},
                                     {"file", statement.file},
                                     {"line", statement.line},
                                     {"statement", statement.statement}});
    }
  }
  // Invalid UTF-8 (a Latin-1 label) becomes replacement characters instead of an exception.
  return result.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace weir
