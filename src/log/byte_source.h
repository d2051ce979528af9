// SPDX-License-Identifier: Apache-2.0
// Bytes of a log: a file, a gzip-compressed file, or standard input, read in chunks so that memory stays constant.
// A source that follows waits at the end for the file to grow, until it is told to stop.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <weir/diagnostic.h>

namespace weir {

class ByteSource {
 public:
  using Stop = std::function<bool()>;

  /// "-" is standard input. `stop` is asked while waiting for a followed file to grow.
  static Expected<ByteSource> open(const std::string& path, bool follow, Stop stop);
  ByteSource(ByteSource&&) noexcept;
  ByteSource& operator=(ByteSource&&) noexcept;
  ~ByteSource();

  const std::string& name() const { return name_; }

  /// The next byte, or -1 at the end.
  int get() {
    if (next_ == end_ && !refill()) return -1;
    return static_cast<unsigned char>(buffer_[next_++]);
  }
  /// The next line without its end; valid until the next call. False at the end of the log. A last line without newline
  /// counts, unless the file is being followed. Lines above 64 MiB end the log; failed() then says so.
  bool line(std::string_view& line);
  const std::string& failed() const { return failure_; }

 private:
  ByteSource();
  bool refill();

  struct Handle;
  std::unique_ptr<Handle> handle_;
  std::string name_;
  std::string buffer_;
  std::size_t next_ = 0;
  std::size_t end_ = 0;
  std::string carried_;  ///< a line that began in an earlier chunk
  std::string failure_;
  bool follow_ = false;
  Stop stop_;
};

}  // namespace weir
