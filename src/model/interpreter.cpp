// SPDX-License-Identifier: Apache-2.0
#include "model/interpreter.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include <weir/catalogue.h>

namespace weir {

template <>
std::span<const Choice<Executor>> choices() {
  static constexpr Choice<Executor> kRows[] = {
      {Executor::Auto, "auto", "native code once it pays off"},
      {Executor::Interpreter, "interpreter", "no native code"},
      {Executor::Native, "native", "native code from the first state on"},
  };
  return kRows;
}

struct Interpreter::Scratch : ExpansionScratch {
  explicit Scratch(const Interpreter& interpreter)
      : ExpansionScratch(interpreter.program_, interpreter.tables_), owner(interpreter) {
    machine.enabled_test = &interpreter;
  }
  ~Scratch() { owner.keep_fired(*this); }

  const Interpreter& owner;
  std::uint64_t expansions = 0;  ///< states expanded by the interpreter before native code exists
  /// With a fixed layout: the size of the states whose layout the machine knows, plus 1; 0 if none.
  std::size_t laid_out = 0;
};

Interpreter::Pool::Lease Interpreter::lease() const {
  return Pool::Lease(pool_, [this] { return new Scratch(*this); });
}

void Interpreter::obey(const ExpansionLimits& limits) {
  setting_.stop = limits.stop;
  setting_.memory = limits.memory;
  pool_.for_each_idle([](Scratch& scratch) { scratch.endless.reset(); });  // its memory belongs to the old budget
}

Interpreter::Interpreter(const Program& program)
    : program_(program),
      tables_(program),
      setting_{.program = program, .stop = &never_, .memory = &unlimited_},
      hidden_(std::make_unique<HiddenVariables>(program)) {
  for (const Transition& transition : program.transitions)
    fixed_layout_ = fixed_layout_ && !transition.resizes && transition.kind != TransitionKind::End;
  const Pool::Lease scratch = lease();
  initial_error_ = initialise(*scratch);
}

void Interpreter::use(Executor choice) {
  choice_ = choice;
  forget_native();
}

void Interpreter::watch(CodeRef code) {
  watched_.push_back(code);
  watches_timeout_ = watches_timeout_ || contains(program_, code, OpCode::Timeout);
  if (native_.load() != nullptr) forget_native();
}

void Interpreter::forget_native() {
  native_.store(nullptr);
  owned_.reset();
  tried_ = false;
  pool_.for_each_idle([](Scratch& scratch) { scratch.expansions = 0; });
}

/// Returns native code if it exists, compiling it when it pays off. One thread compiles; the others continue without
/// it.
const NativeCode* Interpreter::native(Scratch& scratch) const {
  if (paused_) return nullptr;
  const NativeCode* code = native_.load(std::memory_order_acquire);
  if (code != nullptr || choice_ == Executor::Interpreter) return code;
  // Compiling costs about as much as interpreting this many states.
  const std::uint64_t worth = choice_ == Executor::Native ? 0 : 500 + 4 * program_.transitions.size();
  if (scratch.expansions++ < worth || tried_.load(std::memory_order_relaxed) || tried_.exchange(true)) return nullptr;
  owned_ = NativeCode::compile(program_, StateExpansion::hooks(), watched_, why_not_);
  native_.store(owned_.get(), std::memory_order_release);
  return owned_.get();
}

void Interpreter::keep_fired(const Scratch& scratch) const {
  const std::lock_guard lock(fired_mutex_);
  fired_.resize(program_.transitions.size());
  for (std::size_t i = 0; i < fired_.size(); ++i) fired_[i] |= scratch.fired[i];
}

void Interpreter::add_fired(std::vector<std::uint8_t>& out) const {
  pool_.for_each_idle([this](const Scratch& scratch) { keep_fired(scratch); });
  const std::lock_guard lock(fired_mutex_);
  out.resize(std::max(out.size(), fired_.size()));
  for (std::size_t i = 0; i < fired_.size(); ++i) out[i] |= fired_[i];
}

Interpreter::~Interpreter() = default;

/// Builds the initial state in the machine; returns the run-time error, if any.
RuntimeError Interpreter::initialise(Scratch& scratch) const {
  scratch.laid_out = 0;
  Machine& machine = scratch.machine;
  const std::vector<std::byte> fixed(program_.fixed_bytes, std::byte{0});
  machine.attach(fixed);
  machine.own(fixed);
  machine.select_none();
  machine.execute(program_.initialise_globals);
  for (const InitialProcess& process : program_.initial) {
    const std::int32_t given = process.priority;
    machine.initialise(process.type, nullptr, 0, given > 0 ? given : program_.process_types[process.type].priority);
  }
  return std::exchange(machine.error, RuntimeError::None);
}

void Interpreter::initial_states(SuccessorBuffer& out) const {
  const Pool::Lease scratch = lease();
  initialise(*scratch);
  out.append(Step{}, scratch->machine.owned());
  clear_hidden(out, out.size() - 1, 0);
}

void Interpreter::successors(StateView state, SuccessorBuffer& out) const {
  const Pool::Lease scratch = lease();
  attach(*scratch, state);
  generate(state, *scratch, true, 0, out);
}

void Interpreter::successors_of(std::span<const StateView> states, SuccessorBuffer& out, std::size_t* ends) const {
  const Pool::Lease scratch = lease();
  for (const StateView state : states) {
    attach(*scratch, state);
    generate(state, *scratch, true, 0, out);
    *ends++ = out.size();
  }
}

/// Attaches the machine to the state. If processes and channels are neither created nor removed, all states have the
/// same layout, except those inside an endless sequence, which are longer.
void Interpreter::attach(Scratch& scratch, StateView state) const {
  if (fixed_layout_ && scratch.laid_out == state.size() + 1)
    scratch.machine.work_on(const_cast<std::byte*>(state.data()));
  else
    scratch.machine.attach(state);
  scratch.laid_out = scratch.machine.control() == kNoProcess ? state.size() + 1 : 0;
}

/// `attached`: the machine is attached to the state already. `room`: bytes reserved for the caller after each
/// successor.
void Interpreter::generate(StateView state, Scratch& scratch, bool attached, std::size_t room,
                           SuccessorBuffer& out) const {
  if (initial_error_ != RuntimeError::None) {
    Step step;
    step.fault = Fault::RuntimeError;
    std::byte* copy = out.append(step, state.size() + room);
    if (!state.empty()) std::memcpy(copy, state.data(), state.size());
    return;
  }
  const std::size_t first = out.size();
  StateExpansion(setting_, scratch, out, native(scratch), room).run(state, attached);
  clear_hidden(out, first, room);
}

void Interpreter::clear_hidden(SuccessorBuffer& out, std::size_t first, std::size_t room) const {
  if (hidden_->none()) return;
  for (std::size_t i = first; i < out.size(); ++i) {
    const StateView made = out.state(i);
    hidden_->clear(const_cast<std::byte*>(made.data()), made.size() - room, tables_);
  }
}

void Interpreter::expand(std::span<const AtomCode> codes, StateView state, TransitionSystem::ExpansionRequest& request,
                         SuccessorBuffer& out) const {
  const Pool::Lease scratch = lease();
  const int room = request.room_for(letter(codes, state, *scratch));  // attaches the machine
  if (room == TransitionSystem::ExpansionRequest::kNone) return;
  generate(state, *scratch, true, static_cast<std::size_t>(room), out);
}

AtomBits Interpreter::letter(std::span<const AtomCode> codes, StateView state) const {
  const Pool::Lease scratch = lease();
  return letter(codes, state, *scratch);
}

AtomBits Interpreter::letter(std::span<const AtomCode> codes, StateView state, Scratch& scratch) const {
  Machine& machine = scratch.machine;
  attach(scratch, state);
  machine.select_none();
  NativeContext& context = scratch.context;
  context.source = state.data();
  context.size = static_cast<std::uint32_t>(state.size());
  context.process_count = machine.process_count();
  context.channel_count = machine.channel_count();
  context.pid = kNoProcess;
  if (watches_timeout_) find_timeout(scratch);
  context.timeout = machine.timeout;
  const NativeCode* native = this->native(scratch);
  AtomBits letter;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const NativeCode::Function function = native == nullptr ? nullptr : native->expression(codes[i].code);
    bool holds = false;
    bool fails = false;
    if (function != nullptr) {
      context.failed = 0;
      holds = function(&context) != 0;
      fails = context.failed != 0;
    } else {
      holds = machine.evaluate(codes[i].code) != 0;
      fails = std::exchange(machine.error, RuntimeError::None) != RuntimeError::None;
    }
    if (codes[i].asks_failure) {
      holds = std::exchange(fails, false);
    }
    letter.holds |= std::uint64_t{holds && !fails} << i;
    letter.undefined |= std::uint64_t{fails} << i;
  }
  machine.timeout = false;
  return letter;
}

