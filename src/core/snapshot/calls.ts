import type { ConversationItem } from '../conversation.ts';
import type { Provenance } from '../fact.ts';
import { type KnownCall, keep } from './family.ts';
import { lengths, limits } from './limits.ts';
import { resolvePath } from './paths.ts';
import { dropRow, getRow, putRow, type Table } from './table.ts';

/** Remembers a call until its result comes. */
export function openCall(
  pending: Table<KnownCall>,
  item: ConversationItem & { type: 'call' },
  id: string,
  index: number,
  cwd: string | undefined,
  from: Provenance,
): KnownCall {
  const { call } = item;
  const known: KnownCall = {
    id,
    name: keep(call.name, 120),
    kind: call.kind,
    paths: call.paths.slice(0, 20).map((path) => keep(path, lengths.path)),
    index,
    from,
  };
  if (call.command !== undefined) known.command = keep(call.command, 2500);
  if (call.detail !== undefined) known.detail = keep(call.detail, lengths.question);
  if (call.words !== undefined) known.words = keep(call.words, 200);
  if (call.kind === 'other' && call.input !== undefined) known.given = keep(call.input, 600);
  if (call.background) known.background = true;
  // The folder that a call names counts before that of the session.
  const folder = call.cwd === undefined ? cwd : resolvePath(call.cwd, cwd);
  if (folder !== undefined) known.cwd = folder;
  putRow(pending, id, known, limits.pendingCalls);
  return known;
}

/** The call that a result answers; it waits no longer. */
export function closeCall(pending: Table<KnownCall>, id: string): KnownCall | undefined {
  const known = getRow(pending, id);
  if (known !== undefined) dropRow(pending, id);
  return known;
}
