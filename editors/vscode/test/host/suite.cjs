// SPDX-License-Identifier: Apache-2.0
// What a user does, in VS Code's own extension host, with the real language server and the real explorer. Started by run.mjs.
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");

const tests = [];
const test = (name, body) => tests.push({ name, body });
const ask = async (request) => (await fetch(process.env.WEIR_TEST_DRIVER, { method: "POST", body: JSON.stringify(request) })).json();
const uriOf = (name) => vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, name);
const run = (command, ...parameters) => vscode.commands.executeCommand(command, ...parameters);

/** Waits until `look` returns something; fails with what it is about. */
async function until(what, look, seconds = 15) {
  for (const end = Date.now() + 1000 * seconds; ;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) assert.fail(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function show(name) {
  const document = await vscode.workspace.openTextDocument(uriOf(name));
  await vscode.window.showTextDocument(document);
  return document;
}

const diagnosticsOf = (document) => vscode.languages.getDiagnostics(document.uri);
// Messages are read in the list of notifications: VS Code does not pop up more than three in a short time.
const messages = () => ask({ evaluate: `[...document.querySelectorAll(".notification-list-item")].map((item) => item.innerText).join("\\n") || undefined` });
async function message(text) {
  await run("notifications.showList");
  return until(`the message "${text}"`, async () => (await messages()).find((shown) => shown.includes(text)));
}
const press = (button) => until(`the button ${button}`, async () => (await ask({ evaluate: `(() => {
  const found = [...document.querySelectorAll(".notification-list-item .monaco-button")].find((one) => one.innerText === ${JSON.stringify(button)});
  found?.click();
  return found ? true : undefined;
})()` })).length > 0);
const clear = () => run("notifications.clearAll");

let api;

test("the extension is active and has started the server", async () => {
  await show("counter.pml");
  const extension = vscode.extensions.getExtension("weir.weir");
  api = await extension.activate();
  await until("the server", () => api.server.client?.initializeResult);
});

test("files have their languages", async () => {
  for (const [file, language] of [["counter.pml", "promela"], ["peterson.dve", "dve"], ["properties.ltl", "weir-ltl"]]) {
    assert.strictEqual((await vscode.workspace.openTextDocument(uriOf(file))).languageId, language);
  }
});

test("an error is marked while it is there", async () => {
  const document = await show("wrong.pml");
  const [error] = await until("an error", () => (diagnosticsOf(document).length > 0 ? diagnosticsOf(document) : undefined));
  assert.strictEqual(error.range.start.line, 2);
  assert.match(error.message, /cuont/);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(2, 2, 2, 7), "count");
  await vscode.workspace.applyEdit(edit);
  await until("no error", () => diagnosticsOf(document).length === 0);
  await run("workbench.action.files.revert");
});

test("a correct DVE model and a file of formulas have no errors", async () => {
  for (const file of ["peterson.dve", "properties.ltl"]) {
    const document = await show(file);
    await run("vscode.executeDocumentSymbolProvider", document.uri); // answered after the diagnostics were sent
    assert.deepStrictEqual(diagnosticsOf(document).filter((one) => one.severity === vscode.DiagnosticSeverity.Error), []);
  }
});

test("definition, hover and outline", async () => {
  const document = await show("counter.pml");
  const at = new vscode.Position(5, 6);
  const [definition] = await run("vscode.executeDefinitionProvider", document.uri, at);
  assert.strictEqual((definition.range ?? definition.targetRange).start.line, 1);
  const [hover] = await run("vscode.executeHoverProvider", document.uri, at);
  assert.match(hover.contents.map((content) => content.value).join(), /byte count/);
  const names = (await run("vscode.executeDocumentSymbolProvider", document.uri)).map((symbol) => symbol.name);
  for (const name of ["count", "Up", "Twice", "small"]) assert.ok(names.includes(name), `${name} in ${names}`);
});

test("completion offers names and words of the language", async () => {
  const document = await show("counter.pml");
  const { items } = await run("vscode.executeCompletionItemProvider", document.uri, new vscode.Position(11, 2));
  const labels = items.filter((item) => item.kind !== vscode.CompletionItemKind.Text) // not the words VS Code finds itself
    .map((item) => (typeof item.label === "string" ? item.label : item.label.label));
  for (const label of ["count", "atomic"]) assert.ok(labels.includes(label), `${label} in ${labels}`);
});

test("rename changes every occurrence", async () => {
  const document = await show("counter.pml");
  const edit = await run("vscode.executeDocumentRenameProvider", document.uri, new vscode.Position(1, 5), "total");
  const lines = edit.get(document.uri).map((change) => change.range.start.line).sort((a, b) => a - b);
  assert.deepStrictEqual(lines, [1, 5, 5, 6, 11, 11, 12, 15, 16]);
});

test("a code lens checks its property and shows the verdict once", async () => {
  const document = await show("counter.pml");
  const lenses = await until("lenses", async () => {
    const found = await run("vscode.executeCodeLensProvider", document.uri);
    return found?.some((lens) => lens.command?.arguments?.[1] === "small") ? found : undefined;
  });
  const { command } = lenses.find((lens) => lens.command.command === "weir.check" && lens.command.arguments[1] === "small");
  const answer = await run(command.command, ...command.arguments);
  assert.strictEqual(answer.properties[0].verdict, "violated");
  const shown = await message("small: violated");
  assert.strictEqual(shown.split("small: violated").length, 2, shown);
  assert.match(shown, /count <= 3.* does not hold/);
  await ask({ picture: "check.png" });
  const failure = diagnosticsOf(document).find((one) => one.source === "weir check");
  assert.strictEqual(failure.code, "small");
  assert.ok([5, 11].includes(failure.range.start.line), `line ${failure.range.start.line + 1}`);
  assert.ok(failure.relatedInformation.length > 0);
  await press("Show Report");
  const report = await until("the report", () => vscode.workspace.textDocuments.find((one) => one.uri.scheme === "output" && /small/.test(one.getText())));
  assert.match(report.getText(), /violated/);
  await clear();
});

test("every lens of a model can be run", async () => {
  const document = await show("counter.pml");
  for (const { command } of await run("vscode.executeCodeLensProvider", document.uri)) {
    if (command.command !== "weir.check") continue;
    const answer = await run(command.command, ...command.arguments);
    assert.ok(answer?.properties.length === 1, command.title);
  }
  await clear();
});

test("all properties of an unsaved file are checked after saving it", async () => {
  const document = await show("counter.pml");
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(11, 18, 11, 19), "0"); // count = count + 0
  await vscode.workspace.applyEdit(edit);
  const answer = await run("weir.checkFile");
  assert.ok(!document.isDirty);
  assert.ok(answer.properties.length >= 2 && answer.properties.every((one) => one.verdict === "holds"), JSON.stringify(answer.properties));
  await message(`all ${answer.properties.length} properties hold`);
  assert.deepStrictEqual(diagnosticsOf(document).filter((one) => one.source === "weir check"), []);
  await run("undo");
  await document.save();
  await clear();
});

