import { askDaemon, findDaemon } from '../../app/daemon/find.ts';
import { Fault } from '../../core/errors.ts';
import { openInBrowser } from '../../platform/open-in-browser.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { daemonPorts } from './daemon-client.ts';
import { startDaemon } from './daemon-start.ts';

interface OpenOptions {
  print?: boolean;
}

/** What is named is looked for in all transcripts, which may take a while the first time. */
const linkMs = 100_000;

export const addOpen: AddCommand = (program, bind) => {
  const command = program
    .command('open')
    .description('Open the page: every session, tickets, workers, audit and health')
    .argument('[what]', 'a session, a ticket or a worker by its id (default: the list of sessions)')
    .option('--print', 'print the link instead of opening a browser')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', help);
  bind<OpenOptions>(command, open);
};

const help = `
Starts the daemon if it is not running. The link works once, within a minute.`;

async function open(
  context: CliContext,
  { print, json }: OpenOptions & { json?: boolean },
  [named]: string[],
): Promise<Outcome> {
  if (named === '') {
    throw new Fault('usage', 'The name is empty.', { hint: 'Leave it out for all sessions.' });
  }
  await startDaemon(context, {});
  const found = await findDaemon(daemonPorts(context.paths.home));
  if (found.how !== 'up') {
    throw new Fault('refused', 'The daemon does not answer.', {
      hint: 'See "holdfast daemon logs".',
    });
  }
  const { socket: _, ...record } = found.record;
  // Over the port and not the socket: the system tells the daemon there whose process asks.
  const told = await askDaemon(
    daemonPorts(context.paths.home),
    { ...found, record },
    'POST',
    '/internal/page-links',
    { project: context.project, ...(named !== undefined && { named }) },
    linkMs,
  );
  const { link, person, why, error } = (told.body ?? {}) as Told;
  if (link === undefined) {
    throw new Fault(
      error?.code === 'not-found' ? 'not-found' : 'refused',
      error?.message ?? 'The daemon did not create a link.',
      { hint: error?.hint ?? 'Stop it with "holdfast daemon stop", then try again.' },
    );
  }
  const url = `http://127.0.0.1:${record.port}${link}`;
  const isFar = Boolean(context.env.SSH_CONNECTION || context.env.SSH_TTY);
  const isOpened = !print && !json && !isFar && openInBrowser(url, context.env);
  const lines = [
    isOpened ? `The page opens in your browser. If it does not: ${url}` : url,
    ...(isFar ? forwarding(record.port) : []),
    ...(isOpened ? [] : ['The link works once, within a minute.']),
    ...(person ? [] : [`Rules and permissions can only be looked at on it: ${why}.`]),
  ];
  return {
    text: lines.join('\n'),
    verbatim: true,
    data: { url, port: record.port, opened: isOpened, person: person === true },
  };
}

interface Told {
  link?: string;
  person?: boolean;
  why?: string;
  error?: { code: string; message: string; hint?: string };
}

function forwarding(port: number): string[] {
  return [
    'You are logged in over ssh. On the machine with the browser, run this first, and open the link there:',
    `  ssh -N -L ${port}:127.0.0.1:${port} HOST`,
  ];
}
