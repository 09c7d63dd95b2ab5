import { ourEntries } from '../../core/hook-settings/entries.ts';
import { groupedHooks, type HookLayout } from '../../core/hook-settings/layout.ts';
import { register } from '../../core/hook-settings/register.ts';
import { unregister } from '../../core/hook-settings/unregister.ts';
import type { HostInstall, Place } from '../../core/install/host-install.ts';
import { jsonServer } from '../../core/install/json-server.ts';
import { member, readJsonFile } from '../../core/settings-text/json-file.ts';
import { hookHandlers, isOurs } from './install-commands.ts';
import { projectSettings } from './settings.ts';

function folders(place: Place): { user: string; project: string } {
  return { user: `${place.home}/.factory`, project: `${place.project}/.factory` };
}

/**
 * The lists of a hooks file are its own members, or stand under `hooks` as in a settings file: both are taken, and a file
 * stays as it is.
 */
function layoutOf(text: string, path: string): HookLayout {
  const { root } = readJsonFile(text, path);
  const wrapped = path.endsWith('/settings.json') || member(root, 'hooks')?.type === 'object';
  return wrapped ? groupedHooks : {};
}

/** How Holdfast gets into the hooks of droid. */
export const droidInstall: HostInstall = {
  host: 'droid',
  title: 'Factory droid',
  fromDocuments: true,
  program: 'droid',
  sessionMarkers: ['DROID_PROJECT_DIR', 'FACTORY_PROJECT_DIR'],
  folder: (place) => folders(place).user,
  // Where there is a hooks file the client reads no hooks of the settings file: none is made where there is none.
  settingsFile(scope, place, exists = () => false) {
    const folder = folders(place)[scope];
    const own = `${folder}/hooks.json`;
    return exists(own) ? own : `${folder}/settings.json`;
  },
  register: (text, path, launcher) =>
    register(text, path, hookHandlers(launcher), isOurs, layoutOf(text, path)),
  unregister: (text, path, created) =>
    unregister(text, path, created, isOurs, layoutOf(text, path)),
  registered: (text, path) =>
    ourEntries(readJsonFile(text, path).root, path, isOurs, layoutOf(text, path)).map(
      ({ event, command }) => ({ event, command }),
    ),
  settingsFiles: (place) =>
    [folders(place).project, folders(place).user].flatMap((folder) => [
      `${folder}/hooks.json`,
      `${folder}/settings.local.json`,
      `${folder}/settings.json`,
    ]),
  settings: projectSettings,
  server: {
    ...jsonServer({
      host: 'droid',
      under: 'mcpServers',
      entry: (command) => ({ type: 'stdio', ...command }),
    }),
    file: (scope, place) => `${folders(place)[scope]}/mcp.json`,
  },
  probes(sessionId, cwd) {
    const env = { DROID_PROJECT_DIR: cwd, FACTORY_PROJECT_DIR: cwd };
    const common = { session_id: sessionId, transcript_path: `${cwd}/${sessionId}.jsonl`, cwd };
    const start = { hook_event_name: 'SessionStart', source: 'startup' };
    const call = { tool_name: 'Read', tool_input: { file_path: cwd } };
    const request = { hook_event_name: 'PreToolUse', ...call };
    return [
      { event: 'SessionStart', payload: { ...common, ...start }, env, arrives: true },
      { event: 'PreToolUse', payload: { ...common, ...request }, env, arrives: false },
    ];
  },
  hooksOff(text, path) {
    const { root } = readJsonFile(text, path);
    return member(root, 'hooksDisabled')?.value === true ? 'hooksDisabled' : undefined;
  },
};
