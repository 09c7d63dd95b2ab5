import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { commitLine, gitRuns } from '../snapshot/git-words.ts';
import { type Family, type FoldContext, type KnownCall, succeeded } from './family.ts';
import { readGitStatus } from './git-status.ts';
import { limits } from './limits.ts';
import { isScratch, isUnder, resolvePath } from './paths.ts';
import { type FileEffect, fileEffects } from './shell-effects.ts';
import { dropRow, entriesOf, getRow, newTable, putRow, setRow, type Table } from './table.ts';

type Role = 'read' | 'modified' | 'created' | 'deleted';

interface FileRow {
  role: Role;
  /** `staged`: added to git's index since its last change. */
  git?: 'staged' | 'committed';
  detail?: string;
  /** What was last done to it was done in a turn that was taken back. */
  takenBack?: true;
  from: Provenance;
}

export interface Files {
  rows: Table<FileRow>;
  /** Edits and writes that succeeded. */
  edits: number;
  /** The same by the folder of the file. */
  folders: Table<{ edits: number }>;
}

/** Files by what really happened to them: only a call that succeeded counts, and reading is not changing. */
export const files: Family<Files> = {
  initial: () => ({ rows: newTable(), edits: 0, folders: newTable() }),

  step(state: Files, item: ConversationItem, context: FoldContext): void {
    const { call } = context;
    if (item.type !== 'result' || call === undefined) return;
    if (!succeeded(item)) {
      if (call.kind === 'shell' && item.result.outcome === 'failed') {
        afterFailure(state, call, item.result.text, context.from);
      }
      return;
    }
    if (context.takenBack) takenBack(state, context.from, () => take(state, item, call, context));
    else take(state, item, call, context);
  },

  facts: (state) =>
    entriesOf(state.rows).map(([path, row]): Fact => {
      const fact: Fact = { kind: `file.${row.role}`, value: path, from: row.from };
      if (row.git === 'committed') fact.state = 'committed';
      if (row.detail !== undefined) fact.detail = row.detail;
      if (row.takenBack) fact.takenBack = true;
      return fact;
    }),
};

function take(
  state: Files,
  item: ConversationItem & { type: 'result' },
  call: KnownCall,
  context: FoldContext,
): void {
  if (call.kind === 'edit' || call.kind === 'write') {
    const created = call.kind === 'write' && /\b[Cc]reated\b/.test(item.result.text.slice(0, 200));
    for (const path of call.paths)
      change(state, resolvePath(path, call.cwd), created, context.from);
    if (call.paths.length > 0) countEdit(state, resolvePath(call.paths[0]!, call.cwd));
  } else if (call.kind === 'read') {
    for (const path of call.paths) read(state, resolvePath(path, call.cwd), context.from);
  } else if (call.kind === 'shell' && call.command !== undefined) {
    shell(state, call, item.result.text, context.from);
  }
}

/** Marks what a turn did to files that was taken back. What it read was read by nobody; what git did stays done. */
function takenBack(state: Files, from: Provenance, work: () => void): void {
  const before = new Map(entriesOf(state.rows));
  const { edits } = state;
  const folders = { ...state.folders, rows: { ...state.folders.rows } };
  work();
  state.edits = edits;
  state.folders = folders;
  for (const [path, row] of entriesOf(state.rows)) {
    const old = before.get(path);
    before.delete(path);
    if (row === old) continue;
    if (row.role !== 'read') {
      if (row.from !== old?.from) setRow(state.rows, path, { ...row, takenBack: true });
    } else if (old === undefined) dropRow(state.rows, path);
    else setRow(state.rows, path, old);
  }
  // A file of this session that such a turn removed is not forgotten: it may be back.
  for (const [path, old] of before) {
    if (old.role === 'created') put(state, path, { role: 'deleted', takenBack: true, from });
  }
}

function countEdit(state: Files, path: string): void {
  state.edits += 1;
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const edits = (getRow(state.folders, folder)?.edits ?? 0) + 1;
  putRow(state.folders, folder, { edits }, limits.editedFolders);
}

function put(state: Files, path: string, row: FileRow): void {
  putRow(state.rows, path, row, limits.files);
}

function change(
  state: Files,
  path: string,
  created: boolean,
  from: Provenance,
  detail?: string,
): void {
  const old = getRow(state.rows, path);
  const isNew =
    old?.role === 'created' ? old.git !== 'committed' : created && old?.role !== 'deleted';
  const row: FileRow = { role: isNew ? 'created' : 'modified', from };
  put(state, path, detail === undefined ? row : { ...row, detail });
}

