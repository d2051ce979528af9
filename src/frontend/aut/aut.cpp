// SPDX-License-Identifier: Apache-2.0
// One pass over the mapped file; 12 bytes per transition, 4 per state, and each label once. Memory is not allocated
// from the counts in the header alone: they are checked against the file. If state numbers are far larger than the
// transitions need, the transitions of a state are found by binary search instead of an array over all states.
#include "frontend/aut/aut.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/table/hash.h"
#include "base/table/index_table.h"
#include "base/text/nearest_name.h"

namespace weir::aut {
namespace {

/// Stores each label once, numbered by first occurrence, as written in the file (with quotes and escapes).
class Labels {
 public:
  std::uint32_t number(std::string_view written) {
    const std::uint64_t hash = hash_bytes(std::as_bytes(std::span(written)));
    const std::uint32_t found = index_.find(hash, [&](std::uint32_t label) { return written_[label] == written; });
    if (found != IndexTable::kNone) return found;
    if (index_.must_grow(written_.size())) {
      const auto rehash = [this](std::uint32_t label) { return hash_bytes(std::as_bytes(std::span(written_[label]))); };
      if (!index_.rebuild(written_.size(), written_.size() + 1, 2.0, rehash)) throw std::bad_alloc();
    }
    index_.insert(hash, static_cast<std::uint32_t>(written_.size()));
    written_.emplace_back(written);
    return static_cast<std::uint32_t>(written_.size() - 1);
  }
  const std::vector<std::string>& written() const { return written_; }

 private:
  MemoryBudget unlimited_;
  IndexTable index_{unlimited_};
  std::vector<std::string> written_;
};

/// Removes quotes and escapes from `"a \"b\""`; other labels are unchanged.
std::string plain(const std::string& written) {
  if (written.size() < 2 || written.front() != '"' || written.back() != '"') return written;
  std::string text;
  for (std::size_t i = 1; i + 1 < written.size(); ++i) {
    if (written[i] == '\\' && i + 2 < written.size() && (written[i + 1] == '"' || written[i + 1] == '\\')) ++i;
    text += written[i];
  }
  return text;
}

struct Transition {
  std::uint32_t from;
  std::uint32_t label;
  std::uint32_t to;
};

class AutSystem final : public TransitionSystem {
 public:
  AutSystem(std::uint32_t first, std::vector<Transition> transitions, std::vector<std::string> labels)
      : first_(first), transitions_(std::move(transitions)), labels_(std::move(labels)) {
    const auto by_source = [](const Transition& a, const Transition& b) { return a.from < b.from; };
    if (!std::is_sorted(transitions_.begin(), transitions_.end(), by_source)) {
      std::stable_sort(transitions_.begin(), transitions_.end(), by_source);
    }
    const std::size_t sources = transitions_.empty() ? 0 : std::size_t{transitions_.back().from} + 1;
    if (sources > 4 * transitions_.size() + 1024 || transitions_.size() > 0xFFFFFFFE) return;
    begins_.assign(sources + 1, 0);
    for (const Transition& transition : transitions_) ++begins_[transition.from + 1];
    for (std::size_t i = 1; i <= sources; ++i) begins_[i] += begins_[i - 1];
  }

  void initial_states(SuccessorBuffer& out) const override { append({}, first_, out); }

  void successors(StateView state, SuccessorBuffer& out) const override {
    for (const Transition& transition : leaving(number(state))) {
      append({.transition = transition.label}, transition.to, out);
    }
  }

  Expected<Atom> resolve(std::string_view text) override {
    const auto known = std::find(labels_.begin(), labels_.end(), text);
    if (known == labels_.end()) {
      NearestName nearest(text);
      for (const std::string& label : labels_) nearest.consider(label);
      Diagnostic warning;
      warning.severity = Diagnostic::Severity::Warning;
      warning.message =
          "no transition is labelled '" + std::string(text) + "', so this atom is never true" + nearest.suggestion();
      warnings_.push_back(std::move(warning));
    }
    return Atom{Atom::Kind::Event, static_cast<std::uint32_t>(known - labels_.begin())};
  }
  bool is_state(StateView state) const override { return state.size() == sizeof(std::uint32_t); }
  bool holds(std::uint32_t, StateView) const override { return false; }
  bool occurs(std::uint32_t event_atom, StateView, const Step& step) const override {
    return step.transition == event_atom;
  }
  bool events_are_exclusive() const override { return true; }
  Diagnostics warnings() const override { return warnings_; }

