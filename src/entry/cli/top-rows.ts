import type { KnownWorker } from '../../app/worker/records.ts';
import type { PendingRequest } from '../../app/worker/requests.ts';
import { withoutControls } from '../../core/trust/untrusted.ts';
import { counted } from './care.ts';
import type { Hue } from './colour.ts';
import { ago } from './status.ts';
import type { Column } from './table.ts';
import type { TopSession } from './top-sessions.ts';

export const panes = ['workers', 'sessions', 'tickets', 'asks'] as const;
export type Pane = (typeof panes)[number];

/** A ticket as the list shows it. */
export interface TicketLine {
  id: string;
  title: string;
  status: string;
  /** What it waits for, or where it is. */
  phase: string;
  owner: string;
  path: string;
}

/** What the lists show. */
export interface TopData {
  workers: readonly KnownWorker[];
  requests: readonly PendingRequest[];
  sessions: readonly TopSession[];
  tickets: readonly TicketLine[];
}

/** A row of a list, and what is told of it where it is chosen: lines of any length. */
export interface TopRow {
  cells: string[];
  detail: string[];
  hue?: Hue;
}

export const columnsFor: Record<Pane, Column[]> = {
  workers: [
    { title: 'worker', flexible: true },
    { title: 'status' },
    { title: 'since', right: true },
    { title: 'context', right: true },
    { title: 'comp.', right: true },
    { title: 'doing', flexible: true },
  ],
  sessions: [
    { title: 'session' },
    { title: 'last', right: true },
    { title: 'client' },
    { title: 'size', right: true },
    { title: 'comp.', right: true },
    { title: 'project', flexible: true },
    { title: 'receipt', flexible: true },
  ],
  tickets: [
    { title: 'ticket', flexible: true },
    { title: 'status' },
    { title: 'worker', flexible: true },
    { title: 'title', flexible: true },
  ],
  asks: [
    { title: 'worker', flexible: true },
    { title: 'since', right: true },
    { title: 'asks for', flexible: true },
  ],
};

/** The rows of a list, in the order in which they are shown. */
export function rowsOf(pane: Pane, data: TopData, nowMs: number): TopRow[] {
  switch (pane) {
    case 'workers':
      return data.workers.map((worker) => workerRow(worker, data.requests, nowMs));
    case 'sessions':
      return data.sessions.map((row) => sessionRow(row, nowMs));
    case 'tickets':
      return data.tickets.map(ticketRow);
    case 'asks':
      return data.requests.map((request) => askRow(request, nowMs));
    default:
      return pane satisfies never;
  }
}

/** Workers in the order of the list: those that wait for an answer, those that run, then the newest. */
export function inOrder(workers: readonly KnownWorker[]): KnownWorker[] {
  const rank = ({ state }: KnownWorker): number =>
    state.waiting.length > 0 ? 0 : state.status === 'running' ? 1 : 2;
  const since = ({ launch, state }: KnownWorker): string =>
    state.ended ?? state.began ?? launch.launched;
  return workers.toSorted((a, b) => rank(a) - rank(b) || (since(a) < since(b) ? 1 : -1));
}

/** What a worker does or waits for, in a line. */
export function doing(state: KnownWorker['state']): string {
  if (state.waiting.length > 0) return 'waits for an answer';
  if (state.status !== 'running') return state.reason;
  return state.activities.at(-1)?.text ?? state.reason;
}

export function thousands(count: number | undefined): string {
  return count === undefined ? '-' : `${Math.round(count / 1000)}k`;
}

function workerRow(
  { launch, state }: KnownWorker,
  requests: readonly PendingRequest[],
  nowMs: number,
): TopRow {
  const since = Date.parse(state.ended ?? state.began ?? launch.launched);
  const { inputTokens, outputTokens, costUsd, toolUses, contextTokens } = state.spent;
  const cost = costUsd === undefined ? '' : `, ${costUsd.toFixed(2)} US dollars`;
  const asked = requests.filter(({ worker }) => worker === launch.worker);
  return {
    cells: [
      launch.worker,
      state.status,
      ago(nowMs - since),
      thousands(contextTokens),
      String(state.compactions),
      doing(state),
    ],
    detail: [
      `${launch.ticketId} on ${launch.host}: ${launch.ticket}`,
      `${state.status}: ${state.reason}`,
      `${counted(inputTokens + outputTokens, 'token')}${cost}, ${counted(toolUses, 'tool use')}, ${counted(launch.run, 'run')}, ${counted(state.restarts, 'restart')}`,
      ...asked.map(({ tool, about }) => `asks: ${tool} ${about}`),
      '',
      ...state.activities.map(
        ({ time, kind, text }) => `${time.slice(11, 19)} UTC  ${kind.padEnd(10)}  ${text}`,
      ),
    ],
    ...hueOf(state),
  };
}

