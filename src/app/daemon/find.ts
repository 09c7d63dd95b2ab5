import {
  type DaemonRecord,
  type Hello,
  parseHello,
  parseRecord,
} from '../../core/daemon/record.ts';
import { daemonFiles } from './files.ts';
import type { DaemonPorts, Told } from './ports.ts';
import { isSameSecret, proofOf } from './proof.ts';

/** How the daemon of a state folder stands. */
export type Found =
  /** Nothing was ever started here, or it ended in order. */
  | { how: 'none' }
  /** Its process is gone, or another process has its number now. */
  | { how: 'gone'; record: DaemonRecord }
  /** Its process lives and gives no answer in time. */
  | { how: 'silent'; record: DaemonRecord }
  /** Somebody else answers where it should. */
  | { how: 'foreign'; record: DaemonRecord }
  | { how: 'up'; record: DaemonRecord; hello: Hello; token: string };

const limitMs = 1_500;

/**
 * Looks for the daemon: by its record, its process, and by an answer that only it can give. The token is told to nobody
 * for it.
 */
export async function findDaemon(ports: DaemonPorts): Promise<Found> {
  const record = parseRecord(ports.read(daemonFiles.record));
  if (record === undefined) return { how: 'none' };
  if (!ports.isAlive(record.pid, record.identity)) return { how: 'gone', record };
  const token = ports.read(daemonFiles.token)?.trim();
  if (!token) return { how: 'silent', record };
  const nonce = ports.random(16);
  const target = `/api/v1/hello?nonce=${nonce}`;
  let told: Told;
  try {
    told = await ports.ask(record, { method: 'GET', target, limitMs });
  } catch {
    return { how: 'silent', record };
  }
  const hello = parseHello(told.body);
  if (hello?.proof === undefined || !isSameSecret(hello.proof, proofOf(token, nonce))) {
    return { how: 'foreign', record };
  }
  return { how: 'up', record, hello, token };
}

/** Asks a daemon that was found; rejects when it gives no answer in time. */
export function askDaemon(
  ports: DaemonPorts,
  { record, token }: Found & { how: 'up' },
  method: 'GET' | 'POST',
  target: string,
  body?: unknown,
  limit = limitMs,
): Promise<Told> {
  return ports.ask(record, {
    method,
    target,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    limitMs: limit,
  });
}
