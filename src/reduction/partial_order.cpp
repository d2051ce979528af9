// SPDX-License-Identifier: Apache-2.0
#include "reduction/partial_order.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace weir {

namespace {

using Operation = TransitionFacts::Operation;

/// What is known of a transition in the state at hand.
enum class Status : std::uint8_t {
  Possible,
  GuardFalse,
  Empty,       ///< receive: no message at all
  NoMatch,     ///< receive: no message that fits
  Full,        ///< send
  Rendezvous,  ///< possible if a partner is there: may be either
  NotElse,     ///< something before it is possible
  NotYoungest,
  Either,  ///< not found out
};

struct Current {
  const TransitionFacts* facts = nullptr;
  std::uint32_t process = 0;
  Status status = Status::Either;
};

}  // namespace

/// Working memory of one call at a time, with the instances met so far.
struct PartialOrder::Scratch {
  Scratch(const Program& program, const MachineTables& tables) : machine(program, tables) {}

  void look(const PartialOrder& owner, StateView state, const SuccessorBuffer& successors);
  const ProcessInstance& instance(const PartialOrder& owner, std::uint32_t process);
  Status status(const Program& program, std::uint32_t process, TransitionId id, const TransitionFacts& facts,
                bool possible_before);
  /// What was found agrees with the steps that there are; `whole`: these are all steps.
  bool agrees(const Program& program, bool whole) const;

  Machine machine;
  std::unordered_map<std::string, std::unique_ptr<ProcessInstance>> instances;
  std::string key;
  std::vector<Current> current;      ///< transitions at the locations of all processes
  std::vector<std::uint32_t> begin;  ///< of each process in `current`; one more at the end
  std::vector<std::uint32_t> steps;  ///< of each process
  std::vector<char> in_rendezvous;   ///< takes part in a rendezvous step
  // Of the closure.
  std::vector<char> inside;
  std::vector<std::uint32_t> waiting;
  std::vector<char> moves;  ///< processes with a possible transition inside
  SuccessorBuffer sorted;
};

class PartialOrder::Lease {
 public:
  explicit Lease(const PartialOrder& owner) : owner_(owner) {
    {
      const std::lock_guard lock(owner.mutex_);
      if (!owner.idle_.empty()) {
        scratch_ = std::move(owner.idle_.back());
        owner.idle_.pop_back();
      }
    }
    if (scratch_ == nullptr) scratch_ = std::make_unique<Scratch>(owner.analysis_.program(), owner.tables_);
  }
  ~Lease() {
    const std::lock_guard lock(owner_.mutex_);
    owner_.idle_.push_back(std::move(scratch_));
  }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  Scratch& operator*() const { return *scratch_; }

 private:
  const PartialOrder& owner_;
  std::unique_ptr<Scratch> scratch_;
};

PartialOrder::PartialOrder(const Program& program, StateView initial, const std::vector<CodeRef>& atoms)
    : analysis_(program, initial), tables_(program) {
  if (obstacle().empty()) visibility_ = analysis_.visibility(atoms);
}

PartialOrder::~PartialOrder() = default;

const ProcessInstance& PartialOrder::Scratch::instance(const PartialOrder& owner, std::uint32_t process) {
  owner.analysis_.instance_key(machine, process, key);
  std::unique_ptr<ProcessInstance>& found = instances[key];
  if (found == nullptr) found = owner.analysis_.analyse(machine, process, owner.visibility_);
  return *found;
}

