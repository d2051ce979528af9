// SPDX-License-Identifier: Apache-2.0
// Uninterrupted sequences: the expansion after a transition that keeps control.
//
// Short sequences are followed path by path. After many transitions the expansion restarts as a graph exploration:
// links are stored, and a stored link is not followed again (Mode::Graph). A step depends on its path, so a stored link
// consists of the state, the process in control, the process that began, the fault and the events so far. Only every
// sixteenth link of a path and the links where paths branch are stored: every cycle and every junction still meets one
// within sixteen transitions.
//
// A path that returns to one of its links never ends. The transitions of the state that can continue forever then lead
// to states in which their process keeps control, and so on from there (Mode::Probe finds them; its results are kept
// for the next state).
//
// Tested by tests/unit/model/sequence_test.cpp.
#include <algorithm>
#include <cstring>
#include <utility>

#include "model/state_expansion.h"

namespace weir {

namespace {

constexpr std::uint64_t kFewLinks = 4096;  ///< limit for following path by path
constexpr std::uint32_t kKeepEvery = 16;   ///< store every n-th link of a path

}  // namespace

void StateExpansion::follow_sequences() {
  while (!scratch_.chain.empty() && !gave_up_ && !stopped()) follow_next();
  if (stopped()) forget_links();
  scratch_.seen.reset();
}

void StateExpansion::follow_next() {
  std::vector<Link>& chain = scratch_.chain;
  if (mode_ != Mode::Paths) links().close(chain.size());
  const Link link = chain.back();
  chain.pop_back();
  follow(link);
}

/// Continues with the process in control alone; if it blocks, the link is a state.
void StateExpansion::follow(const Link& link) {
  ++chain_steps_;
  if (mode_ == Mode::Paths) {
    chain_steps_ += std::exchange(context_.followed, 0);
    if (chain_steps_ > kFewLinks && script_used_ == nullptr) {
      mode_ = Mode::Graph;
      gave_up_ = true;
      return;
    }
  }
  scratch_.current.resize(link.size);
  if (link.size > 0) std::memcpy(scratch_.current.data(), scratch_.chain_bytes.data() + link.offset, link.size);
  scratch_.chain_used = link.offset;
  if (mode_ != Mode::Paths && !is_new(link)) return;
  const std::size_t height = scratch_.chain.size();
  const bool kept = mode_ != Mode::Paths && link.depth % kKeepEvery == 0;
  if (kept) keep_link(height);

  attach(scratch_.current, !link.resized && !other_layout_);
  other_layout_ = link.resized;
  link_ = &link;
  context_.chained = 1;
  if (found_ != nullptr) path_ = link.path;
  if (outranked(link.process) || (!process(link.process) && !gave_up_)) end_sequence(link);
  link_ = nullptr;
  path_ = kNone;
  const bool parts = scratch_.chain.size() > height + 1;
  if (mode_ != Mode::Paths && !kept && parts) keep_link(height);
}

/// The process in control cannot continue: the link becomes a state.
void StateExpansion::end_sequence(const Link& link) {
  if (mode_ == Mode::Probe) return;
  Step step = link.first;
  step.transition = kComposite + static_cast<std::uint32_t>(out_.size() - base_);
  append(step, state_);
  found_if_wanted(step);
  if (script_used_ != nullptr) *script_used_ = link.scripted;
}

/// Turns the last state of the buffer into a link.
void StateExpansion::push_link(const Step& step, std::uint32_t control, bool resized) {
  const StateView with_room = out_.state(out_.size() - 1);
  const StateView state = with_room.first(with_room.size() - room_);
  const bool chained = link_ != nullptr;
  Link link;
  link.offset = scratch_.chain_used;
  link.size = state.size();
  link.process = control;
  link.depth = chained ? link_->depth + 1 : 0;
  link.first = step;
  link.resized = resized || (chained && link_->resized);
  link.events = chained ? events_ | link_->events : events_;
  if (found_ != nullptr) link.path = path_;
  scratch_.chain_used += state.size();
  if (scratch_.chain_used > scratch_.chain_bytes.size()) scratch_.chain_bytes.resize(2 * scratch_.chain_used);
  if (!state.empty()) std::memcpy(scratch_.chain_bytes.data() + link.offset, state.data(), state.size());
  scratch_.chain.push_back(link);
  out_.pop_back();
  // The vectors double when they grow.
  const std::uint64_t bytes = 2 * (scratch_.chain_used + scratch_.chain.size() * sizeof(Link));
  const std::uint64_t used = setting_.memory->used();
  if (bytes > setting_.memory->limit() - std::min(used, setting_.memory->limit()))
    setting_.stop->raise(StopFlag::Reason::Memory);
}

void StateExpansion::forget_links() {
  scratch_.chain.clear();
  scratch_.chain_used = 0;
  scratch_.seen.reset();
  chain_steps_ = 0;
  events_.reset();
  link_ = nullptr;
  path_ = kNone;
  other_layout_ = false;
  cyclic_ = false;
}

LinkSet& StateExpansion::links() {
  std::unique_ptr<LinkSet>& set = mode_ == Mode::Graph ? scratch_.seen : scratch_.endless;
  if (set == nullptr) set = std::make_unique<LinkSet>(*setting_.memory);
  return *set;
}

/// Fills scratch_.key with everything that the rest of the sequence and its final steps depend on.
void StateExpansion::make_key(const Link& link) {
  struct Tail {
    EventSet events;
    std::int32_t process, partner;
    std::uint32_t control;
    std::uint32_t fault;
  } tail{};
  tail.control = link.process;
  if (mode_ == Mode::Graph) {
    tail.events = link.events;
    tail.process = link.first.process;
    tail.partner = link.first.partner;
    tail.fault = static_cast<std::uint32_t>(link.first.fault);
  }
  scratch_.key.resize(link.size + sizeof tail);
  if (link.size > 0) std::memcpy(scratch_.key.data(), scratch_.current.data(), link.size);
  std::memcpy(scratch_.key.data() + link.size, &tail, sizeof tail);
}

/// Returns whether the link was not seen before.
bool StateExpansion::is_new(const Link& link) {
  make_key(link);
  const std::uint32_t known = links().find(scratch_.key);
  if (known == LinkSet::kNone) return true;
  // Open: the link is on the current path, or (Probe) was on another path that never ends.
  cyclic_ = cyclic_ || links().is_open(known);
  return false;
}

/// Stores the link whose key was made last.
void StateExpansion::keep_link(std::size_t height) {
  if (!links().insert(scratch_.key, height)) setting_.stop->raise(StopFlag::Reason::Memory);
}

/// Some sequence from this state never ends: adds the transitions that lead into such sequences.
void StateExpansion::enter_endless_sequences(StateView state) {
  attach(state);
  mode_ = Mode::Probe;
  context_.chained = 0;
  try_processes();
  append_endless_links();
}

/// The state is inside a sequence that never ends: only the process in control moves.
void StateExpansion::stay_in_sequence(StateView state) {
  const auto control = static_cast<std::uint32_t>(machine_.control());
  attach(state.first(state.size() - machine_.control_bytes()));
  mode_ = Mode::Probe;
  if (!outranked(control)) process(control);
  append_endless_links();
}

/// The links in the chain are those of the state itself: each one that begins an endless sequence becomes a successor.
void StateExpansion::append_endless_links() {
  // Known links are kept from state to state, up to a limit.
  constexpr std::size_t kMostKnown = std::size_t{1} << 20;
  if (scratch_.endless != nullptr && scratch_.endless->size() > kMostKnown) scratch_.endless.reset();
  std::vector<Link>& chain = scratch_.chain;
  const std::size_t count = chain.size();
  const std::size_t used = scratch_.chain_used;
  for (std::size_t i = 0; i < count && !stopped(); ++i) {
    Link start = chain[i];
    start.offset = used;
    scratch_.chain_used = used + start.size;
    if (scratch_.chain_used > scratch_.chain_bytes.size()) scratch_.chain_bytes.resize(2 * scratch_.chain_used);
    if (start.size > 0)
      std::memcpy(scratch_.chain_bytes.data() + start.offset, scratch_.chain_bytes.data() + chain[i].offset,
                  start.size);
    chain.push_back(start);
    cyclic_ = false;
    while (chain.size() > count && !cyclic_ && !stopped()) follow_next();
    if (!cyclic_) links().close(count);
    links().leave_open();  // these lead into an endless sequence
    chain.resize(count);
    if (cyclic_) append_in_control(chain[i]);
  }
  forget_links();
}

void StateExpansion::append_in_control(const Link& link) {
  Step step = link.first;
  if (step.partner != kNoProcess) step.transition = kComposite + static_cast<std::uint32_t>(out_.size() - base_);
  const std::size_t own = machine_.control_bytes();
  std::byte* target = append(step, link.size + own);
  if (link.size > 0) std::memcpy(target, scratch_.chain_bytes.data() + link.offset, link.size);
  machine_.write_control(target + link.size, link.process);
  path_ = link.path;
  found_if_wanted(step);
  path_ = kNone;
}

}  // namespace weir
