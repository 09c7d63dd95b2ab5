const header = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/;

/** Files that a patch in this client's own format names, each once, in order. */
export function patchPaths(patch: string): string[] {
  const found = new Set<string>();
  for (const line of patch.split(/\r?\n/)) {
    const path = header.exec(line)?.[1]?.trimEnd();
    if (path !== undefined) found.add(path);
  }
  return [...found];
}

/** Files that a patch names which stands as a string in a script, its line ends real or escaped. */
export function patchPathsInScript(script: string): string[] {
  return script.includes('*** Begin Patch') ? patchPaths(script.replaceAll('\\n', '\n')) : [];
}

/** True for a shell command that does nothing but apply a patch. */
export function isPatchCommand(command: string): boolean {
  return (
    /^\s*(?:cd [^\n;&]+&&\s*)?(?:apply_patch|applypatch)\b/.test(command) &&
    command.includes('*** Begin Patch')
  );
}