/// Outside of any process, `timeout` means that no process can move without it.
void Interpreter::find_timeout(Scratch& scratch) const {
  Machine& machine = scratch.machine;
  machine.timeout = false;
  SuccessorBuffer unused;
  StateExpansion expansion(setting_, scratch, unused);
  bool stuck = machine.control() == kNoProcess;
  for (std::uint32_t i = 0; i < machine.process_count() && stuck; ++i) stuck = !expansion.can_move(i);
  machine.timeout = stuck;
  machine.select_none();
}

std::optional<std::int32_t> Interpreter::evaluate(CodeRef code, StateView state) const {
  const Pool::Lease scratch = lease();
  scratch->laid_out = 0;
  Machine& machine = scratch->machine;
  machine.attach(state);
  machine.select_none();
  if (contains(program_, code, OpCode::Timeout)) find_timeout(*scratch);
  const std::int32_t value = machine.evaluate(code);
  machine.timeout = false;
  if (std::exchange(machine.error, RuntimeError::None) != RuntimeError::None) return std::nullopt;
  return value;
}

bool Interpreter::may_end(StateView state) const {
  const Pool::Lease scratch = lease();
  Machine& machine = scratch->machine;
  machine.attach(state);
  for (std::uint32_t i = 0; i < machine.process_count(); ++i)
    if (!program_.locations[machine.location(i)].may_end) return false;
  return true;
}

