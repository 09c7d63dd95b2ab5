import type { HostInstall, Place } from '../../core/install/host-install.ts';
import { member, readJsonFile } from '../../core/settings-text/json-file.ts';
import { ourEntries } from './install-entries.ts';
import { register } from './install-register.ts';
import { unregister } from './install-unregister.ts';

function folder(place: Place): string {
  return place.env.CLAUDE_CONFIG_DIR || `${place.home}/.claude`;
}

/** How Holdfast gets into Claude Code's settings. */
export const claudeCodeInstall: HostInstall = {
  host: 'claude-code',
  title: 'Claude Code',
  program: 'claude',
  sessionMarkers: ['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID', 'CLAUDE_CODE_CHILD_SESSION'],
  sessionVariable: 'CLAUDE_CODE_SESSION_ID',
  folder,
  settingsFile: (scope, place) =>
    scope === 'user' ? `${folder(place)}/settings.json` : `${place.project}/.claude/settings.json`,
  register,
  unregister,
  registered: (text, path) =>
    ourEntries(readJsonFile(text, path).root, path).map(({ event, command }) => ({
      event,
      command,
    })),
  settingsFiles: (place) => [
    `${folder(place)}/settings.json`,
    `${place.project}/.claude/settings.json`,
    `${place.project}/.claude/settings.local.json`,
  ],
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
  hooksOff: (text, path) =>
    member(readJsonFile(text, path).root, 'disableAllHooks')?.value === true,
};
