// SPDX-License-Identifier: Apache-2.0
#include "reduction/partial_order/partial_order.h"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>

#include "model/executor.h"
#include "reduction/merge/endless.h"
#include "reduction/partial_order/stubborn_set_cache.h"

namespace weir {

namespace {

using Operation = TransitionFacts::Operation;

/// The status of a transition in the current state.
enum class Status : std::uint8_t {
  Possible,
  GuardFalse,
  Empty,       ///< receive: no message at all
  NoMatch,     ///< receive: no matching message
  Full,        ///< send
  Rendezvous,  ///< enabled if a partner exists: may be either
  NotElse,     ///< an earlier transition is enabled
  NotYoungest,
  Blocked,  ///< d_step: its first statement is not enabled
  Either,   ///< unknown
};

struct Current {
  const TransitionFacts* facts = nullptr;
  std::uint32_t number = TransitionFacts::kNoNumber;  ///< number of the facts
  std::uint32_t process = 0;
  Status status = Status::Either;
};

/// The bit of a transition by its index in its location, as far as there are bits.
std::uint64_t bit_of(std::uint32_t place) { return place < 64 ? std::uint64_t{1} << place : 0; }

/// Transitions of a process at its location that sleep together.
struct Group {
  std::uint32_t process = 0;
  std::uint8_t number = 0;
  std::uint64_t self = 0;
  std::uint64_t undisturbed = 0;
  const TransitionFacts* alone = nullptr;  ///< the only transition; null if there are several
  std::uint32_t first = 0;                 ///< index of the process's transitions in `current`
};

}  // namespace

/// Working memory of one call, with the instances seen so far.
struct PartialOrder::Scratch {
  Scratch(const Program& program, const MachineTables& tables) : machine(program, tables) {}

  void look(const PartialOrder& owner, StateView state, const SuccessorBuffer& successors);
  const ProcessInstance& instance(const PartialOrder& owner, std::uint32_t process);
  /// The facts of the transitions at the process's location.
  const TransitionFacts* facts_here(const PartialOrder& owner, std::uint32_t process, LocationId place);
  std::uint8_t pair(const TransitionFacts& step, const TransitionFacts& other) {
    if (step.number >= kNumberLimit || other.number >= kNumberLimit) return find_out_pair(step, other);
    if (pairs.empty()) pairs.resize(std::size_t{kNumberLimit} * kNumberLimit);
    std::uint8_t& known = pairs[std::size_t{step.number} * kNumberLimit + other.number];
    if (known == 0) known = find_out_pair(step, other);
    return known;
  }
  /// Cached relations between a numbered transition and others, by number; null if it has no number.
  const std::uint8_t* known_pairs(std::uint32_t number) {
    if (number >= kNumberLimit) return nullptr;
    if (pairs.empty()) pairs.resize(std::size_t{kNumberLimit} * kNumberLimit);
    return pairs.data() + std::size_t{number} * kNumberLimit;
  }
  static std::uint8_t find_out_pair(const TransitionFacts& step, const TransitionFacts& other);
  /// Returns whether two steps conflict.
  bool conflicting(const TransitionFacts& a, const TransitionFacts& b) { return (pair(a, b) & kConflict) != 0; }
  Status status(const Program& program, std::uint32_t process, TransitionId id, const TransitionFacts& facts,
                bool possible_before);
  bool by_steps(const PartialOrder& owner, std::uint32_t process, const Location& location, std::uint32_t place,
                const TransitionFacts& facts, Status& found) const;
  /// For a d_step: whether its first statement is enabled.
  Status first_of_sequence(const Program& program, std::uint32_t process, LocationId inner,
                           const TransitionFacts& facts);
  /// Finds the groups that have steps. Returns false if some of them depend on transitions that are not enabled.
  bool find_groups(const PartialOrder& owner, const SuccessorBuffer& successors);
  /// Returns whether steps of `mover` do not affect what `rest` can do, and their order does not matter.
  bool leaves_alone(const PartialOrder& owner, const Group& mover, const Group& rest);
  /// Returns whether the computed status agrees with the actual steps; `whole`: these are all steps.
  bool agrees(const Program& program, bool whole) const;
  /// Fills the key of `choices` with everything that a set depends on; returns false if it does not fit.
  bool describe(Proviso proviso);
  /// Finds the smallest set; `chosen` marks the processes whose steps it contains, and is empty if only the full set is
  /// possible.
  void choose(const Program& program, std::size_t all, Proviso proviso);

