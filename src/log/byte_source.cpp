// SPDX-License-Identifier: Apache-2.0
#include "log/byte_source.h"

#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

namespace weir {
namespace {

constexpr std::size_t kChunk = 1 << 20;
constexpr std::size_t kLongestLine = 64 << 20;

}  // namespace

struct ByteSource::Handle {
  gzFile file = nullptr;  // zlib reads plain files as they are
  ~Handle() {
    if (file != nullptr) gzclose(file);
  }
};

ByteSource::ByteSource() = default;
ByteSource::ByteSource(ByteSource&&) noexcept = default;
ByteSource& ByteSource::operator=(ByteSource&&) noexcept = default;
ByteSource::~ByteSource() = default;

Expected<ByteSource> ByteSource::open(const std::string& path, bool follow, Stop stop) {
  const auto refuse = [&](const char* why) {
    Diagnostic diagnostic;
    diagnostic.message = "cannot read '" + path + "': " + why;
    return diagnostic;
  };
  ByteSource source;
  source.name_ = path == "-" ? "<stdin>" : path;
  source.follow_ = follow;
  source.stop_ = std::move(stop);
  source.handle_ = std::make_unique<Handle>();
  if (path == "-") {
    source.handle_->file = gzdopen(dup(STDIN_FILENO), "rb");
  } else {
    struct stat info {};
    if (stat(path.c_str(), &info) != 0) return refuse(std::strerror(errno));
    if (S_ISDIR(info.st_mode)) return refuse("it is a directory");
    source.handle_->file = gzopen(path.c_str(), "rb");
  }
  if (source.handle_->file == nullptr) return refuse(std::strerror(errno));
  gzbuffer(source.handle_->file, kChunk);
  source.buffer_.resize(kChunk);
  return source;
}

bool ByteSource::refill() {
  while (failure_.empty()) {
    const int count = gzread(handle_->file, buffer_.data(), static_cast<unsigned>(buffer_.size()));
    if (count > 0) {
      next_ = 0;
      end_ = static_cast<std::size_t>(count);
      return true;
    }
    int error = Z_OK;
    const char* message = gzerror(handle_->file, &error);
    if (count < 0 || error == Z_BUF_ERROR) {
      failure_ = count < 0 ? message : "the compressed file is cut short";
      return false;
    }
    if (!follow_ || stop_()) return false;
    gzclearerr(handle_->file);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return false;
}

bool ByteSource::line(std::string_view& line) {
  carried_.clear();
  while (next_ < end_ || refill()) {
    const char* start = buffer_.data() + next_;
    const auto* newline = static_cast<const char*>(std::memchr(start, '\n', end_ - next_));
    const std::size_t length = newline != nullptr ? static_cast<std::size_t>(newline - start) : end_ - next_;
    next_ += length + (newline != nullptr ? 1 : 0);
    if (newline != nullptr && carried_.empty()) {
      line = {start, length};
    } else {
      carried_.append(start, length);
      line = carried_;
    }
    if (carried_.size() > kLongestLine) {
      failure_ = "a line is longer than 64 MiB";
      return false;
    }
    if (newline != nullptr) {
      if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
      return true;
    }
  }
  line = carried_;
  return !carried_.empty() && !follow_ && failure_.empty();
}

}  // namespace weir
