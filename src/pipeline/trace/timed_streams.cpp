// SPDX-License-Identifier: Apache-2.0
// Every operator reads its operands position by position and emits its own values in the same order. An operator of
// the past or without time emits at once; one of the future keeps the positions that are still open. They need no list:
// they are those between the last emitted and the last read position.
//
//   f U g        all open positions are equal: they hold with the next g, and fail with the next !f & !g
//   f U[a,b] g   the oldest open positions fail when their window is over; with g, those at least a old hold; with !f,
//                all fail. What holds or fails is always the older part, so that values come out in order
//   f S[a,b] g   the positions of g that count, of age at most b, in a queue; the oldest one decides
//   {r}          groups of start positions by the derivative of r that they have reached
#include "pipeline/trace/timed_streams.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_set>

#include "base/assert.h"
#include "formula/regex_semantics.h"

namespace weir {

namespace {

/// The letters of an expression and, below their boolean operators, what these are made of.
std::vector<Formula> parts_of_letters(Regex r) {
  std::vector<Formula> waiting = letters_of(r);
  std::vector<Formula> found;
  std::unordered_set<Formula> seen;
  while (!waiting.empty()) {
    const Formula f = waiting.back();
    waiting.pop_back();
    if (!seen.insert(f).second) continue;
    found.push_back(f);
    if (f.op() >= Op::Not && f.op() <= Op::Equiv)
      waiting.insert(waiting.end(), f.operands().begin(), f.operands().end());
  }
  return found;
}

}  // namespace

TimedProgram::TimedProgram(std::vector<Formula> roots, const std::vector<std::string>& atoms)
    : roots_(std::move(roots)) {
  std::unordered_map<Formula, std::uint32_t> number;
  for (const Formula root : roots_) {
    for (const Formula f : subformulas(root)) {
      if (!number.emplace(f, static_cast<std::uint32_t>(nodes_.size())).second) continue;
      Node node{.formula = f, .operands = {}};
      for (const Formula g : f.operands()) node.operands.push_back(number.at(g));
      if (has_regex(f.op()))
        for (const Formula part : parts_of_letters(f.regex())) node.letter_parts.emplace(part, number.at(part));
      if (f.is(Op::Atom)) {
        const auto found = std::find(atoms.begin(), atoms.end(), f.name());
        WEIR_ASSERT(found != atoms.end(), "a letter has a bit for every atom");
        node.bit = static_cast<std::uint32_t>(found - atoms.begin());
      }
      nodes_.push_back(std::move(node));
    }
    root_nodes_.push_back(number.at(root));
  }
}

struct TimedStreams::Stream {
  PositionQueue<std::uint8_t> values;  ///< emitted, and not yet used by every reader
  std::uint64_t read = 0;              ///< positions of the operands that were taken into account
  bool memory = false;                 ///< of a past operator: its value at the last emitted position
  PositionQueue<Timestamp> witnesses;  ///< f S[a,b] g: stamps of g
  /// Of an operator with a regular expression.
  struct Group {
    Regex rest;
    std::vector<std::uint64_t> starts;
  };
  struct Matching {
    std::vector<Group> groups;
    PositionQueue<std::int8_t> open;  ///< of the positions not yet emitted: the value, or kUnknown
    LivingRegexes living;
  };
  static constexpr std::int8_t kUnknown = -1;
  std::unique_ptr<Matching> matching;

  std::uint64_t emitted() const { return values.end(); }
  void emit(bool value) { values.push(value ? 1 : 0); }
  void emit_until(std::uint64_t position, bool value) {
    while (emitted() < position) emit(value);
  }
};

/// Advances one stream as far as its operands allow.
class TimedStreams::Step {
 public:
  Step(TimedStreams& all, std::size_t number)
      : all_(all), node_(all.program_.nodes()[number]), out_(all.streams_[number]) {}