  Machine machine;
  std::unordered_map<std::string, std::unique_ptr<ProcessInstance>> instances;
  std::string key;
  struct Latest {
    std::string key;
    const ProcessInstance* instance = nullptr;
  };
  static constexpr std::size_t kRecent = 8;
  std::vector<std::array<Latest, kRecent>> latest;  ///< by process number: its recent instances
  // Facts of frames: by instance, location, and the relevant bytes.
  static constexpr std::size_t kFrameLimit = 2048;
  struct LatestFrame {
    std::string key;
    const TransitionFacts* facts = nullptr;
  };
  std::unordered_map<std::string, std::vector<TransitionFacts>> frames;
  std::vector<LatestFrame> latest_frame;
  std::vector<std::byte> looked_at;  ///< the state that `current` describes
  // Cached results for pairs of numbered facts.
  static constexpr std::uint32_t kNumberLimit = 1024;
  // Two steps conflict; a step conflicts with another one or with its successors;
  static constexpr std::uint8_t kFoundOut = 1, kConflict = 2, kDisturbs = 4;
  // ... whether the second, or its successors, may write what the first one waits for.
  static constexpr std::uint8_t kGuard = 8, kFields = 16, kHeads = 32, kTails = 64;
  std::uint32_t numbers = 0;
  std::vector<std::uint8_t> pairs;
  std::vector<Current> current;      ///< transitions at the locations of all processes
  std::vector<std::uint32_t> begin;  ///< start of each process in `current`, and the end
  /// What the steps of a state show about a process.
  struct Movement {
    std::uint32_t steps = 0;
    bool in_rendezvous = false;  ///< takes part in a rendezvous step
    bool began_chain = false;    ///< has a step of several transitions without a partner
    std::uint64_t taken = 0;     ///< transitions of its location that are steps by themselves
  };
  std::vector<Movement> movements;  ///< by process
  // For the closure.
  std::vector<std::uint8_t> found_out;  ///< by transition
  std::vector<std::uint64_t> brings;  ///< by transition, a row of bits: the transitions that a set must contain with it
  std::vector<std::uint64_t> inside;  ///< a row of bits
  std::vector<std::uint32_t> waiting;
  std::vector<char> moves;   ///< processes with an enabled transition inside
  std::vector<char> chosen;  ///< the same for the smallest set
  StubbornSetCache choices;  ///< one bit per process of the set; no bits: everything
  SuccessorBuffer sorted;
  // For sleepers.
  std::vector<Group> groups;
  std::vector<std::uint32_t> group_of;  ///< by step
};

PartialOrder::Pool::Lease PartialOrder::lease() const {
  return Pool::Lease(pool_, [this] { return new Scratch(analysis_.program(), tables_); });
}

PartialOrder::PartialOrder(const Program& program, StateView initial, const std::vector<CodeRef>& atoms,
                           const std::vector<WatchedProgram::Operation>& watched)
    : analysis_(program, initial, watched), tables_(program) {
  if (!obstacle().empty()) return;
  visibility_ = analysis_.visibility(atoms);
  without_end_ = endless_locations(program, {}, true);
  for (const Location& location : program.locations) {
    // A timeout adds steps, an escape disables others.
    bool told = !program.has_timeout && !program.has_provided && location.count <= 64;
    for (std::uint32_t i = 0; i < location.count; ++i)
      told = told && program.transitions[location.first + i].escape == 0;
    told_by_steps_.push_back(told ? 1 : 0);
  }
  number_sleepers();
}

/// A step of several transitions does not show its first one: all that may begin such a step sleep together.
void PartialOrder::number_sleepers() {
  const Program& program = analysis_.program();
  constexpr std::uint32_t kBits = 64;
  constexpr std::uint32_t kUsually = 16;  // assumed number of processes if the bound is unknown
  const auto chains = [&](const Location& location) {
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < location.count; ++i) count += program.transitions[location.first + i].keeps_control;
    return count;
  };
  std::uint32_t most = 1;
  for (const Location& location : program.locations)
    most = std::max(most, location.count - chains(location) + (chains(location) > 0 ? 1 : 0));
  const std::uint32_t processes = program.process_bound >= kProcessLimit ? kUsually : program.process_bound;
  sleepers_each_ = std::clamp(kBits / std::max(processes, 1U), 1U, most);
  sleeper_.assign(program.transitions.size(), 0);
  chain_sleeper_.assign(program.locations.size(), 0);
  for (std::size_t place = 0; place < program.locations.size(); ++place) {
    const Location& location = program.locations[place];
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i < location.count; ++i) {
      if (program.transitions[location.first + i].keeps_control) continue;
      sleeper_[location.first + i] = static_cast<std::uint8_t>(std::min(next++, sleepers_each_ - 1));
    }
    chain_sleeper_[place] = static_cast<std::uint8_t>(std::min(next, sleepers_each_ - 1));
    for (std::uint32_t i = 0; i < location.count; ++i)
      if (program.transitions[location.first + i].keeps_control) sleeper_[location.first + i] = chain_sleeper_[place];
  }
}

