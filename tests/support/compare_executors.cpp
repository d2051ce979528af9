// SPDX-License-Identifier: Apache-2.0
#include "support/compare_executors.h"

#include <algorithm>
#include <deque>
#include <random>
#include <unordered_set>
#include <utility>

#include "model/program_system.h"

namespace weir::test {
namespace {

std::string bytes_of_state(StateView state) {
  std::string text;
  for (const std::byte byte : state) text += std::to_string(std::to_integer<int>(byte)) + " ";
  return text;
}

/// The first difference; empty if they are equal.
std::string difference(const SuccessorBuffer& expected, const SuccessorBuffer& found) {
  if (expected.size() != found.size())
    return std::to_string(found.size()) + " successors, not " + std::to_string(expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Step& a = expected.step(i);
    const Step& b = found.step(i);
    if (a.transition != b.transition || a.process != b.process || a.partner != b.partner || a.fault != b.fault)
      return "successor " + std::to_string(i) + ": transition " + std::to_string(b.transition) + ", not " +
             std::to_string(a.transition) + "; process " + std::to_string(b.process) + ", not " +
             std::to_string(a.process);
    const StateView x = expected.state(i);
    const StateView y = found.state(i);
    if (!std::equal(x.begin(), x.end(), y.begin(), y.end()))
      return "successor " + std::to_string(i) + " by transition " + std::to_string(a.transition) + " is " +
             bytes_of_state(y) + "instead of " + bytes_of_state(x);
  }
  return {};
}

class Comparison {
 public:
  Comparison(ProgramSystem& interpreted, ProgramSystem& native, ExecutorComparison& result)
      : interpreted_(interpreted), native_(native), result_(result) {}

  bool resolve(const std::vector<std::string>& atoms) {
    for (const std::string& text : atoms) {
      const Expected<Atom> a = interpreted_.resolve(text);
      const Expected<Atom> b = native_.resolve(text);
      if (!a || !b) {
        result_.difference = "the atom '" + text + "' is not known";
        return false;
      }
      atoms_.push_back(a->id);
    }
    return true;
  }

  bool same(StateView state) {
    expected.clear();
    found_.clear();
    interpreted_.successors(state, expected);
    native_.successors(state, found_);
    ++result_.states;
    result_.steps += expected.size();
    for (std::size_t i = 0; i < expected.size(); ++i) result_.faults += expected.step(i).fault != Fault::None;
    result_.difference = difference(expected, found_);
    if (result_.difference.empty() && interpreted_.letter(atoms_, state) != native_.letter(atoms_, state))
      result_.difference = "the atoms differ";
    if (!result_.difference.empty()) result_.difference += "\nin state " + bytes_of_state(state);
    return result_.difference.empty();
  }

  SuccessorBuffer expected;

 private:
  ProgramSystem& interpreted_;
  ProgramSystem& native_;
  ExecutorComparison& result_;
  SuccessorBuffer found_;
  std::vector<std::uint32_t> atoms_;
};

StateView view(const std::string& text) { return {reinterpret_cast<const std::byte*>(text.data()), text.size()}; }
std::string text_of(StateView state) { return {reinterpret_cast<const char*>(state.data()), state.size()}; }

}  // namespace

ExecutorComparison compare_executors(const std::function<std::unique_ptr<TransitionSystem>()>& open,
                                     std::uint64_t limit, const std::vector<std::string>& atoms) {
  ExecutorComparison result;
  const std::unique_ptr<TransitionSystem> systems[2] = {open(), open()};
  auto* interpreted = dynamic_cast<ProgramSystem*>(systems[0].get());
  auto* native = dynamic_cast<ProgramSystem*>(systems[1].get());
  if (interpreted == nullptr || native == nullptr) {
    result.difference = "there is no program to compare";
    return result;
  }
  interpreted->use(Executor::Interpreter);
  native->use(Executor::Native);
  Comparison comparison(*interpreted, *native, result);
  if (!comparison.resolve(atoms)) return result;

  SuccessorBuffer initial;
  interpreted->initial_states(initial);
  std::unordered_set<std::string> seen;
  std::deque<const std::string*> waiting;
  const auto arrive = [&](const SuccessorBuffer& states) {
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (states.step(i).fault == Fault::RuntimeError) continue;
      const auto [entry, fresh] = seen.insert(text_of(states.state(i)));
      if (fresh) waiting.push_back(&*entry);
    }
  };
  arrive(initial);
  while (!waiting.empty() && result.states < limit) {
    const std::string& state = *waiting.front();
    waiting.pop_front();
    if (!comparison.same(view(state))) return result;
    arrive(comparison.expected);
  }
  std::mt19937_64 random(1);
  std::string state = text_of(initial.state(0));
  for (std::uint64_t step = 0; step < limit && !waiting.empty(); ++step) {
    if (!comparison.same(view(state))) return result;
    const SuccessorBuffer& next = comparison.expected;
    const std::size_t choice = next.empty() ? 0 : random() % next.size();
    const bool over = next.empty() || next.step(choice).fault == Fault::RuntimeError;
    state = text_of(over ? initial.state(0) : next.state(choice));
  }
  if (const NativeCode* code = native->interpreter().native_code()) {
    result.compiled = code->compiled();
    result.left_out = code->left_out();
  }
  return result;
}

}  // namespace weir::test
