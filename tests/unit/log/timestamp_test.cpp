// SPDX-License-Identifier: Apache-2.0
#include "log/timestamp.h"

#include <gtest/gtest.h>

namespace weir::test {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

TEST(Timestamp, Numbers) {
  EXPECT_EQ(parse_timestamp("0"), 0);
  EXPECT_EQ(parse_timestamp("12.5"), 12'500'000'000);
  EXPECT_EQ(parse_timestamp("-0.25"), -250'000'000);
  EXPECT_EQ(parse_timestamp(".5"), 500'000'000);
  EXPECT_EQ(parse_timestamp("+3"), 3 * kSecond);
  EXPECT_EQ(parse_timestamp("0001700000000.123456789"), 1'700'000'000'123'456'789);  // a double would round
  EXPECT_EQ(parse_timestamp("1.7000000001e9"), 1'700'000'000'100'000'000);
  EXPECT_EQ(parse_timestamp("25e-1"), 2'500'000'000);
  EXPECT_EQ(parse_timestamp("1e-9"), 1);
  EXPECT_EQ(parse_timestamp("123456e-12"), 123);  // digits beyond nanoseconds are dropped
  EXPECT_EQ(parse_timestamp("1E+2"), 100 * kSecond);
}

TEST(Timestamp, DateTimes) {
  EXPECT_EQ(parse_timestamp("1970-01-01"), 0);
  EXPECT_EQ(parse_timestamp("1970-01-01T00:00:01Z"), kSecond);
  EXPECT_EQ(parse_timestamp("2024-02-29T12:30:00.250+02:00"), 1'709'202'600'250'000'000);
  EXPECT_EQ(parse_timestamp("2024-02-29 10:30:00.25"), 1'709'202'600'250'000'000);
  EXPECT_EQ(parse_timestamp("2024-02-29T10:30+0000"), 1'709'202'600 * kSecond);
  EXPECT_EQ(parse_timestamp("2024-02-29T05:30-05"), 1'709'202'600 * kSecond);
  EXPECT_EQ(parse_timestamp("2016-12-31T23:59:60Z"), parse_timestamp("2017-01-01T00:00:00Z"));
  EXPECT_EQ(parse_timestamp("1969-12-31T23:59:59Z"), -kSecond);
}

TEST(Timestamp, Rejected) {
  for (const char* text : {"",
                           "-",
                           ".",
                           "e5",
                           "1e",
                           "1e+",
                           "1e+-3",
                           "12s",
                           "nan",
                           "inf",
                           "0x10",
                           "1e41",
                           "9300000000",
                           "99999999999999999999",
                           "2024-02-30",
                           "2023-02-29",
                           "2024-13-01",
                           "2024-1-1",
                           "2024-01-01T24:00",
                           "2024-01-01T10",
                           "2024-01-01T10:60",
                           "2024-01-01T10:00:00.",
                           "2024-01-01T10:00:00+25:00",
                           "2024-01-01T10:00:00 Z",
                           "0001-01-01",
                           "3000-01-01",
                           "today",
                           " 1",
                           "1 "})
    EXPECT_EQ(parse_timestamp(text), std::nullopt) << text;
}

}  // namespace
}  // namespace weir::test
