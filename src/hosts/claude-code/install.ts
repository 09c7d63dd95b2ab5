import { eventArrays, ourEntries, registeredOf } from '../../core/hook-settings/entries.ts';
import { type Handlers, register } from '../../core/hook-settings/register.ts';
import { unregister } from '../../core/hook-settings/unregister.ts';
import { takesEvent } from '../../core/install/client-version.ts';
import type { HostInstall, LauncherForm, Place } from '../../core/install/host-install.ts';
import { jsonServer } from '../../core/install/json-server.ts';
import { ourPlugin, parsed } from '../../core/install/shelf-install.ts';
import { jsonStatusLine } from '../../core/install/status-line.ts';
import { member, readJsonFile } from '../../core/settings-text/json-file.ts';
import { isInside } from '../../core/task/path.ts';
import { hookEvents, hookHandler, isOurs } from './install-commands.ts';
import { pluginFolder } from './plugin-folder.ts';
import { projectSettings } from './settings.ts';
import { claudeCodeVersions } from './versions.ts';

function folder(place: Place): string {
  return place.env.CLAUDE_CONFIG_DIR || `${place.home}/.claude`;
}

/** Where an administrator's settings lie, by platform; seen live on Linux, with the files beside in `managed-settings.d`. */
const managedFolders = [
  '/etc/claude-code',
  '/Library/Application Support/ClaudeCode',
  'C:/Program Files/ClaudeCode',
];

function filesIn(managed: string, list: (folder: string) => string[]): string[] {
  const beside = `${managed}/managed-settings.d`;
  const names = list(beside).filter((name) => name.endsWith('.json'));
  return [
    ...names.reverse().map((name) => `${beside}/${name}`),
    `${managed}/managed-settings.json`,
  ];
}

const managedFiles = (list: (folder: string) => string[]): string[] =>
  managedFolders.flatMap((managed) => filesIn(managed, list));

const ownFile = 'managed-settings.d/holdfast.json';
const managedOnly = 'allowManagedHooksOnly';

function handlers(launcher: LauncherForm): Handlers {
  const taken = hookEvents(launcher).filter((event) =>
    takesEvent(claudeCodeVersions, event, launcher.client),
  );
  return new Map(taken.map((event) => [event, hookHandler(event, launcher)]));
}

/** How Holdfast gets into Claude Code's settings. */
export const claudeCodeInstall: HostInstall = {
  host: 'claude-code',
  title: 'Claude Code',
  program: 'claude',
  versions: claudeCodeVersions,
  programPlaces: ({ home }) => [`${home}/.claude/local/claude`, `${home}/.local/bin/claude`],
  sessionMarkers: ['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID', 'CLAUDE_CODE_CHILD_SESSION'],
  sessionVariable: 'CLAUDE_CODE_SESSION_ID',
  folder,
  settingsFile: (scope, place) =>
    scope === 'user' ? `${folder(place)}/settings.json` : `${place.project}/.claude/settings.json`,
  register: (text, path, launcher) => register(text, path, handlers(launcher), isOurs),
  unregister: (text, path, created) => unregister(text, path, created, isOurs),
  registered: (text, path) => registeredOf(ourEntries(readJsonFile(text, path).root, path, isOurs)),
  eventsIn: (text, path) =>
    eventArrays(readJsonFile(text, path).root, path).map(({ event }) => event),
  transports: ['mcp', 'http'],
  settingsFiles: (place, list) => [
    ...managedFiles(list),
    ...projectSettings.projectFiles(place.project),
    `${folder(place)}/settings.json`,
  ],
  managed: {
    files: managedFiles,
    file: {
      linux: `${managedFolders[0]}/${ownFile}`,
      darwin: `${managedFolders[1]}/${ownFile}`,
      win32: `${managedFolders[2]}/${ownFile}`,
    },
    only: managedOnly,
  },
  server: {
    ...jsonServer({
      host: 'claude-code',
      under: 'mcpServers',
      entry: (command) => ({ type: 'stdio', ...command }),
    }),
    file: (scope, { env, home, project }) =>
      scope === 'user' ? `${env.CLAUDE_CONFIG_DIR || home}/.claude.json` : `${project}/.mcp.json`,
  },
  statusLine: jsonStatusLine,
  plugin: { program: 'claude-mod.mjs', files: pluginFolder },
  shelf: {
    kind: 'plugin',
    files: (place) => [`${folder(place)}/plugins/installed_plugins.json`],
    installed(text) {
      const list = parsed(text) as { plugins?: unknown } | null | undefined;
      const ours = ourPlugin(list?.plugins);
      if (ours === undefined) return undefined;
      const [{ version = '' } = {}] = [ours].flat() as { version?: string }[];
      return version;
    },
    remove: 'run "claude plugin uninstall holdfast@holdfast"',
  },
  settings: projectSettings,
  probes(sessionId, cwd) {
    const env = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: sessionId, CLAUDE_PROJECT_DIR: cwd };
    const common = { session_id: sessionId, transcript_path: `${cwd}/${sessionId}.jsonl`, cwd };
    const payload = (event: string, fields: object) => ({
      ...common,
      hook_event_name: event,
      ...fields,
    });
    const call = { tool_name: 'Read', tool_input: { file_path: cwd }, tool_use_id: 'doctor' };
    return [
      {
        event: 'SessionStart',
        payload: payload('SessionStart', { source: 'startup' }),
        env,
        arrives: true,
      },
      { event: 'PreToolUse', payload: payload('PreToolUse', call), env, arrives: false },
    ];
  },
  hooksOff(text, path) {
    const { root } = readJsonFile(text, path);
    // The second counts in an administrator's file only.
    const managed = managedFolders.some((one) => isInside(path, one));
    const names = ['disableAllHooks', ...(managed ? [managedOnly] : [])];
    return names.find((name) => member(root, name)?.value === true);
  },
};
