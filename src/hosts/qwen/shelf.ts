import { extensionShelf } from '../../core/shelf/extension-shelf.ts';
import { hookHandlers } from './install-commands.ts';

/** The files of the extension that Qwen Code installs. */
export const shelfFiles = extensionShelf({
  host: 'qwen',
  handlers: hookHandlers,
  settings: [
    `"\${QWEN_HOME:-$HOME/.qwen}/settings.json"`,
    '"$QWEN_PROJECT_DIR/.qwen/settings.json"',
  ],
  minute: 60,
  command: {
    suffix: 'md',
    text: ({ description }, prompt) => `---\ndescription: ${description}\n---\n\n${prompt}\n`,
  },
});
