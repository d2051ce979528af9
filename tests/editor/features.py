# SPDX-License-Identifier: Apache-2.0
"""Every request of the language server on models with macros, inlines, includes, errors and odd characters.

usage: features.py WEIR FOLDER   (FOLDER is empty and writable)
"""
import pathlib
import sys

from session import Session, apply, expect, finish

weir, folder = sys.argv[1], pathlib.Path(sys.argv[2])


def equal(what, expected, actual):
    expect(what, expected == actual, actual)


MODEL = """/* ä 𝛼 */ byte count;
#define busy (count > 0)
#define TWICE(x) x = x * 2
mtype = { req, ack };
typedef Msg { byte kind; mtype what };
Msg box[2];
chan q = [2] of { mtype, byte };
inline step(v, by) {
  byte tmp = by;
  v = v + tmp
}
inline unused() { count = 7 }
active proctype P() {
  byte i;
progress_here:
  step(count, 1);
  TWICE(count);
  q!req,1;
  box[0].kind = 3;
  assert(busy);
  run R(1, 2)
}
proctype R(byte a; int b) {
  byte i = a;
again:
  i++;
  goto again
}
never claim {
  do
  :: count > 5
  od
}
ltl small { [] (count < 2 && box[0].kind == 0) }
ltl { <> R[1]@again }
"""


