// SPDX-License-Identifier: Apache-2.0
#include "report/explorer_page.h"

#include "report/assets.h"

namespace weir {

std::span<const PageFile> explorer_page() {
  static const PageFile files[] = {
      {"/", "text/html", assets::k_explorer_html},
      {"/explorer.js", "text/javascript", assets::k_explorer_js},
      {"/explorer.css", "text/css", assets::k_explorer_css},
  };
  return files;
}

}  // namespace weir