PartialOrder::~PartialOrder() = default;

const ProcessInstance& PartialOrder::Scratch::instance(const PartialOrder& owner, std::uint32_t process) {
  if (process >= latest.size()) latest.resize(process + 1);
  // If processes are exchanged, the constants of a process number vary.
  Latest& last = latest[process][owner.analysis_.mixed_constants(machine, process) % kRecent];
  if (last.instance != nullptr && owner.analysis_.has_key(machine, process, last.key)) return *last.instance;
  owner.analysis_.instance_key(machine, process, key);
  std::unique_ptr<ProcessInstance>& found = instances[key];
  if (found == nullptr) {
    found = owner.analysis_.analyse(machine, process, owner.visibility_);
    for (TransitionFacts& facts : found->facts)
      if (numbers < kNumberLimit) facts.number = numbers++;
  }
  last = {key, found.get()};
  return *found;
}

const TransitionFacts* PartialOrder::Scratch::facts_here(const PartialOrder& owner, std::uint32_t process,
                                                         LocationId place) {
  const ProcessInstance& known = instance(owner, process);
  const Location& location = owner.analysis_.program().locations[place];
  if (location.count == 0) return nullptr;
  const TransitionFacts* wider = &known.at(location.first);
  if (known.sharper.empty()) return wider;
  const std::vector<std::uint32_t>& sharper = known.sharper[location.first - known.first];
  if (sharper.empty()) return wider;
  key.assign(reinterpret_cast<const char*>(&wider), sizeof wider);
  const std::byte* frame = machine.view().data() + machine.process_offset(process);
  for (const std::uint32_t byte : sharper) key += static_cast<char>(frame[byte]);
  if (process >= latest_frame.size()) latest_frame.resize(process + 1);
  LatestFrame& last = latest_frame[process];
  if (last.facts != nullptr && last.key == key) return last.facts;
  auto found = frames.find(key);
  if (found == frames.end()) {
    if (frames.size() >= kFrameLimit) return wider;
    found = frames.emplace(key, owner.analysis_.analyse_frame(machine, process, known)).first;
    for (TransitionFacts& facts : found->second)
      if (numbers < kNumberLimit) facts.number = numbers++;
  }
  last = {key, found->second.data()};
  return last.facts;
}

std::uint8_t PartialOrder::Scratch::find_out_pair(const TransitionFacts& step, const TransitionFacts& other) {
  const bool now = conflict(step.effects, other.effects);
  const bool later = conflict(step.effects, other.later);
  const bool all = other.effects.everything || other.later.everything;
  const bool ends = other.effects.ends || other.later.ends;
  const auto writes = [&](const ObjectSet& objects, bool processes) {
    return all || (processes && ends) || objects.meets(other.effects.writes) || objects.meets(other.later.writes);
  };
  return static_cast<std::uint8_t>(kFoundOut | (now ? kConflict : 0) | (now || later ? kDisturbs : 0) |
                                   (writes(step.guard.objects, step.guard.processes) ? kGuard : 0) |
                                   (writes(step.fields.objects, step.fields.processes) ? kFields : 0) |
                                   (writes(step.channel_heads, step.guard.processes) ? kHeads : 0) |
                                   (writes(step.channel_tails, step.guard.processes) ? kTails : 0));
}

