import { onShort } from '../../core/bounded-match.ts';
import { type Fields, fieldsOf, textOf } from '../../core/rows/fields.ts';
import { headRows } from '../../core/rows/head-rows.ts';
import type { Identity, Machine, RecordStore } from '../record-store.ts';
import { qwenReader } from './transcript.ts';

const types = new Set(['user', 'assistant', 'tool_result', 'system']);

/** A session is one file in the `chats` folder of its project; its subagents have files in a folder beside that. */
export const qwenRecords: RecordStore = {
  host: 'qwen',
  title: 'Qwen Code',
  usualPlaces,
  mayBe: (path) => path.endsWith('.jsonl'),
  recognise,
  format: { kind: 'lines', reader: qwenReader },
};

function usualPlaces({ env, home }: Machine): string[] {
  return [`${env.QWEN_RUNTIME_DIR || env.QWEN_HOME || `${home}/.qwen`}/projects`];
}

function recognise(path: string, head: string): Identity | undefined {
  const rows = headRows(head).filter(isOwn);
  if (rows.length === 0) return undefined;
  const identity: Identity = {};
  const session = rows.map((row) => textOf(row.sessionId)).find((id) => id !== undefined);
  const cwd = rows.map((row) => textOf(row.cwd)).find((folder) => folder !== undefined);
  if (session !== undefined) identity.session = session;
  if (cwd !== undefined) identity.cwd = cwd;
  if (onShort(/(?:^|[\\/_])agent-[\w-]+\.jsonl$/, 2_000).test(path) && rows.every(isSubagents)) {
    identity.subagent = true;
  }
  return identity;
}

function isSubagents(row: Fields): boolean {
  return row.isSidechain === true || textOf(row.agentId) !== undefined;
}

function isOwn(row: Fields): boolean {
  if (!types.has(textOf(row.type) ?? '')) return false;
  if (textOf(row.uuid) === undefined || textOf(row.sessionId) === undefined) return false;
  return (
    row.provenance !== undefined ||
    row.systemPayload !== undefined ||
    row.type === 'tool_result' ||
    Array.isArray(fieldsOf(row.message).parts)
  );
}
