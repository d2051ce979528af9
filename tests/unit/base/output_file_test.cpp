// SPDX-License-Identifier: Apache-2.0
#include "base/output_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace weir::test {
namespace {

class OutputFileTest : public ::testing::Test {
 protected:
  OutputFileTest() { std::filesystem::create_directories(folder_); }
  ~OutputFileTest() override { std::filesystem::remove_all(folder_); }
  std::string in_folder(const std::string& name) const { return (folder_ / name).string(); }
  static std::string contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder_), std::filesystem::directory_iterator()));
  }

 private:
  std::filesystem::path folder_ =
      std::filesystem::path(::testing::TempDir()) / ("weir_output_" + std::to_string(getpid()));
};

TEST_F(OutputFileTest, ReplacesItsFileOnlyWhenItIsComplete) {
  const std::string path = in_folder("report");
  std::ofstream(path) << "old";
  std::filesystem::permissions(path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  const auto permissions = std::filesystem::status(path).permissions();
  {
    OutputFile file(path);
    EXPECT_TRUE(file.write("new "));
    EXPECT_EQ(contents(path), "old");
    EXPECT_TRUE(file.write("text"));
    EXPECT_TRUE(file.commit());
  }
  EXPECT_EQ(contents(path), "new text");
  EXPECT_EQ(std::filesystem::status(path).permissions(), permissions);
  EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFileTest, LeavesNothingWithoutCommit) {
  { OutputFile(in_folder("report")).write("half"); }
  EXPECT_EQ(files(), 0U);
}

TEST_F(OutputFileTest, CanBeRemovedByAProgramThatEndsAtOnce) {
  OutputFile file(in_folder("report"));
  file.write("half");
  EXPECT_EQ(files(), 1U);
  OutputFile::remove_unfinished();
  EXPECT_EQ(files(), 0U);
}

TEST_F(OutputFileTest, FollowsALinkInsteadOfReplacingIt) {
  std::ofstream(in_folder("real")) << "old";
  std::filesystem::create_symlink("real", in_folder("link"));
  OutputFile file(in_folder("link"));
  file.write("new");
  EXPECT_TRUE(file.commit());
  EXPECT_TRUE(std::filesystem::is_symlink(in_folder("link")));
  EXPECT_EQ(contents(in_folder("real")), "new");
}

TEST_F(OutputFileTest, WritesDevicesDirectlyAndReportsFailures) {
  OutputFile nowhere("/dev/null");
  EXPECT_TRUE(nowhere.write("text") && nowhere.commit());
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  OutputFile full("/dev/full");
  EXPECT_FALSE(full.write("text") && full.commit());
  EXPECT_EQ(full.error(), ENOSPC);
  OutputFile missing(in_folder("no/such/folder"));
  EXPECT_FALSE(missing.write("text"));
  EXPECT_EQ(missing.error(), ENOENT);
}

}  // namespace
}  // namespace weir::test
