// SPDX-License-Identifier: Apache-2.0
// JointMonitor: several safety properties watched at once, as one deterministic automaton. Each property has an
// automaton of failing runs that is terminal; its subset construction (bad_prefixes.h) has no edge where every
// continuation fails. A state is a tuple of their states, and every letter has one edge. Its marks are the properties
// that fail with this letter.
//
//   G !a, G !b:    one state; its edge has the mark 0 if a is true, and the mark 1 if b is true
//
// A property that has failed is decided, so it does not matter what its part does next. It keeps its state, which adds
// no tuples.
//
// Tuples may be many more than the states of the parts. A search of its own for each property visits at most so many
// copies of the model as the parts have states together, so the automaton gives up well beyond that (incomplete()).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "automaton/bad_prefixes.h"
#include "automaton/property_automaton.h"
#include "search/space/observed_letters.h"

namespace weir {

class JointMonitor final : public PropertyAutomaton {
 public:
  /// At most MarkSet::kCapacity automata, each terminal, whose atoms are among `atoms`. They must outlive this object.
  JointMonitor(const std::vector<PropertyAutomaton*>& failures, std::vector<std::string> atoms);

  const std::vector<std::string>& atoms() const override { return atoms_; }
  const Acceptance& acceptance() const override { return acceptance_; }
  std::uint32_t initial() override { return 0; }
  /// One edge, or none if the automaton is incomplete.
  std::span<const Edge> edges(std::uint32_t state, Letter letter) override;
  std::optional<Diagnostic> incomplete() const override { return incomplete_; }
  std::size_t states() const override { return tuples_.size(); }
  std::string state_name(std::uint32_t state) const override;

  /// A joint letter over the atoms of the property's own automaton.
  Letter own_letter(std::size_t property, Letter letter) const;
  /// The letters that were asked for, over the atoms of the property's own automaton.
  const ObservedLetters& letters(std::size_t property) const { return parts_[property].letters; }

 private:
  struct Part {
    std::unique_ptr<BadPrefixes> prefixes;
    std::vector<Letter> bits;  ///< by atom of the part: its bit in a joint letter
    ObservedLetters letters;
  };
  static constexpr std::size_t kFewTuples = 8;  ///< are always allowed
  using Tuple = std::vector<std::uint32_t>;
  std::uint32_t state_of(const Tuple& tuple);

  std::vector<std::string> atoms_;
  Acceptance acceptance_;
  std::vector<Part> parts_;
  std::map<Tuple, std::uint32_t> numbers_;
  std::vector<const Tuple*> tuples_;  ///< by number: keys of numbers_
  std::optional<Diagnostic> incomplete_;
  Edge edge_;
};

}  // namespace weir
