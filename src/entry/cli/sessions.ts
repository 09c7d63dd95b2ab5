import { basename, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { loadConfig } from '../../app/config/load-config.ts';
import type { HookDeps } from '../../app/hook/context.ts';
import type { SessionStore } from '../../app/ports.ts';
import { findSession } from '../../app/sessions/find-session.ts';
import type { SessionIndex, StoredSession } from '../../app/sessions/session-index.ts';
import { Fault } from '../../core/errors.ts';
import type { HostEvent } from '../../core/event.ts';
import { mainAgent, newSessionState } from '../../core/recovery/session-state.ts';
import { compilePatterns } from '../../core/trust/compile-patterns.ts';
import { hostById, hosts } from '../../hosts/registry.ts';
import { openSessionIndex } from '../../journal/session-index.ts';
import { openSessionStore } from '../../journal/session-store.ts';
import { composeHook } from '../compose.ts';
import type { CliContext } from './context.ts';

export function sessionIndex(context: CliContext): SessionIndex {
  return openSessionIndex(context.paths.home);
}

/** The session that a person names, else that of this shell, else the newest of the project. */
export function chooseSession(context: CliContext, named: string | undefined): StoredSession {
  const current = context.install.hosts
    .map((host) => (host.sessionVariable ? context.env[host.sessionVariable] : undefined))
    .find((id) => Boolean(id));
  return findSession(sessionIndex(context), { named, current, project: context.project });
}

/** The state of a session, to be written to. */
export function openStore(context: CliContext, session: StoredSession): SessionStore {
  const { config } = loadConfig(
    context.install.disk,
    { userConfig: context.userConfig, project: context.project },
    context.paths.trust,
  );
  return openSessionStore({
    stateFolder: context.paths.home,
    host: session.host,
    sessionId: session.id,
    now: () => context.install.clock.now(),
    redact: compilePatterns(config.redact).patterns,
  });
}

/** What to read: a session that is known, or a record that is named. */
export interface RecordChoice {
  transcript?: string;
  host?: string;
}

/**
 * What `brief` and `snapshot` work with. Nothing is written: were the reading remembered, the next hook would
 * take what it has not seen for seen.
 */
export function readingOf(
  context: CliContext,
  named: string | undefined,
  choice: RecordChoice,
): { deps: HookDeps; event: HostEvent } {
  if (named !== undefined && choice.transcript !== undefined) {
    throw new Fault('usage', 'Name a session or give --transcript, one of the two.');
  }
  return choice.transcript === undefined
    ? readingOfSession(context, chooseSession(context, named))
    : readingOfFile(context, choice.transcript, choice.host);
}

/** What the facts of a known session are read with, as its record is now. */
export function readingOfSession(
  context: CliContext,
  session: StoredSession,
): { deps: HookDeps; event: HostEvent } {
  const { state } = sessionIndex(context).read(session);
  const main = state.agents[mainAgent];
  const event: HostEvent = {
    type: 'session.started',
    source: 'resume',
    sessionId: session.id,
    transcriptPath: main?.record,
    cwd: main?.cwd ?? main?.project ?? context.cwd,
  };
  const deps = composeHook(hostNamed(session.host), event, context.env);
  return { deps: { ...deps, store: readOnly(deps.store) }, event };
}

function readingOfFile(context: CliContext, file: string, hostName: string | undefined) {
  const path = resolve(context.cwd, file);
  if (context.install.disk.stat(path)?.kind !== 'file') {
    throw new Fault('not-found', `There is no file ${path}.`, {
      hint: 'Give the path of a record that a host wrote.',
    });
  }
  const event: HostEvent = {
    type: 'session.started',
    source: 'resume',
    sessionId: basename(path).replace(/\.\w+$/, ''),
    transcriptPath: path,
    cwd: context.cwd,
  };
  const deps = composeHook(hostNamed(hostName), event, context.env);
  const store: SessionStore = {
    ...readOnly(deps.store),
    load: () => ({ state: newSessionState(), skipped: 0 }),
    readFold: () => undefined,
  };
  return { deps: { ...deps, store }, event };
}

function readOnly(store: SessionStore): SessionStore {
  return {
    ...store,
    append: () => true,
    writeFold: () => {},
    writeRules: (agent) => store.rulesPath(agent),
    watch: () => {},
  };
}

/** The host of a name; without one, the first whose record can be read. */
function hostNamed(name: string | undefined) {
  const host =
    name === undefined ? hosts.find((one) => one.capabilities.readableRecord) : hostById(name);
  if (host) return host;
  const known = hosts.map((one) => one.id).join(', ');
  throw new Fault('usage', `There is no host named "${name}".`, { hint: `Known: ${known}.` });
}

/** For options that take a number of characters. */
export function positiveNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number above 0.');
}
