// SPDX-License-Identifier: Apache-2.0
#include "base/output_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>

namespace weir {
namespace {

/// The name of the unfinished file, for the signal handler; weir writes one file at a time.
std::atomic<const char*> unfinished = nullptr;
static_assert(std::atomic<const char*>::is_always_lock_free, "a signal handler reads it");

}  // namespace

OutputFile::OutputFile(const std::string& path) : place_(path) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(path, error);  // renaming must not replace a link
  if (!error) place_ = real.string();
  struct stat old = {};
  const bool exists = stat(place_.c_str(), &old) == 0;
  if (!exists || S_ISREG(old.st_mode)) {
    beside_ = place_ + ".part" + std::to_string(getpid());
    file_ = std::fopen(beside_.c_str(), "wbx");
    if (file_ != nullptr && exists && (access(place_.c_str(), W_OK) != 0 || fchmod(fileno(file_), old.st_mode) != 0)) {
      std::fclose(file_);
      std::remove(beside_.c_str());
      file_ = nullptr;
    }
    if (file_ == nullptr) beside_.clear();
  }
  if (!beside_.empty()) unfinished = beside_.c_str();
  errno = 0;
  if (file_ == nullptr) file_ = std::fopen(place_.c_str(), "wb");
  if (file_ == nullptr) fail();
}

OutputFile::~OutputFile() {
  if (file_ != nullptr) std::fclose(file_);
  if (beside_.empty()) return;
  remove_unfinished();
}

void OutputFile::fail() {
  if (error_ == 0) error_ = errno != 0 ? errno : EIO;
}

bool OutputFile::write(std::string_view text) {
  if (error_ != 0) return false;
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail();
  return error_ == 0;
}

bool OutputFile::commit() {
  if (error_ != 0) return false;
  errno = 0;
  std::FILE* const file = file_;
  file_ = nullptr;
  if (std::fclose(file) != 0) fail();
  if (beside_.empty() || error_ != 0) return error_ == 0;
  if (std::rename(beside_.c_str(), place_.c_str()) != 0) {
    fail();
    return false;
  }
  unfinished = nullptr;
  beside_.clear();
  return true;
}

void OutputFile::remove_unfinished() noexcept {
  if (const char* const name = unfinished.exchange(nullptr)) unlink(name);
}

}  // namespace weir
