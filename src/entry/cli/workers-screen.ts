import type { KnownWorker } from '../../app/worker/records.ts';
import type { PendingRequest } from '../../app/worker/requests.ts';
import { withoutControls } from '../../core/trust/untrusted.ts';
import { counted } from './care.ts';
import { paint } from './colour.ts';
import { ago } from './status.ts';
import { clip, table } from './table.ts';

/** Everything that the live view of workers shows. */
export interface ScreenModel {
  workers: KnownWorker[];
  requests: PendingRequest[];
  /** The chosen worker's place in the list. */
  chosen: number;
  /** The log of the chosen worker, where it is shown in place of the board. */
  log?: string[];
  /** What came of the last key. */
  note: string;
  nowMs: number;
}

export interface ScreenSize {
  columns: number;
  rows: number;
  colour: boolean;
}

/** The live view as lines, each at most as wide as the screen, and never more than it has rows. */
export function workersScreen(model: ScreenModel, size: ScreenSize): string[] {
  const body = model.log ? logLines(model, size) : boardLines(model, size);
  const keys = model.log
    ? 'any key: back'
    : 'up/down choose   l log   k stop   r resume   a allow   d deny   q quit';
  const foot = [
    paint('dim', clip(model.note, size.columns), size.colour),
    clip(keys, size.columns),
  ];
  const room = Math.max(1, size.rows - foot.length);
  const shown = body.slice(0, room);
  while (shown.length < room) shown.push('');
  return [...shown, ...foot].slice(-size.rows);
}

function boardLines(model: ScreenModel, { columns, rows, colour }: ScreenSize): string[] {
  const { workers, requests, chosen, nowMs } = model;
  const running = workers.filter(({ state }) => state.status === 'running').length;
  const head = `${counted(workers.length, 'worker')}, ${running} running`;
  if (workers.length === 0)
    return [head, '', 'No workers are running. Start one with: holdfast run TICKET'].map((line) =>
      clip(line, columns),
    );
  // The list leaves room for what the chosen one does.
  const most = Math.max(1, Math.floor((rows - 4) / 2));
  const first = Math.max(0, Math.min(chosen - most + 1, workers.length - most));
  const listed = workers.slice(first, first + most);
  const cells = listed.map((worker, index) => rowOf(worker, first + index === chosen, nowMs));
  const [titles = '', ...lines] = table(boardColumns, cells, columns)
    .split('\n')
    .map((line) => clip(line, columns));
  const painted = lines.map((line, index) =>
    paint(first + index === chosen ? 'bold' : hueOf(listed[index]!), line, colour),
  );
  const one = workers[chosen];
  return [
    paint('bold', clip(head, columns), colour),
    paint('dim', titles, colour),
    ...painted,
    '',
    ...(one ? detailLines(one, requests, columns, colour) : []),
  ];
}

const boardColumns = [
  { title: '' },
  { title: 'worker', flexible: true },
  { title: 'status' },
  { title: 'since', right: true },
  { title: 'host' },
  { title: 'context', right: true },
  { title: 'comp.', right: true },
  { title: 'doing', flexible: true },
];

function rowOf({ launch, state }: KnownWorker, chosen: boolean, nowMs: number): string[] {
  const since = Date.parse(state.ended ?? state.began ?? launch.launched);
  const { contextTokens } = state.spent;
  const last = state.activities.at(-1)?.text;
  const doing =
    state.waiting.length > 0
      ? 'waits for an answer'
      : state.status === 'running'
        ? (last ?? state.reason)
        : state.reason;
  return [
    chosen ? '>' : ' ',
    launch.worker,
    state.status,
    ago(nowMs - since),
    launch.host,
    contextTokens === undefined ? '-' : `${Math.round(contextTokens / 1000)}k`,
    String(state.compactions),
    withoutControls(doing),
  ];
}

function detailLines(
  { launch, state }: KnownWorker,
  requests: readonly PendingRequest[],
  columns: number,
  colour: boolean,
): string[] {
  const { inputTokens, outputTokens, costUsd, toolUses } = state.spent;
  const cost = costUsd === undefined ? '' : `, ${costUsd.toFixed(2)} US dollars`;
  const asked = requests.filter(({ worker }) => worker === launch.worker);
  const lines = [
    paint('bold', clip(`${launch.ticketId}: ${launch.ticket}`, columns), colour),
    clip(`${state.status}: ${withoutControls(state.reason)}`, columns),
    clip(
      `${counted(inputTokens + outputTokens, 'token')}${cost}, ${counted(toolUses, 'tool use')}, ${counted(launch.run, 'run')}, ${counted(state.restarts, 'restart')}`,
      columns,
    ),
    ...asked.map(({ tool, about }) =>
      paint('yellow', clip(withoutControls(`asks: ${tool} ${about}`), columns), colour),
    ),
    '',
  ];
  const activities = state.activities.map(({ time, kind, text }) =>
    clip(`${time.slice(11, 19)}  ${kind.padEnd(10)}  ${withoutControls(text)}`, columns),
  );
  return [...lines, ...activities];
}

function logLines({ log = [], workers, chosen }: ScreenModel, size: ScreenSize): string[] {
  const title = `The log of ${workers[chosen]?.launch.worker ?? ''}`;
  const room = Math.max(1, size.rows - 4);
  const lines = log.slice(-room).map((line) => clip(withoutControls(line), size.columns));
  return [paint('bold', clip(title, size.columns), size.colour), ...lines];
}

function hueOf({ state }: KnownWorker): 'green' | 'red' | 'yellow' | 'dim' {
  if (state.status === 'failed' || state.status === 'lost') return 'red';
  if (state.waiting.length > 0 || state.status === 'interrupted') return 'yellow';
  return state.status === 'running' ? 'green' : 'dim';
}
