// SPDX-License-Identifier: Apache-2.0
// A VS Code with a real extension host: the npm package code-server contains the server of VS Code, which runs with
// Node alone. Only that part is unpacked. Kept in `folder` until the version below changes.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const version = "4.100.3"; // VS Code 1.100.3; the last one for Node 20
const sha512 = "q/Fh2DOxCRNhC/WiG/6sAhSKnj7ZACTVBaeeZ+rWjol//0FCbl/qg1ln5ecZ99jYcfqMxZZAyWcN+YBIo0DgpA==";

// The server's logger, which also holds the text of output channels, is compiled code. This one needs no compiler.
const logger = `const fs = require("fs");
const create = async (name, file) => {
  fs.mkdirSync(require("path").dirname(file), { recursive: true });
  const log = { setPattern() {}, clearFormatters() {}, setLevel() {}, getLevel: () => 2, flush() {}, drop() {} };
  for (const level of ["trace", "debug", "info", "warn", "error", "critical"]) log[level] = (text) => fs.appendFileSync(file, text);
  return log;
};
exports.setLevel = exports.setFlushOn = exports.shutdown = () => {};
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
`;

/** Returns the folder of the VS Code server. Throws if it is neither in `folder` nor can be fetched. */
export function installServer(folder) {
  const home = path.join(folder, `code-server-${version}`);
  const server = path.join(home, "package", "lib", "vscode");
  const complete = path.join(home, "complete");
  if (fs.existsSync(complete)) return server;
  fs.rmSync(home, { recursive: true, force: true });
  fs.mkdirSync(home, { recursive: true });
  const options = { cwd: home, stdio: ["ignore", "pipe", "pipe"], timeout: 300000 };
  execFileSync("npm", ["pack", "--silent", `code-server@${version}`], options);
  const archive = path.join(home, `code-server-${version}.tgz`);
  const found = createHash("sha512").update(fs.readFileSync(archive)).digest("base64");
  if (found !== sha512) throw new Error(`${archive} is not the expected file`);
  execFileSync("tar", ["xf", archive, "package/lib/vscode"], options);
  fs.rmSync(archive);
  execFileSync("npm", ["install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], { ...options, cwd: server });
  fs.writeFileSync(path.join(server, "node_modules/@vscode/spdlog/index.js"), logger);
  fs.symlinkSync("node_modules", path.join(server, "node_modules.asar")); // where the server looks for its modules
  fs.writeFileSync(complete, "");
  return server;
}
