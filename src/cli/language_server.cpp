// SPDX-License-Identifier: Apache-2.0
// One thread reads messages and answers them at once; a check runs in a thread of its own, one at a time, and answers
// when it is done, so that typing goes on. Documents are kept whole (full synchronisation). Positions of the protocol
// are 0-based and count UTF-16 code units; weir's are 1-based and count characters.
#include "cli/language_server.h"

#include <weir/editor.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <charconv>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "report/text.h"

namespace weir::cli {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLargestMessage = std::size_t{64} << 20;
enum ErrorCode : int { kParseError = -32700, kInvalidParams = -32602, kMethodNotFound = -32601, kCancelled = -32800 };

// ---- files and positions -------------------------------------------------------------------------------------------

std::string path_of(std::string_view uri) {
  constexpr std::string_view kScheme = "file://";
  if (uri.substr(0, kScheme.size()) == kScheme) uri.remove_prefix(kScheme.size());
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    unsigned value = 0;
    if (uri[i] == '%' && i + 2 < uri.size() &&
        std::from_chars(uri.data() + i + 1, uri.data() + i + 3, value, 16).ptr == uri.data() + i + 3) {
      path += static_cast<char>(value);
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

std::string uri_of(const std::string& path) {
  std::string uri = "file://";
  for (const char c : path) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 ||
        std::string_view("/-._~").find(c) != std::string_view::npos) {
      uri += c;
    } else {
      constexpr std::string_view kDigits = "0123456789ABCDEF";
      const auto byte = static_cast<unsigned char>(c);
      uri += '%';
      uri += kDigits[byte >> 4];
      uri += kDigits[byte & 15];
    }
  }
  return uri;
}

std::string_view line_of(std::string_view text, std::uint32_t line) {
  for (; line > 0; --line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(0, std::min(text.find('\n'), text.size()));
}

/// UTF-16 units of the first `characters` characters of a line.
std::uint32_t units(std::string_view line, std::uint32_t characters) {
  std::uint32_t result = 0;
  for (const char c : line) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0U) == 0x80U) continue;  // the inside of a character
    if (characters-- == 0) break;
    result += byte >= 0xF0U ? 2 : 1;
  }
  return result;
}

/// The byte of a line where `wanted` UTF-16 units end.
std::size_t byte_at(std::string_view line, std::uint32_t wanted) {
  std::uint32_t seen = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const auto byte = static_cast<unsigned char>(line[i]);
    if ((byte & 0xC0U) == 0x80U) continue;
    if (seen >= wanted) return i;
    seen += byte >= 0xF0U ? 2 : 1;
  }
  return line.size();
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string word_at(std::string_view text, std::uint32_t line, std::uint32_t unit) {
  const std::string_view whole = line_of(text, line);
  std::size_t begin = byte_at(whole, unit), end = begin;
  while (begin > 0 && is_word(whole[begin - 1])) --begin;
  while (end < whole.size() && is_word(whole[end])) ++end;
  return std::string(whole.substr(begin, end - begin));
}

Json range_in(std::string_view line_text, std::uint32_t line, std::uint32_t column, std::uint32_t length) {
  const std::uint32_t row = line > 0 ? line - 1 : 0, first = column > 0 ? column - 1 : 0;
  return {{"start", {{"line", row}, {"character", units(line_text, first)}}},
          {"end", {{"line", row}, {"character", units(line_text, first + length)}}}};
}

int symbol_kind(const std::string& kind) {  // of the protocol
  static const std::map<std::string, int> kinds = {{"variable", 13}, {"parameter", 13}, {"field", 8},  {"mtype", 22},
                                                   {"proctype", 5},  {"process", 5},    {"label", 20}, {"typedef", 23},
                                                   {"inline", 12},   {"ltl", 24},       {"macro", 14}};
  const auto found = kinds.find(kind);
  return found == kinds.end() ? 13 : found->second;
}

// ---- the server ----------------------------------------------------------------------------------------------------

