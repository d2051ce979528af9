// SPDX-License-Identifier: Apache-2.0
// Infers which variables, message fields and array indices hold identities of processes, by following the flow of
// values from `_pid` (or a declared parameter or variable). A scalarset (Ip and Dill 1996): identities are only
// compared for equality, stored, sent, and used as indices.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/program.h"
#include "reduction/symmetry/identity_terms.h"

namespace weir {

enum class Sort : std::uint8_t {
  Data,      ///< unchanged by an exchange
  Identity,  ///< renamed by an exchange
  Channel,   ///< number of a channel; renamed if it belongs to an array indexed by identities
  Process,   ///< number of a process (if that is not its identity)
};
inline constexpr std::size_t kSortCount = 4;

/// The exchanged processes, as declared and inferred.
struct IdentityKind {
  std::vector<std::uint32_t> types;      ///< process types; several: one process each
  std::vector<std::int32_t> values;      ///< the identities
  std::vector<std::uint32_t> positions;  ///< the processes' numbers; empty if they have no fixed positions
  std::uint32_t parameter = kNone;       ///< slot that holds the identity; kNone: _pid, or the type
  bool owns(std::uint32_t type) const;
  bool is_identity(std::int32_t value) const;
  bool pid_is_identity() const { return values.size() == positions.size() && parameter == kNone && numbered; }
  bool numbered = true;  ///< processes have numbers that code can read (Promela)
};

class IdentitySorts {
 public:
  IdentitySorts(const Program& program, const std::vector<Slot>& slots, const IdentityKind& kind);

  /// Declared by the user.
  void declare_values(std::uint32_t slot) { unify(value_of(slot), kIdentityNode); }
  void declare_indices(std::uint32_t slot) { unify(index_of(slot), kIdentityNode); }

  /// Processes the next terms. Returns false and sets the reason if an identity is used in a way that distinguishes
  /// processes.
  bool learn(const Terms& terms);
  /// Call after all terms: checks that stored identities keep their values.
  bool finish(const Terms& terms);
  const std::string& complaint() const { return complaint_; }
  TermId culprit() const { return culprit_; }

  Sort of(TermId term) const { return handles_[term] == kNone ? Sort::Data : sort(handles_[term]); }
  bool flexible(TermId term) const { return handles_[term] == kNone; }
  Sort of_values(std::uint32_t slot) const { return sort(value_of(slot)); }
  Sort of_indices(std::uint32_t slot) const { return sort(index_of(slot)); }
  Sort of_field(std::uint32_t channel_type, std::uint32_t field) const { return sort(fields_[channel_type][field]); }
  /// The sort of a message field; the channel's type may be unknown.
  Sort of_message(std::uint32_t channel_type, std::size_t field) const;
  Sort of_parameter(std::uint32_t process_type, std::size_t number) const;
  /// The sort of the index into an array of channels.
  Sort of_family(std::int32_t first, std::int32_t count) const;
  const std::map<std::pair<std::int32_t, std::int32_t>, std::uint32_t>& families() const { return families_; }
  /// Whether the term is 0 or 1.
  static bool is_truth(const Terms& terms, TermId id);
  std::uint32_t slot_at(std::uint32_t type, const Place& place) const;

 private:
  static constexpr std::uint32_t kDataNode = 0, kIdentityNode = 1, kChannelNode = 2;
  std::uint32_t value_of(std::uint32_t slot) const { return 3 + 2 * slot; }
  std::uint32_t index_of(std::uint32_t slot) const { return 4 + 2 * slot; }
  std::uint32_t root(std::uint32_t node) const;
  Sort sort(std::uint32_t node) const;
  bool unify(std::uint32_t a, std::uint32_t b);
  bool complain(TermId term, std::string reason);
  bool learn_one(const Terms& terms, TermId id);
  bool learn_far(TermId id, const Term& term);
  bool learn_received(TermId id, const Term& term);
  bool learn_operation(TermId id, const Term& term);
  bool learn_channel(TermId id, const Term& term);
  bool learn_run(TermId id, const Term& term);
  bool must_be_data(TermId id, const Term& term, std::size_t operand, const char* reason);
  bool check_room();
  bool check_families();
  void check_store(const Terms& terms, TermId id, TermId value, const Place& place);
  void check_messages(const Terms& terms, TermId id);
  void check_run(const Terms& terms, TermId id);
  bool look_at_process(const Terms& terms, TermId id);
  std::uint32_t of_table(const Term& term) const;
  std::string survives(const Terms& terms, TermId value, const Place& place) const;
  std::string slot_name(std::uint32_t slot) const;

  const Program& program_;
  const std::vector<Slot>& slots_;
  const IdentityKind& kind_;
  mutable std::vector<std::uint32_t> parent_;
  std::vector<std::uint32_t> handles_;  ///< by term; kNone: any sort
  std::vector<std::vector<std::uint32_t>> fields_;
  std::map<std::pair<std::int32_t, std::int32_t>, std::uint32_t> families_;
  std::string complaint_;
  TermId culprit_ = kNone;
};

}  // namespace weir
