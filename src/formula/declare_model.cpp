// SPDX-License-Identifier: Apache-2.0
#include "formula/declare_model.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/text/ascii.h"
#include "base/text/nearest_name.h"
#include "formula/parser.h"
#include "formula/patterns/describe.h"

namespace weir {
namespace {

constexpr std::size_t kMostNodes = 1'000'000;

Formula read_template(const char* text) { return *parse_formula(text); }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && ascii::is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && ascii::is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

/// `Not Co-Existence` and `NotCoExistence` are one template.
std::string plain(std::string_view name) {
  std::string result;
  for (const char c : lower(name))
    if (c != ' ' && c != '-' && c != '_') result += c;
  return result;
}

// Names that are not those of a pattern.
constexpr const char* kOtherNames[][2] = {
    {"participation", "existence"},
    {"atleastone", "existence"},
    {"atmostone", "absence2"},
    {"last", "end"},
    {"exclusivechoice1of2", "exclusivechoice"},
    {"choice1of2", "choice"},
    {"exclchoice", "exclusivechoice"},
    {"respondedexistance", "respondedexistence"},
};

struct Template {
  std::string_view pattern;  ///< empty: there is none of this name
  std::optional<std::uint64_t> number;
};

Template find_template(std::string_view name) {
  std::string wanted = plain(name);
  for (const auto& [other, usual] : kOtherNames)
    if (wanted == other) wanted = usual;
  std::optional<std::uint64_t> number;
  std::size_t digits = wanted.size();
  while (digits > 0 && ascii::is_digit(wanted[digits - 1])) --digits;
  if (digits < wanted.size() && wanted.size() - digits <= 6) {
    number = std::stoull(wanted.substr(digits));
    wanted.resize(digits);
  }
  for (const NamedPattern& row : named_patterns()) {
    if (std::string_view(row.family).find("Declare") == std::string_view::npos || plain(row.name) != wanted) continue;
    if (takes_number(row) == number.has_value()) return {row.name, number};
  }
  return {};
}

std::string nearest_template(std::string_view name) {
  std::vector<std::string> names;
  for (const NamedPattern& row : named_patterns())
    if (std::string_view(row.family).find("Declare") != std::string_view::npos)
      names.push_back(declare_template(row.name, 1));
  NearestName nearest(name);
  for (const std::string& known : names) nearest.consider(known);
  return nearest.suggestion();
}

class DeclareReader {
 public:
  DeclareReader(const SourceText& source, Diagnostics& warnings) : source_(source), warnings_(warnings) {}

  Expected<std::vector<NamedFormula>> read() {
    const std::string_view text = source_.text();
    for (std::size_t start = 0; start < text.size();) {
      const std::size_t end = std::min(text.find('\n', start), text.size());
      line_ = trimmed(text.substr(start, end - start));
      start = end + 1;
      if (line_.empty() || line_.front() == '#' || line_.starts_with("//")) continue;
      read_line();
    }
    for (const Constraint& constraint : constraints_) add(constraint);
    if (!errors_.empty()) return errors_;
    if (formulas_.empty()) return Diagnostic{.message = "the file contains no constraint", .file = source_.name()};
    return formulas_;
  }

 private:
  struct Constraint {
    std::string_view line;
    std::string_view name;
    std::vector<std::string_view> arguments;
    std::vector<std::string_view> conditions;  ///< of the activation, of the target, of the time
  };

  std::size_t offset(std::string_view part) const {
    return static_cast<std::size_t>(part.data() - source_.text().data());
  }
  void fail(std::string_view part, std::string message) {
    errors_.push_back(source_.at(offset(part), std::max<std::size_t>(part.size(), 1), std::move(message)));
  }

  void read_line() {
    if (line_.starts_with("activity ")) {
      activities_.insert(std::string(trimmed(line_.substr(9))));
      return;
    }
    const std::size_t open = line_.find('[');
    if (line_.starts_with("bind ") || (open == std::string_view::npos && line_.find(": ") != std::string_view::npos)) {
      warnings_.push_back(
          source_.at(offset(line_), line_.size(), "declarations of data are ignored", Diagnostic::Severity::Warning));
      return;
    }
    const std::size_t close = line_.find(']', open == std::string_view::npos ? 0 : open);
    if (open == std::string_view::npos || close == std::string_view::npos || open == 0) {
      fail(line_, "expected 'activity NAME', 'bind ...' or a constraint as in 'Response[A, B]'");
      return;
    }
    Constraint constraint{.line = line_, .name = trimmed(line_.substr(0, open)), .arguments = {}, .conditions = {}};
    constraint.arguments = split(line_.substr(open + 1, close - open - 1), ',');
    std::string_view rest = trimmed(line_.substr(close + 1));
    if (!rest.empty() && rest.front() != '|') {
      fail(rest, "expected '|' and a condition, or the end of the line");
      return;
    }
    if (!rest.empty()) constraint.conditions = split(rest.substr(1), '|');
    constraints_.push_back(std::move(constraint));
  }

  static std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
      const std::size_t end = std::min(text.find(separator), text.size());
      parts.push_back(trimmed(text.substr(0, end)));
      if (end == text.size()) return parts;
      text.remove_prefix(end + 1);
    }
  }

