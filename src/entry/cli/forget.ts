import { findSession, forgetString } from '../../app/care/forget.ts';
import { dropSessions } from '../../app/care/prune.ts';
import { Fault } from '../../core/errors.ts';
import { careContext, counted } from './care.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { size } from './table.ts';

interface ForgetOptions {
  match?: string;
  dryRun?: boolean;
}

export const addForget: AddCommand = (program, bind) => {
  const command = program
    .command('forget')
    .description('Remove a session, or every trace of a string (a leaked secret), from all state')
    .argument('[session]', 'id of the session, or the beginning of it')
    .option('--match <string>', 'the string to take out everywhere')
    .option('--dry-run', 'say what would go and change nothing')
    .option('--json', 'print the result as JSON');
  bind<ForgetOptions>(command, forget);
};

function forget(context: CliContext, options: ForgetOptions, [session]: string[]): Outcome {
  if ((session === undefined) === (options.match === undefined)) {
    throw new Fault('usage', 'Name a session or give --match, one of the two.', {
      hint: 'holdfast forget SESSION, or holdfast forget --match STRING',
    });
  }
  return session === undefined
    ? forgetMatch(context, options.match ?? '', options.dryRun === true)
    : forgetSession(context, session, options.dryRun === true);
}

function forgetSession(context: CliContext, id: string, dryRun: boolean): Outcome {
  const care = careContext(context);
  const found = findSession(care, id);
  if (!dryRun) dropSessions(care, [found]);
  return {
    text: `${dryRun ? 'Would forget' : 'Forgot'} session ${found.name} of ${found.host}, ${size(found.bytes)}.`,
    data: { dryRun, session: found.name, host: found.host, bytes: found.bytes },
  };
}

/** The string itself is never printed: it may be a secret. */
function forgetMatch(context: CliContext, text: string, dryRun: boolean): Outcome {
  const traces = forgetString(careContext(context), text, dryRun);
  const count = traces.reduce((sum, trace) => sum + trace.count, 0);
  const data = { dryRun, count, files: traces };
  if (count === 0) return { text: 'It is nowhere in the state.', data };
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
    ].join('\n'),
    data,
  };
}