Status PartialOrder::Scratch::status(const Program& program, std::uint32_t process, TransitionId id,
                                     const TransitionFacts& facts, bool possible_before) {
  const Transition& transition = program.transitions[id];
  switch (transition.kind) {
    case TransitionKind::End: return process + 1 == machine.process_count() ? Status::Possible : Status::NotYoungest;
    case TransitionKind::Deterministic: return Status::Either;
    case TransitionKind::Else:
      if (possible_before) return Status::NotElse;
      break;
    case TransitionKind::Normal: break;
  }
  if (facts.guard.everything) return Status::Either;
  machine.select(process);
  machine.error = RuntimeError::None;
  const CodeRef provided = program.process_types[program.locations[transition.source].process_type].provided;
  if (!provided.empty() && machine.evaluate(provided) == 0) return Status::GuardFalse;
  const bool holds = transition.guard.empty() || machine.evaluate(transition.guard) != 0;
  const bool failed = std::exchange(machine.error, RuntimeError::None) != RuntimeError::None;
  if (failed) return Status::Either;
  if (!holds) return Status::GuardFalse;
  if (transition.channel_operation == kNone) return Status::Possible;
  const ChannelOperation& operation = program.channel_operations[transition.channel_operation];
  const std::int32_t channel = machine.channel_of(operation);
  if (std::exchange(machine.error, RuntimeError::None) != RuntimeError::None) return Status::Either;
  const std::uint32_t capacity = machine.type_of(channel).capacity;
  if (capacity == 0) return Status::Rendezvous;
  if (operation.sends()) return machine.length(channel) < capacity ? Status::Possible : Status::Full;
  if (machine.length(channel) == 0) return Status::Empty;
  const std::int32_t slot = machine.find_message(operation, channel);
  if (std::exchange(machine.error, RuntimeError::None) != RuntimeError::None) return Status::Either;
  return slot >= 0 ? Status::Possible : Status::NoMatch;
}

void PartialOrder::Scratch::look(const PartialOrder& owner, StateView state, const SuccessorBuffer& successors) {
  const Program& program = owner.analysis_.program();
  machine.attach(state);
  machine.timeout = false;
  const std::uint32_t count = machine.process_count();
  steps.assign(count, 0);
  in_rendezvous.assign(count, 0);
  for (std::size_t i = 0; i < successors.size(); ++i) {
    const Step& step = successors.step(i);
    ++steps[static_cast<std::size_t>(step.process)];
    if (step.partner == kNoProcess) continue;
    in_rendezvous[static_cast<std::size_t>(step.process)] = 1;
    in_rendezvous[static_cast<std::size_t>(step.partner)] = 1;
  }
  current.clear();
  begin.clear();
  for (std::uint32_t p = 0; p < count; ++p) {
    begin.push_back(static_cast<std::uint32_t>(current.size()));
    const ProcessInstance& facts = instance(owner, p);
    const Location& location = program.locations[machine.location(p)];
    bool possible_before = false;
    bool unclear_before = false;
    for (std::uint32_t i = 0; i < location.count; ++i) {
      const TransitionId id = location.first + i;
      Status found = status(program, p, id, facts.at(id), possible_before);
      if (program.transitions[id].kind == TransitionKind::Else && found == Status::Possible && unclear_before)
        found = Status::Either;
      possible_before = possible_before || found == Status::Possible;
      unclear_before = unclear_before || found == Status::Either;
      current.push_back({&facts.at(id), p, found});
    }
  }
  begin.push_back(static_cast<std::uint32_t>(current.size()));
}

bool PartialOrder::Scratch::agrees(const Program& program, bool whole) const {
  bool someone = !program.has_timeout;  // where only a timeout is left, everything is taken
  for (std::uint32_t p = 0; p + 1 < begin.size(); ++p) {
    bool possible = false;
    bool unclear = false;
    for (std::uint32_t i = begin[p]; i < begin[p + 1]; ++i) {
      possible = possible || current[i].status == Status::Possible;
      unclear = unclear || current[i].status == Status::Either || current[i].status == Status::Rendezvous;
    }
    if (steps[p] > 0 && !possible && !unclear) return false;
    if (whole && steps[p] == 0 && possible) return false;
    someone = someone || possible;
  }
  return someone;
}

/// Grows a stubborn set from one process.
class PartialOrder::Closure {
 public:
  explicit Closure(Scratch& scratch) : s_(scratch) {}

  /// False: it is everything.
  bool grow(std::uint32_t seed, std::uint32_t give_up_at) {
    s_.inside.assign(s_.current.size(), 0);
    s_.moves.assign(s_.begin.size() - 1, 0);
    s_.waiting.clear();
    cost_ = 0;
    everything_ = false;
    add_process(seed);
    while (!s_.waiting.empty() && !everything_) {
      const Current& next = s_.current[s_.waiting.back()];
      s_.waiting.pop_back();
      visit(next);
      if (cost_ >= give_up_at) return false;
    }
    return !everything_;
  }
  std::uint32_t cost() const { return cost_; }