  void run() {
    switch (node_.formula.op()) {
      case Op::False:
      case Op::True: break;  // known without a stream
      case Op::Atom:
        if (out_.emitted() < all_.length_) out_.emit(((all_.letter_ >> node_.bit) & 1) != 0);
        break;
      case Op::Not:
      case Op::And:
      case Op::Or:
      case Op::Xor:
      case Op::Implies:
      case Op::Equiv:
        while (out_.emitted() < all_.length_) {
          const std::optional<bool> value = propositional(out_.emitted());
          if (!value) break;
          out_.emit(*value);
        }
        break;
      case Op::Next:
      case Op::StrongNext: next(); break;
      case Op::Yesterday:
      case Op::WeakYesterday: yesterday(); break;
      case Op::Once:
      case Op::Historically:
      case Op::Since:
      case Op::Trigger: past(); break;
      case Op::Finally:
      case Op::Globally:
      case Op::Until:
      case Op::Release:
      case Op::WeakUntil:
      case Op::StrongRelease: future(); break;
      case Op::TimedUntil: timed_until(); break;
      case Op::TimedSince: timed_since(); break;
      case Op::Closure:
      case Op::SuffixConjunction:
      case Op::SuffixImplication: matching(); break;
    }
  }

 private:
  using Truth = std::optional<bool>;

  Truth operand(std::size_t which, std::uint64_t position) const { return truth(node_.operands[which], position); }
  Truth truth(std::uint32_t number, std::uint64_t position) const {
    const Op op = all_.program_.nodes()[number].formula.op();
    if (op == Op::True || op == Op::False) return op == Op::True;
    const Stream& stream = all_.streams_[number];
    if (position >= stream.emitted()) return std::nullopt;
    return stream.values[position] != 0;
  }
  Truth first(std::uint64_t position) const { return operand(0, position); }
  Truth last(std::uint64_t position) const { return operand(node_.operands.size() - 1, position); }

  /// One operand may decide before the other is known.
  Truth propositional(std::uint64_t position) const {
    const Op op = node_.formula.op();
    if (op == Op::And || op == Op::Or) {
      Truth value = op == Op::And;
      for (std::size_t i = 0; i < node_.operands.size(); ++i) {
        const Truth part = operand(i, position);
        if (part == (op == Op::Or)) return part;
        if (!part) value = part;
      }
      return value;
    }
    const Truth a = first(position), b = last(position);
    if (op == Op::Implies) {
      if (a == false || b == true) return true;
      return a && b ? Truth(false) : std::nullopt;
    }
    if (!a || !b) return std::nullopt;
    if (op == Op::Not) return !*a;
    return (*a != *b) == (op == Op::Xor);
  }

  void next() {
    while (out_.emitted() < all_.length_) {
      const std::uint64_t position = out_.emitted();
      if (position + 1 < all_.length_) {
        const Truth value = first(position + 1);
        if (!value) return;
        out_.emit(*value);
      } else if (all_.ended_) {
        out_.emit(node_.formula.is(Op::Next));
      } else {
        return;
      }
    }
  }

  void yesterday() {
    while (out_.emitted() < all_.length_) {
      const std::uint64_t position = out_.emitted();
      const Truth value = position == 0 ? Truth(node_.formula.is(Op::WeakYesterday)) : first(position - 1);
      if (!value) return;
      out_.emit(*value);
    }
  }

  void past() {
    while (out_.emitted() < all_.length_) {
      const std::uint64_t position = out_.emitted();
      const Truth a = first(position), b = last(position);
      if (!a || !b) return;
      const bool start = position == 0;
      switch (node_.formula.op()) {
        case Op::Once: out_.memory = *a || (!start && out_.memory); break;
        case Op::Historically: out_.memory = *a && (start || out_.memory); break;
        case Op::Since: out_.memory = *b || (*a && !start && out_.memory); break;
        default: out_.memory = *b && (*a || start || out_.memory); break;  // Trigger
      }
      out_.emit(out_.memory);
    }
  }

  /// The value of all open positions once the operands are known at one more position; empty if it stays open.
  /// `waits`: the operands are not known well enough.
  Truth decided(Truth a, Truth b, bool& waits) const {
    waits = false;
    const auto until = [&](Truth path, Truth goal) -> Truth {
      if (goal == true) return true;
      if (path == false && goal == false) return false;
      waits = !path || !goal;
      return std::nullopt;
    };
    const auto negated = [](Truth value) { return value ? Truth(!*value) : value; };
    switch (node_.formula.op()) {
      case Op::Finally: return until(true, b);
      case Op::Globally: return negated(until(true, negated(b)));
      case Op::Until:
      case Op::WeakUntil: return until(a, b);
      default: return negated(until(negated(a), negated(b)));  // Release, StrongRelease
    }
  }

