// SPDX-License-Identifier: Apache-2.0
// Headless Chromium through its debugging pipe: opens an address, evaluates scripts in every frame, takes pictures.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** The path of Chromium; undefined if it is not installed. */
export function findChromium() {
  const names = ["chromium", "chromium-browser", "google-chrome"];
  return (process.env.PATH ?? "").split(":").flatMap((folder) => names.map((name) => path.join(folder, name))).find((file) => fs.existsSync(file));
}

export class Browser {
  constructor(program, profile) {
    const options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--remote-debugging-pipe", "--window-size=1400,900", `--user-data-dir=${profile}`, "about:blank"];
    this.process = spawn(program, options, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.calls = new Map();
    this.contexts = new Map(); // of every frame: {session, id}
    this.last = 0;
    let rest = Buffer.alloc(0);
    this.process.stdio[4].on("data", (data) => {
      rest = Buffer.concat([rest, data]);
      for (let end; (end = rest.indexOf(0)) >= 0; rest = rest.subarray(end + 1)) this.#receive(JSON.parse(rest.subarray(0, end)));
    });
    this.process.stdio[3].on("error", () => {}); // the browser has gone
  }

  async open(address) {
    const { targetInfos } = await this.call("Target.getTargets");
    const page = targetInfos.find((target) => target.type === "page");
    const { sessionId } = await this.call("Target.attachToTarget", { targetId: page.targetId, flatten: true });
    this.page = sessionId;
    await this.#watch(sessionId);
    await this.call("Page.enable", {}, sessionId);
    await this.call("Page.navigate", { url: address }, sessionId);
  }

  /** The values of `expression` in all documents of the page, frames of other origins included. */
  async evaluateEverywhere(expression) {
    const values = await Promise.all([...this.contexts.values()].map(({ session, id }) =>
      this.call("Runtime.evaluate", { expression, contextId: id, returnByValue: true, awaitPromise: true }, session).catch(() => undefined)));
    return values.map((answer) => answer?.result?.value).filter((value) => value !== undefined && value !== null);
  }

  /** Changes a response header of documents whose address matches `pattern`; `change` gets its value (undefined: absent). */
  changeHeader(pattern, name, change) {
    this.change = { pattern, name, change }; // for pages that are opened after this
  }

  async picture(file) {
    const { data } = await this.call("Page.captureScreenshot", { format: "png" }, this.page);
    fs.writeFileSync(file, Buffer.from(data, "base64"));
  }

  call(method, params = {}, sessionId = undefined) {
    const id = ++this.last;
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.calls.set(id, { resolve, reject }));
  }

  close() {
    this.process.kill();
  }

  async #watch(session) {
    await this.call("Runtime.enable", {}, session);
    if (this.change) await this.call("Fetch.enable", { patterns: [{ urlPattern: this.change.pattern, requestStage: "Response" }] }, session);
    await this.call("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }, session);
  }

  #receive({ id, result, error, method, params, sessionId }) {
    if (id !== undefined) {
      const { resolve, reject } = this.calls.get(id);
      this.calls.delete(id);
      return error ? reject(new Error(error.message)) : resolve(result);
    }
    const key = (context) => `${sessionId} ${context}`;
    if (method === "Runtime.executionContextCreated") this.contexts.set(key(params.context.id), { session: sessionId, id: params.context.id });
    if (method === "Runtime.executionContextDestroyed") this.contexts.delete(key(params.executionContextId));
    if (method === "Fetch.requestPaused") this.#changeHeader(params, sessionId).catch(() => {});
    if (method === "Target.attachedToTarget") this.#watch(params.sessionId).catch(() => {});
  }

  async #changeHeader({ requestId, responseHeaders, responseStatusCode }, session) {
    const { name, change } = this.change;
    const old = responseHeaders.find((header) => header.name.toLowerCase() === name.toLowerCase());
    const headers = [...responseHeaders.filter((header) => header !== old), { name, value: change(old?.value) }];
    // A continued response would keep the policy that Chromium has already read.
    const { body, base64Encoded } = await this.call("Fetch.getResponseBody", { requestId }, session);
    const encoded = base64Encoded ? body : Buffer.from(body).toString("base64");
    await this.call("Fetch.fulfillRequest", { requestId, responseCode: responseStatusCode, responseHeaders: headers, body: encoded }, session);
  }
}
