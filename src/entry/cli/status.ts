import { contextSize } from '../../app/sessions/context-size.ts';
import { type SessionRow, statusRows } from '../../app/sessions/status.ts';
import { hostById } from '../../hosts/registry.ts';
import { recordFiles } from '../../platform/record-file.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { sessionIndex } from './sessions.ts';
import { table } from './table.ts';

interface StatusOptions {
  all?: boolean;
}

/** Rows that a person gets without asking for more. */
const shown = 20;

export const addStatus: AddCommand = (program, bind) => {
  const command = program
    .command('status')
    .description(
      'List sessions, newest first: host, role, task, context, compactions, last receipt',
    )
    .option('--all', `every session, not only the newest ${shown}`)
    .option('--json', 'print the result as JSON');
  bind<StatusOptions>(command, status);
};

function status(context: CliContext, options: StatusOptions): Outcome {
  const rows = statusRows(sessionIndex(context), (hostId, record) => {
    const host = hostById(hostId);
    return host && contextSize(recordFiles, host, record);
  });
  const disabled = isDisabled(context);
  const lines: string[] = [];
  if (disabled) lines.push('HOLDFAST_DISABLE is set here: no hook does anything.', '');
  if (rows.length === 0) {
    lines.push('No session is known yet. "holdfast doctor" tells whether hooks fire.');
    return { text: lines.join('\n'), data: { disabled, sessions: [] } };
  }
  const some = options.all ? rows : rows.slice(0, shown);
  const columns = [
    { title: 'session' },
    { title: 'last' },
    { title: 'host' },
    { title: 'role' },
    { title: 'task', flexible: true },
    { title: 'context', right: true },
    { title: 'comp.', right: true },
    { title: 'receipt' },
  ];
  lines.push(
    table(
      columns,
      some.map((row) => cells(context, row)),
      context.width,
    ),
  );
  if (some.length < rows.length) lines.push('', `${rows.length - some.length} more: --all`);
  return { text: lines.join('\n'), data: { disabled, sessions: rows } };
}

function cells(context: CliContext, row: SessionRow): string[] {
  const task = row.task?.startsWith(`${row.project}/`)
    ? row.task.slice((row.project?.length ?? 0) + 1)
    : row.task;
  return [
    row.session.slice(0, 8),
    ago(context.install.clock.now().getTime() - Date.parse(row.last)),
    row.host,
    row.role,
    task ?? '-',
    row.contextTokens === undefined ? '-' : `${Math.round(row.contextTokens / 1000)}k`,
    String(row.compactions),
    row.receipt ?? '-',
  ];
}

/** How long ago, in the largest unit that is not 0. */
export function ago(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 60 * 24) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / 60 / 24)} d`;
}

export function isDisabled(context: CliContext): boolean {
  const value = context.env.HOLDFAST_DISABLE;
  return value !== undefined && value !== '' && value !== '0';
}
