import { ourEntries } from '../../core/hook-settings/entries.ts';
import { commentedHooks } from '../../core/hook-settings/layout.ts';
import { register } from '../../core/hook-settings/register.ts';
import { unregister } from '../../core/hook-settings/unregister.ts';
import type { HostInstall, Place, Scope } from '../../core/install/host-install.ts';
import { jsonServer } from '../../core/install/json-server.ts';
import { manifestVersion } from '../../core/install/shelf-install.ts';
import { member, readJsonFile } from '../../core/settings-text/json-file.ts';
import { hookHandlers, isOurs } from './install-commands.ts';
import { projectSettings } from './settings.ts';

function folder(place: Place): string {
  return place.env.QWEN_HOME || `${place.home}/.qwen`;
}

function settingsFile(scope: Scope, place: Place): string {
  return scope === 'user'
    ? `${folder(place)}/settings.json`
    : `${place.project}/.qwen/settings.json`;
}

/** How Holdfast gets into the settings of Qwen Code. */
export const qwenInstall: HostInstall = {
  host: 'qwen',
  title: 'Qwen Code',
  program: 'qwen',
  sessionMarkers: ['QWEN_CODE', 'QWEN_CODE_SESSION_ID'],
  sessionVariable: 'QWEN_CODE_SESSION_ID',
  folder,
  settingsFile,
  register(text, path, launcher) {
    return register(text, path, hookHandlers(launcher), isOurs, commentedHooks);
  },
  unregister: (text, path, created) => unregister(text, path, created, isOurs, commentedHooks),
  registered: (text, path) =>
    ourEntries(readJsonFile(text, path, commentedHooks.form).root, path, isOurs).map(
      ({ event, command }) => ({
        event,
        command,
      }),
    ),
  settingsFiles: (place) => [
    ...projectSettings.projectFiles(place.project),
    `${folder(place)}/settings.json`,
  ],
  settings: projectSettings,
  server: {
    ...jsonServer({
      host: 'qwen',
      under: 'mcpServers',
      entry: (command) => ({ ...command }),
      form: commentedHooks.form,
    }),
    file: settingsFile,
  },
  shelf: {
    kind: 'extension',
    files: (place) => [`${folder(place)}/extensions/holdfast/qwen-extension.json`],
    installed: manifestVersion,
    remove: 'run "qwen extensions uninstall holdfast"',
  },
  probes(sessionId, cwd) {
    const env = { QWEN_CODE_SESSION_ID: sessionId, QWEN_PROJECT_DIR: cwd };
    const transcript_path = `${cwd}/chats/${sessionId}.jsonl`;
    const common = { session_id: sessionId, transcript_path, cwd };
    const start = { hook_event_name: 'SessionStart', source: 'startup' };
    const call = { tool_name: 'read_file', tool_input: { file_path: cwd }, tool_use_id: 'doctor' };
    const request = { hook_event_name: 'PreToolUse', ...call };
    return [
      { event: 'SessionStart', payload: { ...common, ...start }, env, arrives: true },
      { event: 'PreToolUse', payload: { ...common, ...request }, env, arrives: false },
    ];
  },
  hooksOff(text, path) {
    const { root } = readJsonFile(text, path, commentedHooks.form);
    return member(root, 'disableAllHooks')?.value === true ? 'disableAllHooks' : undefined;
  },
};
