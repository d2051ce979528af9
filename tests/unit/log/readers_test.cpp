// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <zlib.h>

#include "log/open_log.h"

namespace weir::test {
namespace {

/// Writes a log to a file and reads it back as one string per event: fields joined by '|', absent ones '-'.
class LogReaders : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }

  std::string write(const std::string& name, const std::string& text) {
    path_ = std::filesystem::temp_directory_path() /
            (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + "-" + name);
    std::ofstream(path_, std::ios::binary) << text;
    return path_;
  }

  std::vector<std::string> read(const std::string& path, const std::vector<std::string>& fields) {
    auto source = ByteSource::open(path, false, [] { return true; });
    EXPECT_TRUE(source);
    auto reader = open_log(std::move(*source), *log_format_of(path), fields);
    if (!reader) return {"error: " + reader.error().front().message};
    std::vector<std::string> rows;
    std::vector<FieldValue> values(fields.size());
    while (true) {
      const auto got = (*reader)->next(values);
      if (!got) {
        rows.push_back("error " + std::to_string(got.error().front().line));
        return rows;
      }
      if (*got == LogReader::Read::End) return rows;
      if (*got == LogReader::Read::CaseEnd) {
        rows.emplace_back("/");
        continue;
      }
      std::string row;
      for (const FieldValue& value : values) row += (row.empty() ? "" : "|") + std::string(value.value_or("-"));
      rows.push_back(row);
    }
  }

  std::filesystem::path path_;
};

using Rows = std::vector<std::string>;

TEST_F(LogReaders, JsonLines) {
  const std::string path = write("a.jsonl",
                                 "{\"event\":\"a\\u00e9\",\"n\":3,\"nested\":{\"n\":4}}\n"
                                 "\n"
                                 "{\"n\":-1.5e3 ,\"event\":\"b\",\"ok\":true}");
  EXPECT_EQ(read(path, {"event", "n", "ok"}), (Rows{"aé|3|-", "b|-1.5e3|true"}));
}

TEST_F(LogReaders, JsonLinesSayWhichLineIsBroken) {
  EXPECT_EQ(read(write("b.jsonl", "{\"event\":\"a\"}\n{\"event\":\n"), {"event"}), (Rows{"a", "error 2"}));
  EXPECT_EQ(read(write("c.jsonl", "[1]\n"), {"event"}), (Rows{"error 1"}));
  EXPECT_EQ(read(write("d.jsonl", "{\"event\":\"a\"} {\"event\":\"b\"}\n"), {"event"}), (Rows{"error 1"}));
}

TEST_F(LogReaders, CsvWithQuotesAndLineEnds) {
  const std::string path = write("a.csv", "case;name;note\r\n1;\"a;b\";\"say \"\"hi\"\"\"\r\n2;c;\"two\nlines\"\n");
  EXPECT_EQ(read(path, {"case", "name", "note", "missing"}), (Rows{"1|a;b|say \"hi\"|-", "2|c|two\nlines|-"}));
}

TEST_F(LogReaders, CsvSaysWhichRecordIsBroken) {
  EXPECT_EQ(read(write("b.csv", "a,b\n1,2\n1\n"), {"a"}), (Rows{"1", "error 3"}));
  EXPECT_EQ(read(write("c.csv", "a,b\n1,\"2\n"), {"a"}), (Rows{"error 2"}));
  EXPECT_EQ(read(write("d.csv", ""), {"a"}), (Rows{"error: expected a header row"}));
}

TEST_F(LogReaders, XesKeepsTracesTogether) {
  const std::string path = write("a.xes", R"(<?xml version="1.0"?><!-- a > b --><!DOCTYPE log>
<log><global scope="event"><string key="concept:name" value="no"/></global>
<trace><string key="concept:name" value="case &lt;1&gt;"/>
<event><string key="concept:name" value="a &amp; b"/><list key="l"><string key="concept:name" value="inner"/></list></event>
<event><string value='c' key='concept:name'/></event></trace>
<trace/></log>)");
  EXPECT_EQ(read(path, {"concept:name", "case:concept:name"}), (Rows{"a & b|case <1>", "c|case <1>", "/", "/"}));
}

TEST_F(LogReaders, XesRefusesOtherFiles) {
  EXPECT_EQ(read(write("b.xes", "<html></html>"), {"x"}), (Rows{"error 1"}));
  EXPECT_EQ(read(write("c.xes", "<log><trace><event>\n"), {"x"}), (Rows{"error 2"}));
  EXPECT_EQ(read(write("d.xes", "<log><trace a=\"\n"), {"x"}), (Rows{"error 2"}));
}

TEST_F(LogReaders, CompressedAndTruncatedLogs) {
  const std::string path = write("a.jsonl.gz", "");
  gzFile file = gzopen(path.c_str(), "wb");
  for (int i = 0; i < 1000; ++i) gzprintf(file, "{\"event\":\"e%d\"}\n", i);
  gzclose(file);
  EXPECT_EQ(read(path, {"event"}).size(), 1000U);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  EXPECT_TRUE(read(path, {"event"}).back().starts_with("error"));
}

}  // namespace
}  // namespace weir::test
