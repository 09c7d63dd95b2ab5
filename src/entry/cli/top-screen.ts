import { withoutControls } from '../../core/trust/untrusted.ts';
import { counted } from './care.ts';
import { paint } from './colour.ts';
import { columnsOf } from './columns.ts';
import { fold } from './fold-lines.ts';
import { clip, table } from './table.ts';
import { columnsFor, type Pane, panes, type TopData, type TopRow } from './top-rows.ts';

/** Everything that `holdfast top` shows. */
export interface TopModel extends TopData {
  pane: Pane;
  /** The rows of the list, as they are left by what is looked for. */
  rows: readonly TopRow[];
  /** The chosen row's place in the list. */
  chosen: number;
  /** How many sessions there are, of which the newest are listed. */
  allSessions: number;
  /** In place of the list: the log of the chosen worker, all that is told of the chosen row, or the keys. */
  instead?: { title: string; lines: readonly string[]; from: number };
  /** What is looked for; `typing`: it is being typed. */
  find: { text: string; typing: boolean };
  /** What came of the last key. */
  note: string;
  nowMs: number;
}

export interface ScreenSize {
  columns: number;
  rows: number;
  colour: boolean;
}

const keysOf: Record<Pane, string[]> = {
  workers: ['enter whole', 'l log', 'k stop', 'r resume', 'a/d answer'],
  sessions: ['enter whole'],
  tickets: ['enter whole'],
  asks: ['enter whole', 'a allow', 'd deny'],
};

/** What the keys do, for the help. */
export const keyHelp: readonly string[] = [
  'tab, left, right, 1 to 4   another list',
  'up, down, j                choose a row',
  'page up, page down         a page',
  'enter                      all that is told of the row',
  'l                          the log of the worker',
  'k                          stop the worker',
  'r                          resume the worker',
  'a, d                       allow or deny what it asks',
  '/                          find; enter keeps it, escape drops it',
  'q, Ctrl-C                  quit',
];

/** The screen as lines, each at most as wide as it, and never more than it has rows. */
export function topScreen(model: TopModel, size: ScreenSize): string[] {
  const { columns, colour } = size;
  const foot = [paint('dim', clip(oneLine(model.note), columns), colour), keyLine(model, columns)];
  const room = Math.max(1, size.rows - foot.length);
  const body = [
    tabs(model, size),
    ...(model.instead ? insteadLines(model, size) : lists(model, size)),
  ];
  const shown = body.slice(0, room);
  while (shown.length < room) shown.push('');
  return [...shown, ...foot].slice(-size.rows);
}

/** The names of the lists with how much is in each; the shown one in brackets, so that no colour is needed. */
function tabs(model: TopModel, { columns, colour }: ScreenSize): string {
  const counts: Record<Pane, number> = {
    workers: model.workers.length,
    sessions: model.allSessions,
    tickets: model.tickets.length,
    asks: model.requests.length,
  };
  const names = panes.map((pane) => {
    const name = `${pane} ${counts[pane]}`;
    return pane === model.pane ? `[${name}]` : ` ${name} `;
  });
  return paint('bold', clip(names.join('').trimEnd(), columns), colour);
}

function keyLine({ pane, find, instead }: TopModel, columns: number): string {
  if (find.typing) return clip(`find: ${oneLine(find.text)}_`, columns);
  if (instead) return clip('up, down scroll   any other key: back', columns);
  let keys = ['tab list', ...keysOf[pane], '/ find', '? keys', 'q quit'];
  // What acts on the chosen row stays longest; the help has all of them.
  for (const least of ['/ find', 'tab list', 'enter whole']) {
    if (columnsOf(keys.join('   ')) > columns) keys = keys.filter((key) => key !== least);
  }
  return clip(keys.join('   '), columns);
}

function lists(model: TopModel, { columns, rows, colour }: ScreenSize): string[] {
  const { rows: all, chosen, find } = model;
  const found = find.text === '' ? '' : `, found by "${oneLine(find.text)}"`;
  const head = paint('dim', clip(`${headOf(model)}${found}`, columns), colour);
  if (all.length === 0)
    return [head, '', clip(find.text === '' ? none[model.pane] : 'Nothing fits.', columns)];
  // The list leaves room for what is told of the chosen row.
  const most = Math.max(1, Math.floor((rows - 6) / 2));
  const first = Math.max(0, Math.min(chosen - most + 1, all.length - most));
  const listed = all.slice(first, first + most);
  const cells = listed.map((row, index) => [
    first + index === chosen ? '>' : ' ',
    ...row.cells.map(oneLine),
  ]);
  const [titles = '', ...lines] = table([{ title: '' }, ...columnsFor[model.pane]], cells, columns)
    .split('\n')
    .map((line) => clip(line, columns));
  const painted = lines.map((line, index) =>
    paint(
      first + index === chosen ? 'bold' : (listed[index]!.hue ?? 'dim'),
      line,
      hued(listed[index]!, first + index === chosen, colour),
    ),
  );
  const detail = folded(all[chosen]?.detail ?? [], columns);
  return [head, paint('dim', titles, colour), ...painted, '', ...detail];
}

function hued({ hue }: TopRow, isChosen: boolean, colour: boolean): boolean {
  return colour && (isChosen || hue !== undefined);
}

function headOf({ pane, workers, sessions, allSessions, tickets, requests }: TopModel): string {
  switch (pane) {
    case 'workers': {
      const running = workers.filter(({ state }) => state.status === 'running').length;
      return `${counted(workers.length, 'worker')}, ${running} running`;
    }
    case 'sessions': {
      const more = allSessions - sessions.length;
      return `${counted(allSessions, 'session')}${more > 0 ? `, the newest ${sessions.length} here` : ''}`;
    }
    case 'tickets':
      return counted(tickets.length, 'ticket');
    case 'asks':
      return counted(requests.length, 'request');
    default:
      return pane satisfies never;
  }
}

const none: Record<Pane, string> = {
  workers: 'No workers are running. Start one with: holdfast run TICKET',
  sessions: 'No sessions yet. Check the hooks with: holdfast doctor',
  tickets: 'No tickets in this project. Create one with: holdfast ticket new',
  asks: 'No worker asks for anything.',
};

function insteadLines({ instead }: TopModel, { columns, rows, colour }: ScreenSize): string[] {
  const { title, lines, from } = instead!;
  const all = folded(lines, columns);
  const room = Math.max(1, rows - 4);
  const start = Math.max(0, Math.min(from, all.length - room));
  return [paint('bold', clip(oneLine(title), columns), colour), ...all.slice(start, start + room)];
}

/** How far a text of so many lines can be scrolled on a screen. */
export function mostFrom(lines: readonly string[], { columns, rows }: ScreenSize): number {
  return Math.max(0, folded(lines, columns).length - Math.max(1, rows - 4));
}

/** Lines in as many as they take: what a worker said of its end can be read whole. */
function folded(lines: readonly string[], columns: number): string[] {
  return lines.flatMap((line) => fold(oneLine(line), columns, '  '));
}

function oneLine(text: string): string {
  return withoutControls(text)
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}
