// SPDX-License-Identifier: Apache-2.0
// Checkpoints of real runs, damaged or forged: random bytes and numbers are changed, the checksum is corrected, and the
// run is resumed. It is refused or ends with a regular answer, and never reads out of bounds, which sanitizers check.
// WEIR_FORGED_RUNS=N tries N forgeries of every kind of run instead of a few; WEIR_FORGED_SEED sets the first seed.
#include <gtest/gtest.h>

#include <unistd.h>
#include <zlib.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>

#include <weir/model.h>

namespace weir::test {
namespace {

constexpr const char* kMix = R"(
mtype = { red, green };
chan small = [2] of { bit, mtype, byte };
chan meet = [0] of { short };
chan large = [300] of { byte };
bit flags[5]; unsigned narrow : 3; unsigned odd : 11; short s; int total; bool done;
proctype Child(byte n; chan back) {
  chan own = [1] of { byte };
  own!n;
  back?_;
  d_step { total = total + n; flags[n % 5] = 1 }
}
active [2] proctype P() {
  byte i;
  do
  :: i < 3 -> small!(i % 2), red, i; i++
  :: small?_, _, i
  :: atomic { nfull(large) && len(large) < 3 -> large!i; narrow++; odd = odd + 300 }
  :: large?_ -> s--
  :: meet!i
  :: meet?s
  :: atomic { _nr_pr < 4 -> run Child(i, large) }
  :: total > 20 -> assert(!flags[0] || s < 3)
  od
}
)";
constexpr const char* kCounters = R"(
byte x[3];
active [3] proctype P() { do :: x[_pid] < 4 -> x[_pid]++ :: x[_pid] > 0 -> x[_pid]-- :: x[0] + x[1] == 7 -> assert(false) od }
ltl fails { [] (x[0] < 3) }
ltl holds { [] (x[0] < 9) }
)";
constexpr const char* kPeers = R"(
byte turn; bool f[3];
active [3] proctype P() { do :: f[_pid] = 1 :: f[_pid] -> turn = _pid; f[_pid] = 0 od }
)";
constexpr const char* kAlike = R"(
byte sum; chan c = [2] of { byte };
proctype Q(byte n) { byte k; do :: k < 5 -> k++ :: k > 1 -> k = 0; c!n :: c?k -> sum = (sum + k) % 7 od }
init { atomic { run Q(1); run Q(1); run Q(1) } }
)";
constexpr const char* kTrace = R"(
chan c = [2] of { byte }; byte n;
trace { do :: c!1; c!2 od }
active proctype A() { do :: c!1; c!2 od }
active proctype B() { do :: c?n; n = n * 3 od }
)";
constexpr const char* kDve = R"(
byte a, v[4]; channel {byte} full[3];
process P { int i; state s, t; init s;
  trans s -> s { guard a < 6; effect a = a + 1, v[a % 4] = a; }, s -> t { guard a > 0; sync full!a; effect a = a - 1; }, t -> s { effect i = (i + 1) % 5; }; }
process Q { byte y; state s; commit s; init s; trans s -> s { sync full?y; }; }
system async;
)";
constexpr const char* kSynchronous = R"(
byte a, b;
process P { state s, t; init s; trans s -> t { effect a = (a + 1) % 9; }, t -> s {}, t -> t {}; }
process Q { state s; init s; trans s -> s { effect b = (b + 2) % 7; }, s -> s { effect b = 0; }; }
process Never { state n, m; init n; accept m; trans n -> n {}, n -> m { guard a == 3; }, m -> m {}; }
system sync property Never;
)";
constexpr const char* kNet = R"(<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml"><net id="n"
 type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="p">
 <place id="p0"><initialMarking><text>400</text></initialMarking></place><place id="p1"/><place id="p2"/>
 <transition id="t0"/><arc id="a0" source="p0" target="t0"><inscription><text>40</text></inscription></arc>
 <arc id="b0" source="t0" target="p1"><inscription><text>70</text></inscription></arc>
 <transition id="t1"/><arc id="a1" source="p1" target="t1"/><arc id="b1" source="t1" target="p2"/>
 <transition id="t2"/><arc id="a2" source="p2" target="t2"/><arc id="b2" source="t2" target="p0"/>
 </page></net></pnml>)";

