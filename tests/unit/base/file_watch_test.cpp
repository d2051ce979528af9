// SPDX-License-Identifier: Apache-2.0
#include "base/file_watch.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace weir::test {
namespace {

class FileWatchTest : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }

 private:
  const std::filesystem::path folder_ =
      std::filesystem::path(::testing::TempDir()) /
      (std::string("file_watch_") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(FileWatchTest, ReportsAChangeInTheSecondLook) {
  write("a", "one");
  FileWatch watch;
  watch.add(path("a"));
  EXPECT_FALSE(watch.changed());
  write("a", "other");
  EXPECT_FALSE(watch.changed());  // may still be written
  EXPECT_TRUE(watch.changed());
  EXPECT_TRUE(watch.changed());
}

TEST_F(FileWatchTest, WaitsWhileAFileGrows) {
  write("a", "one");
  FileWatch watch;
  watch.add(path("a"));
  for (const char* text : {"o", "ot", "oth"}) {
    write("a", text);
    EXPECT_FALSE(watch.changed()) << text;
  }
  EXPECT_TRUE(watch.changed());
}

TEST_F(FileWatchTest, IgnoresTheSameContent) {
  write("a", "one");
  FileWatch watch;
  watch.add(path("a"));
  std::filesystem::last_write_time(path("a"), std::filesystem::file_time_type::clock::now() + std::chrono::hours(1));
  EXPECT_FALSE(watch.changed());
  EXPECT_FALSE(watch.changed());
  write("a", "other");
  EXPECT_FALSE(watch.changed());
  write("a", "one");
  EXPECT_FALSE(watch.changed());
  EXPECT_FALSE(watch.changed());
}

TEST_F(FileWatchTest, SeesFilesVanishAndAppear) {
  write("a", "one");
  FileWatch watch;
  watch.add(path("a"));
  watch.add(path("missing"));
  EXPECT_FALSE(watch.changed());
  std::filesystem::remove(path("a"));
  EXPECT_FALSE(watch.changed());
  EXPECT_TRUE(watch.changed());
  write("a", "one");
  EXPECT_FALSE(watch.changed());
  EXPECT_FALSE(watch.changed());
  write("missing", "");
  EXPECT_FALSE(watch.changed());
  EXPECT_TRUE(watch.changed());
}

}  // namespace
}  // namespace weir::test
