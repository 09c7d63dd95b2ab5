import { isRecord } from '../cases/rows.ts';
import type { Done } from './calls.ts';
import type { CommitTruth } from './commits.ts';
import { isCommitted } from './commits.ts';
import type { Fact } from './fact.ts';
import { commandOf, pathOf, shortPath, toolRole } from './known-tools.ts';
import { programWords, simpleCommands, writtenPaths } from './shell-text.ts';

/** What became of a file, by the tools' own results. */
export interface FileTruth {
  path: string;
  read: boolean;
  changed: boolean;
  created: boolean;
  deleted: boolean;
  /** A shell command wrote it too; only roles ask for that. */
  byShell: boolean;
  /** Line of the last change, else of the last reading. */
  line: number;
}

/** Every file that a file tool or a plain shell command read, changed, made or deleted, in the order of first sight. */
export function fileTruth(cwd: string, done: readonly Done[]): Map<string, FileTruth> {
  const files = new Map<string, FileTruth>();
  const at = (path: string, line: number): FileTruth => {
    const short = shortPath(cwd, path);
    const known = files.get(short);
    if (known) return known;
    const fresh: FileTruth = {
      path: short,
      read: false,
      changed: false,
      created: false,
      deleted: false,
      byShell: false,
      line,
    };
    files.set(short, fresh);
    return fresh;
  };
  for (const one of done) {
    if (one.result.failed) continue;
    const role = toolRole(one.call.tool);
    if (role === 'shell') {
      const command = commandOf(one.call.input) ?? '';
      for (const path of deletedPaths(command)) {
        const known = files.get(shortPath(cwd, path));
        if (known) Object.assign(known, { deleted: true, line: one.line });
      }
      for (const path of writtenPaths(command)) {
        const known = files.get(shortPath(cwd, path));
        if (known) Object.assign(known, { byShell: true, deleted: false });
      }
      continue;
    }
    const path = pathOf(one.call.input);
    if (path === undefined || (role !== 'read' && role !== 'write' && role !== 'edit')) continue;
    const file = at(path, one.line);
    if (role === 'read') {
      file.read = true;
      if (!file.changed) file.line = one.line;
      continue;
    }
    if (role === 'write' && !file.changed && isCreation(one)) file.created = true;
    file.changed = true;
    file.deleted = false;
    file.line = one.line;
  }
  return files;
}

function isCreation({ result }: Done): boolean {
  if (isRecord(result.data) && typeof result.data.type === 'string')
    return result.data.type === 'create';
  return /created/i.test(result.text.slice(0, 200));
}

function deletedPaths(command: string): string[] {
  return simpleCommands(command).flatMap((simple) => {
    const words = programWords(simple);
    const rest = words[0] === 'git' && words[1] === 'rm' ? words.slice(2) : words.slice(1);
    if (words[0] !== 'rm' && !(words[0] === 'git' && words[1] === 'rm')) return [];
    return rest.filter((word) => !word.startsWith('-') && !/[*?$]/.test(word));
  });
}

/** Paths that share their last name with another known path. */
export function ambiguousPaths(paths: Iterable<string>): Set<string> {
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const name = path.split('/').at(-1)!;
    byName.set(name, [...(byName.get(name) ?? []), path]);
  }
  return new Set([...byName.values()].filter((group) => group.length > 1).flat());
}

/** Facts about files of one segment. */
export function fileFacts(
  files: ReadonlyMap<string, FileTruth>,
  segment: number,
  commits: readonly CommitTruth[],
): Fact[] {
  const ambiguous = ambiguousPaths(files.keys());
  return [...files.values()].flatMap((file) => {
    const fact = (kind: Fact['kind'], state: Fact['state'] = 'true_at_boundary'): Fact => ({
      id: `${kind} ${file.path}`,
      kind,
      value: file.path,
      match: { by: 'path', path: file.path, ambiguous: ambiguous.has(file.path) },
      state,
      source: 'tool-result',
      line: file.line,
      segment,
    });
    if (file.deleted) return file.changed && !file.created ? [fact('file.deleted')] : [];
    if (!file.changed) return file.read ? [fact('file.read_only')] : [];
    const open = !isCommitted(file.path, file.line, commits);
    return [
      fact('file.modified'),
      ...(file.created ? [fact('file.created')] : []),
      fact('file.uncommitted', open ? 'true_at_boundary' : 'stale'),
    ];
  });
}
