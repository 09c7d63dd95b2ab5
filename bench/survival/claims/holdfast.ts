import type { Claim, ClaimReader, FileRole } from './claim.ts';
import { itemOf, sectionsOf } from './sections.ts';

/**
 * Holdfast's brief and loss report. Under a heading with "changed": `path (role[, committed])`, and `uncommitted` where
 * only git saw the change. Under one with "Read": paths, singly or by folder. Under one with "Todo": `[status] text`. Lines that begin with
 * `failing:`, `error:`, `modified:`, `created:`, `deleted:`. Under one with "Commands": `command → result`. And "on branch X".
 */
export const holdfastClaims: ClaimReader = (text) => {
  const claims: Claim[] = [];
  const branch = /\bon branch (\S+?)\.?(?:\s|$)/.exec(text)?.[1];
  if (branch) claims.push({ about: 'branch', branch });
  for (const { title, lines } of sectionsOf(text)) {
    for (const line of lines) {
      const item = itemOf(line);
      if (item !== undefined) claims.push(...claimsOfItem(title, item));
    }
  }
  return claims;
};

function claimsOfItem(title: string, item: string): Claim[] {
  const named = /^(failing|error|modified|created|deleted|todo|command): (.*)$/.exec(item);
  if (named) return namedClaim(named[1]!, named[2]!);
  if (/^read\b/i.test(title)) return readClaims(item);
  if (/changed/i.test(title)) return fileClaim(item);
  if (/todo/i.test(title)) {
    const todo = /^\[[^\]]+\] (.*)$/.exec(item);
    return todo ? [{ about: 'todo', text: todo[1]! }] : [];
  }
  if (/^commands/i.test(title)) return commandClaim(item);
  return [];
}

/** One path, or the files of one folder: `folder/: one, two`. */
function readClaims(item: string): Claim[] {
  const grouped = /^(\S*\/): (.+)$/.exec(item);
  const paths = grouped ? grouped[2]!.split(', ').map((name) => `${grouped[1]}${name}`) : [item];
  return paths
    .filter((path) => /^\S+$/.test(path))
    .map((path) => ({ about: 'file', path, role: 'read' }));
}

function namedClaim(word: string, rest: string): Claim[] {
  switch (word) {
    case 'failing':
      return [{ about: 'test', name: rest.replace(/: .*$/, '') }];
    case 'error':
      return [{ about: 'error', text: rest }];
    case 'todo':
      return [{ about: 'todo', text: rest }];
    case 'command':
      return commandClaim(rest);
    default:
      return [{ about: 'file', path: rest.trim(), role: word as FileRole }];
  }
}

function fileClaim(item: string): Claim[] {
  const found = /^(.+?) \(([^()]*)\)$/.exec(item);
  if (!found) return [];
  const [, path, marks] = found as unknown as [string, string, string];
  const role = /\b(modified|created|deleted)\b/.exec(marks)?.[1] as FileRole | undefined;
  if (!role && !/uncommitted/.test(marks)) return [];
  const committed = /(^|, )committed\b/.test(marks);
  return [{ about: 'file', path, role: role ?? 'changed', committed }];
}

function commandClaim(item: string): Claim[] {
  const found = /^(.+?) → (\S+.*)$/.exec(item);
  if (!found) return [];
  const result = found[2]!;
  if (/^ok\b/.test(result)) return [{ about: 'command', command: found[1]!, ok: true }];
  return /^(exit|failed|error)\b/.test(result)
    ? [{ about: 'command', command: found[1]!, ok: false }]
    : [];
}
