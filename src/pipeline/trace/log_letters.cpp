// SPDX-License-Identifier: Apache-2.0
#include "pipeline/trace/log_letters.h"

#include <algorithm>
#include <map>

#include "base/text/nearest_name.h"

namespace weir {
namespace {

void warn(Diagnostics& warnings, std::string message) {
  warnings.push_back({.severity = Diagnostic::Severity::Warning, .message = std::move(message)});
}

}  // namespace

LogLetters::LogLetters(const std::string& event_field) {
  if (!event_field.empty()) {
    other_field(event_field);
  } else {
    other_field("event");
    other_field("concept:name");
  }
  name_fields_ = fields_.size();
}

std::uint32_t LogLetters::atom(const std::string& text) {
  const auto [found, added] = numbers_.emplace(text, static_cast<std::uint32_t>(truth_.size()));
  if (!added) return found->second;
  truth_.push_back(0);
  met_.push_back(0);
  const FieldAtom parsed = FieldAtom::parse(text);
  if (parsed.comparison == FieldAtom::Comparison::None) {
    names_.emplace(text, found->second);
  } else {
    comparisons_.push_back({parsed, found->second, compared_field(parsed.field)});
  }
  return found->second;
}

std::size_t LogLetters::compared_field(const std::string& name) {
  const auto found = std::find(fields_.begin(), fields_.end(), name);
  const auto number = static_cast<std::size_t>(found - fields_.begin());
  if (found == fields_.end()) other_field(name);
  compared_[number] = true;
  return number;
}

std::size_t LogLetters::other_field(const std::string& name) {
  fields_.push_back(name);
  compared_.push_back(false);
  seen_.push_back(0);
  return fields_.size() - 1;
}

void LogLetters::read(std::span<const FieldValue> values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i]) seen_[i] = 1;
  if (current_name_ != kNone) truth_[current_name_] = 0;
  current_name_ = kNone;
  for (std::size_t i = 0; i < name_fields_; ++i) {
    if (!values[i]) continue;
    if (const auto found = names_.find(*values[i]); found != names_.end()) {
      truth_[current_name_ = found->second] = 1;
      met_[current_name_] = 1;
    } else if (other_names_.size() < kMostNames && !other_names_.contains(*values[i])) {
      other_names_.emplace(*values[i]);
    }
    break;
  }
  for (const Comparison& comparison : comparisons_)
    truth_[comparison.number] = comparison.atom.holds(values[comparison.field]) ? 1 : 0;
}

std::string LogLetters::event_text(std::span<const FieldValue> values) const {
  std::string text;
  for (std::size_t i = 0; i < name_fields_ && text.empty(); ++i)
    if (values[i]) text = *values[i];
  for (std::size_t i = name_fields_; i < values.size(); ++i) {
    if (values[i] && compared_[i]) text += (text.empty() ? "" : ", ") + fields_[i] + " = " + std::string(*values[i]);
  }
  return text;
}

void LogLetters::warn_about_absent_fields(Diagnostics& warnings) const {
  if (std::none_of(seen_.begin(), seen_.begin() + static_cast<std::ptrdiff_t>(name_fields_),
                   [](std::uint8_t seen) { return seen != 0; })) {
    warn(warnings, "no event has a field '" + fields_[0] + "'" + (name_fields_ > 1 ? " or '" + fields_[1] + "'" : "") +
                       ", so no event has a name; use --event FIELD");
  }
  warn_about_unknown_names(warnings);
  for (std::size_t i = name_fields_; i < fields_.size(); ++i)
    if (compared_[i] && seen_[i] == 0) warn(warnings, "no event has a field '" + fields_[i] + "'");
}

void LogLetters::warn_about_unknown_names(Diagnostics& warnings) const {
  for (const auto& [name, number] : std::map<std::string, std::uint32_t>(names_.begin(), names_.end())) {
    if (met_[number] != 0) continue;
    NearestName nearest(name);
    for (const auto& [known, other] : names_) {
      if (met_[other] != 0) nearest.consider(known);
    }
    for (const std::string& other : other_names_) nearest.consider(other);
    warn(warnings, "no event is named '" + name + "', so this atom is never true" + nearest.suggestion());
  }
}

}  // namespace weir
