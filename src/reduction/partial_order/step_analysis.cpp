// SPDX-License-Identifier: Apache-2.0
#include "reduction/partial_order/step_analysis.h"

#include <algorithm>
#include <cstring>

#include "model/code_scan.h"
#include "reduction/merge/endless.h"
#include "reduction/partial_order/instance_builder.h"

namespace weir {

namespace {

constexpr std::uint32_t kElementsByThemselves = 64;  ///< longer arrays are one object

}  // namespace

Effects& Effects::operator|=(const Effects& other) {
  reads |= other.reads;
  writes |= other.writes;
  rendezvous_sends |= other.rendezvous_sends;
  rendezvous_receives |= other.rendezvous_receives;
  everything = everything || other.everything;
  ends = ends || other.ends;
  asks_processes = asks_processes || other.asks_processes;
  return *this;
}

bool conflict(const Effects& a, const Effects& b) {
  if (a.everything || b.everything) return true;
  if ((a.ends && b.asks_processes) || (b.ends && a.asks_processes)) return true;
  return a.writes.meets(b.writes) || a.writes.meets(b.reads) || a.reads.meets(b.writes);
}

/// Which bytes are ever written by a step.
class StepAnalysis::WriteFinder : public CodeObserver {
 public:
  WriteFinder(std::vector<bool>& global, std::vector<bool>& local) : global_(global), local_(local) {}
  void observe(const Observation& observation) override {
    if (observation.kind != Observation::Kind::Write) return;
    std::vector<bool>& bits = observation.global ? global_ : local_;
    const std::size_t end = std::min<std::size_t>(bits.size(), std::size_t{observation.first} + observation.bytes);
    for (std::size_t i = observation.first; i < end; ++i) bits[i] = true;
  }

