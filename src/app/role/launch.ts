import type { SessionRole } from '../../core/role/role.ts';
import { isAbsolutePath, joinPath } from '../../core/task/path.ts';
import { glanceTicket } from '../../core/ticket/glance.ts';
import type { Files } from '../ports.ts';

/** What a launcher says in the environment of the client that it starts. */
export interface LaunchSigns {
  /** Id of the worker. */
  worker?: string;
  /** Path of its ticket. */
  ticket?: string;
}

/** What launchers wrote down of their workers, under the state folder. */
export interface LaunchRecords {
  /** The launch record as text; undefined when there is none. */
  read(worker: string): string | undefined;
  /** Makes a session that of a worker's run, unless another is. Returns the session that is. */
  claim(worker: string, run: number, session: string): string | undefined;
}

/**
 * The role of a session that was launched with a ticket. Programs that a worker's shell starts inherit its environment, so
 * that of several sessions the first one of a run is the worker. Without a launch record the ticket alone counts.
 */
export function launchedRole(
  signs: LaunchSigns,
  records: LaunchRecords,
  files: Files,
  session: { key: string; cwd?: string },
): SessionRole | undefined {
  const record = signs.worker === undefined ? undefined : recordOf(records.read(signs.worker));
  const named = record?.ticket ?? signs.ticket;
  if (named === undefined || named === '') return undefined;
  const ticket = isAbsolutePath(named) ? named : joinPath(session.cwd ?? '/', named);
  if (record !== undefined && !isOwn(signs.worker!, record, records, session.key)) return undefined;
  const role = { by: 'launch' as const, ticket: files.realPath(ticket) ?? ticket };
  const scratch = record?.scratch === undefined ? {} : { scratch: record.scratch };
  const worker = record === undefined ? {} : { worker: signs.worker, ...scratch };
  return isHandlers(files, ticket)
    ? { role: 'handler', ...role, ...worker }
    : { role: 'worker', ...role, ...worker };
}

interface LaunchRecord {
  ticket?: string;
  /** The host that was started. */
  host?: string;
  scratch?: string;
  /** Which start of the worker it is; each may begin a session. */
  run: number;
  /** Sessions that are known to be the worker's, as `host/id`. */
  sessions: string[];
}

function recordOf(text: string | undefined): LaunchRecord | undefined {
  if (text === undefined) return undefined;
  try {
    const value = JSON.parse(text) as Record<string, unknown> | null;
    if (typeof value !== 'object' || value === null) return undefined;
    const { ticket, run, sessions, host, scratch } = value;
    const listed = Array.isArray(sessions) ? sessions : [];
    return {
      ...(typeof ticket === 'string' ? { ticket } : {}),
      ...(typeof host === 'string' ? { host } : {}),
      ...(typeof scratch === 'string' ? { scratch } : {}),
      run: typeof run === 'number' && Number.isInteger(run) ? run : 1,
      sessions: listed
        .filter((one): one is string => typeof one === 'string')
        .map((one) => (one.includes('/') ? one : `${String(host)}/${one}`)),
    };
  } catch {
    return undefined;
  }
}

function isOwn(worker: string, record: LaunchRecord, records: LaunchRecords, key: string): boolean {
  // An agent of another host that the worker's shell starts is none, though it were the first.
  if (record.host !== undefined && !key.startsWith(`${record.host}/`)) return false;
  return record.sessions.includes(key) || records.claim(worker, record.run, key) === key;
}

/** True for a ticket that says of whoever works on it that it is a handler. */
function isHandlers(files: Files, ticket: string): boolean {
  const text = files.readText(ticket);
  return text !== undefined && glanceTicket(text, ticket).role === 'handler';
}
