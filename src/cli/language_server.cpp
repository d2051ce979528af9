// SPDX-License-Identifier: Apache-2.0
// One thread reads messages and answers them immediately. A check runs in its own thread, one at a time, and answers
// when it is done, so that editing continues. Documents are kept whole (full synchronisation).
#include "cli/language_server.h"

#include <weir/editor.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "cli/document_position.h"
#include "cli/json_rpc.h"
#include "report/text.h"
#include "report/words.h"

namespace weir::cli {
namespace {

using Json = nlohmann::json;

int symbol_kind(const std::string& kind) {  // of the protocol
  static const std::map<std::string, int> kinds = {{"variable", 13}, {"parameter", 13}, {"field", 8},  {"mtype", 22},
                                                   {"proctype", 5},  {"process", 5},    {"label", 20}, {"typedef", 23},
                                                   {"inline", 12},   {"ltl", 24},       {"macro", 14}};
  const auto found = kinds.find(kind);
  return found == kinds.end() ? 13 : found->second;
}

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
      : client_(in, out), settings_(settings) {}
  ~LanguageServer() { end_check(); }

  bool serve() {
    while (const std::optional<RpcMessage> message = client_.receive()) {
      if (message->method == "exit") break;
      if (!in_order(*message)) continue;
      try {
        handle(*message);
      } catch (const Json::exception&) {
        refuse_parameters(*message);
      } catch (const WrongParameters&) {
        refuse_parameters(*message);
      } catch (const std::exception&) {
        client_.refuse(message->id, RpcError::InternalError, "internal error in " + message->method);
      }
    }
    return shut_down_;
  }

 private:
  /// Requires `initialize` first, and only `exit` after `shutdown`; rejects other messages.
  bool in_order(const RpcMessage& message) {
    const bool first = message.method == "initialize";
    if (shut_down_ || (first && initialized_)) {
      client_.refuse(message.id, RpcError::InvalidRequest,
                     shut_down_ ? "the server has been shut down" : "the server is already initialized");
      return false;
    }
    if (first) initialized_ = true;
    if (!initialized_) client_.refuse(message.id, RpcError::NotInitialized, "expected `initialize` first");
    return initialized_;
  }

  void refuse_parameters(const RpcMessage& message) {
    client_.refuse(message.id, RpcError::InvalidParams, "invalid parameters for " + message.method);
  }

  void handle(const RpcMessage& message) {
    const std::string& method = message.method;
    const Json& params = message.params;
    Json result;
    if (method == "initialize") {
      result = capabilities();
    } else if (method == "shutdown") {
      shut_down_ = true;
      end_check();
    } else if (method == "textDocument/didOpen") {
      change(params.at("textDocument").at("uri"), params.at("textDocument").at("text"));
    } else if (method == "textDocument/didChange") {
      const Json& changes = params.at("contentChanges");
      if (!changes.is_array()) throw WrongParameters();
      if (!changes.empty()) change(params.at("textDocument").at("uri"), changes.back().at("text"));
    } else if (method == "textDocument/didClose") {
      close(params.at("textDocument").at("uri"));
    } else if (method == "textDocument/definition") {
      result = definition(params);
    } else if (method == "textDocument/hover") {
      result = hover(params);
    } else if (method == "textDocument/documentSymbol") {
      result = outline(params);
    } else if (method == "textDocument/codeLens") {
      result = lenses(params);
    } else if (method == "workspace/executeCommand") {
      return execute(message.id, params);
    } else if (method == "$/cancelRequest") {
      const std::lock_guard lock(check_);
      if (params.at("id") == running_) cancelled_ = true;
    } else {
      return client_.refuse(message.id, RpcError::MethodNotFound, "unknown method " + method);
    }
    client_.answer(message.id, std::move(result));
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
    client_.notify("textDocument/publishDiagnostics", {{"uri", uri}, {"diagnostics", list}});
  }

  void close(const std::string& uri) {
    documents_.erase(uri);
    client_.notify("textDocument/publishDiagnostics", {{"uri", uri}, {"diagnostics", Json::array()}});
  }

