// SPDX-License-Identifier: Apache-2.0
#include "oracle/orbits.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <variant>

#include "model/machine.h"

namespace weir::test {
namespace {

using Shown = std::map<std::string, std::string>;
using Renaming = std::map<int, int>;

std::string text_of(const Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "1" : "0";
  return std::get<std::string>(value);
}

/// Renames every number that is a word of its own.
std::string rename_numbers(const std::string& text, const Renaming& renaming) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    if (std::isdigit(static_cast<unsigned char>(text[i])) == 0) {
      result += text[i++];
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    const int number = std::stoi(text.substr(i, end - i));
    const auto found = renaming.find(number);
    result += std::to_string(found == renaming.end() ? number : found->second);
    i = end;
  }
  return result;
}

Shown renamed(const Shown& state, const NamedIdentities& identities, const Renaming& renaming) {
  Shown result;
  for (const auto& [name, value] : state) {
    // `P[1]:x[2]`, `flag[1]`, `P[1]@`
    std::string key = name;
    std::string bare = name;
    std::string prefix;
    const std::size_t colon = name.find_first_of(":@");
    if (colon != std::string::npos) {
      prefix = name.substr(0, colon);
      if (prefix.starts_with(identities.process + "[")) prefix = rename_numbers(prefix, renaming);
      bare = name.substr(colon);
      key = prefix + bare;
    }
    const std::size_t bracket = bare.find('[');
    const std::string array = bare.substr(0, bracket);
    if (bracket != std::string::npos && identities.indexed.contains(array))
      key = prefix + array + rename_numbers(bare.substr(bracket), renaming);
    result[key] = identities.holders.contains(array) ? rename_numbers(value, renaming) : value;
  }
  return result;
}

}  // namespace

std::size_t count_orbits(const ProgramSystem& system, const NamedIdentities& identities, std::size_t limit) {
  const Program& program = system.program();
  const MachineTables tables(program);
  Machine machine(program, tables);
  std::vector<Renaming> renamings;
  std::vector<int> images = identities.values;
  std::sort(images.begin(), images.end());
  do {
    Renaming renaming;
    for (std::size_t i = 0; i < images.size(); ++i) renaming[identities.values[i]] = images[i];
    renamings.push_back(std::move(renaming));
  } while (std::next_permutation(images.begin(), images.end()));

  std::set<std::string> seen;
  std::set<Shown> classes;
  std::vector<std::string> waiting;
  const auto arrive = [&](const SuccessorBuffer& buffer) {
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      if (buffer.step(i).fault != Fault::None) continue;
      const StateView state = buffer.state(i);
      std::string bytes(reinterpret_cast<const char*>(state.data()), state.size());
      if (!seen.insert(bytes).second) continue;
      waiting.push_back(std::move(bytes));
      Shown shown;
      for (const Variable& variable : system.show(state)) shown[variable.name] = text_of(variable.value);
      machine.attach(state);
      for (std::uint32_t k = 0; k < machine.process_count(); ++k) {
        const std::string& type = program.process_types[program.locations[machine.location(k)].process_type].name;
        const std::string name = type + "[" + std::to_string(k) + "]";
        shown.erase(name);  // a line; its number identifies the location better
        shown[name + "@"] = std::to_string(machine.location(k));
      }
      Shown least = renamed(shown, identities, renamings[0]);
      for (const Renaming& renaming : renamings) least = std::min(least, renamed(shown, identities, renaming));
      classes.insert(std::move(least));
    }
  };
  SuccessorBuffer buffer;
  system.initial_states(buffer);
  arrive(buffer);
  while (!waiting.empty() && seen.size() < limit) {
    const std::string state = std::move(waiting.back());
    waiting.pop_back();
    buffer.clear();
    system.successors({reinterpret_cast<const std::byte*>(state.data()), state.size()}, buffer);
    arrive(buffer);
  }
  return classes.size();
}

}  // namespace weir::test
