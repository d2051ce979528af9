// SPDX-License-Identifier: Apache-2.0
// Which functions there are: one for each location, one for the receivers there, one for each expression. A transition
// is emitted twice, first for nothing, to learn whether it can be: code that was begun cannot be taken back.
#include "model/native_code.h"

#include <cstring>

#include "model/native/executable_memory.h"
#include "model/native/function_emitter.h"

namespace weir {

namespace x86 = asmjit::x86;
using asmjit::Label;

namespace {

constexpr std::size_t kMostLocations = 20000;

class CountErrors : public asmjit::ErrorHandler {
 public:
  void handleError(asmjit::Error, const char*, asmjit::BaseEmitter*) override { ++errors; }
  std::size_t errors = 0;
};

class X86Code final : public NativeCode {
 public:
  X86Code(const Program& program, const NativeHooks& hooks, const std::vector<CodeRef>& expressions)
      : program_(program), hooks_(hooks), tables_(program), follows_(program.transitions.size(), -1) {
    codes_ = expressions;
  }
  bool build(std::string& why);

 private:
  struct Entry {
    Label label;
    Function* function;
  };
  /// Whether it can be emitted: into the void.
  template <class Try>
  bool works(Try&& attempt) {
    asmjit::CodeHolder nowhere;
    CountErrors problems;
    nowhere.init(asmjit::Environment::host());
    nowhere.setErrorHandler(&problems);
    x86::Assembler a(&nowhere);
    FunctionEmitter emitter(program_, tables_, hooks_, can_follow_, a);
    return attempt(emitter) && problems.errors == 0;
  }
  bool can_follow(TransitionId id) {
    std::int8_t& known = follows_[id];
    if (known < 0)
      known = works([&](FunctionEmitter& attempt) {
        // The label belongs to the attempt's own code, which is thrown away.
        return attempt.follow(id, attempt.new_label());
      });
    return known != 0;
  }
  void location(x86::Assembler& a, LocationId id);
  void receivers(x86::Assembler& a, LocationId id);
  bool place(asmjit::CodeHolder& code, std::string& why);

  const Program& program_;
  NativeHooks hooks_;
  NativeTables tables_;
  std::vector<std::int8_t> follows_;  ///< by transition; -1: not tried yet
  const FollowTest can_follow_ = [this](TransitionId id) { return can_follow(id); };
  std::vector<Entry> entries_;
  ExecutableMemory memory_;
};

void X86Code::location(x86::Assembler& a, LocationId id) {
  const Location& here = program_.locations[id];
  bool has_escapes = false;
  for (std::uint32_t i = 0; i < here.count; ++i) has_escapes |= program_.transitions[here.first + i].escape != 0;
  if (here.deterministic || here.count == 0 || has_escapes) return;
  a.align(asmjit::AlignMode::kCode, 16);
  entries_.push_back({a.newLabel(), &expand_[id]});
  a.bind(entries_.back().label);
  FunctionEmitter emitter(program_, tables_, hooks_, can_follow_, a);
  emitter.prologue();
  for (std::uint32_t i = 0; i < here.count; ++i) {
    const TransitionId transition = here.first + i;
    if (works([&](FunctionEmitter& attempt) { return attempt.transition(transition); })) {
      emitter.transition(transition);
      ++compiled_;
    } else {
      emitter.call_back(transition);
      left_out_ += program_.transitions[transition].kind != TransitionKind::End;
    }
  }
  emitter.epilogue();
}

/// What the interpreter's try_receiver does, if all of it can be compiled.
void X86Code::receivers(x86::Assembler& a, LocationId id) {
  const Location& here = program_.locations[id];
  std::vector<TransitionId> receiving;
  bool all = true;
  const auto note = [&](const ChannelOperation& operation) {
    const std::uint32_t fixed = operation.static_channel;
    receivers_[id].channels |= fixed == kNone ? ~std::uint64_t{0} : std::uint64_t{1} << (fixed & 63);
  };
  for (std::uint32_t i = 0; i < here.count; ++i) {
    const Transition& transition = program_.transitions[here.first + i];
    all = all && transition.escape == 0;
    if (transition.kind == TransitionKind::Deterministic) {
      const Location& inner = program_.locations[transition.inner];
      for (std::uint32_t j = 0; j < inner.count; ++j) {
        const std::uint32_t operation = program_.transitions[inner.first + j].channel_operation;
        if (operation == kNone || program_.channel_operations[operation].sends()) continue;
        note(program_.channel_operations[operation]);
        all = false;
      }
      continue;
    }
    if (transition.channel_operation == kNone || program_.channel_operations[transition.channel_operation].sends())
      continue;
    note(program_.channel_operations[transition.channel_operation]);
    receiving.push_back(here.first + i);
    all = all && works([&](FunctionEmitter& attempt) { return attempt.receiver(here.first + i); });
  }
  if (!all || receiving.empty()) return;
  a.align(asmjit::AlignMode::kCode, 16);
  entries_.push_back({a.newLabel(), &receivers_[id].function});
  a.bind(entries_.back().label);
  FunctionEmitter emitter(program_, tables_, hooks_, can_follow_, a);
  emitter.prologue();
  for (const TransitionId transition : receiving) emitter.receiver(transition);
  emitter.epilogue();
}

bool X86Code::build(std::string& why) {
  if (program_.locations.size() > kMostLocations) {
    why = "the model has too many locations";
    return false;
  }
  expand_.assign(program_.locations.size(), nullptr);
  receivers_.assign(program_.locations.size(), {});
  expressions_.assign(codes_.size(), nullptr);
  asmjit::CodeHolder code;
  CountErrors problems;
  code.init(asmjit::Environment::host());
  code.setErrorHandler(&problems);
  x86::Assembler a(&code);
  bool meets = false;
  for (const ChannelType& type : program_.channel_types) meets = meets || type.capacity == 0;
  for (LocationId id = 0; id < program_.locations.size(); ++id) {
    location(a, id);
    if (meets) receivers(a, id);
  }
  for (std::size_t i = 0; i < codes_.size(); ++i) {
    if (!works([&](FunctionEmitter& attempt) { return attempt.expression(codes_[i]); })) continue;
    a.align(asmjit::AlignMode::kCode, 16);
    entries_.push_back({a.newLabel(), &expressions_[i]});
    a.bind(entries_.back().label);
    FunctionEmitter(program_, tables_, hooks_, can_follow_, a).expression(codes_[i]);
  }
  if (problems.errors != 0) {
    why = "the assembler refused an instruction";
    return false;
  }
  return place(code, why);
}

bool X86Code::place(asmjit::CodeHolder& code, std::string& why) {
  if (!memory_.place(code, why)) return false;
  code_bytes_ = code.codeSize();
  for (const Entry& entry : entries_) {
    std::byte* at = memory_.data() + code.labelOffsetFromBase(entry.label);
    std::memcpy(entry.function, &at, sizeof at);
  }
  return true;
}

}  // namespace

std::unique_ptr<NativeCode> NativeCode::compile(const Program& program, const NativeHooks& hooks,
                                                const std::vector<CodeRef>& expressions, std::string& why) {
  auto code = std::make_unique<X86Code>(program, hooks, expressions);
  if (!code->build(why)) return nullptr;
  return code;
}

}  // namespace weir
