import { findSession, forgetString } from '../../app/care/forget.ts';
import { type CareContext, dropSessions } from '../../app/care/prune.ts';
import type { SessionOnDisk } from '../../app/care/sessions.ts';
import { Fault } from '../../core/errors.ts';
import { careContext, counted } from './care.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { forgetIndexed, forgetInRecords, indexedSessions, onlyIndexed } from './forget-index.ts';
import { size } from './table.ts';

interface ForgetOptions {
  match?: string;
  dryRun?: boolean;
  yes?: boolean;
}

export const addForget: AddCommand = (program, bind) => {
  const command = program
    .command('forget')
    .description('Delete a session, or every trace of a leaked secret, from all state')
    .argument('[session]', 'session id or its beginning')
    .option('--match <string>', 'the string to delete everywhere')
    .option('--dry-run', 'show what would be deleted, change nothing')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print the result as JSON');
  bind<ForgetOptions>(command, forget);
};

async function forget(
  context: CliContext,
  options: ForgetOptions,
  [session]: string[],
): Promise<Outcome> {
  if ((session === undefined) === (options.match === undefined)) {
    throw new Fault('usage', 'Give either a session or --match.', {
      hint: 'holdfast forget SESSION, or holdfast forget --match STRING',
    });
  }
  const now = (dryRun: boolean): Outcome =>
    session === undefined
      ? forgetMatch(context, options.match ?? '', dryRun)
      : forgetSession(context, session, dryRun);
  if (options.dryRun === true) return now(true);
  if (options.yes !== true) {
    // What is not there needs no question, and is told as ever.
    const found = now(true);
    if (isNothing(found)) return now(false);
    if (!context.interactive) {
      throw new Fault('refused', 'No terminal to ask for confirmation.', {
        hint: 'Add --yes to go ahead, or --dry-run to see what would be deleted.',
      });
    }
    context.say(`${found.text}\n`);
    if (!(await context.ask('This cannot be undone. Go ahead?')))
      return { text: 'Nothing was deleted.', failed: true };
  }
  return now(false);
}

function isNothing({ data }: Outcome): boolean {
  const { count, inRecords } = (data ?? {}) as { count?: number; inRecords?: number };
  return count === 0 && inRecords === 0;
}

function forgetSession(context: CliContext, id: string, dryRun: boolean): Outcome {
  const care = careContext(context);
  const stored = storedSession(care, id);
  const indexed = indexedSessions(context, stored ?? id);
  const found = stored ?? onlyIndexed(indexed, id);
  if (!dryRun) {
    if (stored !== undefined) dropSessions(care, [stored]);
    forgetIndexed(context, indexed);
  }
  const verb = dryRun ? 'Would forget' : 'Forgot';
  const bytes = stored?.bytes ?? 0;
  return {
    text: [
      `${verb} session ${found.name} of ${found.host}${stored ? `, ${size(bytes)}` : ''}.`,
      ...(indexed.length > 0 ? [indexNote] : []),
    ].join('\n'),
    data: { dryRun, session: found.name, host: found.host, bytes, indexed: indexed.length > 0 },
  };
}

const indexNote =
  'The next search indexes again without it. The client’s own transcript is not changed.';

/** Undefined where it has no state; a session may still be in the index. */
function storedSession(care: CareContext, id: string): SessionOnDisk | undefined {
  try {
    return findSession(care, id);
  } catch (error) {
    if (error instanceof Fault && error.code === 'not-found') return undefined;
    throw error;
  }
}

/** The string itself is never printed: it may be a secret. */
function forgetMatch(context: CliContext, text: string, dryRun: boolean): Outcome {
  // The files first: what is taken out of the search for good takes its index away whole.
  const traces = forgetString(careContext(context), text, dryRun);
  const inRecords = forgetInRecords(context, text, dryRun);
  const count = traces.reduce((sum, trace) => sum + trace.count, 0);
  const data = { dryRun, count, files: traces, inRecords };
  const found = counted(inRecords, 'place');
  const note =
    inRecords === 0
      ? []
      : [
          `${found} of the clients' own transcripts ${inRecords === 1 ? 'holds' : 'hold'} it. Those stay as they are; the search ${dryRun ? 'would pass' : 'passes'} over what is there now.`,
        ];
  if (count === 0) return { text: ['It is nowhere in the state.', ...note].join('\n'), data };
  const lines = traces.map(
    ({ path, count: each, outcome }) =>
      `${path}: ${each}${outcome === 'removed' ? ' (derived, the file goes whole)' : ''}`,
  );
  const verb = dryRun ? 'Would take out' : 'Took out';
  return {
    text: [
      ...lines,
      '',
      `${verb} ${counted(count, 'trace')} in ${counted(traces.length, 'file')}.`,
      ...note,
    ].join('\n'),
    data,
  };
}