test("a property is chosen from a list", async () => {
  await show("counter.pml");
  const checked = run("weir.checkProperty");
  const listed = () => ask({ evaluate: `document.querySelector(".quick-input-widget:not([style*='display: none']) .quick-input-list")?.innerText` });
  await until("the list", async () => (await listed()).some((text) => text.includes("grows")));
  await run("workbench.action.acceptSelectedQuickOpenItem");
  const { properties } = await checked;
  assert.strictEqual(properties.length, 1);
  await message(`${properties[0].name}: ${properties[0].verdict}`);
  await clear();
});

test("a check can be cancelled, and another one follows", async () => {
  await show("large.pml");
  const checked = run("weir.checkFile");
  await message("checking large.pml");
  await press("Cancel");
  assert.strictEqual(await checked, undefined);
  await show("counter.pml");
  assert.ok(await run("weir.checkFile"));
  await clear();
});

test("a refused check says why", async () => {
  assert.strictEqual(await run("weir.check", uriOf("counter.pml").toString(), "nothing"), undefined);
  await message("nothing");
  await clear();
});

test("a missing program is named, and a restart with the right one works", async () => {
  const settings = fs.readFileSync(process.env.WEIR_TEST_SETTINGS, "utf8");
  fs.writeFileSync(process.env.WEIR_TEST_SETTINGS, JSON.stringify({ ...JSON.parse(settings), "weir.path": "/no/such/weir" }));
  await message("cannot run /no/such/weir (not found)");
  assert.strictEqual(api.server.client, undefined);
  fs.writeFileSync(process.env.WEIR_TEST_SETTINGS, settings);
  await until("the server", () => api.server.client);
  const before = api.server.client;
  await run("weir.restart");
  assert.notStrictEqual(api.server.client, before);
  const document = await show("wrong.pml");
  await until("an error again", () => diagnosticsOf(document).length > 0);
  await clear();
});

test("the explorer is shown in a panel and ends with it", async () => {
  await show("counter.pml");
  await run("weir.openExplorer", undefined, "small");
  const [{ child, address }] = await until("the server of the explorer", () => {
    const entries = [...api.explorers.open_.values()].filter((entry) => entry.child);
    return entries.length > 0 ? entries : undefined;
  });
  const origin = new URL(address).origin;
  const inside = (expression) => ask({ evaluate: `location.origin === ${JSON.stringify(origin)} ? (${expression}) : undefined` });
  const shows = (text) => until(`"${text}" in the explorer`, async () => (await inside("document.body.innerText")).some((shown) => shown.includes(text)), 30);
  await shows("counterexample of small");
  assert.ok((await inside("window.parent !== window")).includes(true), "the page is in a frame");
  await shows("step 7 of 7");
  await run("workbench.action.closePanel");
  await inside(`[...document.querySelectorAll("button")].find((button) => button.innerText.includes("Undo")).click()`);
  await shows("step 6 of 7");
  await ask({ picture: "explorer.png" });
  assert.strictEqual(child.exitCode, null);
  await run("workbench.action.closeActiveEditor");
  await until("the end of the server", () => child.exitCode !== null || child.signalCode !== null);
});

exports.run = async () => {
  let failures = 0;
  for (const { name, body } of tests) {
    const start = Date.now();
    try {
      await body();
      await ask({ line: `ok: ${name} (${Date.now() - start} ms)` });
    } catch (error) {
      failures++;
      await ask({ line: `FAILED: ${name}: ${error.stack}`, picture: `failed-${failures}.png` });
    }
  }
  await ask({ line: `${path.basename(__filename)}: ${tests.length} tests, ${failures} failures`, done: failures === 0 ? 0 : 1 });
};
