/** A file as `git status` shows it. */
export interface FileStatus {
  /** As git prints it: relative to the top of the work tree, or to the folder that git was asked in. */
  path: string;
  /** Its changes are in the index, all of them. */
  staged: boolean;
}

const short = /^([MADRCT])([ MD]) (.+)$|^ ([MADRCT]) (.+)$|^(\?\?) (.+)$/;
const long = /^\t(?:modified|new file|deleted|renamed|typechange):\s(.+)$/;

/** What the output of `git status` tells of files, in its short or its long form; empty for any other command. */
export function readGitStatus(command: string, output: string): FileStatus[] {
  if (!/\bgit\s+(?:-C\s+\S+\s+)?status\b/.test(command)) return [];
  const found: FileStatus[] = [];
  let staged = false;
  for (const line of output.split('\n')) {
    if (line.startsWith('Changes to be committed')) staged = true;
    else if (/^(?:Changes not staged|Untracked files|Unmerged paths)/.test(line)) staged = false;
    const inLong = long.exec(line);
    if (inLong) {
      found.push({ path: newName(inLong[1]!), staged });
      continue;
    }
    const inShort = short.exec(line);
    if (inShort) {
      const path = inShort[3] ?? inShort[5] ?? inShort[7] ?? '';
      found.push({ path: newName(path), staged: inShort[1] !== undefined && inShort[2] === ' ' });
    }
  }
  return found;
}

/** Of a rename the new name; git's quotes around odd names taken off. */
function newName(text: string): string {
  const name = text.split(' -> ').at(-1)!.trim();
  return name.startsWith('"') && name.endsWith('"') ? name.slice(1, -1) : name;
}
