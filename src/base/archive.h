// SPDX-License-Identifier: Apache-2.0
// Archive: serialises values to bytes and back. One function, `serialize(Archive&)`, serves both directions, so that
// writing and reading cannot diverge. Input bytes are not trusted: counts are bounded by the remaining bytes, and a
// function that loads an invalid value calls `damaged()`. After that, nothing more is read or written.
//
// FileArchive writes a file atomically: it writes a temporary file beside the target and renames it once all of it is
// on disk. A checksum ends the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <weir/diagnostic.h>

#include "base/memory/growing_array.h"

namespace weir {

class Archive {
 public:
  enum class State : std::uint8_t { Good, Damaged, NoMemory, NoDisk };

  explicit Archive(bool loading) : loading_(loading) {}
  virtual ~Archive() = default;
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  bool loading() const { return loading_; }
  bool good() const { return state_ == State::Good; }
  State state() const { return state_; }
  void damaged() { end(State::Damaged); }
  void no_memory() { end(State::NoMemory); }
  /// While loading: marks the archive as damaged unless the condition holds.
  void require(bool valid) {
    if (loading_ && !valid) damaged();
  }

  /// While loading: the number of remaining bytes.
  virtual std::uint64_t left() const = 0;

  /// After a failure, loaded bytes are zero.
  void bytes(void* data, std::size_t size);
  template <class T>
  void value(T& value) {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>, "padding would be written too");
    bytes(&value, sizeof value);
  }
  void value(bool& value) {
    std::uint8_t byte = value ? 1 : 0;
    bytes(&byte, 1);
    value = byte != 0;
  }
  /// A non-negative number of seconds.
  void seconds(double& value);
  /// The number of elements that follow, each of at least `least` bytes.
  std::uint64_t count(std::uint64_t count, std::size_t least = 1);
  void value(std::vector<std::byte>& bytes);
  void value(std::string& text);
  /// An array of elements without padding.
  template <class T>
  void values(std::vector<T>& values) {
    values.resize(static_cast<std::size_t>(count(values.size(), sizeof(T))));
    if (!values.empty()) bytes(values.data(), values.size() * sizeof(T));
  }
  /// As above. When loading, the array must be empty.
  template <class T>
  void values(GrowingArray<T>& values) {
    const auto size = static_cast<std::size_t>(count(values.size(), sizeof(T)));
    if (loading_ && !values.extend(size)) return no_memory();
    if (size > 0) bytes(&values[0], size * sizeof(T));
  }

 protected:
  void end(State state) {
    if (state_ == State::Good) state_ = state;
  }
  virtual bool write(const void* data, std::size_t size) = 0;
  /// `size` is never more than left().
  virtual bool read(void* data, std::size_t size) = 0;

 private:
  bool loading_;
  State state_ = State::Good;
};

/// The serialize function of an object, or of several in order.
using Serializer = std::function<void(Archive&)>;

class MemoryArchive final : public Archive {
 public:
  MemoryArchive() : Archive(false) {}
  explicit MemoryArchive(std::vector<std::byte> content) : Archive(true), content_(std::move(content)) {}
  std::vector<std::byte> take() { return std::move(content_); }
  std::uint64_t left() const override { return content_.size() - at_; }

 private:
  bool write(const void* data, std::size_t size) override;
  bool read(void* data, std::size_t size) override;

  std::vector<std::byte> content_;
  std::size_t at_ = 0;
};

class FileArchive final : public Archive {
 public:
  /// `magic` identifies the kind of file and its format version; open() compares it.
  static std::unique_ptr<FileArchive> create(const std::string& path, const std::string& magic, std::string& problem);
  /// Rejects files of another kind and files with a wrong checksum. The last word of `magic` is the version, so another
  /// version is distinguished from another kind.
  static Expected<std::unique_ptr<FileArchive>> open(const std::string& path, const std::string& magic);
  ~FileArchive() override;

  /// Flushes the file to disk and moves it into place. On failure, returns false and sets `problem`; an existing file
  /// at `path` is unchanged.
  bool commit(std::string& problem);
  std::uint64_t left() const override { return left_; }

 private:
  FileArchive(bool loading, std::string path, std::FILE* file)
      : Archive(loading), path_(std::move(path)), file_(file), buffer_(std::size_t{1} << 20) {}
  bool write(const void* data, std::size_t size) override;
  bool read(void* data, std::size_t size) override;
  bool flush();
  std::string temporary() const { return path_ + ".tmp"; }

  std::string path_;
  std::FILE* file_;
  std::vector<std::byte> buffer_;
  std::size_t buffered_ = 0;  ///< writing: bytes in the buffer
  std::uint32_t checksum_ = 0;
  std::uint64_t left_ = 0;  ///< reading: remaining bytes of content
};

}  // namespace weir
