// SPDX-License-Identifier: Apache-2.0
// RecordedAutomaton: an automaton built on demand numbers its states in the order of queries. This wrapper records the
// queries, so that another process can repeat them and get the same numbers.
#pragma once

#include <unordered_set>
#include <vector>

#include "automaton/property_automaton.h"
#include "base/archive.h"
#include "base/table/hash.h"

namespace weir {

class RecordedAutomaton final : public PropertyAutomaton {
 public:
  explicit RecordedAutomaton(PropertyAutomaton& automaton) : automaton_(automaton) {}

  const std::vector<std::string>& atoms() const override { return automaton_.atoms(); }
  const Acceptance& acceptance() const override { return automaton_.acceptance(); }
  std::uint32_t initial() override { return automaton_.initial(); }
  std::span<const Edge> edges(std::uint32_t state, Letter letter) override {
    if (known_.insert({state, letter}).second) asked_.push_back({state, letter});
    return automaton_.edges(state, letter);
  }
  bool accepts_end(std::uint32_t state) override { return automaton_.accepts_end(state); }
  std::optional<Diagnostic> incomplete() const override { return automaton_.incomplete(); }
  std::size_t states() const override { return automaton_.states(); }
  bool has_state(std::uint32_t state) const override { return automaton_.has_state(state); }
  Strength strength() const override { return automaton_.strength(); }
  ComponentStrength strength_at(std::uint32_t state) const override { return automaton_.strength_at(state); }
  const Automaton* whole() const override { return automaton_.whole(); }
  std::string state_name(std::uint32_t state) const override { return automaton_.state_name(state); }

  void serialize(Archive& archive) {
    std::vector<Question> questions = asked_;
    questions.resize(static_cast<std::size_t>(archive.count(questions.size(), kBytes)));
    for (Question& question : questions) {
      archive.value(question.letter);
      archive.value(question.state);
      if (!archive.loading() || !archive.good()) continue;
      if (automaton_.states() == 0) automaton_.initial();
      const std::size_t atoms = automaton_.atoms().size();
      archive.require(has_state(question.state) && (atoms >= 64 || question.letter >> atoms == 0));
      if (archive.good()) edges(question.state, question.letter);
    }
  }

 private:
  struct Question {
    std::uint32_t state = 0;
    Letter letter = 0;
    friend bool operator==(const Question&, const Question&) = default;
  };
  struct QuestionHash {
    std::size_t operator()(const Question& one) const noexcept { return hash_mix(one.state, one.letter); }
  };
  static constexpr std::size_t kBytes = sizeof(Letter) + sizeof(std::uint32_t);

  PropertyAutomaton& automaton_;
  std::unordered_set<Question, QuestionHash> known_;
  std::vector<Question> asked_;  ///< in order, without duplicates
};

}  // namespace weir
