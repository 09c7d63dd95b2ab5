import { Fault } from '../../core/errors.ts';
import type { CliContext } from './context.ts';

/** The environment variable that tells that this runs inside an agent host's session, if it does. */
export function sessionMarker(context: CliContext): string | undefined {
  return context.install.hosts
    .flatMap((host) => host.sessionMarkers)
    .find((name) => Boolean(context.env[name]));
}

/** Throws a Fault when an agent may be the one who runs this. */
export function refuseInsideSession(context: CliContext, doing: string): void {
  const marker = sessionMarker(context);
  if (marker === undefined) return;
  throw new Fault('refused', `${doing} is for a person, and this runs inside an agent's session.`, {
    hint: `Run it in a terminal of your own (${marker} is set here).`,
  });
}
