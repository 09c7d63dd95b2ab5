import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../harness/remove-folder.ts';
import { type Budget, type Family, mostKept, nothingYet, numbers, type Outcome } from './family.ts';
import { tornLines } from './kill-place.ts';
import { mutated } from './mutate.ts';

const root = join(import.meta.dirname, '..', '..');
const cli = join(root, 'dist', 'cli.js');
const fixtures = join(root, 'test', 'fixtures');
const hosts = ['claude-code', 'codex', 'gemini', 'qwen', 'copilot', 'cursor', 'droid'];
/** An event that takes longer holds its client up: of a process that is asked, in processor time, since other work may hold it up. */
const longestMs = 3_000;
/** So long a process is waited for that the machine gives no time, in milliseconds. */
const longestWaitMs = 60_000;
const together = 12;
/** Processes of a place that payloads are handed to. */
const workers = 2;

/**
 * Changed payloads of every client with hooks, posted to the built daemon, whose events run the code that hooks start. The
 * project is compacted in between, so that recoveries, gates and guards are open.
 */
export const payloads: Family = {
  name: 'payloads',
  about:
    'a recorded payload with one to four changes, given to a process of the built program that answers hooks (every tenth block of 5,000 is posted to the daemon, every fifth has git); fails on an unknown status, no answer within 3 s of processor time (when posted: a minute), twice, a vetoed compaction, a process that exited, a torn journal, a logged fault',
  notTried:
    'plugins inside the opencode and pi processes; hooks as separate processes (see surroundings)',
  goal: 1_000_000,
  run: campaign,
};

interface Base {
  host: string;
  event: string;
  payload: Record<string, never>;
}

/** Attempts in one place: they share its state, in sessions of their own. */
const inPlace = 5_000;
const inSession = 250;
/** Each tenth place is the daemon's, each fifth has git: both cost several times as much as the event itself. */
const isPosted = (place: number): boolean => place % 10 === 0;
const hasGit = (place: number): boolean => place % 5 === 0;

async function campaign(budget: Budget): Promise<Outcome> {
  const outcome = nothingYet();
  const last = budget.first + budget.attempts;
  let at = budget.first;
  while (at < last && Date.now() < budget.until) {
    const number = Math.floor(at / inPlace);
    const end = Math.min(last, (number + 1) * inPlace);
    const target = isPosted(number) ? await posted(number) : await handed(number);
    const worker = async (): Promise<void> => {
      while (at < end && Date.now() < budget.until) {
        const attempt = at;
        at += 1;
        const base = target.bases[numbers(attempt)(target.bases.length)] as Base;
        const body = mutated(inOwnSession(base.payload, attempt), attempt);
        let what = await target.ask(base, body);
        // Other work on the machine may have been the reason: what is late by itself is late again.
        if (what?.startsWith(late)) {
          count(outcome.covered, 'late once');
          what = await target.ask(base, body);
        }
        outcome.attempts += 1;
        count(outcome.covered, base.host);
        count(outcome.covered, target.arm);
        if (what !== undefined) note(outcome, attempt, base.host, `${base.event}: ${what}`);
      }
    };
    try {
      await Promise.all(Array.from({ length: target.together }, worker));
      for (const fault of [...faultsIn(target.state), ...tornIn(target.state)])
        note(outcome, at - 1, target.arm, fault);
    } finally {
      target.end();
    }
  }
  return outcome;
}

/** What takes payloads for a while, and the folders that it takes them in. */
interface Target {
  arm: string;
  state: string;
  bases: Base[];
  /** How many it is asked at a time. */
  together: number;
  /** What is wrong with the answer to a payload; undefined where nothing is. */
  ask(base: Base, body: Buffer): Promise<string | undefined>;
  end(): void;
}

