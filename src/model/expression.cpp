// SPDX-License-Identifier: Apache-2.0
#include "model/expression.h"

namespace weir {

namespace {

OpCode of_width(OpCode first, Width width) {
  return static_cast<OpCode>(static_cast<std::uint8_t>(first) + static_cast<std::uint8_t>(width));
}

Instruction typed(OpCode op, const Place& place, std::int32_t a) {
  Instruction instruction;
  instruction.op = op;
  instruction.width = place.width;
  instruction.shift = place.shift;
  instruction.bits = place.bits;
  instruction.a = a;
  return instruction;
}

}  // namespace

void CodeBuilder::load(const Place& place) {
  code_.push_back(
      typed(of_width(place.global ? OpCode::LoadGlobal : OpCode::LoadLocal, place.width), place, signed_offset(place)));
}

void CodeBuilder::mask_for(const Place& place) {
  if (place.width != Width::Bits && place.bits < bytes_of(place.width) * 8 && place.bits != 1)
    emit(OpCode::Mask, place.bits);
}

void CodeBuilder::store(const Place& place) {
  mask_for(place);
  code_.push_back(typed(of_width(place.global ? OpCode::StoreGlobal : OpCode::StoreLocal, place.width), place,
                        signed_offset(place)));
}

void CodeBuilder::remote_load(const Place& place, bool computed) {
  code_.push_back(
      typed(computed ? OpCode::RemoteLoadAt : OpCode::RemoteLoad, place, computed ? 0 : signed_offset(place)));
}

void CodeBuilder::load_at(const Place& element) { code_.push_back(typed(OpCode::LoadAt, element, 0)); }

void CodeBuilder::store_at(const Place& element) {
  mask_for(element);
  code_.push_back(typed(OpCode::StoreAt, element, 0));
}

}  // namespace weir
