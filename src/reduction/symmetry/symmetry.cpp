// SPDX-License-Identifier: Apache-2.0
#include "reduction/symmetry/symmetry.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "model/code_walk.h"
#include "model/hidden_variables.h"
#include "model/scalar.h"

namespace weir {

namespace {

/// Compares two pieces of code literally. Statement numbers may differ, and printed output is not part of a state.
class SameText {
 public:
  explicit SameText(const Program& program) : program_(program) {}

  bool code(CodeRef a, CodeRef b, bool polls = true) const {
    if (a == b) return true;
    if (a.empty() || b.empty()) return false;
    for (std::uint32_t i = 0;; ++i) {
      const Instruction& x = program_.code[a.begin + i];
      const Instruction& y = program_.code[b.begin + i];
      if (x.op != y.op || x.width != y.width || x.shift != y.shift || x.bits != y.bits || x.b != y.b) return false;
      if (x.op == OpCode::Return) return true;
      if (x.op == OpCode::Assert || x.op == OpCode::Print) continue;
      if (x.op == OpCode::Poll) {
        if (!polls || !operation(static_cast<std::uint32_t>(x.a), static_cast<std::uint32_t>(y.a), false)) return false;
      } else if (x.a != y.a) {
        return false;
      }
    }
  }
  /// `polls`: code inside may poll channels; nested polls are not compared.
  bool operation(std::uint32_t a, std::uint32_t b, bool polls = true) const {
    if (a == b) return true;
    if (a == kNone || b == kNone) return false;
    const ChannelOperation& x = program_.channel_operations[a];
    const ChannelOperation& y = program_.channel_operations[b];
    if (x.kind != y.kind || x.static_channel != y.static_channel || x.fields.size() != y.fields.size()) return false;
    if (x.static_channel == kNone && !code(x.channel, y.channel, polls)) return false;
    for (std::size_t i = 0; i < x.fields.size(); ++i)
      if (x.fields[i].kind != y.fields[i].kind || !code(x.fields[i].code, y.fields[i].code, polls)) return false;
    return true;
  }

 private:
  const Program& program_;
};

}  // namespace

/// Examines all code once, then forms the kinds.
class Symmetry::Finder {
 public:
  Finder(Symmetry& owner, const SymmetryAtoms& atoms)
      : owner_(owner),
        program_(owner.program_),
        sees_stuttering_(atoms.sees_stuttering),
        identity_(program_.process_types.size()) {
    for (const InitialProcess& process : program_.initial) initial_types_.push_back(process.type);
    places_.resize(program_.process_types.size());
    for (LocationId i = 0; i < program_.locations.size(); ++i) places_[program_.locations[i].process_type].push_back(i);
    started_.assign(program_.process_types.size(), 0);
    for (const std::uint32_t type : initial_types_) ++started_[type];
    created_.assign(program_.process_types.size(), false);

    for (const Transition& transition : program_.transitions) {
      const std::uint32_t type = program_.locations[transition.source].process_type;
      piece(transition.guard, type);
      piece(transition.effect, type);
      if (transition.channel_operation != kNone) operation(transition.channel_operation, type);
    }
    for (std::uint32_t type = 0; type < program_.process_types.size(); ++type) {
      piece(program_.process_types[type].initialise, type);
      piece(program_.process_types[type].provided, type);
    }
    piece(program_.initialise_globals, kNone);
    for (const CodeRef code : atoms.code) piece(code, kNone);
    for (const std::uint32_t type : atoms.types) name(type, "the property mentions it");
  }

  std::string find() {
    if (program_.has_last) return "the model uses _last";
    if (program_.has_priorities) return "processes have priorities";
    if (!looked_at_by_number_.empty()) return looked_at_by_number_;
    const bool some_created = std::find(created_.begin(), created_.end(), true) != created_.end();
    if (some_created && !fixed_numbers_.empty())
      return "a process is referenced by its number, which depends on the order of creation";
    for (const std::uint32_t number : fixed_numbers_)
      if (number < initial_types_.size()) name(initial_types_[number], "it is referenced by number");
    form_kinds();
    if (kinds_.empty()) return why_no_kind();
    if (std::none_of(kinds_.begin(), kinds_.end(), [&](const Kind& kind) { return ends(kind); })) {
      number_kinds();
      return {};
    }
    const std::string obstacle = obstacle_to_leaving_out();
    if (!obstacle.empty()) {
      // Kinds whose processes never end can still be exchanged.
      kinds_.erase(std::remove_if(kinds_.begin(), kinds_.end(), [&](const Kind& kind) { return ends(kind); }),
                   kinds_.end());
      std::fill(owner_.ended_.begin(), owner_.ended_.end(), char{0});
      if (kinds_.empty()) return "processes of one kind terminate, which only the youngest can do, and " + obstacle;
    }
    owner_.leaves_out_ended_ = obstacle.empty();
    number_kinds();
    return {};
  }