function hueOf({ status, waiting }: KnownWorker['state']): { hue?: Hue } {
  if (status === 'failed' || status === 'lost') return { hue: 'red' };
  if (waiting.length > 0 || status === 'interrupted') return { hue: 'yellow' };
  return { hue: status === 'running' ? 'green' : 'dim' };
}

function sessionRow(row: TopSession, nowMs: number): TopRow {
  const { session, last, host, contextTokens, compactions, project, receipt, task, role } = row;
  const { hooked, title } = row;
  return {
    cells: [
      session.slice(0, 8),
      ago(nowMs - Date.parse(last)),
      host,
      thousands(contextTokens),
      String(compactions),
      project?.split(/[\\/]/).findLast((part) => part !== '') ?? '-',
      hooked ? (receipt ?? '-') : 'no hooks',
    ],
    detail: [
      `${host} session ${session}${row.ended ? ', ended' : ''}${hooked ? '' : ', without hooks'}`,
      ...(title === undefined ? [] : [`first prompt: ${title}`]),
      `project: ${project ?? 'not known'}`,
      ...(hooked ? [`task: ${task ?? 'none'}`] : []),
      ...(role === 'regular' ? [] : [`role: ${role}`]),
      `${counted(compactions, 'compaction')}${receipt === undefined ? '' : `, the last: ${receipt}`}`,
      `More: holdfast ${hooked ? `show ${session.slice(0, 8)}` : `open ${session}`}`,
    ],
    ...(row.ended ? { hue: 'dim' as const } : {}),
  };
}

function ticketRow({ id, title, status, phase, owner, path }: TicketLine): TopRow {
  return {
    cells: [id, status, owner, title],
    detail: [
      `${id}: ${title}`,
      `${status}${phase === '' ? '' : `, ${phase}`}${owner === '' ? '' : `, ${owner}`}`,
      path,
      `More: holdfast ticket show ${id}`,
    ],
    ...(status === 'running' ? { hue: 'green' as const } : {}),
  };
}

function askRow({ worker, tool, about, why, asked, id }: PendingRequest, nowMs: number): TopRow {
  return {
    cells: [worker, ago(nowMs - Date.parse(asked)), `${tool} ${about}`],
    detail: [
      `${worker} asks for ${tool}:`,
      about,
      `since ${why}`,
      `a allows it, d denies it; or: holdfast workers --allow ${id}`,
    ],
    hue: 'yellow',
  };
}

/** True where a text stands in a row, in whatever case. */
export function isFound({ cells, detail }: TopRow, text: string): boolean {
  return withoutControls([...cells, ...detail].join(' '))
    .toLowerCase()
    .includes(text.toLowerCase());
}

/** What tells a row from all others of its list. */
function keyOf(pane: Pane, row: TopRow | undefined): string | undefined {
  return pane === 'asks' ? row?.detail.at(-1) : row?.cells[0];
}

/**
 * The place of the chosen row in a list that was read again: of the row that the user sees chosen, wherever it has moved, else that
 * of the same number.
 * @param chosen The number of the row as the keys have it.
 * @param drawn What is on the screen.
 */
export function placeOf(
  pane: Pane,
  rows: readonly TopRow[],
  chosen: number,
  drawn: { pane: Pane; rows: readonly TopRow[]; chosen: number } | undefined,
): number {
  const same = drawn?.pane === pane && drawn.chosen === chosen;
  const key = same ? keyOf(pane, drawn.rows[chosen]) : undefined;
  const at = key === undefined ? -1 : rows.findIndex((row) => keyOf(pane, row) === key);
  return at >= 0 ? at : Math.max(0, Math.min(chosen, rows.length - 1));
}
