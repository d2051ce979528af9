// SPDX-License-Identifier: Apache-2.0
// The connect-disconnect protocol of Jard and Jéron (1989, section 4.3; its Figure 6 is lost and was reconstructed):
// A: idle -!connect-> open, open -!disconnect-> idle, open -?abort-> idle; B: idle -?connect-> open,
// open -?disconnect-> idle, open -!abort-> idle; a queue of n messages from A to B, of one from B to A.
// It has floor(n*n/4) + 3(n+1) states.
#pragma once

#include <cstring>

#include <weir/transition_system.h>

namespace weir::paper {

class ConnectDisconnect final : public TransitionSystem {
 public:
  enum class First { A, B };  ///< whose steps are tried first
  explicit ConnectDisconnect(std::uint32_t n, First first = First::A) : n_(n), first_(first) {}

  void initial_states(SuccessorBuffer& out) const override { put({}, Step{}, out); }
  void successors(StateView state, SuccessorBuffer& out) const override {
    const State s = read(state);
    if (first_ == First::B) steps_of_b(s, out);
    steps_of_a(s, out);
    if (first_ == First::A) steps_of_b(s, out);
  }

  Expected<Atom> resolve(std::string_view text) override {
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (text == kEvents[i]) return Atom{Atom::Kind::Event, i};
    }
    return Diagnostic{.message = "events are connect, disconnect, abort"};
  }
  bool holds(std::uint32_t, StateView) const override { return false; }
  bool occurs(std::uint32_t atom, StateView, const Step& step) const override { return step.transition == atom; }
  std::uint32_t process_limit() const override { return 2; }
  std::vector<Variable> show(StateView state) const override {
    const State s = read(state);
    return {{"A", s.a_open}, {"B", s.b_open}, {"queue", static_cast<std::int64_t>(s.queue.size())}, {"abort", s.abort}};
  }
  StepDescription describe(StateView, const Step& step, StateView) const override {
    StepDescription description;
    description.event = kEvents[step.transition];
    return description;
  }

 private:
  static constexpr std::byte kConnect{1}, kDisconnect{2};
  static constexpr const char* kEvents[] = {"connect", "disconnect", "abort", "?abort", "?connect", "?disconnect"};
  struct State {
    bool a_open = false, b_open = false, abort = false;
    std::vector<std::byte> queue;
  };

  void steps_of_a(const State& s, SuccessorBuffer& out) const {
    const auto send = [&](std::byte message, bool open, std::uint32_t event) {
      if (s.queue.size() >= n_) return;
      State t = s;
      t.queue.push_back(message);
      t.a_open = open;
      put(t, Step{event, 0}, out);
    };
    if (!s.a_open) send(kConnect, true, 0);
    if (s.a_open) send(kDisconnect, false, 1);
    if (s.a_open && s.abort) {
      State t = s;
      t.abort = t.a_open = false;
      put(t, Step{3, 0}, out);
    }
  }
  void steps_of_b(const State& s, SuccessorBuffer& out) const {
    if (!s.queue.empty() && s.queue.front() == (s.b_open ? kDisconnect : kConnect)) {
      State t = s;
      t.queue.erase(t.queue.begin());
      t.b_open = !t.b_open;
      put(t, Step{s.b_open ? 5U : 4U, 1}, out);
    }
    if (s.b_open && !s.abort) {
      State t = s;
      t.b_open = false;
      t.abort = true;
      put(t, Step{2, 1}, out);
    }
  }

  static State read(StateView bytes) {
    const auto flags = std::to_integer<unsigned>(bytes[0]);
    return {(flags & 1) != 0, (flags & 2) != 0, (flags & 4) != 0, {bytes.begin() + 1, bytes.end()}};
  }
  static void put(const State& s, const Step& step, SuccessorBuffer& out) {
    std::byte* bytes = out.append(step, 1 + s.queue.size());
    bytes[0] = std::byte((s.a_open ? 1 : 0) | (s.b_open ? 2 : 0) | (s.abort ? 4 : 0));
    if (!s.queue.empty()) std::memcpy(bytes + 1, s.queue.data(), s.queue.size());
  }

  std::uint32_t n_;
  First first_;
};

}  // namespace weir::paper
