// SPDX-License-Identifier: Apache-2.0
// The JSON interface of `weir serve` (docs/explorer.md has the table). Answers carry the generation of the model; a
// request about an old model is refused with 409.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <weir/explorer.h>

#include "report/run_json.h"
#include "serve/arguments.h"
#include "serve/http_server.h"
#include "serve/jobs.h"
#include "serve/session.h"

namespace weir::serve {

/// How long a request may wait for news. A browser opens at most six connections to a server: if more clients wait,
/// they have to wait in turns.
class Patience {
 public:
  static constexpr double kSeconds = 20, kBriefly = 0.3;
  static constexpr int kWaiting = 3;
  explicit Patience(std::atomic<int>& waiting)
      : waiting_(waiting), seconds_(++waiting <= kWaiting ? kSeconds : kBriefly) {}
  ~Patience() { --waiting_; }
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;
  double seconds() const { return seconds_; }

 private:
  std::atomic<int>& waiting_;
  const double seconds_;
};

/// Everything that a request is about.
struct Call {
  Session& session;
  Jobs& jobs;
  double check_seconds = 60;  ///< of a check that names no other time
  std::atomic<int>& waiting;
  std::string parameter = {};  ///< the number in the path
  Arguments arguments = {};
  std::map<std::string, std::string> query = {};
  std::shared_ptr<const OpenModel> model = nullptr;
  std::chrono::steady_clock::time_point end = {};  ///< of long work

  Explorer& explorer() const { return *model->explorer; }
  /// Numbers of states, as clients know them, from and to the explorer's. Refuses unknown and old ones.
  Explorer::Node node(std::uint64_t number) const;
  std::uint64_t number_of(Explorer::Node node) const { return model->first_node + node; }
  /// Numbers of an expression and of a formula. Refuses wrong ones.
  std::uint32_t watch(const std::string& expression) const;
  std::uint32_t monitor(const std::string& formula) const;
  /// Ends long work: the server stops, or the time of a request is over.
  Explorer::Interrupted interrupted() const;
};

/// A reply that is already text, or JSON to which the generation is added.
struct ApiAnswer {
  Json json = Json::object();
  std::string text = {};
  int status = 200;
};

// Each answers one request.
ApiAnswer answer_model(const Call& call);
ApiAnswer answer_changes(const Call& call);
ApiAnswer answer_expand(const Call& call);
ApiAnswer answer_states(const Call& call);
ApiAnswer answer_walk(const Call& call);
ApiAnswer answer_follow(const Call& call);
ApiAnswer answer_save(const Call& call);
ApiAnswer answer_evaluate(const Call& call);
ApiAnswer answer_monitor(const Call& call);
ApiAnswer answer_graph(const Call& call);
ApiAnswer answer_check(const Call& call);
ApiAnswer answer_job(const Call& call);
ApiAnswer answer_cancel(const Call& call);

/// [{severity, message, file, line, column, length, source_line}...]
Json diagnostics_json(const Diagnostics& diagnostics);

class Api {
 public:
  Api(Session& session, Jobs& jobs, double check_seconds)
      : session_(session), jobs_(jobs), check_seconds_(check_seconds) {}
  /// Answers a request below /api/.
  HttpReply answer(const HttpRequest& request);

 private:
  Session& session_;
  Jobs& jobs_;
  const double check_seconds_;
  std::atomic<int> waiting_{0};
};

}  // namespace weir::serve
