import { fingerprint } from '../../core/hash.ts';
import { baseName } from '../../core/task/path.ts';

/** Small texts under the state folder, by name. Names are relative, with forward slashes. */
export interface StateStore {
  /** Undefined when there is none or it cannot be read. */
  read(name: string): string | undefined;
  /** Replaces the whole text at once. Throws a fault of code `unwritable` when it cannot. */
  write(name: string, text: string): void;
  /** Nothing when there is none. Throws a fault of code `unwritable` when it cannot. */
  remove(name: string): void;
}

/** What a person set as a project's task. */
export interface SetTask {
  path: string;
  /** ISO time. */
  when: string;
  /** Who set it: `person`, or the launch record's name. */
  by: string;
}

/** What was found in the store: a record, none, or a sentence about what is wrong with it. */
export type Stored<T> = { record?: T; problem?: string };

/** `root` is the real path of the project's top folder; either Unicode form reaches the same record. */
export function readSetTask(store: StateStore, root: string): Stored<SetTask> {
  const stored = readRecord(store, nameOf('set', root), root);
  const { path, when, by } = stored.record ?? {};
  if (typeof path !== 'string' || path === '') return { problem: stored.problem };
  return { record: { path, when: textOf(when), by: textOf(by) } };
}

export function writeSetTask(store: StateStore, root: string, task: SetTask): void {
  writeRecord(store, nameOf('set', root), { root, ...task });
}

export function clearSetTask(store: StateStore, root: string): void {
  store.remove(nameOf('set', root));
}

/** The task that a session was last known to have, written when a compaction is near. */
export interface LastKnownTask {
  path: string;
  when: string;
  /** The session's key; no other session is given the record. */
  session: string;
  confidence: string;
  method: string;
  /** The evidence as a person can read it. */
  evidence?: string;
}

export function writeLastKnown(store: StateStore, root: string, task: LastKnownTask): void {
  writeRecord(store, nameOf('last', root, task.session), { root, ...task });
}

/**
 * The record of a session. Records lie by project and session, so neither a later session nor another one in
 * the same folder ever sees it.
 */
export function readLastKnown(
  store: StateStore,
  root: string,
  session: string,
): Stored<LastKnownTask> {
  if (session === '') return {};
  const stored = readRecord(store, nameOf('last', root, session), root);
  const { path, when, confidence, method, evidence, session: owner } = stored.record ?? {};
  if (typeof path !== 'string' || path === '' || owner !== session)
    return { problem: stored.problem };
  return {
    record: {
      path,
      when: textOf(when),
      session,
      confidence: textOf(confidence),
      method: textOf(method),
      evidence: typeof evidence === 'string' ? evidence : undefined,
    },
  };
}

/** Ends the record of a session, once a recovery was based on it. */
export function clearLastKnown(store: StateStore, root: string, session: string): void {
  store.remove(nameOf('last', root, session));
}

function nameOf(kind: 'set' | 'last', root: string, session = ''): string {
  const form = root.normalize('NFC');
  const readable = `p-${baseName(form)}`.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 40);
  const key = `${readable}-${fingerprint(form)}`;
  return kind === 'set' ? `tasks/${key}.json` : `tasks/${key}.last-${fingerprint(session)}.json`;
}

function readRecord(
  store: StateStore,
  name: string,
  root: string,
): Stored<Record<string, unknown>> {
  const text = store.read(name);
  if (text === undefined) return {};
  const problem = `The task record ${name} in the state folder is damaged; set the task again.`;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { problem };
    const record = value as Record<string, unknown>;
    const owner = typeof record.root === 'string' ? record.root.normalize('NFC') : '';
    if (owner !== root.normalize('NFC')) return {};
    return typeof record.path === 'string' && record.path !== '' ? { record } : { problem };
  } catch {
    return { problem };
  }
}

function writeRecord(store: StateStore, name: string, record: object): void {
  store.write(name, `${JSON.stringify(record, null, 2)}\n`);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
