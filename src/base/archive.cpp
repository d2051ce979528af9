// SPDX-License-Identifier: Apache-2.0
#include "base/archive.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

namespace weir {

void Archive::bytes(void* data, std::size_t size) {
  if (size == 0) return;
  if (good() && !loading_ && !write(data, size)) end(State::NoDisk);
  if (!loading_) return;
  if (good() && (size > left() || !read(data, size))) damaged();
  if (!good()) std::memset(data, 0, size);
}

void Archive::seconds(double& seconds) {
  constexpr double kMost = 1e15;
  value(seconds);
  require(seconds >= 0 && seconds <= kMost);
  if (!good() && loading_) seconds = 0;
}

std::uint64_t Archive::count(std::uint64_t count, std::size_t least) {
  value(count);
  require(count <= left() / std::max<std::size_t>(least, 1));
  return good() || !loading_ ? count : 0;
}

void Archive::value(std::vector<std::byte>& bytes) { values(bytes); }

void Archive::value(std::string& text) {
  text.resize(static_cast<std::size_t>(count(text.size())));
  bytes(text.data(), text.size());
}

bool MemoryArchive::write(const void* data, std::size_t size) {
  const auto* begin = static_cast<const std::byte*>(data);
  content_.insert(content_.end(), begin, begin + size);
  return true;
}

bool MemoryArchive::read(void* data, std::size_t size) {
  std::memcpy(data, content_.data() + at_, size);
  at_ += size;
  return true;
}

namespace {

std::uint32_t checksum_of(std::uint32_t before, const std::byte* data, std::size_t size) {
  return static_cast<std::uint32_t>(crc32_z(before, reinterpret_cast<const Bytef*>(data), size));
}

Diagnostic problem_with(const std::string& path, const std::string& what) {
  return {.message = "'" + path + "' " + what};
}

std::string error_text() { return std::strerror(errno); }

}  // namespace

std::unique_ptr<FileArchive> FileArchive::create(const std::string& path, const std::string& magic,
                                                 std::string& problem) {
  // commit() replaces an existing file, which must not be a device, a pipe or a directory.
  struct stat facts = {};
  if (stat(path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode)) {
    problem = "cannot write '" + path + "': it is not a regular file";
    return nullptr;
  }
  std::FILE* file = std::fopen((path + ".tmp").c_str(), "wb");
  if (file == nullptr) {
    problem = "cannot write '" + path + ".tmp': " + error_text();
    return nullptr;
  }
  std::unique_ptr<FileArchive> archive(new FileArchive(false, path, file));
  archive->bytes(const_cast<char*>(magic.c_str()), magic.size() + 1);
  return archive;
}

Expected<std::unique_ptr<FileArchive>> FileArchive::open(const std::string& path, const std::string& magic) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return Diagnostic{.message = "cannot read '" + path + "': " + error_text()};
  std::unique_ptr<FileArchive> archive(new FileArchive(true, path, file));
  struct stat facts = {};
  if (fstat(fileno(file), &facts) != 0 || !S_ISREG(facts.st_mode)) return problem_with(path, "is not a regular file");
  const std::uint64_t size = static_cast<std::uint64_t>(facts.st_size);
  constexpr std::size_t kChecksum = sizeof(std::uint32_t);

  // Check the kind of file first, for an accurate message, then the whole checksum before any content is used.
  std::string head(magic.size() + 1, '\0');
  const std::size_t got = std::fread(head.data(), 1, head.size(), file);
  const std::size_t kind = magic.rfind(' ') + 1;
  if (got < kind || std::string_view(head).substr(0, kind) != std::string_view(magic).substr(0, kind)) {
    return problem_with(path, "is not a " + magic.substr(0, kind == 0 ? 0 : kind - 1));
  }
  if (got < head.size() || size < head.size() + kChecksum) return problem_with(path, "is damaged: it ends too soon");
  if (std::memcmp(head.data(), magic.c_str(), head.size()) != 0) {
    return problem_with(path, "was written by another version of weir; this one is " + magic.substr(kind));
  }
  std::uint32_t checksum = checksum_of(0, reinterpret_cast<const std::byte*>(head.data()), head.size());
  std::uint64_t unread = size - head.size() - kChecksum;
  const std::uint64_t content = unread;
  while (unread > 0) {
    const std::size_t part = static_cast<std::size_t>(std::min<std::uint64_t>(unread, archive->buffer_.size()));
    if (std::fread(archive->buffer_.data(), 1, part, file) != part) return problem_with(path, "cannot be read");
    checksum = checksum_of(checksum, archive->buffer_.data(), part);
    unread -= part;
  }
  std::uint32_t stored = 0;
  if (std::fread(&stored, 1, kChecksum, file) != kChecksum || stored != checksum) {
    return problem_with(path, "is damaged: its checksum is wrong");
  }
  if (std::fseek(file, static_cast<long>(head.size()), SEEK_SET) != 0) return problem_with(path, "cannot be read");
  archive->left_ = content;
  return archive;
}

FileArchive::~FileArchive() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  if (!loading()) std::remove(temporary().c_str());
}

bool FileArchive::flush() {
  checksum_ = checksum_of(checksum_, buffer_.data(), buffered_);
  const bool written = std::fwrite(buffer_.data(), 1, buffered_, file_) == buffered_;
  buffered_ = 0;
  return written;
}

bool FileArchive::write(const void* data, std::size_t size) {
  const auto* from = static_cast<const std::byte*>(data);
  while (size > 0) {
    if (buffered_ == buffer_.size() && !flush()) return false;
    const std::size_t part = std::min(size, buffer_.size() - buffered_);
    std::memcpy(buffer_.data() + buffered_, from, part);
    buffered_ += part;
    from += part;
    size -= part;
  }
  return true;
}

bool FileArchive::read(void* data, std::size_t size) {
  left_ -= size;
  return std::fread(data, 1, size, file_) == size;
}

bool FileArchive::commit(std::string& problem) {
  bool written = good() && flush();
  const std::uint32_t checksum = checksum_;
  written = written && std::fwrite(&checksum, 1, sizeof checksum, file_) == sizeof checksum;
  written = written && std::fflush(file_) == 0 && fsync(fileno(file_)) == 0;
  if (!written) problem = "cannot write '" + temporary() + "': " + error_text();
  const bool closed = std::fclose(std::exchange(file_, nullptr)) == 0;
  if (!written || !closed || std::rename(temporary().c_str(), path_.c_str()) != 0) {
    if (written) problem = "cannot write '" + path_ + "': " + error_text();
    std::remove(temporary().c_str());
    return false;
  }
  // The directory entry must be on disk, too.
  const std::size_t slash = path_.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path_.substr(0, slash + 1);
  const int directory = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY);
  if (directory >= 0) {
    fsync(directory);
    close(directory);
  }
  return true;
}

}  // namespace weir
