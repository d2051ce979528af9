// SPDX-License-Identifier: Apache-2.0
// Entry point of the extension: its commands, and the life of the language server and of the explorers.
import * as vscode from "vscode";
import { Checker } from "./check.js";
import { Explorers } from "./explorer.js";
import { Server } from "./server.js";

let server, explorers;

/** The file a command is about: its argument (an address as text, or an object of VS Code), or the current editor. */
function fileOf(argument) {
  if (typeof argument === "string") return vscode.Uri.parse(argument, true);
  if (argument instanceof vscode.Uri) return argument;
  return vscode.window.activeTextEditor?.document.uri;
}

export async function activate(context) {
  explorers = new Explorers();
  const checker = new Checker((uri, property) => explorers.open(uri, property));
  const onFile = (run) => (argument, ...rest) => {
    const uri = fileOf(argument);
    if (!uri) return vscode.window.showInformationMessage("Weir: open a model first.");
    return run(uri, rest.filter((one) => typeof one === "string")); // menus pass other objects
  };
  server = new Server(onFile((uri, property) => checker.run(server, uri, property)));
  const commands = {
    "weir.checkFile": onFile((uri) => checker.run(server, uri, [])),
    "weir.checkProperty": onFile((uri) => checker.choose(server, uri)),
    "weir.openExplorer": onFile((uri, [property]) => explorers.open(uri, property)),
    "weir.restart": () => server.restart(),
  };
  for (const [name, run] of Object.entries(commands)) context.subscriptions.push(vscode.commands.registerCommand(name, run));
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("weir") && server.restart()),
    checker, explorers, server);
  await server.start();
  return { server, checker, explorers }; // for the tests
}

export async function deactivate() {
  explorers?.dispose();
  await server?.stop();
}
