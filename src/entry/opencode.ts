import { openCodeDatabase } from '../hosts/opencode/records.ts';
import { homeFolder } from '../platform/paths.ts';
import { answerInThread } from '../platform/thread-helper.ts';
import { isSwitchedOff } from './in-process/product.ts';
import type { ClientMessage, PluginInput } from './opencode/client.ts';
import type { RequestModel } from './opencode/fullness.ts';
import { openCodeHandle } from './opencode/handle.ts';
import { OpenCodeHooks, openCodeName, Refusal } from './opencode/hooks.ts';

/** Instances of the client that have this plugin already: it may be installed for the user and for the project. */
const instances = Symbol.for('holdfast.opencode');

answerInThread(openCodeName, openCodeHandle);

interface EventInput {
  event: { type: string; properties?: { sessionID?: string; info?: { id?: string } } };
}

/** The plugin's hooks for one instance of the client; none where it is switched off, or in it already. */
export function plugin(input: PluginInput, stateFolder?: string): object {
  const env = stateFolder ? { ...process.env, HOLDFAST_HOME: stateFolder } : process.env;
  if (isSwitchedOff(env) || !isFirst(input.client)) return {};
  const machine = { env, home: homeFolder(env), platform: process.platform };
  const [place = ''] = openCodeDatabase.usualPlaces(machine);
  const database = place.endsWith('.db') ? place : `${place}/opencode.db`;
  const endsWithTurn = process.argv[2] === 'run';
  const hooks = new OpenCodeHooks(input, {
    env,
    database,
    endsWithTurn,
    program: import.meta.url,
  });
  return {
    'chat.message': (given: { sessionID: string }, output: never) =>
      quietly(() => hooks.prompt(given.sessionID, output)),
    'chat.params': (given: { model?: RequestModel }) =>
      quietly(async () => hooks.model(given.model)),
    'tool.execute.before': (given: never, output: never) =>
      quietly(() => hooks.beforeTool(given, output)),
    'tool.execute.after': (given: never, output: never) =>
      quietly(() => hooks.afterTool(given, output)),
    'experimental.chat.messages.transform': (_: unknown, output: { messages: ClientMessage[] }) =>
      quietly(() => hooks.request(output.messages)),
    'experimental.session.compacting': (given: { sessionID: string }, output: never) =>
      quietly(() => hooks.beforeCompaction(given.sessionID, output)),
    'experimental.compaction.autocontinue': (given: never, output: never) =>
      quietly(() => hooks.afterCompaction(given, output)),
    'experimental.text.complete': (given: { sessionID: string }) =>
      quietly(() => hooks.said(given.sessionID)),
    event: ({ event }: EventInput) => quietly(() => onEvent(hooks, event)),
  };
}

async function onEvent(hooks: OpenCodeHooks, { type, properties }: EventInput['event']) {
  const session = properties?.sessionID ?? properties?.info?.id;
  if (session === undefined) return;
  if (type === 'session.compacted') await hooks.compacted(session);
  else if (type === 'session.idle') await hooks.idle(session);
  else if (type === 'session.deleted') await hooks.deleted(session);
}

/** An error in a hook would end the person's prompt: only a refusal goes through. */
async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal) throw error;
  }
}

function isFirst(client: object): boolean {
  const shared = globalThis as { [instances]?: WeakSet<object> };
  shared[instances] ??= new WeakSet();
  const known = shared[instances];
  if (known.has(client)) return false;
  known.add(client);
  return true;
}