 private:
  using Kind = std::vector<std::uint32_t>;  ///< process types

  void name(std::uint32_t type, const char* why) {
    if (identity_[type].empty()) identity_[type] = why;
  }

  class Walk;
  void operation(std::uint32_t number, std::uint32_t type) {
    const ChannelOperation& operation = program_.channel_operations[number];
    piece(operation.channel, type);
    for (const MessageField& field : operation.fields) piece(field.code, type);
  }
  /// Code of a process type, or of no process.
  void piece(CodeRef code, std::uint32_t type);

  bool same_process(std::uint32_t a, std::uint32_t b) const {
    const ProcessType& x = program_.process_types[a];
    const ProcessType& y = program_.process_types[b];
    if (x.frame_bytes != y.frame_bytes || places_[a].size() != places_[b].size()) return false;
    const SameText same(program_);
    if (!same.code(x.provided, y.provided)) return false;
    const auto rank = [&](std::uint32_t type, LocationId location) {
      return std::lower_bound(places_[type].begin(), places_[type].end(), location) - places_[type].begin();
    };
    for (std::size_t i = 0; i < places_[a].size(); ++i) {
      const Location& from = program_.locations[places_[a][i]];
      const Location& to = program_.locations[places_[b][i]];
      if (from.count != to.count || from.may_end != to.may_end || from.progress != to.progress ||
          from.accepting != to.accepting || from.deterministic != to.deterministic || from.committed != to.committed)
        return false;
      for (std::uint32_t k = 0; k < from.count; ++k) {
        const Transition& s = program_.transitions[from.first + k];
        const Transition& t = program_.transitions[to.first + k];
        if (s.kind != t.kind || s.keeps_control != t.keeps_control || s.otherwise != t.otherwise ||
            s.escape != t.escape)
          return false;
        if (s.kind != TransitionKind::End && rank(a, s.target) != rank(b, t.target)) return false;
        if (s.kind == TransitionKind::Deterministic && rank(a, s.inner) != rank(b, t.inner)) return false;
        if (!same.code(s.guard, t.guard) || !same.code(s.effect, t.effect) ||
            !same.operation(s.channel_operation, t.channel_operation))
          return false;
      }
    }
    return true;
  }

