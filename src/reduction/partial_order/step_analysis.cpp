// SPDX-License-Identifier: Apache-2.0
#include "reduction/partial_order/step_analysis.h"

#include <algorithm>
#include <cstring>

#include "model/code_scan.h"
#include "reduction/partial_order/instance_builder.h"
#include "reduction/partial_order/transition_analysis.h"

namespace weir {

StepAnalysis::StepAnalysis(const Program& program, StateView initial,
                           const std::vector<WatchedProgram::Operation>& watched)
    : program_(program), facts_(program, initial) {
  if (program.has_priorities) obstacle_ = "processes have priorities";
  if (program.has_last) obstacle_ = "the model uses _last, which every step changes";
  if (program.has_committed) obstacle_ = "the model has committed locations, which stop all other processes";
  if (!obstacle_.empty()) return;
  find_watched(watched);
  find_type_effects();
}

void StepAnalysis::find_watched(const std::vector<WatchedProgram::Operation>& watched) {
  if (watched.empty() || program_.process_types.empty()) return;
  const Visibility none{ObjectSet(facts_.object_count), false, false, false, false, {}};
  TransitionAnalysis analysis(facts_, 0, none);
  Effects effects = facts_.nothing();
  for (const WatchedProgram::Operation& operation : watched) {
    const AbstractValue number = analysis.scan(operation.channel, effects);
    ObjectSet& channels = operation.sends ? facts_.watched_sends : facts_.watched_receives;
    const bool known = number.kind == AbstractValue::Kind::Number && number.lo >= 0 && number.hi <= kChannelLimit;
    if (!known) channels.add_all();
    for (std::int64_t i = number.lo; known && i <= number.hi; ++i) channels.add(static_cast<std::size_t>(i));
    for (const CodeRef value : operation.values) analysis.scan(value, effects);
  }
  facts_.watcher_reads = effects.reads;
  if (effects.everything) obstacle_ = "a trace assertion may read any variable";
}

void StepAnalysis::find_type_effects() {
  std::vector<std::vector<std::uint32_t>> created(program_.process_types.size());
  const Visibility none{ObjectSet(facts_.object_count), false, false, false, false, {}};
  for (std::uint32_t type = 0; type < program_.process_types.size(); ++type) {
    TransitionAnalysis analysis(facts_, type, none);
    for (const LocationId place : facts_.places[type]) {
      const Location& location = program_.locations[place];
      for (std::uint32_t i = 0; i < location.count; ++i) {
        const TransitionFacts found = analysis.facts(location.first + i);
        facts_.type_effects[type] |= found.effects;
        created[type].insert(created[type].end(), found.creates.begin(), found.creates.end());
      }
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t type = 0; type < facts_.type_effects.size(); ++type) {
      for (const std::uint32_t child : created[type]) {
        Effects joined = facts_.type_effects[type];
        joined |= facts_.type_effects[child];
        if (joined == facts_.type_effects[type]) continue;
        facts_.type_effects[type] = std::move(joined);
        changed = true;
      }
    }
  }
}

namespace {

class VisibilityFinder : public CodeObserver {
 public:
  VisibilityFinder(const ProgramFacts& facts, Visibility& visibility) : facts_(facts), visibility_(visibility) {}

