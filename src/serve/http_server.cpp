// SPDX-License-Identifier: Apache-2.0
// The HTTP library reads whatever a client sends: any number of header fields, bodies without a length, compressed
// bodies. Connection therefore limits bytes and time below the library, and admit() refuses what is not needed here.
#include "serve/http_server.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <exception>
#include <functional>
#include <list>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include <fmt/core.h>
#include <httplib.h>
#include <nlohmann/json.hpp>

#include "serve/access.h"

namespace weir::serve {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kHeadLimit = 32U << 10;
constexpr std::size_t kPathLimit = 200;  // the library matches paths with recursive regular expressions
constexpr std::size_t kThreads = 48;
constexpr double kWriteSeconds = 30;
constexpr double kLingerSeconds = 0.5;

/// A socket that reads one request within limits.
class Connection final : public httplib::Stream {
 public:
  explicit Connection(socket_t socket) : socket_(socket) {}

  /// The head has been read: this many bytes of the body may follow.
  void allow_body(std::size_t bytes) { allowed_ = bytes; }

  bool is_readable() const override { return taken_ < filled_ || wait(POLLIN, read_until_); }
  bool is_writable() const override { return wait(POLLOUT, write_until_); }

  // The library reads a head byte by byte.
  ssize_t read(char* target, std::size_t size) override {
    size = std::min(size, allowed_);
    if (size == 0) return -1;
    if (taken_ == filled_ && !fill()) return -1;
    size = std::min(size, filled_ - taken_);
    std::memcpy(target, buffer_.data() + taken_, size);
    taken_ += size;
    allowed_ -= size;
    return static_cast<ssize_t>(size);
  }

  ssize_t write(const char* source, std::size_t size) override {
    while (wait(POLLOUT, write_until_)) {
      const ssize_t sent = send(socket_, source, size, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent >= 0 || (errno != EINTR && errno != EAGAIN)) return sent;
    }
    return -1;
  }

  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return socket_; }

  /// Ends the reply and discards what is still sent for a moment: closing a socket with unread bytes would destroy the
  /// reply on its way.
  void linger() {
    shutdown(socket_, SHUT_WR);
    const Clock::time_point end = after(kLingerSeconds);
    std::size_t discarded = 0;
    while (discarded < HttpServer::kBodyLimit && wait(POLLIN, end)) {
      const ssize_t count = recv(socket_, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
      if (count <= 0) return;
      discarded += static_cast<std::size_t>(count);
    }
  }

 private:
  static Clock::time_point after(double seconds) {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  bool wait(short event, Clock::time_point end) const {
    while (true) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
      if (left <= 0) return false;
      pollfd watched = {.fd = socket_, .events = event, .revents = 0};
      const int ready = poll(&watched, 1, static_cast<int>(left));
      if (ready < 0 && errno == EINTR) continue;
      return ready > 0;
    }
  }

  bool fill() {
    while (wait(POLLIN, read_until_)) {
      const ssize_t count = recv(socket_, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
      if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (count <= 0) return false;
      taken_ = 0;
      filled_ = static_cast<std::size_t>(count);
      return true;
    }
    return false;
  }

  const socket_t socket_;
  const Clock::time_point read_until_ = after(HttpServer::kReadSeconds);
  // A long poll may wait before it writes.
  const Clock::time_point write_until_ = after(HttpServer::kReadSeconds + 2 * kWriteSeconds);
  std::array<char, 16384> buffer_ = {};
  std::size_t taken_ = 0, filled_ = 0;
  std::size_t allowed_ = kHeadLimit;
};

std::optional<std::size_t> content_length(const httplib::Request& request) {
  if (request.get_header_value_count("Content-Length") != 1) return std::nullopt;
  const std::string text = request.get_header_value("Content-Length");
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return length;
}

void fill_in(httplib::Response& response, const HttpReply& reply) {
  response.status = reply.status;
  if (!reply.location.empty()) response.set_header("Location", reply.location);
  response.set_content(reply.body, reply.type + "; charset=utf-8");
}

}  // namespace

HttpReply refusal(int status, const std::string& sentence) {
  const nlohmann::json body = {{"error", sentence}};
  return {.status = status, .body = body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)};
}

