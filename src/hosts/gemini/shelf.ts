import { extensionShelf } from '../../core/shelf/extension-shelf.ts';
import { hookHandlers } from './install-commands.ts';

/** The files of the extension that Gemini CLI installs. */
export const shelfFiles = extensionShelf({
  host: 'gemini',
  handlers: hookHandlers,
  settings: [
    `"\${GEMINI_CLI_HOME:-$HOME}/.gemini/settings.json"`,
    '"$GEMINI_PROJECT_DIR/.gemini/settings.json"',
  ],
  minute: 60_000,
  command: {
    suffix: 'toml',
    text: ({ description }, prompt) =>
      `description = ${JSON.stringify(description)}\nprompt = '''${prompt}'''\n`,
  },
});
