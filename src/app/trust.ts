import { isInside } from '../core/task/path.ts';
import type { ProjectSwitch } from './config/project-switches.ts';
import type { Disk } from './install/disk.ts';
import { digest } from './install/text.ts';
import type { Clock, Files } from './ports.ts';
import { type Trusted, type TrustRecord, trustedIn } from './trust-record.ts';

/** A file of a project that takes effect only when a person trusts it. */
export interface TrustItem {
  /** Relative to the project. */
  path: string;
  /** What is trusted: the file's text. */
  text: string;
  hash: string;
  state: 'trusted' | 'changed' | 'new';
  /** Whatever it says later is trusted as well. */
  edits?: true;
}

/** The project's configuration file, relative to the project. */
export const projectConfigPath = '.holdfast/config.json';

/** The project's form of a summary, relative to the project. */
export const handoffPath = '.holdfast/handoff.md';

/** The project's headings of a session's memory, relative to the project. */
export const memoryTemplatePath = '.holdfast/session-memory.md';

/** Forms that are words to the agent and can start nothing: a person may trust their later edits as well. */
export const editablePaths: readonly string[] = [handoffPath, memoryTemplatePath];

/** Everything under a project's `.holdfast/` that wants trust, and how it stands. Sorted by path. */
export function trustList(files: Files, trustFolder: string, project: string): TrustItem[] {
  const trusted = trustedOf(files, trustFolder, project);
  return candidates(files, project).flatMap((path): TrustItem[] => {
    const text = textInside(files, project, path);
    return text === undefined ? [] : [itemOf(path, text, trusted)];
  });
}

/**
 * The switches that settings files of hosts in a project set, and how they stand. They take effect in any case, since
 * it is the host that passes them on; trust only says that a person knows. Of the file only the switches count.
 */
export function switchList(
  files: Files,
  trustFolder: string,
  project: string,
  switches: readonly ProjectSwitch[],
): TrustItem[] {
  if (switches.length === 0) return [];
  const trusted = trustedOf(files, trustFolder, project);
  return switches.map(({ file, set }) => {
    const path = file.startsWith(`${project}/`) ? file.slice(project.length + 1) : file;
    return itemOf(`${path}#env`, JSON.stringify(Object.fromEntries(set), null, 2), trusted);
  });
}

/** Something of a project that takes effect only when a person trusts it, and how it stands. */
export function trustItem(
  files: Files,
  trustFolder: string,
  project: string,
  path: string,
  text: string,
): TrustItem {
  return itemOf(path, text, trustedOf(files, trustFolder, project));
}

/** The hash under which something of a project is trusted; undefined where it is not. */
export function trustedHash(
  files: Files,
  trustFolder: string,
  project: string,
  path: string,
): string | undefined {
  return trustedOf(files, trustFolder, project).files[path];
}

/** The text of a project's file. One that a link leads out of the project to is none of the project's, and is not shown. */
function textInside(files: Files, project: string, path: string): string | undefined {
  const text = files.readText(`${project}/${path}`);
  if (text === undefined) return undefined;
  const real = files.realPath(`${project}/${path}`);
  const top = files.realPath(project);
  return real !== undefined && top !== undefined && isInside(real, top) ? text : undefined;
}

function itemOf(path: string, text: string, trusted: Trusted): TrustItem {
  const hash = digest(text);
  if (withEdits(path, trusted)) return { path, text, hash, state: 'trusted', edits: true };
  const known = trusted.files[path];
  const state = known === undefined ? 'new' : known === hash ? 'trusted' : 'changed';
  return { path, text, hash, state };
}

/** True for a form whose edits a person trusts, whatever a record says of other files. */
function withEdits(path: string, { edits = [] }: Trusted): boolean {
  return editablePaths.includes(path) && edits.includes(path);
}

/** The text of a project's file if a person trusts it as it is, or trusts its edits; else how it stands, or that it is absent. */
export function trustedText(
  files: Files,
  trustFolder: string,
  project: string,
  path: string,
): { state: 'absent' | 'new' | 'changed' } | { state: 'trusted'; text: string } {
  const text = textInside(files, project, path);
  if (text === undefined) return { state: 'absent' };
  const trusted = trustedOf(files, trustFolder, project);
  if (withEdits(path, trusted)) return { state: 'trusted', text };
  const known = trusted.files[path];
  if (known === undefined) return { state: 'new' };
  return known === digest(text) ? { state: 'trusted', text } : { state: 'changed' };
}

/**
 * Records items as trusted, as they were when they were listed and shown: a file that changed since then is not. What
 * else was trusted in the project stays so. `edits`: the forms whose later edits are trusted from now on; absent: as before.
 */
export function recordTrust(
  machine: { disk: Disk; clock: Clock },
  trustFolder: string,
  project: string,
  items: readonly TrustItem[] = trustList(machine.disk, trustFolder, project),
  edits?: readonly string[],
): void {
  const before = trustedOf(machine.disk, trustFolder, project);
  const now = Object.fromEntries(items.map((item) => [item.path, item.hash]));
  const record: TrustRecord = {
    version: 1,
    project,
    time: machine.clock.now().toISOString(),
    files: { ...before.files, ...now },
    edits: [...(edits ?? before.edits ?? [])],
  };
  machine.disk.makeFolder(trustFolder, 0o700);
  machine.disk.write(
    trustPath(trustFolder, project),
    `${JSON.stringify(record, null, 2)}\n`,
    0o600,
  );
}

function trustedOf(files: Files, trustFolder: string, project: string): Trusted {
  const text = files.readText(trustPath(trustFolder, project));
  return text === undefined ? { files: {} } : trustedIn(text, project);
}

function trustPath(trustFolder: string, project: string): string {
  return `${trustFolder}/${digest(project).slice(0, 32)}.json`;
}

function candidates(files: Files, project: string): string[] {
  const workflows = '.holdfast/workflows';
  return [
    projectConfigPath,
    handoffPath,
    memoryTemplatePath,
    ...files.list(`${project}/${workflows}`).map((name) => `${workflows}/${name}`),
  ];
}
