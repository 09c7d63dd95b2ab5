import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { AddCommand } from './command.ts';
import { hookBundle } from './context.ts';

export const addHook: AddCommand = (program, bind) => {
  const command = program
    .command('hook')
    .description(
      'What host configurations call: payload on standard input, answer on standard output',
    )
    .argument('<host>', 'the host that calls, such as claude-code')
    .argument('[event]', 'the event, for payloads that do not name theirs');
  bind(command, (_context, _options, args) => {
    // The same bundle as the launcher starts. A hook never fails: its host must not notice a missing part.
    if (existsSync(hookBundle)) {
      spawnSync(process.execPath, [hookBundle, ...args], {
        stdio: ['inherit', 'inherit', 'ignore'],
      });
    }
    return { text: '' };
  });
};