  /// The definition of the word under the cursor; names of the enclosing process precede global ones.
  const Definition* find(const Json& params) {
    const auto document = documents_.find(params.at("textDocument").at("uri"));
    if (document == documents_.end()) return nullptr;
    const std::uint32_t line = coordinate(params.at("position").at("line"));
    const std::string word = word_at(document->second.text, line, coordinate(params.at("position").at("character")));
    if (word.empty()) return nullptr;
    const Definition* best = nullptr;
    for (const Definition& definition : document->second.definitions) {
      if (definition.name != word) continue;
      const bool local = definition.first_line > 0;
      if (local && (line + 1 < definition.first_line || line + 1 > definition.last_line)) {
        if (best == nullptr) best = &definition;  // P@label and P:variable are visible elsewhere
        continue;
      }
      if (best == nullptr || local || best->first_line > 0) best = &definition;
      if (local) break;
    }
    return best;
  }

  /// The line of a definition, if its file is open.
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

  /// Collects the non-null results of `entry` for each definition in the requested document.
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

  /// weir.check [URI, PROPERTY]; without PROPERTY, all properties of the model.
  void execute(const Json& id, const Json& params) {
    const Json arguments = params.value("arguments", Json::array());
    if (params.at("command") != "weir.check" || !arguments.is_array() || arguments.empty() || arguments.size() > 2 ||
        !std::all_of(arguments.begin(), arguments.end(), [](const Json& argument) { return argument.is_string(); })) {
      return client_.refuse(id, RpcError::InvalidParams,
                            "expected the command weir.check with a document and optionally a property");
    }
    const std::string uri = arguments[0], path = path_of(uri);
    std::error_code ignored;
    if (!uri.starts_with(kFileScheme) || !std::filesystem::is_regular_file(path, ignored)) {
      return client_.refuse(id, RpcError::InvalidParams, "the document must have been saved as a file");
    }
    CheckOptions options;
    if (arguments.size() > 1)
      options.properties.push_back({PropertyRequest::Kind::Named, arguments[1].get<std::string>()});
    options.time_limit = settings_.time_limit;
    {
      const std::lock_guard lock(check_);
      if (busy_) return client_.refuse(id, RpcError::InvalidRequest, "a check is running; cancel it first");
      busy_ = true;
      running_ = id;
      cancelled_ = false;
    }
    if (worker_.joinable()) worker_.join();
    worker_ = std::thread([this, id, path, options] {
      try {
        run_check(id, path, options);
      } catch (const std::exception&) {
        end_run();
        client_.refuse(id, RpcError::InternalError, "internal error in the check of " + path);
      }
    });
  }

  void end_run() {
    const std::lock_guard lock(check_);
    busy_ = false;
  }

  void run_check(const Json& id, const std::string& path, const CheckOptions& options) {
    CancelledBy observer(cancelled_);
    const Expected<CheckResult> result = check(path, options, &observer);
    const bool cancelled = cancelled_;
    end_run();
    if (cancelled) return client_.refuse(id, RpcError::Cancelled, "cancelled");
    if (!result) return client_.refuse(id, RpcError::InvalidParams, to_string(result.error()));
    Json properties = Json::array();
    int type = 3;  // information; 1: an error, 2: a warning
    std::string summary;
    for (const PropertyResult& property : result->properties) {
      const char* verdict = word(property.verdict);
      if (property.verdict == Verdict::Violated) type = 1;
      if (property.verdict == Verdict::Inconclusive && type == 3) type = 2;
      if (!summary.empty()) summary += "; ";
      summary += property.name + ": " + verdict;
      if (!property.counterexample.explanation.empty()) summary += " (" + property.counterexample.explanation + ")";
      properties.push_back({{"name", property.name}, {"verdict", verdict}});
    }
    client_.notify("window/showMessage", {{"type", type}, {"message", summary}});
    client_.answer(id, {{"properties", properties}, {"report", text_report(*result, {})}});
  }

  void end_check() {
    cancelled_ = true;
    if (worker_.joinable()) worker_.join();
  }

  RpcConnection client_;
  LanguageServerSettings settings_;
  std::map<std::string, Document> documents_;
  bool initialized_ = false;
  bool shut_down_ = false;

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
