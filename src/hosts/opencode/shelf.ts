import { packagePlugin } from '../../core/shelf/package-plugin.ts';
import { commandPrompt, sessionCommands } from '../../core/shelf/session-commands.ts';
import type { ShelfFile } from '../../core/shelf/shelf-file.ts';
import { pluginBody } from './install.ts';

/** The program of the package that the client loads the file from, which puts its path in. */
const program = 'node "PROGRAM"';

/**
 * The file that opencode loads from the npm package, as the package's manifest names it. It adds commands to the client's configuration;
 * one of the user's by the same name stays.
 */
export function shelfFiles(version: string): ShelfFile[] {
  const commands = Object.fromEntries(
    sessionCommands.map((command) => {
      const template = commandPrompt(program, command, '$ARGUMENTS');
      return [`holdfast:${command.name}`, { description: command.description, template }];
    }),
  );
  const body = `const program = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const commands = ${JSON.stringify(commands, null, 2)};
for (const command of Object.values(commands)) {
  command.template = command.template.replace('PROGRAM', () => program);
}

const withCommands = (hooks) => ({
  ...hooks,
  async config(config) {
    config.command = { ...commands, ...config.command };
  },
});

${pluginBody('withCommands')}`;
  return [
    {
      path: 'shelf/opencode/holdfast.js',
      content: packagePlugin(
        version,
        'opencode.mjs',
        body,
        "import { fileURLToPath } from 'node:url';\n\n",
      ),
    },
  ];
}
