import { processesBehind } from '../../../platform/connection-peer.ts';
import { lineageOfProcess, readsOwnTerminal } from '../../../platform/lineage.ts';
import type { CliContext } from '../../cli/context.ts';
import { ownTerminal, sessionSign } from '../../cli/inside-session.ts';
import type { Call } from '../router.ts';

/** Who asked for a link: a person, or why that is not so. */
export type OpenedBy = { person: true } | { person: false; why: string; hint: string };

/**
 * Whether a person at a terminal of their own asked, by the very process that holds the other end of the connection. What that
 * process says of itself counts for nothing.
 */
export function openedBy(
  context: CliContext,
  { peerPort, url }: Pick<Call, 'peerPort' | 'url'>,
): OpenedBy {
  const no = (why: string): OpenedBy => ({ person: false, why, hint: ownTerminal });
  const port = Number(new URL(url).port);
  const pids = peerPort === undefined ? [] : processesBehind(port, peerPort);
  if (pids.length === 0) return no('this system does not tell which process asked for the page');
  for (const pid of pids) {
    const lineage = lineageOfProcess(pid);
    if (lineage === undefined) return no(`nothing is known of process ${pid}, which asked for it`);
    const { notByPerson: _, ...seen } = context;
    const sign = sessionSign({ ...seen, env: {}, lineage: () => lineage });
    if (sign !== undefined) return no(`it was opened inside an agent's session: ${sign}`);
    if (!readsOwnTerminal(pid)) return no('it was not opened at a terminal');
  }
  return { person: true };
}