 private:
  std::vector<bool>& global_;
  std::vector<bool>& local_;
};

StepAnalysis::StepAnalysis(const Program& program, StateView initial,
                           const std::vector<WatchedProgram::Operation>& watched)
    : program_(program), initial_(initial.begin(), initial.end()) {
  if (program.has_priorities) obstacle_ = "processes have priorities";
  if (program.has_last) obstacle_ = "the model uses _last, which every step changes";
  if (program.has_committed) obstacle_ = "the model has committed locations, which stop all other processes";
  if (!obstacle_.empty()) return;
  number_objects();
  find_constants();
  without_end_ = endless_locations(program, {}, true);
  for (const Instruction& instruction : program.code)
    creates_channels_ = creates_channels_ || instruction.op == OpCode::NewChannel;
  places_.resize(program.process_types.size());
  for (LocationId i = 0; i < program.locations.size(); ++i)
    if (!program.locations[i].deterministic) places_[program.locations[i].process_type].push_back(i);
  find_watched(watched);
  find_type_effects();
}

void StepAnalysis::number_objects() {
  at_byte_.assign(program_.global_bytes, {});
  std::uint32_t next = 0;
  for (const VariableInfo& variable : program_.globals) {
    const Place& place = variable.place;
    const std::uint32_t width = bytes_of(place.width);
    std::uint8_t mask = 0xFF;
    if (place.width == Width::Bits && !variable.is_array)
      mask = static_cast<std::uint8_t>(((1U << place.bits) - 1U) << place.shift);
    const bool one_object = variable.count > kElementsByThemselves;
    for (std::uint32_t i = 0; i < variable.count; ++i) {
      for (std::uint32_t k = 0; k < width; ++k) {
        const std::size_t byte = place.offset + std::size_t{i} * width + k;
        if (byte < at_byte_.size()) at_byte_[byte].push_back({next, mask});
      }
      if (!one_object) ++next;
    }
    if (one_object) ++next;
  }
  // Bytes, or bits of them, that no variable claims are an object by themselves.
  for (auto& parts : at_byte_) {
    std::uint8_t claimed = 0;
    for (const Part& part : parts) claimed = static_cast<std::uint8_t>(claimed | part.mask);
    if (claimed != 0xFF) parts.push_back({next++, static_cast<std::uint8_t>(~claimed)});
  }
  channels_ = next;
  processes_ = channels_ + 2 * (kChannelLimit + 1);
  watcher_ = processes_ + 1;
  object_count_ = watcher_ + 1;
}

std::size_t StepAnalysis::add_objects(ObjectSet& set, std::uint32_t first, std::uint32_t bytes,
                                      std::uint8_t mask) const {
  const std::size_t end = std::min<std::size_t>(at_byte_.size(), std::size_t{first} + bytes);
  std::size_t count = 0;
  std::uint32_t last = kNone;  // the bytes of an object stand together
  for (std::size_t i = first; i < end; ++i) {
    for (const Part& part : at_byte_[i]) {
      if ((part.mask & mask) == 0) continue;
      set.add(part.object);
      if (part.object != last) ++count;
      last = part.object;
    }
  }
  return count;
}

Effects StepAnalysis::nothing() const {
  Effects result;
  result.reads = result.writes = ObjectSet(object_count_);
  result.rendezvous_sends = result.rendezvous_receives = ObjectSet(kChannelLimit + 1);
  return result;
}

std::size_t StepAnalysis::lasting_channels(const Machine* machine, std::uint32_t process) const {
  std::size_t count = program_.static_channels.size();
  if (machine == nullptr) return count;
  if (process + 1 == machine->process_count()) return machine->channel_count();
  while (count < machine->channel_count() && machine->channel_offsets()[count] < machine->process_offset(process + 1))
    ++count;
  return count;
}

void StepAnalysis::find_constants() {
  global_written_.assign(program_.global_bytes, false);
  for (const ProcessType& type : program_.process_types) local_written_.emplace_back(type.frame_bytes, false);
  const ScanFacts unknown;
  for (const Transition& transition : program_.transitions) {
    const std::uint32_t type = program_.locations[transition.source].process_type;
    WriteFinder finder(global_written_, local_written_[type]);
    scan_transition(program_, transition, unknown, finder);
  }
  for (const std::vector<bool>& written : local_written_) {
    local_constant_.emplace_back();
    std::vector<ByteRange>& ranges = constant_ranges_.emplace_back();
    for (std::uint32_t i = program_.header_bytes; i < written.size(); ++i) {
      if (written[i]) continue;
      local_constant_.back().push_back(i);
      if (ranges.empty() || ranges.back().first + ranges.back().count != i) ranges.push_back({i, 0});
      ++ranges.back().count;
    }
  }
  // Initialising a process writes its own frame, which is before its life begins; globals it writes are written.
  for (const ProcessType& type : program_.process_types) {
    std::vector<bool> own(type.frame_bytes, false);
    WriteFinder finder(global_written_, own);
    scan_code(program_, type.initialise, unknown, finder);
  }
}

void StepAnalysis::find_watched(const std::vector<WatchedProgram::Operation>& watched) {
  watched_sends_ = watched_receives_ = ObjectSet(kChannelLimit + 1);
  watcher_reads_ = ObjectSet(object_count_);
  if (watched.empty() || program_.process_types.empty()) return;
  const Visibility none{ObjectSet(object_count_), false, false, false, false, {}};
  InstanceBuilder builder(*this, 0, none);
  Effects effects = nothing();
  for (const WatchedProgram::Operation& operation : watched) {
    const AbstractValue number = builder.scan(operation.channel, effects);
    ObjectSet& channels = operation.sends ? watched_sends_ : watched_receives_;
    const bool known = number.kind == AbstractValue::Kind::Number && number.lo >= 0 && number.hi <= kChannelLimit;
    if (!known) channels.add_all();
    for (std::int64_t i = number.lo; known && i <= number.hi; ++i) channels.add(static_cast<std::size_t>(i));
    for (const CodeRef value : operation.values) builder.scan(value, effects);
  }
  watcher_reads_ = effects.reads;
  if (effects.everything) obstacle_ = "a trace assertion looks at more than can be told";
}

void StepAnalysis::find_type_effects() {
  type_effects_.assign(program_.process_types.size(), nothing());
  std::vector<std::vector<std::uint32_t>> created(program_.process_types.size());
  const Visibility none{ObjectSet(object_count_), false, false, false, false, {}};
  for (std::uint32_t type = 0; type < program_.process_types.size(); ++type) {
    InstanceBuilder builder(*this, type, none);
    for (const LocationId place : places_[type]) {
      const Location& location = program_.locations[place];
      for (std::uint32_t i = 0; i < location.count; ++i) {
        type_effects_[type] |= builder.facts(location.first + i).effects;
      }
    }
    created[type] = builder.created();
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t type = 0; type < type_effects_.size(); ++type) {
      for (const std::uint32_t child : created[type]) {
        Effects joined = type_effects_[type];
        joined |= type_effects_[child];
        const Effects& old = type_effects_[type];
        const bool same = joined.reads == old.reads && joined.writes == old.writes &&
                          joined.rendezvous_sends == old.rendezvous_sends &&
                          joined.rendezvous_receives == old.rendezvous_receives &&
                          joined.everything == old.everything && joined.ends == old.ends &&
                          joined.asks_processes == old.asks_processes;
        if (same) continue;
        type_effects_[type] = std::move(joined);
        changed = true;
      }
    }
  }
}

