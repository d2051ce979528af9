// SPDX-License-Identifier: Apache-2.0
// The files VS Code reads without running anything. Grammars in VS Code's own tokenizer: every word of the languages has a scope, the
// examples have no errors. The manifest, and the lock file.
// WEIR_SOURCE is the repository, if this folder is not inside it.
import assert from "node:assert";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");
const extension = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const source = process.env.WEIR_SOURCE ?? path.resolve(extension, "../..");
const read = (file) => fs.readFileSync(path.join(source, file), "utf8");
const manifest = JSON.parse(fs.readFileSync(path.join(extension, "package.json"), "utf8"));

await oniguruma.loadWASM(fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) => {
    const { path: file } = manifest.contributes.grammars.find((grammar) => grammar.scopeName === scope);
    return textmate.parseRawGrammar(fs.readFileSync(path.join(extension, file), "utf8"), file);
  },
});

/** The tokens of a text: [{text, scope}], the innermost scope of each, blanks left out. */
async function tokens(scopeName, text) {
  const grammar = await registry.loadGrammar(scopeName);
  let stack = textmate.INITIAL;
  return text.split("\n").flatMap((line) => {
    const result = grammar.tokenizeLine(line, stack);
    stack = result.ruleStack;
    return result.tokens.map((token) => ({ text: line.slice(token.startIndex, token.endIndex).trim(), scope: token.scopes.at(-1) })).filter((token) => token.text);
  });
}

const named = /^(?:keyword|storage|support|constant|variable\.language|invalid)\./;
const examples = (suffix) => fs.readdirSync(path.join(source, "examples")).filter((name) => name.endsWith(suffix)).map((name) => `examples/${name}`);
const allPromela = [...read("src/frontend/promela/lexer.cpp").matchAll(/\{"([A-Za-z_]+)", Tok::/g)].map((match) => match[1]);
const temporal = ["U", "V", "W", "X", "always", "eventually", "until", "stronguntil", "weakuntil", "release", "next", "implies", "equivalent"]; // names elsewhere
const promelaWords = allPromela.filter((word) => !temporal.includes(word));
const dveWords = [...read("src/frontend/dve/parser.cpp").match(/"accept"[^}]*/)[0].matchAll(/"(\w+)"/g)].map((match) => match[1]);
const formulaWords = ["X", "F", "G", "U", "R", "V", "W", "M", "until", "release", "weakuntil", "and", "or", "xor", "implies", "iff", "equivalent",
  "true", "false", "○", "◇", "□", "¬", "∧", "∨", "→", "⇒", "↔", "⇔", "⊕", "⊻", "[]", "<>", "&&", "||", "/\\", "\\/", "->", "=>", "-->", "<->", "<=>", "<-->", "!", "~", "^"];

test("every word of the lexers has a scope", async () => {
  assert.ok(promelaWords.length >= 55 && dveWords.length >= 25, "the tables of words were found");
  for (const [scope, words] of [["source.promela", promelaWords], ["source.dve", dveWords], ["source.ltl", formulaWords]]) {
    for (const word of words) {
      const [token, ...rest] = await tokens(scope, word);
      assert.ok(token.text === word && rest.length === 0, `${word} is one token of ${scope}`);
      assert.match(token.scope, named, `${word} in ${scope}`);
    }
  }
  for (const word of temporal) {
    const [found] = (await tokens("source.promela", `ltl p { a ${word} b }`)).filter((token) => token.text === word);
    assert.strictEqual(found?.scope, "keyword.operator.temporal.promela", word);
  }
});

