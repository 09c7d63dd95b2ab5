import { bringUp, installFromPackage, packageProgram } from '../../core/shelf/bring-up.ts';
import { extensionFiles } from '../../core/shelf/extension.ts';
import type { ShelfFile } from '../../core/shelf/shelf-file.ts';
import { shelfHandlers } from '../../core/shelf/shelf-hooks.ts';
import { unlessRegistered } from '../../core/shelf/unless-registered.ts';
import { hookHandlers } from './install-commands.ts';

const settings = [
  `"\${GEMINI_CLI_HOME:-$HOME}/.gemini/settings.json"`,
  '"$GEMINI_PROJECT_DIR/.gemini/settings.json"',
];

/**
 * The files of the extension that Gemini CLI installs, by their path in the package. `version`: of the package, whose program the first
 * start of a session fetches.
 */
export function shelfFiles(version: string): ShelfFile[] {
  return extensionFiles({
    folder: 'shelf/gemini',
    manifest: 'gemini-extension.json',
    version,
    handlers: shelfHandlers(hookHandlers({ form: 'portable' }), {
      start: 'SessionStart',
      bringUp: bringUp(version, installFromPackage(version), 'npx'),
      startTimeout: { timeout: 60_000 },
      unless: (command) => unlessRegistered(command, 'gemini', settings),
    }),
    program: packageProgram(version),
    typed: '{{args}}',
    command: {
      ending: 'toml',
      text: ({ description }, prompt) =>
        `description = ${JSON.stringify(description)}\nprompt = '''${prompt}'''\n`,
    },
  });
}
