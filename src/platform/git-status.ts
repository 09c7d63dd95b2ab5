import type { GitState } from '../app/ports.ts';

/** What `git status --porcelain=v2 --branch -z` says. */
export type GitStatus = Pick<GitState, 'branch' | 'head' | 'changed' | 'unpushed'>;

/** Reads the output of `git status --porcelain=v2 --branch -z`. Lines of an unknown kind are passed over. */
export function parseGitStatus(output: string): GitStatus {
  const status: GitStatus = { changed: [] };
  const parts = output.split('\0');
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index]!;
    const kind = part[0];
    if (kind === '#') readHeader(part, status);
    else if (kind === '?') status.changed.push({ path: part.slice(2), status: '??' });
    else if (kind === '1') push(part, 8, status);
    else if (kind === 'u') push(part, 10, status);
    else if (kind === '2') {
      push(part, 9, status);
      // The path before the renaming is a part of its own.
      index += 1;
    }
  }
  return status;
}

/** `fields`: how many fields, each ended by a blank, stand before the path. */
function push(part: string, fields: number, status: GitStatus): void {
  const words = part.split(' ');
  const path = words.slice(fields).join(' ');
  if (path !== '') status.changed.push({ path, status: words[1] ?? '' });
}

function readHeader(part: string, status: GitStatus): void {
  const [, name, ...rest] = part.split(' ');
  const value = rest.join(' ');
  if (name === 'branch.oid' && value !== '(initial)') status.head = value;
  if (name === 'branch.head' && value !== '(detached)') status.branch = value;
  if (name === 'branch.ab') status.unpushed = Number(/^\+(\d+)/.exec(value)?.[1] ?? 0);
}
