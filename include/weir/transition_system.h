// SPDX-License-Identifier: Apache-2.0
// TransitionSystem: the interface between front-ends, which implement it, and stores and searches, which use it.
// Neither side knows the other.
//
// A state is a string of bytes that only the model interprets; equal states have equal bytes. Successors are appended
// to a flat buffer that the caller reuses, so that expanding a state does not allocate. Once the atoms are resolved,
// all const members may be called from several threads concurrently; scratch memory lives in the caller's buffer or on
// the stack.
//
// Searches call the batch members: successors of several states, all atoms of a state, atoms and successors together.
// The defaults handle one item at a time; a model that can answer a batch faster overrides them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <weir/diagnostic.h>
#include <weir/export.h>

namespace weir {

using StateView = std::span<const std::byte>;

/// An error in a step that the model reports regardless of the property.
enum class Fault : std::uint8_t { None, Assertion, RuntimeError };

inline constexpr std::int32_t kNoProcess = -1;

/// One step out of a state. Together with its source state it determines the description of the step.
struct Step {
  std::uint32_t transition = 0;       ///< the model's number for the executed transition
  std::int32_t process = kNoProcess;  ///< the process that acted
  std::int32_t partner = kNoProcess;  ///< the second process of a rendezvous, or kNoProcess
  Fault fault = Fault::None;          ///< a faulty step still has a successor state, but the search stops there

  friend bool operator==(const Step&, const Step&) = default;
};

/// Successors of one state: steps, and their target states back to back in one flat array.
class SuccessorBuffer {
 public:
  SuccessorBuffer() = default;
  ~SuccessorBuffer() {
    delete[] at_.entries;
    delete[] at_.bytes;
  }
  SuccessorBuffer(const SuccessorBuffer& other) {
    for (std::size_t i = 0; i < other.size(); ++i) append(other.step(i), other.state(i));
  }
  SuccessorBuffer(SuccessorBuffer&& other) noexcept : at_(std::exchange(other.at_, {})) {}
  SuccessorBuffer& operator=(SuccessorBuffer other) noexcept {
    std::swap(at_, other.at_);
    return *this;
  }

  void clear() { at_.count = at_.used = 0; }
  /// Adds a successor of `size` bytes and returns where to write them. The pointer is valid until the next append.
  std::byte* append(const Step& step, std::size_t size) {
    const Entry entry{step, at_.used, size};  // copied: the step may be an element of this buffer
    if (at_.count == at_.entry_room || size > at_.byte_room - at_.used) grow(size);
    at_.entries[at_.count++] = entry;
    at_.used += size;
    return at_.bytes + entry.offset;
  }
  void append(const Step& step, StateView state) {
    std::byte* target = append(step, state.size());
    if (!state.empty()) std::memcpy(target, state.data(), state.size());
  }
  void pop_back() { at_.used = at_.entries[--at_.count].offset; }
  /// Removes the successors whose step is not kept. The bytes of the others stay where they are.
  template <class Keep>
  void keep_if(Keep keep) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < at_.count; ++i)
      if (keep(std::as_const(at_.entries[i].step))) at_.entries[kept++] = at_.entries[i];
    at_.count = kept;
  }
  std::size_t size() const { return at_.count; }
  bool empty() const { return at_.count == 0; }
  const Step& step(std::size_t i) const { return at_.entries[i].step; }
  Step& step(std::size_t i) { return at_.entries[i].step; }
  StateView state(std::size_t i) const { return {at_.bytes + at_.entries[i].offset, at_.entries[i].size}; }

 private:
  friend struct NativeSuccessors;  // generated code appends, too
  struct Entry {
    Step step;
    std::size_t offset;  ///< position of its state in `bytes`
    std::size_t size;
  };
  struct Arrays {
    Entry* entries = nullptr;
    std::size_t count = 0;
    std::size_t entry_room = 0;
    std::byte* bytes = nullptr;
    std::size_t used = 0;
    std::size_t byte_room = 0;
  };

  /// Makes room for at least one more successor of `size` bytes.
  [[gnu::noinline]] void grow(std::size_t size) {
    if (at_.count == at_.entry_room) enlarge(at_.entries, at_.count, at_.entry_room, 2 * at_.count + 8);
    if (size > at_.byte_room - at_.used) enlarge(at_.bytes, at_.used, at_.byte_room, 2 * (at_.used + size));
  }
  template <class T>
  static void enlarge(T*& array, std::size_t used, std::size_t& room, std::size_t wanted) {
    T* larger = new T[wanted];
    if (used > 0) std::memcpy(larger, array, used * sizeof(T));
    delete[] array;
    array = larger;
    room = wanted;
  }

  Arrays at_;
};

