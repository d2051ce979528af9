// SPDX-License-Identifier: Apache-2.0
// JSON-RPC 2.0 over two streams, with the framing of the Language Server Protocol (Content-Length headers). The
// connection survives any input: malformed messages are answered here with the error codes of the protocol.
#pragma once

#include <istream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>

namespace weir::lsp {

enum class RpcError : int {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  InternalError = -32603,
  NotInitialized = -32002,
  RequestFailed = -32803,
  Cancelled = -32800
};

struct RpcMessage {
  std::string method;
  nlohmann::json id;  ///< a number or a string; null for a notification, which gets no answer
  nlohmann::json params;
};

class RpcConnection {
 public:
  RpcConnection(std::istream& in, std::ostream& out) : in_(in), out_(out) {
    in_.tie(nullptr);  // reading must not flush the output while another thread writes to it
  }

  /// The next request or notification; empty once the input has ended or the output has failed. Responses of the client
  /// are skipped: weir sends no requests.
  std::optional<RpcMessage> receive();

  /// Whether more input is waiting, so that work which a later message may make superfluous can be put off.
  bool has_more() const { return in_.rdbuf()->in_avail() > 0; }

  // These may be called from several threads. Nothing is sent if `id` is null.
  void answer(const nlohmann::json& id, nlohmann::json result);
  void refuse(const nlohmann::json& id, RpcError code, const std::string& why);
  void notify(const char* method, nlohmann::json params);

 private:
  std::optional<std::string> read_body();
  std::optional<RpcMessage> parse_message(const std::string& body);
  void refuse_message(RpcError code, const std::string& why);
  void send(const nlohmann::json& message);

  std::istream& in_;
  std::ostream& out_;
  std::mutex output_;
};

}  // namespace weir::lsp
