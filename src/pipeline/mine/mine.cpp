// SPDX-License-Identifier: Apache-2.0
// mine: reads a log once and proposes the patterns of Declare that hold on its cases.
#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <unordered_map>

#include <weir/catalogue.h>
#include <weir/weir.h>

#include "formula/declare_model.h"
#include "formula/patterns/describe.h"
#include "log/field_atom.h"
#include "log/open_log.h"
#include "pipeline/mine/log_relations.h"
#include "pipeline/mine/redundancy.h"

namespace weir {
namespace {

constexpr std::size_t kMostNames = 1000;

struct NameHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};
template <class T>
using ByName = std::unordered_map<std::string, T, NameHash, std::equal_to<>>;

class Miner {
 public:
  Miner(const MineOptions& options, TraceObserver& observer) : options_(options), observer_(observer) {}

  Expected<MineResult> run(const std::string& path) {
    const std::optional<LogFormat> format = options_.format ? options_.format : log_format_of(path);
    if (!format)
      return Diagnostic{.message = "cannot tell the format of '" + path + "' from its suffix; use --from " +
                                   choice_names<LogFormat>("|")};
    const auto started = std::chrono::steady_clock::now();
    fields_ = options_.event_field.empty() ? std::vector<std::string>{"event", "concept:name"}
                                           : std::vector<std::string>{options_.event_field};
    name_fields_ = fields_.size();
    grouped_ = options_.case_field.empty();
    if (!grouped_) fields_.push_back(options_.case_field);
    auto source = ByteSource::open(path, false, [this] { return observer_.interrupted(); });
    if (!source) return source.error();
    auto reader = open_log(std::move(*source), *format, fields_);
    if (!reader) return reader.error();
    if (auto problem = read(**reader)) return *problem;
    end_cases();
    if (auto problem = propose()) return *problem;
    warn();
    result_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return std::move(result_);
  }

 private:
  std::optional<Diagnostics> read(LogReader& reader) {
    std::vector<FieldValue> values(fields_.size());
    while (true) {
      const auto got = reader.next(values);
      if (!got) return got.error();
      if (*got == LogReader::Read::End) {
        result_.interrupted = reader.source().stopped();
        return std::nullopt;
      }
      if (*got == LogReader::Read::CaseEnd) {
        if (!grouped_) continue;
        if (open_.empty()) open_.try_emplace("");
        end_cases();
        continue;
      }
      const auto failure = [&](std::string message) {
        const auto line = static_cast<std::uint32_t>(std::min<std::uint64_t>(reader.line(), 0xFFFFFFFFU));
        return Diagnostics{{.message = std::move(message), .file = reader.source().name(), .line = line}};
      };
      if (!grouped_ && !values.back())
        return failure("the event has no field '" + fields_.back() + "' that names its case");
      CaseRelations& owner = case_of(grouped_ ? std::string_view() : *values.back());
      const std::optional<std::uint32_t> name = name_of(values);
      if (!name)
        return failure("the log has more than " + std::to_string(kMostNames) +
                       " names of events, too many for mining; choose another field with --event");
      owner.add(*name);
      if (++result_.event_count % 4096 == 0 && observer_.interrupted()) {
        result_.interrupted = true;
        return std::nullopt;
      }
    }
  }

  CaseRelations& case_of(std::string_view name) {
    const auto found = open_.find(name);
    return found != open_.end() ? found->second : open_[std::string(name)];
  }

  /// The number of the event's name. An event without a name has a number of its own, because it separates others.
  std::optional<std::uint32_t> name_of(const std::vector<FieldValue>& values) {
    const auto given = std::find_if(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(name_fields_),
                                    [](const FieldValue& value) { return value.has_value(); });
    const std::string_view name =
        given == values.begin() + static_cast<std::ptrdiff_t>(name_fields_) ? std::string_view() : **given;
    if (const auto found = numbers_.find(name); found != numbers_.end()) return found->second;
    if (numbers_.size() == kMostNames) return std::nullopt;
    const auto number = static_cast<std::uint32_t>(names_.size());
    numbers_.emplace(name, number);
    names_.emplace_back(name);
    return number;
  }

