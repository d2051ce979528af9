// SPDX-License-Identifier: Apache-2.0
// TransitionSystem: the waist of weir. Front-ends implement it, stores and searches use it, neither knows the other.
//
// A state is a string of bytes whose meaning only the model knows; equal states have equal bytes. Successors are
// appended to a flat buffer that the caller reuses, so that expanding a state allocates nothing. After the atoms have
// been resolved, all const members may be called from several threads at once; scratch memory belongs to the caller's
// buffer or to the stack.
//
// Searches ask in batches: successors of several states, all atoms of a state, atoms and successors together. The
// defaults ask one by one, so a model need not care; one that can answer a batch at less cost overrides it.
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

namespace weir {

using StateView = std::span<const std::byte>;

/// What the model reports as wrong with a step, whatever the property.
enum class Fault : std::uint8_t { None, Assertion, RuntimeError };

inline constexpr std::int32_t kNoProcess = -1;

/// One step out of a state. With its source state it is all a model needs to describe the step.
struct Step {
  std::uint32_t transition = 0;       ///< the model's own number of what was executed
  std::int32_t process = kNoProcess;  ///< who acted
  std::int32_t partner = kNoProcess;  ///< who took part as well (rendezvous), or kNoProcess
  Fault fault = Fault::None;          ///< a faulty step still has a successor state; the search stops there
};

/// Successors of one state: steps, and the states they lead to, back to back in one flat array.
class SuccessorBuffer {
 public:
  struct Entry {
    Step step;
    std::size_t offset;  ///< of its state in `bytes`
    std::size_t size;
  };
  /// The arrays as they are, for generated code that appends by itself where there is room.
  struct Arrays {
    Entry* entries = nullptr;
    std::size_t count = 0;
    std::size_t entry_room = 0;
    std::byte* bytes = nullptr;
    std::size_t used = 0;
    std::size_t byte_room = 0;
  };

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
    const Entry entry{step, at_.used, size};  // the step may be one of ours
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
  std::size_t size() const { return at_.count; }
  bool empty() const { return at_.count == 0; }
  const Step& step(std::size_t i) const { return at_.entries[i].step; }
  Step& step(std::size_t i) { return at_.entries[i].step; }
  StateView state(std::size_t i) const { return {at_.bytes + at_.entries[i].offset, at_.entries[i].size}; }
  Arrays& arrays() { return at_; }

 private:
  /// Room for one more successor of so many bytes, at least.
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

/// An atom of a formula as the model understands it: a predicate on states, or on the step that leaves a state.
struct Atom {
  enum class Kind : std::uint8_t { State, Event };
  Kind kind = Kind::State;
  std::uint32_t id = 0;
};

/// For people: one variable of a state.
using Value = std::variant<bool, std::int64_t, std::string>;
struct Variable {
  std::string name;
  Value value;
  friend bool operator==(const Variable&, const Variable&) = default;
};

/// For people: a message passed in a step.
struct Communication {
  enum class Kind : std::uint8_t { Send, Receive, Rendezvous };
  Kind kind = Kind::Send;
  std::string channel;
  std::string message;
  std::string sender;    ///< process name, if known
  std::string receiver;  ///< process name, if known
};

/// For people: what a step did.
struct StepDescription {
  /// One transition of the step, as Spin's trails write it.
  struct Move {
    std::int32_t process = kNoProcess;
    std::uint32_t statement = 0;  ///< Spin's number of the statement
    friend bool operator==(const Move&, const Move&) = default;
  };

