// SPDX-License-Identifier: Apache-2.0
// CodeWalk: runs a piece of code on the values of a domain instead of numbers (abstract interpretation). The walk knows
// the stack, jumps and joins from the instruction table (opcodes.h); the domain says what instructions do to values.
// Domains: intervals (code_scan.cpp), terms (identity_terms.cpp), numbers of processes (symmetry.cpp).
//
// All jumps go forward, so one pass in order meets every path, each instruction at most once. A path that jumps waits
// at its target and is joined there.
//
// A domain derives from CodeWalk<Domain, Value> and defines, for an instruction i:
//   Value constant(std::int32_t)
//   Value load(i)                    void store(i, value)
//   Value address(i)                 Value index(i, address, index)
//   Value load_at(i, address)        void store_at(i, address, value)
//   Value check_index(i, index)
//   Value unary(i, x)                Value binary(i, x, y)
//   Value query(i, operands)         void effect(i, operands)
//   void drop(value)                 a value that is not used
//   void test(value)                 the condition of a jump
//   void join(waiting)               merges a path that waits here into stack_
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/assert.h"
#include "model/opcodes.h"
#include "model/program.h"

namespace weir {

template <class Domain, class Value>
class CodeWalk {
 protected:
  /// A path that continues at `target`.
  struct Waiting {
    OpCode op = OpCode::Jump;  ///< how it got there
    std::size_t target = 0;
    /// What was tested. Jump: the condition of the alternative that it ends, if it is the first of two (`c -> x : y`).
    std::optional<Value> condition;
    std::vector<Value> stack;
  };

  explicit CodeWalk(const Program& program) : program_(program) {}

  /// Walks to the end of the code, unless the domain gives up.
  void walk(CodeRef code, std::vector<Value> stack) {
    stack_ = std::move(stack);
    live_ = true;
    for (at_ = code.begin; !gave_up_; ++at_) {
      arrive();
      const Instruction& i = program_.code[at_];
      if (i.op == OpCode::Return) return;
      if (live_) step(i);
    }
  }

  void give_up() { gave_up_ = true; }
  bool gave_up() const { return gave_up_; }
  std::size_t position() const { return at_; }
  /// Whether some path does not pass here.
  bool is_conditional() const { return !waiting_.empty(); }

  const Program& program_;
  std::vector<Value> stack_;

 private:
  Domain& domain() { return static_cast<Domain&>(*this); }
  void push(Value value) { stack_.push_back(std::move(value)); }

  void arrive() {
    for (std::size_t k = waiting_.size(); k-- > 0 && !gave_up_;) {
      if (waiting_[k].target != at_) continue;
      Waiting path = std::move(waiting_[k]);
      waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(k));
      if (live_)
        domain().join(path);
      else
        stack_ = std::move(path.stack);
      live_ = true;
    }
  }

  void step(const Instruction& i) {
    const std::size_t pops = pops_of(i);
    WEIR_ASSERT(stack_.size() >= pops, "code pops only what is on the stack");
    const auto first = stack_.end() - static_cast<std::ptrdiff_t>(pops);
    operands_.assign(first, stack_.end());
    stack_.erase(first, stack_.end());
    const std::vector<Value>& x = operands_;
    switch (info_of(i.op).group) {
      case OpGroup::Return: return;
      case OpGroup::Constant: return push(domain().constant(i.a));
      case OpGroup::Pop: return domain().drop(x[0]);
      case OpGroup::Swap: push(x[1]); return push(x[0]);
      case OpGroup::Load: return push(domain().load(i));
      case OpGroup::Store: return domain().store(i, x[0]);
      case OpGroup::Address: return push(domain().address(i));
      case OpGroup::Index: return push(domain().index(i, x[0], x[1]));
      case OpGroup::LoadAt: return push(domain().load_at(i, x[0]));
      case OpGroup::StoreAt: return domain().store_at(i, x[0], x[1]);
      case OpGroup::CheckIndex: return push(domain().check_index(i, x[0]));
      case OpGroup::Unary: return push(domain().unary(i, x[0]));
      case OpGroup::Binary: return push(domain().binary(i, x[0], x[1]));
      case OpGroup::Jump: return jump(i);
      case OpGroup::Query: return push(domain().query(i, std::span<const Value>(x)));
      case OpGroup::Effect: return domain().effect(i, std::span<const Value>(x));
    }
  }

  void jump(const Instruction& i) {
    WEIR_ASSERT(i.a > 0, "jumps go forward");
    Waiting path{i.op, target_of(at_, i), std::nullopt, stack_};
    if (i.op == OpCode::Jump) {
      if (!waiting_.empty() && waiting_.back().op == OpCode::JumpIfZero && waiting_.back().target == at_ + 1)
        path.condition = waiting_.back().condition;
      live_ = false;
    } else {
      domain().test(operands_[0]);
      path.condition = operands_[0];
      if (i.op != OpCode::JumpIfZero) path.stack.push_back(domain().constant(i.op == OpCode::OrJump ? 1 : 0));
    }
    // The innermost path is joined first.
    waiting_.push_back(std::move(path));
  }

  std::size_t at_ = 0;
  bool live_ = true;  ///< whether control comes here from the instruction before
  bool gave_up_ = false;
  std::vector<Waiting> waiting_;
  std::vector<Value> operands_;
};

}  // namespace weir