  void form_kinds() {
    for (std::uint32_t type = 0; type < program_.process_types.size(); ++type) {
      if (!identity_[type].empty() || places_[type].empty() || (started_[type] == 0 && !created_[type])) continue;
      const auto same =
          std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& kind) { return same_process(kind[0], type); });
      if (same == kinds_.end())
        kinds_.push_back({type});
      else
        same->push_back(type);
    }
    const std::vector<std::size_t> most = most_processes();
    const auto alone = [&](const Kind& kind) {
      std::size_t count = 0;
      for (const std::uint32_t type : kind) count += most[type];
      return count < 2;
    };
    kinds_.erase(std::remove_if(kinds_.begin(), kinds_.end(), alone), kinds_.end());
  }

  /// By type: the maximum number of processes, counted up to two.
  std::vector<std::size_t> most_processes() const {
    std::vector<std::size_t> most = started_;
    const bool bounded = program_.process_bound < kProcessLimit;
    for (std::size_t round = 0; round <= most.size(); ++round) {
      std::vector<std::size_t> next = started_;
      for (const Creation& creation : creations_)
        next[creation.what] += bounded && creation.by != kNone ? most[creation.by] : 2;
      for (std::size_t& count : next) count = std::min<std::size_t>(count, 2);
      most = std::move(next);
    }
    return most;
  }

  void number_kinds() {
    for (std::uint32_t number = 0; number < kinds_.size(); ++number)
      for (const std::uint32_t type : kinds_[number])
        for (std::size_t i = 0; i < places_[type].size(); ++i) {
          owner_.kind_at_[places_[type][i]] = number;
          owner_.stands_for_[places_[type][i]] = places_[kinds_[number][0]][i];
        }
  }

  std::string why_no_kind() const {
    for (std::uint32_t type = 0; type < program_.process_types.size(); ++type)
      if (!identity_[type].empty() && (started_[type] > 1 || created_[type]))
        return "processes of type " + program_.process_types[type].name + " can be distinguished: " + identity_[type];
    return "no two processes are of the same kind";
  }

  bool ends(const Kind& kind) const {
    for (const LocationId place : places_[kind[0]])
      for (std::uint32_t k = 0; k < program_.locations[place].count; ++k)
        if (program_.transitions[program_.locations[place].first + k].kind == TransitionKind::End) return true;
    return false;
  }

  /// Returns why ended processes must stay. If they can be omitted, sets owner_.ended_ and returns an empty string.
  std::string obstacle_to_leaving_out() {
    if (!sees_stuttering_.empty()) return sees_stuttering_;
    if (uses_pid_ || keeps_numbers_) return "the number of some process is used";
    if (looks_ || finds_) return "some process is referenced by another";
    if (counts_) return "processes are counted (_nr_pr)";
    if (makes_channels_) return "processes have channels of their own";
    if (program_.process_bound >= kProcessLimit) return "the number of created processes is unbounded";
    // Such a condition also affects the end of a process: hidden variables are kept as long as the process exists.
    for (const VariableInfo& variable : program_.globals)
      for (const ProcessType& type : program_.process_types)
        if (variable.hidden && reads_variable(program_, type.provided, variable))
          return "a provided condition reads a hidden variable";
    for (LocationId i = 0; i < program_.locations.size(); ++i) {
      const Location& location = program_.locations[i];
      bool ends = false;
      for (std::uint32_t k = 0; k < location.count; ++k)
        ends = ends || program_.transitions[location.first + k].kind == TransitionKind::End;
      if (!ends) continue;
      if (location.count != 1 || !location.may_end || location.progress || location.accepting || location.deterministic)
        return "the end of a process has a label or an escape";
      owner_.ended_[i] = 1;
    }
    return {};
  }

  Symmetry& owner_;
  const Program& program_;
  const std::string& sees_stuttering_;
  std::vector<std::string> identity_;  ///< by type: how its processes can be distinguished; empty if they cannot
  std::vector<std::uint32_t> initial_types_;
  std::vector<std::vector<LocationId>> places_;  ///< by type
  std::vector<std::size_t> started_;             ///< by type: number of initial processes
  std::vector<bool> created_;
  struct Creation {
    std::uint32_t by, what;  ///< types
  };
  std::vector<Creation> creations_;
  std::vector<std::uint32_t> fixed_numbers_;
  std::string looked_at_by_number_;
  bool uses_pid_ = false, keeps_numbers_ = false, counts_ = false, makes_channels_ = false;
  bool looks_ = false, finds_ = false;
  std::vector<Kind> kinds_;
};

namespace {

/// The number of a process, as far as it is known.
struct ProcessNumber {
  enum class Kind : std::uint8_t {
    Unknown,
    Fixed,   ///< number a
    Oldest,  ///< of a type
    New,     ///< just created, of type a
  };
  Kind kind = Kind::Unknown;
  std::int32_t a = 0;
  friend bool operator==(const ProcessNumber&, const ProcessNumber&) = default;
};

}  // namespace

/// The domain of process numbers: which processes code refers to, and whether it stores the number of a new one.
class Symmetry::Finder::Walk : public CodeWalk<Symmetry::Finder::Walk, ProcessNumber> {
 public:
  Walk(Finder& finder, std::uint32_t type) : CodeWalk(finder.program_), finder_(finder), type_(type) {}
  void run(CodeRef code) { walk(code, {{}, {}}); }

 private:
  friend CodeWalk;
  using Kind = ProcessNumber::Kind;
  using Operands = std::span<const ProcessNumber>;

  /// A new process may be dropped or left as the result; anything else keeps its number.
  void use(const ProcessNumber& value) {
    if (value.kind != Kind::New) return;
    finder_.keeps_numbers_ = true;
    finder_.name(bare(value.a), "the result of `run` is stored");
  }
  ProcessNumber use_all(std::initializer_list<ProcessNumber> values) {
    for (const ProcessNumber& value : values) use(value);
    return {};
  }

  static ProcessNumber constant(std::int32_t value) { return {Kind::Fixed, value}; }
  static ProcessNumber load(const Instruction&) { return {}; }
  static ProcessNumber address(const Instruction&) { return {}; }
  void store(const Instruction&, ProcessNumber value) { use(value); }
  ProcessNumber index(const Instruction&, ProcessNumber, ProcessNumber which) { return use_all({which}); }
  ProcessNumber load_at(const Instruction&, ProcessNumber) { return {}; }
  void store_at(const Instruction&, ProcessNumber, ProcessNumber value) { use(value); }
  ProcessNumber check_index(const Instruction&, ProcessNumber which) { return use_all({which}); }
  ProcessNumber unary(const Instruction&, ProcessNumber x) { return use_all({x}); }
  ProcessNumber binary(const Instruction&, ProcessNumber x, ProcessNumber y) { return use_all({x, y}); }
  void test(ProcessNumber value) { use(value); }
  static void drop(ProcessNumber) {}

