import { takesEvent } from '../../core/install/client-version.ts';
import type { LauncherForm } from '../../core/install/host-install.ts';
import { hookCommand, hookTimeouts } from './install-commands.ts';
import { claudeCodeVersions } from './versions.ts';

/** Where the program that the client loads names the launcher. */
const placeholder = '@HOLDFAST_LAUNCHER@';

/**
 * The files of a plugin folder for `--plugin-dir`, by their path in it: the hooks that `init` registers, and the program
 * that the client loads into its own process for compactions of our own.
 */
export function pluginFolder(
  launcher: LauncherForm & { form: 'fixed' },
  version: string,
  program: string,
): { path: string; content: string }[] {
  const taken = Object.entries(hookTimeouts).filter(([event]) =>
    takesEvent(claudeCodeVersions, event, launcher.client),
  );
  const hooks = Object.fromEntries(
    taken.map(([event, timeout]) => {
      const hook = { type: 'command', command: hookCommand(event, launcher), timeout };
      return [event, [{ hooks: [hook] }]];
    }),
  );
  const plugin = {
    name: 'holdfast',
    version,
    description: 'Keeps the work of a session intact through context compaction.',
    author: { name: 'Holdfast' },
  };
  const path = JSON.stringify(`${launcher.stateFolder}/bin/hook`).slice(1, -1);
  return [
    { path: '.claude-plugin/plugin.json', content: json(plugin) },
    { path: 'hooks/hooks.json', content: json({ hooks, modules: ['./register.mjs'] }) },
    { path: 'hooks/register.mjs', content: program.replaceAll(placeholder, () => path) },
  ];
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
