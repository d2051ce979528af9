// SPDX-License-Identifier: Apache-2.0
// Checks properties through the language server and shows what came out: the verdict as a message, the report in an
// output channel, the statement at which a counterexample fails as a diagnostic with the steps that led there.
import * as vscode from "vscode";

/** The verdicts of a check in one sentence: the server's for one property, a count for several. */
function summary({ properties, message }) {
  if (properties.length === 1) return message || `${properties[0].name}: ${properties[0].verdict}`;
  const wrong = properties.filter((property) => property.verdict === "violated").map((property) => property.name);
  if (wrong.length > 0) return `violated: ${wrong.join(", ")} (${wrong.length} of ${properties.length} properties)`;
  const open = properties.filter((property) => property.verdict !== "holds").length;
  return open === 0 ? `all ${properties.length} properties hold` : `${open} of ${properties.length} properties are inconclusive`;
}

export class Checker {
  /** `explore(uri, property)` opens the explorer. */
  constructor(explore) {
    this.explore = explore;
    this.reports = vscode.window.createOutputChannel("Weir");
    this.failures = vscode.languages.createDiagnosticCollection("weir check");
    // A counterexample belongs to the text that was checked.
    this.edits = vscode.workspace.onDidChangeTextDocument((event) => event.contentChanges.length > 0 && this.failures.delete(event.document.uri));
  }

  /** Checks one property, or all if `property` is [] (see Server.runCheck). Returns the server's answer; undefined if there is none. */
  async run(server, uri, property) {
    const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
    if (document?.isDirty && !(await document.save())) return undefined; // the server checks the file on disk
    this.failures.delete(uri);
    const title = `Weir: checking ${property.at(-1) ?? vscode.workspace.asRelativePath(uri)}`;
    let answer;
    try {
      answer = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true },
        (_, cancellation) => server.runCheck(uri, property, cancellation));
    } catch (error) {
      if (!(error instanceof vscode.CancellationError) && error.code !== -32800) {
        this.reports.appendLine(error.message);
        vscode.window.showErrorMessage(`Weir: ${error.message}`);
      }
      return undefined;
    }
    if (answer) this.#show(server, uri, answer);
    return answer;
  }

  /** Lets the user choose a property among those that have a lens, and checks it. */
  async choose(server, uri) {
    const lenses = (await vscode.commands.executeCommand("vscode.executeCodeLensProvider", uri)) ?? [];
    const items = lenses.filter((lens) => lens.command?.command === "weir.check")
      .map((lens) => ({ label: lens.command.arguments.at(-1), property: lens.command.arguments.slice(1) }));
    if (items.length === 0) return vscode.window.showInformationMessage("Weir: this file states no property.");
    const item = await vscode.window.showQuickPick(items, { title: "Property to check" });
    return item && this.run(server, uri, item.property);
  }

  dispose() {
    for (const owned of [this.reports, this.failures, this.edits]) owned.dispose();
  }

  #show(server, uri, answer) {
    const { properties, report } = answer;
    this.reports.clear();
    this.reports.append(report);
    this.#mark(server, uri, properties);
    const violated = properties.find((one) => one.verdict === "violated");
    const decided = properties.every((one) => one.verdict === "holds");
    const say = violated ? vscode.window.showErrorMessage : decided ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
    const buttons = violated ? ["Open in Explorer", "Show Report"] : ["Show Report"];
    say(`Weir: ${summary(answer)}`, ...buttons).then((choice) => {
      if (choice === "Show Report") this.reports.show(true);
      if (choice === "Open in Explorer") this.explore(uri, violated.name);
    });
  }

  #mark(server, checked, properties) {
    const found = new Map([[checked.toString(), []]]);
    for (const property of properties) {
      if (property.verdict !== "violated" || !property.location) continue;
      const { uri, range } = server.location(property.location);
      const text = `${property.name} is violated` + (property.explanation ? `: ${property.explanation}` : "");
      const failure = new vscode.Diagnostic(range, text, vscode.DiagnosticSeverity.Error);
      failure.source = "weir check";
      failure.code = property.name;
      failure.relatedInformation = (property.steps ?? []).map(
        (step) => new vscode.DiagnosticRelatedInformation(server.location(step.location), step.message));
      found.set(uri.toString(), [...(found.get(uri.toString()) ?? []), failure]);
    }
    for (const [file, failures] of found) this.failures.set(vscode.Uri.parse(file), failures);
  }
}