std::string ring_as_aut() {
  std::string text = "des (0, 80, 40)\n";
  for (int i = 0; i < 40; ++i)
    text += "(" + std::to_string(i) + ", \"a\", " + std::to_string((i + 1) % 40) + ")\n(" + std::to_string(i) +
            ", \"b\", " + std::to_string(i * 7 % 40) + ")\n";
  return text;
}
std::string ring_as_kripke() {
  std::string text = "HOA: v1\nStates: 40\nStart: 0\nAP: 1 \"p\"\nacc-name: all\nAcceptance: 0 t\n--BODY--\n";
  for (int i = 0; i < 40; ++i)
    text += std::string("State: ") + (i == 33 ? "[0] " : "[!0] ") + std::to_string(i) + "\n" +
            std::to_string((i + 1) % 40) + "\n" + std::to_string(i * 7 % 40) + "\n";
  return text + "--END--\n";
}

/// A C++ model whose states have different sizes.
struct Stacks {
  struct State {
    std::vector<std::uint8_t> stack;
    std::optional<int> held;
    bool flag = false;
    auto fields() { return std::tie(stack, held, flag); }
  };
  State initial() const { return {}; }
  void successors(const State& state, auto&& emit) const {
    State next = state;
    if (state.held) {
      next.stack.push_back(static_cast<std::uint8_t>(*state.held));
      next.held.reset();
      if (next.stack.size() < 4) emit(next, "push");
    } else {
      for (int i = 0; i < 3; ++i) {
        next.held = i;
        next.flag = i == 1;
        emit(next, "take");
      }
    }
    if (state.stack.empty()) return;
    next = state;
    next.stack.pop_back();
    emit(next, "pop");
  }
  static Propositions<State> propositions() {
    return {{"low", [](const State& state) { return state.stack.size() < 3; }},
            {"flag", [](const State& state) { return state.flag; }}};
  }
};

struct Kind {
  const char* name;
  const char* file;
  std::string text;
  bool explores = false;
  CheckOptions options = {};
  std::uint64_t states = 40;  ///< the run is saved after this many
  friend void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }
};

