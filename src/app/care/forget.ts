import { Fault } from '../../core/errors.ts';
import { passagesFile } from '../at-hand/ports.ts';
import { refuseEmptyId } from '../sessions/session-id.ts';
import { replaceBytes, spellings } from './forget-bytes.ts';
import type { CareContext } from './prune.ts';
import { filesBelow, type SessionOnDisk, sessionsOnDisk } from './sessions.ts';

/** What is forgotten does not come back, so fewer characters of an id are no choice. */
export const shortestPrefix = 4;

/** The session that an id, or the beginning of one, names. Throws a Fault when that is none or several. */
export function findSession(context: CareContext, id: string): SessionOnDisk {
  refuseEmptyId(id);
  const all = sessionsOnDisk(context.disk, context.paths.sessions);
  const exact = all.filter((session) => session.name === id);
  if (exact.length === 0 && [...id].length < shortestPrefix) {
    throw new Fault('usage', `"${id}" is too short to identify a session.`, {
      hint: `Give at least ${shortestPrefix} characters of the id.`,
    });
  }
  const found = exact.length > 0 ? exact : all.filter((session) => session.name.startsWith(id));
  const [only, second] = found;
  if (only && second === undefined) return only;
  if (only === undefined) {
    throw new Fault('not-found', `No session "${id}" has state here.`, {
      hint: `Sessions with state are in ${context.paths.sessions}.`,
    });
  }
  throw new Fault('usage', `"${id}" matches ${found.length} sessions.`, {
    hint: `Give more of the id: ${found.map((session) => session.name).join(', ')}.`,
  });
}

/** A file in which a string was found. */
export interface Trace {
  path: string;
  count: number;
  /** `replaced` where it stood, or the file `removed`, since it is derived and is made again. */
  outcome: 'replaced' | 'removed';
}

/** Shorter strings stand everywhere; taking them out would destroy the state. */
export const shortestMatch = 4;

/**
 * Takes a string out of all state: in every file, in each spelling that JSON gives it, `[forgotten]` stands in
 * its place. Launcher and bundle are programs and are left alone. With `dryRun` it only counts.
 */
export function forgetString(context: CareContext, text: string, dryRun: boolean): Trace[] {
  if ([...text].length < shortestMatch) {
    throw new Fault('usage', `"--match" needs at least ${shortestMatch} characters.`, {
      hint: 'Give more of the string; a short string would match text that must stay.',
    });
  }
  const wanted = spellings(text);
  return filesBelow(context.disk, context.paths.home)
    .filter((path) => !isProgram(context, path))
    .flatMap((path): Trace[] => {
      const found = forgetInFile(context, path, wanted, dryRun);
      return found === undefined ? [] : [found];
    });
}

function forgetInFile(
  context: CareContext,
  path: string,
  wanted: string[],
  dryRun: boolean,
): Trace | undefined {
  const derived = isDerived(path);
  for (;;) {
    const before = context.disk.readBytes(path);
    if (before === undefined) return undefined;
    const { bytes, count } = replaceBytes(before, wanted, !derived && /json$/.test(path));
    if (count === 0) return undefined;
    const outcome = derived ? 'removed' : 'replaced';
    if (dryRun) return { path, count, outcome };
    if (derived) context.disk.remove(path);
    else {
      // A hook may have appended in the meantime: then the file is read anew.
      if (context.disk.stat(path)?.size !== before.length) continue;
      context.disk.write(path, bytes);
    }
    return { path, count, outcome };
  }
}

/** What is made again from the clients' records. */
function isDerived(path: string): boolean {
  const names = [`/${passagesFile}`, '/page/sessions.json'];
  return /\/index\.db(-\w+)?$/.test(path) || names.some((name) => path.endsWith(name));
}

function isProgram(context: CareContext, path: string): boolean {
  return ['bin', 'runtime'].some((name) => path.startsWith(`${context.paths.home}/${name}/`));
}