  ProcessNumber query(const Instruction& i, Operands operands) {
    for (const ProcessNumber& value : operands) use(value);
    const OpInfo& info = info_of(i.op);
    if (info.writes == Observable::Channels) finder_.makes_channels_ = true;
    if (info.writes == Observable::Processes) {
      finder_.created_[bare(i.a)] = true;
      finder_.creations_.push_back({type_, bare(i.a)});
      return {Kind::New, i.a};
    }
    look(i, info.reads, operands);
    return {i.op == OpCode::FindProcess ? Kind::Oldest : Kind::Unknown, 0};
  }

  void look(const Instruction& i, Observable what, Operands operands) {
    switch (what) {
      case Observable::OwnPid:
        finder_.uses_pid_ = true;
        if (type_ != kNone) finder_.name(type_, "it uses its number (_pid)");
        break;
      case Observable::ProcessCount:
        if (i.op != OpCode::FindProcess) {
          finder_.counts_ = true;
          break;
        }
        finder_.finds_ = true;
        finder_.name(bare(i.a), "the oldest process of the type is referenced");
        break;
      case Observable::RemoteVariable:
      case Observable::Location:
        if (i.op == OpCode::RemoteLoad || i.op == OpCode::RemoteLocation)
          look_at_process(operands[0]);
        else
          by_computed_number();
        break;
      case Observable::Enabledness:
      case Observable::Priority: by_computed_number(); break;
      case Observable::Channel:
        if (i.op == OpCode::Poll) finder_.operation(bare(i.a), type_);
        break;
      default: break;
    }
  }
  void look_at_process(const ProcessNumber& process) {
    finder_.looks_ = true;
    if (process.kind == Kind::Oldest) return;
    if (process.kind == Kind::Fixed && process.a >= 0)
      finder_.fixed_numbers_.push_back(bare(process.a));
    else
      finder_.looked_at_by_number_ = "a process is referenced by a computed number";
  }
  void by_computed_number() {
    finder_.looked_at_by_number_ = "a process is referenced by a computed number (enabled, pc_value, an array)";
  }

  void effect(const Instruction& i, Operands operands) {
    for (const ProcessNumber& value : operands) use(value);
    if (info_of(i.op).writes == Observable::Priority) by_computed_number();
  }

  void join(const Waiting& path) {
    WEIR_ASSERT(path.stack.size() == stack_.size(), "paths join with the same stack height");
    for (std::size_t k = 0; k < stack_.size(); ++k)
      if (!(path.stack[k] == stack_[k])) stack_[k] = use_all({path.stack[k], stack_[k]});
  }

  Finder& finder_;
  std::uint32_t type_;
};

void Symmetry::Finder::piece(CodeRef code, std::uint32_t type) {
  if (!code.empty()) Walk(*this, type).run(code);
}

Symmetry::Symmetry(const Program& program, const SymmetryAtoms& atoms)
    : program_(program),
      tables_(program),
      kind_at_(program.locations.size(), kNone),
      stands_for_(program.locations.size()),
      ended_(program.locations.size(), 0) {
  std::iota(stands_for_.begin(), stands_for_.end(), 0U);
  obstacle_ = Finder(*this, atoms).find();
}

std::size_t Symmetry::exchanged_locations() const {
  return kind_at_.size() - static_cast<std::size_t>(std::count(kind_at_.begin(), kind_at_.end(), kNone));
}

void Symmetry::spread(std::vector<std::uint8_t>& executed) const {
  executed.resize(std::max(executed.size(), program_.transitions.size()));
  for (LocationId i = 0; i < program_.locations.size(); ++i) {
    const Location& first = program_.locations[stands_for_[i]];
    for (std::uint32_t k = 0; k < program_.locations[i].count; ++k)
      executed[program_.locations[i].first + k] |= executed[first.first + k];
  }
}

bool Symmetry::youngest_has_ended(StateView state) const {
  bool ended = false;
  for (std::size_t offset = program_.fixed_bytes; offset < state.size();) {
    const std::uint32_t what = header(state.data() + offset);
    if (what < ended_.size()) ended = ended_[what] != 0;
    offset += tables_.item_bytes[what];
  }
  return ended;
}

