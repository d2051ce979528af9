// SPDX-License-Identifier: Apache-2.0
#include "report/sequence.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include <fmt/core.h>

#include "base/text/printable.h"

namespace weir {
namespace {

const Counterexample* first_counterexample(const CheckResult& result) {
  for (const PropertyResult& property : result.properties) {
    if (property.has_counterexample) return &property.counterexample;
  }
  return nullptr;
}

/// Participant identifiers must be plain words; the display name is an alias.
std::string identifier(const std::string& name) {
  std::string plain = "p_";
  for (char c : name) plain += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return plain;
}

/// In both languages a message ends with its line. Mermaid also treats ; and # specially, PlantUML quotes.
std::string one_line(std::string text) {
  for (char& c : text) {
    if (c == '\n' || c == '\r' || c == ';' || c == '#') c = ' ';
    if (c == '"') c = '\'';
  }
  return printable(text);
}

struct Words {
  const char* begin;
  const char* participant;  ///< identifier, name
  const char* message;      ///< sender, receiver, text
  const char* note;         ///< process, text
  const char* loop;
  const char* end;
};

constexpr Words kMermaid = {"sequenceDiagram\n",      "  participant {0} as {1}\n", "  {0}->>{1}: {2}\n",
                            "  Note over {0}: {1}\n", "  loop for ever\n",          ""};
constexpr Words kPlantUml = {"@startuml\n",        "participant \"{1}\" as {0}\n",
                             "{0} -> {1} : {2}\n", "note over {0} : {1}\n",
                             "loop for ever\n",    "@enduml\n"};

class SequenceDiagram {
 public:
  explicit SequenceDiagram(const Words& words) : words_(words) {}

  std::string write(const Counterexample& run) {
    for (const TraceStep& step : run.prefix) meet(step);
    for (const TraceStep& step : run.cycle) meet(step);
    text_ = words_.begin;
    for (const std::string& name : participants_) add(words_.participant, identifier(name), one_line(name));
    for (const TraceStep& step : run.prefix) write(step);
    if (!run.cycle.empty()) {
      text_ += words_.loop;
      for (const TraceStep& step : run.cycle) write(step);
      text_ += &words_ == &kMermaid ? "  end\n" : "end\n";
    }
    return text_ + words_.end;
  }

 private:
  template <class... Arguments>
  void add(const char* pattern, const Arguments&... arguments) {
    text_ += fmt::format(fmt::runtime(pattern), arguments...);
  }

  void meet(const TraceStep& step) {
    const auto& talk = step.step.communication;
    for (const std::string& name : {actor(step), talk ? sender(*talk) : "", talk ? receiver(*talk) : ""}) {
      if (!name.empty() && std::find(participants_.begin(), participants_.end(), name) == participants_.end()) {
        participants_.push_back(name);
      }
    }
  }

  /// The sender or receiver of a buffered message is the channel.
  static std::string sender(const Communication& talk) { return talk.sender.empty() ? talk.channel : talk.sender; }
  static std::string receiver(const Communication& talk) {
    return talk.receiver.empty() ? talk.channel : talk.receiver;
  }

  static std::string actor(const TraceStep& step) {
    if (step.last || step.stutters) return "";
    return step.step.process.empty() ? "model" : step.step.process;
  }

  void write(const TraceStep& step) {
    if (step.last || step.stutters) return;
    const auto& talk = step.step.communication;
    if (talk && sender(*talk) != receiver(*talk)) {
      const bool rendezvous = !talk->sender.empty() && !talk->receiver.empty();
      add(words_.message, identifier(sender(*talk)), identifier(receiver(*talk)),
          one_line(rendezvous ? talk->channel + ": " + talk->message : talk->message));
    } else {
      add(words_.note, identifier(actor(step)), one_line(step.step.event));
    }
  }

  const Words& words_;
  std::vector<std::string> participants_;
  std::string text_;
};

std::string diagram(const CheckResult& result, const Words& words) {
  const Counterexample* run = first_counterexample(result);
  return run == nullptr ? "" : SequenceDiagram(words).write(*run);
}

}  // namespace

std::string mermaid_report(const CheckResult& result) { return diagram(result, kMermaid); }
std::string plantuml_report(const CheckResult& result) { return diagram(result, kPlantUml); }

}  // namespace weir
