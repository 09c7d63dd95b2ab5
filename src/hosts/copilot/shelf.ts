import { commandShelf, skillCommand } from '../../core/shelf/command-shelf.ts';
import { about } from '../../core/shelf/shelf-file.ts';
import { hookHandlers } from './install-commands.ts';

/** A marketplace of one plugin, which Copilot CLI takes from a folder and uses where it lies (1.0.102, seen live). */
export const shelfFiles = commandShelf({
  host: 'copilot',
  folder: 'shelf/copilot',
  manifests: (version) => ({
    '.github/plugin/marketplace.json': {
      name: 'holdfast',
      owner: { name: 'Holdfast' },
      plugins: [{ name: 'holdfast', description: about, version, source: './holdfast' }],
    },
    'holdfast/plugin.json': {
      name: 'holdfast',
      version,
      description: about,
      hooks: 'hooks.json',
      skills: 'skills/',
    },
  }),
  handlers: hookHandlers,
  hooks: 'holdfast/hooks.json',
  layout: (handlers) => ({
    version: 1,
    hooks: Object.fromEntries([...handlers].map(([event, handler]) => [event, [handler]])),
  }),
  start: 'sessionStart',
  startTimeout: { timeoutSec: 60 },
  settings: [
    `"\${COPILOT_HOME:-$HOME/.copilot}/hooks/holdfast.json"`,
    '"$COPILOT_PROJECT_DIR/.github/hooks/holdfast.json"',
  ],
  command: skillCommand,
});