  std::string event;    ///< the model's own label: a transition label, or the statement
  std::string process;  ///< e.g. "P[0]"; empty if the model has no processes
  std::string file;     ///< where the statement stands; empty if unknown
  std::uint32_t line = 0;
  std::string fault;   ///< what went wrong, if step.fault says so
  std::string output;  ///< what the step prints (printf)
  std::optional<Communication> communication;
  std::vector<Move> moves;  ///< Promela only: the step's transitions in order
};

/// State atoms of one state: bit i is about atom i of a list.
struct AtomBits {
  std::uint64_t holds = 0;
  std::uint64_t undefined = 0;  ///< cannot be evaluated; then it does not hold
  friend bool operator==(const AtomBits&, const AtomBits&) = default;
};

class KnownTransitions;
class ProgramSystem;
class SymmetricStates;
class WatchedProgram;

/// What a system knows or is beside the rest of its interface. Searches and reductions ask for this, not for its type.
struct Capabilities {
  const SymmetricStates* symmetry = nullptr;      ///< --reduce symmetry (reducible.h)
  const KnownTransitions* transitions = nullptr;  ///< --reduce por (reducible.h)
  /// Whether the partner of a step acts, and is enabled, by taking part. In Promela it is not: to Spin, a receiver that
  /// waits for a rendezvous is blocked, and the step is the sender's.
  bool partner_acts = true;
  const ProgramSystem* program = nullptr;   ///< of Promela and DVE: the program that runs
  const WatchedProgram* watched = nullptr;  ///< of Promela: that program together with what follows its channels
};

class TransitionSystem {
 public:
  virtual ~TransitionSystem() = default;

  /// Appends the initial states (their steps mean nothing).
  virtual void initial_states(SuccessorBuffer& out) const = 0;
  /// Appends every successor of `state`, always in the same order. None: the state is deadlocked, or has ended.
  virtual void successors(StateView state, SuccessorBuffer& out) const = 0;
  /// Appends those of several states, one after the other; `ends`: for each state, where its successors end in `out`.
  virtual void successors_of(std::span<const StateView> states, SuccessorBuffer& out, std::size_t* ends) const {
    for (const StateView state : states) {
      successors(state, out);
      *ends++ = out.size();
    }
  }

  /// Whether these bytes may be given to the other members. Asked of states that were read from a file (a saved run),
  /// which may be damaged or forged, never of states that the model made itself. By default everything is believed.
  virtual bool is_state(StateView) const { return true; }

  /// Finds the meaning of an atom's text; called before the search. Models with progress or acceptance labels know the
  /// atoms `np_` and `accept_`. The atoms `dead` and `tau` are not asked of the model.
  virtual Expected<Atom> resolve(std::string_view text) = 0;
  /// What resolve() found odd, e.g. an atom that can never be true, in the order of its calls. Diagnostics of severity
  /// Error are about mistakes that do not keep the atom from having a meaning: a formula of the user is refused for
  /// them, one that the model states is not.
  virtual Diagnostics warnings() const { return {}; }
  virtual bool holds(std::uint32_t state_atom, StateView state) const = 0;
  /// False: evaluating the atom fails in this state (an array index out of range, say), so that it has no value there.
  /// A formula that asks for it there is violated. `holds` is false there.
  virtual bool is_defined(std::uint32_t /*state_atom*/, StateView) const { return true; }
  /// False: is_defined is true in every state.
  virtual bool may_be_undefined(std::uint32_t /*state_atom*/) const { return false; }
  /// All of these state atoms, at most 64.
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
  /// Whether different event atoms are never true of the same step: events are the letters of an alphabet.
  virtual bool events_are_exclusive() const { return false; }

  /// What is asked of expand(): says, when the letter is known, how the successors are wanted.
  class ExpansionRequest {
   public:
    static constexpr int kNone = -1;
    virtual ~ExpansionRequest() = default;
    /// How many bytes are to stand behind each successor, for the caller to fill; kNone: no successors are needed.
    virtual int room_for(const AtomBits& letter) = 0;
  };
  /// The letter of the state, and then its successors in place of what `out` holds. False: they stand without the room.
  virtual bool expand(std::span<const std::uint32_t> atoms, StateView state, ExpansionRequest& request,
                      SuccessorBuffer& out) const {
    const int room = request.room_for(letter(atoms, state));
    out.clear();
    if (room != ExpansionRequest::kNone) successors(state, out);
    return room == 0;
  }

  /// Whether a run may end in this state without successors; otherwise it is a deadlock.
  virtual bool may_end(StateView) const { return false; }
  /// Process numbers are 0..process_limit()-1; 0: the model has no notion of process, so none of fairness.
  virtual std::uint32_t process_limit() const { return 0; }
  virtual Capabilities capabilities() const { return {}; }

  virtual std::vector<Variable> show(StateView state) const = 0;
  virtual StepDescription describe(StateView from, const Step& step, StateView to) const = 0;
};

}  // namespace weir
