// SPDX-License-Identifier: Apache-2.0
// One thread reads messages and answers them immediately; only a check runs in its own thread, so that editing
// continues. Documents are kept whole (full synchronisation). Diagnostics are sent when no further message waits, so a
// burst of changes is analysed once.
#include "lsp/language_server.h"

#include <map>
#include <optional>
#include <set>
#include <string>

#include "lsp/check_command.h"
#include "lsp/document.h"
#include "lsp/features.h"
#include "lsp/json_rpc.h"

namespace weir::lsp {
namespace {

class LanguageServer {
 public:
  LanguageServer(std::istream& in, std::ostream& out, const LanguageServerSettings& settings)
      : client_(in, out), check_(client_, settings.time_limit) {}

  bool serve() {
    while (const std::optional<RpcMessage> message = client_.receive()) {
      if (message->method == "exit") break;
      if (in_order(*message)) answer(*message);
      if (!client_.has_more()) publish_diagnostics();
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

  void answer(const RpcMessage& message) {
    try {
      handle(message);
    } catch (const Json::exception&) {
      refuse_parameters(message);
    } catch (const WrongParameters&) {
      refuse_parameters(message);
    } catch (const Refused& refused) {
      client_.refuse(message.id, RpcError::RequestFailed, refused.message);
    } catch (const std::exception&) {
      client_.refuse(message.id, RpcError::InternalError, "internal error in " + message.method);
    }
  }

  void refuse_parameters(const RpcMessage& message) {
    client_.refuse(message.id, RpcError::InvalidParams, "invalid parameters for " + message.method);
  }

  void handle(const RpcMessage& message) {
    const std::string& method = message.method;
    const Json& params = message.params;
    Json result;
    if (method == "initialize") {
      result = initialize(params);
    } else if (method == "shutdown") {
      shut_down_ = true;
      check_.end();
    } else if (method.starts_with("textDocument/did")) {
      synchronise(method, params);
    } else if (method == "workspace/executeCommand") {
      return check_.execute(message.id, params);
    } else if (method == "$/cancelRequest") {
      check_.cancel(params.at("id"));
    } else if (const auto feature = features().find(method); feature != features().end()) {
      const std::string uri = params.at("textDocument").at("uri");
      const Document* document = workspace_.find(uri);
      if (document != nullptr) result = (this->*feature->second)(*document, params);
    } else if (method != "initialized") {
      return client_.refuse(message.id, RpcError::MethodNotFound, "unknown method " + method);
    }
    client_.answer(message.id, std::move(result));
  }

  Json initialize(const Json& params) {
    if (const auto options = params.find("initializationOptions"); options != params.end() && options->is_object())
      explorer_ = options->value("explorer", Json(false)) == true;
    return {{"capabilities",
             {{"textDocumentSync", {{"openClose", true}, {"change", 1}}},
              {"definitionProvider", true},
              {"referencesProvider", true},
              {"documentHighlightProvider", true},
              {"renameProvider", {{"prepareProvider", true}}},
              {"hoverProvider", true},
              {"completionProvider", {{"triggerCharacters", {".", "@"}}}},
              {"signatureHelpProvider", {{"triggerCharacters", {"(", ","}}}},
              {"documentSymbolProvider", true},
              {"foldingRangeProvider", true},
              {"documentFormattingProvider", true},
              {"semanticTokensProvider", {{"legend", semantic_legend()}, {"full", true}}},
              {"codeLensProvider", {{"resolveProvider", false}}},
              {"executeCommandProvider", {{"commands", {"weir.check"}}}}}},
            {"serverInfo", {{"name", "weir"}, {"version", version()}}}};
  }

  void synchronise(const std::string& method, const Json& params) {
    const Json& document = params.at("textDocument");
    const std::string uri = document.at("uri");
    const Json version = document.value("version", Json());
    if (method == "textDocument/didOpen") {
      const auto language = document.find("languageId");
      const bool named = language != document.end() && language->is_string();
      workspace_.open(uri, document.at("text"), version, named ? language->get<std::string>() : "");
      changed_.insert(uri);
    } else if (method == "textDocument/didChange") {
      const Json& changes = params.at("contentChanges");
      if (!changes.is_array()) throw WrongParameters();
      if (changes.empty()) return;
      workspace_.change(uri, changes.back().at("text"), version);
      changed_.insert(uri);
    } else if (method == "textDocument/didClose") {
      workspace_.close(uri);
      changed_.erase(uri);
      client_.notify("textDocument/publishDiagnostics", {{"uri", uri}, {"diagnostics", Json::array()}});
    }
  }

  void publish_diagnostics() {
    for (const std::string& uri : changed_) {
      const Document* document = workspace_.find(uri);
      if (document == nullptr) continue;
      Json params = {{"uri", uri}, {"diagnostics", diagnostics(*document)}};
      if (document->version().is_number_integer()) params["version"] = document->version();
      client_.notify("textDocument/publishDiagnostics", std::move(params));
    }
    changed_.clear();
  }

  // The requests about a document.
  using Feature = Json (LanguageServer::*)(const Document&, const Json&);
  static const std::map<std::string, Feature>& features() {
    using Server = LanguageServer;
    static const std::map<std::string, Feature> table = {
        {"textDocument/definition", &Server::at_position<&definition>},
        {"textDocument/hover", &Server::at_position<&hover>},
        {"textDocument/completion", &Server::at_position<&completion>},
        {"textDocument/signatureHelp", &Server::at_position<&signature_help>},
        {"textDocument/documentHighlight", &Server::at_position<&highlights>},
        {"textDocument/documentSymbol", &Server::whole<&document_symbols>},
        {"textDocument/foldingRange", &Server::whole<&folding_ranges>},
        {"textDocument/semanticTokens/full", &Server::whole<&semantic_tokens>},
        {"textDocument/references", &Server::find_references},
        {"textDocument/prepareRename", &Server::may_rename},
        {"textDocument/rename", &Server::change_name},
        {"textDocument/formatting", &Server::format},
        {"textDocument/codeLens", &Server::lenses},
    };
    return table;
  }

  static std::size_t offset(const Document& document, const Json& params) {
    return document.lines().offset(params.at("position"));
  }
  template <Json (*feature)(const Document&, std::size_t)>
  Json at_position(const Document& document, const Json& params) {
    return feature(document, offset(document, params));
  }
  template <Json (*feature)(const Document&)>
  Json whole(const Document& document, const Json&) {
    return feature(document);
  }
  Json find_references(const Document& document, const Json& params) {
    const Json context = params.value("context", Json::object());
    if (!context.is_object()) throw WrongParameters();
    return references(workspace_, document, offset(document, params),
                      context.value("includeDeclaration", Json(true)) == true);
  }
  Json may_rename(const Document& document, const Json& params) {
    return prepare_rename(workspace_, document, offset(document, params));
  }
  Json change_name(const Document& document, const Json& params) {
    return rename(workspace_, document, offset(document, params), params.at("newName").get<std::string>());
  }
  Json format(const Document& document, const Json& params) {
    const Json& wanted = params.at("options");
    FormattingOptions options;
    options.tab_size = coordinate(wanted.at("tabSize"));
    options.insert_spaces = wanted.at("insertSpaces").get<bool>();
    return formatting(document, options);
  }
  Json lenses(const Document& document, const Json&) { return code_lenses(document, explorer_); }

  RpcConnection client_;
  Workspace workspace_;
  std::set<std::string> changed_;  ///< documents whose diagnostics have not been sent
  CheckCommand check_;
  bool initialized_ = false;
  bool shut_down_ = false;
  bool explorer_ = false;  ///< whether the client handles weir.openExplorer
};

}  // namespace

bool serve_language(std::istream& in, std::ostream& out, const LanguageServerSettings& settings) {
  return LanguageServer(in, out, settings).serve();
}

}  // namespace weir::lsp