std::vector<Kind> kinds() {
  const auto ltl = [](const char* formula) {
    return std::vector<PropertyRequest>{{PropertyRequest::Kind::Ltl, formula}};
  };
  const auto ltlf = [](const char* formula) {
    return std::vector<PropertyRequest>{{PropertyRequest::Kind::Ltlf, formula}};
  };
  std::vector<Kind> all = {
      {"mix", "m.pml", kMix},
      {"mix_plain", "m.pml", kMix, false, {.reduce = Reductions::none()}},
      {"mix_breadth_first", "m.pml", kMix, false, {.store = Store::Tree, .search = SearchOrder::BreadthFirst}},
      {"mix_random", "m.pml", kMix, false, {.reduce = Reductions::none(), .search = SearchOrder::Random}},
      {"fails", "m.pml", "byte x; active [2] proctype P() { do :: x < 99 -> x++ :: x == 77 -> assert(false) od }"},
      {"mix_explore", "m.pml", kMix, true},
      {"mix_explore_depth_first", "m.pml", kMix, true, {.store = Store::Tree, .search = SearchOrder::DepthFirst}},
      {"mix_couvreur", "m.pml", kMix, false, {.properties = ltl("G F (s < 2) -> F G (len(large) < 3)")}},
      {"mix_fair",
       "m.pml",
       kMix,
       false,
       {.properties = ltl("G F (s < 2)"), .reduce = Reductions::none(), .fair = Fairness::Weak}},
      {"counters", "m.pml", kCounters, false, {}, 60},
      {"counters_reduced",
       "m.pml",
       kCounters,
       false,
       {.reduce = Reductions::of({Reduction::Merge, Reduction::Dead, Reduction::Slice, Reduction::PartialOrder})}},
      {"peers_declared", "m.pml", kPeers, false, {.symmetry = "P: turn, f[]"}, 8},
      {"peers_alike", "m.pml", kAlike, false, {.reduce = Reductions::of({Reduction::Symmetry})}},
      {"counters_breadth_first", "m.pml", kCounters, false, {.search = SearchOrder::BreadthFirst}, 70},
      {"counters_weak", "m.pml", kCounters, false, {.properties = ltl("F (x[0] == 3)")}, 8},
      {"counters_derivative",
       "m.pml",
       kCounters,
       false,
       {.properties = ltl("F (x[0] == 3)"), .translator = Translator::Derivative},
       8},
      {"counters_on_demand",
       "m.pml",
       kCounters,
       false,
       {.properties = ltl("G (x[0] == 1 -> F (x[1] == 2 && X x[2] == 1))"), .translator = Translator::Couvreur}},
      {"counters_shortest", "m.pml", kCounters, false, {.properties = ltl("G (x[0] < 4)"), .shortest = true}},
      {"counters_finite", "m.pml", kCounters, false, {.properties = ltlf("G (x[0] < 4)")}},
      {"counters_finite_breadth_first",
       "m.pml",
       kCounters,
       false,
       {.properties = ltlf("G (x[0] < 9)"), .search = SearchOrder::BreadthFirst}},
      {"trace", "m.pml", kTrace, false, {}, 5},
      {"dve", "m.dve", kDve, false, {}, 3},
      {"dve_property", "m.dve", kSynchronous, false, {}, 8},
      {"dve_formula", "m.dve", kDve, false, {.properties = ltl("G (a < 5)")}, 3},
      {"net", "m.pnml", kNet, false, {}, 200},
      {"net_explore", "m.pnml", kNet, true, {.search = SearchOrder::DepthFirst}, 200},
      {"net_formula", "m.pnml", kNet, false, {.properties = ltl("G \"tokens(p2) <= 300\"")}, 200},
      {"aut", "m.aut", ring_as_aut(), false, {}, 30},
      {"aut_formula", "m.aut", ring_as_aut(), false, {.properties = ltl("G F a")}, 30},
      {"kripke", "m.hoa", ring_as_kripke(), false, {.properties = ltl("G F p")}, 8},
      {"code", "", "", false, {.properties = ltl("G F low")}},
      {"code_finite", "", "", false, {.properties = ltlf("F flag")}, 3},
  };
  return all;
}

class ForgedRun : public testing::TestWithParam<Kind> {
 protected:
  ForgedRun() : folder_(std::filesystem::temp_directory_path() / ("weir_forged_" + std::to_string(getpid()))) {
    std::filesystem::create_directory(folder_);
    if (*GetParam().file != 0) std::ofstream(model()) << GetParam().text;
  }
  ~ForgedRun() override { std::filesystem::remove_all(folder_); }
  std::string model() const { return (folder_ / GetParam().file).string(); }
  std::string saved() const { return (folder_ / "saved").string(); }

  struct Answer {
    std::string refusal;
    bool complete = false;
  };
  Answer run(const CheckpointOptions& checkpoint, std::uint64_t max_states, bool native) const {
    CheckOptions options = GetParam().options;
    options.checkpoint = checkpoint;
    options.max_states = max_states;
    options.model.executor = native ? Executor::Native : Executor::Interpreter;
    options.time_limit = 20;
    options.memory_limit = std::uint64_t{1} << 28;
    Answer answer;
    const auto judge = [&](const auto& result, const auto& complete) {
      if (!result)
        answer.refusal = result.error().front().message;
      else
        answer.complete = complete(*result);
    };
    const auto decided = [](const CheckResult& result) {
      for (const PropertyResult& property : result.properties)
        if (property.verdict == Verdict::Inconclusive) return false;
      return true;
    };
    if (GetParam().explores) {
      ExploreOptions exploring;
      exploring.model = options.model;
      exploring.store = options.store;
      exploring.search = options.search;
      exploring.checkpoint = checkpoint;
      exploring.max_states = max_states;
      exploring.time_limit = options.time_limit;
      exploring.memory_limit = options.memory_limit;
      judge(explore(model(), exploring), [](const ExploreResult& result) { return result.complete; });
    } else if (*GetParam().file == 0) {
      ModelSystem<Stacks> system(Stacks{});
      judge(check(static_cast<TransitionSystem&>(system), options), decided);
    } else {
      judge(check(model(), options), decided);
    }
    return answer;
  }
  /// Saves a run after `max_states` states, and resumes forgeries of the file.
  void forge(std::uint64_t max_states) const;
  std::string content() const {
    std::ifstream file(saved(), std::ios::binary);
    const std::string all{std::istreambuf_iterator<char>(file), {}};
    return all.substr(0, all.size() - sizeof(std::uint32_t));
  }
  void write(std::string content) const {
    const auto checksum =
        static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()));
    content.append(reinterpret_cast<const char*>(&checksum), sizeof checksum);
    std::ofstream(saved(), std::ios::binary) << content;
  }

  std::filesystem::path folder_;
};