/// An atom of a formula as resolved by the model: a predicate on states, or on the step that leaves a state.
struct Atom {
  enum class Kind : std::uint8_t { State, Event };
  Kind kind = Kind::State;
  std::uint32_t id = 0;
};

/// The atoms of weir itself: the state is a deadlock; the step is an event that no other atom of the property names.
inline constexpr std::string_view kDeadAtom = "dead";
inline constexpr std::string_view kTauAtom = "tau";
inline bool is_built_in_atom(std::string_view text) { return text == kDeadAtom || text == kTauAtom; }

/// A readable variable of a state.
using Value = std::variant<bool, std::int64_t, std::string>;
struct Variable {
  std::string name;
  Value value;
  friend bool operator==(const Variable&, const Variable&) = default;
};

/// A readable description of a message passed in a step.
struct Communication {
  enum class Kind : std::uint8_t { Send, Receive, Rendezvous };
  Kind kind = Kind::Send;
  std::string channel;
  std::string message;
  std::string sender;    ///< process name, if known
  std::string receiver;  ///< process name, if known
};

/// A readable description of a step.
struct StepDescription {
  /// One transition of the step, as in Spin's trails.
  struct Move {
    std::int32_t process = kNoProcess;
    std::uint32_t statement = 0;  ///< Spin's number of the statement
    friend bool operator==(const Move&, const Move&) = default;
  };

  std::string event;    ///< the model's label: a transition label, or the statement
  std::string process;  ///< e.g. "P[0]"; empty if the model has no processes
  std::string file;     ///< source file of the statement; empty if unknown
  std::uint32_t line = 0;
  std::string fault;   ///< the error message, if step.fault is set
  std::string output;  ///< what the step prints (printf)
  std::optional<Communication> communication;
  std::vector<Move> moves;  ///< Promela only: the step's transitions in order
};

/// Truth values of the state atoms in one state: bit i belongs to atom i of a list.
struct AtomBits {
  std::uint64_t holds = 0;
  std::uint64_t undefined = 0;  ///< the atom cannot be evaluated, and does not hold
  friend bool operator==(const AtomBits&, const AtomBits&) = default;
};

class KnownTransitions;
class KnownValues;
class ProgramSystem;
class ReducibleStructure;
class SymmetricStates;
class WatchedProgram;
class LimitedSystem;

/// Optional features of a system. Searches and reductions query these instead of its dynamic type.
struct Capabilities {
  const SymmetricStates* symmetry = nullptr;      ///< --reduce symmetry (reducible.h)
  const KnownTransitions* transitions = nullptr;  ///< --reduce por (reducible.h)
  const ReducibleStructure* structure = nullptr;  ///< for nets: --reduce structural
  KnownValues* values = nullptr;                  ///< atoms with a known value (reducible.h)
  /// Whether the partner of a step counts as acting and enabled. In Promela it does not: in Spin, a receiver that waits
  /// for a rendezvous is blocked, and the step is the sender's.
  bool partner_acts = true;
  const ProgramSystem* program = nullptr;   ///< for Promela and DVE: the program that is executed
  const WatchedProgram* watched = nullptr;  ///< for Promela: that program with the monitors of its channels
  const LimitedSystem* limited = nullptr;   ///< for weir's own front-ends: limits inside one expansion
};

class WEIR_EXPORT TransitionSystem {
 public:
  virtual ~TransitionSystem() = default;

