// SPDX-License-Identifier: Apache-2.0
// weir/model.h: plain structs as transition systems.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include <weir/model.h>

namespace weir::test {
namespace {

/// The graph as text, from show() and describe(): `state -event/process-> state`.
std::set<std::string> edges(TransitionSystem& system, std::size_t* states = nullptr) {
  std::set<std::string> found;
  std::set<std::vector<std::byte>> known;
  std::vector<std::vector<std::byte>> todo;
  SuccessorBuffer buffer;
  const auto text = [&](StateView state) {
    std::string all;
    for (const Variable& variable : system.show(state)) {
      const auto* number = std::get_if<std::int64_t>(&variable.value);
      const auto* truth = std::get_if<bool>(&variable.value);
      all += variable.name + "=" +
             (number != nullptr  ? std::to_string(*number)
              : truth != nullptr ? std::to_string(*truth)
                                 : std::get<std::string>(variable.value)) +
             " ";
    }
    return all;
  };
  const auto meet = [&](StateView state) {
    std::vector<std::byte> bytes(state.begin(), state.end());
    if (known.insert(bytes).second) todo.push_back(bytes);
  };
  system.initial_states(buffer);
  for (std::size_t i = 0; i < buffer.size(); ++i) meet(buffer.state(i));
  for (std::size_t next = 0; next < todo.size(); ++next) {
    const std::vector<std::byte> from = todo[next];
    buffer.clear();
    system.successors(from, buffer);
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      meet(buffer.state(i));
      const StepDescription step = system.describe(from, buffer.step(i), buffer.state(i));
      found.insert(text(from) + "-" + step.event + "/" + step.process + "-> " + text(buffer.state(i)));
    }
  }
  if (states != nullptr) *states = known.size();
  return found;
}

struct Counter {
  struct State {
    std::uint8_t value = 0;
  };
  std::uint8_t limit = 3;
  State initial() const { return {}; }
  void successors(const State& s, auto&& emit) const {
    if (s.value < limit) emit(State{static_cast<std::uint8_t>(s.value + 1)}, "up");
    if (s.value > 0) emit(State{0}, "reset", 1);
    if (s.value == 2) emit(s);
  }
  static std::vector<Proposition<State>> propositions() {
    return {{"zero", [](const State& s) { return s.value == 0; }},
            {"top", [](const State& s) { return s.value == 3; }}};
  }
  static std::vector<std::string> events() { return {"up", "reset"}; }
  static constexpr unsigned processes = 2;
  bool may_end(const State& s) const { return s.value == limit; }
  std::vector<Variable> show(const State& s) const { return {{"value", std::int64_t{s.value}}}; }
};

TEST(ModelStruct, StepsEventsAndProcesses) {
  ModelSystem<Counter> system(Counter{});
  EXPECT_EQ(edges(system),
            (std::set<std::string>{"value=0 -up/-> value=1 ", "value=1 -up/-> value=2 ", "value=2 -up/-> value=3 ",
                                   "value=1 -reset/process 1-> value=0 ", "value=2 -reset/process 1-> value=0 ",
                                   "value=3 -reset/process 1-> value=0 ", "value=2 -/-> value=2 "}));
  EXPECT_EQ(system.process_limit(), 2U);
}

TEST(ModelStruct, Atoms) {
  ModelSystem<Counter> system(Counter{});
  const auto zero = system.resolve("zero");
  const auto reset = system.resolve("reset");
  ASSERT_TRUE(zero && reset);
  EXPECT_EQ(zero->kind, Atom::Kind::State);
  EXPECT_EQ(reset->kind, Atom::Kind::Event);
  EXPECT_EQ(system.resolve("reset")->id, reset->id);
  const auto wrong = system.resolve("rest");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error()[0].message.find("'reset'"), std::string::npos);
  SuccessorBuffer initial, first, second;
  system.initial_states(initial);
  EXPECT_TRUE(system.holds(zero->id, initial.state(0)));
  system.successors(initial.state(0), first);
  ASSERT_EQ(first.size(), 1U);
  EXPECT_FALSE(system.occurs(reset->id, initial.state(0), first.step(0)));
  EXPECT_FALSE(system.holds(zero->id, first.state(0)));
  system.successors(first.state(0), second);
  ASSERT_EQ(second.size(), 2U);
  EXPECT_TRUE(system.occurs(reset->id, first.state(0), second.step(1)));
  EXPECT_EQ(system.describe(first.state(0), second.step(1), second.state(1)).event, "reset");
  EXPECT_FALSE(system.may_end(first.state(0)));
}

/// Members of every kind that fields() may list; `value` counts their changes.
struct Mixed {
  struct Inner {
    std::int16_t a = 0;
    std::int64_t b = 0;  // padding before it
    auto fields() { return std::tie(a, b); }
  };
  struct State {
    std::string text;
    std::vector<std::uint8_t> queue;
    std::vector<bool> flags;
    std::optional<Inner> inner;
    std::pair<bool, std::int32_t> pair{};
    std::array<Inner, 2> array{};
    std::vector<std::string> words;
    double number = 0;
    int raw[2] = {};
    auto fields() { return std::tie(text, queue, flags, inner, pair, array, words, number, raw); }
  };
  std::vector<State> initial() const {
    State other;
    other.text = "other";
    return {State{}, other, State{}};
  }
  void successors(const State& s, auto&& emit) const {
    State t = s;
    if (s.queue.size() < 2) t.queue.push_back(7), emit(t, "queue");
    t = s;
    if (s.flags.size() < 2) t.flags.push_back(s.flags.size() % 2 == 0), emit(t, "flags");
    t = s;
    if (!s.inner) t.inner = Inner{1, -5}, emit(t, "inner");
    t = s;
    t.number = s.number == 0 ? -0.0 : 0.0, emit(t, "zero");
    if (s.words.empty()) t.words = {"a", ""}, emit(t, "words");
    t = s;
    t.array[1].b = 9, t.raw[1] = 4, t.pair = {true, -1};
    emit(t, "arrays");
  }
  static std::vector<Proposition<State>> propositions() {
    return {{"queued", [](const State& s) { return !s.queue.empty() && s.queue.back() == 7; }},
            {"inner", [](const State& s) { return s.inner && s.inner->b == -5 && s.inner->a == 1; }},
            {"flags", [](const State& s) { return s.flags.size() == 2 && s.flags[0] && !s.flags[1]; }},
            {"words", [](const State& s) { return s.words.size() == 2 && s.words[0] == "a" && s.words[1].empty(); }},
            {"arrays", [](const State& s) { return s.array[1].b == 9 && s.raw[1] == 4 && s.pair.second == -1; }},
            {"other", [](const State& s) { return s.text == "other"; }}};
  }
};

TEST(ModelStruct, MembersThatAreNotPlain) {
  ModelSystem<Mixed> system(Mixed{});
  std::size_t states = 0;
  const auto found = edges(system, &states);
  // queue 3 * flags 3 * inner 2 * words 2 * arrays 2 * text 2; zero and minus zero are one value.
  EXPECT_EQ(states, 3U * 3 * 2 * 2 * 2 * 2);
  for (const char* part : {"queued=1", "inner=1", "flags=1", "words=1", "arrays=1", "other=1"}) {
    EXPECT_TRUE(std::any_of(found.begin(), found.end(), [&](const std::string& s) { return s.find(part) != s.npos; }))
        << part;
  }
}

}  // namespace
}  // namespace weir::test
