// SPDX-License-Identifier: Apache-2.0
// Code as terms: stack-machine code is executed symbolically, so that two pieces of code can be compared by meaning and
// renamed. Equal terms have one number; operands precede the terms that use them.
//
// A term that depends only on one identity (`1 - _pid`, `_pid == 2`) becomes the table of its values.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/program.h"
#include "model/scalar.h"

namespace weir {

using TermId = std::uint32_t;

/// A variable, global or of a process type.
struct Slot {
  std::string name;
  std::uint32_t type = kNone;  ///< process type; kNone: global
  Place place;
  std::uint32_t count = 1;
  bool is_array = false;
  bool is_channel = false;  ///< holds numbers of channels
  bool hidden = false;
  /// In DVE, variables of processes are globals. For exchanged processes they are represented by the slot of the first
  /// process and the identity of their owner.
  std::uint32_t stands_for = kNone;
  std::int32_t member = 0;
  std::uint32_t bytes() const { return bytes_of(place.width) * count; }
};

struct Term {
  enum class Kind : std::uint8_t {
    Constant,        ///< a
    Identity,        ///< of the executing process: _pid, or a parameter (slot a) that is never written
    Table,           ///< of an identity (operand): its value for each identity (table)
    OtherPid,        ///< _pid of a process that is not exchanged, of type a
    Load,            ///< slot a; optional: owner
    Element,         ///< slot a, index; optional: owner
    Far,             ///< a place computed with several indices; a: offset, b: process type; table: counts and strides
    Received,        ///< field a of a message of channel type b (kNone: unknown)
    Operation,       ///< op; a
    And,             ///< two operands
    Or,              ///<
    Choice,          ///< condition, then, otherwise
    OfProcess,       ///< op: RemoteLocation, PcValue, Enabled; a; process
    VariableOf,      ///< slot a; process
    Oldest,          ///< process of type a
    Query,           ///< op: about the state as a whole
    OfChannel,       ///< op; channel
    ChannelElement,  ///< index into an array of channels: a first number, b count
    Channel,         ///< a channel operation: a kind, b channel type (kNone: unknown); table: kinds of fields;
                     ///< channel, fields
    Poll,            ///< channel operation
    RunResult,       ///< number of a process just created
    ChannelResult,   ///< a new channel of type a
    Address,         ///< of offset a of process type b, indices; only on the way to a Far, Element or ChannelElement
    // Effects.
    Store,     ///< place, value
    Assert,    ///< value
    Drop,      ///< unused value
    Run,       ///< type a; arguments
    Sequence,  ///< effects in order
    Test,      ///< value of a guard
  };
  Kind kind = Kind::Constant;
  OpCode op = OpCode::Return;
  std::int32_t a = 0;
  std::int32_t b = 0;
  std::vector<TermId> operands = {};
  std::vector<std::int32_t> table = {};
  friend auto operator<=>(const Term&, const Term&) = default;
  friend bool operator==(const Term&, const Term&) = default;
};

/// Stores every term once.
class Terms {
 public:
  TermId add(Term term);
  const Term& operator[](TermId id) const { return *terms_[id]; }
  std::size_t size() const { return terms_.size(); }

 private:
  std::map<Term, TermId> numbers_;
  std::vector<const Term*> terms_;
};

/// Converts code to terms.
class TermReader {
 public:
  /// `values`: all identities. `owners`: by process type, whether it has one; `parameter`: the slot that holds it, or
  /// kNone if it is _pid.
  TermReader(const Program& program, const std::vector<Slot>& slots, const std::vector<std::uint32_t>& slots_of,
             std::vector<std::int32_t> values, std::vector<bool> owners, std::uint32_t parameter, Terms& terms);

  /// Converts code of a process of this type (kNone: no process). An expression becomes a Test, an effect a Sequence;
  /// kNone if it cannot be converted.
  TermId guard(CodeRef code, std::uint32_t type);
  TermId effect(CodeRef code, std::uint32_t type);
  TermId value(CodeRef code, std::uint32_t type);
  TermId channel_operation(std::uint32_t number, std::uint32_t type);
  const std::string& problem() const { return problem_; }

 private:
  class Walk;

  bool run(CodeRef code, std::uint32_t type, std::vector<TermId>& stack, std::vector<TermId>& effects);
  TermId field(const MessageField& field, std::size_t number, std::uint32_t channel_type, std::uint32_t type);
  TermId made(Term term);  ///< as a table or constant if possible
  TermId identity_in(const Term& term) const;
  TermId place(std::uint32_t type, std::int32_t offset, const Instruction& form);
  TermId variable(std::uint32_t slot, std::vector<TermId> index);
  TermId place_at(TermId address, const Instruction& form);
  bool fail(const char* problem);

  const Program& program_;
  const std::vector<Slot>& slots_;
  const std::vector<std::uint32_t>& slots_of_;  ///< by process type: the type whose slots it uses
  std::vector<std::int32_t> values_;
  std::vector<bool> owners_;
  std::uint32_t parameter_;
  Terms& terms_;
  std::string problem_;
  int polls_ = 0;  ///< open polls, which may be nested
};

}  // namespace weir
