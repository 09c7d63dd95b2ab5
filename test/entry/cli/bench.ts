import { Command } from 'commander';
import type { AddCommand, Bind, Outcome } from '../../../src/entry/cli/command.ts';
import type { CliContext } from '../../../src/entry/cli/context.ts';
import { statePaths } from '../../../src/platform/paths.ts';
import { type Machine, makeMachine } from '../../app/install/machine.ts';

/** A command line at a terminal where the person answers what the test says. */
export interface Bench extends Machine {
  cli: CliContext;
  /** What was shown and asked before the result. */
  said: string[];
  run(add: AddCommand, ...argv: string[]): Promise<Outcome>;
}

/** `answer`: what the person says to every question; undefined: there is no terminal. */
export function makeBench(answer: boolean | undefined, env: Record<string, string> = {}): Bench {
  const machine = makeMachine();
  machine.context.place = { ...machine.context.place, env };
  const said: string[] = [];
  const cli: CliContext = {
    env,
    home: machine.home,
    cwd: machine.project,
    project: machine.project,
    paths: statePaths(machine.state),
    userConfig: `${machine.folder}/config.json`,
    version: machine.context.version,
    install: machine.context,
    terminalInput: answer !== undefined,
    interactive: answer !== undefined,
    lineage: () => [],
    ownTerminal: () => true,
    sweep() {},
    colour: false,
    width: 80,
    say: (text) => said.push(text),
    show: (text) => said.push(text),
    ask(question) {
      if (answer === undefined) throw new Error('asked without a terminal');
      said.push(question);
      return Promise.resolve(answer);
    },
  };
  return {
    ...machine,
    cli,
    said,
    async run(add, ...argv) {
      let outcome: Outcome | undefined;
      const bind: Bind = (command, action) => {
        command.action(async () => {
          outcome = await action(cli, command.opts() as never, command.args);
        });
      };
      const program = new Command();
      add(program, bind);
      await program.parseAsync(argv, { from: 'user' });
      return outcome!;
    },
  };
}
