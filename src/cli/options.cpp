// SPDX-License-Identifier: Apache-2.0
#include "cli/options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/text/nearest_name.h"

namespace weir::cli {

std::optional<std::uint64_t> parse_size(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (error != std::errc() || !(value >= 0)) return std::nullopt;
  std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  if (unit.ends_with("iB")) {
    unit.remove_suffix(2);
    if (unit.empty()) return std::nullopt;
  } else if (unit.ends_with("B") || unit.ends_with("b")) {
    unit.remove_suffix(1);
  }
  int power = 0;
  if (!unit.empty()) {
    constexpr std::string_view kUnits = "kKmMgGtT";
    const std::size_t at = kUnits.find(unit.front());
    if (unit.size() != 1 || at == std::string_view::npos) return std::nullopt;
    power = static_cast<int>(at / 2) + 1;
  }
  value = std::ldexp(value, 10 * power);
  if (value >= 0x1p63) return std::nullopt;
  return static_cast<std::uint64_t>(value);
}

std::uint64_t parse_number(const std::string& option, const std::string& text, std::uint64_t least,
                           std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least || value > most) {
    throw CLI::ValidationError(option, "expected a whole number from " + std::to_string(least) + " to " +
                                           std::to_string(most) + ", not '" + text + "'");
  }
  return value;
}

double parse_share(const std::string& option, const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value >= 0 && value <= 1))
    throw CLI::ValidationError(option, "expected a number from 0 to 1, not '" + text + "'");
  return value;
}

double parse_seconds(const std::string& option, const std::string& text) {
  constexpr double kLongest = 1e9;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value > 0) || value > kLongest) {
    throw CLI::ValidationError(option, "expected a number of seconds above 0 and up to 1000000000, not '" + text + "'");
  }
  return value;
}

CLI::Option* add_number(CLI::App& app, const std::string& names, std::optional<std::uint64_t>& value,
                        const std::string& help) {
  const auto set = [names, &value](const std::string& text) {
    value = parse_number(names, text, 0, std::numeric_limits<std::uint64_t>::max());
  };
  return app.add_option_function<std::string>(names, set, help)->type_name("N");
}

CLI::Option* add_choice(CLI::App& app, const std::string& names, const std::vector<std::string>& words,
                        const std::function<void(std::size_t)>& choose, const std::string& help) {
  const auto set = [names, words, choose](const std::string& text) {
    const auto found = std::find(words.begin(), words.end(), text);
    if (found != words.end()) return choose(static_cast<std::size_t>(found - words.begin()));
    NearestName nearest(text);
    for (const std::string& word : words) nearest.consider(word);
    throw CLI::ValidationError(
        names, fmt::format("'{}' is not one of {}{}", text, fmt::join(words, ", "), nearest.suggestion()));
  };
  return app.add_option_function<std::string>(names, set, help)->type_name(fmt::format("{}", fmt::join(words, "|")));
}

CLI::Option* add_reductions(CLI::App& app, Reductions& value, const std::string& help) {
  const auto set = [&value](const std::string& text) {
    const Expected<Reductions> reductions = parse_reductions(text);
    if (!reductions) throw CLI::ValidationError("--reduce", reductions.error().front().message);
    value = *reductions;
  };
  return app.add_option_function<std::string>("--reduce", set, help)->type_name("LIST")->default_str(to_string(value));
}

CLI::Option* add_seconds(CLI::App& app, const std::string& name, double& value, const std::string& help) {
  const auto set = [name, &value](const std::string& text) { value = parse_seconds(name, text); };
  return app.add_option_function<std::string>(name, set, help)->type_name("SECONDS");
}

namespace {
/// Returns whether the text is `NAME` or `NAME(PARAMETERS)`.
bool names_macro(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  std::size_t length = 0;
  while (length < text.size() && (letter(text[length]) || (length > 0 && text[length] >= '0' && text[length] <= '9')))
    ++length;
  return length > 0 && (length == text.size() || (text[length] == '(' && text.ends_with(')')));
}
}  // namespace

