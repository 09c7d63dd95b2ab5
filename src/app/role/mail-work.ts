import { agentState } from '../../core/recovery/session-state.ts';
import { textsOf } from '../../core/reply-texts.ts';
import {
  noticeKey,
  renderMessage,
  renderNotice,
  renderToldNotice,
  type WorkerMessage,
  type WorkerNotice,
} from '../../core/worker/notice.ts';
import type { HookContext } from '../hook/context.ts';
import type { Draft } from '../hook/draft.ts';
import { addToSession } from '../hook/draft.ts';
import type { Waiting } from '../worker/mail-ports.ts';

/** A compaction that was announced so long ago, in milliseconds, does not hold messages back any more. */
const compactingMs = 5 * 60_000;

/** Tells what waits for the session, as far as there is room for it beside what goes out already: each once. */
export function tellMail(context: HookContext): (draft: Draft) => void {
  const worker = agentState(context.state, undefined).role?.worker;
  const notices = context.mail?.notices() ?? [];
  const messages = worker === undefined ? [] : (context.mail?.messages(worker) ?? []);
  return (draft) => {
    if (isCompacting(draft)) return;
    const room = roomOf(draft);
    for (const notice of notices) tellNotice(draft, notice, room);
    for (const message of messages) tellMessage(draft, message, room);
  };
}

interface Room {
  left: number;
}

function roomOf(draft: Draft): Room {
  const { injectCharacters } = draft.context.host.capabilities;
  const sent = textsOf([...draft.replies, ...draft.guarded], 'inject').length;
  return { left: injectCharacters - sent };
}

function tellNotice(draft: Draft, { file, value }: Waiting<WorkerNotice>, room: Room): void {
  if (value === undefined) {
    draft.told.push(file);
    return;
  }
  const key = noticeKey(value);
  const before = agentState(draft.context.state, undefined).told?.find(({ id }) => id === key);
  const plain = draft.context.host.capabilities.escapesAngles;
  const text = before ? renderToldNotice(value, before.at) : renderNotice(value, plain);
  if (!tell(draft, { file, key, text }, room) || before) return;
  if (agentState(draft.context.state, undefined).role?.role !== 'handler') return;
  addToSession(draft, {
    kind: 'phase',
    what: `the worker of ${value.task} has ${ended[value.status]}`,
  });
}

const ended: Record<WorkerNotice['status'], string> = {
  completed: 'completed its task',
  failed: 'failed',
  killed: 'been stopped',
};

function tell(
  draft: Draft,
  { file, key, text }: { file: string; key: string; text: string },
  room: Room,
): boolean {
  if (!fits(draft, text, room)) return false;
  room.left -= text.length + 1;
  addToSession(draft, { kind: 'told', id: key });
  draft.told.push(file);
  draft.guarded.push({ type: 'inject', text });
  return true;
}

/** What is longer than all the room there ever is goes out alone. */
function fits(draft: Draft, text: string, room: Room): boolean {
  return text.length <= room.left || room.left >= draft.context.host.capabilities.injectCharacters;
}

/** A message is taken before it is told, since the worker's launcher may be about to tell it too. */
function tellMessage(draft: Draft, { file, value }: Waiting<WorkerMessage>, room: Room): void {
  const key = `message ${file.slice(file.lastIndexOf('/') + 1)}`;
  // It was told by a process that died before it could put the file aside.
  const known = agentState(draft.context.state, undefined).told?.some(({ id }) => id === key);
  if (value === undefined || known) {
    draft.told.push(file);
    return;
  }
  const text = renderMessage(value);
  if (!fits(draft, text, room)) return;
  const taken = draft.context.mail?.take(file);
  if (taken !== undefined) tell(draft, { file: taken, key, text }, room);
}

/** True while the session is being compacted: what is told now would be lost. */
function isCompacting(draft: Draft): boolean {
  const { expected } = agentState(draft.context.state, undefined);
  return expected !== undefined && draft.context.nowMs - Date.parse(expected.at) < compactingMs;
}
