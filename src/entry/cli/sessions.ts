import { basename, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { loadConfig } from '../../app/config/load-config.ts';
import { findRecord } from '../../app/find-record.ts';
import type { HookDeps } from '../../app/hook/context.ts';
import type { SessionStore } from '../../app/ports.ts';
import { findSession } from '../../app/sessions/find-session.ts';
import { recogniseRecord } from '../../app/sessions/foreign-record.ts';
import type { SessionIndex, StoredSession } from '../../app/sessions/session-index.ts';
import type { Config } from '../../core/config/defaults.ts';
import { Fault } from '../../core/errors.ts';
import type { HostEvent } from '../../core/event.ts';
import { mainAgent, newSessionState } from '../../core/recovery/session-state.ts';
import { compilePatterns } from '../../core/trust/compile-patterns.ts';
import type { Host } from '../../hosts/host.ts';
import { hostById, hosts } from '../../hosts/registry.ts';
import { sessionFolder } from '../../journal/session-folder.ts';
import { openSessionIndex } from '../../journal/session-index.ts';
import { openSessionStore } from '../../journal/session-store.ts';
import { recordFiles } from '../../platform/record-file.ts';
import { composeHook } from '../compose.ts';
import type { CliContext } from './context.ts';
import { currentSession } from './current-session.ts';
import { type RecordOfSession, recordOfSession } from './record-of-session.ts';
import { withStoredRecord } from './stored-record.ts';

export function sessionIndex(context: CliContext): SessionIndex {
  return openSessionIndex(context.paths.home);
}

/** The session that a person names, else that of this shell, else the newest of the project. */
export function chooseSession(context: CliContext, named: string | undefined): StoredSession {
  const found = chosen(context, named);
  if (!('path' in found)) return found;
  throw new Fault('not-found', `No event of the session "${found.session}" arrived here.`, {
    hint: `Its transcript is ${found.path}: "holdfast snapshot ${found.session}" reads it, and "holdfast doctor" looks why its hooks did not fire.`,
  });
}

/** The same, or the transcript of a named session from which no event arrived. */
function chosen(context: CliContext, named: string | undefined): StoredSession | RecordOfSession {
  const current = named === undefined ? currentSession(context) : undefined;
  try {
    return findSession(sessionIndex(context), { named, current, project: context.project });
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'not-found' || named === undefined) throw error;
    const unheard = recordOfSession(context, named);
    if (unheard === undefined) throw error;
    return unheard;
  }
}

/** The session of a hook's payload; one that no event told of before begins with what is written for it. */
export function sessionOfPayload(
  context: CliContext,
  id: string,
  host: string | undefined,
): Pick<StoredSession, 'id' | 'folder'> {
  const known = sessionIndex(context)
    .list()
    .find((one) => one.id === id && (host === undefined || one.host === host));
  if (known !== undefined) return known;
  const of = host === undefined ? hosts[0]! : hostNamed(host);
  return { id, folder: sessionFolder(context.paths.home, of.id, id) };
}

/** The settings in effect in the project of this command. */
export function configHere(context: CliContext): Config {
  const { config } = loadConfig(
    context.install.disk,
    { userConfig: context.userConfig, project: context.project },
    context.paths.trust,
  );
  return config;
}

