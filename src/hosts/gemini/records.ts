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

const older =
  /^\ufeff?\s*\{\s*"sessionId"\s*:\s*"([^"\\]{1,200})"\s*,\s*"projectHash"\s*:\s*"([0-9a-f]{64})?/;

function recognise(_path: string, head: string): Identity | undefined {
  const whole = older.exec(head);
  if (whole !== null) return identity(whole[1], whole[2]);
  const rows = headRows(head);
  if (!rows.some(isOwn)) return undefined;
  const first = (name: string) =>
    rows.map((row) => text(row[name])).find((one) => one !== undefined);
  return identity(first('sessionId'), first('projectHash'));
}

function identity(session: string | undefined, projectHash: string | undefined): Identity {
  return {
    ...(session === undefined ? {} : { session }),
    ...(projectHash === undefined ? {} : { projectHash }),
  };
}

function isOwn(row: Value): boolean {
  if (text(row.sessionId) !== undefined && text(row.projectHash) !== undefined) return true;
  if (typeof row.$set === 'object' && row.$set !== null) return true;
  return row.type === 'gemini' && text(row.id) !== undefined && row.content !== undefined;
}
