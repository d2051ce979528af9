-- SPDX-License-Identifier: Apache-2.0
-- Run by editor.sh: editors/neovim/weir.lua, used as its head describes.
vim.g.weir_path = vim.env.WEIR
dofile(vim.env.CONFIGURATION .. "/neovim/weir.lua")
local function expect(what, condition, shown)
  if condition then return end
  io.stdout:write("FAILED: " .. what .. ": " .. vim.inspect(shown) .. "\n")
  vim.cmd("cquit!")
end

vim.cmd("edit wrong.pml")
expect("file type", vim.bo.filetype == "promela", vim.bo.filetype)
vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end)
local found = vim.diagnostic.get(0)
expect("the wrong name is marked", found[1] and found[1].lnum == 2 and found[1].message:find("cuont", 1, true), found)

vim.cmd("edit counter.pml")
expect("one server for both files", #vim.lsp.get_active_clients() == 1, vim.lsp.get_active_clients())
local windows = #vim.api.nvim_list_wins()
vim.cmd("WeirCheck small")
vim.wait(20000, function() return #vim.api.nvim_list_wins() > windows end)
local report = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
expect("the report", report:find("violated%s+small"), report)
vim.cmd("qall!")
