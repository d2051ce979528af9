// SPDX-License-Identifier: Apache-2.0
// FileWatch: whether the content of files has changed. It is polled: a look costs one stat() for each file, and a file
// is read again only if its time, size or inode is another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/text/source_digest.h"

namespace weir {

class FileWatch {
 public:
  /// Watches a file, from its content now; it may be missing. A file that is watched already keeps its old content.
  void add(const std::string& path);

  /// Looks at all files. Returns true if one has another content than when it was added, and had it in the previous
  /// look already: a file that is being written is not reported before it is finished.
  bool changed();

  std::vector<std::string> paths() const;

 private:
  /// What stat() says; all zero if the file is missing.
  struct Stamp {
    std::int64_t seconds = 0, nanoseconds = 0, size = 0;
    std::uint64_t inode = 0;
    bool regular = false;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  struct File {
    std::string path;
    Stamp stamp;         ///< of the latest look
    SourceDigest first;  ///< of the content when it was added
    SourceDigest seen;   ///< of the content in the latest look
  };
  static Stamp stamp_of(const std::string& path);
  static SourceDigest content_of(const std::string& path, const Stamp& stamp);

  std::vector<File> files_;
};

}  // namespace weir
