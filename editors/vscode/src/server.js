// SPDX-License-Identifier: Apache-2.0
// The language server `weir lsp` and its client. Only one runs; restart() begins anew with the current settings.
import { execFile } from "node:child_process";
import * as vscode from "vscode";
import { ExecuteCommandRequest, LanguageClient, MessageType, ShowMessageNotification } from "vscode-languageclient/node";
import { program, reportMissing, serverArguments } from "./settings.js";

const languages = ["promela", "dve", "weir-ltl"];

/** Why the program cannot be run; undefined if it can. */
function obstacle() {
  return new Promise((resolve) => execFile(program(), ["--version"], { timeout: 10000 }, (error) => {
    if (!error) return resolve(undefined);
    resolve(error.code === "ENOENT" ? "not found" : error.code === "EACCES" ? "not executable" : error.message.split("\n")[0]);
  }));
}

export class Server {
  /** `check` gets the arguments of weir.check when a code lens runs it. */
  constructor(check) {
    this.check = check;
    this.log = vscode.window.createOutputChannel("Weir Language Server", { log: true });
    this.client = undefined;
    this.listeners = new Set(); // one array per running check, for the server's messages: the extension shows them itself
    this.changing = Promise.resolve();
  }

  start() { return this.#afterOthers(() => this.#start()); }
  stop() { return this.#afterOthers(() => this.#stop()); }
  restart() { return this.#afterOthers(async () => { await this.#stop(); await this.#start(); }); }

  /**
   * Runs weir.check in the server. `property` is what follows the document in its arguments: [], [NAME] or ["", KIND].
   * Returns the answer and the server's `message`; undefined without a server. Throws what the server refuses.
   */
  async runCheck(uri, property, cancellation) {
    await this.start();
    if (!this.client) return undefined;
    const heard = [];
    this.listeners.add(heard);
    try {
      const target = this.client.code2ProtocolConverter.asUri(uri);
      const parameters = { command: "weir.check", arguments: [target, ...property] };
      const answer = await this.client.sendRequest(ExecuteCommandRequest.type, parameters, cancellation);
      return { ...answer, message: heard.join(" ") };
    } finally {
      this.listeners.delete(heard);
    }
  }

  location(protocol) {
    return new vscode.Location(vscode.Uri.parse(protocol.uri, true), this.client.protocol2CodeConverter.asRange(protocol.range));
  }

  dispose() {
    this.log.dispose();
  }

  /** Starts and stops wait for each other: a server that is being started cannot be stopped. */
  #afterOthers(action) {
    this.changing = this.changing.then(action, action);
    return this.changing;
  }

  async #start() {
    if (this.client) return;
    const reason = await obstacle();
    if (reason !== undefined) return reportMissing(reason);
    const client = new LanguageClient("weir", "Weir Language Server", { command: program(), args: serverArguments() }, {
      documentSelector: languages.map((language) => ({ scheme: "file", language })),
      initializationOptions: { explorer: true },
      outputChannel: this.log,
      middleware: {
        // The client registers weir.check, because the server offers it; the extension shows the result.
        executeCommand: (command, parameters, next) =>
          command === "weir.check" ? this.check(...parameters) : next(command, parameters),
      },
    });
    client.onNotification(ShowMessageNotification.type, (message) => this.#show(message));
    try {
      await client.start();
      this.client = client;
    } catch (error) {
      this.log.error(String(error));
      await client.dispose().catch(() => {});
    }
  }

  async #stop() {
    const client = this.client;
    this.client = undefined;
    await client?.dispose().catch((error) => this.log.warn(String(error)));
  }

  #show(message) {
    if (this.listeners.size > 0) return this.listeners.forEach((heard) => heard.push(message.message));
    if (message.type === MessageType.Error) vscode.window.showErrorMessage(message.message);
    else if (message.type === MessageType.Warning) vscode.window.showWarningMessage(message.message);
    else vscode.window.showInformationMessage(message.message);
  }
}