Status PartialOrder::Scratch::status(const Program& program, std::uint32_t process, TransitionId id,
                                     const TransitionFacts& facts, bool possible_before) {
  const Transition& transition = program.transitions[id];
  switch (transition.kind) {
    case TransitionKind::End: return process + 1 == machine.process_count() ? Status::Possible : Status::NotYoungest;
    case TransitionKind::Deterministic:
      if (transition.otherwise && possible_before) return Status::NotElse;
      return first_of_sequence(program, process, transition.inner, facts);
    case TransitionKind::Else:
      if (possible_before) return Status::NotElse;
      break;
    case TransitionKind::Normal: break;
  }
  if (facts.guard.everything) return Status::Either;
  machine.select(process);
  machine.error = RuntimeError::None;
  if (program.has_provided) {
    const CodeRef provided = program.process_types[program.locations[transition.source].process_type].provided;
    if (!provided.empty() && machine.evaluate(provided) == 0) return Status::GuardFalse;
  }
  const bool holds = transition.guard.empty() || machine.evaluate(transition.guard) != 0;
  const bool failed = std::exchange(machine.error, RuntimeError::None) != RuntimeError::None;
  if (failed) return Status::Either;
  if (!holds) return Status::GuardFalse;
  if (transition.channel_operation == kNone) return Status::Possible;
  const ChannelOperation& operation = program.channel_operations[transition.channel_operation];
  const std::int32_t channel = operation.static_channel != kNone
                                   ? static_cast<std::int32_t>(operation.static_channel) + 1
                                   : machine.channel_of(operation);
  if (std::exchange(machine.error, RuntimeError::None) != RuntimeError::None) return Status::Either;
  const std::uint32_t capacity = machine.type_of(channel).capacity;
  if (capacity == 0) return Status::Rendezvous;
  if (operation.sends()) return machine.length(channel) < capacity ? Status::Possible : Status::Full;
  if (machine.length(channel) == 0) return Status::Empty;
  const std::int32_t slot = machine.find_message(operation, channel);
  if (std::exchange(machine.error, RuntimeError::None) != RuntimeError::None) return Status::Either;
  return slot >= 0 ? Status::Possible : Status::NoMatch;
}

Status PartialOrder::Scratch::first_of_sequence(const Program& program, std::uint32_t process, LocationId inner,
                                                const TransitionFacts& facts) {
  const Location& location = program.locations[inner];
  for (std::uint32_t i = 0; i < location.count; ++i) {
    if (program.transitions[location.first + i].kind == TransitionKind::Deterministic) return Status::Either;
    const Status found = status(program, process, location.first + i, facts, false);
    if (found == Status::Possible) return found;
    if (found == Status::Either || found == Status::Rendezvous) return Status::Either;
  }
  return Status::Blocked;
}

/// Determines the status of a transition from the steps, without running its code. Returns false if that is not
/// possible.
bool PartialOrder::Scratch::by_steps(const PartialOrder& owner, std::uint32_t process, const Location& location,
                                     std::uint32_t place, const TransitionFacts& facts, Status& found) const {
  const Program& program = owner.analysis_.program();
  const Transition& transition = program.transitions[location.first + place];
  if (transition.kind != TransitionKind::Normal || facts.guard.everything) return false;
  const ChannelOperation* operation = nullptr;
  bool meets = false;
  if (transition.channel_operation != kNone) {
    operation = &program.channel_operations[transition.channel_operation];
    if (operation->static_channel == kNone) return false;
    meets = program.channel_types[program.static_channels[operation->static_channel].type].capacity == 0;
  }
  const Movement& movement = movements[process];
  found = Status::Possible;
  if ((movement.taken & bit_of(place)) != 0) return true;
  if (transition.keeps_control && !meets) {
    if (movement.began_chain) {
      for (std::uint32_t i = 0; i < location.count; ++i)
        if (i != place && program.transitions[location.first + i].keeps_control) return false;
      return true;
    }
    // It may be enabled without a step if control is kept forever.
    if (owner.without_end_[transition.target]) return false;
  }
  if (operation == nullptr) {
    found = Status::GuardFalse;
    return true;
  }
  if (!transition.guard.empty()) return false;
  const auto channel = static_cast<std::int32_t>(operation->static_channel) + 1;
  if (meets)
    found = Status::Rendezvous;
  else if (operation->sends())
    found = Status::Full;
  else
    found = machine.length(channel) == 0 ? Status::Empty : Status::NoMatch;
  return true;
}

