import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Budget,
  type Failure,
  type Family,
  mostKept,
  numbers,
  type Outcome,
} from './family.ts';
import { mutated } from './mutate.ts';

const root = join(import.meta.dirname, '..', '..');
const cli = join(root, 'dist', 'cli.js');
const fixtures = join(root, 'test', 'fixtures');
const hosts = ['claude-code', 'codex', 'gemini', 'qwen', 'copilot', 'cursor', 'droid'];
/** An event that takes longer holds its client up. */
const longestMs = 3_000;
const together = 12;

/**
 * Changed payloads of every client with hooks, posted to the built daemon, whose events run the code that hooks start. The
 * project is compacted in between, so that recoveries, gates and guards are open.
 */
export const payloads: Family = {
  name: 'payloads',
  about:
    'a recorded payload changed in one to four places, posted to the daemon; fails on a status that is none of ours, no answer in 3 s, a veto of a compaction, a daemon that died, a fault that was written down',
  notTried:
    'plugins in the process of opencode and pi; hooks as processes of their own (surroundings)',
  goal: 1_000_000,
  run: campaign,
};

interface Base {
  host: string;
  event: string;
  payload: Record<string, never>;
}

async function campaign(budget: Budget): Promise<Outcome> {
  const place = mkdtempSync(join(tmpdir(), 'holdfast-campaign-'));
  const home = join(place, 'home');
  const project = join(place, 'proj');
  const state = join(place, 'state');
  for (const folder of [home, join(project, '.git')]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(project, 'PLAN.md'), '# Plan\n- [ ] Step 1: cut\n- [ ] Step 2: sew\n');
  const env = { PATH: process.env.PATH, HOME: home, HOLDFAST_HOME: state };
  const own = (...words: string[]) => {
    const ran = spawnSync(process.execPath, [cli, ...words], {
      cwd: project,
      env,
      encoding: 'utf8',
    });
    return ran.stdout;
  };
  own('task', 'set', 'PLAN.md');
  own('daemon', 'start');
  const record = JSON.parse(readFileSync(join(state, 'daemon', 'daemon.json'), 'utf8'));
  const token = readFileSync(join(state, 'daemon', 'token'), 'utf8').trim();
  const agent = new Agent({ keepAlive: true, maxSockets: together });
  const outcome: Outcome = { attempts: 0, failures: [], covered: {} };
  const bases = basesOf(home, project);
  // The processes that answer are started by the first ones, which is slow on a machine with other work.
  for (const host of hosts) {
    const first = bases.find((base) => base.host === host);
    if (first) await post(record.port, token, agent, first, Buffer.from('{}'));
  }
  let at = budget.first;
  const worker = async (): Promise<void> => {
    while (at < budget.first + budget.attempts && Date.now() < budget.until) {
      const attempt = at;
      at += 1;
      const base = bases[numbers(attempt)(bases.length)] as Base;
      const body = mutated(base.payload, attempt);
      const what = await post(record.port, token, agent, base, body);
      outcome.attempts += 1;
      outcome.covered[base.host] = (outcome.covered[base.host] ?? 0) + 1;
      if (what !== undefined)
        note(outcome.failures, attempt, `${base.host} ${base.event}: ${what}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: together }, worker));
    for (const fault of faultsIn(state)) note(outcome.failures, at, fault);
  } finally {
    own('daemon', 'stop');
    agent.destroy();
    rmSync(place, { recursive: true, force: true });
  }
  return outcome;
}

function note(failures: Failure[], attempt: number, what: string): void {
  if (failures.length < mostKept) failures.push({ attempt, what });
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
  const began = Date.now();
  return new Promise((done) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method: 'POST',
        path: `/hooks/${base.host}/${encodeURIComponent(base.event)}`,
        headers: { authorization: `Bearer ${token}`, host: `127.0.0.1:${port}` },
        timeout: longestMs,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () =>
          done(faultOf(response.statusCode ?? 0, text, base, Date.now() - began)),
        );
        response.on('error', (error) => done(`the answer broke off: ${error.message}`));
      },
    );
    asked.on('timeout', () => asked.destroy(new Error(`no answer in ${longestMs} ms`)));
    asked.on('error', (error) => done(error.message));
    asked.end(body);
  });
}

function faultOf(status: number, text: string, base: Base, ms: number): string | undefined {
  if (![200, 400, 404].includes(status)) return `status ${status}: ${text.slice(0, 200)}`;
  if (ms > longestMs) return `took ${ms} ms`;
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
