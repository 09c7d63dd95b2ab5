import { Command, CommanderError } from 'commander';
import { Fault } from '../../core/errors.ts';
import { refusalOf } from '../../platform/system-fault.ts';
import type { AddCommand, Bind, Outcome } from '../cli/command.ts';
import type { CliContext } from '../cli/context.ts';

/** What a command came to, as a tool tells it. */
export interface Called {
  text: string;
  failed: boolean;
}

/**
 * Runs one of our commands in this process and gives back what it would have printed. Never throws, prints nothing, and
 * asks nobody.
 */
export async function callCommand(
  words: readonly string[],
  commands: readonly AddCommand[],
  makeContext: () => CliContext,
): Promise<Called> {
  try {
    const outcome = await outcomeOf(words, commands, makeContext);
    const text = [outcome.text, outcome.warning].filter(Boolean).join('\n\n');
    return { text: text === '' ? 'Done.' : text, failed: outcome.failed === true };
  } catch (error) {
    return { text: explain(error), failed: true };
  }
}

/** The same, as what the command came to. Throws what the command throws, and what is wrong with the words. */
export async function outcomeOf(
  words: readonly string[],
  commands: readonly AddCommand[],
  makeContext: () => CliContext,
): Promise<Outcome> {
  let outcome: Outcome | undefined;
  const program = new Command('holdfast')
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} });
  const bind: Bind = (command, action) => {
    command.exitOverride().copyInheritedSettings(program);
    command.action(async () => {
      outcome = await action(quiet(makeContext()), command.opts() as never, command.args);
    });
  };
  for (const add of commands) add(program, bind);
  await program.parseAsync([...words], { from: 'user' });
  return outcome ?? { text: '' };
}

/** Standard output is the protocol's: nothing else may go there. */
function quiet(context: CliContext): CliContext {
  const own = Object.create(context) as CliContext;
  return Object.defineProperties(own, {
    say: { value: () => {} },
    ask: { value: async () => false },
    interactive: { value: false },
    colour: { value: false },
    width: { value: 100 },
  });
}

function explain(error: unknown): string {
  const fault = error instanceof Fault ? error : refusalOf(error);
  if (fault !== undefined) return [fault.message, fault.hint].filter(Boolean).join('\n');
  if (error instanceof CommanderError) return error.message.replace(/^error: /, '');
  return 'Internal error; nothing was done.';
}