void PartialOrder::Scratch::look(const PartialOrder& owner, StateView state, const SuccessorBuffer& successors) {
  const Program& program = owner.analysis_.program();
  machine.attach(state);
  machine.timeout = false;
  const std::uint32_t count = machine.process_count();
  movements.assign(count, {});
  for (std::size_t i = 0; i < successors.size(); ++i) {
    const Step& step = successors.step(i);
    Movement& mover = movements[static_cast<std::size_t>(step.process)];
    ++mover.steps;
    if (step.transition < kComposite) {
      const LocationId place = machine.location(static_cast<std::uint32_t>(step.process));
      mover.taken |= bit_of(step.transition - program.locations[place].first);
    }
    mover.began_chain = mover.began_chain || (step.transition >= kComposite && step.partner == kNoProcess);
    if (step.partner == kNoProcess) continue;
    mover.in_rendezvous = movements[static_cast<std::size_t>(step.partner)].in_rendezvous = true;
  }
  // Independence is queried right after the set of the same state.
  if (std::equal(state.begin(), state.end(), looked_at.begin(), looked_at.end())) return;
  looked_at.assign(state.begin(), state.end());
  current.clear();
  begin.clear();
  for (std::uint32_t p = 0; p < count; ++p) {
    begin.push_back(static_cast<std::uint32_t>(current.size()));
    const LocationId place = machine.location(p);
    const Location& location = program.locations[place];
    const TransitionFacts* facts = facts_here(owner, p, place);
    const bool clear = owner.told_by_steps_[place] != 0;
    bool possible_before = false;
    bool unclear_before = false;
    for (std::uint32_t i = 0; i < location.count; ++i) {
      const TransitionId id = location.first + i;
      Status found = Status::Either;
      if (!clear || !by_steps(owner, p, location, i, facts[i], found))
        found = status(program, p, id, facts[i], possible_before);
      const bool is_else = program.transitions[id].kind == TransitionKind::Else || program.transitions[id].otherwise;
      if (is_else && found == Status::Possible && unclear_before) found = Status::Either;
      possible_before = possible_before || found == Status::Possible;
      unclear_before = unclear_before || found == Status::Either;
      current.push_back({&facts[i], facts[i].number, p, found});
    }
  }
  begin.push_back(static_cast<std::uint32_t>(current.size()));
}

bool PartialOrder::Scratch::agrees(const Program& program, bool whole) const {
  bool someone = !program.has_timeout;  // if only a timeout is left, everything is taken
  for (std::uint32_t p = 0; p + 1 < begin.size(); ++p) {
    bool possible = false;
    bool unclear = false;
    for (std::uint32_t i = begin[p]; i < begin[p + 1]; ++i) {
      possible = possible || current[i].status == Status::Possible;
      unclear = unclear || current[i].status == Status::Either || current[i].status == Status::Rendezvous;
    }
    if (movements[p].steps > 0 && !possible && !unclear) return false;
    if (whole && movements[p].steps == 0 && possible) return false;
    someone = someone || possible;
  }
  return someone;
}

bool PartialOrder::Scratch::find_groups(const PartialOrder& owner, const SuccessorBuffer& successors) {
  const Program& program = owner.analysis_.program();
  groups.clear();
  group_of.assign(successors.size(), kNone);
  bool simple = !program.has_timeout;  // transitions that wait for a timeout are enabled in some states only
  for (std::size_t i = 0; i < successors.size(); ++i) {
    const Step& step = successors.step(i);
    if (step.partner != kNoProcess) continue;  // a rendezvous never sleeps and wakes all
    const auto process = static_cast<std::uint32_t>(step.process);
    const LocationId place = machine.location(process);
    const std::uint8_t number =
        step.transition < kComposite ? owner.sleeper_[step.transition] : owner.chain_sleeper_[place];
    const std::uint32_t bit = process * owner.sleepers_each_ + number;
    if (bit >= 64) continue;
    const std::uint64_t self = std::uint64_t{1} << bit;
    std::uint32_t at = 0;
    while (at < groups.size() && groups[at].self != self) ++at;
    group_of[i] = at;
    if (at < groups.size()) continue;
    groups.push_back({.process = process, .number = number, .self = self});
    const Location& location = program.locations[place];
    std::uint32_t members = 0;
    std::uint32_t member = 0;
    for (std::uint32_t k = 0; k < location.count; ++k) {
      if (owner.sleeper_[location.first + k] != number) continue;
      ++members;
      member = k;
    }
    if (members == 1)
      groups.back().alone = facts_here(owner, process, place) + member;
    else
      simple = false;
  }
  return simple;
}

