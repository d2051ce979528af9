// SPDX-License-Identifier: Apache-2.0
// The files of the explorer page, which `weir serve` sends to the browser.
#pragma once

#include <span>
#include <string_view>

namespace weir {

struct PageFile {
  std::string_view path;  ///< in the address: "/", "/explorer.js"
  std::string_view type;
  std::string_view text;
};

/// The first is the page itself.
std::span<const PageFile> explorer_page();

}  // namespace weir
