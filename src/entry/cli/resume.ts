import { readTicket } from '../../app/ticket/store.ts';
import { mayLaunch, mayResume } from '../../app/worker/launch.ts';
import { findWorker } from '../../app/worker/records.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { startSupervisor } from './start-worker.ts';
import { refuseInsideWorker, workerContext } from './worker-context.ts';
import { followWorkers } from './worker-follow.ts';
import { workflowDeps } from './workflow-context.ts';
import { reportWorker } from './workflow-workers.ts';

interface ResumeOptions {
  detach?: boolean;
  json?: boolean;
}

export const addResume: AddCommand = (program, bind) => {
  const command = program
    .command('resume')
    .description('Resume a worker that ended or was lost, in its session')
    .argument('<worker>', 'worker id or its beginning, or its ticket')
    .option('--detach', 'return immediately instead of following the output')
    .option('--json', 'print the result as JSON');
  bind<ResumeOptions>(command, resume);
};

async function resume(
  context: CliContext,
  options: ResumeOptions,
  [named = '']: string[],
): Promise<Outcome> {
  const workers = workerContext(context);
  refuseInsideWorker(context, workers, 'resume workers');
  const found = findWorker(workers, named);
  mayResume(found);
  const { worker, ticket, project, ticketId } = found.launch;
  const { ticket: now } = readTicket(workers, ticket);
  if (now.status === 'done') {
    return {
      text: `There is nothing to resume: ${ticketId} is done. To work on it again, reopen it: holdfast ticket reopen ${ticketId}`,
      data: { worker, ticket: ticketId, status: 'done' },
    };
  }
  mayLaunch(workers, project, ticket, now);
  await startSupervisor(context, worker);
  await reportWorker(context, workflowDeps(context), worker, false);
  const text = `${worker} resumes ${ticketId}.`;
  if (options.detach) return { text, data: { worker, ticket: ticketId } };
  if (!options.json) context.say(`${text}\n`);
  return followWorkers(context, workers, [worker], options.json === true);
}
