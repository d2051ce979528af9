// SPDX-License-Identifier: Apache-2.0
// Runs one model as Promela and as a C++ struct (weir/model.h), interleaved. Prints states a second for exploring and
// checking, and the ratio. The C++ model should be at least as fast.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <vector>

#include <weir/model.h>

namespace {

constexpr int kProcesses = 6;
constexpr int kValues = 7;

/// Each process counts while another one has the token, and takes it; a process at zero may release it.
constexpr const char* kPromela = R"(
byte token = 7;
active [6] proctype P() {
  byte k;
  do
  :: d_step { token != _pid -> k = (k + 1) % 7; token = _pid }
  :: d_step { k == 0 && token != 7 -> token = 7 }
  od
}
)";

struct Tokens {
  struct State {
    std::uint8_t token = 7;
    std::uint8_t k[kProcesses] = {};
  };
  State initial() const { return {}; }
  void successors(const State& state, auto&& emit) const {
    for (int i = 0; i < kProcesses; ++i) {
      if (state.token != i) {
        State next = state;
        next.k[i] = static_cast<std::uint8_t>((next.k[i] + 1) % kValues);
        next.token = static_cast<std::uint8_t>(i);
        emit(next, "take", i);
      }
      if (state.k[i] == 0 && state.token != 7) {
        State next = state;
        next.token = 7;
        emit(next, "lay down", i);
      }
    }
  }
  static weir::Propositions<State> propositions() {
    return {{"P[0]:k == 6", [](const State& s) { return s.k[0] == 6; }},
            {"P[1]:k == 6", [](const State& s) { return s.k[1] == 6; }},
            {"token == 9", [](const State& s) { return s.token == 9; }}};
  }
};

struct Rate {
  double seconds = 0;
  std::uint64_t states = 0;
  double rate() const { return static_cast<double>(states) / seconds; }
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main() {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "weir-waist.pml";
  std::ofstream(file) << kPromela;
  weir::ModelSystem<Tokens> system{Tokens{}};
  const std::string formula = "G (\"P[0]:k == 6\" && \"P[1]:k == 6\" -> !\"token == 9\")";

  const auto explore = [&](bool cpp) {
    const weir::ExploreOptions options{.threads = 1};
    const auto result = cpp ? weir::explore(system, options) : weir::explore(file.string(), options);
    return Rate{result->stats.seconds, result->stats.states};
  };
  const auto check = [&](bool cpp) {
    weir::CheckOptions options{.properties = {{weir::PropertyRequest::Kind::Ltl, formula}}, .threads = 1};
    options.reduce = Reductions::none();
    const auto result =
        cpp ? weir::check(static_cast<weir::TransitionSystem&>(system), options) : weir::check(file.string(), options);
    const weir::Statistics& stats = result->properties.front().stats;
    return Rate{stats.seconds, stats.states};
  };
  const auto compare = [&](const char* what, auto&& run) {
    constexpr int kRounds = 7;
    std::vector<double> promela, cpp;
    std::uint64_t states[2] = {};
    for (int i = 0; i < kRounds; ++i) {
      const Rate a = run(false), b = run(true);
      promela.push_back(a.rate());
      cpp.push_back(b.rate());
      states[0] = a.states;
      states[1] = b.states;
    }
    std::printf("%-8s Promela %8.2f, C++ %8.2f million states a second; ratio %.2f (%llu and %llu states)\n", what,
                median(promela) / 1e6, median(cpp) / 1e6, median(cpp) / median(promela),
                static_cast<unsigned long long>(states[0]), static_cast<unsigned long long>(states[1]));
  };
  compare("explore", explore);
  compare("check", check);
  std::filesystem::remove(file);
  return 0;
}
