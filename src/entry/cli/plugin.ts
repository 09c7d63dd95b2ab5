import { writePlugin } from '../../app/install/plugin.ts';
import { Fault } from '../../core/errors.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';

export const addPlugin: AddCommand = (program, bind) => {
  const plugin = program
    .command('plugin')
    .description('The Claude Code plugin folder, a complete install of its own')
    .helpCommand(false);
  const path = plugin
    .command('path')
    .description(
      'Write the folder and print its path: claude --plugin-dir "$(holdfast plugin path)"',
    )
    .option('--json', 'print the result as JSON');
  bind(path, pluginPath);
};

function pluginPath({ install }: CliContext): Outcome {
  const host = install.hosts.find((one) => one.plugin !== undefined);
  const path = host && writePlugin(install, host);
  if (path === undefined) {
    throw new Fault('not-found', 'The program for the plugin folder is missing.', {
      hint: 'Build it with "npm run build", then run this again.',
    });
  }
  return { text: path, verbatim: true, data: { path } };
}
