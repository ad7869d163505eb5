// Starts `cairn lsp` for .cairn files, and plays the file that is open beside its text.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function program() {
  return vscode.workspace.getConfiguration("cairn").get("command", "cairn");
}

// Without a shell: a title in somebody else's rules is never read as a command.
async function run(...words) {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.document.languageId !== "cairn") return;
  await editor.document.save();
  const [command, ...options] = words;
  const process = new vscode.ProcessExecution(program(), [command, editor.document.uri.fsPath, ...options]);
  const kind = { type: "cairn", command };
  const task = new vscode.Task(kind, vscode.TaskScope.Workspace, `${command}`, "cairn", process);
  await vscode.tasks.executeTask(task);
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
  const play = (file, example) =>
    run("play", "--watch", ...(typeof example === "string" && example ? ["--from", example] : []));
  context.subscriptions.push(
    vscode.commands.registerCommand("cairn.playFile", play),
    vscode.commands.registerCommand("cairn.play", play),
    vscode.commands.registerCommand("cairn.checkPlay", () => run("check", "--playtest", "10s"))
  );
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
