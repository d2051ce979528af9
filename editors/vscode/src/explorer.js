// SPDX-License-Identifier: Apache-2.0
// The explorer: `weir serve` for one file, its page in a panel. The server ends with the panel.
// The page allows itself to be framed by VS Code on the desktop only, so a VS Code in a browser opens it in a tab.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import * as path from "node:path";
import * as vscode from "vscode";
import { explorerInPanel, program, reportMissing } from "./settings.js";

/** Starts the server; resolves to {process, address} when its first line is the address, rejects with a sentence otherwise. */
function serve(file) {
  const child = spawn(program(), ["serve", "--no-open", file], { cwd: path.dirname(file), stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((resolve, reject) => {
    let output = "", errors = "";
    child.stdout.on("data", (text) => {
      if (output.includes("\n")) return; // later lines are not for us, but have to be read
      output += text;
      if (!output.includes("\n")) return;
      const address = /https?:\/\/\S+/.exec(output.slice(0, output.indexOf("\n")))?.[0];
      if (address) return resolve({ child, address });
      child.kill();
      reject(new Error(`weir serve did not give its address: ${output.trim()}`));
    });
    child.stderr.on("data", (text) => { errors = (errors + text).slice(-4000); });
    child.on("error", (error) => {
      reportMissing(error.code === "ENOENT" ? "not found" : error.message);
      reject(undefined);
    });
    child.on("close", (code) => reject(new Error(errors.trim() || `weir serve ended with exit code ${code}`)));
  });
}

/** The address under which the user's side reaches `local`. Some implementations lose the query, which is the token. */
async function reachable(local) {
  try {
    return (await vscode.env.asExternalUri(local.with({ query: "" }))).with({ query: local.query });
  } catch {
    return local; // ports are not forwarded: the browser may be on this machine
  }
}

function page(body, frames = "'none'") {
  const nonce = randomBytes(16).toString("base64");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; frame-src ${frames}; style-src 'nonce-${nonce}'">
<style nonce="${nonce}">
  html, body { height: 100%; margin: 0; padding: 0; overflow: hidden; }
  iframe { display: block; width: 100%; height: 100%; border: 0; }
  p { padding: 1em; }
</style>
<title>weir explorer</title>
</head>
<body>${body}</body>
</html>`;
}

const escaped = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export class Explorers {
  constructor() {
    this.open_ = new Map(); // by file: {panel, child, address, close()}; no panel if the page is in a browser
  }

  /** Shows the explorer for a file; with `property`, at that property's counterexample. */
  async open(uri, property) {
    if (uri.scheme !== "file") return void vscode.window.showErrorMessage("Weir: the explorer needs a file on disk.");
    const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
    if (document?.isDirty && !(await document.save())) return;
    const file = uri.fsPath;
    this.open_.get(file)?.close();
    const entry = { child: undefined, address: undefined, closed: false };
    this.open_.set(file, entry);
    entry.close = () => {
      if (entry.closed) return;
      entry.closed = true;
      entry.child?.kill();
      entry.panel?.dispose();
      if (this.open_.get(file) === entry) this.open_.delete(file);
    };
    if (explorerInPanel()) this.#openPanel(entry, path.basename(file));
    try {
      Object.assign(entry, await serve(file));
      if (entry.closed) return void entry.child.kill();
      entry.child.on("close", () => this.#ended(entry));
      const target = await reachable(vscode.Uri.parse(entry.address, true));
      this.#load(entry, property === undefined ? target : target.with({ fragment: `property=${encodeURIComponent(property)}` }));
    } catch (error) {
      entry.close();
      if (error) vscode.window.showErrorMessage(`Weir: ${error.message}`);
    }
  }

  #openPanel(entry, name) {
    entry.panel = vscode.window.createWebviewPanel("weir.explorer", `Explorer: ${name}`, vscode.ViewColumn.Beside,
      { enableScripts: true, retainContextWhenHidden: true });
    entry.panel.onDidDispose(entry.close);
    entry.panel.webview.html = page("<p>Starting weir serve…</p>");
  }

  #load({ panel }, target) {
    if (!panel) return vscode.env.openExternal(target);
    const frame = `<iframe src="${escaped(target.toString(true))}" title="${escaped(panel.title)}" allow="clipboard-read; clipboard-write"></iframe>`;
    panel.webview.html = page(frame, escaped(`${target.scheme}://${target.authority}`));
  }

  #ended(entry) {
    if (entry.closed) return;
    if (entry.panel) entry.panel.webview.html = page("<p>weir serve has ended. Close this panel and open the explorer again.</p>");
    else entry.close();
  }

  dispose() {
    for (const entry of [...this.open_.values()]) entry.close();
  }
}
