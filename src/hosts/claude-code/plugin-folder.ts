import { backslashed, execCall } from '../../core/hook-settings/windows-command.ts';
import { takesEvent } from '../../core/install/client-version.ts';
import type { LauncherForm } from '../../core/install/host-install.ts';
import { commandHandler, hookCommand, hookTimeouts } from './install-commands.ts';
import { unlessRegistered } from './unless-registered.ts';
import { claudeCodeVersions } from './versions.ts';

/** Where the program that the client loads names the launcher, as the one word of a list. */
const placeholder = '@HOLDFAST_LAUNCHER@';

/**
 * The files of a plugin folder for `--plugin-dir`, by their path in it: the hooks that `init` registers, and the program
 * that the client loads into its own process for compactions of our own.
 */
export function pluginFolder(
  launcher: LauncherForm & { form: 'fixed' | 'windows' },
  version: string,
  program: string,
): { path: string; content: string }[] {
  const taken = Object.keys(hookTimeouts).filter((event) =>
    takesEvent(claudeCodeVersions, event, launcher.client),
  );
  const hooks = Object.fromEntries(
    taken.map((event) => [event, [{ hooks: [onceOnly(event, launcher)] }]]),
  );
  const plugin = {
    name: 'holdfast',
    version,
    description: 'Keeps the work of a session intact through context compaction.',
    author: { name: 'Holdfast' },
  };
  const words = JSON.stringify(programOf(launcher)).slice(2, -2);
  return [
    { path: '.claude-plugin/plugin.json', content: json(plugin) },
    { path: 'hooks/hooks.json', content: json({ hooks, modules: ['./register.mjs'] }) },
    { path: 'hooks/register.mjs', content: program.replaceAll(placeholder, () => words) },
  ];
}

/** The handler of an event, silent where `init` has registered one; on Windows, where no shell of POSIX is sure, both run. */
function onceOnly(
  event: string,
  launcher: LauncherForm & { form: 'fixed' | 'windows' },
): Record<string, unknown> {
  const handler = commandHandler(event, launcher);
  if (launcher.form === 'windows') return handler;
  return { ...handler, command: unlessRegistered(hookCommand(event, launcher)) };
}

/** The launcher as the words that start it without a shell. */
function programOf({ form, stateFolder }: LauncherForm & { form: 'fixed' | 'windows' }): string[] {
  if (form === 'fixed') return [`${stateFolder}/bin/hook`];
  const { command, args } = execCall([`${backslashed(stateFolder)}\\bin\\hook.cmd`]);
  return [command, ...args];
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
