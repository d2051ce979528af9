// SPDX-License-Identifier: Apache-2.0
// A bounded lock-free single-producer single-consumer ring buffer: the producer writes the slot, then publishes the new
// tail. The wrong variant publishes first, which is the effect of a missing release store. Values are 1, 2, 3, 4 and 1
// again; a consumer that sees any other value than the next one has read a slot too early.
#include <cstdio>

#include <weir/model.h>

struct RingBuffer {
  static constexpr std::uint8_t kSlots = 3;  // one stays free
  struct State {
    std::uint8_t slot[kSlots] = {}, head = 0, tail = 0;  // shared
    std::uint8_t value = 1;                              // the producer's next
    bool halfway = false;                                // between the producer's two steps
    std::uint8_t due = 1, got = 1;                       // what the consumer should get, and got
  };
  bool careless = false;
  static constexpr unsigned processes = 2;

  static std::uint8_t next(std::uint8_t index) { return static_cast<std::uint8_t>((index + 1) % kSlots); }
  State initial() const { return {}; }
  void successors(const State& s, auto&& emit) const {
    if (s.halfway || next(s.tail) != s.head) {
      State t = s;
      const bool writes = s.halfway == careless;
      if (writes) t.slot[s.halfway ? (s.tail + kSlots - 1) % kSlots : s.tail] = s.value;
      if (!writes) t.tail = next(s.tail);
      if (s.halfway) t.value = static_cast<std::uint8_t>(s.value % 4 + 1);
      t.halfway = !s.halfway;
      emit(t, writes ? "write slot" : "publish tail", 0);
    }
    if (s.head != s.tail) {
      State t = s;
      t.due = static_cast<std::uint8_t>(s.due % 4 + 1);
      t.got = static_cast<std::uint8_t>(s.slot[s.head] % 4 + 1);
      t.head = next(s.head);
      emit(t, "pop", 1);
    }
  }
  static std::vector<std::string> events() { return {"pop"}; }
  static weir::Propositions<State> propositions() {
    return {{"wrong", [](const State& s) { return s.got != s.due; }}};
  }
};

int main() {
  weir::CheckOptions options{.fair = weir::Fairness::Weak, .shortest = true};
  const auto careful = weir::check(RingBuffer{}, "G !wrong && G F pop", options);
  const auto careless = weir::check(RingBuffer{.careless = true}, "G !wrong && G F pop", options);
  std::printf("write, then publish:\n%s\npublish, then write:\n%s", weir::report(careful).c_str(),
              weir::report(careless).c_str());
  return weir::exit_code(careful) == 0 && weir::exit_code(careless) == 1 ? 0 : 1;
}
