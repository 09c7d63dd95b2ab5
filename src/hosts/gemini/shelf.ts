import { commandShelf } from '../../core/shelf/command-shelf.ts';
import { about } from '../../core/shelf/shelf-file.ts';
import { hookHandlers } from './install-commands.ts';

/** The files of the extension that Gemini CLI installs. Its commands are called /holdfast:NAME. */
export const shelfFiles = commandShelf({
  host: 'gemini',
  folder: 'shelf/gemini',
  manifests: (version) => ({
    'gemini-extension.json': { name: 'holdfast', version, description: about },
  }),
  handlers: hookHandlers,
  hooks: 'hooks/hooks.json',
  start: 'SessionStart',
  startTimeout: { timeout: 60_000 },
  settings: [
    `"\${GEMINI_CLI_HOME:-$HOME}/.gemini/settings.json"`,
    '"$GEMINI_PROJECT_DIR/.gemini/settings.json"',
  ],
  command: {
    path: (name) => `commands/holdfast/${name}.toml`,
    text: ({ description }, prompt) =>
      `description = ${JSON.stringify(description)}\nprompt = '''${prompt}'''\n`,
    typed: '{{args}}',
  },
});
