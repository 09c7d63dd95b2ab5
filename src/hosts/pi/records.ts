import { headRows } from '../../core/rows/head-rows.ts';
import { text } from '../../core/rows/values.ts';
import type { Identity, Machine, RecordStore } from '../record-store.ts';
import { piReader } from './transcript.ts';

/** A session is one file in the folder of its working folder. Its first row tells of the session. */
export const piRecords: RecordStore = {
  host: 'pi',
  title: 'pi',
  usualPlaces,
  mayBe: (path) => path.endsWith('.jsonl'),
  recognise,
  format: { kind: 'lines', reader: piReader },
};

function usualPlaces({ env, home }: Machine): string[] {
  const whole = (path: string | undefined) => path?.replace(/^~(?=\/|$)/, home);
  const own = whole(env.PI_CODING_AGENT_SESSION_DIR);
  return [own || `${whole(env.PI_CODING_AGENT_DIR) || `${home}/.pi/agent`}/sessions`];
}

function recognise(_path: string, head: string): Identity | undefined {
  const first = headRows(head).find(
    (row) => row.type === 'session' && text(row.id) !== undefined && text(row.timestamp),
  );
  if (first === undefined) return undefined;
  const identity: Identity = { session: text(first.id) as string };
  const cwd = text(first.cwd);
  if (cwd !== undefined) identity.cwd = cwd;
  return identity;
}
