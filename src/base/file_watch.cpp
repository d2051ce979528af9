// SPDX-License-Identifier: Apache-2.0
#include "base/file_watch.h"

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace weir {
namespace {

/// Larger files are told apart by their stamp only.
constexpr std::int64_t kReadLimit = std::int64_t{64} << 20;

}  // namespace

FileWatch::Stamp FileWatch::stamp_of(const std::string& path) {
  struct stat found = {};
  if (stat(path.c_str(), &found) != 0) return {};
  return {found.st_mtim.tv_sec, found.st_mtim.tv_nsec, found.st_size, found.st_ino, S_ISREG(found.st_mode)};
}

SourceDigest FileWatch::content_of(const std::string& path, const Stamp& stamp) {
  if (!stamp.regular) return {};  // missing, or a pipe: reading would wait
  if (stamp.size > kReadLimit) {
    return {path,
            {static_cast<std::uint64_t>(stamp.size), static_cast<std::uint64_t>(stamp.seconds),
             static_cast<std::uint64_t>(stamp.nanoseconds)}};
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) return {};
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return digest_of(path, text);
}

void FileWatch::add(const std::string& path) {
  if (std::any_of(files_.begin(), files_.end(), [&](const File& file) { return file.path == path; })) return;
  const Stamp stamp = stamp_of(path);
  const SourceDigest content = content_of(path, stamp);
  files_.push_back({.path = path, .stamp = stamp, .first = content, .seen = content});
}

bool FileWatch::changed() {
  bool other = false, moving = false;
  for (File& file : files_) {
    const Stamp stamp = stamp_of(file.path);
    if (stamp != file.stamp) {
      const SourceDigest content = content_of(file.path, stamp);
      moving = moving || content.value != file.seen.value;
      file.stamp = stamp;
      file.seen = content;
    }
    other = other || file.seen.value != file.first.value;
  }
  return other && !moving;
}

std::vector<std::string> FileWatch::paths() const {
  std::vector<std::string> paths;
  for (const File& file : files_) paths.push_back(file.path);
  return paths;
}

}  // namespace weir