bool PartialOrder::Scratch::leaves_alone(const PartialOrder& owner, const Group& mover, const Group& rest) {
  const Program& program = owner.analysis_.program();
  const auto belongs = [&](std::uint32_t i, const Group& group) {
    return owner.sleeper_[program.locations[machine.location(group.process)].first + (i - group.first)] == group.number;
  };
  for (std::uint32_t i = mover.first; i < begin[mover.process + 1]; ++i) {
    const Current& a = current[i];
    if (!belongs(i, mover)) continue;
    if (a.status != Status::Possible && a.status != Status::Rendezvous && a.status != Status::Either) continue;
    for (std::uint32_t k = rest.first; k < begin[rest.process + 1]; ++k) {
      if (!belongs(k, rest)) continue;
      const Current& b = current[k];
      if (b.status == Status::Rendezvous || b.facts->guard.everything) return false;
      if (conflicting(*a.facts, *b.facts)) return false;
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
}

/// Grows stubborn sets of one state, each from one process. The transitions required by each transition are computed
/// once.
class PartialOrder::Closure {
 public:
  explicit Closure(Scratch& scratch) : s_(scratch), words_((scratch.current.size() + 63) / 64) {
    s_.found_out.assign(s_.current.size(), 0);
    s_.brings.assign(s_.current.size() * words_, 0);
  }

  /// Returns false if the set is everything or has too many steps.
  bool grow(std::uint32_t seed, std::uint32_t give_up_at) {
    s_.inside.assign(words_, 0);
    s_.moves.assign(s_.begin.size() - 1, 0);
    s_.waiting.clear();
    cost_ = 0;
    row_ = s_.inside.data();
    add_process(seed);
    for (std::uint32_t i = s_.begin[seed]; i < s_.begin[seed + 1]; ++i) s_.waiting.push_back(i);
    while (!s_.waiting.empty()) {
      const std::uint32_t next = s_.waiting.back();
      s_.waiting.pop_back();
      if (s_.found_out[next] == 0) find_out(next);
      if ((s_.found_out[next] & kEverything) != 0) return false;
      const std::uint32_t process = s_.current[next].process;
      if ((s_.found_out[next] & kMoves) != 0 && s_.moves[process] == 0) {
        s_.moves[process] = 1;
        cost_ += s_.movements[process].steps;
        if (cost_ >= give_up_at) return false;
      }
      for (std::size_t word = 0; word < words_; ++word) {
        std::uint64_t fresh = s_.brings[next * words_ + word] & ~s_.inside[word];
        s_.inside[word] |= fresh;
        for (; fresh != 0; fresh &= fresh - 1)
          s_.waiting.push_back(static_cast<std::uint32_t>(word * 64) +
                               static_cast<std::uint32_t>(std::countr_zero(fresh)));
      }
    }
    return true;
  }
  std::uint32_t cost() const { return cost_; }

 private:
  static constexpr std::uint8_t kKnown = 1, kEverything = 2, kMoves = 4;

  void find_out(std::uint32_t i) {
    row_ = s_.brings.data() + i * words_;
    everything_ = moves_ = false;
    visit(s_.current[i]);
    s_.found_out[i] = static_cast<std::uint8_t>(kKnown | (everything_ ? kEverything : 0) | (moves_ ? kMoves : 0));
  }
  void add(std::uint32_t i) { row_[i / 64] |= std::uint64_t{1} << (i % 64); }
  void add_process(std::uint32_t process) {
    for (std::uint32_t i = s_.begin[process]; i < s_.begin[process + 1]; ++i) add(i);
  }
  template <class Predicate>
  void add_where(std::uint32_t except, Predicate wanted) {
    for (std::uint32_t i = 0; i < s_.current.size(); ++i)
      if (s_.current[i].process != except && wanted(*s_.current[i].facts)) add(i);
  }

  /// Adds all transitions with one of these relations to the transition.
  void add_pairs(const Current& t, std::uint8_t of, std::uint32_t except) {
    const std::uint8_t* known = s_.known_pairs(t.number);
    for (std::uint32_t i = 0; i < s_.current.size(); ++i) {
      const Current& other = s_.current[i];
      std::uint8_t pair = known != nullptr && other.number < Scratch::kNumberLimit ? known[other.number] : 0;
      if (pair == 0) pair = s_.pair(*t.facts, *other.facts);
      if ((pair & of) != 0 && other.process != except) add(i);
    }
  }

  void visit(const Current& t) {
    switch (t.status) {
      case Status::Possible: return possible(t);
      case Status::Rendezvous:
        if (s_.movements[t.process].in_rendezvous) possible(t);
        partners(t);
        return wait_for(t, true);
      case Status::Either:
        if (s_.movements[t.process].steps > 0 || s_.movements[t.process].in_rendezvous) possible(t);
        if (t.facts->guard.everything || t.facts->operation != Operation::None) {
          everything_ = true;
          return;
        }
        return wait_for(t, true);
      case Status::GuardFalse: return wait_for(t, false);
      case Status::Blocked: return wait_for(t, true);
      case Status::Empty:
        wait_for_writers(t, Scratch::kTails);
        return t.facts->channel_varies ? wait_for(t, false) : void();
      case Status::Full:
        wait_for_writers(t, Scratch::kHeads);
        return t.facts->channel_varies ? wait_for(t, false) : void();
      case Status::NoMatch:
        // The first message stays first whatever is sent: a process must receive it, or insert a sorted message before
        // it.
        wait_for_writers(t, t.facts->anywhere ? Scratch::kHeads | Scratch::kTails : Scratch::kHeads);
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
    moves_ = true;
    add_process(t.process);
    const Effects& effects = t.facts->effects;
    if (effects.everything) {
      everything_ = true;
      return;
    }
    add_pairs(t, Scratch::kDisturbs, t.process);
    if (t.status != Status::Rendezvous) partners(t);
  }

  /// Adds all transitions that can be, or become, the other half.
  void partners(const Current& t) {
    const Effects& effects = t.facts->effects;
    if (effects.rendezvous_sends.empty() && effects.rendezvous_receives.empty()) return;
    add_where(t.process, [&](const TransitionFacts& other) {
      if (other.effects.everything || other.later.everything) return true;
      return effects.rendezvous_sends.meets(other.effects.rendezvous_receives) ||
             effects.rendezvous_sends.meets(other.later.rendezvous_receives) ||
             effects.rendezvous_receives.meets(other.effects.rendezvous_sends) ||
             effects.rendezvous_receives.meets(other.later.rendezvous_sends);
    });
  }

  /// Includes those of this process.
  void wait_for_writers(const Current& t, unsigned of) { add_pairs(t, static_cast<std::uint8_t>(of), kNone); }
  void wait_for(const Current& t, bool fields) {
    const TransitionFacts& facts = *t.facts;
    if (facts.guard.everything || (fields && facts.fields.everything)) {
      everything_ = true;
      return;
    }
    if (facts.guard.locals || (fields && facts.fields.locals)) add_process(t.process);
    wait_for_writers(t, fields ? Scratch::kGuard | Scratch::kFields : Scratch::kGuard);
  }

  Scratch& s_;
  std::size_t words_;
  std::uint32_t cost_ = 0;
  std::uint64_t* row_ = nullptr;  ///< the row being computed
  bool everything_ = false;
  bool moves_ = false;
};

bool PartialOrder::Scratch::describe(Proviso proviso) {
  constexpr unsigned kStatusBits = 4, kInAWord = 64 / kStatusBits;
  static_assert(static_cast<unsigned>(Status::Either) < 1U << kStatusBits);
  constexpr std::uint32_t kMostSteps = 0x7FFF;
  const std::size_t processes = begin.size() - 1;
  if (processes > 64) return false;
  choices.key.clear();
  choices.key.push_back(static_cast<std::uint64_t>(proviso));
  for (std::size_t p = 0; p < processes; ++p) {
    if (movements[p].steps > kMostSteps) return false;
    // The facts determine how many transitions follow.
    const auto* facts = begin[p] == begin[p + 1] ? nullptr : current[begin[p]].facts;
    choices.key.push_back(reinterpret_cast<std::uintptr_t>(facts));
    std::uint64_t word = (std::uint64_t{movements[p].steps} << 1) | std::uint64_t{movements[p].in_rendezvous};
    unsigned filled = kInAWord / 4;  // the steps
    for (std::uint32_t i = begin[p]; i < begin[p + 1]; ++i) {
      if (filled == kInAWord) {
        choices.key.push_back(word);
        word = filled = 0;
      }
      word |= static_cast<std::uint64_t>(current[i].status) << (filled++ * kStatusBits);
    }
    choices.key.push_back(word);
  }
  return true;
}

void PartialOrder::Scratch::choose(const Program& program, std::size_t all, Proviso proviso) {
  chosen.clear();
  if (!agrees(program, true)) return;
  Closure closure(*this);
  std::uint32_t best = static_cast<std::uint32_t>(all);
  for (std::uint32_t p = static_cast<std::uint32_t>(begin.size() - 1); p-- > 0;) {
    if (movements[p].steps == 0 || movements[p].steps >= best) continue;
    if (!closure.grow(p, best)) continue;
    bool allowed = true;
    if (proviso == Proviso::Static) {
      for (std::uint32_t i = 0; i < current.size() && allowed; ++i) {
        const Current& t = current[i];
        if (moves[t.process] == 0) continue;
        const bool may_move =
            t.status == Status::Possible || t.status == Status::Rendezvous || t.status == Status::Either;
        allowed = !may_move || (!t.facts->visible && !t.facts->sticky);
      }
    }
    if (!allowed) continue;
    best = closure.cost();
    chosen = moves;
    if (best == 1) break;
  }
}

std::size_t PartialOrder::reduce(StateView state, SuccessorBuffer& successors, Proviso proviso, bool rest) const {
  const std::size_t all = successors.size();
  if (all <= 1 || !obstacle().empty()) return all;
  bool several = false;
  for (std::size_t i = 0; i < all; ++i) {
    if (successors.step(i).fault != Fault::None) return all;
    several = several || successors.step(i).process != successors.step(0).process;
  }
  if (!several) return all;
  const Pool::Lease borrowed = lease();
  Scratch& scratch = *borrowed;
  scratch.look(*this, state, successors);
  const bool fits = scratch.describe(proviso);
  std::uint64_t movers = 0;
  if (const auto known = fits ? scratch.choices.find() : std::nullopt) {
    if (*known == 0) return all;
    movers = *known;
  } else {
    scratch.choose(analysis_.program(), all, proviso);
    for (std::size_t p = 0; p < scratch.chosen.size() && fits; ++p)
      movers |= std::uint64_t{scratch.chosen[p] != 0} << p;
    if (fits) scratch.choices.insert(movers);
    if (scratch.chosen.empty()) return all;
  }
  const auto chosen = [&](std::int32_t process) {
    const auto p = static_cast<std::size_t>(process);
    return fits ? ((movers >> p) & 1) != 0 : scratch.chosen[p] != 0;
  };
  SuccessorBuffer& sorted = scratch.sorted;
  sorted.clear();
  for (std::size_t i = 0; i < all; ++i)
    if (chosen(successors.step(i).process)) sorted.append(successors.step(i), successors.state(i));
  const std::size_t count = sorted.size();
  for (std::size_t i = 0; i < all && rest; ++i)
    if (!chosen(successors.step(i).process)) sorted.append(successors.step(i), successors.state(i));
  std::swap(sorted, successors);
  return count;
}

void PartialOrder::sleepers(StateView state, const SuccessorBuffer& successors, std::vector<Sleeper>& out) const {
  out.assign(successors.size(), {});
  if (!obstacle().empty() || successors.empty()) return;
  const Pool::Lease borrowed = lease();
  Scratch& scratch = *borrowed;
  const Program& program = analysis_.program();
  std::vector<Group>& groups = scratch.groups;
  scratch.machine.attach(state);
  scratch.machine.timeout = false;
  if (!scratch.find_groups(*this, successors)) {
    // Some need a closer examination.
    scratch.look(*this, state, successors);
    if (!scratch.agrees(program, false)) return;
    for (Group& group : groups) group.first = scratch.begin[group.process];
  }
  for (std::size_t a = 0; a < groups.size(); ++a) {
    for (std::size_t b = a + 1; b < groups.size(); ++b) {
      Group& one = groups[a];
      Group& other = groups[b];
      if (one.process == other.process) continue;
      if (one.alone != nullptr && other.alone != nullptr) {
        // Both are enabled: the relation is symmetric.
        if (scratch.conflicting(*one.alone, *other.alone)) continue;
        one.undisturbed |= other.self;
        other.undisturbed |= one.self;
      } else {
        if (scratch.leaves_alone(*this, one, other)) one.undisturbed |= other.self;
        if (scratch.leaves_alone(*this, other, one)) other.undisturbed |= one.self;
      }
    }
  }
  for (std::size_t i = 0; i < successors.size(); ++i)
    if (const std::uint32_t group = scratch.group_of[i]; group != kNone)
      out[i] = {groups[group].self, groups[group].undisturbed};
}

}  // namespace weir
