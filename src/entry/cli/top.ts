import { knownWorkers } from '../../app/worker/records.ts';
import { Fault } from '../../core/errors.ts';
import { isOver } from '../../core/worker/launch.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { openTop } from './top-view.ts';
import { refuseInsideWorker, workerContext } from './worker-context.ts';

export const addTop: AddCommand = (program, bind) => {
  const command = program
    .command('top')
    .description('Show workers, sessions, tickets and requests live on the whole terminal');
  bind(command, top);
};

async function top(context: CliContext): Promise<Outcome> {
  if (!context.interactive) {
    throw new Fault('usage', 'The live view needs a terminal.', {
      hint: 'Without one: holdfast status, holdfast workers --plain, holdfast ticket list.',
    });
  }
  const workers = workerContext(context);
  refuseInsideWorker(context, workers, 'manage workers');
  const isAtWork = knownWorkers(workers).some(({ state }) => !isOver(state.status));
  return openTop(context, workers, isAtWork ? 'workers' : 'sessions');
}
