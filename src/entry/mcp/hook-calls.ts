import { recordFromEvent } from '../../app/evidence/record-event.ts';
import { hookTool, payloadOfCall } from '../../core/hook-settings/tool-hook.ts';
import { commandHostById } from '../../hosts/command-hosts.ts';
import type { Host } from '../../hosts/host.ts';
import { openEvidenceFile } from '../../journal/evidence-file.ts';
import { recordFault } from '../../journal/fault-log.ts';
import { sessionFolder } from '../../journal/session-folder.ts';
import { watchPath } from '../../journal/watch.ts';
import { clock } from '../../platform/clock.ts';
import { files } from '../../platform/files.ts';
import { type Environment, stateFolder } from '../../platform/paths.ts';
import { sizeAndTime } from '../../platform/small-files.ts';
import { composeHook } from '../compose.ts';
import { answerPayload } from '../hook/answer-payload.ts';
import { isDisabled } from '../hook/run-hook.ts';

/** Events of single tool calls: nothing is decided for them unless the session is being watched. */
const guarded = new Set(['tool.requested', 'tool.finished', 'batch.finished']);

type Arguments = Readonly<Record<string, unknown>>;

/** An event as a client hands it over. */
export interface EventCall {
  input: Arguments;
  /** The thread of the conversation, where the client says it. */
  thread?: unknown;
}

/**
 * Takes the events of a host that come as calls of our server. Each answer is what a command hook would have printed;
 * whatever goes wrong ends in an empty one. Events are handled one after the other; what nobody waits for follows the
 * answer.
 */
export function hookCalls(env: Environment): (call: EventCall) => Promise<string> {
  const folder = stateFolder(env);
  let last: Promise<unknown> = Promise.resolve();
  return (call) => {
    const later: (() => Promise<unknown>)[] = [];
    const own = last.then(() => answer(call, (work) => later.push(work)));
    last = own.then(async () => {
      // The answer is out first.
      await new Promise((resolve) => setImmediate(resolve));
      for (const work of later) await work().catch(() => {});
    });
    return own;
  };

  async function answer(
    { input: { host: id, ...input }, thread }: EventCall,
    afterwards: (work: () => Promise<unknown>) => void,
  ): Promise<string> {
    const event = String(input.hook_event_name ?? '');
    const fault = (error: unknown): void => {
      const message = error instanceof Error ? error.message : String(error);
      recordFault(folder, { host: String(id), event, message }, clock.now());
    };
    try {
      if (isDisabled(env)) return '';
      const host = commandHostById(String(id));
      if (host === undefined) throw new Error(`no host is called "${id}"`);
      const payload = payloadOfCall(input, thread);
      const given = { host, eventName: undefined, payload, env };
      if (isQuiet(host, payload, afterwards)) return '';
      return await answerPayload(given, { afterwards, fault });
    } catch (error) {
      fault(error);
      return '';
    }
  }

  /** True for an event of a tool call that nobody watches. What it shows becomes an entry of the ledger all the same. */
  function isQuiet(
    host: Host,
    payload: Record<string, unknown>,
    afterwards: (work: () => Promise<unknown>) => void,
  ): boolean {
    const decoded = host.decode(payload, undefined);
    if (!('event' in decoded) || !guarded.has(decoded.event.type)) return false;
    const { event } = decoded;
    afterwards(async () => {
      const { patterns } = composeHook(host, event, env);
      const ledger = openEvidenceFile(sessionFolder(folder, host.id, event.sessionId), patterns);
      recordFromEvent({ files, clock, ledger, capabilities: host.capabilities }, event);
    });
    return sizeAndTime(watchPath(folder, event.sessionId)) === undefined;
  }
}

/** The arguments of a call that hands over an event; undefined for any other message. */
export function eventIn(message: unknown): (EventCall & { id: unknown }) | undefined {
  const { method, id, params } = (message ?? {}) as Record<string, unknown>;
  if (method !== 'tools/call' || id === undefined) return undefined;
  const { name, arguments: input, _meta: meta } = (params ?? {}) as Record<string, unknown>;
  if (name !== hookTool) return undefined;
  const { threadId: thread } = (meta ?? {}) as Record<string, unknown>;
  return { id, input: (input ?? {}) as Arguments, thread };
}