namespace {

class VisibilityFinder : public CodeObserver {
 public:
  VisibilityFinder(Visibility& visibility, std::function<void(std::uint32_t, std::uint32_t, std::uint8_t)> objects,
                   std::function<void(std::int64_t, std::int64_t)> channels)
      : visibility_(visibility), objects_(std::move(objects)), channels_(std::move(channels)) {}

  void observe(const Observation& observation) override {
    using Kind = Observation::Kind;
    switch (observation.kind) {
      case Kind::Read:
        if (observation.global)
          objects_(observation.first, observation.bytes, observation.mask);
        else
          visibility_.everything = true;  // an atom has no process of its own
        break;
      case Kind::Location: {
        const AbstractValue& pid = observation.number;
        if (observation.location == Observation::kAnyLocation) visibility_.everything = true;
        visibility_.locations.push_back({pid.is_constant() ? pid.lo : -1, observation.location});
        break;
      }
      case Kind::Flags: (observation.progress ? visibility_.progress : visibility_.accepting) = true; break;
      case Kind::ProcessCount: visibility_.processes = true; break;
      case Kind::Channel: channels_(observation.number.lo, observation.number.hi); break;
      case Kind::OwnPid:
      case Kind::RuntimeError:  // whether it fails depends on what it reads
      case Kind::Assertion: break;
      case Kind::Write:
      case Kind::RemoteVariable:
      case Kind::Timeout:
      case Kind::Enabledness:
      case Kind::Priority:
      case Kind::SetPriority:
      case Kind::CreateProcess:
      case Kind::CreateChannel: visibility_.everything = true; break;
    }
  }

 private:
  Visibility& visibility_;
  std::function<void(std::uint32_t, std::uint32_t, std::uint8_t)> objects_;
  std::function<void(std::int64_t, std::int64_t)> channels_;
};

}  // namespace

Visibility StepAnalysis::visibility(const std::vector<CodeRef>& atoms) const {
  Visibility result;
  result.objects = ObjectSet(object_count_);
  VisibilityFinder finder(
      result,
      [&](std::uint32_t first, std::uint32_t bytes, std::uint8_t mask) {
        add_objects(result.objects, first, bytes, mask);
      },
      [&](std::int64_t lo, std::int64_t hi) {
        lo = std::clamp<std::int64_t>(lo, 0, kChannelLimit);
        hi = std::clamp<std::int64_t>(hi, 0, kChannelLimit);
        for (std::int64_t i = lo; i <= hi; ++i) {
          result.objects.add(head(static_cast<std::uint32_t>(i)));
          result.objects.add(tail(static_cast<std::uint32_t>(i)));
        }
        // A channel that is not there from the start comes and goes with processes.
        if (hi > static_cast<std::int64_t>(program_.static_channels.size())) result.processes = true;
      });
  const ScanFacts unknown;
  for (const CodeRef atom : atoms) scan_code(program_, atom, unknown, finder);
  return result;
}

