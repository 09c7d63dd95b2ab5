import { ourEntries } from '../../core/hook-settings/entries.ts';
import type { HookLayout } from '../../core/hook-settings/layout.ts';
import { register } from '../../core/hook-settings/register.ts';
import { unregister } from '../../core/hook-settings/unregister.ts';
import type { HostInstall, Place } from '../../core/install/host-install.ts';
import { jsonServer } from '../../core/install/json-server.ts';
import { ourPlugin, parsed } from '../../core/install/shelf-install.ts';
import { member, readJsonFile } from '../../core/settings-text/json-file.ts';
import { hookHandlers, isOurs } from './install-commands.ts';
import { clientFolder } from './record-path.ts';
import { projectSettings } from './settings.ts';

const layout: HookLayout = { under: 'hooks', flat: true, needs: [['version', 1]] };

const userSettings = (place: Place): string => `${clientFolder(place)}/settings.json`;

/** How Holdfast gets into Copilot CLI: a hooks file of its own beside those of others. */
export const copilotInstall: HostInstall = {
  host: 'copilot',
  title: 'Copilot CLI',
  program: 'copilot',
  sessionMarkers: ['COPILOT_CLI', 'COPILOT_AGENT_SESSION_ID'],
  folder: clientFolder,
  settingsFile: (scope, place) =>
    scope === 'user'
      ? `${clientFolder(place)}/hooks/holdfast.json`
      : `${place.project}/.github/hooks/holdfast.json`,
  register: (text, path, launcher) => register(text, path, hookHandlers(launcher), isOurs, layout),
  unregister: (text, path, created) => unregister(text, path, created, isOurs, layout),
  registered: (text, path) =>
    ourEntries(readJsonFile(text, path).root, path, isOurs, layout).map(({ event, command }) => ({
      event,
      command,
    })),
  settingsFiles: (place) => [
    `${place.project}/.github/copilot/settings.local.json`,
    `${place.project}/.github/copilot/settings.json`,
    userSettings(place),
  ],
  settings: projectSettings,
  server: {
    ...jsonServer({
      host: 'copilot',
      under: 'mcpServers',
      entry: (command) => ({ type: 'local', ...command, tools: ['*'] }),
    }),
    file: (scope, place) =>
      scope === 'user' ? `${clientFolder(place)}/mcp-config.json` : undefined,
  },
  shelf: {
    kind: 'plugin',
    files: (place) => [userSettings(place)],
    installed(text) {
      const settings = parsed(text) as { enabledPlugins?: unknown } | null | undefined;
      return ourPlugin(settings?.enabledPlugins) === true ? '' : undefined;
    },
    remove: 'run "copilot plugin uninstall holdfast@holdfast"',
  },
  probes(sessionId, cwd) {
    const env = { COPILOT_CLI: '1', COPILOT_PROJECT_DIR: cwd, CLAUDE_PROJECT_DIR: cwd };
    const common = { sessionId, timestamp: 0, cwd };
    const start = { source: 'new', initialPrompt: '' };
    const call = { toolName: 'view', toolArgs: { path: cwd } };
    return [
      { event: 'sessionStart', payload: { ...common, ...start }, env, arrives: true },
      { event: 'preToolUse', payload: { ...common, ...call }, env, arrives: false },
    ];
  },
  hooksOff(text, path) {
    const { root } = readJsonFile(text, path);
    return member(root, 'disableAllHooks')?.value === true ? 'disableAllHooks' : undefined;
  },
};
