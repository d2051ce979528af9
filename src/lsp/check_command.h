// SPDX-License-Identifier: Apache-2.0
// The command weir.check: checks properties of a saved model in a thread of its own, one check at a time, and answers
// when it is done.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <thread>

#include <weir/weir.h>

#include "lsp/document_position.h"
#include "lsp/json_rpc.h"

namespace weir::lsp {

class CheckCommand {
 public:
  CheckCommand(RpcConnection& client, double time_limit) : client_(client), time_limit_(time_limit) {}
  ~CheckCommand() { end(); }

  /// Starts the check that a workspace/executeCommand request asks for, or refuses it.
  void execute(const Json& id, const Json& params);
  /// Cancels the check of this request, if it is running.
  void cancel(const Json& id);
  /// Cancels a check and waits for its end.
  void end();

 private:
  void run(const Json& id, const std::string& path, const CheckOptions& options);
  void finished();

  RpcConnection& client_;
  double time_limit_;
  std::mutex mutex_;  ///< guards the next two
  bool busy_ = false;
  Json running_;
  std::atomic<bool> cancelled_ = false;
  std::thread worker_;
};

}  // namespace weir::lsp