void StepAnalysis::instance_key(const Machine& machine, std::uint32_t process, std::string& key) const {
  const std::uint32_t type = program_.locations[machine.location(process)].process_type;
  const std::vector<std::uint32_t>& constant = local_constant_[type];
  key.resize(3 + constant.size());
  key[0] = static_cast<char>(type & 0xFF);
  key[1] = static_cast<char>(type >> 8);
  key[2] = static_cast<char>(process);
  const std::byte* frame = machine.view().data() + machine.process_offset(process);
  for (std::size_t i = 0; i < constant.size(); ++i) key[3 + i] = static_cast<char>(frame[constant[i]]);
  // The number of a channel created later says nothing by itself: which kinds of channel there are is part of the key.
  for (std::uint32_t i = static_cast<std::uint32_t>(program_.static_channels.size()); i < machine.channel_count(); ++i)
    key += static_cast<char>(&machine.type_of(static_cast<std::int32_t>(i + 1)) - program_.channel_types.data());
  key += static_cast<char>(lasting_channels(&machine, process));
}

/// The same as making the key and comparing it.
bool StepAnalysis::has_key(const Machine& machine, std::uint32_t process, const std::string& key) const {
  const std::uint32_t type = program_.locations[machine.location(process)].process_type;
  const std::size_t constant = local_constant_[type].size();
  const auto fixed = static_cast<std::uint32_t>(program_.static_channels.size());
  const std::uint32_t channels = machine.channel_count();
  if (key.size() != 4 + constant + (channels - fixed)) return false;
  if (key[0] != static_cast<char>(type & 0xFF) || key[1] != static_cast<char>(type >> 8) ||
      key[2] != static_cast<char>(process))
    return false;
  const std::byte* frame = machine.view().data() + machine.process_offset(process);
  std::size_t at = 3;
  for (const ByteRange& range : constant_ranges_[type]) {
    if (std::memcmp(key.data() + at, frame + range.first, range.count) != 0) return false;
    at += range.count;
  }
  for (std::uint32_t i = fixed; i < channels; ++i)
    if (key[at++] !=
        static_cast<char>(&machine.type_of(static_cast<std::int32_t>(i + 1)) - program_.channel_types.data()))
      return false;
  return key[at] == static_cast<char>(channels == fixed ? fixed : lasting_channels(&machine, process));
}

std::unique_ptr<ProcessInstance> StepAnalysis::analyse(const Machine& machine, std::uint32_t process,
                                                       const Visibility& visibility) const {
  const std::uint32_t type = program_.locations[machine.location(process)].process_type;
  InstanceBuilder builder(*this, type, visibility, &machine, process);
  return builder.build();
}

std::vector<TransitionFacts> StepAnalysis::analyse_frame(const Machine& machine, std::uint32_t process,
                                                         const ProcessInstance& instance) const {
  const Location& location = program_.locations[machine.location(process)];
  const Visibility none{ObjectSet(object_count_), false, false, false, false, {}};
  InstanceBuilder builder(*this, location.process_type, none, &machine, process);
  builder.rely_on_frame();
  std::vector<TransitionFacts> result;
  for (std::uint32_t i = 0; i < location.count; ++i) {
    const TransitionFacts& wider = instance.at(location.first + i);
    TransitionFacts facts = builder.facts(location.first + i);
    // What holds of the process wherever it goes stays as it was found for all frames.
    facts.number = TransitionFacts::kNoNumber;
    facts.later = wider.later;
    facts.channel_varies = wider.channel_varies;
    facts.local = wider.local;
    facts.visible = wider.visible;
    facts.sticky = wider.sticky;
    result.push_back(std::move(facts));
  }
  return result;
}

}  // namespace weir
