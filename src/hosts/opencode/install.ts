import type { HostInstall, Place, Probe, Scope } from '../../core/install/host-install.ts';
import { jsonServer } from '../../core/install/json-server.ts';
import {
  playerOf,
  pluginFile,
  registeredPlugin,
  registerPlugin,
  unregisterPlugin,
} from '../../core/install/plugin-file.ts';
import { listed, packageVersion } from '../../core/install/shelf-install.ts';
import { openCodeLeavings } from './leavings.ts';

function folder({ env, home }: Place): string {
  return `${env.XDG_CONFIG_HOME || `${home}/.config`}/opencode`;
}

/** The client reads both, and what a person has stays where it is. */
function serversFile(scope: Scope, place: Place, exists: (path: string) => boolean = () => false) {
  const base = `${scope === 'user' ? folder(place) : place.project}/opencode.json`;
  return !exists(base) && exists(`${base}c`) ? `${base}c` : base;
}

/**
 * The body of the plugin file, which must never give anything but an object: without one this client fails at every prompt. `around`: a
 * function in that file that adds to the hooks.
 */
export function pluginBody(around = ''): string {
  const given = (hooks: string) => (around === '' ? hooks : `${around}(${hooks})`);
  return `export default {
  id: 'holdfast',
  async server(input) {
    try {
      return ${given('(await load()).plugin(input, stateFolder()) ?? {}')};
    } catch {
      return ${given('{}')};
    }
  },
};
`;
}

/** What the plugin takes of the client. */
const hooks = [
  'chat.message',
  'tool.execute.before',
  'tool.execute.after',
  'experimental.chat.messages.transform',
  'experimental.session.compacting',
  'experimental.compaction.autocontinue',
  'event',
];

/** A client that knows of nothing, and one hook. */
const play = `const none = async () => ({ data: [] });
const session = { get: none, messages: none, prompt: none, promptAsync: none };
const hooks = await plugin.server({ client: { session }, directory: process.cwd() });
await hooks[payload.hook]?.(payload.input, payload.output);
`;

function probe(event: string, input: object, output: object, arrives: boolean): Probe {
  return { event, payload: { hook: event, input, output }, env: {}, arrives };
}

const form = { bundle: 'opencode.mjs', body: pluginBody() };

/** How Holdfast gets into opencode: one file in the folder of plugins, which the client looks through by itself. */
export const openCodeInstall: HostInstall = {
  host: 'opencode',
  title: 'opencode',
  program: 'opencode',
  bundle: form.bundle,
  sessionMarkers: ['OPENCODE', 'OPENCODE_PID'],
  folder,
  settingsFile: (scope, place) =>
    `${scope === 'user' ? folder(place) : `${place.project}/.opencode`}/plugin/holdfast.js`,
  register: (text, path, launcher) => registerPlugin(text, path, pluginFile(launcher, form)),
  unregister: (text) => unregisterPlugin(text),
  registered: (text, path) => registeredPlugin(text, path, hooks),
  settingsFiles: () => [],
  settings: { projectFiles: () => [], variables: () => ({}) },
  hooksOff: () => undefined,
  server: {
    ...jsonServer({
      host: 'opencode',
      under: 'mcp',
      entry: ({ command, args }) => ({ type: 'local', command: [command, ...args] }),
      form: 'commented',
    }),
    file: serversFile,
  },
  shelf: {
    kind: 'plugin',
    files: (place) =>
      [folder(place), place.project, `${place.project}/.opencode`].flatMap((at) =>
        ['json', 'jsonc'].map((ending) => `${at}/opencode.${ending}`),
      ),
    installed: (text) => packageVersion(listed(text, 'plugin', 'commented'), ''),
    remove: 'take "holdfast" out of "plugin" in that file',
  },
  leavings: openCodeLeavings,
  player: (path) => playerOf(path, play),
  probes(session, directory) {
    const own = { sessionID: session };
    const parts = [{ id: 'prt_doctor', type: 'text', text: 'doctor' }];
    const message = { id: 'msg_doctor', role: 'user', sessionID: session };
    const read = { ...own, callID: 'doctor', tool: 'read' };
    const args = { filePath: directory };
    return [
      probe('chat.message', own, { message, parts }, true),
      probe('tool.execute.before', read, { args }, false),
    ];
  },
};
