import type { Handlers } from '../hook-settings/register.ts';
import type { LauncherForm } from '../install/host-install.ts';
import { bringUp, installFromPackage, packageProgram, programOnPath } from './bring-up.ts';
import { commandPrompt, type SessionCommand, sessionCommands } from './session-commands.ts';
import { jsonText, type ShelfFile } from './shelf-file.ts';
import { shelfHandlers } from './shelf-hooks.ts';
import { unlessRegistered } from './unless-registered.ts';

/** What a client's shelf is made of whose hooks are commands, and whose install does not bring our program. */
export interface CommandShelf {
  /** As the registered commands name it. */
  host: string;
  /** The folder in the package; all paths here are below it. */
  folder: string;
  /** The client's own files that say what is installed, for a version of the package. */
  manifests(version: string): Readonly<Record<string, object>>;
  /** What `init` registers. */
  handlers(launcher: LauncherForm): Handlers;
  /** The file of the hooks. */
  hooks: string;
  /** What stands around the handler of an event; absent: as in most clients. */
  layout?(handlers: Handlers): object;
  /** The event that begins a session, and the host's member for how long it may take when the program is fetched. */
  start: string;
  startTimeout: Readonly<Record<string, number>>;
  /** The settings that `init` may have written, as words of a shell. */
  settings: readonly string[];
  /** A command: its file, its text, and what stands for the words that the user added. */
  command: {
    path(name: string): string;
    text(command: SessionCommand, prompt: string): string;
    typed(command: SessionCommand): string;
  };
}

/** Makes the files of a client's shelf from a version of the package, by their path in it. */
export function commandShelf(shelf: CommandShelf): (version: string) => ShelfFile[] {
  const { host, folder, start, startTimeout, settings, command } = shelf;
  const { layout = groups } = shelf;
  return (version) => {
    const handlers = shelfHandlers(shelf.handlers({ form: 'portable' }), {
      start,
      bringUp: bringUp(version, installFromPackage(version), 'npx'),
      startTimeout,
      unless: (one) => unlessRegistered(one, host, settings),
    });
    const data = { ...shelf.manifests(version), [shelf.hooks]: layout(handlers) };
    return [
      ...Object.entries(data).map(([path, value]) => ({
        path: `${folder}/${path}`,
        content: jsonText(value),
      })),
      ...sessionCommands.map((one) => ({
        path: `${folder}/${command.path(one.name)}`,
        content: command.text(
          one,
          commandPrompt(programOnPath, one, command.typed(one), packageProgram(version)),
        ),
      })),
    ];
  };
}

function groups(handlers: Handlers): object {
  const hooks = [...handlers].map(([event, handler]) => [event, [{ hooks: [handler] }]]);
  return { hooks: Object.fromEntries(hooks) };
}

/** A command as a skill, which the user calls by its name or the agent by what it says of itself. */
export const skillCommand: CommandShelf['command'] = {
  path: (name) => `holdfast/skills/holdfast-${name}/SKILL.md`,
  text: ({ name, description }, prompt) =>
    `---\nname: holdfast-${name}\ndescription: ${description}\n---\n\n${prompt}\n`,
  typed: ({ typed }) => `<${typed ?? 'what the user adds'}>`,
};
