// SPDX-License-Identifier: Apache-2.0
// Runs suite.cjs in a real extension host: the server of VS Code, its workbench in headless Chromium, and the extension
// from this folder with the program WEIR behind it.
//
//   node test/host/run.mjs [PICTURES]     exit 77: Chromium is missing, or VS Code cannot be fetched
//   WEIR           the program (default: the release build of this repository)
//   VSCODE_HOST    where VS Code is kept (default: node_modules/.cache)
import { spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Browser, findChromium } from "./browser.mjs";
import { installServer } from "./install.mjs";

const extension = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const weir = path.resolve(process.env.WEIR ?? path.join(extension, "../../build/release/weir"));
const pictures = process.argv[2];
const skip = (why) => { console.log(`SKIPPED: ${why}`); process.exit(77); };

const chromium = findChromium();
if (!chromium) skip("Chromium is not installed");
let server;
try {
  server = installServer(process.env.VSCODE_HOST ?? path.join(extension, "node_modules/.cache"));
} catch (error) {
  skip(`VS Code cannot be fetched from the npm registry: ${error.message.split("\n")[0]}`);
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "weir-vscode-"));
const workspace = path.join(folder, "workspace"), data = path.join(folder, "data"), machine = path.join(data, "data", "Machine");
for (const made of [workspace, machine]) fs.mkdirSync(made, { recursive: true });
fs.cpSync(path.join(extension, "test/models"), workspace, { recursive: true });
const settings = path.join(machine, "settings.json");
fs.writeFileSync(settings, JSON.stringify({ "weir.path": weir, "weir.timeLimit": 20, "weir.explorer": "panel", "remote.autoForwardPorts": false, "files.autoSave": "off" }));

let browser, code;
function end(status) {
  if (process.exitCode !== undefined) return;
  process.exitCode = status;
  browser?.close();
  code.kill();
  setTimeout(() => {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    process.exit();
  }, 500);
}

// The suite asks this server for what only the browser knows, and reports to it.
const driver = http.createServer(async (request, response) => {
  let text = "";
  for await (const part of request) text += part;
  const { evaluate, picture, line, done } = JSON.parse(text);
  let answer = null;
  if (evaluate) answer = await browser.evaluateEverywhere(evaluate);
  if (picture && pictures) await browser.picture(path.join(pictures, picture));
  if (line) console.log(line);
  response.end(JSON.stringify(answer));
  if (done !== undefined) end(done);
});
await new Promise((resolve) => driver.listen(0, "127.0.0.1", resolve));

code = spawn(process.execPath, [path.join(server, "out/server-main.js"), "--host", "127.0.0.1", "--port", "0", "--without-connection-token",
  "--accept-server-license-terms", "--telemetry-level", "off", "--server-data-dir", data],
  { stdio: ["ignore", "pipe", process.env.VERBOSE ? "inherit" : "ignore"],
    // No proxy for ports: the browser is on this machine too.
    env: { ...process.env, VSCODE_PROXY_URI: "", WEIR: weir, WEIR_TEST_SETTINGS: settings, WEIR_TEST_DRIVER: `http://127.0.0.1:${driver.address().port}` } });
const port = await new Promise((resolve, reject) => {
  let output = "";
  code.stdout.on("data", (text) => {
    output += text;
    const found = /listening on (\d+)/.exec(output);
    if (found) resolve(found[1]);
  });
  code.on("exit", () => reject(new Error(`VS Code ended: ${output}`)));
});

code.on("exit", () => end(1));

const remote = (file) => `vscode-remote://127.0.0.1:${port}${file}`;
const payload = [["extensionDevelopmentPath", remote(extension)], ["extensionTestsPath", remote(path.join(extension, "test/host/suite.cjs"))], ["skipWelcome", "true"]];
browser = new Browser(chromium, path.join(folder, "profile"));
// The explorer's page lets VS Code on the desktop frame it. The workbench is a page in a browser here, so that the schemes of the
// desktop's pages have to be replaced by its own; without them, the page stays unframed and the suite fails.
browser.changeHeader("http://127.0.0.1:*/?token=*", "Content-Security-Policy",
  (policy = "frame-ancestors 'none'") => policy.replace(/vscode-webview: vscode-file:/, "http:"));
await browser.open(`http://127.0.0.1:${port}/?folder=${workspace}&payload=${encodeURIComponent(JSON.stringify(payload))}`);
setTimeout(() => {
  console.log("FAILED: the suite did not end within 200 s");
  end(1);
}, 200000);
