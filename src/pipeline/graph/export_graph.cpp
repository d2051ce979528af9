// SPDX-License-Identifier: Apache-2.0
#include "pipeline/graph/export_graph.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <optional>
#include <set>

#include <weir/weir.h>

#include "base/assert.h"
#include "base/output_file.h"
#include "base/text/value_text.h"

namespace weir {
namespace {

/// Text in double quotes, the same in all three formats: quotes and backslashes escaped, line ends as blanks.
std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' || c == '\r' ? ' ' : c;
  }
  return out + '"';
}

/// Standard output for "-", or a file that is written completely or not at all.
class Output {
 public:
  explicit Output(const std::string& path) : path_(path) {
    if (path != "-") file_.emplace(path);
  }
  void write(std::string_view text) {
    if (file_) {
      file_->write(text);
    } else if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() && error_ == 0) {
      error_ = errno;
    }
  }
  void finish(Diagnostics& errors) {
    if (file_) {
      file_->commit();
      error_ = file_->error();
    } else if (std::fflush(stdout) != 0 && error_ == 0) {
      error_ = errno;
    }
    if (error_ == 0) return;
    Diagnostic diagnostic;
    diagnostic.message =
        "cannot write " + (path_ == "-" ? "standard output" : "'" + path_ + "'") + ": " + std::strerror(error_);
    errors.push_back(std::move(diagnostic));
  }

 private:
  std::string path_;
  std::optional<OutputFile> file_;
  int error_ = 0;
};

/// Returns the states and edges of the graph by id, any number of times, until it is stopped.
class Graph {
 public:
  Graph(const TransitionSystem& system, StateStore& store, const StopFlag& stop)
      : system_(system), store_(store), stop_(stop) {}

  std::uint64_t states() const { return store_.size(); }
  template <class Use>
  void for_each_state(Use&& use) const {
    for (std::uint64_t number = 0; number < states() && !stop_.raised(); ++number) use(number);
  }
  StateView state(std::uint64_t number) { return store_.get(StateId{static_cast<std::uint32_t>(number)}, scratch_); }
  std::vector<std::uint64_t> initial() {
    buffer_.clear();
    system_.initial_states(buffer_);
    return targets();
  }
  /// The targets of the edges of a state; event(i) then describes edge i.
  std::vector<std::uint64_t> edges(std::uint64_t from) {
    buffer_.clear();
    const StateView source = state(from);
    source_.assign(source.begin(), source.end());
    system_.successors(source_, buffer_);
    return targets();
  }
  std::string event(std::size_t edge) const {
    const std::size_t i = order_[edge];
    return system_.describe(source_, buffer_.step(i), buffer_.state(i)).event;
  }
  std::vector<Variable> variables(std::uint64_t number) { return system_.show(state(number)); }

 private:
  std::vector<std::uint64_t> targets() {
    std::vector<std::uint64_t> numbers;
    order_.clear();
    for (std::size_t i = 0; i < buffer_.size(); ++i) {
      if (buffer_.step(i).fault == Fault::RuntimeError) continue;  // has no target state
      const Insertion known = store_.insert(buffer_.state(i));
      if (stop_.raised()) break;  // the rest is not written
      WEIR_ASSERT(known.present(), "all states of an explored graph are stored");
      numbers.push_back(index_of(known.id));
      order_.push_back(i);
    }
    return numbers;
  }
  const TransitionSystem& system_;
  StateStore& store_;
  const StopFlag& stop_;
  SuccessorBuffer buffer_;
  std::vector<std::byte> scratch_;
  std::vector<std::byte> source_;
  std::vector<std::size_t> order_;
};

std::string name_of(const std::vector<Variable>& variables) {
  std::string name;
  for (const Variable& variable : variables) {
    if (!name.empty()) name += ", ";
    name += variable.name + "=" + value_text(variable.value);
  }
  return name;
}

void write_dot(Graph& graph, Output& out) {
  out.write("digraph states {\n  node [shape=box, fontname=monospace];\n");
  for (const std::uint64_t initial : graph.initial()) {
    out.write(fmt::format("  initial{0} [shape=point];\n  initial{0} -> {0};\n", initial));
  }
  graph.for_each_state([&](std::uint64_t from) {
    out.write(fmt::format("  {} [label={}];\n", from, in_quotes(name_of(graph.variables(from)))));
    const std::vector<std::uint64_t> targets = graph.edges(from);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      out.write(fmt::format("  {} -> {} [label={}];\n", from, targets[i], in_quotes(graph.event(i))));
    }
  });
  out.write("}\n");
}

