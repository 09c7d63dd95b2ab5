import { baseName } from '../task/path.ts';
import type { WorkflowSource } from '../workflow/definition.ts';
import type { RunEntry } from '../workflow/run-entry.ts';
import { foldLines, parseRunLine, type RunFold } from '../workflow/run-lines.ts';
import type { RunState } from '../workflow/run-state.ts';

/** A longer log stays on its machine. */
export const mostRunLog = 4 * 1024 * 1024;

/** A run's log as it may leave the machine: without the machine's paths, and without what only this machine is told by. */
export function sharedRunLog(log: string): string {
  return mapped(log, (entry) => {
    if (entry.kind === 'moved') return undefined;
    if (entry.kind === 'delegated') return { ...entry, ticket: baseName(entry.ticket) };
    if (entry.kind !== 'started') return entry;
    const { file: _, ...rest } = entry;
    return { ...rest, project: '' };
  });
}

/** Where a run goes on. */
export interface CarriedTo {
  project: string;
  ticketFolder: string;
  source: WorkflowSource;
  file?: string;
}

/** A shared log as a run of this machine. */
export function carriedRunLog(
  log: string,
  { project, ticketFolder, source, file }: CarriedTo,
): string {
  return mapped(log, (entry) => {
    if (entry.kind === 'moved') return undefined;
    if (entry.kind === 'delegated')
      return { ...entry, ticket: `${ticketFolder}/${baseName(entry.ticket)}` };
    if (entry.kind !== 'started') return entry;
    return { ...entry, project, source, ...(file !== undefined && { file }) };
  });
}

/** The run that a shared log tells of; undefined where it tells of none, or of another than `id`. */
export function sharedRun(id: string, log: string): RunState | undefined {
  const fold: RunFold = { skipped: 0 };
  foldLines(fold, log);
  return fold.state?.run === id ? fold.state : undefined;
}

function mapped(log: string, change: (entry: RunEntry) => RunEntry | undefined): string {
  const lines = log.split('\n').flatMap((line) => {
    const entry = line === '' ? undefined : parseRunLine(line);
    const made = entry && change(entry);
    return made === undefined ? [] : [`${JSON.stringify(made)}\n`];
  });
  return lines.join('');
}
