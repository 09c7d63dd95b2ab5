import { basename } from 'node:path';
import { hooksOffBy, switchedOffBy } from '../../app/config/switches-in-effect.ts';
import { readRecords } from '../../app/install/record.ts';
import { hookedScopes } from '../../app/install/registrations.ts';
import { contextSize } from '../../app/sessions/context-size.ts';
import { type SessionRow, statusRows } from '../../app/sessions/status.ts';
import { hostById } from '../../hosts/registry.ts';
import { recordFiles } from '../../platform/record-file.ts';
import { columnsOf } from './columns.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { configHere, sessionIndex } from './sessions.ts';
import { type Column, table } from './table.ts';

interface StatusOptions {
  all?: boolean;
}

/** The size of a session's context by the end of its record, in tokens. */
export function sizeOfRecord(hostId: string, record: string): number | undefined {
  const host = hostById(hostId);
  return host && contextSize(recordFiles, host, record);
}

const noSessions = 'No sessions yet. Run "holdfast doctor" to check the hooks.';

/** How a session is looked at where no hook tells of any. */
const withoutHooks: readonly string[] = [
  'Holdfast is not installed for a client yet ("holdfast init"), so no session is known.',
  'You can still inspect any transcript:',
  '  holdfast brief --transcript FILE',
  '  holdfast snapshot --transcript FILE',
  'What past compactions lost: "holdfast audit".',
];

/** True where a client has hooks of ours, whoever put them into its settings. */
export function isInstalled({ install }: CliContext): boolean {
  return (
    readRecords(install.disk, install.paths.installs).length > 0 ||
    install.hosts.some((host) => hookedScopes(install, host).size > 0)
  );
}

/** Rows that a person gets without asking for more. */
const shown = 20;

export const addStatus: AddCommand = (program, bind) => {
  const command = program
    .command('status')
    .description(
      'List sessions, newest first: client, project, task, context tokens, compactions, last receipt',
    )
    .option('--all', `all sessions, not only the newest ${shown}`)
    .option('--json', 'print the result as JSON');
  bind<StatusOptions>(command, status);
};

function status(context: CliContext, options: StatusOptions): Outcome {
  const index = sessionIndex(context);
  const sessions = index.list();
  const listed = options.all ? sessions : sessions.slice(0, shown);
  const rows = statusRows(index, sizeOfRecord, listed, configHere(context));
  const more = sessions.length - rows.length;
  const by: { name: string; file?: string } | undefined =
    switchedOffBy(context.install) ?? hooksOffBy(context.install);
  const disabled = by !== undefined;
  const lines: string[] = [];
  if (by) {
    lines.push(`No hook does anything here: ${by.name} is set${by.file ? ' in' : '.'}`);
    lines.push(...(by.file ? [by.file] : []), '');
  }
  if (rows.length === 0) {
    lines.push(...(isInstalled(context) ? [noSessions] : withoutHooks));
    return {
      text: lines.join('\n'),
      data: { disabled, disabledBy: by?.file ?? by?.name, sessions: [], more },
    };
  }
  // Where all have the usual role, the column would only take room.
  const roles = rows.some((row) => row.role !== 'regular');
  const shownColumns = columns.filter((column) => roles || column.title !== 'role');
  lines.push(fitting(context, rows, shownColumns));
  if (more > 0) lines.push('', `and ${more} more: "holdfast status --all"`);
  return {
    text: lines.join('\n'),
    verbatim: true,
    data: { disabled, disabledBy: by?.file ?? by?.name, sessions: rows, more },
  };
}

const columns: (Column & {
  /** `idLength`: so much of an id tells it from the others. */
  cell(context: CliContext, row: SessionRow, idLength: number): string;
})[] = [
  { title: 'session', cell: (_, row, idLength) => row.session.slice(0, idLength) },
  {
    title: 'last',
    cell: ({ install }, row) => ago(install.clock.now().getTime() - Date.parse(row.last)),
  },
  { title: 'client', cell: (_, row) => row.host },
  { title: 'role', cell: (_, row) => row.role },
  {
    title: 'project',
    flexible: true,
    cell: (_, row) => (row.project === undefined ? '-' : basename(row.project) || row.project),
  },
  { title: 'task', flexible: true, cell: (_, row) => taskCell(row) },
  { title: 'size', right: true, cell: (_, { contextTokens }) => tokens(contextTokens) },
  { title: 'comp.', right: true, cell: (_, row) => String(row.compactions) },
  { title: 'receipt', cell: (_, row) => row.receipt ?? '-' },
];

/** What a narrow terminal is spared first. */
const spared = ['task', 'size', 'comp.'];

/** The table, with fewer columns where the screen is too narrow for all. */
function fitting(
  context: CliContext,
  rows: readonly SessionRow[],
  shown: readonly (typeof columns)[number][],
): string {
  const idLength = tellingLength(rows.map(({ session }) => session));
  for (let left = 0; ; left += 1) {
    const gone = spared.slice(0, left);
    const kept = shown.filter(({ title }) => !gone.includes(title));
    const cells = rows.map((row) => kept.map((column) => column.cell(context, row, idLength)));
    const text = table(kept, cells, context.width);
    const fits = text.split('\n').every((line) => columnsOf(line) <= context.width);
    if (fits || left === spared.length) return text;
  }
}

/** How much of each id, at least eight characters, tells it from all others: ids of one minute may begin alike. */
function tellingLength(ids: readonly string[]): number {
  const all = new Set(ids);
  const longest = Math.max(8, ...ids.map((id) => id.length));
  for (let length = 8; length < longest; length += 1)
    if (new Set([...all].map((id) => id.slice(0, length))).size === all.size) return length;
  return longest;
}

function taskCell({ task, project }: SessionRow): string {
  if (task === undefined) return '-';
  return project !== undefined && task.startsWith(`${project}/`)
    ? task.slice(project.length + 1)
    : task;
}

function tokens(count: number | undefined): string {
  return count === undefined ? '-' : `${Math.round(count / 1000)}k`;
}

/** How long ago, in the largest unit that is not 0. */
export function ago(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes}m`;
  if (minutes < 60 * 24) return `${Math.floor(minutes / 60)}h`;
  return `${Math.floor(minutes / 60 / 24)}d`;
}
