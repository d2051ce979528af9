// SPDX-License-Identifier: Apache-2.0
#include "automaton/shared_automaton.h"

#include "base/table/hash.h"

namespace weir {

class SharedAutomaton::View final : public PropertyAutomaton {
 public:
  explicit View(SharedAutomaton& shared) : shared_(shared), slots_(64) {
    const std::lock_guard lock(shared_.mutex_);
    atoms_ = shared_.automaton_.atoms();
    acceptance_ = shared_.automaton_.acceptance();
    initial_ = shared_.automaton_.initial();
    strength_ = shared_.automaton_.strength();
  }

  const std::vector<std::string>& atoms() const override { return atoms_; }
  const Acceptance& acceptance() const override { return acceptance_; }
  std::uint32_t initial() override { return initial_; }

  std::span<const Edge> edges(std::uint32_t state, Letter letter) override {
    const Slot& slot = find(state, letter);
    return std::span<const Edge>(pool_).subspan(slot.begin, slot.end - slot.begin);
  }

  bool accepts_end(std::uint32_t state) override {
    if (state >= ends_.size()) ends_.resize(state + 1, kUnknown);
    if (ends_[state] == kUnknown) {
      const std::lock_guard lock(shared_.mutex_);
      ends_[state] = shared_.automaton_.accepts_end(state) ? 1 : 0;
    }
    return ends_[state] == 1;
  }
  std::optional<Diagnostic> incomplete() const override {
    const std::lock_guard lock(shared_.mutex_);
    return shared_.automaton_.incomplete();
  }
  std::size_t states() const override {
    const std::lock_guard lock(shared_.mutex_);
    return shared_.automaton_.states();
  }
  Strength strength() const override { return strength_; }
  ComponentStrength strength_at(std::uint32_t state) const override {
    while (strengths_.size() <= state) {
      const std::lock_guard lock(shared_.mutex_);
      strengths_.push_back(shared_.automaton_.strength_at(static_cast<std::uint32_t>(strengths_.size())));
    }
    return strengths_[state];
  }
  std::string state_name(std::uint32_t state) const override {
    const std::lock_guard lock(shared_.mutex_);
    return shared_.automaton_.state_name(state);
  }

 private:
  struct Slot {
    Letter letter = 0;
    std::uint32_t state = kFree;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  static constexpr std::uint32_t kFree = 0xFFFFFFFF;
  static constexpr std::uint8_t kUnknown = 2;

  std::size_t place(std::uint32_t state, Letter letter) const {
    std::size_t at = hash_mix(letter, state) & (slots_.size() - 1);
    while (slots_[at].state != kFree && (slots_[at].state != state || slots_[at].letter != letter)) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return at;
  }
  const Slot& find(std::uint32_t state, Letter letter) {
    std::size_t at = place(state, letter);
    if (slots_[at].state != kFree) return slots_[at];
    if (2 * (used_ + 1) > slots_.size()) {
      grow();
      at = place(state, letter);
    }
    Slot& slot = slots_[at];
    slot.begin = static_cast<std::uint32_t>(pool_.size());
    {
      const std::lock_guard lock(shared_.mutex_);
      const std::span<const Edge> found = shared_.automaton_.edges(state, letter);
      pool_.insert(pool_.end(), found.begin(), found.end());
    }
    slot.end = static_cast<std::uint32_t>(pool_.size());
    slot.letter = letter;
    slot.state = state;
    ++used_;
    return slot;
  }
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    std::swap(old, slots_);
    for (const Slot& slot : old) {
      if (slot.state != kFree) slots_[place(slot.state, slot.letter)] = slot;
    }
  }

  SharedAutomaton& shared_;
  std::vector<std::string> atoms_;
  Acceptance acceptance_;
  std::uint32_t initial_ = 0;
  Strength strength_ = Strength::Strong;
  mutable std::vector<ComponentStrength> strengths_;  ///< of all states up to the last one queried; used by one thread
  std::vector<Slot> slots_;                           ///< open addressing, at most half full
  std::size_t used_ = 0;
  std::vector<Edge> pool_;
  std::vector<std::uint8_t> ends_;
};

std::unique_ptr<PropertyAutomaton> SharedAutomaton::view() { return std::make_unique<View>(*this); }

}  // namespace weir