  void add(const Constraint& constraint) {
    const Template found = find_template(constraint.name);
    if (found.pattern.empty()) {
      fail(constraint.name, "there is no template '" + std::string(constraint.name) + "'" +
                                nearest_template(constraint.name) + " ('weir explain --patterns' lists them)");
      return;
    }
    const NamedPattern* row = find_pattern(found.pattern, found.number.has_value(), constraint.arguments.size());
    if (row == nullptr || found.number == std::uint64_t{0}) {
      fail(constraint.line, "'" + std::string(constraint.name) + "' does not take " +
                                std::to_string(constraint.arguments.size()) +
                                (constraint.arguments.size() == 1 ? " activity" : " activities"));
      return;
    }
    PatternUse use{.row = row, .number = found.number.value_or(1)};
    for (const std::string_view argument : constraint.arguments) {
      if (!known(argument)) return;
      use.arguments.push_back(Formula::atom(std::string(argument)));
    }
    if (!add_conditions(constraint, use)) return;
    const auto formula = expand(use, kMostNodes, read_template);
    if (!formula) return fail(constraint.line, "this constraint would expand to more than 1000000 nodes");
    const std::size_t count = ++names_[std::string(row->name)];
    NamedFormula named{.name = std::string(row->name) + "_" + std::to_string(count),
                       .text = to_string(use),
                       .formula = *formula,
                       .line = source_.position(offset(constraint.line)).line,
                       .offset = offset(constraint.line),
                       .length = constraint.line.size()};
    formulas_.push_back(std::move(named));
  }

  bool known(std::string_view activity) {
    if (activity.empty()) {
      fail(activity, "expected the name of an activity");
      return false;
    }
    if (activities_.empty() || activities_.count(std::string(activity)) > 0) return true;
    NearestName nearest(activity);
    for (const std::string& declared : activities_) nearest.consider(declared);
    fail(activity, "there is no 'activity " + std::string(activity) + "'" + nearest.suggestion());
    return false;
  }

  /// Conjoins conditions with the activation and the target.
  bool add_conditions(const Constraint& constraint, PatternUse& use) {
    for (std::size_t i = 0; i < constraint.conditions.size(); ++i) {
      const std::string_view condition = constraint.conditions[i];
      if (condition.empty()) continue;
      // A constraint of one activity has no target: its second condition is the time.
      if (i >= 2 || (i == 1 && use.arguments.size() == 1)) {
        fail(condition, "time conditions are not supported");
        return false;
      }
      const std::string_view activation = use.row->activation;
      if (activation.empty()) {
        fail(condition, "'" + std::string(constraint.name) +
                            "' has two activations, so a condition is ambiguous; state its two parts instead");
        return false;
      }
      const std::size_t activated = activation == "b" ? 1 : 0;
      const std::size_t about = i == 0 ? activated : 1 - activated;
      if (!add_comparisons(condition, i == 0 ? "A." : "T.", use.arguments[about])) return false;
    }
    return true;
  }

  /// `A.amount > 100 and A.kind is gold`
  bool add_comparisons(std::string_view condition, std::string_view owner, Formula& event) {
    std::string_view rest = condition;
    while (true) {
      const std::size_t end = std::min(lower(rest).find(" and "), rest.size());
      const std::string_view part = trimmed(rest.substr(0, end));
      const std::optional<std::string> atom = comparison(part, owner);
      if (!atom) {
        fail(part.empty() ? condition : part, "expected a comparison of a field with a value, as in '" +
                                                  std::string(owner) + "amount > 100' or '" + std::string(owner) +
                                                  "kind is gold'; other conditions are not supported");
        return false;
      }
      event = event & Formula::atom(*atom);
      if (end == rest.size()) return true;
      rest.remove_prefix(end + 5);
    }
  }

  /// An atom for `weir trace`: `amount > 100`.
  static std::optional<std::string> comparison(std::string_view text, std::string_view owner) {
    static constexpr const char* kSigns[][2] = {{" is not ", "!="}, {" is ", "=="}, {"==", "=="},
                                                {"!=", "!="},       {"<=", "<="},   {">=", ">="},
                                                {"=", "=="},        {"<", "<"},     {">", ">"}};
    if (!text.starts_with(owner)) return std::nullopt;
    text.remove_prefix(owner.size());
    for (const auto& [sign, ours] : kSigns) {
      const std::size_t at = lower(text).find(sign);
      if (at == std::string::npos) continue;
      const std::string_view field = trimmed(text.substr(0, at));
      const std::string_view value = trimmed(text.substr(at + std::string_view(sign).size()));
      const bool simple = !field.empty() && !value.empty() && !value.starts_with("A.") && !value.starts_with("T.") &&
                          field.find_first_of("()<>=! ") == std::string_view::npos &&
                          value.find_first_of("()<>=!") == std::string_view::npos &&
                          (" " + lower(value) + " ").find(" or ") == std::string::npos;
      if (!simple) return std::nullopt;
      return std::string(field) + " " + ours + " " + std::string(value);
    }
    return std::nullopt;
  }

  const SourceText& source_;
  Diagnostics& warnings_;
  Diagnostics errors_;
  std::string_view line_;
  std::set<std::string> activities_;
  std::vector<Constraint> constraints_;
  std::map<std::string, std::size_t> names_;
  std::vector<NamedFormula> formulas_;
};

}  // namespace

Expected<std::vector<NamedFormula>> read_declare_model(const SourceText& source, Diagnostics& warnings) {
  return DeclareReader(source, warnings).read();
}

Expected<std::vector<NamedFormula>> read_trace_properties(const SourceText& source, const ParseOptions& options,
                                                          Diagnostics& warnings) {
  return source.name().ends_with(".decl") ? read_declare_model(source, warnings) : read_property_file(source, options);
}

std::string declare_template(std::string_view pattern, std::uint64_t number) {
  if (pattern == "co_existence") return "Co-Existence";
  if (pattern == "not_co_existence") return "Not Co-Existence";
  std::string name;
  bool start = true;
  for (const char c : pattern) {
    if (c == '_') {
      name += ' ';
    } else {
      name += start && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    start = c == '_';
  }
  return number > 1 || pattern == "exactly" ? name + std::to_string(number) : name;
}

}  // namespace weir