function placeFor(number: number) {
  const fast = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const place = mkdtempSync(join(fast, 'holdfast-campaign-'));
  const home = join(place, 'home');
  const project = join(place, 'proj');
  const state = join(place, 'state');
  for (const folder of [home, project]) mkdirSync(folder, { recursive: true });
  if (hasGit(number)) spawnSync('git', ['init', '-q', project]);
  writeFileSync(join(project, 'PLAN.md'), '# Plan\n- [ ] Step 1: cut\n- [ ] Step 2: sew\n');
  const path = hasGit(number) ? process.env.PATH : join(place, 'no-programs');
  const env = { PATH: path, HOME: home, HOLDFAST_HOME: state };
  const own = (...words: string[]): void =>
    void spawnSync(process.execPath, [cli, ...words], { cwd: project, env });
  own('task', 'set', 'PLAN.md');
  return { place, home, state, env, own, bases: basesOf(home, project) };
}

/** The daemon, over HTTP. */
async function posted(number: number): Promise<Target> {
  const { place, state, own, bases } = placeFor(number);
  own('daemon', 'start');
  const record = JSON.parse(readFileSync(join(state, 'daemon', 'daemon.json'), 'utf8'));
  const token = readFileSync(join(state, 'daemon', 'token'), 'utf8').trim();
  const agent = new Agent({ keepAlive: true, maxSockets: together });
  // The processes that answer are started by the first ones, which is slow on a machine with other work.
  for (const host of hosts) {
    const first = bases.find((base) => base.host === host);
    if (first) await post(record.port, token, agent, first, Buffer.from('{}'));
  }
  return {
    arm: 'posted to the daemon',
    state,
    bases,
    together,
    ask: (base, body) => post(record.port, token, agent, base, body),
    end() {
      own('daemon', 'stop');
      agent.destroy();
      removeFolder(place);
    },
  };
}

/** One process of the built program that works on hooks, as the daemon starts it, and is asked as the daemon asks it. */
async function handed(number: number): Promise<Target> {
  const { place, home, state, env, bases } = placeFor(number);
  const start = () =>
    spawn(process.execPath, [cli, 'daemon', 'hooks'], {
      cwd: home,
      env,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
  const free = await Promise.all(Array.from({ length: workers }, () => warm(start())));
  const ask = async (base: Base, body: Buffer): Promise<string | undefined> => {
    const child = free.pop()!;
    const what = await handTo(child, base, body);
    const isGone = child.exitCode !== null || child.signalCode !== null || child.killed;
    free.push(isGone ? await warm(start()) : child);
    return what;
  };
  return {
    arm: hasGit(number) ? 'handed to a process, with git' : 'handed to a process, without git',
    state,
    bases,
    together: workers,
    ask,
    end() {
      for (const child of free) child.kill();
      removeFolder(place);
    },
  };
}

/** A process that has answered once: its start may take long on a machine with other work, and is none of an event's. */
async function warm(child: ChildProcess): Promise<ChildProcess> {
  await new Promise((ready) => {
    child.once('message', ready);
    child.once('exit', ready);
    const message = { host: hosts[0], eventName: 'x', body: Buffer.from('{}'), kept: true };
    child.send({ id: 0, message });
  });
  return child;
}

let lastId = 0;

/** Hands one payload to a process; answers with what is wrong. A process that is late is killed. */
function handTo(child: ChildProcess, base: Base, body: Buffer): Promise<string | undefined> {
  return new Promise((done) => {
    const id = ++lastId;
    const began = Date.now();
    let stdout = '';
    const settle = (what: string | undefined): void => {
      clearTimeout(timer);
      child.removeAllListeners();
      done(what);
    };
    const spentBefore = processorMs(child.pid);
    const look = (): void => {
      const spent = processorMs(child.pid) - spentBefore;
      const waited = Date.now() - began;
      if (spent < longestMs && waited < longestWaitMs) {
        timer = setTimeout(look, 500);
        return;
      }
      child.kill('SIGKILL');
      settle(`${late} in ${waited} ms, ${spent} ms of them at work`);
    };
    let timer = setTimeout(look, longestMs);
    child.on('message', (told: Told) => {
      if (told.id !== id) return;
      if (told.answer !== undefined) stdout = told.answer.stdout ?? '';
      if (told.over) settle(faultOf(200, stdout, base));
    });
    child.on('exit', (code, signal) => settle(`the process ended: ${signal ?? code}`));
    child.send({ id, message: { host: base.host, eventName: base.event, body, kept: false } });
  });
}

/** Processor time that a process has spent, in milliseconds; 0 where the system does not tell it. */
function processorMs(pid: number | undefined): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // Ticks of the user's and the system's time, a hundred of them in a second on Linux.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

interface Told {
  id: number;
  answer?: { stdout?: string };
  over?: boolean;
}

const late = 'no answer';

/** The payload of a session that only some attempts share, since one of thousands of events is slow to read. */
function inOwnSession(payload: Base['payload'], attempt: number): Base['payload'] {
  const text = JSON.stringify(payload);
  const id = /"(?:session_?id|conversation_?id)"\s*:\s*"([^"]+)"/i.exec(text)?.[1];
  if (id === undefined) return payload;
  return JSON.parse(text.replaceAll(id, `${id}-${Math.floor(attempt / inSession)}`));
}

