import { stopWorker } from '../../app/worker/control.ts';
import { findWorker } from '../../app/worker/records.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { controlOf, refuseInsideWorker, workerContext } from './worker-context.ts';

interface StopOptions {
  now?: boolean;
}

export const addStop: AddCommand = (program, bind) => {
  const command = program
    .command('stop')
    .description('Stop a worker and everything it started')
    .argument('<worker>', 'worker id or its beginning, or its ticket')
    .option('--now', 'kill it immediately')
    .option('--json', 'print the result as JSON');
  bind<StopOptions>(command, stop);
};

async function stop(
  context: CliContext,
  options: StopOptions,
  [named = '']: string[],
): Promise<Outcome> {
  const workers = workerContext(context);
  refuseInsideWorker(context, workers, 'stop workers');
  const found = findWorker(workers, named);
  const { launch, state } = await stopWorker(
    controlOf(context, workers),
    found,
    options.now === true,
  );
  return {
    text: `${launch.worker} is ${state.status}. ${state.reason}`,
    data: { worker: launch.worker, status: state.status, reason: state.reason },
  };
}
