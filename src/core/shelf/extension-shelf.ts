import { type CommandShelf, commandShelf } from './command-shelf.ts';
import { about, type ShelfFile } from './shelf-file.ts';

/** In what the extension of one client differs from that of another. */
export interface ExtensionShelf extends Pick<CommandShelf, 'handlers' | 'host' | 'settings'> {
  /** A minute, in the client's own unit. */
  minute: number;
  /** The end of the name of a command's file, and its text. */
  command: { suffix: string; text: CommandShelf['command']['text'] };
}

/** The files of an extension that a client installs from a folder. Its commands are called /holdfast:NAME. */
export function extensionShelf(extension: ExtensionShelf): (version: string) => ShelfFile[] {
  const { host, handlers, settings, minute, command } = extension;
  return commandShelf({
    host,
    folder: `shelf/${host}`,
    manifests: (version) => ({
      [`${host}-extension.json`]: { name: 'holdfast', version, description: about },
    }),
    handlers,
    hooks: 'hooks/hooks.json',
    start: 'SessionStart',
    startTimeout: { timeout: minute },
    settings,
    command: {
      path: (name) => `commands/holdfast/${name}.${command.suffix}`,
      text: command.text,
      typed: () => '{{args}}',
    },
  });
}
