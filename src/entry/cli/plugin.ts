import { writeLauncher, writePlugin } from '../../app/install/plugin.ts';
import { Fault } from '../../core/errors.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';

export const addPlugin: AddCommand = (program, bind) => {
  const plugin = program
    .command('plugin')
    .description('Prepare what client plugins need: a folder for Claude Code, and the launcher')
    .helpCommand(false);
  const path = plugin
    .command('path')
    .description(
      'Write the folder and print its path: claude --plugin-dir "$(holdfast plugin path)"',
    )
    .option('--json', 'print the result as JSON');
  bind(path, pluginPath);
  const launcher = plugin
    .command('launcher')
    .description(
      'Put launcher and hook program in place, as a client’s plugin does at its first start',
    )
    .option('--json', 'print the result as JSON');
  bind(launcher, pluginLauncher);
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

function pluginLauncher({ install, paths }: CliContext): Outcome {
  const written = writeLauncher(install);
  const text = written > 0 ? `${paths.launcher} is in place.` : `${paths.launcher} was in place.`;
  return { text, data: { launcher: paths.launcher, written } };
}
