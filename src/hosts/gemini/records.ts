import { headRows } from '../../core/rows/head-rows.ts';
import { text, type Value } from '../../core/rows/values.ts';
import type { Identity, Machine, RecordStore } from '../record-store.ts';
import { geminiReader } from './transcript.ts';

/** A session is one file in the `chats` folder of its project: one JSON object, since 0.40 a row per message. */
export const geminiRecords: RecordStore = {
  host: 'gemini',
  title: 'Gemini CLI',
  usualPlaces: ({ env, home }: Machine) => [`${env.GEMINI_CLI_HOME || home}/.gemini/tmp`],
  mayBe: (path) => /\.jsonl?$/.test(path),
  recognise,
  format: { kind: 'lines', reader: geminiReader },
};

const older = /^\ufeff?\s*\{\s*"sessionId"\s*:\s*"([^"\\]{1,200})"\s*,\s*"projectHash"\s*:/;

function recognise(_path: string, head: string): Identity | undefined {
  const whole = older.exec(head);
  if (whole !== null) return { session: whole[1]! };
  const rows = headRows(head);
  if (!rows.some(isOwn)) return undefined;
  const session = rows.map((row) => text(row.sessionId)).find((id) => id !== undefined);
  return session === undefined ? {} : { session };
}

function isOwn(row: Value): boolean {
  if (text(row.sessionId) !== undefined && text(row.projectHash) !== undefined) return true;
  if (typeof row.$set === 'object' && row.$set !== null) return true;
  return row.type === 'gemini' && text(row.id) !== undefined && row.content !== undefined;
}
