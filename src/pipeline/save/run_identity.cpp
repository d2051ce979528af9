// SPDX-License-Identifier: Apache-2.0
#include "pipeline/save/run_identity.h"

#include <dlfcn.h>
#include <zlib.h>

#include <algorithm>
#include <typeinfo>
#include <unordered_set>

#include <fmt/format.h>
#include <weir/catalogue.h>

#include "base/text/mapped_file.h"
#include "formula/printer.h"

namespace weir {
namespace {

std::string bytes_as_text(StateView state) { return {reinterpret_cast<const char*>(state.data()), state.size()}; }

/// The first states of a model and the steps between them, breadth-first.
std::string behaviour_of(const TransitionSystem& system) {
  constexpr std::size_t kStates = 100;
  constexpr std::size_t kBytes = std::size_t{1} << 22;
  std::string seen;
  std::unordered_set<std::string> known;
  std::vector<std::string> queue;
  SuccessorBuffer buffer;
  const auto note = [&] {
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      const std::string state = bytes_as_text(buffer.state(i));
      const Step& step = buffer.step(i);
      seen += fmt::format("{} {} {} {} {} ", step.transition, step.process, step.partner, static_cast<int>(step.fault),
                          state.size());
      seen += state;
      if (step.fault != Fault::RuntimeError && known.insert(state).second) queue.push_back(state);
    }
  };
  system.initial_states(buffer);
  note();
  for (std::size_t next = 0; next < queue.size() && next < kStates && seen.size() < kBytes; ++next) {
    const std::string state = queue[next];
    buffer.clear();
    system.successors(std::as_bytes(std::span(state.data(), state.size())), buffer);
    note();
  }
  return seen;
}

std::string quoted_value(const std::string& value) {
  constexpr std::size_t kLongest = 200;
  if (value.empty()) return "not given";
  return "'" + (value.size() <= kLongest ? value : value.substr(0, kLongest) + "…") + "'";
}

}  // namespace

void RunIdentity::add(std::string name, const SourceDigest& digest) {
  facts_.push_back(
      {std::move(name), fmt::format("{:x} {:x} {:x}", digest.value[0], digest.value[1], digest.value[2]), true});
}

/// A model that was not read from a file is code of this program or of a library. It is identified by the file that the
/// code was loaded from, and by its behaviour in the first states, which may depend on the program's input.
void RunIdentity::add_program_of(const TransitionSystem& system) {
  Dl_info place = {};
  std::string file = "/proc/self/exe";
  if (dladdr(&typeid(system), &place) != 0 && place.dli_fname != nullptr &&
      std::string_view(place.dli_fname).find('/') != std::string_view::npos)
    file = place.dli_fname;
  if (const auto code = MappedFile::open(file)) {
    const auto* bytes = reinterpret_cast<const Bytef*>(code->text().data());
    const std::size_t size = code->text().size();
    add("the program that contains the model",
        SourceDigest{{}, {size, crc32_z(0, bytes, size), adler32_z(1, bytes, size)}});
  }
  add("the first states of the model", digest_of({}, behaviour_of(system)));
}

void RunIdentity::add_model(const Model& model, const TransitionSystem& system, const ModelOptions& options) {
  add("--from", name_of(options.format));
  std::string definitions;
  for (const auto& [name, text] : options.definitions)
    definitions += (definitions.empty() ? "" : " ") + name + (text.empty() ? "" : "=" + text);
  add("-D", definitions);
  for (const SourceDigest& source : model.sources) add("the text of '" + source.name + "'", source);
  if (model.sources.empty()) add_program_of(system);
}

RunIdentity RunIdentity::of_check(const Model& model, const TransitionSystem& system,
                                  const std::vector<Property>& properties, const CheckOptions& options) {
  RunIdentity identity;
  identity.add("the command", "check");
  identity.add_model(model, system, options.model);
  for (const Property& property : properties) {
    const std::string name = "the property '" + property.name + "'";
    std::string text = std::to_string(static_cast<int>(property.kind)) + " " + property.text;
    if (property.formula) text += "\n" + to_string(*property.formula);
    if (property.automaton_is_property) text += "\nthe automaton is the property";
    identity.add(name, digest_of({}, text));
    if (property.automaton_file.empty()) continue;
    if (const auto file = MappedFile::open(property.automaton_file))
      identity.add("the text of '" + property.automaton_file + "'", digest_of({}, file->text()));
  }
  for (const std::string& assumption : options.assume) identity.add("--assume", assumption);
  identity.add("--translator", name_of(options.translator));
  identity.add("--emptiness", name_of(options.emptiness));
  identity.add("--computations", name_of(options.computations));
  identity.add("--reduce", to_string(options.reduce));
  identity.add("--symmetry", options.symmetry);
  identity.add("--fair", name_of(options.fair));
  identity.add("--search", name_of(options.search));
  identity.add("--shortest", options.shortest ? "yes" : "no");
  identity.add("--seed", std::to_string(options.seed));
  identity.add("--max-depth", std::to_string(options.max_depth));
  return identity;
}

RunIdentity RunIdentity::of_exploration(const Model& model, const TransitionSystem& system,
                                        const ExploreOptions& options) {
  RunIdentity identity;
  identity.add("the command", "explore");
  identity.add_model(model, system, options.model);
  identity.add("--reduce", to_string(options.reduce));
  identity.add("--search", name_of(options.search));
  identity.add("--max-depth", std::to_string(options.max_depth));
  return identity;
}

void RunIdentity::serialize(Archive& archive) {
  constexpr std::size_t kLeast = 17;
  facts_.resize(static_cast<std::size_t>(archive.count(facts_.size(), kLeast)));
  for (Fact& fact : facts_) {
    archive.value(fact.name);
    archive.value(fact.value);
    archive.value(fact.is_digest);
  }
}

std::string RunIdentity::difference(const RunIdentity& saved) const {
  // Files may have other names or folders: texts are compared in order.
  const auto same_name = [](const Fact& a, const Fact& b) {
    return a.name == b.name || (a.is_digest && b.is_digest && a.value == b.value);
  };
  std::vector<std::string> parts;
  if (!facts_.empty() && !saved.facts_.empty() && facts_[0].value != saved.facts_[0].value)
    return facts_[0].name + " was " + quoted_value(saved.facts_[0].value) + " and is " + quoted_value(facts_[0].value);
  std::size_t i = 0, k = 0;
  while (i < facts_.size() || k < saved.facts_.size()) {
    if (i < facts_.size() && k < saved.facts_.size() && same_name(facts_[i], saved.facts_[k])) {
      const Fact& now = facts_[i++];
      const Fact& then = saved.facts_[k++];
      if (now.value == then.value) continue;
      parts.push_back(now.is_digest
                          ? now.name + " differs"
                          : now.name + " was " + quoted_value(then.value) + " and is " + quoted_value(now.value));
      continue;
    }
    // One of them has a fact that the other lacks.
    const bool later =
        i < facts_.size() && std::any_of(saved.facts_.begin() + static_cast<std::ptrdiff_t>(k), saved.facts_.end(),
                                         [&](const Fact& fact) { return same_name(facts_[i], fact); });
    if (i < facts_.size() && !later) {
      const Fact& now = facts_[i++];
      parts.push_back(now.name + (now.is_digest ? "" : " " + quoted_value(now.value)) + " was not given");
    } else {
      const Fact& then = saved.facts_[k++];
      parts.push_back(then.name + (then.is_digest ? "" : " " + quoted_value(then.value)) + " is no longer given");
    }
  }
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + part;
  return text;
}

}  // namespace weir
