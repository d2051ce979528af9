// SPDX-License-Identifier: Apache-2.0
// The domains against the machine: random code is run on random states, and what each domain says of it must be true
// there. Every instruction occurs in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "model/arithmetic.h"
#include "model/code_scan.h"
#include "model/interpreter.h"
#include "model/machine.h"
#include "model/program_system.h"
#include "reduction/symmetry/identity_terms.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

constexpr const char* kModel = R"(
  bit flag; byte small = 1, list[3]; unsigned wide : 12; short half; int whole; short row[2]; chan spare;
  chan queue = [2] of { byte, short }, large = [300] of { byte };
  proctype Worker(byte n; short m) { byte own[4]; chan made = [1] of { byte }; wait: made!n; own[0] = m }
  active proctype Main() priority 2 {
    bit mine; byte k; unsigned cut : 9; short h; int w; byte own[4];
    queue!1, 2; run Worker(1, 2); printf("%d", k);
    progress: if :: queue?[1, 2] -> skip :: queue??[eval(k), _] -> skip fi;
    mine = 1; cut = 1; h = 1; w = 1; own[k] = 1
  }
)";

/// Code for a process of one type (kNone: for no process), without an effect unless asked for.
class Generator {
 public:
  Generator(Program& program, std::uint32_t type, std::mt19937_64& random)
      : program_(program), random_(random), has_frame_(type != kNone) {
    for (const VariableInfo& variable : program.globals) variables_.push_back(&variable);
    if (has_frame_)
      for (const VariableInfo& variable : program.process_types[type].variables) variables_.push_back(&variable);
    for (const Instruction& i : program.code)
      if (i.op == OpCode::Poll) polls_.push_back(i.a);
  }

  CodeRef expression(bool creates) {
    creates_ = creates;
    CodeBuilder code(program_.code);
    value(code, 4);
    return code.finish();
  }
  CodeRef effect() {
    creates_ = true;
    CodeBuilder code(program_.code);
    for (unsigned n = below(3) + 1; n > 0; --n) statement(code);
    return code.finish();
  }

 private:
  unsigned below(std::size_t n) { return static_cast<unsigned>(random_() % n); }
  std::int32_t number() {
    static constexpr std::int32_t kEdges[] = {0, 1, 2, 3, -1, 31, 32, 255, 256, -32768, INT32_MAX, INT32_MIN};
    return kEdges[below(std::size(kEdges))];
  }
  const VariableInfo& variable(bool array) {
    for (;;)
      if (const VariableInfo& found = *variables_[below(variables_.size())]; found.is_array == array) return found;
  }
  void element(CodeBuilder& code, const VariableInfo& array, int depth) {
    code.address(array.place);
    value(code, depth - 1);
    code.emit(OpCode::Index, static_cast<std::int32_t>(array.count),
              static_cast<std::int32_t>(bytes_of(array.place.width)));
  }

  void value(CodeBuilder& code, int depth) {
    const auto operand = [&] { value(code, depth - 1); };
    if (depth == 0 || below(8) == 0) return below(2) == 0 ? code.constant(number()) : code.load(variable(false).place);
    switch (below(12)) {
      case 0: {
        const VariableInfo& array = variable(true);
        element(code, array, depth);
        return code.load_at(array.place);
      }
      case 1: operand(); return code.emit(one_of({OpCode::Not, OpCode::Complement, OpCode::Negate, OpCode::Truth}));
      case 2: operand(); return code.emit(OpCode::Mask, static_cast<std::int32_t>(below(31) + 1));
      case 3:
      case 4:
        operand();
        operand();
        if (below(8) == 0) code.emit(OpCode::Swap);
        return code.emit(static_cast<OpCode>(static_cast<unsigned>(OpCode::Add) + below(16)));
      case 5: {
        operand();
        const std::size_t jump = code.jump(one_of({OpCode::AndJump, OpCode::OrJump}));
        operand();
        code.emit(OpCode::Truth);
        return code.land(jump);
      }
      case 6: {
        operand();
        const std::size_t otherwise = code.jump(OpCode::JumpIfZero);
        operand();
        const std::size_t end = code.jump(OpCode::Jump);
        code.land(otherwise);
        operand();
        return code.land(end);
      }
      case 7: operand(); return code.emit(OpCode::CheckIndex, 3);
      case 8:
        return code.emit(one_of({OpCode::OwnPid, OpCode::ProcessCount, OpCode::Timeout, OpCode::NonProgress,
                                 OpCode::Accepting, OpCode::FindProcess}));
      case 9: return about_process(code, depth);
      case 10:
        if (has_frame_ && below(4) == 0) return code.emit(OpCode::Poll, polls_[below(polls_.size())]);
        below(2) == 0 ? code.constant(static_cast<std::int32_t>(below(4))) : operand();
        return code.emit(one_of({OpCode::ChannelLength, OpCode::ChannelFull, OpCode::ChannelEmpty,
                                 OpCode::ChannelNotFull, OpCode::ChannelNotEmpty}));
      default:
        if (!creates_) return operand();
        if (below(2) == 0) return code.emit(OpCode::NewChannel, static_cast<std::int32_t>(below(3)));
        operand();
        operand();
        return code.run(0, 2, 1);
    }
  }

