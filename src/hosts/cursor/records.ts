import { onShort } from '../../core/bounded-match.ts';
import { headRows } from '../../core/rows/head-rows.ts';
import { object } from '../../core/rows/values.ts';
import type { Identity, Machine, RecordStore } from '../record-store.ts';
import { cursorReader } from './transcript.ts';

/** A conversation is one file in a folder of transcripts below that of its project; its rows name neither. */
export const cursorRecords: RecordStore = {
  host: 'cursor',
  title: 'Cursor',
  usualPlaces: ({ home }: Machine) => [`${home}/.cursor/projects`],
  mayBe: (path) => path.endsWith('.jsonl') && place.test(path),
  recognise,
  format: { kind: 'lines', reader: cursorReader },
};

const place = onShort(/\/agent-transcripts\/(?:[^/]+\/)*?(subagents\/)?([^/]+)\.jsonl$/, 2_000);

function recognise(path: string, head: string): Identity | undefined {
  const found = place.exec(path.replaceAll('\\', '/'));
  if (found === null) return undefined;
  const rows = headRows(head);
  const isOwn = rows.some(
    ({ role, message }) =>
      (role === 'user' || role === 'assistant') && object(message).content !== undefined,
  );
  if (!isOwn) return undefined;
  const identity: Identity = { session: found[2]! };
  if (found[1] !== undefined) identity.subagent = true;
  return identity;
}