def place(text, what, after=0, nth=0):
    """Line and UTF-16 column `after` characters into the `nth` occurrence of `what`."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(what, at + 1)
    before = text[:at + after]
    return before.count("\n"), len(before.rsplit("\n", 1)[-1].encode("utf-16-le")) // 2


def lines_of(locations):
    return [location["range"]["start"]["line"] for location in locations]


session = Session(weir, {"explorer": True})
uri = (folder / "model.pml").as_uri()
session.open(uri, MODEL)
equal("no diagnostics", [], session.diagnostics(uri))

# References: in a macro body, in arguments of macros and inlines, in formulas; not in an inline that is never called.
everywhere = {"context": {"includeDeclaration": True}}
equal("references of count", [0, 1, 15, 16, 30, 33], lines_of(session.about("references", uri, place(MODEL, "count"), **everywhere)))
equal("without the declaration", [1, 15, 16, 30, 33],
      lines_of(session.about("references", uri, place(MODEL, "count"), context={"includeDeclaration": False})))
equal("references of a local", [23, 25], lines_of(session.about("references", uri, place(MODEL, "i++"), **everywhere)))
equal("references of a label", [24, 26, 34], lines_of(session.about("references", uri, place(MODEL, "again"), **everywhere)))
equal("references of a parameter", [7, 9, 9], lines_of(session.about("references", uri, place(MODEL, "v,"), **everywhere)))
equal("references of a macro", [1, 19], lines_of(session.about("references", uri, place(MODEL, "busy"), **everywhere)))
equal("references of a field", [4, 18, 33], lines_of(session.about("references", uri, place(MODEL, "kind"), **everywhere)))
equal("references of a proctype", [20, 22, 34], lines_of(session.about("references", uri, place(MODEL, "R("), **everywhere)))
equal("highlights", [23, 25], lines_of(session.about("documentHighlight", uri, place(MODEL, "i++"))))
equal("definition of a field", 4, session.about("definition", uri, place(MODEL, "].kind", 3))["range"]["start"]["line"])
equal("UTF-16 columns", 16, session.about("definition", uri, place(MODEL, "count", nth=2))["range"]["start"]["character"])

# Rename.
edit = session.about("rename", uri, place(MODEL, "count"), newName="total")["changes"]
equal("one file is changed", [uri], list(edit))
equal("rename", MODEL.replace("count", "total"), apply(MODEL, edit[uri]))
edit = session.about("rename", uri, place(MODEL, "i++"), newName="n")["changes"][uri]
equal("rename a local", MODEL.replace("byte i = a", "byte n = a").replace("i++", "n++"), apply(MODEL, edit))
equal("prepare", "again", session.about("prepareRename", uri, place(MODEL, "goto again", 7))["placeholder"])
for what, new, why in (("count", "i", "already the name of a variable"), ("count", "again", "already the name of a label"),
                       ("count", "do", "a keyword"), ("count", "U", "a keyword"), ("count", "1x", "not a name"),
                       ("count", "_pid", "predefined"), ("kind", "what", "already the name of a field"),
                       ("byte", "x", "a keyword"), ("R(byte", "P", "already the name of a proctype"),
                       ("tmp", "count", "already the name"), ("busy", "count", "already the name")):
    message = session.refusal("rename", uri, place(MODEL, what), newName=new)
    expect(f"renaming {what} to {new} is refused", message is not None and why in message, message)
expect("no name here", session.refusal("prepareRename", uri, (0, 0)) is not None)
pasted = "#define VAR(n) byte n ## 1\n#define INIT byte k = 0; k = 1\nVAR(x);\nactive proctype P() { x1 = 1 }\n" \
         "active proctype Q() { INIT }\n#define BOTH i = 1\nactive proctype A() { byte i; BOTH }\nactive proctype B() { byte i; BOTH }\n"
other = (folder / "pasted.pml").as_uri()
session.open(other, pasted)
message = session.refusal("prepareRename", other, place(pasted, "i; BOTH"))
expect("a macro body that means two definitions", message is not None and "another definition" in message, message)
expect("a name made by ##", session.refusal("rename", other, place(pasted, "x1 = 1"), newName="y") is not None)
captured = "inline swap(a, b) { tmp = a; a = b; b = tmp }\nactive proctype P() { byte x = 1, y = 2, tmp; swap(x, y) }\n"
session.open((folder / "captured.pml").as_uri(), captured)
message = session.refusal("rename", (folder / "captured.pml").as_uri(), place(captured, "a, b"), newName="tmp")
expect("a parameter that would capture a name of the caller", message is not None and "mean something else" in message, message)
edit = session.about("rename", other, place(pasted, "k = 0"), newName="kk")["changes"][other]
equal("rename inside a macro body", pasted.replace("byte k = 0; k = 1", "byte kk = 0; kk = 1"), apply(pasted, edit))
broken = MODEL.replace("assert(busy)", "assert(busy")
session.change(uri, broken)
message = session.refusal("rename", uri, place(broken, "count"), newName="total")
expect("no renaming while there are errors", message is not None and "errors" in message, message)
session.change(uri, MODEL)

# Included files.
(folder / "shared.h").write_text("byte shared;\ninline bump() { shared++ }\n")
main = '#include "shared.h"\nactive proctype P() { bump(); shared = 2 }\n'
main_uri, shared_uri = (folder / "main.pml").as_uri(), (folder / "shared.h").as_uri()
session.open(main_uri, main)
message = session.refusal("rename", main_uri, place(main, "shared ="), newName="common")
expect("a file that is not open", message is not None and "shared.h" in message, message)
equal("definition in an included file", shared_uri, session.about("definition", main_uri, place(main, "bump"))["uri"])
session.open(shared_uri, (folder / "shared.h").read_text())
edit = session.about("rename", main_uri, place(main, "shared ="), newName="common")["changes"]
equal("both files", {main_uri: main.replace("shared =", "common ="), shared_uri: "byte common;\ninline bump() { common++ }\n"},
      {file: apply(main if file == main_uri else (folder / "shared.h").read_text(), edits) for file, edits in edit.items()})
session.change(shared_uri, "\nbyte shared;\n")
message = session.refusal("rename", main_uri, place(main, "shared ="), newName="common")
expect("an included file with unsaved changes", message is not None and "not saved" in message, message)
(folder / "bad.h").write_text("byte a\nbyte b b;\n")
session.open(main_uri, 'active proctype P() { skip }\n#include "bad.h"\n')
found = session.diagnostics(main_uri)
expect("an error in an included file is shown at the #include",
       found and found[0]["range"]["start"]["line"] == 1 and "bad.h:2" in found[0]["message"], found)


# Completion.
def complete(text, insert, after, target=uri):
    """The labels offered after `insert`, written after `after`."""
    at = text.index(after) + len(after)
    changed = text[:at] + insert + text[at:]
    session.change(target, changed)
    answer = session.about("completion", target, place(changed, changed[:at + len(insert)], at + len(insert)))
    return [item["label"] for item in answer["items"]]


equal("after run", ["P", "R"], complete(MODEL, "\n  run ", "byte i;"))
equal("fields", ["kind", "what"], complete(MODEL, "\n  box[count + (1)].", "byte i;"))
equal("labels after @", ["again"], complete(MODEL, " && R[1]@", "count < 2"))
equal("locals after :", ["a", "b", "i", "_pid"], complete(MODEL, " && R[1]:", "count < 2"))
equal("labels after goto", ["again"], complete(MODEL, "\n  goto ", "i++;"))
equal("channels in len", ["q"], complete(MODEL, "\n  len(", "i++;"))
equal("a new name", [], complete(MODEL, "\n  byte ", "i++;"))
equal("nothing in a comment", [], complete(MODEL, " co", "/* ä"))
equal("nothing in a string", [], complete(MODEL, '\n  printf("co', "i++;"))
found = complete(MODEL, "\n  co", "i++;")
expect("a body", {"count", "step", "q!", "q?", "req", "a", "b", "i", "again", "do", "atomic", "_pid", "busy"} <= set(found), found)
expect("no names of another process", "progress_here" not in complete(MODEL, "\n  i++; x", "i++;")[:20])
found = complete(MODEL, " && ", "count < 2")
expect("a formula", {"[]", "<>", "U", "until", "count", "R[0]@again", "R@again", "sent", "busy"} <= set(found), found)
expect("no locals in a formula", "progress_here" not in found[:40] and "i" not in found[:40], found)
found = complete(MODEL, "\nac", "mtype what };")
expect("outside", {"active", "proctype", "ltl", "Msg", "chan"} <= set(found) and "do" not in found, found)
session.change(uri, "byte total_sum; active proctype P( { do :: tot")
found = [item["label"] for item in session.about("completion", uri, (0, 46))["items"]]
expect("while the text has errors", "total_sum" in found and "count" in found, found)
session.change(uri, MODEL)

# Signatures, symbols, folding, lenses, hover.
help_ = session.about("signatureHelp", uri, place(MODEL, "1, 2", 3))
equal("signature of a proctype", ("proctype R(byte a; int b)", 1, ["byte a", "int b"]),
      (help_["signatures"][0]["label"], help_["activeParameter"], [p["label"] for p in help_["signatures"][0]["parameters"]]))
equal("signature of an inline", "inline step(v, by)", session.about("signatureHelp", uri, place(MODEL, "count, 1", 2))["signatures"][0]["label"])
equal("no signature", None, session.about("signatureHelp", uri, place(MODEL, "byte i;")))
symbols = {symbol["name"]: symbol for symbol in session.about("documentSymbol", uri)}
equal("the tree", {"Msg": ["kind", "what"], "step": ["v", "by", "tmp"], "P": ["i", "progress_here"], "R": ["a", "b", "i", "again"]},
      {name: [child["name"] for child in symbol["children"]] for name, symbol in symbols.items() if "children" in symbol})
equal("the range of a process", (12, 21), (symbols["P"]["range"]["start"]["line"], symbols["P"]["range"]["end"]["line"]))
equal("folding", [(7, 9), (12, 20), (22, 26), (28, 31), (29, 30)],
      sorted((fold["startLine"], fold["endLine"]) for fold in session.about("foldingRange", uri)))
lenses = [(lens["command"]["title"], lens["range"]["start"]["line"]) for lens in session.about("codeLens", uri)]
equal("lenses", [("check assertions", 19), ("check claim", 28), ("check deadlock", 12), ("check ltl_0", 34),
                 ("check progress", 14), ("check small", 33), ("open explorer", 0)], sorted(lenses))
(folder / "model.pml").write_text(MODEL)
for lens in session.about("codeLens", uri):
    if lens["command"]["command"] == "weir.check":
        result = session.request("workspace/executeCommand", lens["command"])
        expect(lens["command"]["title"], len(result["properties"]) == 1, result)
# Requests while a check runs: both threads write to the same connection.
for number in range(200):
    name, answers = f"check {number}", []
    session.send({"id": name, "method": "workspace/executeCommand", "params": {"command": "weir.check", "arguments": [uri, "small"]}})
    while not answers:
        session.about("documentSymbol", uri)
        answers = [message for message in session.notifications if message.get("id") == name]
        session.notifications.clear()
    expect("a check beside requests", "result" in answers[0], answers)
value = session.about("hover", uri, place(MODEL, "small"))["contents"]["value"]
expect("a formula in English", "at every moment" in value, value)
value = session.about("hover", uri, place(MODEL, "&& box"))["contents"]["value"]
expect("an operator of a formula", "at every moment" in value, value)

# Semantic tokens: the same word is coloured by its meaning.
legend = session.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"]
data, line, character, tokens = session.about("semanticTokens/full", uri)["data"], 0, 0, {}
for i in range(0, len(data), 5):
    character = character + data[i + 1] if data[i] == 0 else data[i + 1]
    line += data[i]
    tokens[line, character] = legend[data[i + 3]], data[i + 2]
for what, kind in (("count", "variable"), ("req", "enumMember"), ("kind", "property"), ("by)", "parameter"), ("step", "function"),
                   ("R(1", "class"), ("again", "label"), ("busy", "macro"), ("proctype", "keyword"), ("/* ä", "comment"),
                   ("7 }", "number"), ("Msg box", "type"), ("#define", "macro")):
    equal(f"colour of {what}", kind, tokens.get(place(MODEL, what), (None,))[0])
equal("length in UTF-16 units", 10, tokens[0, 0][1])

# Formatting.
untidy = "active proctype P() {\r\nbyte i;   \r\n      do\n::   i < 3 ->\n i++;\n\tatomic {\ni = 0\n}\n:: else\nod;  \nend:\n" \
         " skip \\\n  /* a  \n   b  */\n}  \n#define  X   \\\n    1  \nltl p {\n[] (\n  true)\n}\n"
session.change(uri, untidy)
options = {"options": {"tabSize": 2, "insertSpaces": True}}
tidy = apply(untidy, session.about("formatting", uri, **options))
equal("formatted", "active proctype P() {\r\n  byte i;\r\n  do\n  ::   i < 3 ->\n       i++;\n       atomic {\n         i = 0\n       }\n"
      "  :: else\n  od;\nend:\n  skip \\\n  /* a  \n   b  */\n}\n#define  X   \\\n    1  \nltl p {\n  [] (\n    true)\n}\n", tidy)
session.change(uri, tidy)
equal("formatting is idempotent", [], session.about("formatting", uri, **options))
tabs = apply(tidy, session.about("formatting", uri, options={"tabSize": 4, "insertSpaces": False}))
expect("tabs", "\n\tbyte i" in tabs and "\n\t\t i++" in tabs, tabs)

# DVE.
DVE = """byte turn;
const int LIMIT = 3;
channel {byte} c[1];
process P {
  byte x;
  state idle, busy;
  init idle;
  assert busy: x < LIMIT;
  trans
    idle -> busy { guard turn == 0 and Q.idle; sync c!x; effect x = x + 1, turn = 1; },
    busy -> idle {};
}
process Q { byte y; state idle; init idle; trans idle -> idle { guard P->x > 0; sync c?y; }; }
system async;
"""
dve = (folder / "model.dve").as_uri()
session.open(dve, DVE)
equal("DVE without errors", [], session.diagnostics(dve))
equal("DVE variable", [4, 7, 9, 9, 9, 12], lines_of(session.about("references", dve, place(DVE, "x;"), **everywhere)))
equal("DVE state", [5, 6, 9, 10], lines_of(session.about("references", dve, place(DVE, "idle"), **everywhere)))
equal("DVE state of another process", [9, 12, 12, 12, 12], lines_of(session.about("references", dve, place(DVE, "Q.idle", 3), **everywhere)))
edit = session.about("rename", dve, place(DVE, "turn"), newName="next")["changes"][dve]
equal("DVE rename", DVE.replace("turn", "next"), apply(DVE, edit))
equal("DVE symbols", ["turn", "LIMIT", "c", "P", "Q"], [s["name"] for s in session.about("documentSymbol", dve)])
equal("DVE lenses", ["open explorer", "check deadlock", "check assertions"], [l["command"]["title"] for l in session.about("codeLens", dve)])
expect("DVE completion", {"busy", "x"} <= set(complete(DVE, " P.", "guard", dve)), None)
session.change(dve, DVE.replace("turn == 0", "trun == 0"))
found = session.diagnostics(dve)
expect("DVE error", len(found) == 1 and found[0]["range"]["start"] == {"line": 9, "character": 25}, found)

# Files of formulas.
ltl = (folder / "p.ltl").as_uri()
text = "# comment ((\nanswered: G (req -> F ack)  // [] (\nG (a &\n\nbad: G (x ->)\n"
session.open(ltl, text, "ltl")
found = session.diagnostics(ltl)
expect("errors of formulas", found and all(d["range"]["start"]["line"] >= 2 for d in found), found)
session.change(ltl, text.split("\nG (a")[0] + "\nbad: G x ->\n")
found = session.diagnostics(ltl)
equal("position in a formula", [2], [d["range"]["start"]["line"] for d in found])
value = session.about("hover", ltl, (1, 14))["contents"]["value"]
expect("a formula of a file in English", "whenever req holds" in value, value)
found = [item["label"] for item in session.about("completion", ltl, (2, 9))["items"]]
expect("words of formulas", {"F", "G", "req", "ack"} <= set(found), found)
equal("symbols of formulas", ["answered"], [s["name"] for s in session.about("documentSymbol", ltl)])

# Odd texts at every position; CRLF, a lone \\r, tabs, no text at all.
for odd in ("", "\n", "\r", "\t", "ä", "𝛼" * 3, "/*", "//", '"', "#", "#define", "#include", "a.", "P@", "run ", "(", ")))", "}}}",
            "ltl {", "do ::", "fi od", "\r\nbyte x;\r\nactive proctype P() { x = 1 }\r\n", "byte x;\ractive proctype P() { x. }",
            "inline f(", "inline f(a) {", "typedef T { byte", "\0\1", "proctype", "x" * 3 + "\\\n", "#if\n#else\n#endif\n#endif"):
    for target in (uri, dve, ltl):
        session.change(target, odd)
        for line in range(odd.count("\n") + 2):
            for character in range(min(len(odd), 40) + 2):
                for method, more in (("hover", {}), ("definition", {}), ("completion", {}), ("signatureHelp", {}),
                                     ("references", everywhere), ("prepareRename", {}), ("rename", {"newName": "y"})):
                    session.ask("textDocument/" + method, dict(more, textDocument={"uri": target},
                                                               position={"line": line, "character": character}))
        for method in ("documentSymbol", "foldingRange", "codeLens", "semanticTokens/full"):
            session.about(method, target)
        session.about("formatting", target, **options)

# A megabyte: each answer within a second of the server's own time. Shared machines are slow, so time is processor time.
clock = lambda: sum(map(int, pathlib.Path(f"/proc/{session.server.pid}/stat").read_text().split()[13:15])) / 100
process = "active proctype P%d() { byte i;\n  do\n  :: x < 3 -> i = x; x++ /* ä */\n  :: else -> break\n  od\n}\n"
for name, large in (("processes", "byte x;\n" + "".join(process % k for k in range(10000))),
                    ("one line", "byte x; active proctype P() { /* ä𝛼 */ " + "x = x + 1; " * 90000 + "x = 0 }"),
                    ("warnings", "byte x; active proctype P() { " + "x = 99999999999; " * 60000 + "x = 0 }"),
                    ("braces", "{\n" * 500000), ("parentheses", "(" * 1000000), ("comment", "/*" + "x" * 1000000),
                    ("fields", "typedef T { " + "".join(f"byte f{k};" for k in range(60000)) + "}; active proctype P() { skip }"),
                    ("formulas", "active proctype P() { skip }\n" + "".join(f"ltl p{k} {{ [] true }}\n" for k in range(40000)))):
    started = clock()
    session.change(uri, large)
    session.about("hover", uri, (0, 5))
    worst = (clock() - started, "hover")
    for method in ("documentSymbol", "foldingRange", "codeLens", "semanticTokens/full", "completion", "references", "formatting"):
        started = clock()
        session.ask("textDocument/" + method, {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 5},
                                               "options": options["options"]})
        worst = max(worst, (clock() - started, method))
    expect(f"a megabyte of {name}", worst[0] < float(sys.argv[3] if len(sys.argv) > 3 else 1), worst)

equal("the end", 0, session.end())
finish()
