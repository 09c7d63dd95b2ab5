import { readWorker, workerFolder } from '../../app/worker/records.ts';
import type { Activity } from '../../core/worker/launch.ts';
import { isOver } from '../../core/worker/launch.ts';
import { outputColumns } from '../../platform/terminal.ts';
import { watchLines } from '../../platform/watch-lines.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { clip } from './table.ts';
import type { WorkerContext } from './worker-context.ts';
import { endText } from './worker-text.ts';

/**
 * Shows what workers do until each has ended. Ctrl-C ends the showing, not the work. Its outcome is theirs: failed unless
 * every one is completed.
 */
export async function followWorkers(
  context: CliContext,
  workers: WorkerContext,
  ids: readonly string[],
  quiet: boolean,
): Promise<Outcome> {
  const several = ids.length > 1;
  const sources = ids.map((id) => ({
    path: workers.disk.place(`${workerFolder(id)}/activity.ndjson`),
    onLine: (text: string) => {
      if (!quiet) context.say(`${several ? `${id}  ` : ''}${activityLine(text)}\n`);
    },
  }));
  const open = () => ids.map((id) => readWorker(workers, id)).filter((each) => each !== undefined);
  const left = await watchLines(sources, () =>
    open().every(({ state }) => isOver(state.status) || state.status === 'lost'),
  );
  const ended = open();
  if (left === 'interrupted') {
    return {
      text: ended
        .map(
          ({ launch }) => `${launch.worker} goes on. Stop it with: holdfast stop ${launch.worker}`,
        )
        .join('\n'),
    };
  }
  return {
    text: ended.map(endText).join('\n'),
    failed: ended.some(({ state }) => state.status !== 'completed'),
    data: ended.map(({ launch, state }) => ({
      worker: launch.worker,
      ticket: launch.ticketId,
      status: state.status,
      reason: state.reason,
    })),
  };
}

/** One line of a worker's log for a person. */
export function activityLine(text: string): string {
  try {
    const { time, kind, text: what } = JSON.parse(text) as Activity;
    return onScreen(`${time.slice(11, 19)} UTC  ${kind.padEnd(10)}  ${what}`);
  } catch {
    return onScreen(text);
  }
}

/** One line of the terminal; where the output is none, all of it. */
function onScreen(line: string): string {
  const columns = outputColumns();
  return columns === undefined ? line : clip(line, columns);
}