void add_model_options(CLI::App& app, std::string& path, ModelOptions& options) {
  app.add_option("MODEL", path, "the model; the file name extension selects its format")->required();
  add_choice(app, "--from", options.format, "format of the model, overriding the file name extension");
  app.add_option_function<std::vector<std::string>>(
         "-D",
         [&options](const std::vector<std::string>& given) {
           for (const std::string& one : given) {
             const std::size_t equals = one.find('=');
             if (equals == 0 || one.empty()) throw CLI::ValidationError("-D", "a name must come before '='");
             if (!names_macro(one.substr(0, equals)) || one.find_first_of("\r\n") != std::string::npos)
               throw CLI::ValidationError("-D", "'" + one + "' is not of the form NAME=VALUE on one line");
             options.definitions.emplace_back(one.substr(0, equals),
                                              equals == std::string::npos ? std::string("1") : one.substr(equals + 1));
           }
         },
         "define a macro for the model's preprocessor")
      ->type_name("NAME[=VALUE]")
      ->allow_extra_args(false);
  add_choice(app, "--executor", options.executor,
             "executor of Promela and DVE models; auto switches to native code once it pays off");
}

void add_shape_options(CLI::App& app, TranslateOptions& options) {
  add_choice(app, "--simplify", options.simplify, "effort spent on making the automaton small");
  app.add_flag("--state-based", options.state_based, "acceptance marks on states");
  app.add_flag("--degeneralize", options.degeneralize, "a single acceptance set (Büchi)");
  app.add_flag("--deterministic", options.deterministic, "determinise (with parity acceptance if necessary)");
  app.add_flag("--complete", options.complete, "complete the automaton with a sink");
  app.add_flag("--minimize", options.minimize,
               "the minimal deterministic automaton (on infinite words: obligations only)");
  add_choice(app, "--to", options.to,
             "output format: an automaton, a C++ monitor, or (translate) the simplified formula");
  app.add_option("--name", options.name, "--to cpp: name of the class; default: derived from the formula")
      ->type_name("NAME");
  app.add_flag("--stats", options.stats, "write one line of JSON about the automaton instead of the automaton");
}

void add_memory_limit(CLI::App& app, std::uint64_t& memory) {
  app.add_option_function<std::string>(
         "--memory",
         [&memory](const std::string& text) {
           const auto size = parse_size(text);
           if (!size || *size == 0)
             throw CLI::ValidationError("--memory", "'" + text + "' is not a size such as 64M or 2G");
           memory = *size;
         },
         "memory limit, such as 64M or 2G; default: the limit of the container or machine")
      ->type_name("SIZE");
}

void add_work_limits(CLI::App& app, std::uint64_t& memory, double& seconds) {
  add_memory_limit(app, memory);
  add_seconds(app, "--time", seconds, "time limit in seconds");
}

void add_limit_options(CLI::App& app, std::uint64_t& memory, double& seconds, std::uint64_t& states,
                       std::uint64_t& depth) {
  add_work_limits(app, memory, seconds);
  add_number(app, "--max-states", states, "maximum number of stored states", 1);
  add_number(app, "--max-depth", depth, "maximum number of steps from an initial state", 1);
}

void add_checkpoint_options(CLI::App& app, CheckpointOptions& options) {
  app.add_option("--checkpoint", options.file, "save the run to this file periodically")->type_name("FILE");
  app.add_option("--resume", options.resume, "resume a saved run, and continue saving it")->type_name("FILE");
  add_seconds(app, "--checkpoint-every", options.every,
              "time between checkpoints (default: 60); longer if saving is slow");
}

void add_progress_option(CLI::App& app, ProgressMode& mode) {
  add_choice(
      app, "--progress", {"auto", "always", "never"},
      [&mode](std::size_t i) {
        mode = std::array{ProgressMode::Auto, ProgressMode::Always, ProgressMode::Never}[i];
      },
      "progress on standard error: a live line on a terminal, otherwise a line every ten seconds (always: every "
      "second)")
      ->default_str("auto");
}

}  // namespace weir::cli
