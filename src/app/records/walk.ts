import type { RecordStore } from '../../hosts/record-store.ts';
import type { RecordDisk } from './ports.ts';
import type { Problem } from './problem.ts';

/** Where to look, and for whose records. */
export interface Root {
  /** Absolute. */
  path: string;
  stores: readonly RecordStore[];
  /** True for a path that a person named: it must be there, and it is looked into whatever its name is. */
  named: boolean;
}

/** A file that may be a record by its name. */
export interface Candidate {
  path: string;
  stores: readonly RecordStore[];
  named: boolean;
  size: number;
  modifiedMs: number;
}

export type Met = { candidate: Candidate } | { problem: Problem };

/** Folders in which no host keeps records. */
const never = new Set(['node_modules', '.git']);

interface Walk {
  disk: RecordDisk;
  /** Real paths of the folders from which the walk sets out; what lies below one is met there, and not by a link. */
  from: string[];
  /** Real paths of files that a link led to. */
  linked: Set<string>;
}

/**
 * Every file below the roots that may be a record, once, in the order in which folders give their entries. Links are
 * followed where they lead to something that would not be met otherwise. Holds no more names than there are folders
 * above the one at hand.
 */
export function* walk(disk: RecordDisk, roots: readonly Root[]): Generator<Met> {
  const real = new Map(roots.map((root) => [root, disk.realPath(root.path)]));
  const state: Walk = { disk, from: [], linked: new Set() };
  const known: [Root, string][] = [];
  for (const root of roots) {
    const path = real.get(root);
    if (path !== undefined) known.push([root, path]);
    else if (disk.isCircle(root.path)) yield { problem: { path: root.path, kind: 'loop' } };
    else if (root.named) {
      const kind = disk.exists(root.path) ? 'dangling' : 'absent';
      yield { problem: { path: root.path, kind } };
    }
  }
  const wanted = known.filter(
    ([root, path], at) =>
      !known.some(
        ([other, above], index) =>
          index !== at && covers(above, path, index < at) && holdsAll(other, root),
      ),
  );
  state.from = wanted.map(([, path]) => path);
  for (const [root] of wanted) yield* start(state, root);
}

/** True when what lies at `path` is met from `above`. Of two roots that are one, the first counts. */
function covers(above: string, path: string, first: boolean): boolean {
  return above === path ? first : isBelow(path, above);
}

function holdsAll(other: Root, root: Root): boolean {
  return root.stores.every((store) => other.stores.includes(store));
}

function isBelow(path: string, folder: string): boolean {
  const start = /[\\/]$/.test(folder) ? folder : `${folder}${folder.includes('\\') ? '\\' : '/'}`;
  return path.startsWith(start);
}

/** True where a link leads to the folder that it lies in, or to one above. */
function isAbove(disk: RecordDisk, real: string, link: string): boolean {
  const folder = disk.realPath(link.replace(/[\\/][^\\/]*$/, ''));
  return folder !== undefined && (folder === real || isBelow(folder, real));
}

function* start(state: Walk, root: Root): Generator<Met> {
  const stat = state.disk.stat(root.path);
  if (stat === undefined) yield { problem: { path: root.path, kind: 'unreadable' } };
  else if (stat.kind === 'folder') yield* folder(state, root.path, root.stores);
  else if (stat.kind === 'other') yield { problem: { path: root.path, kind: 'special' } };
  else {
    const { size, modifiedMs } = stat;
    const { path, stores, named } = root;
    yield { candidate: { path, stores, named, size, modifiedMs } };
  }
}

function* folder(state: Walk, path: string, stores: readonly RecordStore[]): Generator<Met> {
  const entries = state.disk.entries(path);
  for (;;) {
    const next = entries.next();
    if (next.done) {
      if (next.value !== undefined) yield { problem: { path, kind: next.value } };
      return;
    }
    const entry = next.value;
    const place = /[\\/]$/.test(path) ? `${path}${entry.name}` : `${path}/${entry.name}`;
    if (entry.kind === 'folder') yield* below(state, place, entry.name, stores);
    else if (entry.kind === 'link') yield* link(state, place, entry.name, stores);
    else yield* file(state, place, stores);
  }
}

function* below(
  state: Walk,
  path: string,
  name: string,
  stores: readonly RecordStore[],
): Generator<Met> {
  if (never.has(name)) return;
  const wanted = stores.filter((store) => store.passesBy?.(path) !== true);
  if (wanted.length > 0) yield* folder(state, path, wanted);
}

function* link(
  state: Walk,
  path: string,
  name: string,
  stores: readonly RecordStore[],
): Generator<Met> {
  const real = state.disk.realPath(path);
  const stat = real === undefined ? undefined : state.disk.stat(real);
  const isWanted = stores.some((store) => store.mayBe(path));
  if (real === undefined || stat === undefined) {
    if (state.disk.isCircle(path)) yield { problem: { path, kind: 'loop' } };
    else if (isWanted) yield { problem: { path, kind: 'dangling' } };
    return;
  }
  if (stat.kind === 'folder') {
    // What lies below a folder that is walked is met there.
    if (state.from.some((from) => from === real || isBelow(from, real))) {
      yield { problem: { path, kind: 'loop' } };
      return;
    }
    if (isAbove(state.disk, real, path)) {
      yield { problem: { path, kind: 'loop' } };
      return;
    }
    if (state.from.some((from) => isBelow(real, from))) return;
    state.from.push(real);
    yield* below(state, path, name, stores);
    return;
  }
  if (!isWanted || state.linked.has(real)) return;
  if (state.from.some((from) => isBelow(real, from))) return;
  state.linked.add(real);
  yield* file(state, path, stores);
}

function* file(state: Walk, path: string, stores: readonly RecordStore[]): Generator<Met> {
  const wanted = stores.filter((store) => store.mayBe(path));
  if (wanted.length === 0) return;
  const stat = state.disk.stat(path);
  if (stat === undefined) yield { problem: { path, kind: 'gone' } };
  else if (stat.kind !== 'file') yield { problem: { path, kind: 'special' } };
  else {
    const { size, modifiedMs } = stat;
    yield { candidate: { path, stores: wanted, named: false, size, modifiedMs } };
  }
}