for (const [scope, suffix, words] of [["source.promela", ".pml", promelaWords], ["source.dve", ".dve", dveWords]]) {
  test(`${suffix} examples: words and comments have their scopes, nothing is marked as an error`, async () => {
    const files = examples(suffix);
    assert.ok(files.length >= 2);
    for (const file of files) {
      const text = read(file), found = await tokens(scope, text);
      for (const token of found) {
        assert.doesNotMatch(token.scope, /^invalid/, `${file}: ${token.text}`);
        if (words.includes(token.text)) assert.match(token.scope, /^(?:keyword|storage|support|constant|variable|comment|string)/, `${file}: ${token.text}`);
      }
      const comments = text.split("\n").filter((line) => /^\s*(?:\/\/|\/\*)/.test(line)).length;
      assert.ok(found.filter((token) => token.scope.startsWith("comment")).length >= comments, file);
    }
  });
}

const cases = [
  ["source.promela", "active proctype Sender(byte n) {", "Sender", "entity.name.function.promela"],
  ["source.promela", "  end_wait: ch ? MSG", "end_wait", "entity.name.label.promela"],
  ["source.promela", "ltl fair { [] (a -> <> b) }", "[]", "keyword.operator.temporal.promela"],
  ["source.promela", "ltl fair { [] (a -> <> b) }", "fair", "entity.name.function.ltl.promela"],
  ["source.promela", "ch !! 1", "!!", "keyword.operator.channel.promela"],
  ["source.promela", "#define N 3", "#define", "keyword.control.directive.promela"],
  ["source.promela", "c_code { x = 1; }", "c_code", "invalid.illegal.embedded-c.promela"],
  ["source.dve", "process P {", "P", "entity.name.class.dve"],
  ["source.dve", "  away -> asks { effect x = 1; },", "asks", "entity.name.label.dve"],
  ["source.dve", "  -> asks { sync c!x; },", "!", "keyword.operator.channel.dve"],
  ["source.dve", "  { guard a != b; }", "!=", "keyword.operator.dve"],
  ["source.ltl", "response: G (req -> F ack)", "response", "entity.name.function.ltl"],
  ["source.ltl", "response: G (req -> F ack)", "req", "variable.other.ltl"],
  ["source.ltl", "# a G comment", "# a G comment", "comment.line.ltl"],
  ["source.ltl", "G \"P->x # 1\" // why", "\"P->x # 1\"", "string.quoted.double.ltl"],
  ["source.ltl", "GFp1", "GF", "keyword.operator.temporal.ltl"],
  ["source.ltl", "GFack", "GF", "keyword.operator.temporal.ltl"],
  ["source.ltl", "Fork U Xmit", "Fork", "variable.other.ltl"],
  ["source.ltl", "F[2:5] a", "F[2:5]", "keyword.operator.temporal.ltl"],
  ["source.ltl", "X[!] a", "X[!]", "keyword.operator.temporal.ltl"],
  ["source.ltl", "x <= 3 & y != 2", "!=", "keyword.operator.comparison.ltl"],
];
for (const [scope, line, text, expected] of cases) {
  test(`${line.trim()}: ${text} is ${expected}`, async () => {
    const found = await tokens(scope, line);
    assert.strictEqual(found.find((token) => token.text === text)?.scope, expected, JSON.stringify(found));
  });
}

test("the manifest names files that exist and settings that are read", () => {
  const { grammars, languages, configuration } = manifest.contributes;
  for (const { path: file } of grammars) assert.ok(fs.existsSync(path.join(extension, file)), file);
  for (const { configuration: file } of languages) JSON.parse(fs.readFileSync(path.join(extension, file), "utf8"));
  const code = fs.readdirSync(path.join(extension, "src")).map((file) => fs.readFileSync(path.join(extension, "src", file), "utf8")).join("\n");
  for (const name of Object.keys(configuration.properties)) assert.ok(code.includes(`get("${name.replace("weir.", "")}")`), name);
  const version = /project\(weir VERSION ([\d.]+)/.exec(read("CMakeLists.txt"))[1];
  assert.strictEqual(manifest.version, version, "the extension has the version of weir");
});

test("the lock file names no registry", () => {
  const lock = JSON.parse(fs.readFileSync(path.join(extension, "package-lock.json"), "utf8"));
  for (const [name, entry] of Object.entries(lock.packages)) assert.strictEqual(entry.resolved, undefined, name);
});
