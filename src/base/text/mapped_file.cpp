// SPDX-License-Identifier: Apache-2.0
#include "base/text/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/memory/memory_limit.h"
#include "base/text/source_text.h"

namespace weir {
namespace {

/// Reads a file that cannot be mapped. Returns an error message, or an empty string on success.
std::string read_all(int descriptor, std::string& text) {
  const std::uint64_t limit = run_budget(0) / 2;  // a pipe may never end
  char chunk[1 << 16];
  for (;;) {
    const ssize_t count = ::read(descriptor, chunk, sizeof chunk);
    if (count == 0) return "";
    if (count < 0) return errno == EINTR ? "interrupted" : std::strerror(errno);
    text.append(chunk, static_cast<std::size_t>(count));
    if (text.size() > limit) return "it is larger than the memory limit";
  }
}

}  // namespace

MappedFile MappedFile::of_text(std::string name, std::string text) {
  MappedFile file;
  file.name_ = std::move(name);
  file.copy_ = std::move(text);
  return file;
}

Expected<MappedFile> MappedFile::open(const std::string& path) {
  const auto refuse = [&](const std::string& why) {
    Diagnostic diagnostic;
    diagnostic.message = "cannot read " + (path == "-" ? "standard input" : "'" + path + "'") + ": " + why;
    return diagnostic;
  };
  MappedFile file;
  file.name_ = path == "-" ? "<stdin>" : path;
  const int descriptor = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return refuse(std::strerror(errno));
  struct stat info {};
  const bool known = fstat(descriptor, &info) == 0;
  std::string why;
  if (known && S_ISDIR(info.st_mode)) {
    why = "it is a directory";
  } else if (known && S_ISREG(info.st_mode) && info.st_size > 0) {
    const auto size = static_cast<std::size_t>(info.st_size);
    void* memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (memory == MAP_FAILED) {
      why = std::strerror(errno);
    } else {
      madvise(memory, size, MADV_SEQUENTIAL);
      file.mapping_ = memory;
      file.mapped_ = size;
    }
  } else {
    why = read_all(descriptor, file.copy_);
  }
  if (descriptor != STDIN_FILENO) ::close(descriptor);
  if (!why.empty()) return refuse(why);
  return file;
}

MappedFile::~MappedFile() {
  if (mapping_ != nullptr) munmap(mapping_, mapped_);
}

Diagnostic MappedFile::at(std::size_t offset, std::size_t length, std::string message) const {
  const std::string_view whole = text();
  offset = std::min(offset, whole.size());
  const std::size_t newline = offset == 0 ? std::string_view::npos : whole.rfind('\n', offset - 1);
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  const std::size_t end = std::min(whole.find('\n', begin), whole.size());
  // Limit the displayed part: a file may be one endless line.
  constexpr std::size_t kShown = 400;
  const std::size_t from = offset - begin > kShown ? offset - kShown / 2 : begin;
  const SourceText line(name_, std::string(whole.substr(from, std::min(end - from, 2 * kShown))));
  Diagnostic diagnostic = line.at(offset - from, std::min(length, end - offset), std::move(message));
  diagnostic.line = static_cast<std::uint32_t>(
      1 + std::count(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
  return diagnostic;
}

}  // namespace weir
