// SPDX-License-Identifier: Apache-2.0
#include "serve/session.h"

#include <chrono>
#include <utility>

namespace weir::serve {
namespace {

constexpr std::chrono::milliseconds kLookEvery(300);
/// Number of polls after which a model that failed to open is opened again: the failure may be due to a missing file
/// whose name is unknown, so watching the known files is not enough.
constexpr int kLooksBeforeRetry = 7;

}  // namespace

Expected<std::unique_ptr<Session>> Session::open(const std::string& path, const ExplorerOptions& options,
                                                 Replaced replaced) {
  std::unique_ptr<Session> session(new Session(path, options, std::move(replaced)));
  session->files_ = session->watched_files();
  Expected<std::unique_ptr<Explorer>> explorer = Explorer::open(path, options);
  if (!explorer) return explorer.error();
  auto model = std::make_shared<OpenModel>();
  model->explorer = std::move(*explorer);
  session->model_ = std::move(model);
  for (const SourceFile& source : session->model_->explorer->sources()) session->files_.add(source.name);
  session->thread_ = std::thread([raw = session.get()] { raw->watch(); });
  return session;
}

/// The files that are known, with their content now.
FileWatch Session::watched_files() const {
  FileWatch files;
  files.add(path_);
  if (!options_.properties_file.empty()) files.add(options_.properties_file);
  for (const std::string& path : files_.paths()) files.add(path);
  return files;
}

std::shared_ptr<const OpenModel> Session::model() const {
  const std::lock_guard lock(mutex_);
  return model_;
}

std::uint64_t Session::wait_for_change(std::uint64_t generation, double seconds) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::duration<double>(seconds),
                    [&] { return stopping_ || model_->generation != generation; });
  return model_->generation;
}

void Session::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Session::watch() {
  int looks = 0;
  while (true) {
    {
      std::unique_lock lock(mutex_);
      if (changed_.wait_for(lock, kLookEvery, [&] { return stopping_.load(); })) return;
      looks = model_->error.empty() ? 0 : looks + 1;
    }
    if (!files_.changed() && looks < kLooksBeforeRetry) continue;
    looks = 0;
    reopen();
  }
}

void Session::reopen() {
  files_ = watched_files();  // before reading: a change during the reading is seen in the next look
  Expected<std::unique_ptr<Explorer>> explorer = Explorer::open(path_, options_);
  if (explorer) {
    for (const SourceFile& source : (*explorer)->sources()) files_.add(source.name);
  }
  const std::shared_ptr<const OpenModel> old = model();
  if (!explorer && to_string(explorer.error()) == to_string(old->error)) return;
  auto next = std::make_shared<OpenModel>(*old);
  ++next->generation;
  if (explorer) {
    next->opened = next->generation;
    next->first_node = old->first_node + old->explorer->node_count();
    next->explorer = std::move(*explorer);
    next->error.clear();
  } else {
    next->error = explorer.error();
  }
  {
    const std::lock_guard lock(mutex_);
    model_ = next;
  }
  changed_.notify_all();
  if (explorer) replaced_(*next);
}

}  // namespace weir::serve
