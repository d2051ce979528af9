// SPDX-License-Identifier: Apache-2.0
// Formulas about all values of a field, on whole logs: against one instance for each value, evaluated by the semantics
// of finite words.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>
#include <unistd.h>

#include <weir/weir.h>

#include "formula/finite_semantics.h"
#include "formula/parser.h"
#include "formula/printer.h"
#include "support/random_formula.h"

namespace weir::test {
namespace {

/// Atoms as the formula of an instance has them, and as the user writes them.
const std::map<std::string, std::string> kWritten = {
    {"q0", "a(u)"}, {"q1", "b(u)"}, {"q2", "a"}, {"q3", "\"other == u\""}, {"q4", "\"other != u\""}};

struct Event {
  std::string name, value, other;  ///< empty: absent
};

std::string written(Formula f) {
  std::string text = to_string(f);
  for (const auto& [atom, as] : kWritten)
    for (std::size_t at = text.find(atom); at != std::string::npos; at = text.find(atom)) text.replace(at, 2, as);
  return "forall u in who: " + text;
}

bool instance_holds(Formula f, const std::vector<Event>& events, const std::string& value) {
  ValuedWord word{.atoms = {"q0", "q1", "q2", "q3", "q4"}};
  for (const Event& event : events)
    word.letters.push_back({event.name == "a" && event.value == value, event.name == "b" && event.value == value,
                            event.name == "a", event.other == value, event.other != value});
  return holds_on_finite(f, word);
}

struct Collector final : TraceObserver {
  std::map<std::string, TraceCase> cases;
  void case_ended(const TraceCase& ended) override { cases[ended.name] = ended; }
};

class ParametricTrace : public ::testing::Test {
 protected:
  std::string path_ = ::testing::TempDir() + "parametric_trace_" + std::to_string(getpid()) + ".jsonl";
  std::mt19937_64 random_{7};
  ~ParametricTrace() override { std::remove(path_.c_str()); }

  std::size_t below(std::size_t n) { return random_() % n; }
  Event event(std::size_t values) {
    static const char* const kNames[] = {"a", "b", "c"};
    const auto value = [&] { return below(4) == 0 ? std::string() : "v" + std::to_string(below(values)); };
    return {kNames[below(3)], value(), below(2) == 0 ? std::string() : value()};
  }
  void write(const std::map<std::string, std::vector<Event>>& cases) {
    std::ofstream log(path_);
    std::map<std::string, std::size_t> next;
    for (bool more = true; more;) {
      more = false;
      for (const auto& [name, events] : cases) {  // interleaved
        std::size_t& i = next[name];
        if (i == events.size()) continue;
        more = true;
        log << "{\"case\":\"" << name << "\",\"event\":\"" << events[i].name << "\"";
        if (!events[i].value.empty()) log << ",\"who\":\"" << events[i].value << "\"";
        if (!events[i].other.empty()) log << ",\"other\":\"" << events[i].other << "\"";
        log << "}\n";
        ++i;
      }
    }
  }
  void compare(Formula f, const std::map<std::string, std::vector<Event>>& cases) {
    write(cases);
    const std::string text = written(f);
    TraceOptions options;
    options.properties = {{text}};
    options.case_field = "case";
    Collector collector;
    const auto summary = trace(path_, options, &collector);
    ASSERT_TRUE(summary) << text << ": " << to_string(summary.error());
    // Fields that the formula compares with u: values of `other` count if it is one of them.
    const std::vector<std::string> used = atoms(f);
    const bool other = std::find(used.begin(), used.end(), "q3") != used.end() ||
                       std::find(used.begin(), used.end(), "q4") != used.end();
    for (const auto& [name, events] : cases) {
      if (events.empty()) continue;
      std::set<std::string> values, violating;
      for (const Event& e : events) {
        if (!e.value.empty()) values.insert(e.value);
        if (other && !e.other.empty()) values.insert(e.other);
      }
      for (const std::string& value : values)
        if (!instance_holds(f, events, value)) violating.insert(value);
      const TraceOutcome& outcome = collector.cases.at(name).outcomes[0];
      ASSERT_EQ(outcome.verdict, violating.empty() ? TraceVerdict::Satisfied : TraceVerdict::Violated)
          << text << " on case " << name;
      for (const std::string& value : outcome.values) ASSERT_TRUE(violating.contains(value)) << text << " " << value;
      if (outcome.verdict == TraceVerdict::Violated) {
        ASSERT_FALSE(outcome.values.empty()) << text;
        ASSERT_FALSE(outcome.explanation.empty()) << text << " on case " << name;
        if (!outcome.decided) ASSERT_EQ(outcome.violating_values, violating.size()) << text;
      }
    }
  }
};

TEST_F(ParametricTrace, AgreesWithOneInstanceForEachValue) {
  RandomOps ops;
  for (const Op op : {Op::Yesterday, Op::WeakYesterday, Op::Once, Op::Historically}) ops.unary.push_back(op);
  for (const Op op : {Op::Since, Op::Trigger}) ops.binary.push_back(op);
  for (int round = 0; round < 500; ++round) {
    Formula f = random_formula(random_, 6, {"q0", "q1", "q2", "q3", "q4"}, ops);
    if (round % 2 == 0) f = random_formula(random_, 6, {"q0", "q1", "q2"}, ops);
    f = Formula::unary(Op::Globally, Formula::binary(Op::Implies, Formula::atom("q0"), f)) | f;
    const std::vector<std::string> used = atoms(f);
    if (std::all_of(used.begin(), used.end(), [](const std::string& atom) { return atom == "q2"; })) continue;
    std::map<std::string, std::vector<Event>> cases;
    for (int i = 0; i < 40; ++i) {
      std::vector<Event>& events = cases["k" + std::to_string(i)];
      for (std::size_t n = 1 + below(9); n > 0; --n) events.push_back(event(1 + below(5)));
    }
    ASSERT_NO_FATAL_FAILURE(compare(f, cases));
  }
}

// Long cases with many values: groups meet and part, and spare nodes are cleared out.
TEST_F(ParametricTrace, LongCases) {
  for (const char* text : {"G (q0 -> F q1)", "G (q1 -> Y (!q1 S q0))", "G (q0 -> X (!q0 W q1))", "G (q3 -> O q0)",
                           "(F q0 & F q1) | H !q2 | G !(q0 & X q0)"}) {
    for (const std::size_t values : {3, 200}) {
      std::map<std::string, std::vector<Event>> cases;
      for (int i = 0; i < 4; ++i)
        for (std::size_t n = 2000; n > 0; --n) cases["k" + std::to_string(i)].push_back(event(values));
      ASSERT_NO_FATAL_FAILURE(compare(*parse_formula(text), cases));
    }
  }
}

}  // namespace
}  // namespace weir::test
