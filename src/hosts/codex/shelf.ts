import { commandShelf, skillCommand } from '../../core/shelf/command-shelf.ts';
import { about } from '../../core/shelf/shelf-file.ts';
import { hookHandlers } from './install-commands.ts';

/**
 * A marketplace of one plugin, which Codex takes from a folder (0.171.0, seen live). No variable tells a hook the project's folder; it is
 * started in the session's.
 */
export const shelfFiles = commandShelf({
  host: 'codex',
  folder: 'shelf/codex',
  manifests: (version) => ({
    '.agents/plugins/marketplace.json': {
      name: 'holdfast',
      plugins: [{ name: 'holdfast', source: { source: 'local', path: './holdfast' } }],
    },
    'holdfast/.codex-plugin/plugin.json': {
      name: 'holdfast',
      version,
      description: about,
      hooks: './hooks/hooks.json',
      skills: './skills/',
    },
  }),
  handlers: hookHandlers,
  hooks: 'holdfast/hooks/hooks.json',
  start: 'SessionStart',
  startTimeout: { timeout: 60 },
  settings: [`"\${CODEX_HOME:-$HOME/.codex}/hooks.json"`, '"$PWD/.codex/hooks.json"'],
  command: skillCommand,
});