function read(state: Files, path: string, from: Provenance): void {
  const old = getRow(state.rows, path);
  if (old === undefined || old.role === 'read') put(state, path, { role: 'read', from });
}

function remove(state: Files, path: string, from: Provenance, recursive: boolean): void {
  let known = false;
  for (const [name, row] of entriesOf(state.rows)) {
    if (!isUnder(name, path)) continue;
    known = true;
    if (row.role === 'created' && row.git !== 'committed') dropRow(state.rows, name);
    else put(state, name, { role: 'deleted', from });
  }
  if (
    !known &&
    !(
      recursive &&
      /(?:^|\/)(?:node_modules|dist|build|out|target|coverage|\.[\w-]+|__pycache__|tmp)$/.test(path)
    )
  ) {
    put(state, path, { role: 'deleted', from });
  }
}

function shell(state: Files, call: KnownCall, output: string, from: Provenance): void {
  for (const effect of fileEffects(call.command as string, call.cwd))
    apply(state, effect, from, call.cwd);
  commit(state, call, output);
  takeStatus(state, call.command as string, output);
}

/** Git's own word on what is staged and what is changed counts more than what was seen of commands. */
function takeStatus(state: Files, command: string, output: string): void {
  for (const { path, staged } of readGitStatus(command, output)) {
    for (const [name, row] of entriesOf(state.rows)) {
      if (row.role === 'read' || (name !== path && !name.endsWith(`/${path}`))) continue;
      const { git: _, ...rest } = row;
      setRow(state.rows, name, staged ? { ...rest, git: 'staged' } : rest);
    }
  }
}

/**
 * Of a line that ended badly what came before the failure was done all the same: files added before a commit that
 * was refused, a commit before a push that was.
 */
function afterFailure(state: Files, call: KnownCall, output: string, from: Provenance): void {
  const command = call.command ?? '';
  if (!/\bgit\b/.test(command) || /\bfatal: /.test(output)) return;
  for (const effect of fileEffects(command, call.cwd)) {
    if (effect.type === 'stage') apply(state, effect, from, call.cwd);
  }
  commit(state, call, output);
}

/** What was added is committed when git itself says that a commit was made. */
function commit(state: Files, call: KnownCall, output: string): void {
  if (
    !gitRuns(call.command ?? '', /\bcommit\b/) ||
    !output.split('\n').some((line) => commitLine(line) !== undefined)
  )
    return;
  for (const [path, row] of entriesOf(state.rows)) {
    if (row.git === 'staged') setRow(state.rows, path, { ...row, git: 'committed' });
  }
}

function apply(state: Files, effect: FileEffect, from: Provenance, cwd: string | undefined): void {
  if (effect.path !== undefined && isScratch(effect.path, cwd)) return;
  if (effect.type === 'delete') remove(state, effect.path, from, effect.recursive);
  else if (effect.type === 'write') change(state, effect.path, false, from, 'by a shell command');
  else if (effect.type === 'read') read(state, effect.path, from);
  else if (effect.type === 'move') move(state, effect.path, effect.to, from, cwd);
  else if (effect.type === 'stage') stage(state, effect.path);
  else restore(state, effect.path);
}

function move(
  state: Files,
  path: string,
  to: string,
  from: Provenance,
  cwd: string | undefined,
): void {
  const old = getRow(state.rows, path);
  remove(state, path, from, false);
  if (isScratch(to, cwd)) return;
  const fresh = old?.role === 'created' && old.git !== 'committed';
  put(state, to, {
    role: 'created',
    detail: fresh ? 'by a shell command' : `moved from ${path}`,
    from,
  });
}

/** `path` absent: everything. */
function stage(state: Files, path: string | undefined): void {
  for (const [name, row] of entriesOf(state.rows)) {
    if (row.role === 'read' || row.git !== undefined) continue;
    if (path === undefined || isUnder(name, path))
      setRow(state.rows, name, { ...row, git: 'staged' });
  }
}

/** Changes that git took back are no changes any more. */
function restore(state: Files, path: string | undefined): void {
  for (const [name, row] of entriesOf(state.rows)) {
    if (row.git === 'committed' || (row.role !== 'modified' && row.role !== 'deleted')) continue;
    if (path === undefined || isUnder(name, path)) dropRow(state.rows, name);
  }
}

/** Adds the files that an older state has and this one has not, as changed in turns that were taken back. */
export function keepTakenBack(older: Files, state: Files): void {
  for (const [path, row] of entriesOf(older.rows)) {
    if (row.role === 'read' || getRow(state.rows, path)?.role === row.role) continue;
    put(state, path, { ...row, takenBack: true });
  }
}
