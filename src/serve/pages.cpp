// SPDX-License-Identifier: Apache-2.0
#include "serve/pages.h"

#include <algorithm>
#include <string_view>

#include "report/explorer_page.h"
#include "serve/access.h"

namespace weir::serve {
namespace {

constexpr std::string_view kTickets = "/open/";

constexpr std::string_view kEntrance =
    "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>weir</title>\n"
    "<link rel=\"icon\" href=\"data:,\">\n"
    "<p>The token is missing or wrong. Open the address that <code>weir serve</code> printed.</p>\n"
    "<script src=\"/entrance.js\"></script></html>\n";
constexpr std::string_view kEntranceScript =
    "\"use strict\";\n"
    "const token = sessionStorage.getItem(\"weir-token\");\n"
    "if (token && !location.search) location.replace(\"/?token=\" + encodeURIComponent(token) + location.hash);\n";

const PageFile* find_file(const std::string& path) {
  static constexpr PageFile kOwn[] = {{"/entrance.js", "text/javascript", kEntranceScript}};
  const auto is_wanted = [&](const PageFile& file) { return file.path == path; };
  const auto files = explorer_page();
  const auto found = std::find_if(files.begin(), files.end(), is_wanted);
  if (found != files.end()) return &*found;
  const auto own = std::find_if(std::begin(kOwn), std::end(kOwn), is_wanted);
  return own != std::end(kOwn) ? &*own : nullptr;
}

HttpReply page(int status, std::string_view type, std::string_view text) {
  return {.status = status, .type = std::string(type), .body = std::string(text)};
}

}  // namespace

bool Pages::is_public(const std::string& path) { return path.starts_with(kTickets) || find_file(path) != nullptr; }

HttpReply Pages::answer(const HttpRequest& request) {
  if (request.method != "GET") return refusal(405, "Pages are served to GET only.");
  if (request.path.starts_with(kTickets)) {
    if (!same_secret(std::string_view(request.path).substr(kTickets.size()), ticket_) || ticket_used_.exchange(true))
      return page(403, "text/html", kEntrance);
    return {.status = 303, .type = "text/plain", .body = {}, .location = "/?token=" + token_};
  }
  const PageFile* const file = find_file(request.path);
  if (file == nullptr) return refusal(404, "There is no such page.");
  if (file->path == "/" && !request.authorised) return page(403, "text/html", kEntrance);
  if (file->text.empty()) return page(200, file->type, "<!doctype html>\n<title>weir</title>\n");
  return page(200, file->type, file->text);
}

}  // namespace weir::serve
