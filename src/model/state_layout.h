// SPDX-License-Identifier: Apache-2.0
// The layout of a packed state: declared widths, byte-aligned, no padding; values below eight bits share bytes.
//
//   state  = globals | channels that always exist | items in order of their creation
//   item   = process frame | channel created by a process; both begin with a header of Program::header_bytes
//   frame  = header: the location | parameters and locals
//   channel = (header: number of locations + channel type) | length | capacity x message
//
// A process that ends is the youngest one alive, so ending truncates the state at its frame, including channels it
// created. A rendezvous channel stores only its header. The length is one byte, or four bytes if the capacity is above
// 255.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace weir {

/// Storage of a scalar. Bits: part of one byte.
enum class Width : std::uint8_t { Bits, U8, U16, I16, I32 };

constexpr std::uint32_t bytes_of(Width width) {
  switch (width) {
    case Width::Bits:
    case Width::U8: return 1;
    case Width::U16:
    case Width::I16: return 2;
    case Width::I32: return 4;
  }
  return 4;
}

/// The storage of one scalar (or of the first element of an array) relative to the globals or to a frame.
struct Place {
  bool global = true;
  Width width = Width::U8;
  std::uint8_t shift = 0;  ///< Bits: lowest bit in its byte
  std::uint8_t bits = 8;   ///< values are truncated to this many bits when stored
  std::uint32_t offset = 0;
};

/// How a value is displayed.
struct ValueKind {
  enum class Kind : std::uint8_t { Number, Boolean, Name, Channel };
  Kind kind = Kind::Number;
  std::uint32_t names = 0;  ///< Name: index of Program::name_tables
};

/// One variable, or one array of scalars; members of structures are variables with dotted names.
struct VariableInfo {
  std::string name;
  Place place;
  std::uint32_t count = 1;  ///< elements, back to back
  bool is_array = false;
  bool internal = false;  ///< not shown
  bool hidden = false;    ///< part of the state only where it can still be read
  ValueKind kind;
};

/// Assigns places in order; sub-byte values are packed into shared bytes first-fit.
class LayoutBuilder {
 public:
  explicit LayoutBuilder(bool global, std::uint32_t start = 0) : global_(global), size_(start) {}
  /// A scalar of `bits` bits (1..32). Arrays of sub-byte values use one byte per element.
  Place add(std::uint32_t bits, bool is_signed, std::uint32_t count = 1, bool is_array = false);
  /// Raw bytes, for a structure with its own layout.
  Place add_bytes(std::uint32_t bytes);
  std::uint32_t size() const { return size_; }

 private:
  struct SharedByte {
    std::uint32_t offset;
    std::uint32_t used;
  };
  bool global_;
  std::uint32_t size_;
  std::vector<SharedByte> shared_;
};

}  // namespace weir
