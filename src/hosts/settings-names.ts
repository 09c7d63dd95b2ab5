const steps =
  /^(?:\.(?:claude|mcp|codex|gemini|qwen|opencode|pi|copilot|agents|github|holdfast|husky|vscode|cursor|idea|devcontainer)(?:\..*)?|\.git.*|\.envrc|opencode\.jsonc?|package\.json|(?:claude|agents|gemini|qwen)(?:\.local)?\.md)$/i;

/** True for a file that clients, git, editors or Holdfast run, or read as settings or instructions: never mere content. */
export function isSettingsFile(path: string): boolean {
  return path.split(/[/\\]/).some((step) => steps.test(step));
}
