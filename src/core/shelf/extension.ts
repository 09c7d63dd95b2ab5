import type { Handlers } from '../hook-settings/register.ts';
import { commandPrompt, type SessionCommand, sessionCommands } from './session-commands.ts';
import { about, jsonText, type ShelfFile } from './shelf-file.ts';

/** What an extension is made of, of a client that takes a folder with a manifest, hooks and commands. */
export interface Extension {
  /** The folder in the package. */
  folder: string;
  /** The manifest's name. */
  manifest: string;
  version: string;
  handlers: Handlers;
  /** The program that its commands run. */
  program: string;
  /** What stands for the words that the user added to a command. */
  typed: string;
  /** A command's file: the ending of its name, and its text. */
  command: { ending: string; text(command: SessionCommand, prompt: string): string };
}

/** The files of an extension, by their path in the package. Its commands are called /holdfast:NAME. */
export function extensionFiles(extension: Extension): ShelfFile[] {
  const { folder, manifest, version, handlers, program, typed, command } = extension;
  const hooks = [...handlers].map(([event, handler]) => [event, [{ hooks: [handler] }]]);
  return [
    {
      path: `${folder}/${manifest}`,
      content: jsonText({ name: 'holdfast', version, description: about }),
    },
    {
      path: `${folder}/hooks/hooks.json`,
      content: jsonText({ hooks: Object.fromEntries(hooks) }),
    },
    ...sessionCommands.map((one) => ({
      path: `${folder}/commands/holdfast/${one.name}.${command.ending}`,
      content: command.text(one, commandPrompt(program, one, typed)),
    })),
  ];
}