  void about_process(CodeBuilder& code, int depth) {
    below(2) == 0 ? code.constant(static_cast<std::int32_t>(below(2))) : value(code, depth - 1);
    switch (below(3)) {
      case 0: return code.remote_load(variable(false).place, false);
      case 1: value(code, depth - 1); return code.remote_load(variable(false).place, true);
      default:
        return code.emit(one_of({OpCode::RemoteLocation, OpCode::PcValue, OpCode::Enabled, OpCode::GetPriority}), 1);
    }
  }

  void statement(CodeBuilder& code) {
    switch (below(5)) {
      case 0: {
        const VariableInfo& array = variable(true);
        element(code, array, 3);
        value(code, 3);
        return code.store_at(array.place);
      }
      case 1: value(code, 3); return code.emit(OpCode::Assert, 0);
      case 2:
        value(code, 3);
        code.emit(OpCode::Pop);
        return code.emit(OpCode::Print, 0);
      case 3:
        value(code, 2);
        value(code, 2);
        return code.emit(OpCode::SetPriority);
      default: value(code, 3); return code.store(variable(false).place);
    }
  }
  OpCode one_of(std::initializer_list<OpCode> ops) { return ops.begin()[below(ops.size())]; }

  Program& program_;
  std::mt19937_64& random_;
  bool has_frame_;
  bool creates_ = false;
  std::vector<const VariableInfo*> variables_;
  std::vector<std::int32_t> polls_;
};

/// What a scan reports.
struct Report : CodeObserver {
  explicit Report(std::size_t global_bytes, std::size_t frame_bytes)
      : global_reads(global_bytes), global_writes(global_bytes), local_reads(frame_bytes), local_writes(frame_bytes) {}
  void observe(const Observation& o) override {
    using Kind = Observation::Kind;
    if (o.kind == Kind::RuntimeError) may_fail = true;
    if (o.kind == Kind::Assertion) may_violate = true;
    if (o.kind == Kind::RemoteVariable) reads_frames = true;
    if (o.kind == Kind::CreateProcess || o.kind == Kind::CreateChannel) creates = true;
    if (o.kind == Kind::SetPriority) sets_priority = true;
    if (o.kind != Kind::Read && o.kind != Kind::Write) return;
    std::vector<bool>& bytes =
        o.kind == Kind::Read ? (o.global ? global_reads : local_reads) : (o.global ? global_writes : local_writes);
    const std::size_t end = std::min<std::size_t>(bytes.size(), std::size_t{o.first} + o.bytes);
    for (std::size_t i = o.first; i < end; ++i) bytes[i] = true;
  }
  std::vector<bool> global_reads, global_writes, local_reads, local_writes;
  bool may_fail = false, may_violate = false, reads_frames = false, creates = false, sets_priority = false;
};

class CodeWalkTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string diagnostics;
    system_ = promela_system(kModel, &diagnostics);
    ASSERT_NE(system_, nullptr) << diagnostics;
    program_ = program_of(*system_)->program();
    const auto main = std::find_if(program_.process_types.begin(), program_.process_types.end(),
                                   [](const ProcessType& type) { return type.name == "Main"; });
    type_ = static_cast<std::uint32_t>(main - program_.process_types.begin());
    ASSERT_EQ(program_.process_types[0].name, "Worker");
    SuccessorBuffer initial;
    system_->initial_states(initial);
    state_.assign(initial.state(0).begin(), initial.state(0).end());
    first_local_ = program_.header_bytes + 1;  // the priority follows the header
  }

  /// With other values of the variables.
  std::vector<std::byte> random_state() {
    std::vector<std::byte> state = state_;
    const auto change = [&](std::size_t at) {
      if (random_() % 2 == 0) state[at] = static_cast<std::byte>(random_() % 3 == 0 ? random_() : random_() % 4);
    };
    for (std::size_t i = 0; i < program_.global_bytes; ++i) change(i);
    for (std::size_t i = first_local_; i < program_.process_types[type_].frame_bytes; ++i)
      change(program_.fixed_bytes + i);
    return state;
  }

  struct Outcome {
    std::int32_t value = 0;
    RuntimeError error = RuntimeError::None;
    bool violates = false;
    std::vector<std::byte> after;
  };
  Outcome run(CodeRef code, const std::vector<std::byte>& state) const {
    const MachineTables tables(program_);
    Machine machine(program_, tables);
    machine.attach(state);
    machine.own(state);
    machine.select(0);
    Outcome result;
    result.value = machine.evaluate(code);
    result.error = machine.error;
    result.violates = machine.failed_assertion != kNone;
    result.after.assign(machine.owned().begin(), machine.owned().end());
    return result;
  }

  std::unique_ptr<TransitionSystem> system_;
  Program program_;
  std::uint32_t type_ = 0;
  std::size_t first_local_ = 0;
  std::vector<std::byte> state_;
  std::mt19937_64 random_{51};
};

