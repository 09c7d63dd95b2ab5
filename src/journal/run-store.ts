import { join } from 'node:path';
import type { RunStore, StoredRun } from '../app/workflow/ports.ts';
import { Fault } from '../core/errors.ts';
import { redactDeep } from '../core/trust/redact.ts';
import type { RunEntry, RunEntryOf } from '../core/workflow/run-entry.ts';
import { foldLines, parseRunLine, type RunFold } from '../core/workflow/run-lines.ts';
import { copyRun, type RunState } from '../core/workflow/run-state.ts';
import { appendLines } from '../platform/append-line.ts';
import { openLines } from '../platform/line-blocks.ts';
import { randomBytes } from '../platform/random.ts';
import { signWithKeyFile } from '../platform/signing-key.ts';
import { namesIn, readSmall, replaceSmall, sizeAndTime } from '../platform/small-files.ts';
import { systemFault } from '../platform/system-fault.ts';
import { readCheckpoint, writeCheckpoint } from './checkpoint.ts';

/** Goes up with every change of what a run's state holds: an older checkpoint is made anew. */
const runStateVersion = 2;

/** So many bytes behind the checkpoint are folded anew each time; more are worth another one. */
const worthKeeping = 16 * 1024;

/** The runs of workflows on disk: a folder each, with a log that is only ever added to. */
export function openRunStore(options: {
  stateFolder: string;
  /** A person's own patterns of secrets; asked for when something is written that may hold one. */
  redact(): readonly RegExp[];
  /** Runs alone among our processes that name the same text. */
  exclusively<T>(name: string, work: () => T): T;
}): RunStore {
  const folder = join(options.stateFolder, 'workflows');
  const logOf = (run: string) => join(folder, run, 'log.ndjson');
  let last: { run: string; size: number | undefined; stored: StoredRun | undefined } | undefined;
  return {
    list: () =>
      namesIn(folder)
        .flatMap((run) => {
          const found = isRunId(run) ? sizeAndTime(logOf(run)) : undefined;
          return found ? [{ run, time: found.modifiedMs }] : [];
        })
        .sort((a, b) => b.time - a.time || (a.run < b.run ? -1 : 1))
        .map(({ run }) => run),
    load(run) {
      if (!isRunId(run)) return undefined;
      // A command looks several times, and mostly nobody wrote between.
      const size = sizeAndTime(logOf(run))?.size;
      if (last === undefined || last.run !== run || last.size !== size) {
        last = { run, size, stored: loadRun(join(folder, run), logOf(run)) };
      }
      const { stored } = last;
      return stored && { ...stored, state: copyRun(stored.state) };
    },
    append(run, entries) {
      const lines = entries.map((entry) => JSON.stringify(withoutSecrets(entry, options.redact)));
      try {
        appendLines(logOf(run), lines);
      } catch (error) {
        throw systemFault('unwritable', 'written', logOf(run), error);
      }
    },
    log: (run) => (isRunId(run) ? readSmall(logOf(run)) : undefined),
    adopt(run, log) {
      const path = logOf(run);
      const refused = () =>
        new Fault('unwritable', `${path} cannot be written.`, {
          hint: 'Make its folder writable, or free space on its disk.',
        });
      if (!isRunId(run)) throw refused();
      const before = readSmall(path);
      const kept = join(folder, run, `log-${randomBytes(4)}.kept`);
      if (before !== undefined && !replaceSmall(kept, before)) throw refused();
      if (!replaceSmall(path, log)) throw refused();
      last = undefined;
    },
    advancedTo: (run, state) => findAdvanced(readSmall(logOf(run)) ?? '', state),
    exclusively: (run, work) => options.exclusively(`workflow ${run}`, work),
    sign: signWithKeyFile(join(folder, 'key')),
    newId() {
      for (;;) {
        const id = randomBytes(4);
        if (sizeAndTime(join(folder, id)) === undefined) return id;
      }
    },
  };
}

/** What a person or an agent gave; the rest of such an entry is made of the run, which holds no secret. */
function withoutSecrets(entry: RunEntry, redact: () => readonly RegExp[]): RunEntry {
  if (entry.kind === 'asked') return entry;
  if (entry.kind !== 'advanced') return redactDeep(entry, redact());
  if (entry.note === undefined && entry.outputs === undefined) return entry;
  const { note, outputs } = redactDeep({ note: entry.note, outputs: entry.outputs }, redact());
  return {
    ...entry,
    ...(note !== undefined && { note }),
    ...(outputs !== undefined && { outputs }),
  };
}

function isRunId(name: string): boolean {
  return /^[a-z0-9-]{4,40}$/.test(name);
}

/** The log from its checkpoint on. */
function loadRun(folder: string, path: string): StoredRun | undefined {
  const lines = openLines(path);
  if (lines === undefined) return undefined;
  try {
    const kept = readCheckpoint(folder, lines, runStateVersion);
    const fold: RunFold = { skipped: kept?.skipped ?? 0 };
    if (kept) fold.state = JSON.parse(kept.state) as RunState;
    const from = kept?.offset ?? 0;
    const end = lines.blocks(from, (text) => foldLines(fold, text));
    if (fold.state && end - from > worthKeeping) {
      const state = JSON.stringify(fold.state);
      writeCheckpoint(
        folder,
        lines,
        { offset: end, skipped: fold.skipped, state },
        runStateVersion,
      );
    }
    // A line whose end was not written is whole all the same, and will count once the next one closes it. What others wrote
    // since the log was opened may have been read as well.
    const rest = lines.text(end, Math.max(0, lines.size - end));
    if (parseRunLine(rest) !== undefined) foldLines(fold, rest);
    return fold.state && { state: fold.state, skipped: fold.skipped };
  } finally {
    lines.close();
  }
}

function findAdvanced(text: string, state: number): RunEntryOf<'advanced'> | undefined {
  const mark = `"to":${state},`;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    const start = text.lastIndexOf('\n', at) + 1;
    const end = text.indexOf('\n', at);
    const entry: RunEntry | undefined = parseRunLine(text.slice(start, end < 0 ? undefined : end));
    if (entry?.kind === 'advanced' && entry.to === state) return entry;
  }
  return undefined;
}
