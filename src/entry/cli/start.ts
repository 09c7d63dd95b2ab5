import { ownPackage } from '../../platform/package.ts';
import { refuseRelativePlaces } from '../../platform/paths.ts';
import type { AddCommand } from './command.ts';
import { makeContext } from './context.ts';
import { runCli } from './run-cli.ts';

/** Runs the command line with these commands; they are all that it knows. */
export function startCli(commands: readonly AddCommand[]): void {
  void runCli(process.argv.slice(2), commands, ownPackage().version, (command) => {
    if (command !== 'hook') refuseRelativePlaces(process.env);
    return makeContext(process.env, process.cwd());
  });
}
