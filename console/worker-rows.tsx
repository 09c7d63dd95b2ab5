import { read } from './api.ts';
import { useLive } from './live.ts';
import { link } from './route.ts';
import { Problem, State, useData } from './ui.tsx';

export interface WorkerRow {
  worker: string;
  ticket: string;
  path: string;
  host: string;
  model: string | null;
  status: string;
  reason: string;
  alive: boolean;
  folder: string;
  branch: string | null;
  permission: string;
  sessions: string[];
  launched: string;
  began: string | null;
  ended: string | null;
  runs: number;
  restarts: number;
  compactions: number;
  spent: {
    inputTokens: number;
    outputTokens: number;
    contextTokens?: number;
    costUsd?: number;
    toolUses: number;
  };
  activities: { time: string; kind: string; text: string }[];
  requests: { id: string; tool: string; about: string; why: string; asked: string }[];
}

/** All workers, those that ended too; read again as they change. */
export function useWorkers() {
  const loaded = useData(
    (signal) => read<WorkerRow[]>('/api/v1/workers', { all: true }, signal),
    'workers',
  );
  useLive(({ kind }) => {
    if (kind === 'worker' || kind === 'gap') loaded.again();
  });
  return loaded;
}

/** How it is with one worker, as it changes: its state and why, with the way to its view. */
export function WorkerLine({ worker, ticket }: { worker: string; ticket: string }) {
  const { data, error } = useWorkers();
  const row = data?.find((one) => one.worker === worker);
  return (
    <>
      <p role="status">
        <a href={link('worker', worker)}>{worker}</a> continues the work on the ticket{' '}
        <a href={link('ticket', ticket)}>{ticket}</a>.{' '}
        {row && (
          <>
            <State state={row.requests.length > 0 ? 'asking' : row.status} /> {row.reason}
          </>
        )}
      </p>
      <Problem error={error} />
    </>
  );
}
