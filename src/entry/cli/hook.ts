import { passThrough } from '../../platform/pass-through.ts';
import type { AddCommand } from './command.ts';

export const addHook: AddCommand = (program, bind) => {
  const command = program
    .command('hook')
    .description(
      'What host configurations call: payload on standard input, answer on standard output',
    )
    .argument('<host>', 'the host that calls, such as claude-code')
    .argument('[event]', 'the event, for payloads that do not name theirs');
  bind(command, (context, _options, args) => {
    // The same program as the launcher starts, which never fails: a host must not notice a missing part.
    passThrough(context.install.bundlePath, args);
    return { text: '' };
  });
};
