import { releaseSession } from '../../app/sessions/release.ts';
import { hostById } from '../../hosts/registry.ts';
import { counted } from './care.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { mustBePerson } from './inside-session.ts';
import { chooseSession, configHere, openStore } from './sessions.ts';

export const addRelease: AddCommand = (program, bind) => {
  const command = program
    .command('release')
    .description("Open a session's gate: the agent may make changes without reading first")
    .argument('[session]', 'session id or its beginning (default: the newest in this project)')
    .option('--json', 'print the result as JSON');
  bind(command, release);
};

function release(context: CliContext, _options: object, [named]: string[]): Outcome {
  const session = chooseSession(context, named);
  mustBePerson(context, 'Releasing a gate');
  const released = releaseSession(
    openStore(context, session),
    hostById(session.host)?.capabilities ?? { inProcess: false },
    configHere(context),
  );
  const what = counted(released.length, 'recovery', 'recoveries');
  return {
    text:
      released.length === 0
        ? `Session ${session.id} has no open gate.`
        : `Released: ${what} of session ${session.id}.`,
    data: { session: session.id, host: session.host, released },
  };
}
