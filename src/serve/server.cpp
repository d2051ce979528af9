// SPDX-License-Identifier: Apache-2.0
#include "serve/server.h"

#include <utility>

#include <fmt/core.h>

#include "serve/access.h"
#include "serve/api.h"
#include "serve/http_server.h"
#include "serve/jobs.h"
#include "serve/pages.h"
#include "serve/session.h"

namespace weir::serve {

struct Server::Parts {
  std::string token = new_token();
  std::string ticket = new_token();
  Jobs jobs;
  std::unique_ptr<Session> session;  // tells the jobs that the model has changed
  std::unique_ptr<Api> api;
  std::unique_ptr<Pages> pages;
  std::unique_ptr<HttpServer> http;
};

Expected<std::unique_ptr<Server>> Server::start(const ServerSettings& settings) {
  auto parts = std::make_unique<Parts>();
  if (parts->token.empty() || parts->ticket.empty())
    return Diagnostic{.message = "the operating system provides no random numbers for a token"};
  auto session = Session::open(settings.path, settings.options,
                               [&jobs = parts->jobs](const OpenModel& model) { jobs.keep_only(model.opened); });
  if (!session) return session.error();
  parts->session = std::move(*session);
  parts->api = std::make_unique<Api>(*parts->session, parts->jobs, settings.check_seconds);
  parts->pages = std::make_unique<Pages>(parts->token, parts->ticket);
  const auto handler = [api = parts->api.get(), pages = parts->pages.get()](const HttpRequest& request) {
    return request.path.starts_with("/api/") ? api->answer(request) : pages->answer(request);
  };
  parts->http = std::make_unique<HttpServer>(HttpServer::Settings{parts->token, Pages::is_public, handler});
  if (const std::string problem = parts->http->bind(settings.port); !problem.empty())
    return Diagnostic{.message = problem};
  parts->http->start();
  return std::unique_ptr<Server>(new Server(std::move(parts)));
}

Server::Server(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Server::~Server() {
  parts_->session->stop();  // ends waiting and long requests
  parts_->jobs.stop();
  parts_->http->stop();
}

std::string Server::address() const {
  return fmt::format("http://127.0.0.1:{}/?token={}", parts_->http->port(), parts_->token);
}

std::string Server::ticket_address() const {
  return fmt::format("http://127.0.0.1:{}/open/{}", parts_->http->port(), parts_->ticket);
}

}  // namespace weir::serve
