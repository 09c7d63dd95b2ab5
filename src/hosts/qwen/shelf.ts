import { bringUp, installFromPackage, packageProgram } from '../../core/shelf/bring-up.ts';
import { extensionFiles } from '../../core/shelf/extension.ts';
import type { ShelfFile } from '../../core/shelf/shelf-file.ts';
import { shelfHandlers } from '../../core/shelf/shelf-hooks.ts';
import { unlessRegistered } from '../../core/shelf/unless-registered.ts';
import { hookHandlers } from './install-commands.ts';

const settings = [
  `"\${QWEN_HOME:-$HOME/.qwen}/settings.json"`,
  '"$QWEN_PROJECT_DIR/.qwen/settings.json"',
];

/**
 * The files of the extension that Qwen Code installs, by their path in the package. `version`: of the package, whose program the first
 * start of a session fetches.
 */
export function shelfFiles(version: string): ShelfFile[] {
  return extensionFiles({
    folder: 'shelf/qwen',
    manifest: 'qwen-extension.json',
    version,
    handlers: shelfHandlers(hookHandlers({ form: 'portable' }), {
      start: 'SessionStart',
      bringUp: bringUp(version, installFromPackage(version), 'npx'),
      startTimeout: { timeout: 60 },
      unless: (command) => unlessRegistered(command, 'qwen', settings),
    }),
    program: packageProgram(version),
    typed: '{{args}}',
    command: {
      ending: 'md',
      text: ({ description }, prompt) => `---\ndescription: ${description}\n---\n\n${prompt}\n`,
    },
  });
}
