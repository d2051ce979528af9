// SPDX-License-Identifier: Apache-2.0
// Reads the bytes of a log from a file, pipe or standard input, plain or gzip-compressed, in chunks, so that memory
// stays constant. Data is available as soon as it arrives, so that a log can be checked while it is written. A leading
// UTF-8 byte order mark is skipped.
//
// With `follow`, the source waits at the end of a regular file for it to grow, until stopped. A pipe or terminal always
// ends when its other end is closed.
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

  /// "-" is standard input. `stop` is polled while waiting for bytes.
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
  /// Reads the next line without its terminator (LF, CR LF or CR); valid until the next call. Returns false at the end
  /// of the log. A last line without terminator counts unless the source was stopped. A line above 64 MiB ends the log
  /// with an error in failed().
  bool line(std::string_view& line);
  /// Why the log cannot be read further; empty if it ended or was stopped.
  const std::string& failed() const { return failure_; }
  /// Whether `stop` ended the log.
  bool stopped() const { return stopped_; }

 private:
  ByteSource();
  bool refill();
  bool begin();
  std::size_t read(char* target, std::size_t room);
  std::size_t inflate_more();
  bool wait_for_more();

  struct Handle;
  std::unique_ptr<Handle> handle_;
  std::string name_;
  std::string buffer_;
  std::size_t next_ = 0;
  std::size_t end_ = 0;
  std::string carried_;        ///< a line that started in an earlier chunk
  bool skip_newline_ = false;  ///< the last line ended with CR
  std::string failure_;
  bool stopped_ = false;
  bool begun_ = false;
  bool follow_ = false;
  Stop stop_;
};

}  // namespace weir