TEST_F(CodeWalkTest, IntervalsContainWhatTheMachineDoes) {
  std::set<OpCode> met;
  std::size_t failed = 0, violated = 0, exact = 0;
  for (int round = 0; round < 2000; ++round) {
    SCOPED_TRACE(round);
    Generator generator(program_, type_, random_);
    const bool is_effect = round % 2 == 0;
    const CodeRef code = is_effect ? generator.effect() : generator.expression(true);
    for (const Instruction& i : instructions_of(program_, code)) met.insert(i.op);
    const std::size_t frame_bytes = program_.process_types[type_].frame_bytes;
    Report report(program_.global_bytes, frame_bytes);
    const AbstractValue all = scan_code(program_, code, ScanFacts{.pid = round % 3 == 0 ? 0 : -1}, report);
    exact += all.is_constant();
    for (int k = 0; k < 4; ++k) {
      const std::vector<std::byte> before = random_state();
      const Outcome here = run(code, before);
      failed += here.error != RuntimeError::None;
      violated += here.violates;
      ASSERT_TRUE(here.error == RuntimeError::None || report.may_fail) << to_string(here.error);
      ASSERT_TRUE(!here.violates || report.may_violate);
      if (here.error == RuntimeError::None && !is_effect) {
        ASSERT_EQ(all.kind, AbstractValue::Kind::Number);
        ASSERT_TRUE(all.lo <= here.value && here.value <= all.hi) << here.value << " in " << all.lo << ".." << all.hi;
      }
      // Nothing else is written.
      ASSERT_TRUE(here.after.size() == before.size() || report.creates);
      for (std::size_t i = 0; i < program_.global_bytes; ++i)
        ASSERT_TRUE(here.after[i] == before[i] || report.global_writes[i]) << i;
      for (std::size_t i = first_local_; i < frame_bytes; ++i) {
        const std::size_t at = program_.fixed_bytes + i;
        ASSERT_TRUE(here.after[at] == before[at] || report.local_writes[i]) << i;
      }
      ASSERT_TRUE(here.after[program_.fixed_bytes + first_local_ - 1] ==
                      before[program_.fixed_bytes + first_local_ - 1] ||
                  report.sets_priority);
      // Nothing else is read.
      std::vector<std::byte> other = random_state();
      for (std::size_t i = 0; i < program_.global_bytes; ++i)
        if (report.global_reads[i] || report.global_writes[i]) other[i] = before[i];
      for (std::size_t i = first_local_; i < frame_bytes; ++i)
        if (report.local_reads[i] || report.local_writes[i] || report.reads_frames)
          other[program_.fixed_bytes + i] = before[program_.fixed_bytes + i];
      if (report.reads_frames) std::copy_n(before.begin(), program_.global_bytes, other.begin());
      const Outcome there = run(code, other);
      ASSERT_EQ(here.error, there.error);
      ASSERT_EQ(here.violates, there.violates);
      if (!is_effect) {
        ASSERT_EQ(here.value, there.value);
      }
    }
  }
  EXPECT_GT(failed, 100U);
  EXPECT_GT(violated, 100U);
  EXPECT_GT(exact, 100U);
  std::string missing;
  for (const OpInfo& row : opcodes::kTable)
    if (met.count(row.op) == 0 && row.op != OpCode::Return) missing += " " + std::to_string(static_cast<int>(row.op));
  EXPECT_EQ(missing, "");
}

/// Evaluates terms by their definition; empty for kinds that are about more than variables.
class Evaluation {
 public:
  Evaluation(const Program& program, const std::vector<Slot>& slots, const Terms& terms, const std::byte* state)
      : program_(program), slots_(slots), terms_(terms), state_(state) {}