/** The state of a session, to be written to. */
export function openStore(context: CliContext, session: StoredSession): SessionStore {
  const config = configHere(context);
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

/** A session's record with what it is read with. */
export interface Reading {
  deps: HookDeps;
  event: HostEvent;
  /** False for a file that a person named: its session has no state here. */
  stored: boolean;
  /** A sentence when the record that the facts come from is gone. */
  gone?: string;
}

/**
 * What `brief` and `snapshot` work with. Nothing is written: were the reading remembered, the next hook would
 * take what it has not seen for seen.
 */
export function readingOf(
  context: CliContext,
  named: string | undefined,
  choice: RecordChoice,
): Reading {
  const host = choice.host === undefined ? undefined : hostNamed(choice.host);
  if (choice.transcript !== undefined) {
    if (named === undefined) return readingOfFile(context, choice.transcript, host);
    throw new Fault('usage', 'Give either a session or --transcript.');
  }
  if (host !== undefined) {
    throw new Fault('usage', '--host needs --transcript.', {
      hint: 'Give --transcript FILE too, or leave --host out.',
    });
  }
  const found = chosen(context, named);
  // A session from which no event arrived has a transcript all the same.
  return 'path' in found
    ? readingOfFile(context, found.path, hostNamed(found.host), found.session)
    : readingOfSession(context, found);
}

/** What the facts of a known session are read with, as its record is now. */
export function readingOfSession(context: CliContext, session: StoredSession): Reading {
  const { state } = sessionIndex(context).read(session);
  const main = state.agents[mainAgent];
  const host = hostNamed(session.host);
  const machine = { env: context.env, home: context.home };
  const event: HostEvent = {
    type: 'session.started',
    source: 'resume',
    sessionId: session.id,
    transcriptPath: main?.record ?? host.sessionRecord?.(session.id, machine),
    cwd: main?.cwd ?? main?.project ?? context.cwd,
  };
  const deps = withStoredRecord(composeHook(host, event, context.env));
  const reading = { deps: { ...deps, store: readOnly(deps.store) }, event, stored: true };
  if (main?.record === undefined || findRecord(deps.files, deps.host, event)) return reading;
  const gone = `The record ${main.record} is gone: these are the facts as last written down.`;
  return { ...reading, gone };
}

function readingOfFile(
  context: CliContext,
  file: string,
  named: Host | undefined,
  session?: string,
): Reading {
  const path = resolve(context.cwd, file);
  const stat = context.install.disk.stat(path);
  const hint = 'Give the path of a client’s transcript.';
  if (file === '') throw new Fault('usage', 'The path is empty.', { hint });
  if (stat === undefined) throw new Fault('not-found', `There is no file ${path}.`, { hint });
  if (stat.kind !== 'file') throw new Fault('refused', `${path} is not a file.`, { hint });
  const readable = hosts.filter((host) => host.capabilities.readableRecord);
  const record = recogniseRecord(recordFiles, named ? [named] : readable, path);
  if (record === undefined) {
    throw new Fault('malformed', `${path}: not a session transcript of a known client.`, { hint });
  }
  // The task and git are those of the session's own folder, or none where that is not on this machine.
  const here = record.cwd !== undefined && context.install.disk.stat(record.cwd)?.kind === 'folder';
  const event: HostEvent = {
    type: 'session.started',
    source: 'resume',
    sessionId: session ?? basename(path).replace(/\.\w+$/, ''),
    transcriptPath: path,
    cwd: here ? record.cwd : undefined,
  };
  const deps = composeHook(record.host, event, { ...context.env, CLAUDE_PROJECT_DIR: undefined });
  const store: SessionStore = {
    ...readOnly(deps.store),
    load: () => ({ state: newSessionState(), skipped: 0 }),
    readFold: () => undefined,
    readFoldHead: () => undefined,
  };
  return { deps: { ...deps, store }, event, stored: false };
}

function readOnly(store: SessionStore): SessionStore {
  return {
    ...store,
    append: () => true,
    claim: () => ({ giveUp() {} }),
    writeFold: () => {},
    writeRules: (agent) => store.rulesPath(agent),
    watch: () => {},
  };
}

function hostNamed(name: string): Host {
  const host = hostById(name);
  if (host) return host;
  const known = hosts.map((one) => one.id).join(', ');
  throw new Fault('usage', `There is no client named "${name}".`, { hint: `Known: ${known}.` });
}

/** Below this the mandatory parts of a brief have no room. */
const leastBudget = 600;

/** For the option that takes a number of characters. */
export function budget(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text) && Number(text) >= leastBudget) return Number(text);
  throw new InvalidArgumentError(`It must be a whole number of at least ${leastBudget}.`);
}