  void end_cases() {
    result_.cases += open_.size();
    for (const auto& [name, relations] : open_) relations_.add(relations);
    open_.clear();
  }

  /// A name that a formula would read as a comparison cannot be an atom.
  bool is_atom(const std::string& name) const {
    return !name.empty() && FieldAtom::parse(name).comparison == FieldAtom::Comparison::None;
  }

  std::optional<Diagnostics> propose() {
    auto proposals = relations_.proposals({options_.support, options_.confidence});
    if (!proposals)
      return Diagnostics{
          {.message = "more than 1000000 patterns hold; raise --support or --confidence", .limit = true}};
    if (!options_.redundant) remove_redundant(*proposals);
    std::stable_sort(proposals->begin(), proposals->end(), [](const Proposal& p, const Proposal& q) {
      const std::size_t left = rank(p.pattern), right = rank(q.pattern);
      return left != right ? left < right : p.supporting > q.supporting;
    });
    std::map<std::string, std::size_t> counts;
    for (const Proposal& p : *proposals) {
      if (!is_atom(names_[p.a]) || (p.b && !is_atom(names_[*p.b]))) continue;
      result_.patterns.push_back(described(p, ++counts[p.pattern]));
    }
    return std::nullopt;
  }

  static std::size_t rank(std::string_view pattern) {
    const auto rows = named_patterns();
    return static_cast<std::size_t>(
        std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.name == pattern; }) - rows.begin());
  }

  MinedPattern described(const Proposal& p, std::size_t count) const {
    PatternUse use{.row = find_pattern(p.pattern, p.number > 0, p.b ? 2 : 1), .number = std::max(p.number, 1U)};
    use.arguments.push_back(Formula::atom(names_[p.a]));
    if (p.b) use.arguments.push_back(Formula::atom(names_[*p.b]));
    MinedPattern mined;
    mined.use = to_string(use);
    mined.declare = declare_template(p.pattern, p.number) + "[" + names_[p.a] + (p.b ? ", " + names_[*p.b] : "") + "]";
    mined.name = std::string(p.pattern) + "_" + std::to_string(count);
    mined.english = in_english(use);
    mined.activated = p.activated;
    mined.satisfied = p.satisfied;
    mined.support = static_cast<double>(p.supporting) / static_cast<double>(result_.cases);
    mined.confidence = static_cast<double>(p.satisfied) / static_cast<double>(p.activated);
    return mined;
  }

  void warn() {
    const auto add = [&](std::string message) {
      result_.warnings.push_back({.severity = Diagnostic::Severity::Warning, .message = std::move(message)});
    };
    if (result_.event_count == 0) add("the log has no events");
    for (const std::string& name : names_) {
      if (name.empty()) {
        add("some events have no name and belong to no pattern; use --event FIELD");
      } else if (!is_atom(name)) {
        add("the name '" + name + "' would be read as a comparison of a field, so no pattern about it is proposed");
      }
      if (!name.empty()) result_.events.push_back(name);
    }
    std::sort(result_.events.begin(), result_.events.end());
  }

  const MineOptions& options_;
  TraceObserver& observer_;
  MineResult result_;
  std::vector<std::string> fields_;
  std::size_t name_fields_ = 0;
  bool grouped_ = true;  ///< the log, not a field of its events, says which events are one case
  ByName<std::uint32_t> numbers_;
  std::vector<std::string> names_;
  ByName<CaseRelations> open_;
  LogRelations relations_;
};

}  // namespace

Expected<MineResult> mine(const std::string& log_path, const MineOptions& options, TraceObserver* observer) {
  TraceObserver silent;
  return Miner(options, observer != nullptr ? *observer : silent).run(log_path);
}

}  // namespace weir