  void future() {
    while (out_.read < all_.length_) {
      bool waits = false;
      const Truth value = decided(first(out_.read), last(out_.read), waits);
      if (waits) return;
      ++out_.read;
      if (value) out_.emit_until(out_.read, *value);
    }
    if (!all_.ended_) return;
    const Op op = node_.formula.op();
    out_.emit_until(all_.length_, op == Op::Globally || op == Op::Release || op == Op::WeakUntil);
  }

  std::uint64_t age(Timestamp stamp, Timestamp now) const {
    return static_cast<std::uint64_t>(now) - static_cast<std::uint64_t>(stamp);
  }

  void timed_until() {
    const TimeBounds bounds = node_.formula.bounds();
    while (out_.read < all_.length_) {
      const std::uint64_t position = out_.read;
      const Timestamp now = all_.stamps_[position];
      const auto oldest_age = [&] { return age(all_.stamps_[out_.emitted()], now); };
      while (out_.emitted() < position && oldest_age() > bounds.to) out_.emit(false);
      const Truth path = first(position), goal = last(position);
      if (!goal) return;
      while (*goal && out_.emitted() <= position && oldest_age() >= bounds.from) out_.emit(true);
      if (!path) return;
      ++out_.read;
      if (!*path) out_.emit_until(out_.read, false);
    }
    if (all_.ended_) out_.emit_until(all_.length_, false);
  }

  void timed_since() {
    const TimeBounds bounds = node_.formula.bounds();
    PositionQueue<Timestamp>& witnesses = out_.witnesses;
    while (out_.emitted() < all_.length_) {
      const std::uint64_t position = out_.emitted();
      const Timestamp now = all_.stamps_[position];
      const Truth path = first(position), goal = last(position);
      if (!path || !goal) return;
      // Without a lower bound only the latest witness matters, without an upper bound only the first.
      if (!*path || (*goal && bounds.from == 0)) witnesses = {};
      const bool enough = !witnesses.empty() && (bounds.to == TimeBounds::kUnbounded || witnesses.back() == now);
      if (*goal && !enough) witnesses.push(now);
      while (!witnesses.empty() && age(witnesses.front(), now) > bounds.to) witnesses.pop();
      out_.emit(!witnesses.empty() && age(witnesses.front(), now) >= bounds.from);
    }
  }

  void matching() {
    if (!out_.matching) out_.matching = std::make_unique<Stream::Matching>();
    Stream::Matching& state = *out_.matching;
    const bool closure = node_.formula.is(Op::Closure);
    const bool conjunction = node_.formula.is(Op::SuffixConjunction);
    while (out_.read < all_.length_ && operands_known(out_.read)) {
      const std::uint64_t position = out_.read++;
      state.open.push(Stream::kUnknown);
      join(state.groups, node_.formula.regex(), {position});
      const auto resolve = [&](const std::vector<std::uint64_t>& starts, bool value) {
        for (const std::uint64_t start : starts) state.open[start] = value ? 1 : 0;
      };
      std::vector<Stream::Group> later;
      for (Stream::Group& group : state.groups) {
        const Regex rest = derivative(group.rest, [&](Formula letter) { return letter_holds(letter, position); });
        const bool decides = rest.accepts_empty_word() && (closure || *first(position) == conjunction);
        if (decides) {
          resolve(group.starts, closure || conjunction);
        } else if (rest.is(Regex::Kind::EmptyWord) || !state.living.lives(rest)) {
          resolve(group.starts, !closure && !conjunction);
        } else {
          join(later, rest, std::move(group.starts));
        }
      }
      state.groups = std::move(later);
      while (!state.open.empty() && state.open.front() != Stream::kUnknown) {
        out_.emit(state.open.front() == 1);
        state.open.pop();
      }
    }
    if (!all_.ended_) return;
    for (; !state.open.empty(); state.open.pop()) {
      const std::int8_t value = state.open.front();
      out_.emit(value == Stream::kUnknown ? !conjunction : value == 1);
    }
  }