  /// Appends the initial states. Their steps have no meaning.
  virtual void initial_states(SuccessorBuffer& out) const = 0;
  /// Appends all successors of `state`, always in the same order. No successors: a deadlock or a final state.
  virtual void successors(StateView state, SuccessorBuffer& out) const = 0;
  /// Appends the successors of several states in order; `ends[i]` is where the successors of state i end in `out`.
  virtual void successors_of(std::span<const StateView> states, SuccessorBuffer& out, std::size_t* ends) const {
    for (const StateView state : states) {
      successors(state, out);
      *ends++ = out.size();
    }
  }

  /// Returns whether these bytes are a valid state. Called for states read from a file (a saved run), which may be
  /// damaged or forged, never for states that the model produced. The default accepts everything.
  virtual bool is_state(StateView) const { return true; }

  /// Resolves the text of an atom; called before the search. Models with progress or acceptance labels resolve the
  /// atoms `np_` and `accept_`. The atoms `dead` and `tau` are resolved by weir.
  virtual Expected<Atom> resolve(std::string_view text) = 0;
  /// Warnings from resolve(), such as an atom that can never be true, in call order. A diagnostic of severity Error is
  /// a mistake that still leaves the atom a meaning: formulas given by the user are rejected, formulas in the model are
  /// not.
  virtual Diagnostics warnings() const { return {}; }
  virtual bool holds(std::uint32_t state_atom, StateView state) const = 0;
  /// Returns false if evaluating the atom fails in this state, for example because an array index is out of range.
  /// `holds` is false then, and a formula that evaluates the atom in this state is violated.
  virtual bool is_defined(std::uint32_t /*state_atom*/, StateView) const { return true; }
  /// Returns false if is_defined is true in every state.
  virtual bool may_be_undefined(std::uint32_t /*state_atom*/) const { return false; }
  /// The value of a state atom that is an expression of the model's language, for example a number; nothing if it
  /// cannot be evaluated. Not called by searches.
  virtual std::optional<Value> value(std::uint32_t state_atom, StateView state) const {
    if (holds(state_atom, state)) return true;
    if (!is_defined(state_atom, state)) return std::nullopt;
    return false;
  }
  /// Evaluates these state atoms, at most 64.
  virtual AtomBits letter(std::span<const std::uint32_t> atoms, StateView state) const {
    AtomBits bits;
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      if (holds(atoms[i], state))
        bits.holds |= std::uint64_t{1} << i;
      else if (!is_defined(atoms[i], state))
        bits.undefined |= std::uint64_t{1} << i;
    }
    return bits;
  }
  virtual bool occurs(std::uint32_t event_atom, StateView from, const Step& step) const = 0;
  /// Returns whether no two event atoms are ever true of the same step, that is, events are the letters of an alphabet.
  virtual bool events_are_exclusive() const { return false; }

  /// The caller's side of expand(): decides, given the letter, how the successors are laid out.
  class ExpansionRequest {
   public:
    static constexpr int kNone = -1;
    virtual ~ExpansionRequest() = default;
    /// Returns how many bytes to reserve after each successor for the caller to fill, or kNone if no successors are
    /// needed.
    virtual int room_for(const AtomBits& letter) = 0;
  };
  /// Computes the letter of the state, then replaces the content of `out` by its successors. Returns false if the
  /// successors were stored without the requested room.
  virtual bool expand(std::span<const std::uint32_t> atoms, StateView state, ExpansionRequest& request,
                      SuccessorBuffer& out) const {
    const int room = request.room_for(letter(atoms, state));
    out.clear();
    if (room != ExpansionRequest::kNone) successors(state, out);
    return room == 0;
  }

  /// Returns whether a run may end in this state if it has no successors; otherwise it is a deadlock.
  virtual bool may_end(StateView) const { return false; }
  /// Process numbers are 0..process_limit()-1. 0 means that the model has no processes, so fairness is undefined.
  virtual std::uint32_t process_limit() const { return 0; }
  virtual Capabilities capabilities() const { return {}; }

  virtual std::vector<Variable> show(StateView state) const = 0;
  virtual StepDescription describe(StateView from, const Step& step, StateView to) const = 0;
};

}  // namespace weir
