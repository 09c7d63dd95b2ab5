import { arePassagesDue } from '../../app/at-hand/passages-due.ts';
import { handleEvent } from '../../app/hook/handle-event.ts';
import { noteQuiet } from '../../app/hook/quiet.ts';
import { isUnrecorded, noteCourse } from '../../app/hook/unrecorded-course.ts';
import { memoryMayBeDue, memoryMoment } from '../../app/memory/may-be-due.ts';
import type { HostEvent } from '../../core/event.ts';
import type { Host } from '../../hosts/host.ts';
import { showsStatusLine } from '../../journal/status-line.ts';
import { type Environment, homeFolder, stateFolder } from '../../platform/paths.ts';
import { composeHook } from '../compose.ts';
import { keepMemory } from '../keep-memory.ts';
import { keepPassages } from '../keep-passages.ts';
import { keepStatusLine } from '../keep-status-line.ts';
import { composeAnswer } from './compose-answer.ts';
import { addKnownPlace } from './known-place.ts';

/** A hook's payload, however it came here. */
export interface GivenPayload {
  host: Host;
  /** The event's name, where it stands outside of the payload. */
  eventName: string | undefined;
  payload: Record<string, unknown>;
  /** The environment of the client. */
  env: Environment;
}

/** What the program around does with an event. */
export interface AroundEvent {
  /** Hears of the event before anything is done with it. */
  onEvent?(event: HostEvent): void;
  /** Takes work that nobody waits for, to be done once the answer is out. */
  afterwards?(work: () => Promise<unknown>): void;
  /** Writes down what went wrong, for `holdfast doctor`. */
  fault(error: unknown): void;
}

/** What goes to the host's standard output for one payload. Throws what goes wrong. */
export async function answerPayload(given: GivenPayload, around: AroundEvent): Promise<string> {
  const { host, eventName, payload, env } = given;
  const { onEvent, afterwards, fault } = around;
  const decoded = host.decode(payload, eventName);
  if ('ignored' in decoded) {
    if (!decoded.usual) throw new Error(decoded.ignored);
    return '';
  }
  const { event } = decoded;
  event.transcriptPath ??= host.sessionRecord?.(event.sessionId, { env, home: homeFolder(env) });
  addKnownPlace(event, host, env);
  if (eventName === 'compose') return await composeAnswer(host, event, payload, env);
  onEvent?.(event);
  if (isInside(event.cwd, stateFolder(env))) return '';
  const deps = composeHook(host, event, env);
  if (afterwards !== undefined) deps.judgesLater = true;
  const folder = stateFolder(env);
  const hasLine =
    host.capabilities.statusLine && event.agentId === undefined && showsStatusLine(folder);
  const length = hasLine ? deps.store.length() : 0;
  const replies = await handleEvent(deps, event);
  // Not once the answer is out: whoever asked may be about to remove the session, as "doctor" does.
  noteQuiet(deps, event);
  const later: (() => Promise<unknown>)[] = [];
  if (isUnrecorded(deps, event)) later.push(() => noteCourse(deps, event));
  if (arePassagesDue(deps, event)) later.push(() => keepPassages(deps, event, env));
  const moment = memoryMoment(event, false);
  if (moment !== undefined && memoryMayBeDue(deps, event, moment)) {
    later.push(() => keepMemory(deps, event, env, moment));
  }
  if (hasLine && (!isCall(event) || deps.store.length() !== length)) {
    later.push(() => keepStatusLine(deps, event, folder));
  }
  if (later.length > 0) afterwards?.(() => inOrder(later, fault));
  return host.encode(event, replies).stdout;
}

/** True for events of tool calls, of which most change nothing that a status line tells. */
function isCall({ type }: HostEvent): boolean {
  return type === 'tool.requested' || type === 'tool.finished' || type === 'batch.finished';
}

/** Each work by itself: that one fails is no reason to leave out the next. */
async function inOrder(
  works: readonly (() => Promise<unknown>)[],
  fault: (error: unknown) => void,
): Promise<void> {
  for (const work of works) await work().catch(fault);
}

/** True in a folder, and in those below it. */
export function isInside(cwd: string | undefined, folder: string): boolean {
  return cwd === folder || cwd?.startsWith(`${folder}/`) === true;
}
