// SPDX-License-Identifier: Apache-2.0
// Generates one function that walks over the processes, one for the receivers of each location, and one for each
// expression. Each transition is emitted twice, first as a trial to learn whether it can be compiled: emitted code
// cannot be removed.
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
  /// Emits into a discarded buffer to test whether it can be compiled.
  template <class Try>
  bool works(Try&& attempt) {
    asmjit::CodeHolder nowhere;
    CountErrors problems;
    nowhere.init(asmjit::Environment::host());
    nowhere.setErrorHandler(&problems);
    x86::Assembler a(&nowhere);
    FunctionEmitter emitter(program_, tables_, hooks_, can_follow_, NativeLabels(a), a);
    return attempt(emitter) && problems.errors == 0;
  }
  bool can_follow(TransitionId id) {
    std::int8_t& known = follows_[id];
    if (known < 0)
      known = works([&](FunctionEmitter& attempt) {
        // The label belongs to the trial's code, which is discarded.
        return attempt.follow(id, attempt.new_label());
      });
    return known != 0;
  }
  void walk(x86::Assembler& a, const NativeLabels& labels);
  void location(x86::Assembler& a, FunctionEmitter& emitter, LocationId id);
  void receivers(x86::Assembler& a, const NativeLabels& labels, LocationId id);
  bool place(asmjit::CodeHolder& code, std::string& why);

  const Program& program_;
  NativeHooks hooks_;
  NativeTables tables_;
  std::vector<std::int8_t> follows_;  ///< by transition; -1: not tried yet
  const FollowTest can_follow_ = [this](TransitionId id) { return can_follow(id); };
  std::vector<Function> locations_;  ///< jump targets of the walk
  std::vector<Entry> entries_;
  ExecutableMemory memory_;
};

void X86Code::walk(x86::Assembler& a, const NativeLabels& labels) {
  FunctionEmitter emitter(program_, tables_, hooks_, can_follow_, labels, a);
  locations_.assign(program_.locations.size(), nullptr);
  a.align(asmjit::AlignMode::kCode, 16);
  entries_.push_back({a.newLabel(), &walk_});
  a.bind(entries_.back().label);
  emitter.begin_walk(locations_.data());
  const Label interpreted = a.newLabel();
  a.bind(interpreted);
  emitter.call_back_process();
  const Label nothing = a.newLabel();
  a.bind(nothing);
  emitter.next_process();
  for (LocationId id = 0; id < program_.locations.size(); ++id) {
    const Location& here = program_.locations[id];
    bool has_escapes = false;
    for (std::uint32_t i = 0; i < here.count; ++i) has_escapes |= program_.transitions[here.first + i].escape != 0;
    if (here.count == 0) {
      entries_.push_back({nothing, &locations_[id]});
    } else if (here.deterministic || has_escapes) {
      entries_.push_back({interpreted, &locations_[id]});
    } else {
      location(a, emitter, id);
    }
  }
  emitter.end_walk();
  emitter.shared_code(receivers_.data());
}

void X86Code::location(x86::Assembler& a, FunctionEmitter& emitter, LocationId id) {
  const Location& here = program_.locations[id];
  a.align(asmjit::AlignMode::kCode, 16);
  entries_.push_back({a.newLabel(), &locations_[id]});
  a.bind(entries_.back().label);
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
  emitter.next_process();
}

/// Compiles the interpreter's try_receiver, if all of it can be compiled.
void X86Code::receivers(x86::Assembler& a, const NativeLabels& labels, LocationId id) {
  const Location& here = program_.locations[id];
  std::vector<TransitionId> receiving;
  bool all = true;
  receivers_[id].channels = tables_.may_receive[id];
  for (std::uint32_t i = 0; i < here.count; ++i) {
    const Transition& transition = program_.transitions[here.first + i];
    all = all && transition.escape == 0;
    if (transition.kind == TransitionKind::Deterministic) {
      const Location& inner = program_.locations[transition.inner];
      for (std::uint32_t j = 0; j < inner.count; ++j) {
        const std::uint32_t operation = program_.transitions[inner.first + j].channel_operation;
        if (operation != kNone && !program_.channel_operations[operation].sends()) all = false;
      }
      continue;
    }
    if (transition.channel_operation == kNone || program_.channel_operations[transition.channel_operation].sends())
      continue;
    receiving.push_back(here.first + i);
    all = all && works([&](FunctionEmitter& attempt) { return attempt.receiver(here.first + i); });
  }
  if (!all || receiving.empty()) return;
  a.align(asmjit::AlignMode::kCode, 16);
  entries_.push_back({a.newLabel(), &receivers_[id].function});
  a.bind(entries_.back().label);
  FunctionEmitter emitter(program_, tables_, hooks_, can_follow_, labels, a);
  emitter.prologue();
  for (const TransitionId transition : receiving) emitter.receiver(transition);
  emitter.epilogue();
}

bool X86Code::build(std::string& why) {
  if (program_.locations.size() > kMostLocations) {
    why = "the model has too many locations";
    return false;
  }
  receivers_.assign(program_.locations.size(), {});
  expressions_.assign(codes_.size(), nullptr);
  asmjit::CodeHolder code;
  CountErrors problems;
  code.init(asmjit::Environment::host());
  code.setErrorHandler(&problems);
  x86::Assembler a(&code);
  bool meets = false;
  for (const ChannelType& type : program_.channel_types) meets = meets || type.capacity == 0;
  const NativeLabels labels(a);
  walk(a, labels);
  for (LocationId id = 0; meets && id < program_.locations.size(); ++id) receivers(a, labels, id);
  for (std::size_t i = 0; i < codes_.size(); ++i) {
    if (!works([&](FunctionEmitter& attempt) { return attempt.expression(codes_[i]); })) continue;
    a.align(asmjit::AlignMode::kCode, 16);
    entries_.push_back({a.newLabel(), &expressions_[i]});
    a.bind(entries_.back().label);
    FunctionEmitter(program_, tables_, hooks_, can_follow_, labels, a).expression(codes_[i]);
  }
  if (problems.errors != 0) {
    why = "the assembler rejected an instruction";
    return false;
  }
  return place(code, why);
}

bool X86Code::place(asmjit::CodeHolder& code, std::string& why) {
  if (!memory_.place(code, why)) return false;
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
