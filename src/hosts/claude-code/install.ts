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
  hooksOff: (text, path) =>
    member(readJsonFile(text, path).root, 'disableAllHooks')?.value === true,
};