class HttpServer::Implementation final : private httplib::Server {
 public:
  explicit Implementation(Settings settings) : settings_(std::move(settings)) {
    // The library's default would also set SO_REUSEPORT, and two servers could share a port.
    set_socket_options([](socket_t socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    new_task_queue = [this] { return new Pool(*this); };
    set_default_headers({
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
         "base-uri 'none'; form-action 'none'; frame-ancestors vscode-webview: vscode-file:"},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cache-Control", "no-store"},
    });
    set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      const std::optional<HttpReply> refused = refuse(request);
      if (!refused) return HandlerResponse::Unhandled;
      fill_in(response, *refused);
      return HandlerResponse::Handled;
    });
    const auto serve = [this](const httplib::Request& request, httplib::Response& response) {
      fill_in(response, answer(request));
    };
    Get(".*", serve);
    Post(".*", serve);
    set_error_handler([](const httplib::Request&, httplib::Response& response) {
      if (response.body.empty()) fill_in(response, refusal(response.status, "The request is malformed."));
    });
  }

  std::string bind(std::uint16_t port) {
    errno = 0;
    if (port == 0) {
      const int chosen = bind_to_any_port("127.0.0.1");
      port_ = chosen > 0 ? static_cast<std::uint16_t>(chosen) : std::uint16_t{0};
    } else if (bind_to_port("127.0.0.1", port)) {
      port_ = port;
    }
    if (port_ != 0) return {};
    const std::string why = errno != 0 ? std::strerror(errno) : "the address cannot be used";
    return port == 0 ? "cannot listen on 127.0.0.1: " + why : fmt::format("cannot listen on port {}: {}", port, why);
  }

  std::uint16_t port() const { return port_; }

  void start() {
    accepting_ = std::thread([this] { listen_after_bind(); });
    while (!is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  void stop() {
    if (!accepting_.joinable()) return;
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
      for (const socket_t socket : open_) shutdown(socket, SHUT_RDWR);
    }
    httplib::Server::stop();
    accepting_.join();  // waits for the threads of the pool
  }

 private:
  /// A client that sends nothing holds a thread for kReadSeconds. If such clients hold all threads, a new client takes
  /// the place of the one that has been silent for longest.
  class Pool final : public httplib::ThreadPool {
   public:
    explicit Pool(Implementation& server) : ThreadPool(kThreads), server_(server) {}
    void enqueue(std::function<void()> connection) override {
      server_.accepted();
      ThreadPool::enqueue(std::move(connection));
    }

   private:
    Implementation& server_;
  };

  void accepted() {
    const std::lock_guard lock(mutex_);
    ++accepted_;
    make_room();
  }

  /// Requires the lock.
  void make_room() {
    while (accepted_ > kThreads + dismissed_.size() && !silent_.empty()) {
      shutdown(silent_.front(), SHUT_RDWR);
      dismissed_.insert(silent_.front());
      silent_.pop_front();
    }
  }

  /// The gate: nothing if the request may pass.
  std::optional<HttpReply> refuse(const httplib::Request& request) const {
    const auto count = [&](const char* name) { return request.get_header_value_count(name); };
    if (count("Host") != 1 || !is_own_host(request.get_header_value("Host"), port_))
      return refusal(403, "The Host header does not name this server.");
    if (count("Origin") > 1 || (count("Origin") == 1 && !is_own_origin(request.get_header_value("Origin"), port_)))
      return refusal(403, "Pages of other origins may not use this server.");
    if (request.method != "GET" && request.method != "HEAD" && request.method != "POST")
      return refusal(405, "Only GET and POST are served.");
    if (request.path.size() > kPathLimit) return refusal(404, "There is no such page.");
    if (!authorised(request) && !settings_.is_public(request.path))
      return refusal(403, "The token is missing or wrong; it is in the address that weir serve printed.");
    if (count("Transfer-Encoding") > 0 || count("Content-Encoding") > 0)
      return refusal(411, "A body must be plain and have a Content-Length.");
    if (request.method != "POST") return std::nullopt;
    const std::optional<std::size_t> length = content_length(request);
    if (!length) return refusal(411, "A body must be plain and have a Content-Length.");
    if (*length > kBodyLimit) return refusal(413, "The body of a request may have 8 MB.");
    if (!request.get_header_value("Content-Type").starts_with("application/json"))
      return refusal(415, "The body of a request must be application/json.");
    return std::nullopt;
  }

  /// The programming interface takes the token from a header, which no other origin can set; pages take it from the
  /// address.
  bool authorised(const httplib::Request& request) const {
    const std::string given =
        request.path.starts_with("/api/") ? request.get_header_value("X-Weir-Token") : request.get_param_value("token");
    return same_secret(given, settings_.token);
  }

  HttpReply answer(const httplib::Request& request) const {
    HttpRequest asked = {.method = request.method == "HEAD" ? "GET" : request.method,
                         .path = request.path,
                         .query = {},
                         .body = request.body,
                         .authorised = authorised(request)};
    for (const auto& [name, value] : request.params) asked.query.emplace(name, value);
    try {
      return settings_.handler(asked);
    } catch (const std::bad_alloc&) {
      return refusal(503, "There is not enough memory for this request.");
    } catch (const std::exception&) {
      return refusal(500, "Internal error; please report this with the model.");
    }
  }

  bool process_and_close_socket(socket_t socket) override {
    bool good = false;
    if (enter(socket)) {
      Connection connection(socket);
      bool closed = false;
      good = process_request(connection, true, closed, [&](httplib::Request& request) {
        has_spoken(socket);
        connection.allow_body(std::min(content_length(request).value_or(0), kBodyLimit));
        // Ranges of a reply and compression cost more than they give on the loopback interface.
        request.headers.erase("Range");
        request.ranges.clear();
        request.headers.erase("Accept-Encoding");
      });
      connection.linger();
    }
    leave(socket);
    close(socket);
    return good;
  }

  bool enter(socket_t socket) {
    const std::lock_guard lock(mutex_);
    if (stopping_) return false;
    open_.insert(socket);
    silent_.push_back(socket);
    make_room();
    return true;
  }

  void has_spoken(socket_t socket) {
    const std::lock_guard lock(mutex_);
    silent_.remove(socket);
  }

  void leave(socket_t socket) {
    const std::lock_guard lock(mutex_);
    --accepted_;
    open_.erase(socket);
    silent_.remove(socket);
    dismissed_.erase(socket);
  }

  const Settings settings_;
  std::uint16_t port_ = 0;
  std::thread accepting_;
  std::mutex mutex_;
  bool stopping_ = false;    ///< guarded by mutex_
  std::set<socket_t> open_;  ///< guarded by mutex_
  // Guarded by mutex_:
  std::size_t accepted_ = 0;      ///< open connections and those that wait for a thread
  std::list<socket_t> silent_;    ///< open connections whose request has not arrived, the oldest first
  std::set<socket_t> dismissed_;  ///< open connections that were silent and must go
};

HttpServer::HttpServer(Settings settings) : implementation_(std::make_unique<Implementation>(std::move(settings))) {}
HttpServer::~HttpServer() { stop(); }
std::string HttpServer::bind(std::uint16_t port) { return implementation_->bind(port); }
std::uint16_t HttpServer::port() const { return implementation_->port(); }
void HttpServer::start() { implementation_->start(); }
void HttpServer::stop() { implementation_->stop(); }

}  // namespace weir::serve
