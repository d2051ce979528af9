// SPDX-License-Identifier: Apache-2.0
// The bytes of a file. Regular files are mapped; pipes and standard input ("-") are read into memory.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <weir/diagnostic.h>

namespace weir {

class MappedFile {
 public:
  static Expected<MappedFile> open(const std::string& path);
  /// A text in memory with a file name.
  static MappedFile of_text(std::string name, std::string text);

  MappedFile(MappedFile&& other) noexcept { *this = std::move(other); }
  MappedFile& operator=(MappedFile&& other) noexcept {
    std::swap(name_, other.name_);
    std::swap(copy_, other.copy_);
    std::swap(mapping_, other.mapping_);
    std::swap(mapped_, other.mapped_);
    return *this;
  }
  ~MappedFile();

  const std::string& name() const { return name_; }
  std::string_view text() const {
    return mapping_ != nullptr ? std::string_view(static_cast<const char*>(mapping_), mapped_)
                               : std::string_view(copy_);
  }
  /// An error at [offset, offset + length). Lines are counted on demand: large files have no line table.
  Diagnostic at(std::size_t offset, std::size_t length, std::string message) const;

 private:
  MappedFile() = default;

  std::string name_;
  std::string copy_;
  void* mapping_ = nullptr;
  std::size_t mapped_ = 0;
};

}  // namespace weir
