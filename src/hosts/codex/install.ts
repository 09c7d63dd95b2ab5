import { ourEntries, registeredOf } from '../../core/hook-settings/entries.ts';
import { register } from '../../core/hook-settings/register.ts';
import { unregister } from '../../core/hook-settings/unregister.ts';
import type { HostInstall, Place } from '../../core/install/host-install.ts';
import { hookHandlers, isOurs } from './install-commands.ts';
import { codexServer } from './install-server.ts';
import { readHooksFile } from './install-strict.ts';
import { codexTrust } from './install-trust.ts';
import { hasPlugin, projectSettings, switchedOff } from './settings.ts';
import { codexSummaryPrompt } from './summary-prompt.ts';

function folder(place: Place): string {
  return place.env.CODEX_HOME || `${place.home}/.codex`;
}

const config = (place: Place): string => `${folder(place)}/config.toml`;

/** How Holdfast gets into the hooks file of Codex. */
export const codexInstall: HostInstall = {
  host: 'codex',
  title: 'Codex CLI',
  program: 'codex',
  sessionMarkers: ['CODEX_SESSION_ID', 'CODEX_THREAD_ID'],
  sessionVariable: 'CODEX_SESSION_ID',
  folder,
  settingsFile: (scope, place) =>
    scope === 'user' ? `${folder(place)}/hooks.json` : `${place.project}/.codex/hooks.json`,
  register(text, path, launcher) {
    readHooksFile(text, path);
    return register(text, path, hookHandlers(launcher), isOurs);
  },
  unregister: (text, path, created) => unregister(text, path, created, isOurs),
  registered: (text, path) => registeredOf(ourEntries(readHooksFile(text, path), path, isOurs)),
  transports: ['mcp'],
  settingsFiles: (place) =>
    [`${place.project}/.codex`, folder(place)].flatMap((one) => [
      `${one}/hooks.json`,
      `${one}/config.toml`,
    ]),
  settings: projectSettings,
  server: codexServer,
  trust: { ...codexTrust, keptIn: config },
  summaryPrompt: { ...codexSummaryPrompt, keptIn: config },
  shelf: {
    kind: 'plugin',
    files: (place) => [config(place)],
    installed: (text) => (hasPlugin(text) ? '' : undefined),
    remove: 'run "codex plugin remove holdfast@holdfast"',
  },
  probes(sessionId, cwd) {
    const common = { session_id: sessionId, transcript_path: `${cwd}/${sessionId}.jsonl`, cwd };
    const start = { hook_event_name: 'SessionStart', source: 'startup' };
    const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'doctor' };
    const request = { hook_event_name: 'PreToolUse', ...call };
    return [
      { event: 'SessionStart', payload: { ...common, ...start }, env: {}, arrives: true },
      { event: 'PreToolUse', payload: { ...common, ...request }, env: {}, arrives: false },
    ];
  },
  hooksOff(text, path) {
    if (path.endsWith('.toml')) return switchedOff(text);
    readHooksFile(text, path);
    return undefined;
  },
};