struct Document {
  std::string text;
  std::vector<Definition> definitions;  ///< of the last version without errors
};

class CancelledBy : public Observer {
 public:
  explicit CancelledBy(const std::atomic<bool>& flag) : flag_(flag) {}
  bool interrupted() override { return flag_; }

 private:
  const std::atomic<bool>& flag_;
};

class LanguageServer {
 public:
  LanguageServer(std::istream& in, std::ostream& out, const LanguageServerSettings& settings)
      : in_(in), out_(out), settings_(settings) {}
  ~LanguageServer() { end_check(); }

  bool serve() {
    while (const std::optional<std::string> message = read()) {
      const Json request = Json::parse(*message, nullptr, false);
      if (!request.is_object()) {
        send({{"jsonrpc", "2.0"},
              {"id", nullptr},
              {"error", {{"code", kParseError}, {"message", "the message is not a JSON object"}}}});
        continue;
      }
      if (!request.contains("method") || !request["method"].is_string()) continue;  // an answer to us: we ask nothing
      if (request["method"] == "exit") return shut_down_;
      handle(request["method"], request.value("id", Json()), request.value("params", Json::object()));
    }
    return shut_down_;
  }

 private:
  /// The next message's body; nothing at the end of the input, or if the frame makes no sense.
  std::optional<std::string> read() {
    std::size_t length = 0;
    bool given = false;
    for (std::string header; std::getline(in_, header);) {
      if (!header.empty() && header.back() == '\r') header.pop_back();
      if (header.empty()) {
        if (!given) continue;
        std::string body(length, '\0');
        if (!in_.read(body.data(), static_cast<std::streamsize>(length))) return std::nullopt;
        return body;
      }
      constexpr std::string_view kLength = "content-length:";
      std::string name = header.substr(0, kLength.size());
      std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
      if (name != kLength) continue;
      const char* first = header.data() + kLength.size();
      while (*first == ' ') ++first;
      given = std::from_chars(first, header.data() + header.size(), length).ec == std::errc();
      if (!given || length > kLargestMessage) return std::nullopt;
    }
    return std::nullopt;
  }

