// SPDX-License-Identifier: Apache-2.0
// The user's settings, read when they are needed.
import * as vscode from "vscode";

/** The program, as given to spawn(). */
export const program = () => vscode.workspace.getConfiguration("weir").get("path").trim() || "weir";

/** The arguments of the language server. */
export function serverArguments() {
  const settings = vscode.workspace.getConfiguration("weir");
  return ["lsp", "--time", String(settings.get("timeLimit")), ...settings.get("arguments")];
}

export function explorerInPanel() {
  const place = vscode.workspace.getConfiguration("weir").get("explorer");
  return place === "panel" || (place === "auto" && vscode.env.uiKind === vscode.UIKind.Desktop);
}

/** Says that the program could not be run, and offers the setting. Does not wait for the answer. */
export function reportMissing(reason) {
  vscode.window.showErrorMessage(`Weir: cannot run ${program()} (${reason}). Install weir, or set weir.path to the program.`, "Open Settings")
    .then((choice) => choice && vscode.commands.executeCommand("workbench.action.openSettings", "weir.path"));
}