/// Changes bytes from `from` on.
class Forger {
 public:
  explicit Forger(std::uint64_t seed) : random_(seed) {}
  std::string forge(std::string content, std::size_t from) {
    for (std::uint64_t changes = 1 + below(3); changes > 0; --changes) change(content, from);
    return content;
  }

 private:
  std::uint64_t below(std::uint64_t limit) { return limit == 0 ? 0 : random_() % limit; }
  void change(std::string& content, std::size_t from) {
    const std::size_t at = from + below(content.size() - from);
    const std::size_t width = std::min<std::size_t>(std::size_t{1} << below(4), content.size() - at);
    std::uint64_t number = 0;
    std::memcpy(&number, content.data() + at, width);
    switch (below(9)) {
      case 0: number ^= std::uint64_t{1} << below(8 * width); break;
      case 1: number = random_(); break;
      case 2: number = ~std::uint64_t{0} - below(3); break;
      case 3: number = below(4); break;
      case 4: number += 1 - 2 * below(2); break;
      case 5: number = below(300); break;
      case 6: return void(content.erase(at, 1 + below(12)));
      case 7: return void(content.insert(at, 1 + below(12), static_cast<char>(below(256))));
      default: {  // a part from elsewhere
        const std::size_t source = from + below(content.size() - from);
        const std::string part = content.substr(source, 1 + below(40));
        return void(content.replace(at, std::min(part.size(), content.size() - at), part));
      }
    }
    std::memcpy(content.data() + at, &number, width);
  }
  std::mt19937_64 random_;
};

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

void ForgedRun::forge(std::uint64_t max_states) const {
  const Answer first = run({.file = saved()}, max_states, false);
  ASSERT_EQ(first.refusal, "");
  const std::string whole = content();
  ASSERT_EQ(run({.resume = saved()}, 1000, false).refusal, "");

  // After the names and digests that identify the run, so that most forgeries get past them.
  std::size_t from = whole.find("--max-depth");
  ASSERT_NE(from, std::string::npos);
  from += 20;
  const std::uint64_t seed = number_from("WEIR_FORGED_SEED", 1);
  const std::uint64_t rounds = number_from("WEIR_FORGED_RUNS", 8);
  for (std::uint64_t i = 0; i < rounds; ++i) {
    SCOPED_TRACE("WEIR_FORGED_SEED=" + std::to_string(seed + i));
    write(Forger(seed + i).forge(whole, i % 16 == 15 ? 16 : from));
    const Answer answer = run({.resume = saved()}, 1000, i % 4 == 3);
    const auto says = [&](const char* words) { return answer.refusal.find(words) != std::string::npos; };
    EXPECT_TRUE(answer.refusal.empty() || says("damaged") || says("another run") || says("another version") ||
                says("is refused"))
        << answer.refusal;
  }
}

TEST_P(ForgedRun, SavedEarlyDoesNoHarm) { forge(GetParam().states); }
/// Some searches have ended by then, and the file contains their results.
TEST_P(ForgedRun, SavedLateDoesNoHarm) { forge(500); }

INSTANTIATE_TEST_SUITE_P(Every, ForgedRun, testing::ValuesIn(kinds()),
                         [](const auto& kind) { return std::string(kind.param.name); });

}  // namespace
}  // namespace weir::test
