// SPDX-License-Identifier: Apache-2.0
// Every model of the corpus is parsed without error, and a large one quickly.
#include <chrono>
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "frontend/promela/promela.h"
#include "support/corpus.h"

namespace weir::test {
namespace {

using namespace promela;
using promela::Model;

void expect_read(const std::filesystem::path& path) {
  const Expected<Model> model = parse_model_file(path.string());
  EXPECT_TRUE(model.has_value()) << (model ? "" : to_string(model.error()));
  if (!model) return;
  for (const LtlBlock& block : model->ltl)
    EXPECT_TRUE(to_formula(*model, block).has_value()) << path << ' ' << block.name;
}

TEST(PromelaCorpus, EveryModelIsRead) {
  WEIR_NEED_CORPUS();
  const auto folder = *corpus() / "promela";
  std::set<std::string> names;
  for (const char* table : {"expected.tsv", "states.tsv"}) {
    std::ifstream stream(folder / table);
    for (std::string line; std::getline(stream, line);) {
      const std::string name = line.substr(0, line.find('\t'));
      if (std::filesystem::is_regular_file(folder / name)) names.insert(name);
    }
  }
  EXPECT_GT(names.size(), 100U);
  for (const std::string& name : names) expect_read(folder / name);
}

// Including those that Spin rejects.
TEST(PromelaCorpus, EveryProbeIsRead) {
  WEIR_NEED_CORPUS();
  const std::set<std::string> refused{"15_uninit_chan.pml", "17_pollrv.pml", "23_nonblock_expr.pml"};
  for (const auto& entry : std::filesystem::directory_iterator(*corpus() / "promela" / "probes")) {
    if (entry.path().extension() != ".pml") continue;
    if (refused.contains(entry.path().filename().string())) {
      EXPECT_FALSE(parse_model_file(entry.path().string()).has_value()) << entry.path();
    } else {
      expect_read(entry.path());
    }
  }
}

TEST(PromelaCorpus, EveryBeemModelIsRead) {
  WEIR_NEED_CORPUS();
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(*corpus() / "beem")) {
    if (entry.path().extension() != ".pm") continue;
    ++count;
    expect_read(entry.path());
  }
  EXPECT_GT(count, 100U);
}

// Time is linear in the text: four times the text may take at most eight times as long.
TEST(PromelaCorpus, AMegabyteIsReadInLinearTime) {
  const auto generate = [](int processes) {
    std::ostringstream text;
    text << "#define INC(v) v = (v + 1) % LIMIT\n#define LIMIT 10\nbyte x[64]; chan q = [2] of { byte, byte };\n"
         << "inline step(v, w) { if\n :: v < w -> v++\n :: else -> v = 0\n fi }\n";
    for (int i = 0; i < processes; ++i) {
      text << "proctype P" << i << "(byte a) {\n  byte b, c;\n  do\n";
      for (int k = 0; k < 20; ++k) {
        text << "  :: x[" << k << "] > b && (a + " << k << ") * 2 != c -> INC(x[" << k << "]); step(b, " << k
             << "); q!a,b; q?c,eval(b)\n";
      }
      text << "  od\n}\n";
    }
    text << "init { run P0(1) }\n";
    return text.str();
  };
  const auto seconds = [&](const std::string& text) {
    double best = 1e9;
    for (int i = 0; i < 3; ++i) {
      const auto start = std::chrono::steady_clock::now();
      EXPECT_TRUE(parse_model(SourceText("large.pml", text)).has_value());
      best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return best;
  };
  const std::string small = generate(160), large = generate(640);
  EXPECT_GT(large.size(), 1'000'000U);
  const double few = seconds(small), many = seconds(large);
  RecordProperty("seconds", std::to_string(many));
  EXPECT_LT(many, few * 8 + 0.05);
}

}  // namespace
}  // namespace weir::test