  std::vector<Variable> show(StateView state) const override { return {{"state", std::int64_t{number(state)}}}; }
  StepDescription describe(StateView, const Step& step, StateView) const override {
    StepDescription description;
    description.event = labels_[step.transition];
    return description;
  }

 private:
  static std::uint32_t number(StateView state) {
    std::uint32_t number;
    std::memcpy(&number, state.data(), sizeof number);
    return number;
  }
  static void append(const Step& step, std::uint32_t state, SuccessorBuffer& out) {
    out.append(step, std::as_bytes(std::span(&state, 1)));
  }
  std::span<const Transition> leaving(std::uint32_t state) const {
    if (!begins_.empty()) {
      if (state + std::size_t{1} >= begins_.size()) return {};
      return std::span(transitions_).subspan(begins_[state], begins_[state + 1] - begins_[state]);
    }
    const auto below = [](const Transition& transition, std::uint32_t source) { return transition.from < source; };
    const auto above = [](std::uint32_t source, const Transition& transition) { return source < transition.from; };
    const auto begin = std::lower_bound(transitions_.begin(), transitions_.end(), state, below);
    return {begin, std::upper_bound(begin, transitions_.end(), state, above)};
  }

  std::uint32_t first_;
  std::vector<Transition> transitions_;  ///< sorted by source
  std::vector<std::uint32_t> begins_;    ///< start of each source's transitions; empty: use binary search
  std::vector<std::string> labels_;
  Diagnostics warnings_;
};

class Reader {
 public:
  explicit Reader(const MappedFile& file) : file_(file), text_(file.text()) {}

  Expected<Model> read() {
    if (!header()) return errors_;
    while (next_line()) {
      if (!transition()) return errors_;
    }
    if (transitions_.size() != declared_) {
      fail(count_at_, count_length_,
           "the header declares " + std::to_string(declared_) + " transitions, but the file has " +
               std::to_string(transitions_.size()));
      return errors_;
    }
    std::vector<std::string> names;
    for (const std::string& written : labels_.written()) names.push_back(plain(written));
    merge_equal(names);
    Model model;
    model.system = std::make_unique<AutSystem>(first_, std::move(transitions_), std::move(names));
    StatedProperty deadlock;
    deadlock.kind = StatedProperty::Kind::Deadlock;
    deadlock.name = "deadlock";
    model.properties.push_back(std::move(deadlock));
    return model;
  }

 private:
  bool fail(std::size_t at, std::size_t length, std::string message) {
    errors_.push_back(file_.at(at, length, std::move(message)));
    return false;
  }

  /// Moves to the next line that is not blank.
  bool next_line() {
    while (!started_ || line_end_ < text_.size()) {
      at_ = started_ ? line_end_ + 1 : 0;
      started_ = true;
      line_end_ = text_.size();
      if (at_ >= text_.size()) return false;
      const void* newline = std::memchr(text_.data() + at_, '\n', text_.size() - at_);
      line_end_ = newline == nullptr ? text_.size()
                                     : static_cast<std::size_t>(static_cast<const char*>(newline) - text_.data());
      skip_blanks();
      if (at_ < line_end_) return true;
    }
    return false;
  }

  static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
  void skip_blanks() {
    while (at_ < line_end_ && blank(text_[at_])) ++at_;
  }
  bool expect(char wanted) {
    skip_blanks();
    if (at_ < line_end_ && text_[at_] == wanted) {
      ++at_;
      return true;
    }
    return fail(at_, 1, std::string("expected '") + wanted + "'");
  }
  /// A number below 2^32.
  bool number(std::uint64_t& value, const char* what) {
    skip_blanks();
    const std::size_t begin = at_;
    value = 0;
    while (at_ < line_end_ && text_[at_] >= '0' && text_[at_] <= '9' && value <= 0xFFFFFFFF) {
      value = 10 * value + static_cast<std::uint64_t>(text_[at_++] - '0');
    }
    if (at_ == begin) return fail(at_, 1, std::string("expected ") + what);
    if (value > 0xFFFFFFFF) return fail(begin, at_ - begin, "this number is too large");
    return true;
  }
  bool end_of_line() {
    skip_blanks();
    return at_ == line_end_ || fail(at_, line_end_ - at_, "expected the end of the line");
  }

