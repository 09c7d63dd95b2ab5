import { basename } from 'node:path';
import { Fault } from '../../core/errors.ts';
import type { HostInstall } from '../../core/install/host-install.ts';
import type { Kin } from '../../platform/lineage.ts';
import type { CliContext } from './context.ts';

/**
 * What shows that an agent, and no person, may run this: a clause for a sentence; undefined when nothing does. Looked
 * at are this process's own environment, and the processes that started it or hold its terminal.
 */
export function sessionSign(context: CliContext): string | undefined {
  if (context.byPerson) return undefined;
  if (context.notByPerson !== undefined) return context.notByPerson;
  const { hosts } = context.install;
  const markers = hosts.flatMap((host) => host.sessionMarkers);
  const own = markers.find((name) => Boolean(context.env[name]));
  if (own !== undefined) return `${own} is set here`;
  for (const kin of context.lineage()) {
    const which = `process ${kin.pid} (${basename(kin.words[0] ?? '')}), which ${relation[kin.how]}`;
    const marker = markers.find((name) => kin.variables.includes(name));
    if (marker !== undefined) return `${marker} is set for ${which}`;
    const host = hosts.find((one) => isProgramOf(one, kin.words));
    if (host !== undefined) return `${host.title} is ${which}`;
  }
  return undefined;
}

const relation: Record<Kin['how'], string> = {
  started: 'this was started from',
  terminal: 'is behind this terminal',
};

const interpreter = /^(?:node|nodejs|bun|deno|sh|bash|dash|zsh)$/;

/** The host's program, started by its name or through an interpreter; not a program that is told its name. */
function isProgramOf(host: HostInstall, [first = '', second = '']: readonly string[]): boolean {
  const named = interpreter.test(basename(first)) ? second : first;
  return basename(named) === host.program;
}

/** What to do for a person who is refused. */
export const ownTerminal =
  "Run it in a terminal that no agent started: a new window, or a new login. The panes of a tmux or screen that was started from an agent's session count as that session's.";

/** Throws a Fault when an agent may be the one who runs this. */
export function refuseInsideSession(context: CliContext, doing: string): void {
  const sign = sessionSign(context);
  if (sign === undefined) return;
  throw new Fault(
    'refused',
    `${doing} is for the user, and this runs inside an agent's session: ${sign}.`,
    {
      hint: ownTerminal,
    },
  );
}

/** Throws a Fault where no person sits, or an agent may. */
export function mustBePerson(context: CliContext, doing: string): void {
  refuseInsideSession(context, doing);
  if (context.byPerson || (context.interactive && context.ownTerminal())) return;
  const why = context.interactive
    ? 'this terminal is not the one of this process'
    : 'this is not a terminal';
  throw new Fault('refused', `${doing} is for the user at a terminal, and ${why}.`, {
    hint: ownTerminal,
  });
}
