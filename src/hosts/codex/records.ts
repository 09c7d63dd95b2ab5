import { headRows } from '../../core/rows/head-rows.ts';
import { object, objects, text, type Value } from '../../core/rows/values.ts';
import type { Identity, Machine, RecordStore } from '../record-store.ts';
import { codexReader } from './transcript.ts';

const wrapped = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
  'world_state',
  'token_usage_record',
]);

/** A thread is one rollout file in a folder of its day; subagents have threads of their own. */
export const codexRecords: RecordStore = {
  host: 'codex',
  title: 'Codex CLI',
  hidesSummaries: true,
  usualPlaces,
  mayBe: (path) => path.endsWith('.jsonl'),
  recognise,
  format: { kind: 'lines', reader: codexReader },
};

function usualPlaces({ env, home }: Machine): string[] {
  const folder = env.CODEX_HOME || `${home}/.codex`;
  return [`${folder}/sessions`, `${folder}/archived_sessions`];
}

function recognise(_path: string, head: string): Identity | undefined {
  const rows = headRows(head);
  if (!rows.some(isOwn)) return undefined;
  const meta = rows.filter((row) => row.type === 'session_meta').map((row) => object(row.payload));
  const first = meta[0] ?? {};
  const identity: Identity = {};
  const session = text(first.id) ?? text(first.session_id);
  const turn = rows.map((row) => text(object(row.payload).cwd)).find((cwd) => cwd !== undefined);
  const cwd = text(first.cwd) ?? turn;
  if (session !== undefined) identity.session = session;
  if (cwd !== undefined) identity.cwd = cwd;
  if (object(first.source).subagent !== undefined) identity.subagent = true;
  return identity;
}

function isOwn(row: Value): boolean {
  const type = text(row.type) ?? '';
  if (wrapped.has(type)) return typeof row.payload === 'object' && row.payload !== null;
  // The oldest versions wrote the items without a wrapper.
  if (type !== 'message' || text(row.role) === undefined) return false;
  return objects(row.content).some((part) => /^(?:input|output)_text$/.test(text(part.type) ?? ''));
}
