import { fieldsOf, textOf } from '../../core/rows/fields.ts';
import { headRows } from '../../core/rows/head-rows.ts';
import type { Identity, Machine, RecordStore } from '../record-store.ts';
import { clientFolder } from './record-path.ts';
import { copilotReader } from './transcript.ts';

const event = /^(?:session|user|assistant|tool|hook|subagent|skill|system|permission)\.[a-z_.]+$/;

/** A session is a folder with its events; older versions wrote one file in place of the folder. */
export const copilotRecords: RecordStore = {
  host: 'copilot',
  title: 'Copilot CLI',
  usualPlaces,
  mayBe: (path) => path.endsWith('.jsonl'),
  passesBy: (folder) => /[\\/]session-state[\\/][^\\/]+[\\/](?:checkpoints|files)$/.test(folder),
  recognise,
  format: { kind: 'lines', reader: copilotReader },
};

function usualPlaces({ env, home }: Machine): string[] {
  return [`${clientFolder({ env, home })}/session-state`];
}

function recognise(_path: string, head: string): Identity | undefined {
  const rows = headRows(head).filter(
    (row) =>
      event.test(textOf(row.type) ?? '') && typeof row.data === 'object' && row.data !== null,
  );
  if (rows.length === 0) return undefined;
  const start = fieldsOf(rows.find((row) => row.type === 'session.start')?.data);
  const identity: Identity = {};
  const session = textOf(start.sessionId);
  const cwd = textOf(fieldsOf(start.context).cwd);
  if (session !== undefined) identity.session = session;
  if (cwd !== undefined) identity.cwd = cwd;
  return identity;
}
