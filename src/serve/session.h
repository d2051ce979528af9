// SPDX-License-Identifier: Apache-2.0
// Session: the model that is served, opened again whenever one of its files changes.
//
// Every change has a generation number. If the changed files can be read, the model is replaced, and its states are
// numbered on from the last number of the old model: a state number of an old model is recognised and refused. If they
// cannot, the diagnostics are kept beside the last model that could be read, which stays usable.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include <weir/explorer.h>

#include "base/file_watch.h"

namespace weir::serve {

/// What is served at one time; immutable but for the explorer, which is thread-safe.
struct OpenModel {
  std::uint64_t generation = 1;
  std::shared_ptr<Explorer> explorer;
  std::uint64_t opened = 1;      ///< the generation in which the explorer was opened
  std::uint64_t first_node = 0;  ///< number of the explorer's node 0 for clients
  Diagnostics error;             ///< why the files as they are now cannot be read
};

class Session {
 public:
  /// Called from the watching thread after the model was replaced.
  using Replaced = std::function<void(const OpenModel& model)>;

  /// Opens the model; fails if it cannot be read.
  static Expected<std::unique_ptr<Session>> open(const std::string& path, const ExplorerOptions& options,
                                                 Replaced replaced);
  ~Session() { stop(); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const std::string& path() const { return path_; }
  const ExplorerOptions& options() const { return options_; }

  std::shared_ptr<const OpenModel> model() const;
  /// Whether this is still the model of today; its states and checks are refused otherwise.
  bool is_current(const OpenModel& model) const { return this->model()->explorer == model.explorer; }
  /// Waits until the generation is another one, at most this long or until stop().
  std::uint64_t wait_for_change(std::uint64_t generation, double seconds);

  bool stopping() const { return stopping_; }
  /// Ends watching and waiting.
  void stop();

 private:
  Session(std::string path, ExplorerOptions options, Replaced replaced)
      : path_(std::move(path)), options_(std::move(options)), replaced_(std::move(replaced)) {}
  FileWatch watched_files() const;
  void watch();
  void reopen();

  const std::string path_;
  const ExplorerOptions options_;
  const Replaced replaced_;
  FileWatch files_;  ///< used by the watching thread
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::shared_ptr<const OpenModel> model_;  ///< guarded by mutex_
  std::atomic<bool> stopping_{false};       ///< set under mutex_, so that no waiting thread misses it
  std::thread thread_;
};

}  // namespace weir::serve
