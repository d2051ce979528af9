// SPDX-License-Identifier: Apache-2.0
// Tells Zed how to start the language server: `weir lsp`, with weir found on PATH.
use zed_extension_api as zed;

struct Weir;

impl zed::Extension for Weir {
    fn new() -> Self {
        Weir
    }

    fn language_server_command(&mut self, _: &zed::LanguageServerId, worktree: &zed::Worktree) -> zed::Result<zed::Command> {
        let command = worktree.which("weir").ok_or("weir is not on PATH")?;
        Ok(zed::Command { command, args: vec!["lsp".into()], env: worktree.shell_env() })
    }
}

zed::register_extension!(Weir);