bool Interpreter::enabled(Machine& machine, std::uint32_t process) const {
  bool result = false;
  if (machine.asked_about.test(process)) {
    machine.asked_in_circle = true;
  } else {
    // Uses a second machine: the first is evaluating an expression for another process.
    const Pool::Lease scratch = lease();
    Machine& other = scratch->machine;
    other.attach(machine.view());
    other.timeout = machine.timeout;
    other.asked_about = machine.asked_about;
    other.asked_about.set(process);
    other.asked_in_circle = false;
    SuccessorBuffer unused;
    result = StateExpansion(setting_, *scratch, unused).can_move(process);
    other.asked_about.reset();
    machine.asked_in_circle = other.asked_in_circle;
  }
  // All questions on a cycle fail, so that the result does not depend on where the cycle was entered.
  if (machine.asked_in_circle && machine.error == RuntimeError::None) machine.error = RuntimeError::CircularQuestion;
  return result && !machine.asked_in_circle;
}

std::vector<MicroStep> Interpreter::unfold(StateView from, const Step& step) const {
  if (initial_error_ != RuntimeError::None) return {};
  const Pool::Lease scratch = lease();
  SuccessorBuffer out;
  std::vector<MicroStep> found;
  StateExpansion expansion(setting_, *scratch, out);
  Recording recording;
  expansion.record(step, found, recording);
  expansion.run(from);
  scratch->machine.output = nullptr;
  return found;
}

std::size_t Interpreter::perform(StateView from, std::span<const ScriptStep> script, SuccessorBuffer& out) const {
  const Pool::Lease scratch = lease();
  std::size_t used = 0;
  const std::size_t first = out.size();
  StateExpansion expansion(setting_, *scratch, out);
  expansion.follow_script(script, used);
  expansion.run(from);
  clear_hidden(out, first, 0);
  return used;
}

}  // namespace weir
