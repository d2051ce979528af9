// SPDX-License-Identifier: Apache-2.0
// A bounded single-producer single-consumer ring buffer, as lock-free code has it: the producer writes the slot and
// then publishes the new tail; the consumer reads the slot and then publishes the new head. The careless variant
// publishes the tail before the slot is written, which is what a missing release store amounts to. Values are 1, 2, 3
// and 1 again, so a consumer that sees anything but the next value has read a slot that was not written yet, or lost
// one.
#include <cstdio>

#include <weir/model.h>

struct RingBuffer {
  static constexpr std::uint8_t kSlots = 4;  // one stays free
  struct State {
    std::uint8_t slots[kSlots] = {};
    std::uint8_t head = 0, tail = 0;                        // shared
    std::uint8_t producing = 1, expecting = 1;              // next value of each side
    bool published = false, written = false, read = false;  // where each side is
    bool broken = false;
  };
  bool publish_first = false;  ///< the bug

  static std::uint8_t ahead(std::uint8_t slot, int by) { return static_cast<std::uint8_t>((slot + by) % kSlots); }
  static std::uint8_t after(std::uint8_t value) { return static_cast<std::uint8_t>(value % 3 + 1); }

  State initial() const { return {}; }
  void successors(const State& s, auto&& emit) const {
    producer(s, emit);
    consumer(s, emit);
  }
  void producer(const State& s, auto&& emit) const {
    const bool full = ahead(s.tail, 1) == s.head;
    if (full && !s.written && !s.published) return;
    State t = s;
    const std::uint8_t slot = s.published ? ahead(s.tail, kSlots - 1) : s.tail;
    if (!s.written && (!publish_first || s.published)) {
      t.slots[slot] = s.producing;
      t.written = true;
    } else if (!s.published) {
      t.tail = ahead(s.tail, 1);
      t.published = true;
    }
    if (t.written && t.published) {
      t.written = t.published = false;
      t.producing = after(s.producing);
      emit(t, "push", 0);
    } else {
      emit(t, t.written ? "write slot" : "publish tail", 0);
    }
  }
  void consumer(const State& s, auto&& emit) const {
    State t = s;
    if (!s.read && s.head != s.tail) {
      t.read = true;
      t.broken = s.slots[s.head] != s.expecting;
      emit(t, "read slot", 1);
    } else if (s.read) {
      t.slots[s.head] = 0;
      t.head = ahead(s.head, 1);
      t.expecting = after(s.expecting);
      t.read = false;
      emit(t, "pop", 1);
    }
  }
  static constexpr unsigned processes = 2;
  static std::vector<std::string> events() { return {"push", "pop"}; }
  static std::vector<weir::Proposition<State>> propositions() {
    return {{"broken", [](const State& s) { return s.broken; }},
            {"empty", [](const State& s) { return s.head == s.tail; }}};
  }
};

int main() {
  int wrong = 0;
  for (const bool careless : {false, true}) {
    const auto result =
        weir::check(RingBuffer{.publish_first = careless}, "G !broken && G (push -> F pop)", {.fair = "weak"});
    if (!result) return std::puts(to_string(result.error()).c_str()), 2;
    const weir::PropertyResult& property = result->properties[0];
    const bool holds = property.verdict == weir::Verdict::Holds;
    std::printf("%s: %s\n", careless ? "publish, then write" : "write, then publish", holds ? "holds" : "violated");
    for (const weir::TraceStep& step : property.counterexample.prefix) std::printf("  %s\n", step.step.event.c_str());
    wrong += holds == careless;
  }
  return wrong;
}
