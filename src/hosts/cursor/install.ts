import { Fault } from '../../core/errors.ts';
import { ourEntries } from '../../core/hook-settings/entries.ts';
import type { HookLayout } from '../../core/hook-settings/layout.ts';
import { register } from '../../core/hook-settings/register.ts';
import { unregister } from '../../core/hook-settings/unregister.ts';
import type { HostInstall, Place } from '../../core/install/host-install.ts';
import { jsonServer } from '../../core/install/json-server.ts';
import { member, readJsonFile } from '../../core/settings-text/json-file.ts';
import type { JsonNode } from '../../core/settings-text/json-tree.ts';
import { hookHandlers, isOurs } from './install-commands.ts';
import { projectSettings } from './settings.ts';

const layout: HookLayout = { under: 'hooks', flat: true, needs: [['version', 1]] };

function folder(place: Place): string {
  return `${place.home}/.cursor`;
}

/** Where an administrator's hooks lie, by platform. */
const managedFiles = {
  linux: '/etc/cursor/hooks.json',
  darwin: '/Library/Application Support/Cursor/hooks.json',
  win32: 'C:/ProgramData/Cursor/hooks.json',
};

/** The tree of a hooks file. Throws a Fault for one of another version, of which nobody knows the form. */
function readHooksFile(text: string, path: string): JsonNode | undefined {
  const { root } = readJsonFile(text, path);
  const version = member(root, 'version');
  if (version === undefined || version.value === 1) return root;
  throw new Fault('malformed', `${path} cannot be used: its version is not 1.`, {
    hint: 'Only version 1 of these files is known. Nothing was changed.',
  });
}

/** How Holdfast gets into the hooks file of Cursor. */
export const cursorInstall: HostInstall = {
  host: 'cursor',
  title: 'Cursor',
  fromDocuments: true,
  program: 'cursor-agent',
  sessionMarkers: ['CURSOR_AGENT', 'CURSOR_PROJECT_DIR', 'CURSOR_TRANSCRIPT_PATH'],
  folder,
  settingsFile: (scope, place) =>
    scope === 'user' ? `${folder(place)}/hooks.json` : `${place.project}/.cursor/hooks.json`,
  register(text, path, launcher) {
    readHooksFile(text, path);
    return register(text, path, hookHandlers(launcher), isOurs, layout);
  },
  unregister: (text, path, created) => unregister(text, path, created, isOurs, layout),
  registered: (text, path) =>
    ourEntries(readHooksFile(text, path), path, isOurs, layout).map(({ event, command }) => ({
      event,
      command,
    })),
  settingsFiles: (place) => [
    ...Object.values(managedFiles),
    `${place.project}/.cursor/hooks.json`,
    `${folder(place)}/hooks.json`,
  ],
  settings: projectSettings,
  managed: { files: () => Object.values(managedFiles), file: managedFiles },
  server: {
    ...jsonServer({ host: 'cursor', under: 'mcpServers', entry: (command) => ({ ...command }) }),
    file: (scope, place) =>
      `${scope === 'user' ? folder(place) : `${place.project}/.cursor`}/mcp.json`,
  },
  probes(sessionId, cwd) {
    const env = { CURSOR_PROJECT_DIR: cwd, CLAUDE_PROJECT_DIR: cwd };
    const common = {
      conversation_id: sessionId,
      session_id: sessionId,
      workspace_roots: [cwd],
      transcript_path: null,
    };
    const call = { tool_name: 'Read', tool_input: { file_path: cwd }, tool_use_id: 'doctor' };
    const start = { hook_event_name: 'sessionStart', is_background_agent: false };
    const request = { hook_event_name: 'preToolUse', ...call };
    return [
      { event: 'sessionStart', payload: { ...common, ...start }, env, arrives: true },
      { event: 'preToolUse', payload: { ...common, ...request }, env, arrives: false },
    ];
  },
  hooksOff(text, path) {
    readHooksFile(text, path);
    return undefined;
  },
};