  void send(const Json& message) {
    const std::string body = message.dump(-1, ' ', false, Json::error_handler_t::replace);
    const std::lock_guard lock(output_);
    out_ << "Content-Length: " << body.size() << "\r\n\r\n" << body << std::flush;
  }
  void answer(const Json& id, Json result) { send({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}}); }
  void refuse(const Json& id, int code, const std::string& why) {
    send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", why}}}});
  }
  void notify(const char* method, Json params) {
    send({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
  }

  void handle(const std::string& method, const Json& id, const Json& params) {
    try {
      if (method == "initialize") return answer(id, capabilities());
      if (method == "shutdown") {
        shut_down_ = true;
        end_check();
        return answer(id, nullptr);
      }
      if (method == "textDocument/didOpen")
        return change(params.at("textDocument").at("uri"), params.at("textDocument").at("text"));
      if (method == "textDocument/didChange")
        return change(params.at("textDocument").at("uri"), params.at("contentChanges").back().at("text"));
      if (method == "textDocument/didClose") return close(params.at("textDocument").at("uri"));
      if (method == "textDocument/definition") return answer(id, definition(params));
      if (method == "textDocument/hover") return answer(id, hover(params));
      if (method == "textDocument/documentSymbol") return answer(id, outline(params));
      if (method == "textDocument/codeLens") return answer(id, lenses(params));
      if (method == "workspace/executeCommand") return execute(id, params);
      if (method == "$/cancelRequest") {
        const std::lock_guard lock(check_);
        if (params.at("id") == running_) cancelled_ = true;
        return;
      }
      if (!id.is_null()) refuse(id, kMethodNotFound, "weir does not know the method " + method);
    } catch (const Json::exception& error) {
      if (!id.is_null()) refuse(id, kInvalidParams, error.what());
    }
  }

  static Json capabilities() {
    return {{"capabilities",
             {{"textDocumentSync", {{"openClose", true}, {"change", 1}}},
              {"definitionProvider", true},
              {"hoverProvider", true},
              {"documentSymbolProvider", true},
              {"codeLensProvider", {{"resolveProvider", false}}},
              {"executeCommandProvider", {{"commands", {"weir.check"}}}}}},
            {"serverInfo", {{"name", "weir"}, {"version", version()}}}};
  }

  void change(const std::string& uri, const std::string& text) {
    Document& document = documents_[uri];
    document.text = text;
    const std::string path = path_of(uri);
    Examination found = examine(path, text);
    if (found.understood) document.definitions = std::move(found.definitions);
    Json list = Json::array();
    for (const Diagnostic& diagnostic : found.diagnostics) {
      if (diagnostic.severity == Diagnostic::Severity::Note) continue;
      const bool here = diagnostic.file == path;
      list.push_back(
          {{"range",
            here ? range_in(diagnostic.source_line, diagnostic.line, diagnostic.column, std::max(diagnostic.length, 1U))
                 : range_in("", 1, 1, 0)},
           {"severity", diagnostic.severity == Diagnostic::Severity::Error ? 1 : 2},
           {"source", "weir"},
           {"message", here || diagnostic.file.empty()
                           ? diagnostic.message
                           : diagnostic.file + ":" + std::to_string(diagnostic.line) + ": " + diagnostic.message}});
    }
    notify("textDocument/publishDiagnostics", {{"uri", uri}, {"diagnostics", list}});
  }

  void close(const std::string& uri) {
    documents_.erase(uri);
    notify("textDocument/publishDiagnostics", {{"uri", uri}, {"diagnostics", Json::array()}});
  }

  /// What the word under the cursor means there: names of the process around it come before global ones.
  const Definition* find(const Json& params) {
    const auto document = documents_.find(params.at("textDocument").at("uri"));
    if (document == documents_.end()) return nullptr;
    const std::uint32_t line = params.at("position").at("line");
    const std::string word = word_at(document->second.text, line, params.at("position").at("character"));
    if (word.empty()) return nullptr;
    const Definition* best = nullptr;
    for (const Definition& definition : document->second.definitions) {
      if (definition.name != word) continue;
      const bool local = definition.first_line > 0;
      if (local && (line + 1 < definition.first_line || line + 1 > definition.last_line)) {
        if (best == nullptr) best = &definition;  // P@label and P:variable are seen from elsewhere
        continue;
      }
      if (best == nullptr || local || best->first_line > 0) best = &definition;
      if (local) break;
    }
    return best;
  }

  /// The line a definition stands in, if its file is open.
  std::string_view declaration(const Definition& definition) const {
    const auto document = documents_.find(uri_of(definition.file));
    return document == documents_.end() ? std::string_view() : line_of(document->second.text, definition.line - 1);
  }

  Json place(const Definition& definition) const {
    return range_in(declaration(definition), definition.line, definition.column,
                    static_cast<std::uint32_t>(definition.name.size()));
  }

  Json definition(const Json& params) {
    const Definition* found = find(params);
    if (found == nullptr) return nullptr;
    return {{"uri", uri_of(found->file)}, {"range", place(*found)}};
  }

  Json hover(const Json& params) {
    const Definition* found = find(params);
    if (found == nullptr) return nullptr;
    std::string text = "**" + found->kind + "** `" + found->name + "`";
    if (!found->owner.empty()) text += " of `" + found->owner + "`";
    std::string_view line = declaration(*found);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.empty()) text += "\n```promela\n" + std::string(line) + "\n```";
    return {{"contents", {{"kind", "markdown"}, {"value", text}}}};
  }

  /// What `entry` makes (null: nothing) of each definition in the document that the parameters name.
  template <class Entry>
  Json list_definitions(const Json& params, Entry entry) {
    Json list = Json::array();
    const std::string uri = params.at("textDocument").at("uri");
    const auto document = documents_.find(uri);
    if (document == documents_.end()) return list;
    const std::string path = path_of(uri);
    for (const Definition& definition : document->second.definitions) {
      if (definition.file != path) continue;
      if (Json made = entry(uri, definition); !made.is_null()) list.push_back(std::move(made));
    }
    return list;
  }

  Json outline(const Json& params) {
    return list_definitions(params, [this](const std::string& uri, const Definition& definition) -> Json {
      return {{"name", definition.name},
              {"kind", symbol_kind(definition.kind)},
              {"containerName", definition.owner},
              {"location", {{"uri", uri}, {"range", place(definition)}}}};
    });
  }

  Json lenses(const Json& params) {
    return list_definitions(params, [this](const std::string& uri, const Definition& definition) -> Json {
      if (definition.kind != "ltl") return nullptr;
      return {
          {"range", place(definition)},
          {"command",
           {{"title", "check " + definition.name}, {"command", "weir.check"}, {"arguments", {uri, definition.name}}}}};
    });
  }

  /// weir.check [URI, PROPERTY]; without PROPERTY, everything the model states.
  void execute(const Json& id, const Json& params) {
    const Json arguments = params.value("arguments", Json::array());
    if (params.at("command") != "weir.check" || arguments.empty() || !arguments[0].is_string())
      return refuse(id, kInvalidParams, "the command is weir.check with a document and, if wanted, a property");
    CheckOptions options;
    if (arguments.size() > 1)
      options.properties.push_back({PropertyRequest::Kind::Named, arguments[1].get<std::string>()});
    options.time_limit = settings_.time_limit;
    {
      const std::lock_guard lock(check_);
      if (busy_) return refuse(id, kInvalidParams, "a check is running; cancel it first");
      busy_ = true;
      running_ = id;
      cancelled_ = false;
    }
    if (worker_.joinable()) worker_.join();
    worker_ = std::thread([this, id, path = path_of(arguments[0].get<std::string>()), options] {
      CancelledBy observer(cancelled_);
      const Expected<CheckResult> result = check(path, options, &observer);
      const bool cancelled = cancelled_;
      {
        const std::lock_guard lock(check_);
        busy_ = false;
      }
      if (cancelled) return refuse(id, kCancelled, "cancelled");
      if (!result) return refuse(id, kInvalidParams, to_string(result.error()));
      Json properties = Json::array();
      int type = 3;  // information; 1: an error, 2: a warning
      std::string summary;
      for (const PropertyResult& property : result->properties) {
        const char* verdict = property.verdict == Verdict::Holds      ? "holds"
                              : property.verdict == Verdict::Violated ? "violated"
                                                                      : "inconclusive";
        if (property.verdict == Verdict::Violated) type = 1;
        if (property.verdict == Verdict::Inconclusive && type == 3) type = 2;
        if (!summary.empty()) summary += "; ";
        summary += property.name + ": " + verdict;
        if (!property.counterexample.explanation.empty()) summary += " (" + property.counterexample.explanation + ")";
        properties.push_back({{"name", property.name}, {"verdict", verdict}});
      }
      notify("window/showMessage", {{"type", type}, {"message", summary}});
      answer(id, {{"properties", properties}, {"report", text_report(*result, {})}});
    });
  }

  void end_check() {
    cancelled_ = true;
    if (worker_.joinable()) worker_.join();
  }

  std::istream& in_;
  std::ostream& out_;
  LanguageServerSettings settings_;
  std::map<std::string, Document> documents_;
  bool shut_down_ = false;
  std::mutex output_;

  std::mutex check_;  ///< guards the next two
  bool busy_ = false;
  Json running_;
  std::atomic<bool> cancelled_ = false;
  std::thread worker_;
};

}  // namespace

bool serve_language(std::istream& in, std::ostream& out, const LanguageServerSettings& settings) {
  return LanguageServer(in, out, settings).serve();
}

}  // namespace weir::cli
