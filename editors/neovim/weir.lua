-- SPDX-License-Identifier: Apache-2.0
-- weir for Neovim 0.7 and later. Copy this file to ~/.config/nvim/plugin/weir.lua.
--   :WeirCheck [PROPERTY]   checks the saved file and shows the report
--   :WeirExplore            opens the explorer in the browser; it ends with Neovim
-- vim.g.weir_path is the program, if it is not on PATH.
local suffixes = {
  pml = "promela", prom = "promela", pm = "promela", promela = "promela", prm = "promela", pr = "promela", spin = "promela",
  dve = "dve", ltl = "weir-ltl",
}
local client

local function program() return vim.g.weir_path or "weir" end

local function attach(buffer)
  if not (client and vim.lsp.get_client_by_id(client)) then
    client = vim.lsp.start_client({ name = "weir", cmd = { program(), "lsp" } })
  end
  if client then vim.lsp.buf_attach_client(buffer, client) end
end

local patterns = {}
for suffix in pairs(suffixes) do table.insert(patterns, "*." .. suffix) end
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = patterns,
  callback = function(event)
    vim.bo[event.buf].filetype = suffixes[event.match:match("%.(%w+)$")]
    vim.bo[event.buf].commentstring = "// %s"
    attach(event.buf)
  end,
})

local function show(report)
  vim.cmd("botright new")
  vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile = "nofile", "wipe", false
  vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(report, "\n", { trimempty = true }))
  vim.bo.modifiable = false
end

vim.api.nvim_create_user_command("WeirCheck", function(command)
  vim.cmd("update")
  local arguments = { vim.uri_from_bufnr(0) }
  if command.args ~= "" then table.insert(arguments, command.args) end
  vim.lsp.buf_request(0, "workspace/executeCommand", { command = "weir.check", arguments = arguments }, function(failure, result)
    if failure then return vim.notify("weir: " .. failure.message, vim.log.levels.ERROR) end
    show(result.report)
  end)
end, { nargs = "?", desc = "check the file, or one property, with weir" })

vim.api.nvim_create_user_command("WeirExplore", function()
  vim.cmd("update")
  vim.fn.jobstart({ program(), "serve", vim.api.nvim_buf_get_name(0) }, {
    on_stdout = function(_, lines) if lines[1] ~= "" then vim.notify("weir: " .. lines[1]) end end,
    on_stderr = function(_, lines) if lines[1] ~= "" then vim.notify(table.concat(lines, "\n"), vim.log.levels.ERROR) end end,
  })
end, { desc = "open the file in weir's explorer" })