  std::optional<std::int32_t> of(TermId id) const {
    const Term& term = terms_[id];
    const auto operand = [&](std::size_t k) { return of(term.operands[k]); };
    switch (term.kind) {
      case Term::Kind::Constant: return term.a;
      case Term::Kind::OtherPid: return 0;
      case Term::Kind::Load: return load(slots_[bare(term.a)], 0);
      case Term::Kind::Element: {
        const auto index = operand(0);
        if (!index || bare(*index) >= slots_[bare(term.a)].count) return std::nullopt;
        return load(slots_[bare(term.a)], bare(*index));
      }
      case Term::Kind::Operation: {
        const auto x = operand(0);
        const auto y = term.operands.size() == 2 ? operand(1) : std::optional(term.a);
        if (!x || !y) return std::nullopt;
        return checked_apply(term.op, *x, *y);
      }
      case Term::Kind::And:
      case Term::Kind::Or: {
        const auto x = operand(0);
        if (!x) return std::nullopt;
        if ((*x != 0) == (term.kind == Term::Kind::Or)) return *x != 0;
        return operand(1);
      }
      case Term::Kind::Choice: {
        const auto x = operand(0);
        if (!x) return std::nullopt;
        return *x != 0 ? operand(1) : operand(2);
      }
      default: return std::nullopt;
    }
  }

 private:
  std::int32_t load(const Slot& slot, std::uint32_t element) const {
    const std::uint32_t base = slot.type == kNone ? 0 : program_.fixed_bytes;
    return load_scalar(state_ + base + slot.place.offset + std::size_t{element} * bytes_of(slot.place.width),
                       slot.place);
  }
  const Program& program_;
  const std::vector<Slot>& slots_;
  const Terms& terms_;
  const std::byte* state_;
};

TEST_F(CodeWalkTest, TermsHaveTheValueOfTheCode) {
  std::vector<Slot> slots;
  const auto add = [&](const std::vector<VariableInfo>& variables, std::uint32_t type) {
    for (const VariableInfo& variable : variables)
      slots.push_back({variable.name, type, variable.place, variable.count, variable.is_array});
  };
  add(program_.globals, kNone);
  std::vector<std::uint32_t> slots_of;
  for (std::uint32_t type = 0; type < program_.process_types.size(); ++type) {
    add(program_.process_types[type].variables, type);
    slots_of.push_back(type);
  }
  std::size_t compared = 0, failed = 0;
  for (int round = 0; round < 2500; ++round) {
    SCOPED_TRACE(round);
    Terms terms;
    TermReader reader(program_, slots, slots_of, {}, std::vector<bool>(slots_of.size(), false), kNone, terms);
    const CodeRef code = Generator(program_, type_, random_).expression(false);
    const TermId term = reader.value(code, type_);
    if (term == kNone) {
      EXPECT_NE(reader.problem(), "");
      continue;
    }
    for (int k = 0; k < 4; ++k) {
      const std::vector<std::byte> state = random_state();
      const Outcome outcome = run(code, state);
      const std::optional<std::int32_t> value = Evaluation(program_, slots, terms, state.data()).of(term);
      failed += outcome.error != RuntimeError::None;
      if (!value) continue;
      ++compared;
      ASSERT_EQ(outcome.error, RuntimeError::None);
      ASSERT_EQ(outcome.value, *value);
    }
  }
  EXPECT_GT(compared, 1000U);
  EXPECT_GT(failed, 100U);
}

TEST_F(CodeWalkTest, NativeCodeAnswersLikeTheMachine) {
  std::size_t failed = 0, held = 0, compiled = 0;
  bool exists = false;
  for (int round = 0; round < 40; ++round) {
    SCOPED_TRACE(round);
    std::vector<AtomCode> codes;
    for (int k = 0; k < 64; ++k) codes.push_back({Generator(program_, kNone, random_).expression(false)});
    Interpreter interpreted(program_), native(program_);
    interpreted.use(ExecutorChoice::Interpreter);
    native.use(ExecutorChoice::Native);
    for (const AtomCode& atom : codes) {
      interpreted.watch(atom.code);
      native.watch(atom.code);
    }
    for (int k = 0; k < 10; ++k) {
      const std::vector<std::byte> state = random_state();
      const AtomBits expected = interpreted.letter(codes, state);
      const AtomBits answered = native.letter(codes, state);
      ASSERT_EQ(expected.holds, answered.holds);
      ASSERT_EQ(expected.undefined, answered.undefined);
      held += expected.holds != 0;
      failed += expected.undefined != 0;
    }
    if (native.native_code() == nullptr) continue;
    exists = true;
    for (const AtomCode& atom : codes) compiled += native.native_code()->expression(atom.code) != nullptr;
  }
  EXPECT_GT(held, 100U);
  EXPECT_GT(failed, 100U);
  if (exists) {
    EXPECT_GT(compiled, 1000U);
  }
}

}  // namespace
}  // namespace weir::test
