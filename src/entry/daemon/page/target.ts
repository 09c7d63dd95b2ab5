import type { CommandAnswer } from '../api/command-helper.ts';
import type { PageDeps } from './routes.ts';

/** A view of the page, or why nothing is of that name. */
export type Target = { target: string } | { code: string; message: string; hint: string };

/** The view of what a person named: a session of any client, a ticket of the project, or a worker. */
export async function targetOf(
  { read, run, home }: Pick<PageDeps, 'read' | 'run' | 'home'>,
  named: string,
  project: string | undefined,
): Promise<Target> {
  const session = await read({ what: 'named', named, of: named });
  if ('data' in session) {
    return { target: `session/${encoded((session.data as { key: string }).key)}` };
  }
  const folder = project ?? home;
  const ticket = dataOf(await run({ words: ['ticket', 'show', '--', named], folder }));
  if (typeof ticket?.id === 'string') return { target: `ticket/${encoded(ticket.id)}` };
  const workers = await run({ words: ['workers', '--plain', '--all'], folder });
  const known = 'data' in workers && Array.isArray(workers.data) ? workers.data : [];
  const found = known.find(({ worker }) => worker === named);
  if (found !== undefined) return { target: `worker/${encoded(named)}` };
  if (session.fault.code !== 'not-found') {
    return { hint: '', ...session.fault };
  }
  return {
    code: 'not-found',
    message: `No session, ticket or worker is named "${named}".`,
    hint: 'Open the page with "holdfast open" and choose there. Tickets are looked for in the project of this folder.',
  };
}

function dataOf(answer: CommandAnswer): Record<string, unknown> | undefined {
  return 'data' in answer ? (answer.data as Record<string, unknown>) : undefined;
}

/** As it may stand in an address; the slashes of a path too. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
}
