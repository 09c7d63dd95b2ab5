import { headRows } from '../../core/rows/head-rows.ts';
import { text } from '../../core/rows/values.ts';
import type { Identity, Machine, RecordStore } from '../record-store.ts';
import { droidReader } from './transcript.ts';

/** A session is one file in a folder named after its project's path. */
export const droidRecords: RecordStore = {
  host: 'droid',
  title: 'Factory droid',
  usualPlaces: ({ home }: Machine) => [`${home}/.factory/sessions`],
  mayBe: (path) => path.endsWith('.jsonl'),
  recognise,
  format: { kind: 'lines', reader: droidReader },
};

function recognise(_path: string, head: string): Identity | undefined {
  const start = headRows(head)[0];
  const session = text(start?.id);
  if (start?.type !== 'session_start' || session === undefined) return undefined;
  const identity: Identity = { session };
  const cwd = text(start.cwd);
  if (cwd !== undefined) identity.cwd = cwd;
  if (text(start.callingSessionId) !== undefined) identity.subagent = true;
  return identity;
}