void write_aut(Graph& graph, Output& out) {
  std::uint64_t transitions = 0;
  graph.for_each_state([&](std::uint64_t from) { transitions += graph.edges(from).size(); });
  const std::vector<std::uint64_t> initial = graph.initial();
  if (initial.empty()) return;  // stopped
  out.write(fmt::format("des ({}, {}, {})\n", initial.front(), transitions, graph.states()));
  graph.for_each_state([&](std::uint64_t from) {
    const std::vector<std::uint64_t> targets = graph.edges(from);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const std::string event = graph.event(i);
      out.write(fmt::format("({}, {}, {})\n", from, in_quotes(event.empty() ? "tau" : event), targets[i]));
    }
  });
}

/// Propositions of a Kripke structure: `x` for a Boolean variable, `x == v` for each value of any other variable with
/// at most kFewValues values. Variables with more values occur only in the names of states.
constexpr std::size_t kFewValues = 32;

struct Propositions {
  std::vector<std::string> names;
  std::map<std::string, std::size_t> by_name;
};

std::string proposition_of(const Variable& variable) {
  if (std::holds_alternative<bool>(variable.value)) return variable.name;
  return variable.name + " == " + value_text(variable.value);
}

Propositions collect_propositions(Graph& graph) {
  struct Seen {
    bool truth = false;
    std::set<std::string> values;
  };
  std::map<std::string, Seen> seen;
  graph.for_each_state([&](std::uint64_t number) {
    for (const Variable& variable : graph.variables(number)) {
      Seen& values = seen[variable.name];
      values.truth = std::holds_alternative<bool>(variable.value);
      if (values.values.size() <= kFewValues) values.values.insert(proposition_of(variable));
    }
  });
  Propositions propositions;
  for (const auto& [name, values] : seen) {
    if (values.values.size() > kFewValues) continue;
    for (const std::string& proposition : values.values) {
      propositions.by_name[proposition] = propositions.names.size();
      propositions.names.push_back(proposition);
    }
  }
  return propositions;
}

void write_hoa(Graph& graph, Output& out) {
  const Propositions propositions = collect_propositions(graph);
  out.write(fmt::format("HOA: v1\ntool: \"weir\" \"{}\"\nStates: {}\n", version(), graph.states()));
  for (const std::uint64_t initial : graph.initial()) out.write(fmt::format("Start: {}\n", initial));
  out.write(fmt::format("AP: {}", propositions.names.size()));
  for (const std::string& name : propositions.names) out.write(" " + in_quotes(name));
  out.write("\nacc-name: all\nAcceptance: 0 t\nproperties: state-labels explicit-labels\n--BODY--\n");
  std::vector<bool> truth(propositions.names.size());
  graph.for_each_state([&](std::uint64_t from) {
    const std::vector<Variable> variables = graph.variables(from);
    truth.assign(truth.size(), false);
    for (const Variable& variable : variables) {
      const auto found = propositions.by_name.find(proposition_of(variable));
      const bool* value = std::get_if<bool>(&variable.value);
      if (found != propositions.by_name.end()) truth[found->second] = value == nullptr || *value;
    }
    std::string label;
    for (std::size_t i = 0; i < truth.size(); ++i)
      label += fmt::format("{}{}{}", i > 0 ? "&" : "", truth[i] ? "" : "!", i);
    std::string line =
        fmt::format("State: [{}] {} {}\n ", truth.empty() ? "t" : label, from, in_quotes(name_of(variables)));
    for (const std::uint64_t to : graph.edges(from)) line += fmt::format(" {}", to);
    out.write(line + "\n");
  });
  out.write("--END--\n");
}

}  // namespace

Diagnostics export_graph(const TransitionSystem& system, StateStore& store, const ExploreOptions& options,
                         const StopFlag& stop) {
  Diagnostics errors;
  Graph graph(system, store, stop);
  const auto export_to = [&](const std::string& path, void (*write)(Graph&, Output&)) {
    if (path.empty() || stop.raised()) return;
    Output out(path);
    write(graph, out);
    if (!stop.raised()) out.finish(errors);
  };
  if (!options.aut_file.empty() && graph.initial().size() != 1) {
    Diagnostic diagnostic;
    diagnostic.message =
        fmt::format("an .aut file has one initial state, but the model has {}", graph.initial().size());
    return {diagnostic};
  }
  export_to(options.dot_file, write_dot);
  export_to(options.aut_file, write_aut);
  export_to(options.hoa_file, write_hoa);
  return errors;
}

}  // namespace weir
