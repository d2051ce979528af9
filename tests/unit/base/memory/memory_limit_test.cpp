// SPDX-License-Identifier: Apache-2.0
#include "base/memory/memory_limit.h"

#include <gtest/gtest.h>

#include <fstream>

namespace weir::test {
namespace {

/// A root folder with files written by a test.
class MemoryLimit : public testing::Test {
 protected:
  void SetUp() override {
    root_ = std::filesystem::path(testing::TempDir()) /
            (std::string("weir_cgroup_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(root_);
  }
  void TearDown() override { std::filesystem::remove_all(root_); }
  void write(const std::string& path, const std::string& text) {
    std::filesystem::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  std::filesystem::path root_;
};

TEST_F(MemoryLimit, TakesTheLeastLimitOnTheWayUpInVersion2) {
  write("proc/self/cgroup", "0::/outer/inner\n");
  write("sys/fs/cgroup/outer/inner/memory.max", "max\n");
  write("sys/fs/cgroup/outer/memory.max", "1048576000\n");
  write("sys/fs/cgroup/memory.max", "2048576000\n");
  EXPECT_EQ(container_memory_limit(root_), 1048576000U);
}

TEST_F(MemoryLimit, FindsTheContainersOwnMountWhereThePathIsNotVisible) {
  write("proc/self/cgroup", "0::/../../somewhere/else\n");
  write("sys/fs/cgroup/memory.max", "536870912\n");
  EXPECT_EQ(container_memory_limit(root_), 536870912U);
}

TEST_F(MemoryLimit, ReadsVersion1) {
  write("proc/self/cgroup", "12:cpu,cpuacct:/x\n7:hugetlb,memory:/docker/abc\n");
  write("sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes", "268435456\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(container_memory_limit(root_), 268435456U);
}

TEST_F(MemoryLimit, NoLimitIsZero) {
  EXPECT_EQ(container_memory_limit(root_), 0U);
  write("proc/self/cgroup", "7:memory:/\nnonsense\n0::/\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  write("sys/fs/cgroup/memory.max", "max\n");
  EXPECT_EQ(container_memory_limit(root_), 0U);
}

TEST_F(MemoryLimit, TheBudgetKeepsWithinTheContainer) {
  write("proc/self/cgroup", "0::/\n");
  write("sys/fs/cgroup/memory.max", "8589934592\n");
  write("proc/meminfo", "MemTotal: 99999999999 kB\nMemAvailable:   90000000000 kB\n");
  EXPECT_LE(run_budget(0, root_), 8589934592U / 10 * 9);
  EXPECT_GT(run_budget(0, root_), 8589934592U / 2);
  EXPECT_LE(run_budget(std::uint64_t{1} << 40, root_), 8589934592U);
  EXPECT_LE(run_budget(6000000000, root_), 6000000000U);
  EXPECT_EQ(run_budget(1, root_), 131072U);
}

TEST(ProcessMemory, IsKnownHere) {
  EXPECT_GT(resident_bytes(), 100000U);
  EXPECT_GE(peak_resident_bytes() + 4096 * 1024, resident_bytes());
  EXPECT_GT(available_memory(), 0U);
}

}  // namespace
}  // namespace weir::test
