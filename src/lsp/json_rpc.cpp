// SPDX-License-Identifier: Apache-2.0
#include "lsp/json_rpc.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string_view>
#include <utility>

#include "base/text/json_depth.h"

namespace weir::lsp {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLargestMessage = std::size_t{64} << 20;
constexpr std::size_t kDeepestMessage = 100;  // messages of the protocol have about a dozen levels

/// The header lines before a message.
struct Header {
  std::optional<std::size_t> length;
  bool malformed = false;
};

/// Reads one header line. `Content-Length` is also found after other text: if a client miscounted the bytes of a
/// message, reading resynchronises at its next header.
void read_header_line(std::string line, Header& header) {
  std::transform(line.begin(), line.end(), line.begin(), [](unsigned char c) { return std::tolower(c); });
  constexpr std::string_view kLength = "content-length:";
  const std::size_t at = line.rfind(kLength);
  if (at == std::string::npos) {
    if (!line.starts_with("content-type:")) header.malformed = true;
    return;
  }
  if (at > 0) header.malformed = true;
  std::string_view text = std::string_view(line).substr(at + kLength.size());
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  if (error == std::errc() && end == text.data() + text.size()) {
    header.length = length;
  } else {
    header.malformed = true;
  }
}

/// Reads a line without its terminator, truncated to the maximum header length. Returns false at the end of the input.
bool read_line(std::istream& in, std::string& line) {
  constexpr std::size_t kLongestHeader = 4096;
  line.clear();
  char c = 0;
  while (in.get(c)) {
    if (c == '\n') {
      if (line.ends_with('\r')) line.pop_back();
      return true;
    }
    if (line.size() == kLongestHeader) line.erase(0, kLongestHeader / 2);
    line += c;
  }
  return false;
}

}  // namespace

std::optional<RpcMessage> RpcConnection::receive() {
  while (out_) {
    const std::optional<std::string> body = read_body();
    if (!body) break;
    if (std::optional<RpcMessage> message = parse_message(*body)) return message;
  }
  return std::nullopt;
}

/// The text of the next message; empty at the end of the input.
std::optional<std::string> RpcConnection::read_body() {
  Header header;
  for (std::string line; read_line(in_, line);) {
    if (!line.empty()) {
      read_header_line(std::move(line), header);
      continue;
    }
    if (header.malformed) {
      refuse_message(RpcError::ParseError, "expected a header `Content-Length: N`, a blank line and N bytes");
    }
    const std::optional<std::size_t> length = std::exchange(header, {}).length;
    if (!length) continue;
    if (*length > kLargestMessage) {
      refuse_message(RpcError::InvalidRequest, "the message is too long");
      in_.ignore(static_cast<std::streamsize>(std::min(*length, std::size_t{1} << 62)));
      continue;
    }
    std::string body(*length, '\0');
    if (!in_.read(body.data(), static_cast<std::streamsize>(body.size()))) return std::nullopt;
    return body;
  }
  return std::nullopt;
}

std::optional<RpcMessage> RpcConnection::parse_message(const std::string& body) {
  if (json_nests_deeper_than(kDeepestMessage, body)) {
    refuse_message(RpcError::InvalidRequest, "the message is nested too deeply");
    return std::nullopt;
  }
  Json json = Json::parse(body, nullptr, false);
  if (json.is_discarded()) {
    refuse_message(RpcError::ParseError, "the message is not JSON");
    return std::nullopt;
  }
  if (!json.is_object()) {
    refuse_message(RpcError::InvalidRequest, "the message is not a JSON object");
    return std::nullopt;
  }
  RpcMessage message;
  if (const auto id = json.find("id"); id != json.end()) {
    if (!id->is_string() && !id->is_number()) {
      refuse_message(RpcError::InvalidRequest, "the `id` of a message must be a number or a string");
      return std::nullopt;
    }
    message.id = std::move(*id);
  }
  const auto method = json.find("method");
  if (method == json.end() && (json.contains("result") || json.contains("error"))) return std::nullopt;
  if (method == json.end() || !method->is_string()) {
    refuse_message(RpcError::InvalidRequest, "a request must have a `method`");
    return std::nullopt;
  }
  message.method = std::move(method->get_ref<std::string&>());
  const auto params = json.find("params");
  message.params = params == json.end() || params->is_null() ? Json::object() : std::move(*params);
  if (!message.params.is_structured()) {
    refuse(message.id, RpcError::InvalidParams, "the `params` of a message must be an object or an array");
    return std::nullopt;
  }
  return message;
}

void RpcConnection::answer(const Json& id, Json result) {
  if (!id.is_null()) send({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

void RpcConnection::refuse(const Json& id, RpcError code, const std::string& why) {
  if (id.is_null()) return;
  send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", static_cast<int>(code)}, {"message", why}}}});
}

/// Reports an error for a message with unknown id; the protocol requires null.
void RpcConnection::refuse_message(RpcError code, const std::string& why) {
  send({{"jsonrpc", "2.0"}, {"id", nullptr}, {"error", {{"code", static_cast<int>(code)}, {"message", why}}}});
}

void RpcConnection::notify(const char* method, Json params) {
  send({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

void RpcConnection::send(const Json& message) {
  const std::string body = message.dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::lock_guard lock(output_);
  out_ << "Content-Length: " << body.size() << "\r\n\r\n" << body << std::flush;
}

}  // namespace weir::lsp
