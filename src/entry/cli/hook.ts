import { Fault } from '../../core/errors.ts';
import { hostById, hosts } from '../../hosts/registry.ts';
import { passThrough } from '../../platform/pass-through.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';

interface HookOptions {
  input?: string;
}

export const addHook: AddCommand = (program, bind) => {
  const command = program
    .command('hook')
    .description("Called by clients' hooks: payload on standard input, answer on standard output")
    .argument('<host>', 'the calling client, such as claude-code')
    .argument('[event]', 'the event, for payloads that do not name it')
    .option('--input <json>', 'the payload, instead of standard input');
  bind<HookOptions>(command, hook);
};

/** A person at a terminal is told what is wrong; a host must not notice a missing part, so to it nothing is said. */
function hook(context: CliContext, { input }: HookOptions, args: string[]): Outcome {
  const [host = ''] = args;
  const known = hostById(host) !== undefined;
  if (context.terminalInput && input === undefined) {
    throw known
      ? new Fault('usage', 'A hook reads its payload from standard input, not from a terminal.', {
          hint: 'Run "holdfast doctor" to see whether hooks fire.',
        })
      : new Fault('usage', `There is no client named "${host}".`, {
          hint: `Known: ${hosts.map((one) => one.id).join(', ')}.`,
        });
  }
  // The same program as the launcher starts, which never fails.
  if (known) passThrough(context.install.bundlePath, args, input);
  return { text: '' };
}
