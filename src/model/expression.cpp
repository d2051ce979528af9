// SPDX-License-Identifier: Apache-2.0
#include "model/expression.h"

namespace weir {

namespace {

Op of_width(Op first, Width width) {
  return static_cast<Op>(static_cast<std::uint8_t>(first) + static_cast<std::uint8_t>(width));
}

Instruction typed(Op op, const Place& place, std::int32_t a) {
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
      typed(of_width(place.global ? Op::LoadGlobal : Op::LoadLocal, place.width), place, signed_offset(place)));
}

void CodeBuilder::mask_for(const Place& place) {
  if (place.width != Width::Bits && place.bits < bytes_of(place.width) * 8 && place.bits != 1)
    emit(Op::Mask, place.bits);
}

void CodeBuilder::store(const Place& place) {
  mask_for(place);
  code_.push_back(
      typed(of_width(place.global ? Op::StoreGlobal : Op::StoreLocal, place.width), place, signed_offset(place)));
}

void CodeBuilder::load_at(const Place& element) { code_.push_back(typed(Op::LoadAt, element, 0)); }

void CodeBuilder::store_at(const Place& element) {
  mask_for(element);
  code_.push_back(typed(Op::StoreAt, element, 0));
}

}  // namespace weir
