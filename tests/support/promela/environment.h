// SPDX-License-Identifier: Apache-2.0
// The declarations of a random program so far: types, variables, channels, processes, inlines, macros.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weir::test {

enum class Basic : std::uint8_t { Bit, Bool, Byte, Pid, Short, Int, Unsigned, Mtype, Channel, Structure };

struct DataType {
  Basic basic = Basic::Byte;
  int bits = 8;            ///< of an Unsigned
  std::string mtype = {};  ///< of a named Mtype
  int structure = -1;      ///< index of Environment::structures
  int message = -1;        ///< of a Channel: index of Environment::messages

  bool is_number() const { return basic != Basic::Channel && basic != Basic::Structure; }
  /// The width in bits of a variable, or of a message field (where a bit takes a byte).
  int width() const {
    switch (basic) {
      case Basic::Bit:
      case Basic::Bool: return 1;
      case Basic::Short: return 16;
      case Basic::Int: return 32;
      case Basic::Unsigned: return bits;
      default: return 8;
    }
  }
  friend bool operator==(const DataType&, const DataType&) = default;
};

struct DeclaredVariable {
  std::string name;
  DataType type;
  int size = 0;          ///< elements of an array; 0: a scalar
  int capacity = -1;     ///< of a channel initialised in its declaration; -1 for a variable
  bool writable = true;  ///< false for an argument of an inline or macro that may be any expression
  bool hidden = false;
};

struct DeclaredStructure {
  std::string name;
  std::vector<DeclaredVariable> fields;
};

struct DeclaredMtype {
  std::string name;  ///< empty: plain mtype
  std::vector<std::string> constants;
};

struct DeclaredProcess {
  std::string name;
  int active = 0;        ///< initial instances
  bool by_init = false;  ///< created only by `init`
  int first_pid = 0;
  std::vector<DeclaredVariable> parameters;
  std::vector<DeclaredVariable> locals;  ///< declared at the start of the body; for remote references
  std::vector<std::string> labels;       ///< filled in when the body is known
};

struct DeclaredInline {
  std::string name;
  std::vector<DeclaredVariable> parameters;
  bool returns = false;
};

struct DeclaredMacro {
  std::string name;
  int arguments = -1;  ///< -1: no parentheses
};

/// Processes that use their numbers or a parameter as identities, and the variables for them: see identities.h.
struct Identities {
  enum class Kind : std::uint8_t {
    Active,     ///< `active [count] proctype P0()`; _pid is the identity
    Started,    ///< created by `init`
    Parameter,  ///< created by `init`; the parameter `id` is the identity
    Types,      ///< one process each of P0, P1, ..., which are copies of each other
  };
  int count = 0;  ///< 0: none
  int first = 0;  ///< the smallest identity
  int null_identity = 255;
  Kind kind = Kind::Active;
  Basic type = Basic::Byte;  ///< of variables that hold identities
  int bits = 3;              ///< of these, if the type is Unsigned
  bool tells_apart = false;  ///< some statements distinguish one of them
  bool guarded = true;       ///< the null identity is never used as an index
  bool constants = false;    ///< copies use their number instead of _pid
  bool arrays = false;       ///< `flag` and `own` are indexed by identities
  bool owners = false, next = false, record = false, records = false, replies = false, pairs = false;  ///< globals
  bool carried = false;             ///< messages of `own` carry identities
  bool peer = false, seen = false;  ///< locals
  bool helper = false;              ///< there is a process type that receives an identity
};

struct Environment {
  std::vector<DeclaredMtype> mtypes;
  std::vector<DeclaredStructure> structures;
  std::vector<std::vector<DataType>> messages;
  std::vector<DeclaredVariable> globals;
  std::vector<DeclaredProcess> processes;  ///< all proctypes, including those without a body yet
  std::vector<DeclaredInline> inlines;
  std::vector<DeclaredMacro> macros;
  std::vector<std::string> ltl;  ///< names of ltl blocks
  std::vector<std::string> claims;
  int process_total = 0;  ///< initial processes
  Identities identities;
  std::string symmetry;  ///< declaration for --symmetry

  /// Variables of the current process in the order of declaration; the last ones belong to inner blocks.
  std::vector<DeclaredVariable> locals;
  int process = -1;  ///< the current process; -1: none

  /// The number of fields of a message, with structures flattened.
  std::size_t fields_of(const std::vector<DataType>& message) const;
  std::size_t widest_message() const;
};

}  // namespace weir::test