  bool header() {
    if (!next_line()) return fail(0, 1, "the file is empty; expected 'des (first state, transitions, states)'");
    if (text_.substr(at_, 3) != "des") return fail(at_, 1, "expected 'des (first state, transitions, states)'");
    at_ += 3;
    std::uint64_t first = 0;
    if (!expect('(') || !number(first, "the number of the first state") || !expect(',')) return false;
    skip_blanks();
    count_at_ = at_;
    if (!number(declared_, "the number of transitions")) return false;
    count_length_ = at_ - count_at_;
    if (!expect(',')) return false;
    skip_blanks();
    const std::size_t states_at = at_;
    if (!number(states_, "the number of states") || !expect(')') || !end_of_line()) return false;
    if (first >= states_) {
      return fail(
          states_at, 1,
          "the first state is " + std::to_string(first) + ", but the number of states is " + std::to_string(states_));
    }
    first_ = static_cast<std::uint32_t>(first);
    // The shortest transition takes eight bytes, so a header cannot reserve more than the file can hold.
    transitions_.reserve(std::min<std::uint64_t>(declared_, text_.size() / 8 + 1));
    return true;
  }

  bool state(std::uint32_t& value, const char* what) {
    const std::size_t begin = at_;
    std::uint64_t wide = 0;
    if (!number(wide, what)) return false;
    if (wide >= states_) {
      return fail(begin, at_ - begin,
                  "there is no state " + std::to_string(wide) + ": the header declares " + std::to_string(states_) +
                      " states, numbered from 0");
    }
    value = static_cast<std::uint32_t>(wide);
    return true;
  }

  /// Parses `(from, label, to)`. The end is found from the right, so that the label may contain anything.
  bool transition() {
    Transition transition{};
    if (!expect('(') || !state(transition.from, "the number of a state") || !expect(',')) return false;
    skip_blanks();
    const std::size_t begin = at_;
    std::size_t end = line_end_;
    while (end > begin && blank(text_[end - 1])) --end;
    if (end == begin || text_[end - 1] != ')') return fail(end, 1, "expected ')' at the end of the transition");
    std::size_t comma = end - 1;
    while (comma > begin && text_[comma - 1] != ',') --comma;
    if (comma == begin) return fail(begin, end - begin, "expected a label, a comma and the number of a state");
    at_ = comma;
    skip_blanks();
    if (!state(transition.to, "the number of a state")) return false;
    if (!expect(')') || !end_of_line()) return false;
    std::size_t label_end = comma - 1;
    while (label_end > begin && blank(text_[label_end - 1])) --label_end;
    if (label_end == begin) return fail(begin, 1, "expected a label");
    const std::string_view label = text_.substr(begin, label_end - begin);
    if (label.front() == '"' && (label.size() < 2 || label.back() != '"')) {
      return fail(begin, label.size(), "this label begins with a quote but does not end with one");
    }
    transition.label = labels_.number(label);
    transitions_.push_back(transition);
    return true;
  }

  /// `a` and `"a"` are the same label: both get the number of the first.
  void merge_equal(const std::vector<std::string>& names) {
    std::vector<std::uint32_t> order(names.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return names[a] != names[b] ? names[a] < names[b] : a < b; });
    std::vector<std::uint32_t> first(names.size());
    bool any = false;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const bool repeats = i > 0 && names[order[i]] == names[order[i - 1]];
      first[order[i]] = repeats ? first[order[i - 1]] : order[i];
      any = any || repeats;
    }
    if (!any) return;
    for (Transition& transition : transitions_) transition.label = first[transition.label];
  }

  const MappedFile& file_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_end_ = 0;
  bool started_ = false;
  std::uint32_t first_ = 0;
  std::uint64_t declared_ = 0;
  std::uint64_t states_ = 0;
  std::size_t count_at_ = 0;
  std::size_t count_length_ = 1;
  Labels labels_;
  std::vector<Transition> transitions_;
  Diagnostics errors_;
};

}  // namespace

Expected<Model> read(const MappedFile& file) { return Reader(file).read(); }

Expected<Model> open(const std::string& path, const ModelOptions&) {
  const auto file = MappedFile::open(path);
  if (!file) return file.error();
  Expected<Model> model = read(*file);
  if (model) model->sources.push_back(digest_of(path, file->text()));
  return model;
}

}  // namespace weir::aut
