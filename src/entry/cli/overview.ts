import { basename } from 'node:path';
import { findHosts } from '../../app/install/find-hosts.ts';
import { hookedScopes } from '../../app/install/registrations.ts';
import { statusRows } from '../../app/sessions/status.ts';
import { Fault } from '../../core/errors.ts';
import { scopes } from '../../core/install/host-install.ts';
import { counted } from './care.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { configHere, sessionIndex } from './sessions.ts';
import { ago } from './status.ts';

/** What `holdfast` alone prints. Hidden: nobody has to know its name. */
export const addOverview: AddCommand = (program, bind) => {
  const command = program
    .command('overview', { hidden: true })
    .description('Show what Holdfast found here, and what to do next');
  bind(command, overview);
};

interface Step {
  command: string;
  what: string;
}

/** A client that was found here; `scope`: where our hooks are in its settings. */
interface Client {
  title: string;
  scope?: 'user' | 'project';
}

function overview(context: CliContext): Outcome {
  const clients = clientsHere(context);
  const index = sessionIndex(context);
  const sessions = index.list();
  const [newest] = statusRows(index, () => undefined, sessions.slice(0, 1), configHere(context));
  const lines = [`Holdfast ${context.version}`, ''];
  const width = Math.max(0, ...clients.map(({ title }) => title.length));
  for (const { title, scope } of clients)
    lines.push(`${title.padEnd(width)}  ${standing[scope ?? 'none']}`);
  if (clients.length === 0) lines.push('No coding agent was found on this machine.');
  if (newest !== undefined) {
    const age = ago(context.install.clock.now().getTime() - Date.parse(newest.last));
    const where = newest.project === undefined ? '' : ` in ${basename(newest.project)}`;
    lines.push(
      '',
      `${counted(sessions.length, 'session')} seen, the newest ${age === 'now' ? 'just now' : `${age} ago`}${where}.`,
    );
  }
  const next = nextSteps(clients, sessions.length);
  const longest = Math.max(...next.map(({ command }) => command.length));
  lines.push(
    '',
    'Next:',
    ...next.map(({ command, what }) => `  ${command.padEnd(longest)}  ${what}`),
  );
  return { text: lines.join('\n'), verbatim: true };
}

const standing = {
  user: 'installed for all your work',
  project: 'installed for this project',
  none: 'found, not installed',
};

function clientsHere({ install }: CliContext): Client[] {
  try {
    return findHosts(install, undefined).map(({ install: host }) => {
      const hooked = hookedScopes(install, host);
      const scope = scopes.findLast((one) => hooked.has(one));
      return { title: host.title, scope };
    });
  } catch (error) {
    if (error instanceof Fault && error.code === 'not-found') return [];
    throw error;
  }
}

/** The three things to do now, and the help. */
function nextSteps(clients: readonly Client[], sessions: number): Step[] {
  const audit = { command: 'holdfast audit', what: 'what your past compactions lost' };
  const recall = { command: 'holdfast recall WORDS', what: 'search your past sessions' };
  const help = { command: 'holdfast --help', what: 'all commands' };
  if (!clients.some(({ scope }) => scope !== undefined)) {
    const init =
      clients.length > 0
        ? { command: 'holdfast init', what: 'install, after showing every change' }
        : { command: 'holdfast hosts', what: 'which clients it works with' };
    return [init, audit, recall, help];
  }
  if (sessions === 0) {
    return [
      { command: 'holdfast doctor', what: 'check that the hooks fire' },
      { command: 'holdfast task set FILE', what: 'what this project is working on' },
      audit,
      help,
    ];
  }
  return [
    { command: 'holdfast status', what: 'your sessions' },
    { command: 'holdfast show', what: 'the newest here: facts, receipts' },
    recall,
    help,
  ];
}
