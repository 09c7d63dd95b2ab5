import { isRecord, text } from '../cases/rows.ts';
import type { BenchSession } from '../cases/session.ts';
import { finished } from '../truth/calls.ts';
import { commitTruth } from '../truth/commits.ts';
import { commandOf, pathOf, toolRole } from '../truth/known-tools.ts';

/** What a session did to its work tree, as far as its rows show it, in the order of the lines. */
export type TreeChange =
  | { line: number; type: 'write'; path: string; content: string }
  | { line: number; type: 'remove'; path: string }
  | { line: number; type: 'commit'; subject: string; staged: string[] | undefined }
  | { line: number; type: 'push' }
  | { line: number; type: 'branch'; branch: string };

export interface TreeHistory {
  /** Files as they were when the session began. */
  start: Map<string, string>;
  branch: string;
  changes: TreeChange[];
}

/** Reads the history of the work tree out of tool inputs, structured results and what git said. Paths are absolute. */
export function treeHistory(session: BenchSession): TreeHistory {
  const start = new Map<string, string>();
  const now = new Map<string, string | undefined>();
  const changes: TreeChange[] = [];
  const first = (path: string, content: string): void => {
    if (!now.has(path)) {
      start.set(path, content);
      now.set(path, content);
    }
  };
  for (const one of finished(session.events)) {
    const { call, result, line } = one;
    const role = toolRole(call.tool);
    if (role === 'shell' && !result.failed) {
      const command = commandOf(call.input) ?? '';
      if (/\bgit push\b/.test(command)) changes.push({ line, type: 'push' });
    }
    const path = absolute(session.cwd, pathOf(call.input));
    if (path === undefined || result.failed) continue;
    const data = isRecord(result.data) ? result.data : {};
    if (role === 'read') first(path, readContent(data) ?? plainLines(result.text));
    if (role !== 'write' && role !== 'edit') continue;
    const before = typeof data.originalFile === 'string' ? data.originalFile : undefined;
    if (before !== undefined || role === 'edit') first(path, before ?? editedFrom(call.input));
    const content =
      role === 'write'
        ? text(call.input.content)
        : edited(before ?? now.get(path) ?? '', call.input);
    now.set(path, content);
    changes.push({ line, type: 'write', path, content });
  }
  for (const { line, subject, staged } of commitTruth(finished(session.events))) {
    changes.push({ line, type: 'commit', subject, staged });
  }
  for (const { line, branch } of session.branches.slice(1)) {
    if (branch !== 'HEAD') changes.push({ line, type: 'branch', branch });
  }
  changes.sort((one, other) => one.line - other.line);
  const branch = session.branches[0]?.branch ?? 'main';
  return { start, branch: branch === 'HEAD' ? 'main' : branch, changes };
}

function absolute(cwd: string, path: string | undefined): string | undefined {
  if (path === undefined || path.startsWith('/')) return path;
  return `${cwd}/${path}`;
}

function readContent(data: Record<string, unknown>): string | undefined {
  const file = isRecord(data.file) ? data.file : {};
  return typeof file.content === 'string' ? file.content : undefined;
}

/** The text of a reading without the line numbers that the host puts before each line. */
function plainLines(shown: string): string {
  return shown.replace(/^\s*\d+[→\t]/gm, '');
}

/** Old and new text of an edit, under each host's names for them. */
function pieces(input: Record<string, unknown>): { old: string; new: string; all: boolean }[] {
  const list = Array.isArray(input.edits) ? input.edits.filter(isRecord) : [input];
  return list.map((edit) => ({
    old: text(edit.old_string ?? edit.oldText ?? edit.oldString),
    new: text(edit.new_string ?? edit.newText ?? edit.newString),
    all: edit.replace_all === true || edit.replaceAll === true,
  }));
}

function editedFrom(input: Record<string, unknown>): string {
  return pieces(input)
    .map((piece) => piece.old)
    .join('\n');
}

function edited(before: string, input: Record<string, unknown>): string {
  return pieces(input).reduce((content, piece) => {
    if (piece.old === '') return piece.new;
    if (piece.all) return content.split(piece.old).join(piece.new);
    const at = content.indexOf(piece.old);
    return at < 0
      ? `${content}\n${piece.new}`
      : content.slice(0, at) + piece.new + content.slice(at + piece.old.length);
  }, before);
}
