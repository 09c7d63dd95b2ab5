import type { HostInstall, Place } from '../../core/install/host-install.ts';
import {
  pluginFile,
  registeredPlugin,
  registerPlugin,
  unregisterPlugin,
} from '../../core/install/plugin-file.ts';

function folder({ env, home }: Place): string {
  return env.PI_CODING_AGENT_DIR?.replace(/^~(?=\/|$)/, home) || `${home}/.pi/agent`;
}

/** An extension that fails to load would end every headless run of this client: ours never does. */
const body = `export default async function holdfast(pi) {
  try {
    (await load()).extension(pi, stateFolder());
  } catch {
    // Holdfast is gone: the client goes on as without it.
  }
}
`;

const form = { bundle: 'pi.mjs', body };

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
  registered: (text, path) => registeredPlugin(text, path),
  settingsFiles: () => [],
  settings: { projectFiles: () => [], variables: () => ({}) },
  hooksOff: () => undefined,
  probes: () => [],
};