  void observe(const Observation& observation) override {
    using Kind = Observation::Kind;
    switch (observation.kind) {
      case Kind::Read:
        if (observation.global)
          facts_.add_objects(visibility_.objects, observation.first, observation.bytes, observation.mask);
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
      case Kind::Channel: add_channels(observation.number); break;
      case Kind::OwnPid:
      case Kind::RuntimeError:  // failure depends on what it reads
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
  void add_channels(const AbstractValue& number) {
    const std::int64_t hi = std::clamp<std::int64_t>(number.hi, 0, kChannelLimit);
    for (std::int64_t i = std::clamp<std::int64_t>(number.lo, 0, kChannelLimit); i <= hi; ++i) {
      visibility_.objects.add(facts_.head(static_cast<std::uint32_t>(i)));
      visibility_.objects.add(facts_.tail(static_cast<std::uint32_t>(i)));
    }
    // A dynamic channel appears and disappears with processes.
    if (hi > static_cast<std::int64_t>(facts_.program.static_channels.size())) visibility_.processes = true;
  }

  const ProgramFacts& facts_;
  Visibility& visibility_;
};

}  // namespace

Visibility StepAnalysis::visibility(const std::vector<CodeRef>& atoms) const {
  Visibility result;
  result.objects = ObjectSet(facts_.object_count);
  VisibilityFinder finder(facts_, result);
  const ScanFacts unknown;
  for (const CodeRef atom : atoms) scan_code(program_, atom, unknown, finder);
  return result;
}

void StepAnalysis::instance_key(const Machine& machine, std::uint32_t process, std::string& key) const {
  const std::uint32_t type = program_.locations[machine.location(process)].process_type;
  const std::vector<std::uint32_t>& constant = facts_.local_constant[type];
  key.resize(3 + constant.size());
  key[0] = static_cast<char>(type & 0xFF);
  key[1] = static_cast<char>(type >> 8);
  key[2] = static_cast<char>(process);
  const std::byte* frame = machine.view().data() + machine.process_offset(process);
  for (std::size_t i = 0; i < constant.size(); ++i) key[3 + i] = static_cast<char>(frame[constant[i]]);
  // The number of a dynamic channel is not meaningful alone: the existing kinds of channels are part of the key.
  for (std::uint32_t i = static_cast<std::uint32_t>(program_.static_channels.size()); i < machine.channel_count(); ++i)
    key += static_cast<char>(&machine.type_of(static_cast<std::int32_t>(i + 1)) - program_.channel_types.data());
  key += static_cast<char>(facts_.lasting_channels(&machine, process));
}

/// Equivalent to building the key and comparing it.
bool StepAnalysis::has_key(const Machine& machine, std::uint32_t process, const std::string& key) const {
  const std::uint32_t type = program_.locations[machine.location(process)].process_type;
  const std::size_t constant = facts_.local_constant[type].size();
  const auto fixed = static_cast<std::uint32_t>(program_.static_channels.size());
  const std::uint32_t channels = machine.channel_count();
  if (key.size() != 4 + constant + (channels - fixed)) return false;
  if (key[0] != static_cast<char>(type & 0xFF) || key[1] != static_cast<char>(type >> 8) ||
      key[2] != static_cast<char>(process))
    return false;
  const std::byte* frame = machine.view().data() + machine.process_offset(process);
  std::size_t at = 3;
  for (const ProgramFacts::ByteRange& range : facts_.constant_ranges[type]) {
    if (std::memcmp(key.data() + at, frame + range.first, range.count) != 0) return false;
    at += range.count;
  }
  for (std::uint32_t i = fixed; i < channels; ++i)
    if (key[at++] !=
        static_cast<char>(&machine.type_of(static_cast<std::int32_t>(i + 1)) - program_.channel_types.data()))
      return false;
  return key[at] == static_cast<char>(facts_.lasting_channels(&machine, process));
}

std::unique_ptr<ProcessInstance> StepAnalysis::analyse(const Machine& machine, std::uint32_t process,
                                                       const Visibility& visibility) const {
  const std::uint32_t type = program_.locations[machine.location(process)].process_type;
  return build_instance(facts_, type, visibility, machine, process);
}

std::vector<TransitionFacts> StepAnalysis::analyse_frame(const Machine& machine, std::uint32_t process,
                                                         const ProcessInstance& instance) const {
  const Location& location = program_.locations[machine.location(process)];
  const Visibility none{ObjectSet(facts_.object_count), false, false, false, false, {}};
  TransitionAnalysis analysis(facts_, location.process_type, none, &machine, process);
  analysis.rely_on_frame();
  std::vector<TransitionFacts> result;
  for (std::uint32_t i = 0; i < location.count; ++i) {
    const TransitionFacts& wider = instance.at(location.first + i);
    TransitionFacts facts = analysis.facts(location.first + i);
    // Facts that hold in all frames are kept unchanged.
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
