// SPDX-License-Identifier: Apache-2.0
// Searches saved and resumed at every possible point give the same result as without interruption. Damaged files are
// refused or harmless.
#include <gtest/gtest.h>

#include <unistd.h>
#include <filesystem>
#include <fstream>

#include "base/archive.h"
#include "fuzz/checkpoint_body.h"
#include "store/tree/tree_store.h"
#include "support/replay_corpus.h"

namespace weir::test {
namespace {

using fuzz::MemorySaver;
using fuzz::run_saved;
using fuzz::Saved;

template <class Store>
SearchResult searched(Saved kind, const NumberSpace::Shape& shape, MemorySaver* saver) {
  NumberSpace space(shape);
  MemoryBudget budget;
  Store store(budget);
  SearchControl control(budget, {});
  saver->control = &control;
  control.use(saver);
  return run_saved(kind, space, store, control);
}

std::string text_of(const SearchResult& result) {
  std::string text = std::to_string(static_cast<int>(result.outcome)) + " " + std::to_string(result.stats.states) +
                     " " + std::to_string(result.stats.transitions) + " " + std::to_string(result.stats.max_depth) +
                     " " + std::to_string(result.stats.states_generated) + ":";
  for (std::size_t i = 0; i < result.run.size(); ++i) {
    text += " " + std::to_string(std::to_integer<int>(result.run[i].state[0]));
    if (i + 1 == result.run.prefix.size()) text += " |";
  }
  return text;
}

class EverySearch : public testing::TestWithParam<unsigned> {};

TEST_P(EverySearch, ResumesToTheSameResult) {
  const auto kind = static_cast<Saved>(GetParam());
  std::uint64_t taken_up = 0, found = 0, exhausted = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    NumberSpace::Shape shape{.seed = seed, .size = 30, .sets = 2, .defects = seed % 2 == 0 ? 40U : 0U};
    if (kind == Saved::Couvreur && seed % 2 == 0) shape.marked = 60;
    if (kind == Saved::Weak) shape.strength = seed % 2 == 0 ? ComponentStrength::Rejecting : ComponentStrength::Strong;
    if (kind == Saved::Unmarked) shape.forward = seed % 2 == 0;
    MemorySaver never;
    never.saves_left = ~std::uint64_t{0};
    const std::string expected = text_of(searched<ExactStore>(kind, shape, &never));
    (expected[0] == '1' ? found : exhausted) += 1;
    for (std::uint64_t after = 0;; ++after) {
      MemorySaver first;
      first.saves_left = after;
      const SearchResult whole = searched<ExactStore>(kind, shape, &first);
      if (!first.saved) {  // it ended before
        EXPECT_EQ(text_of(whole), expected);
        break;
      }
      EXPECT_EQ(whole.stop, Stop::Interrupted);
      MemorySaver second;
      second.content = first.content;
      second.has_content = true;
      second.saves_left = ~std::uint64_t{0};
      ++taken_up;
      if (after % 2 == 0) {
        EXPECT_EQ(text_of(searched<ExactStore>(kind, shape, &second)), expected) << "seed " << seed << ", " << after;
      } else {
        EXPECT_EQ(text_of(searched<TreeStore>(kind, shape, &second)), expected) << "seed " << seed << ", " << after;
      }
    }
  }
  EXPECT_GT(taken_up, 80U);
  EXPECT_GT(found, 0U);
  EXPECT_GT(exhausted, 0U);
}

TEST_P(EverySearch, SurvivesDamagedData) {
  const auto kind = static_cast<Saved>(GetParam());
  MemorySaver saver;
  saver.saves_left = kind == Saved::Unmarked ? 4 : 12;
  NumberSpace::Shape shape{.sets = 2, .marked = 60};
  shape.forward = kind == Saved::Unmarked;
  shape.strength = kind == Saved::Weak ? ComponentStrength::Rejecting : ComponentStrength::Strong;
  searched<ExactStore>(kind, shape, &saver);
  ASSERT_TRUE(saver.saved);
  std::string input(1, static_cast<char>(GetParam()));
  input.append(reinterpret_cast<const char*>(saver.content.data()), saver.content.size());
  EXPECT_TRUE(fuzz::load_checkpoint(input));
  EXPECT_FALSE(fuzz::load_checkpoint(input + "x"));
  for (std::size_t at = 1; at < input.size(); ++at) {
    EXPECT_FALSE(fuzz::load_checkpoint(input.substr(0, at))) << at;
    for (const int bit : {0x01, 0x80, 0xFF}) {
      std::string damaged = input;
      damaged[at] = static_cast<char>(damaged[at] ^ bit);
      fuzz::checkpoint(damaged);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Checkpoint, EverySearch, testing::Range(0U, static_cast<unsigned>(Saved::Count)));

TEST(CheckpointFuzz, ReplaysSavedInputs) { EXPECT_GE(replay_corpus("checkpoint", fuzz::checkpoint), 7U); }

class ArchiveFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("weir_archive_" + std::to_string(getpid()));
    std::filesystem::create_directory(folder_);
    path_ = (folder_ / "file").string();
    std::string problem;
    auto archive = FileArchive::create(path_, kMagic, problem);
    ASSERT_NE(archive, nullptr) << problem;
    std::string text(3000000, 'x');
    archive->value(text);
    ASSERT_TRUE(archive->commit(problem)) << problem;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string content() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void replace(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }
  std::string refusal() const {
    const auto archive = FileArchive::open(path_, kMagic);
    return archive ? "" : archive.error().front().message;
  }
  static constexpr const char* kMagic = "test file 1.0/1";
  std::filesystem::path folder_;
  std::string path_;
};

TEST_F(ArchiveFile, ReadsWhatWasWritten) {
  auto archive = FileArchive::open(path_, kMagic);
  ASSERT_TRUE(archive);
  std::string text;
  (*archive)->value(text);
  EXPECT_EQ(text, std::string(3000000, 'x'));
  EXPECT_EQ((*archive)->left(), 0U);
  EXPECT_FALSE(std::filesystem::exists(path_ + ".tmp"));
}

TEST_F(ArchiveFile, RefusesIncompleteFiles) {
  const std::string whole = content();
  for (const std::size_t size : {std::size_t{0}, std::size_t{5}, std::size_t{16}, whole.size() / 2, whole.size() - 1}) {
    replace(whole.substr(0, size));
    EXPECT_NE(refusal(), "") << size;
  }
  for (const std::size_t at : {std::size_t{20}, whole.size() / 2, whole.size() - 1}) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    replace(damaged);
    EXPECT_NE(refusal().find("checksum"), std::string::npos) << at;
  }
  replace(whole + "x");
  EXPECT_NE(refusal().find("checksum"), std::string::npos);
  replace("something else altogether");
  EXPECT_NE(refusal().find("is not a test file"), std::string::npos) << refusal();
  std::string other = whole;
  other[10] = '2';
  replace(other);
  EXPECT_NE(refusal().find("another version"), std::string::npos) << refusal();
  replace(whole);
  EXPECT_EQ(refusal(), "");
}

TEST_F(ArchiveFile, KeepsTheOldFileIfWritingFails) {
  std::string problem;
  const std::string before = content();
  {
    auto unfinished = FileArchive::create(path_, kMagic, problem);
    std::uint64_t number = 1;
    unfinished->value(number);
  }
  EXPECT_EQ(content(), before);
  EXPECT_FALSE(std::filesystem::exists(path_ + ".tmp"));
  EXPECT_EQ(FileArchive::create((folder_ / "no" / "such").string(), kMagic, problem), nullptr);
  EXPECT_NE(problem, "");
}

}  // namespace
}  // namespace weir::test
