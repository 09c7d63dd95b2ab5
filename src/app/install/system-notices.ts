import type { Scope } from '../../core/install/host-install.ts';
import type { InstallContext } from './context.ts';

/** What a person has to know of this system before hooks are put in place, as sentences with the next step. */
export function systemNotices({ windows, place }: InstallContext, scope: Scope): string[] {
  if (windows && scope === 'project') {
    return [
      "On Windows a project's hooks need Git Bash, since one file serves all systems. Hooks that need none are yours alone: holdfast init --scope user",
    ];
  }
  if (!windows && place.env.WSL_DISTRO_NAME) {
    return [
      'This is Linux under Windows (WSL). Clients of Windows itself have other settings and another state folder: for those run "holdfast init" in a window of Windows.',
    ];
  }
  return [];
}