 private:
  void add(std::uint32_t i) {
    if (s_.inside[i] != 0) return;
    s_.inside[i] = 1;
    s_.waiting.push_back(i);
  }
  void add_process(std::uint32_t process) {
    for (std::uint32_t i = s_.begin[process]; i < s_.begin[process + 1]; ++i) add(i);
  }
  template <class Predicate>
  void add_where(std::uint32_t except, Predicate wanted) {
    for (std::uint32_t i = 0; i < s_.current.size(); ++i)
      if (s_.inside[i] == 0 && s_.current[i].process != except && wanted(*s_.current[i].facts)) add(i);
  }

  void visit(const Current& t) {
    switch (t.status) {
      case Status::Possible: return possible(t);
      case Status::Rendezvous:
        if (s_.in_rendezvous[t.process] != 0) possible(t);
        partners(t);
        return wait_for(t, true);
      case Status::Either:
        if (s_.steps[t.process] > 0 || s_.in_rendezvous[t.process] != 0) possible(t);
        if (t.facts->guard.everything || t.facts->operation != Operation::None) {
          everything_ = true;
          return;
        }
        return wait_for(t, true);
      case Status::GuardFalse: return wait_for(t, false);
      case Status::Empty: return wait_for_writers(t.facts->channel_tails, t.facts->guard.processes);
      case Status::Full: return wait_for_writers(t.facts->channel_heads, t.facts->guard.processes);
      case Status::NoMatch:
        wait_for_writers(t.facts->channel_tails, t.facts->guard.processes);
        wait_for_writers(t.facts->channel_heads, false);
        return wait_for(t, true);
      case Status::NotElse:
        for (std::uint32_t i = s_.begin[t.process]; i < s_.begin[t.process + 1]; ++i)
          if (s_.current[i].status == Status::Possible) return add(i);
        everything_ = true;
        return;
      case Status::NotYoungest: return add_process(static_cast<std::uint32_t>(s_.begin.size() - 2));
    }
  }

  void possible(const Current& t) {
    if (s_.moves[t.process] == 0) {
      s_.moves[t.process] = 1;
      cost_ += s_.steps[t.process];
      add_process(t.process);
    }
    const Effects& effects = t.facts->effects;
    if (effects.everything) {
      everything_ = true;
      return;
    }
    add_where(t.process, [&](const TransitionFacts& other) {
      return conflict(effects, other.effects) || conflict(effects, other.later);
    });
    if (t.status != Status::Rendezvous) partners(t);
  }

  /// Whoever can be, or become, the other half.
  void partners(const Current& t) {
    const Effects& effects = t.facts->effects;
    add_where(t.process, [&](const TransitionFacts& other) {
      if (other.effects.everything || other.later.everything) return true;
      return effects.rendezvous_sends.meets(other.effects.rendezvous_receives) ||
             effects.rendezvous_sends.meets(other.later.rendezvous_receives) ||
             effects.rendezvous_receives.meets(other.effects.rendezvous_sends) ||
             effects.rendezvous_receives.meets(other.later.rendezvous_sends);
    });
  }

  void wait_for_writers(const ObjectSet& objects, bool processes) {
    add_where(kNone, [&](const TransitionFacts& other) {
      if (other.effects.everything || other.later.everything) return true;
      if (processes && (other.effects.ends || other.later.ends)) return true;
      return objects.meets(other.effects.writes) || objects.meets(other.later.writes);
    });
  }
  void wait_for(const Enabling& enabling, std::uint32_t process) {
    if (enabling.everything) {
      everything_ = true;
      return;
    }
    if (enabling.locals) add_process(process);
    wait_for_writers(enabling.objects, enabling.processes);
  }
  void wait_for(const Current& t, bool fields) {
    wait_for(t.facts->guard, t.process);
    if (fields && !everything_) wait_for(t.facts->fields, t.process);
  }

  Scratch& s_;
  std::uint32_t cost_ = 0;
  bool everything_ = false;
};

