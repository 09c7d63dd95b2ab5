import { join } from 'node:path';
import { daemonFiles, daemonFolder } from '../../app/daemon/files.ts';
import { hookKeyOf, keysPattern } from '../../app/daemon/proof.ts';
import { type DaemonRecord, protocol } from '../../core/daemon/record.ts';
import { Fault } from '../../core/errors.ts';
import { atomicWrite } from '../../platform/atomic-write.ts';
import { boundedLog } from '../../platform/bounded-log.ts';
import { generationsIn } from '../../platform/generations.ts';
import { httpServer, listenOnLoopback } from '../../platform/http-server.ts';
import { makeFolder } from '../../platform/make-folder.ts';
import { isAlive, processIdentity } from '../../platform/process-identity.ts';
import { isThere, readSmall, removeSmall } from '../../platform/small-files.ts';
import { ownToken } from '../../platform/token-file.ts';
import { listenOnSocket, socketPlace } from '../../platform/unix-socket.ts';
import type { CliContext } from '../cli/context.ts';
import { redactionPatterns } from '../cli/redaction-patterns.ts';
import { answerer } from './answer.ts';
import { helloRoute } from './hello.ts';
import { objectIn } from './json-body.ts';
import { jsonAnswer, type Route, refusal } from './router.ts';
import type { OwnRoutes } from './routes.ts';

const logBytes = 1024 * 1024;
/** What is being answered at the end gets so long. */
const partingMs = 2_000;
/** So often it looks whether it is still the one that its folder names: that may be deleted, and another be started. */
const lookoutMs = 2_000;

export interface Running {
  record: DaemonRecord;
  /** Resolves when it ended, with why. */
  ended: Promise<string>;
  end(why: string): void;
  /** Adds a line to its log. */
  log(text: string): void;
  /** When a request was let in last, in milliseconds. */
  lastUse(): number;
}

/** Becomes the daemon of the state folder: exactly one process at a time does. Throws a Fault where another one is it. */
export async function serveDaemon(
  context: CliContext,
  more: Pick<OwnRoutes, 'routes' | 'pages' | 'keepsFrom' | 'end'>,
): Promise<Running> {
  const folder = join(context.paths.home, daemonFolder);
  const place = (name: string): string => join(folder, name);
  makeFolder(folder);
  const identity = processIdentity(process.pid) ?? '';
  claim(place(daemonFiles.claims), { pid: process.pid, identity });
  const token = ownToken(place(daemonFiles.token));
  const hookKey = hookKeyOf(token);
  const log = boundedLog(place(daemonFiles.log), logBytes, [
    keysPattern(token),
    ...redactionPatterns(context),
  ]);
  const started = new Date().toISOString();
  const { version } = context;

  let end: (why: string) => void = () => {};
  const told = new Promise<string>((resolve) => {
    end = resolve;
  });
  const keys = { token, hookKey, port: 0, pages: more.pages };
  const stopRoute: Route = {
    method: 'POST',
    path: '/api/v1/stop',
    opens: 'token',
    handle({ body }) {
      const given = objectIn(body);
      if (given === undefined) return refusal(400, 'body', 'The body is not a valid JSON object.');
      const why = given.anyway === true ? undefined : more.keepsFrom();
      if (why !== undefined) return refusal(409, 'needed', why, 'Run "holdfast daemon stop".');
      setTimeout(() => end('asked to'), 10);
      return jsonAnswer(200, { stops: true });
    },
  };
  let lastUse = Date.now();
  const handle = answerer(
    [helloRoute(token, { version, pid: process.pid, started }), stopRoute, ...more.routes],
    keys,
    {
      log,
      onUse() {
        lastUse = Date.now();
      },
    },
  );
  const options = { handle, onBroken: (why: string) => log(`refused: ${why}`) };
  const server = httpServer(options);
  const socket = socketPlace(place(daemonFiles.socket), context.env);
  const local = socket === undefined ? undefined : httpServer(options);
  const listening = () => [server, ...(local ? [local] : [])].filter((one) => one.listening);
  let record: DaemonRecord;
  let recordText: string;
  try {
    keys.port = await listenOnLoopback(server, Number(readSmall(place(daemonFiles.port))) || 0);
    atomicWrite(place(daemonFiles.port), `${keys.port}\n`, 0o600);
    const listens = local !== undefined && (await listenOnSocket(local, socket!));
    record = {
      v: 1,
      pid: process.pid,
      identity,
      port: keys.port,
      ...(listens && { socket }),
      version,
      protocol,
      started,
    };
    recordText = `${JSON.stringify(record, null, 2)}\n`;
    atomicWrite(place(daemonFiles.record), recordText, 0o600);
  } catch (error) {
    // What listens would keep this process alive, which nobody could find, as the one that is the daemon.
    for (const one of listening()) one.close();
    throw error;
  }
  const isFound = (): boolean => {
    const text = readSmall(place(daemonFiles.record));
    return text === undefined ? isThere(place(daemonFiles.record)) : text === recordText;
  };
  const lookout = setInterval(() => {
    if (!isFound()) end('its files are gone');
  }, lookoutMs);
  log(`started: port ${keys.port}, process ${process.pid}, version ${version}`);

  const ended = told.then(async (why) => {
    more.end();
    clearInterval(lookout);
    const servers = listening();
    const closed = servers.map((one) => new Promise<void>((resolve) => one.close(() => resolve())));
    for (const one of servers) one.closeIdleConnections();
    const cut = setTimeout(() => {
      for (const one of servers) one.closeAllConnections();
    }, partingMs);
    await Promise.all(closed);
    clearTimeout(cut);
    // Where another daemon was started in the place of this one, the files are its own.
    if (isFound()) {
      if (record.socket !== undefined) removeSmall(record.socket);
      removeSmall(place(daemonFiles.record));
    }
    if (isThere(folder)) log(`ended: ${why}`);
    return why;
  });
  return { record, ended, end, log, lastUse: () => lastUse };
}

/** Throws a Fault where a process that lives has it, or takes it at the same moment. */
function claim(folder: string, own: { pid: number; identity: string }): void {
  const claims = generationsIn(folder);
  const { generation, text } = claims.read();
  const holder = parsed(text);
  const isHeld = holder !== undefined && isAlive(holder.pid, holder.identity);
  if (isHeld || !claims.replace(generation, JSON.stringify(own))) {
    throw new Fault(
      'refused',
      'The daemon is already running, or another process is starting it.',
      {
        hint: 'See "holdfast daemon status".',
      },
    );
  }
}

function parsed(text: string | undefined): { pid: number; identity: string } | undefined {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
