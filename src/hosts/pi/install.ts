import type { HostInstall, Place, Probe } from '../../core/install/host-install.ts';
import { jsonServer } from '../../core/install/json-server.ts';
import {
  playerOf,
  pluginFile,
  registeredPlugin,
  registerPlugin,
  unregisterPlugin,
} from '../../core/install/plugin-file.ts';
import { serverInstructions } from '../../core/install/server-install.ts';
import { listed, packageVersion } from '../../core/install/shelf-install.ts';

function folder({ env, home }: Place): string {
  return env.PI_CODING_AGENT_DIR?.replace(/^~(?=\/|$)/, home) || `${home}/.pi/agent`;
}

/** An extension that fails to load would end every headless run of this client: ours never does. */
export const extensionBody = `export default async function holdfast(pi) {
  try {
    (await load()).extension(pi, stateFolder());
  } catch {
    // Holdfast is gone: the client goes on as without it.
  }
}
`;

/** What the extension takes of the client. */
const events = [
  'session_start',
  'before_agent_start',
  'tool_call',
  'tool_result',
  'context',
  'session_before_compact',
  'session_compact',
  'session_compact_failed',
  'agent_before_settle',
  'session_shutdown',
];

/** A client that knows of nothing, and one event. */
const play = `const handlers = {};
await plugin({ on: (name, handler) => (handlers[name] = handler), sendMessage() {} });
const sessionManager = {
  getSessionId: () => payload.session,
  getSessionFile: () => undefined,
  getEntries: () => [],
};
await handlers[payload.event.type]?.(payload.event, { cwd: process.cwd(), sessionManager });
`;

interface PlayedEvent extends Record<string, unknown> {
  type: string;
}

function probe(session: string, event: PlayedEvent, arrives: boolean): Probe {
  return { event: event.type, payload: { session, event }, env: {}, arrives };
}

const form = { bundle: 'pi.mjs', body: extensionBody };

/** How Holdfast gets into pi: one file in the folder of extensions. A project's counts only where that is trusted. */
export const piInstall: HostInstall = {
  host: 'pi',
  title: 'pi',
  program: 'pi',
  bundle: form.bundle,
  sessionMarkers: ['PI_CODING_AGENT', 'PI_SESSION_ID'],
  sessionVariable: 'PI_SESSION_ID',
  folder,
  settingsFile: (scope, place) =>
    `${scope === 'user' ? folder(place) : `${place.project}/.pi`}/extensions/holdfast.js`,
  register: (text, path, launcher) => registerPlugin(text, path, pluginFile(launcher, form)),
  unregister: (text) => unregisterPlugin(text),
  registered: (text, path) => registeredPlugin(text, path, events),
  server: {
    ...jsonServer({
      host: 'pi',
      under: 'mcpServers',
      entry: (command) => ({ ...command, description: serverInstructions }),
    }),
    file: (scope, place) => `${scope === 'user' ? folder(place) : `${place.project}/.pi`}/mcp.json`,
  },
  shelf: {
    kind: 'package',
    files: (place) => [`${folder(place)}/settings.json`, `${place.project}/.pi/settings.json`],
    installed: (text) => packageVersion(listed(text, 'packages', 'plain'), 'npm:'),
    remove: 'run "pi remove" with its source, as "pi list" shows it',
  },
  settingsFiles: () => [],
  settings: { projectFiles: () => [], variables: () => ({}) },
  hooksOff: () => undefined,
  player: (path) => playerOf(path, play),
  probes: (session, cwd) => [
    probe(session, { type: 'session_start', reason: 'startup' }, true),
    probe(
      session,
      { type: 'tool_call', toolName: 'read', toolCallId: 'doctor', input: { path: cwd } },
      false,
    ),
  ],
};
