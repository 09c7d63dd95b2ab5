import { commandShelf } from '../../core/shelf/command-shelf.ts';
import { about } from '../../core/shelf/shelf-file.ts';
import { hookHandlers } from './install-commands.ts';

/** The files of the extension that Qwen Code installs. Its commands are called /holdfast:NAME. */
export const shelfFiles = commandShelf({
  host: 'qwen',
  folder: 'shelf/qwen',
  manifests: (version) => ({
    'qwen-extension.json': { name: 'holdfast', version, description: about },
  }),
  handlers: hookHandlers,
  hooks: 'hooks/hooks.json',
  start: 'SessionStart',
  startTimeout: { timeout: 60 },
  settings: [
    `"\${QWEN_HOME:-$HOME/.qwen}/settings.json"`,
    '"$QWEN_PROJECT_DIR/.qwen/settings.json"',
  ],
  command: {
    path: (name) => `commands/holdfast/${name}.md`,
    text: ({ description }, prompt) => `---\ndescription: ${description}\n---\n\n${prompt}\n`,
    typed: '{{args}}',
  },
});
