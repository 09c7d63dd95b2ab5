import { onShort } from '../../core/bounded-match.ts';
import { headRows } from '../../core/rows/head-rows.ts';
import { object, text, type Value } from '../../core/rows/values.ts';
import type { Identity, Machine, RecordStore } from '../record-store.ts';
import { claudeCodeReader } from './transcript.ts';

/** Rows of the conversation, and rows beside it that have no id of their own. */
const conversation = new Set(['user', 'assistant', 'system', 'attachment', 'progress']);
const beside = new Set([
  'summary',
  'file-history-snapshot',
  'file-history-delta',
  'queue-operation',
  'last-prompt',
  'permission-mode',
  'mode',
  'ai-title',
  'custom-title',
  'agent-name',
  'pr-link',
  'bridge-session',
  'atis-latch',
]);

/** A session is one file below the folder of its project, each of its subagents one more in a folder beside it. */
export const claudeCodeRecords: RecordStore = {
  host: 'claude-code',
  title: 'Claude Code',
  usualPlaces,
  mayBe: (path) => path.endsWith('.jsonl'),
  passesBy: (folder) => /[\\/](?:tool-results|memory)$/.test(folder),
  recognise,
  format: { kind: 'lines', reader: claudeCodeReader },
};

function usualPlaces({ env, home }: Machine): string[] {
  if (env.CLAUDE_CONFIG_DIR) return [`${env.CLAUDE_CONFIG_DIR}/projects`];
  return [
    `${home}/.claude/projects`,
    `${env.XDG_CONFIG_HOME || `${home}/.config`}/claude/projects`,
  ];
}

function recognise(path: string, head: string): Identity | undefined {
  const rows = headRows(head).filter(isOwn);
  if (rows.length === 0) return undefined;
  const name = path.split(/[\\/]/).at(-1) ?? '';
  const agent = onShort(/(?:^|_)agent-[0-9a-f][\w-]*\.jsonl$/, 300).test(name);
  const speaking = rows.filter((row) => typeof row.isSidechain === 'boolean');
  const identity: Identity = {};
  const session = rows.map((row) => text(row.sessionId)).find((id) => id !== undefined);
  const cwd = rows.map((row) => text(row.cwd)).find((folder) => folder !== undefined);
  if (session !== undefined) identity.session = session;
  if (cwd !== undefined) identity.cwd = cwd;
  if (agent && speaking[0]?.isSidechain === true) identity.subagent = true;
  return identity;
}

function isOwn(row: Value): boolean {
  const type = text(row.type) ?? '';
  if (beside.has(type)) {
    return [row.sessionId, row.leafUuid, row.messageId].some((id) => text(id) !== undefined);
  }
  if (!conversation.has(type) || text(row.uuid) === undefined) return false;
  // A client with rows of the same shape writes parts in place of a content, and where a row comes from.
  if (row.provenance !== undefined || row.systemPayload !== undefined) return false;
  return object(row.message).parts === undefined;
}
