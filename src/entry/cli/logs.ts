import { findWorker, readWorker, workerFolder } from '../../app/worker/records.ts';
import { withoutControls } from '../../core/trust/untrusted.ts';
import { isOver } from '../../core/worker/launch.ts';
import { watchLines } from '../../platform/watch-lines.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { workerContext } from './worker-context.ts';
import { activityLine } from './worker-follow.ts';

interface LogOptions {
  follow?: boolean;
  raw?: boolean;
}

export const addLogs: AddCommand = (program, bind) => {
  const command = program
    .command('logs')
    .description('Show what a worker did')
    .argument('<worker>', 'worker id or its beginning, or its ticket')
    .option('-f, --follow', 'keep following until it ends')
    .option('--raw', "the client's own output lines, secrets redacted");
  bind<LogOptions>(command, logs);
};

async function logs(
  context: CliContext,
  options: LogOptions,
  [named = '']: string[],
): Promise<Outcome> {
  const workers = workerContext(context);
  const { worker } = findWorker(workers, named).launch;
  const name = options.raw ? 'stream.log' : 'activity.ndjson';
  const file = workers.disk.place(`${workerFolder(worker)}/${name}`);
  const onLine = (text: string): void =>
    context.say(`${options.raw ? withoutControls(text) : activityLine(text)}\n`);
  // What was put aside of it is older.
  await watchLines([{ path: `${file}.1`, onLine }], () => true);
  await watchLines([{ path: file, onLine }], () => {
    if (!options.follow) return true;
    const state = readWorker(workers, worker)?.state;
    return state === undefined || isOver(state.status) || state.status === 'lost';
  });
  return { text: '' };
}
