import { answerInThread } from '../platform/thread-helper.ts';
import { isSwitchedOff } from './in-process/product.ts';
import type { PiApi, PiContext, PiEvent } from './pi/client.ts';
import { PiEvents, piName } from './pi/events.ts';
import { piHandle } from './pi/handle.ts';

/** Instances of the client that have this extension already: it may be installed for the user and for the project. */
const instances = Symbol.for('holdfast.pi');

answerInThread(piName, piHandle);

type Handler = (event: PiEvent, context: PiContext) => unknown;

/** Registers the extension with one instance of the client; does nothing where it is switched off, or there already. */
export function extension(api: PiApi, stateFolder?: string): void {
  const env = stateFolder ? { ...process.env, HOLDFAST_HOME: stateFolder } : process.env;
  if (isSwitchedOff(env)) return;
  const events = new PiEvents(api, env, import.meta.url);
  const handlers: Record<string, Handler> = {
    session_start: (event, context) => events.sessionStarted(event, context),
    before_agent_start: (event, context) => events.prompt(event, context),
    tool_call: (event, context) => events.beforeTool(event, context),
    tool_result: (event, context) => events.afterTool(event, context),
    context: (event, context) => events.request(event, context),
    session_before_compact: (event, context) => events.beforeCompaction(event, context),
    session_compact: (event, context) => events.afterCompaction(event, context),
    session_compact_failed: (_, context) => events.failedCompaction(context),
    agent_before_settle: (event, context) => events.settling(event, context),
    session_shutdown: (event, context) => events.shutDown(event, context),
  };
  for (const [name, handler] of Object.entries(handlers)) {
    api.on(name, async (event, context) => {
      try {
        return isFirst(context, events) ? await handler(event, context) : undefined;
      } catch {
        // A handler that throws would block a call, or show as an error of the client.
        return undefined;
      }
    });
  }
}

/** The extension that took a session first keeps it. */
function isFirst({ sessionManager }: PiContext, events: object): boolean {
  const shared = globalThis as { [instances]?: WeakMap<object, object> };
  shared[instances] ??= new WeakMap();
  const known = shared[instances].get(sessionManager);
  if (known === undefined) shared[instances].set(sessionManager, events);
  return known === undefined || known === events;
}