std::size_t PartialOrder::reduce(StateView state, SuccessorBuffer& successors, Proviso proviso) const {
  const std::size_t all = successors.size();
  if (all <= 1 || !obstacle().empty()) return all;
  bool several = false;
  for (std::size_t i = 0; i < all; ++i) {
    if (successors.step(i).fault != Fault::None) return all;
    several = several || successors.step(i).process != successors.step(0).process;
  }
  if (!several) return all;
  Lease lease(*this);
  Scratch& scratch = *lease;
  scratch.look(*this, state, successors);
  if (!scratch.agrees(analysis_.program(), true)) return all;

  Closure closure(scratch);
  std::uint32_t best = static_cast<std::uint32_t>(all);
  std::vector<char> chosen;
  for (std::uint32_t p = static_cast<std::uint32_t>(scratch.begin.size() - 1); p-- > 0;) {
    if (scratch.steps[p] == 0 || scratch.steps[p] >= best) continue;
    if (!closure.grow(p, best)) continue;
    bool allowed = true;
    if (proviso == Proviso::Static) {
      for (std::uint32_t i = 0; i < scratch.current.size() && allowed; ++i) {
        const Current& t = scratch.current[i];
        if (scratch.moves[t.process] == 0) continue;
        const bool may_move =
            t.status == Status::Possible || t.status == Status::Rendezvous || t.status == Status::Either;
        allowed = !may_move || (!t.facts->visible && !t.facts->sticky);
      }
    }
    if (!allowed) continue;
    best = closure.cost();
    chosen = scratch.moves;
    if (best == 1) break;
  }
  if (chosen.empty()) return all;
  SuccessorBuffer& sorted = scratch.sorted;
  sorted.clear();
  std::size_t count = 0;
  for (const bool inside : {true, false}) {
    for (std::size_t i = 0; i < all; ++i) {
      if ((chosen[static_cast<std::size_t>(successors.step(i).process)] != 0) != inside) continue;
      sorted.append(successors.step(i), successors.state(i));
      if (inside) ++count;
    }
  }
  std::swap(sorted, successors);
  return count;
}

void PartialOrder::independence(StateView state, const SuccessorBuffer& successors,
                                std::vector<std::uint64_t>& independent) const {
  independent.clear();
  if (!obstacle().empty()) return;
  Lease lease(*this);
  Scratch& scratch = *lease;
  scratch.look(*this, state, successors);
  const std::size_t count = std::min<std::size_t>(scratch.begin.size() - 1, 64);
  independent.assign(count, 0);
  if (!scratch.agrees(analysis_.program(), false)) return;
  const auto possible = [](const Current& t) {
    return t.status == Status::Possible || t.status == Status::Rendezvous || t.status == Status::Either;
  };
  // Steps of `mover` change nothing about what process `rest` can do, nor does the order matter.
  const auto leaves_alone = [&](std::uint32_t mover, std::uint32_t rest) {
    for (std::uint32_t i = scratch.begin[mover]; i < scratch.begin[mover + 1]; ++i) {
      const Current& a = scratch.current[i];
      if (!possible(a)) continue;
      for (std::uint32_t k = scratch.begin[rest]; k < scratch.begin[rest + 1]; ++k) {
        const Current& b = scratch.current[k];
        if (b.status == Status::Rendezvous || b.facts->guard.everything) return false;
        if (conflict(a.facts->effects, b.facts->effects)) return false;
        if (b.status == Status::NotYoungest && (a.facts->effects.ends || a.facts->changes_processes)) return false;
        if (b.status == Status::Possible) continue;
        const ObjectSet& writes = a.facts->effects.writes;
        if (writes.meets(b.facts->channel_heads) || writes.meets(b.facts->channel_tails) ||
            writes.meets(b.facts->guard.objects) || writes.meets(b.facts->fields.objects))
          return false;
        if ((b.facts->guard.processes || b.facts->fields.processes) &&
            (a.facts->effects.ends || a.facts->changes_processes))
          return false;
      }
    }
    return true;
  };
  for (std::uint32_t mover = 0; mover < count; ++mover) {
    if (scratch.in_rendezvous[mover] != 0) continue;
    for (std::uint32_t rest = 0; rest < count; ++rest)
      if (rest != mover && leaves_alone(mover, rest)) independent[mover] |= std::uint64_t{1} << rest;
  }
}

}  // namespace weir