  bool operands_known(std::uint64_t position) const {
    for (std::size_t i = 0; i < node_.operands.size(); ++i)
      if (!operand(i, position)) return false;
    return true;
  }
  /// Derivatives join letters by `&` and `|`, so a letter may be one without a stream. Its parts have one; some may not
  /// be known, where others decide.
  bool letter_holds(Formula letter, std::uint64_t position) const {
    std::unordered_map<Formula, Truth> value;
    for (const Formula g : subformulas(letter)) {
      Truth& own = value[g];
      const auto part = node_.letter_parts.find(g);
      if (part != node_.letter_parts.end()) own = truth(part->second, position);
      if (own || (!g.is(Op::And) && !g.is(Op::Or))) continue;
      own = g.is(Op::And);
      for (const Formula h : g.operands()) {
        const Truth& operand = value.at(h);
        if (operand == g.is(Op::Or)) {
          own = operand;
          break;
        }
        if (!operand) own = std::nullopt;
      }
    }
    const Truth result = letter.is(Op::True) ? Truth(true) : value.at(letter);
    WEIR_ASSERT(result.has_value(), "a letter is made of letters that are known");
    return *result;
  }
  static void join(std::vector<Stream::Group>& groups, Regex rest, std::vector<std::uint64_t> starts) {
    for (Stream::Group& group : groups) {
      if (group.rest != rest) continue;
      if (group.starts.size() < starts.size()) group.starts.swap(starts);
      group.starts.insert(group.starts.end(), starts.begin(), starts.end());
      return;
    }
    groups.push_back({rest, std::move(starts)});
  }

  TimedStreams& all_;
  const TimedProgram::Node& node_;
  Stream& out_;
};

TimedStreams::TimedStreams(const TimedProgram& program) : program_(program), streams_(program.nodes().size()) {}
TimedStreams::~TimedStreams() = default;
TimedStreams::TimedStreams(TimedStreams&&) noexcept = default;

void TimedStreams::read(Letter letter, Timestamp stamp) {
  letter_ = letter;
  stamps_.push(stamp);
  ++length_;
  advance();
}

void TimedStreams::end() {
  ended_ = true;
  advance();
}

void TimedStreams::advance() {
  for (std::size_t i = 0; i < streams_.size(); ++i) Step(*this, i).run();
}

std::uint64_t TimedStreams::known(std::size_t root) const { return streams_[program_.node_of_root(root)].emitted(); }

bool TimedStreams::value(std::size_t root, std::uint64_t position) const {
  return streams_[program_.node_of_root(root)].values[position] != 0;
}

void TimedStreams::forget() {
  std::uint64_t first_stamp = length_;
  std::vector<std::uint64_t> needed(streams_.size(), std::numeric_limits<std::uint64_t>::max());
  for (std::size_t i = streams_.size(); i-- > 0;) {
    const Stream& stream = streams_[i];
    const Op op = program_.nodes()[i].formula.op();
    std::uint64_t next = stream.emitted();  // the first position of the operands that is still needed
    if (op == Op::Next || op == Op::StrongNext) ++next;
    if ((op == Op::Yesterday || op == Op::WeakYesterday) && next > 0) --next;
    const bool reads_ahead = (op >= Op::Finally && op <= Op::StrongRelease) || has_regex(op) || op == Op::TimedUntil;
    if (reads_ahead) next = stream.read;
    if (op == Op::TimedUntil || op == Op::TimedSince) first_stamp = std::min(first_stamp, stream.emitted());
    for (const std::uint32_t operand : program_.nodes()[i].operands) needed[operand] = std::min(needed[operand], next);
    for (const auto& [part, number] : program_.nodes()[i].letter_parts) needed[number] = std::min(needed[number], next);
  }
  for (std::size_t i = 0; i < streams_.size(); ++i)
    streams_[i].values.drop_before(std::min(needed[i], streams_[i].emitted()));
  stamps_.drop_before(first_stamp);
}

std::uint64_t TimedStreams::bytes() const {
  std::uint64_t bytes = sizeof(*this) + streams_.size() * sizeof(Stream) + stamps_.size() * sizeof(Timestamp);
  for (const Stream& stream : streams_) {
    bytes += stream.values.size() + stream.witnesses.size() * sizeof(Timestamp);
    if (stream.matching) bytes += sizeof(Stream::Matching) + stream.matching->open.size() * (1 + sizeof(std::uint64_t));
  }
  return bytes;
}

}  // namespace weir
