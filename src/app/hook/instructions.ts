import type { MissingInstructions } from '../../core/brief/instructions.ts';
import { globTest } from '../../core/ledger/glob.ts';
import { instructionHash, type SentInstructions } from '../../core/snapshot/instructions.ts';
import { baseName, isInside, parentOf } from '../../core/task/path.ts';
import { taskPlaces } from '../../core/task/places.ts';
import { withoutTail } from '../../core/text/ends.ts';
import { once } from '../../core/trust/once.ts';
import type { BriefSource } from './brief.ts';
import type { HookContext } from './context.ts';

const largest = 256 * 1024;
const most = 20;
/** Names of instruction files that more than one client knows. */
const commonNames = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'];

/** Instruction and memory files that the model may not have as they are; `required`: those that hold where the task lies. */
export function missingInstructions(
  context: HookContext,
  source: BriefSource,
  armedAt: string | undefined,
): { files: MissingInstructions[]; required: string[] } {
  const sent = sentOrRead(context, source);
  const files: MissingInstructions[] = [];
  const required: string[] = [];
  const worked = once(() => workedPlaces(context, source));
  for (const one of sent) {
    const text = context.files.readText(one.path, largest);
    if (text === undefined) continue;
    // What came since the compaction is in the context.
    const isThere = armedAt !== undefined && one.time !== undefined && one.time > armedAt;
    if (one.nested && !isThere) {
      files.push({ path: one.path, why: 'gone', ...(one.globs ? { globs: one.globs } : {}) });
      if (!source.tasks.none && holdsFor(worked(), context, one)) required.push(one.path);
    } else if (isChanged(context, one, text)) {
      files.push({ path: one.path, why: 'changed' });
    }
  }
  const known = new Set(sent.map(({ path }) => path));
  const told = source.snapshot.summary.instructions ?? [];
  files.push(
    ...(told.length > 0 ? [] : changedByTime(context, known)),
    ...usedMemory(context, source, known),
  );
  return { files: files.slice(0, most), required: required.slice(0, 5) };
}

/** What the host sent, and instruction files of folders that the agent read itself: neither comes again with the session. */
function sentOrRead(
  { host, tasks }: HookContext,
  { snapshot: { facts, summary } }: BriefSource,
): SentInstructions[] {
  const sent = summary.instructions ?? [];
  const { project } = tasks;
  if (project === undefined) return sent;
  const names = new Set([...commonNames, ...host.capabilities.instructionFiles]);
  const read = facts.filter(
    ({ kind, value }) =>
      kind === 'file.read' &&
      names.has(baseName(value)) &&
      parentOf(value) !== project &&
      isInside(value, project) &&
      !sent.some(({ path }) => path === value),
  );
  return [
    ...sent,
    ...read.map(({ value, from }): SentInstructions => {
      const time = from.time === undefined ? {} : { time: from.time };
      return { path: value, hash: '', nested: true, ...time };
    }),
  ];
}

/** The text differs, and the file was written since: a host may leave out parts of a text when it sends it. */
function isChanged({ files }: HookContext, { path, hash, time }: SentInstructions, text: string) {
  if (instructionHash(text) === hash || time === undefined) return false;
  return (files.stat(path)?.modifiedMs ?? 0) > Date.parse(time);
}

/** Where no record tells what was sent: files of the usual names that were written since the session began. */
function changedByTime(
  { host, agent, tasks, files }: HookContext,
  known: ReadonlySet<string>,
): MissingInstructions[] {
  const began = agent.sources[0]?.at;
  if (began === undefined || tasks.project === undefined) return [];
  return host.capabilities.instructionFiles
    .map((name) => `${tasks.project}/${name}`)
    .filter((path) => !known.has(path) && (files.stat(path)?.modifiedMs ?? 0) > Date.parse(began))
    .map((path) => ({ path, why: 'changed' as const }));
}

/** Files of the host's own memory that the session read or wrote; what lists them is sent again by the host. */
function usedMemory(
  { host, event, files }: HookContext,
  { snapshot }: BriefSource,
  known: ReadonlySet<string>,
): MissingInstructions[] {
  const folder = host.memoryFolder?.(event.transcriptPath);
  if (folder === undefined) return [];
  const paths = snapshot.facts
    .filter(
      ({ kind, takenBack }) => kind.startsWith('file.') && kind !== 'file.deleted' && !takenBack,
    )
    .map(({ value }) => value);
  return [...new Set(paths)]
    .filter((path) => isInside(path, folder) && !known.has(path) && files.stat(path) !== undefined)
    .map((path) => ({ path, why: 'memory' as const }));
}

/** Files that the session changed, and what its task is about, in one form of letters. */
function workedPlaces({ tasks, files }: HookContext, { snapshot, tasks: found }: BriefSource) {
  const changed = snapshot.facts
    .filter(
      ({ kind, takenBack }) => (kind === 'file.created' || kind === 'file.modified') && !takenBack,
    )
    .map(({ value }) => value);
  // A plan may write the letters of a name in another form than the disk does.
  const exists = (path: string) =>
    [path, path.normalize('NFC'), path.normalize('NFD')].some(
      (one) => files.stat(one) !== undefined,
    );
  const task = found.none
    ? []
    : taskPlaces(found.task, tasks.project ?? parentOf(found.task.path), exists);
  return [...changed, ...task].map((place) => place.normalize('NFC'));
}

/** True where one of the places lies where such instructions hold. */
function holdsFor(
  worked: readonly string[],
  { tasks: { project } }: HookContext,
  { path, globs }: SentInstructions,
): boolean {
  if (globs !== undefined) {
    if (project === undefined) return false;
    const wide = globs.flatMap((glob) => [glob, `${withoutTail(glob, /\//)}/**`]);
    const fits = globTest(
      wide.map((glob) => glob.normalize('NFC')),
      project.normalize('NFC'),
    );
    return worked.some(fits);
  }
  const own = path.normalize('NFC');
  const folder = baseName(parentOf(own)) === '.claude' ? parentOf(parentOf(own)) : parentOf(own);
  return worked.some((one) => one !== own && isInside(one, folder));
}