bool Symmetry::settle(std::byte* state, const ProcessPlaces& places, std::uint32_t process) const {
  const std::uint32_t here = header(state + places[process]);
  if (ended_[here] != 0) return false;
  const std::uint32_t kind = kind_at_[here];
  if (kind == kNone) return true;
  if (stands_for_[here] != here) set_header(state + places[process], stands_for_[here]);
  const std::uint32_t bytes = tables_.item_bytes[here];
  // Moves past its neighbours until it is in order.
  const auto exchange = [&](std::uint32_t a, std::uint32_t b) {
    std::swap_ranges(state + places[a], state + places[a] + bytes, state + places[b]);
  };
  const auto belongs = [&](std::uint32_t i) { return kind_at_[header(state + places[i])] == kind; };
  std::uint32_t at = process;
  for (std::uint32_t k = at; k-- > 0;) {
    if (!belongs(k)) continue;
    if (std::memcmp(state + places[at], state + places[k], bytes) >= 0) break;
    exchange(at, k);
    at = k;
  }
  if (at != process) return true;
  for (std::uint32_t k = at + 1; k < places.count(); ++k) {
    if (!belongs(k)) continue;
    if (std::memcmp(state + places[at], state + places[k], bytes) <= 0) break;
    exchange(at, k);
    at = k;
  }
  return true;
}

std::size_t Symmetry::canonical(std::byte* state, std::size_t size, std::vector<std::uint32_t>* origin) const {
  std::array<Item, kProcessLimit + kChannelLimit + 2> order;  // the items in their new order
  std::size_t count = 0;
  std::uint32_t processes = 0;
  std::uint32_t control = kNone;      // the process in control forever
  std::byte* control_byte = nullptr;  // position of its number
  bool moves = false;
  for (std::uint32_t offset = program_.fixed_bytes; offset < size;) {
    const std::uint32_t what = header(state + offset);
    const std::uint32_t bytes = tables_.item_bytes[what];
    const bool is_process = what < kind_at_.size();
    const std::uint32_t number = is_process ? processes++ : kNone;
    if (what == tables_.control) {
      control_byte = state + offset + program_.header_bytes;
      control = std::to_integer<std::uint32_t>(*control_byte);
    }
    if (is_process && ended_[what] != 0) {
      moves = true;  // omitted
    } else {
      order[count] = {offset, bytes, is_process ? kind_at_[what] : kNone, number};
      if (order[count].kind != kNone && stands_for_[what] != what) set_header(state + offset, stands_for_[what]);
      ++count;
    }
    offset += bytes;
  }
  const auto before = [&](const Item& a, const Item& b) {
    const int compared = std::memcmp(state + a.offset, state + b.offset, a.bytes);
    return compared < 0 || (compared == 0 && a.number == control && b.number != control);
  };
  // If processes are omitted, the positions of other kinds vary: kinds are then grouped, after the processes that are
  // not exchanged.
  if (leaves_out_ended_) {
    const auto rank = [](const Item& item) {
      if (item.number == kNone) return std::uint64_t{kNone} + 1;  // the process in control comes last
      return item.kind == kNone ? 0 : std::uint64_t{item.kind} + 1;
    };
    const auto by_kind = [&](const Item& a, const Item& b) { return rank(a) < rank(b); };
    if (!std::is_sorted(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), by_kind)) {
      std::stable_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), by_kind);
      moves = true;
    }
  }
  // Frames of one kind have equal size and swap places. Insertion sort, because few are out of order.
  for (std::size_t i = 1; i < count; ++i) {
    if (order[i].kind == kNone) continue;
    std::size_t at = i;
    for (std::size_t k = i; k-- > 0;) {
      if (order[k].kind != order[at].kind) continue;
      if (!before(order[at], order[k])) break;
      std::swap(order[at], order[k]);
      at = k;
      moves = true;
    }
  }
  if (origin != nullptr) origin->clear();
  std::uint32_t place = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (order[i].number == kNone) continue;
    if (origin != nullptr) origin->push_back(order[i].number);
    if (order[i].number == control) *control_byte = static_cast<std::byte>(place);
    ++place;
  }
  if (!moves) return size;
  const std::vector<std::byte> frames(state + program_.fixed_bytes, state + size);
  std::byte* to = state + program_.fixed_bytes;
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(to, frames.data() + (order[i].offset - program_.fixed_bytes), order[i].bytes);
    to += order[i].bytes;
  }
  return static_cast<std::size_t>(to - state);
}

}  // namespace weir
