-- Neovim 0.7 or newer, with `cairn` on the PATH: this folder on the 'runtimepath' is all it takes.
local function play(command)
  local file, example = unpack(command.arguments)
  local words = { "cairn", "play", file, "--watch" }
  if example and example ~= "" then
    vim.list_extend(words, { "--from", example })
  end
  vim.fn.jobstart(words, { detach = true })
end

-- "play this game" and "play from here" above a game and its examples: run with the code lens there.
vim.lsp.commands["cairn.play"] = play

local function attach(args)
  vim.bo[args.buf].filetype = "cairn"
  vim.bo[args.buf].commentstring = "# %s"
  local server = { name = "cairn", cmd = { "cairn", "lsp" }, root_dir = vim.fn.getcwd() }
  if vim.lsp.start then
    vim.lsp.start(server, { bufnr = args.buf })
    return
  end
  vim.g.cairn_server = vim.g.cairn_server or vim.lsp.start_client(server)
  vim.lsp.buf_attach_client(args.buf, vim.g.cairn_server)
end

vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, { pattern = "*.cairn", callback = attach })
