// SPDX-License-Identifier: Apache-2.0
#include "log/byte_source.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

namespace weir {
namespace {

constexpr std::size_t kChunk = 1 << 20;
constexpr std::size_t kLongestLine = 64 << 20;
constexpr int kAskEvery = 50;  ///< milliseconds between polls of `stop`

}  // namespace

struct ByteSource::Handle {
  int file = -1;
  bool owned = true;
  bool regular = false;
  // Of a compressed log.
  bool compressed = false;
  bool between_members = false;  ///< a gzip file may have several members
  z_stream stream = {};
  std::string packed;

  ~Handle() {
    if (compressed) inflateEnd(&stream);
    if (file >= 0 && owned) close(file);
  }
};

ByteSource::ByteSource() = default;
ByteSource::ByteSource(ByteSource&&) noexcept = default;
ByteSource& ByteSource::operator=(ByteSource&&) noexcept = default;
ByteSource::~ByteSource() = default;

Expected<ByteSource> ByteSource::open(const std::string& path, bool follow, Stop stop) {
  const auto refuse = [&](const char* why) {
    return Diagnostic{.message = "cannot read " + (path == "-" ? "standard input" : "'" + path + "'") + ": " + why};
  };
  ByteSource source;
  source.name_ = path == "-" ? "<stdin>" : path;
  source.follow_ = follow;
  source.stop_ = std::move(stop);
  source.handle_ = std::make_unique<Handle>();
  Handle& handle = *source.handle_;
  handle.owned = path != "-";
  // Opening a pipe would wait for its writer; poll() waits instead and can be interrupted.
  handle.file = handle.owned ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK) : STDIN_FILENO;
  struct stat info {};
  if (handle.file < 0 || fstat(handle.file, &info) != 0) return refuse(std::strerror(errno));
  if (S_ISDIR(info.st_mode)) return refuse("it is a directory");
  handle.regular = S_ISREG(info.st_mode);
  source.buffer_.resize(kChunk);
  return source;
}

/// Reads raw bytes. Returns 0 if none are available yet, or on failure.
std::size_t ByteSource::read(char* target, std::size_t room) {
  while (true) {
    if (!handle_->regular) {
      pollfd waiting{handle_->file, POLLIN, 0};
      const int ready = poll(&waiting, 1, kAskEvery);
      if (stop_()) {
        stopped_ = true;
        return 0;
      }
      if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    }
    const ssize_t count = ::read(handle_->file, target, room);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno == EINTR || errno == EAGAIN) continue;
    failure_ = std::string("cannot be read: ") + std::strerror(errno);
    return 0;
  }
}

/// Examines the first bytes to detect compression and encoding. Returns false on failure.
bool ByteSource::begin() {
  begun_ = true;
  const std::string_view first(buffer_.data(), end_);
  if (first.starts_with("\x1F\x8B") && !handle_->compressed) {
    constexpr int kGzip = 16 + MAX_WBITS;
    if (inflateInit2(&handle_->stream, kGzip) != Z_OK) {
      failure_ = "there is not enough memory to decompress it";
      return false;
    }
    handle_->compressed = true;
    handle_->packed.swap(buffer_);
    handle_->stream.next_in = reinterpret_cast<Bytef*>(handle_->packed.data());
    handle_->stream.avail_in = static_cast<uInt>(end_);
    buffer_.resize(kChunk);
    next_ = end_ = 0;
    begun_ = false;  // check the decompressed data as well
    return true;
  }
  if (first.starts_with("\xEF\xBB\xBF")) next_ = 3;
  if (first.starts_with("\xFF\xFE") || first.starts_with("\xFE\xFF")) {
    failure_ = "this is UTF-16; expected UTF-8";
    return false;
  }
  return true;
}

/// Decompresses into the buffer. Returns 0 if more compressed bytes are needed, or on failure.
std::size_t ByteSource::inflate_more() {
  z_stream& stream = handle_->stream;
  while (failure_.empty()) {
    if (stream.avail_in == 0) {
      handle_->packed.resize(kChunk);
      const std::size_t count = read(handle_->packed.data(), handle_->packed.size());
      if (count == 0) return 0;
      stream.next_in = reinterpret_cast<Bytef*>(handle_->packed.data());
      stream.avail_in = static_cast<uInt>(count);
    }
    if (handle_->between_members) inflateReset(&stream);
    handle_->between_members = false;
    stream.next_out = reinterpret_cast<Bytef*>(buffer_.data());
    stream.avail_out = static_cast<uInt>(buffer_.size());
    const int outcome = inflate(&stream, Z_NO_FLUSH);
    if (outcome == Z_STREAM_END) {
      handle_->between_members = true;
    } else if (outcome != Z_OK && outcome != Z_BUF_ERROR) {
      failure_ = "the compressed file is damaged";
    }
    if (const std::size_t made = buffer_.size() - stream.avail_out; made > 0) return made;
  }
  return 0;
}

/// Waits for more data at the end. Returns false if none will come.
bool ByteSource::wait_for_more() {
  if (stopped_ || !failure_.empty()) return false;
  if (!follow_ || !handle_->regular) {
    if (handle_->compressed && !handle_->between_members) failure_ = "the compressed file is truncated";
    return false;
  }
  struct stat info {};
  if (fstat(handle_->file, &info) == 0 && info.st_size < lseek(handle_->file, 0, SEEK_CUR)) {
    failure_ = "the file was truncated while it was being followed";
    return false;
  }
  stopped_ = stop_();
  if (!stopped_) std::this_thread::sleep_for(std::chrono::milliseconds(kAskEvery));
  return !stopped_;
}

bool ByteSource::refill() {
  if (!failure_.empty() || stopped_) return false;
  next_ = end_ = 0;
  while (true) {
    std::size_t count = handle_->compressed ? inflate_more() : read(buffer_.data(), buffer_.size());
    constexpr std::size_t kTelling = 3;  // bytes that begin() needs; a pipe may deliver them one by one
    while (!begun_ && !handle_->compressed && count > 0 && count < kTelling) {
      const std::size_t more = read(buffer_.data() + count, buffer_.size() - count);
      if (more == 0) break;
      count += more;
    }
    if (count == 0) {
      if (wait_for_more()) continue;
      return false;
    }
    end_ = count;
    if (!begun_ && !begin()) return false;
    if (next_ < end_) return true;
  }
}

bool ByteSource::line(std::string_view& line) {
  carried_.clear();
  while (next_ < end_ || refill()) {
    const char* start = buffer_.data() + next_;
    if (std::exchange(skip_newline_, false) && *start == '\n') {
      ++next_;
      continue;
    }
    const auto* end = static_cast<const char*>(std::memchr(start, '\n', end_ - next_));
    std::size_t length = end != nullptr ? static_cast<std::size_t>(end - start) : end_ - next_;
    if (const auto* carriage_return = static_cast<const char*>(std::memchr(start, '\r', length))) {
      end = carriage_return;
      length = static_cast<std::size_t>(end - start);
      skip_newline_ = true;
    }
    next_ += length + (end != nullptr ? 1 : 0);
    if (end != nullptr && carried_.empty()) {
      line = {start, length};
      return true;
    }
    carried_.append(start, length);
    if (carried_.size() > kLongestLine) {
      failure_ = "a line is longer than 64 MiB";
      return false;
    }
    line = carried_;
    if (end != nullptr) return true;
  }
  line = carried_;
  return !carried_.empty() && !stopped_ && failure_.empty();
}

}  // namespace weir