function count(sums: Record<string, number>, name: string): void {
  sums[name] = (sums[name] ?? 0) + 1;
}

function note(outcome: Outcome, attempt: number, by: string, what: string): void {
  outcome.failed += 1;
  count(outcome.failedBy, by);
  if (outcome.failures.length < mostKept) outcome.failures.push({ attempt, what: `${by} ${what}` });
}

/** Journals with a line that is no JSON. */
function tornIn(state: string): string[] {
  const sessions = join(state, 'sessions');
  if (!existsSync(sessions)) return [];
  return readdirSync(sessions, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ndjson'))
    .flatMap((name) => {
      const torn = tornLines(readFileSync(join(sessions, name), 'utf8'));
      return torn === 0 ? [] : [`${torn} torn lines in ${name}`];
    });
}

/** What was recorded of every client, in the folders of this run. */
function basesOf(home: string, project: string): Base[] {
  return hosts.flatMap((host) => {
    const folder = join(fixtures, host, 'payloads');
    return readdirSync(folder).flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => {
          const text = line.replaceAll('/home/dev/proj', project).replaceAll('/home/dev', home);
          const payload = JSON.parse(text);
          return {
            host,
            event: String(payload.hook_event_name ?? payload.hookEventName ?? 'x'),
            payload,
          };
        }),
    );
  });
}

/** Posts one payload; answers with what is wrong, undefined where nothing is. */
function post(
  port: number,
  token: string,
  agent: Agent,
  base: Base,
  body: Buffer,
): Promise<string | undefined> {
  return new Promise((done) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method: 'POST',
        path: `/hooks/${base.host}/${encodeURIComponent(base.event)}`,
        headers: { authorization: `Bearer ${token}`, host: `127.0.0.1:${port}` },
        timeout: longestWaitMs,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => done(faultOf(response.statusCode ?? 0, text, base)));
        response.on('error', (error) => done(`the answer broke off: ${error.message}`));
      },
    );
    asked.on('timeout', () => asked.destroy(new Error(`${late} in ${longestWaitMs} ms`)));
    asked.on('error', (error) => done(error.message));
    asked.end(body);
  });
}

function faultOf(status: number, text: string, base: Base): string | undefined {
  if (![200, 400, 404].includes(status)) return `status ${status}: ${text.slice(0, 200)}`;
  if (
    /^(?:PreCompact|PreCompress|preCompact)$/.test(base.event) &&
    /"(?:decision|continue)"\s*:\s*(?:"block"|"deny"|false)/.test(text)
  ) {
    return `vetoes a compaction: ${text.slice(0, 200)}`;
  }
  if (/\n\s+at \S+ \(|TypeError|RangeError/.test(text))
    return `a fault shows in the answer: ${text.slice(0, 200)}`;
  return undefined;
}

/** What is said of a payload that is none of the client's; any other fault is one of ours. */
const expected = /^the (?:payload (?:has no session id|names no event)$|event )/;

/** Faults of our own that hooks wrote down, each once. */
function faultsIn(state: string): string[] {
  const path = join(state, 'faults.ndjson');
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const messages = lines.flatMap((line) => {
    // A line that a killed process began with is none.
    if (line === '' || !line.endsWith('}')) return [];
    return [(JSON.parse(line) as { message: string }).message];
  });
  return [...new Set(messages)]
    .filter((message) => !expected.test(message))
    .map((message) => `written down: ${message.slice(0, 200)}`);
}
