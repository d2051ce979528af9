-- SPDX-License-Identifier: Apache-2.0
-- Neovim's own language client against `weir lsp`: nvim --headless -u NONE -l is not in 0.7, so it is run with -S.
-- Environment: WEIR the program, MODEL a file with a misspelt name in line 8, GOOD the same file without it.
local weir, model, good = vim.env.WEIR, vim.env.MODEL, vim.env.GOOD
local failures = 0
local function expect(what, condition, shown)
  if not condition then
    failures = failures + 1
    io.stdout:write("FAILED: " .. what .. ": " .. vim.inspect(shown) .. "\n")
  end
end
local messages = {}
vim.lsp.handlers["window/showMessage"] = function(_, result) table.insert(messages, result.message) end

local client = vim.lsp.start_client({ name = "weir", cmd = { weir, "lsp" }, root_dir = vim.fn.getcwd() })
expect("the client starts", client ~= nil, client)
vim.cmd("edit " .. vim.fn.fnameescape(model))
vim.lsp.buf_attach_client(0, client)
vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end)
local found = vim.diagnostic.get(0)
expect("one error", #found >= 1, found)
if found[1] then
  expect("its line", found[1].lnum == 7, found[1])
  expect("its text", found[1].message:find("cuont", 1, true) ~= nil, found[1])
end

-- Mended in the editor, not saved: the error goes, and names are known.
vim.api.nvim_buf_set_lines(0, 7, 8, false, { "  count++;" })
vim.wait(20000, function() return #vim.diagnostic.get(0) == 0 end)
expect("no error after the change", #vim.diagnostic.get(0) == 0, vim.diagnostic.get(0))

local function ask(method, line, character)
  local params = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = line, character = character } }
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  return answers and answers[client] and answers[client].result
end
local place = ask("textDocument/definition", 7, 3)
expect("definition of count", place and place.range.start.line == 1, place)
local hover = ask("textDocument/hover", 7, 3)
expect("hover", hover and hover.contents.value:find("byte count", 1, true) ~= nil, hover)
local symbols = ask("textDocument/documentSymbol", 0, 0)
expect("outline", symbols and #symbols >= 4, symbols)
local process = vim.tbl_filter(function(symbol) return symbol.name == "P" end, symbols or {})[1]
expect("outline as a tree", process and process.children[1].name == "i", process)

local function request(method, params)
  params.textDocument = vim.lsp.util.make_text_document_params()
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  return answers and answers[client] and answers[client].result
end
local function labels(line, character)
  local answer = ask("textDocument/completion", line, character)
  return vim.tbl_map(function(item) return item.label end, answer and answer.items or {})
end
expect("completion", vim.tbl_contains(labels(7, 3), "count"), labels(7, 3))
expect("completion in a formula", vim.tbl_contains(labels(11, 16), "until"), labels(11, 16))
local places = request("textDocument/references",
  { position = { line = 7, character = 3 }, context = { includeDeclaration = true } })
expect("references", places and #places == 6, places)
local folds = request("textDocument/foldingRange", {})
expect("folding", folds and #folds == 2, folds)
local tokens = request("textDocument/semanticTokens/full", {})
expect("semantic tokens", tokens and #tokens.data % 5 == 0 and #tokens.data > 50, tokens)
local help = ask("textDocument/signatureHelp", 8, 8)
expect("signature help", help and help.signatures[1].label == "inline twice()", help)
vim.api.nvim_buf_set_lines(0, 6, 7, false, { "        byte i;  " })
vim.bo.shiftwidth, vim.bo.expandtab = 2, true
vim.lsp.buf.formatting_sync(nil, 20000)
expect("formatting", vim.api.nvim_buf_get_lines(0, 6, 7, false)[1] == "  byte i;", vim.api.nvim_buf_get_lines(0, 6, 7, false))
local edit = request("textDocument/rename", { position = { line = 7, character = 3 }, newName = "total" })
expect("rename", edit ~= nil, edit)
if edit then
  vim.lsp.util.apply_workspace_edit(edit, "utf-16")
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
  expect("the new name everywhere", not text:find("count", 1, true) and text:find("total++", 1, true) ~= nil, text)
end

-- The saved file's property, run from the editor.
vim.cmd("edit! " .. vim.fn.fnameescape(good))
vim.lsp.buf_attach_client(0, client)
local lenses = ask("textDocument/codeLens", 0, 0)
expect("lenses", lenses and #lenses == 2 and lenses[1].command.title == "check small"
  and lenses[2].command.title == "check deadlock", lenses)
if lenses and lenses[1] then
  local answers = vim.lsp.buf_request_sync(0, "workspace/executeCommand",
    { command = lenses[1].command.command, arguments = lenses[1].command.arguments }, 20000)
  local result = answers and answers[client] and answers[client].result
  expect("the verdict", result and result.properties[1].verdict == "violated", answers)
  vim.wait(5000, function() return #messages > 0 end)
  expect("the message", messages[1] and messages[1]:find("small: violated", 1, true) ~= nil, messages)
end
vim.lsp.stop_client(client)
io.stdout:write(failures .. " failures\n")
vim.cmd(failures == 0 and "qall!" or "cquit!")
