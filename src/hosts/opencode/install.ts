import type { HostInstall, Place } from '../../core/install/host-install.ts';
import {
  pluginFile,
  registeredPlugin,
  registerPlugin,
  unregisterPlugin,
} from '../../core/install/plugin-file.ts';

function folder({ env, home }: Place): string {
  return `${env.XDG_CONFIG_HOME || `${home}/.config`}/opencode`;
}

/** A plugin file must never give anything but an object: without one this client fails at every prompt. */
const body = `export default {
  id: 'holdfast',
  async server(input) {
    try {
      return (await load()).plugin(input, stateFolder()) ?? {};
    } catch {
      return {};
    }
  },
};
`;

const form = { bundle: 'opencode.mjs', body };

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
  registered: (text, path) => registeredPlugin(text, path),
  settingsFiles: () => [],
  settings: { projectFiles: () => [], variables: () => ({}) },
  hooksOff: () => undefined,
  probes: () => [],
};
