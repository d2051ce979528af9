// SPDX-License-Identifier: Apache-2.0
// Shows an address in the user's browser.
#pragma once

#include <string>

namespace weir::serve {

/// Whether there is a display to show it on.
bool has_display();
/// Starts xdg-open, which inherits nothing and outlives this program. Returns false if it cannot be started.
bool open_browser(const std::string& address);

}  // namespace weir::serve
