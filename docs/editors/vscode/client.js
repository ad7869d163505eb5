// Starts `cairn lsp` for .cairn files, and plays the file that is open beside its text.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function program() {
  return vscode.workspace.getConfiguration("cairn").get("command", "cairn");
}

function inTerminal(words) {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.document.languageId !== "cairn") return;
  const name = "Cairn";
  const open = vscode.window.terminals.find((one) => one.name === name);
  const terminal = open || vscode.window.createTerminal({ name });
  const file = editor.document.uri.fsPath.replace(/"/g, '\\"');
  editor.document.save().then(() => terminal.sendText(`${program()} ${words} "${file}"`));
  terminal.show(true);
}

function activate(context) {
  const server = { command: program(), args: ["lsp"] };
  client = new LanguageClient("cairn", "Cairn", { run: server, debug: server }, {
    documentSelector: [
      { scheme: "file", language: "cairn" },
      { scheme: "file", language: "yaml", pattern: "**/*.{view,de,fr}.yaml" },
    ],
  });
  client.start();
  const play = () => inTerminal("play --watch");
  context.subscriptions.push(
    vscode.commands.registerCommand("cairn.playFile", play),
    vscode.commands.registerCommand("cairn.play", play),
    vscode.commands.registerCommand("cairn.checkPlay", () => inTerminal("check --play 10s"))
  );
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
