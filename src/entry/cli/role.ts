import { resolve } from 'node:path';
import { setRole } from '../../app/role/set-role.ts';
import { roleOf, storedSnapshot } from '../../app/sessions/role-of.ts';
import type { StoredSession } from '../../app/sessions/session-index.ts';
import { Fault } from '../../core/errors.ts';
import { newAgentState } from '../../core/recovery/session-state.ts';
import { type Role, roles, type SessionRole } from '../../core/role/role.ts';
import { hostById } from '../../hosts/registry.ts';
import { sessionMail } from '../session-mail.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { currentSession } from './current-session.ts';
import { sessionSign } from './inside-session.ts';
import { chooseSession, configHere, openStore, sessionIndex } from './sessions.ts';

interface ShowOptions {
  session?: string;
}

interface SetOptions extends ShowOptions {
  ticket?: string;
  document?: string;
  state?: string;
}

const sessionWords = 'the session (default: this shell’s, else the newest here)';

export const addRole: AddCommand = (program, bind) => {
  const role = program
    .command('role')
    .description("Show or set a session's role: handler, worker, loop or regular")
    .helpCommand(false);
  const show = role
    .command('show', { isDefault: true })
    .description("Show a session's role and where it comes from")
    .option('--session <id>', sessionWords)
    .option('--json', 'print the result as JSON');
  const set = role
    .command('set')
    .description("Set a session's role")
    .argument('<role>', roles.join(', '))
    .option('--ticket <file>', 'a worker’s ticket, or a handler’s contract')
    .option('--document <file>', 'a loop’s document')
    .option('--state <file>', 'a handler’s state file')
    .option('--session <id>', sessionWords)
    .option('--json', 'print the result as JSON');
  bind<ShowOptions>(show, showRole);
  bind<SetOptions>(set, giveRole);
};

const signs: Record<SessionRole['by'], string> = {
  launch: 'by its launch',
  skill: 'by a skill that it invoked',
  command: 'by a command that it was given',
  person: 'set by a person',
  agent: 'set by the agent',
  before: 'as the session that it goes on from',
};

function showRole(context: CliContext, options: ShowOptions): Outcome {
  const session = chooseSession(context, options.session);
  const { state, fold } = sessionIndex(context).read(session);
  const agent = state.agents[''] ?? newAgentState();
  const role = roleOf(agent, storedSnapshot(fold, agent), configHere(context));
  const data = { session: session.id, host: session.host, role };
  if (!('by' in role)) {
    return { text: `Session ${session.id} is regular: nothing gave it a role.`, data };
  }
  const how = role.invoked === undefined ? '' : ` (${role.invoked})`;
  const lines = [`Session ${session.id} is a ${role.role}, ${signs[role.by]}${how}.`];
  for (const name of ['worker', 'ticket', 'document', 'state'] as const) {
    const value = role[name];
    if (value !== undefined) lines.push(`${name.padEnd(10)} ${value}`);
  }
  return { text: lines.join('\n'), data };
}

/** Throws a Fault when a worker's session is only the newest here: nobody meant it. */
function refuseWorkerByChance(
  context: CliContext,
  options: SetOptions,
  session: StoredSession,
  role: Role,
): void {
  if (options.session !== undefined || currentSession(context) !== undefined) return;
  const own = sessionIndex(context).read(session).state.agents['']?.role;
  if (own?.by !== 'launch' || own.role === role) return;
  throw new Fault(
    'refused',
    `The newest session here, ${session.id}, was launched as a ${own.role}.`,
    {
      hint: 'Name the session with --session; "holdfast status" lists them.',
    },
  );
}

function giveRole(context: CliContext, options: SetOptions, [named = '']: string[]): Outcome {
  const role = roles.find((each) => each === named);
  if (role === undefined) {
    throw new Fault('usage', `There is no role "${named}".`, {
      hint: `The roles are ${roles.join(', ')}.`,
    });
  }
  const session = chooseSession(context, options.session);
  refuseWorkerByChance(context, options, session, role);
  const host = hostById(session.host);
  if (host === undefined)
    throw new Fault('not-found', `There is no client named "${session.host}".`);
  const given: SessionRole = {
    role,
    by: sessionSign(context) === undefined ? 'person' : 'agent',
    ...fileOf(context, options, role, 'ticket', ['worker', 'handler']),
    ...fileOf(context, options, role, 'document', ['loop']),
    ...fileOf(context, options, role, 'state', ['handler']),
  };
  const mail = sessionMail(context.paths.home, { host: host.id, session: session.id });
  setRole(openStore(context, session), { host, mail, config: configHere(context) }, given);
  return {
    text: `Session ${session.id} is ${role === 'regular' ? 'regular' : `a ${role}`} now.`,
    data: { session: session.id, host: session.host, role: given },
  };
}

/** A file that goes with the role. A ticket and a document must be there; a state may only come. */
function fileOf(
  context: CliContext,
  options: SetOptions,
  role: Role,
  name: 'ticket' | 'document' | 'state',
  fitting: readonly Role[],
): Partial<SessionRole> {
  const written = options[name];
  if (written === undefined) return {};
  if (!fitting.includes(role)) {
    throw new Fault('usage', `--${name} does not go with the role ${role}.`, {
      hint: `It goes with ${fitting.join(' and ')}.`,
    });
  }
  const path = resolve(context.cwd, written);
  const real = context.install.disk.realPath(path);
  if (real === undefined && name !== 'state') {
    throw new Fault('not-found', `There is no file ${path}.`, {
      hint: `Give the path of the ${name}.`,
    });
  }
  return { [name]: real ?? path };
}
