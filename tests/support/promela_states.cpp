// SPDX-License-Identifier: Apache-2.0
#include "support/promela_states.h"

#include <deque>
#include <unordered_set>

#include "frontend/promela/lower.h"
#include "frontend/promela/promela.h"

namespace weir::test {

StateCount count_states(const TransitionSystem& system, std::uint64_t limit) {
  StateCount result;
  std::unordered_set<std::string> seen;
  std::deque<const std::string*> waiting;
  const auto arrive = [&](StateView state) {
    ++result.transitions;
    const auto [entry, fresh] = seen.emplace(reinterpret_cast<const char*>(state.data()), state.size());
    if (fresh) waiting.push_back(&*entry);
  };
  SuccessorBuffer buffer;
  system.initial_states(buffer);
  for (std::size_t i = 0; i < buffer.size(); ++i) arrive(buffer.state(i));
  while (!waiting.empty()) {
    if (seen.size() > limit) {
      result.complete = false;
      break;
    }
    const std::string& text = *waiting.front();
    waiting.pop_front();
    const StateView state(reinterpret_cast<const std::byte*>(text.data()), text.size());
    buffer.clear();
    system.successors(state, buffer);
    if (buffer.empty() && !system.may_end(state)) ++result.deadlocks;
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      const Step& step = buffer.step(i);
      result.assertions += step.fault == Fault::Assertion;
      result.errors += step.fault == Fault::RuntimeError;
      if (step.fault != Fault::None && result.message.empty())
        result.message = system.describe(state, step, buffer.state(i)).fault;
      arrive(buffer.state(i));
    }
  }
  result.states = seen.size();
  return result;
}

namespace {

std::unique_ptr<TransitionSystem> finish(Expected<promela::Model> model, std::string* diagnostics) {
  if (!model) {
    if (diagnostics != nullptr) *diagnostics = to_string(model.error());
    return nullptr;
  }
  auto system = promela::lower(std::move(*model));
  if (!system) {
    if (diagnostics != nullptr) *diagnostics = to_string(system.error());
    return nullptr;
  }
  return std::move(*system);
}

}  // namespace

std::unique_ptr<TransitionSystem> promela_system(const std::string& text, std::string* diagnostics) {
  return finish(promela::parse_model(SourceText("test.pml", text)), diagnostics);
}

std::unique_ptr<TransitionSystem> watched_promela_system(const std::string& text) {
  Expected<promela::Model> model = promela::parse_model(SourceText("test.pml", text));
  if (!model) return nullptr;
  auto system = promela::lower_watched(std::move(*model));
  return system ? std::move(*system) : nullptr;
}

std::unique_ptr<TransitionSystem> promela_file(const std::string& path,
                                               std::vector<std::pair<std::string, std::string>> definitions,
                                               std::string* diagnostics) {
  promela::ParseOptions options;
  options.definitions = std::move(definitions);
  return finish(promela::parse_model_file(path, options), diagnostics);
}

StateCount count_promela(const std::string& text, std::uint64_t limit) {
  std::string diagnostics;
  const auto system = promela_system(text, &diagnostics);
  if (system != nullptr) return count_states(*system, limit);
  StateCount failed;
  failed.complete = false;
  failed.message = diagnostics;
  return failed;
}

}  // namespace weir::test
