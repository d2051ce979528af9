// SPDX-License-Identifier: Apache-2.0
// What a saved run of a C++ model belongs to. tests/cli/saved_identity.sh tests models in files.
#include <gtest/gtest.h>

#include <unistd.h>
#include <filesystem>

#include <weir/model.h>

#include "pipeline/save/run_identity.h"

namespace weir::test {
namespace {

struct Counter {
  struct State {
    int value = 0;
  };
  int limit = 0;
  State initial() const { return {}; }
  void successors(const State& state, auto&& emit) const {
    emit(State{state.value < limit ? state.value + 1 : 0}, "step");
  }
  static Propositions<State> propositions() {
    return {{"small", [](const State& state) { return state.value < 1000; }}};
  }
};

class SavedModel : public testing::Test {
 protected:
  SavedModel() : file_(std::filesystem::temp_directory_path() / ("weir_identity_" + std::to_string(getpid()))) {}
  ~SavedModel() override { std::filesystem::remove(file_); }
  Expected<CheckResult> resumed(const Counter& model) const {
    CheckOptions options;
    options.checkpoint.resume = file_.string();
    return check(model, "G small", options);
  }
  std::filesystem::path file_;
};

TEST_F(SavedModel, IsResumedOnlyWithTheSameModel) {
  CheckOptions options;
  options.checkpoint.file = file_.string();
  options.max_states = 10;
  const auto stopped = check(Counter{50}, "G small", options);
  ASSERT_TRUE(stopped);
  EXPECT_EQ(stopped->properties[0].verdict, Verdict::Inconclusive);
  const auto other = resumed(Counter{60});
  ASSERT_FALSE(other);
  EXPECT_NE(other.error()[0].message.find("the first states of the model"), std::string::npos);
  const auto same = resumed(Counter{50});
  ASSERT_TRUE(same);
  EXPECT_EQ(same->properties[0].verdict, Verdict::Holds);
}

TEST(RunIdentity, NamesWhatDiffers) {
  Model model;
  ModelSystem<Counter> system(Counter{3});
  CheckOptions options;
  const auto of = [&] { return RunIdentity::of_check(model, system, {}, options); };
  model.sources = {digest_of("a.pml", "x"), digest_of("b.h", "y")};
  const RunIdentity saved = of();
  EXPECT_EQ(of().difference(saved), "");
  model.sources[1].name = "elsewhere/b.h";
  EXPECT_EQ(of().difference(saved), "");
  model.sources[1] = digest_of("b.h", "z");
  EXPECT_EQ(of().difference(saved), "the text of 'b.h' differs");
  model.sources.pop_back();
  options.search = SearchOrder::BreadthFirst;
  EXPECT_EQ(of().difference(saved), "the text of 'b.h' is no longer given; --search was 'dfs' and is 'bfs'");
}

}  // namespace
}  // namespace weir::test
