import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { piDriver, piEnvironment } from '../../harness/drivers/pi.ts';
import type { FetchedClient } from '../../harness/fetch-client.ts';
import { holdfast } from '../../harness/holdfast.ts';
import { parseRows } from '../../harness/record.ts';
import { fullContext, missingIn, textOf } from '../../harness/request.ts';
import type { Sandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';
import { openWorkplace, planOf, type Workplace } from './product.ts';
import { survivalSuite } from './survival-suite.ts';

const driver = piDriver;
const extensions = (sandbox: Sandbox): string => join(sandbox.home, '.pi/agent/extensions');

await survivalSuite({
  driver,
  briefWithin: 1,
  compactByHand: async (work, sessionId, client) => {
    await byCommands(work, client, sessionId, [{ id: 'c', type: 'compact' }]);
  },
  failures: {
    'an error before the compaction': (work) => failAt(work, 'session_before_compact'),
    'an error behind the compaction': (work) => failAt(work, 'session_compact'),
  },
  foreignFile: (sandbox) => join(extensions(sandbox), 'foreign.js'),
  foreignSettings: (log) => `import { appendFileSync } from 'node:fs';\r
export default (pi) => {\r
  pi.on('session_before_compact', () => appendFileSync('${log}', 'foreign\\n'));\r
};\r
`,
  skips: {
    steering: 'no event of this client can say a word to its own summariser',
    subagent: 'this client has no subagents of its own',
  },
});

/** Gives the client's remote mode commands, and waits until each is answered, and then until it wrote what `last` matches. */
async function byCommands(
  { sandbox }: Workplace,
  client: FetchedClient,
  sessionId: string,
  commands: { id: string; [name: string]: unknown }[],
  last = /(?:)/,
): Promise<void> {
  const args = [client.path, '--mode', 'rpc', '--session', sessionId];
  const child = spawn(client.node!, args, {
    cwd: sandbox.project,
    env: piEnvironment(sandbox),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const answered = (id: string): boolean =>
    parseRows(output).some((row) => row.type === 'response' && row.id === id);
  try {
    for (const command of commands) {
      child.stdin.write(`${JSON.stringify(command)}\n`);
      for (let tries = 0; tries < 150 && !answered(command.id); tries++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect(answered(command.id), output).toBe(true);
    }
    await vi.waitFor(() => expect(output).toMatch(last), { timeout: 60_000, interval: 100 });
  } finally {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  }
}

/** Makes the client's own answers to the extension fail while it is in one event. */
function failAt(work: Workplace, event: string): void {
  const path = join(extensions(work.sandbox), 'holdfast.js');
  const text = readFileSync(path, 'utf8');
  const failing = text.replace('.extension(pi, ', '.extension(failing(pi), ');
  expect(failing).not.toBe(text);
  const broken = `{ ...context, get sessionManager() { throw new Error('no answer'); } }`;
  writeFileSync(
    path,
    `${failing}
function failing(pi) {
  const on = (event, handler) =>
    pi.on(event, (given, context) =>
      handler(given, event === '${event}' ? ${broken} : context));
  return new Proxy(pi, { get: (target, name) => (name === 'on' ? on : target[name]) });
}
`,
  );
}

const client = await bringClient('pi');

describe.skipIf(!client)('pi beside the suite', () => {
  it('turn end: a turn goes on once also where the brief held all that must be read [R6]', async () => {
    const work = await openWorkplace(client!, {
      plan: planOf(20),
      policy: () => (request) => {
        if (request.kind !== 'main') return {};
        if (request.nth > 0) return { text: request.nth === 1 ? 'I am done.' : 'Really done.' };
        return { calls: [driver.tools.shell('echo working')], inputTokens: fullContext };
      },
      driver,
    });
    const run = await work.run('do the work');
    const told = work.diagnosis(run.sessionId);
    expect([run.exitCode, run.result], told).toEqual([0, 'Really done.']);
    const kinds = work.journal(run.sessionId);
    expect(
      kinds.filter((kind) => /^(?:continued|met|let-go)$/.test(kind)),
      told,
    ).toEqual(['continued', 'met']);
  });

  it('shows the user that a compaction is near, and what was given back after it', async () => {
    const work = await openWorkplace(client!, {
      plan: '',
      policy: () => (request) =>
        request.kind === 'main' ? { text: `Answer ${request.nth}.`, inputTokens: 800_000 } : {},
      driver,
    });
    const { sessionId } = await work.run('Never rename the column customer_ref_77.');
    const near =
      /"method":"notify","message":"Holdfast: a compaction is near, the context is 89 % /;
    const prompt = { id: 'near', type: 'prompt', message: 'Go on with it.' };
    await byCommands(work, client!, sessionId, [prompt], near);
    const after = /"method":"notify","message":"Holdfast: compaction 1\. /;
    const compact = { id: 'compact', type: 'compact' };
    const next = { id: 'next', type: 'prompt', message: 'And now?' };
    await byCommands(work, client!, sessionId, [compact, next], after);
  });

  it('goes on as without it when the program in the state folder is gone', async () => {
    const work = await openWorkplace(client!, {
      plan: '',
      policy: () => () => ({ text: 'Answer.' }),
      driver,
    });
    const runtime = join(work.sandbox.holdfastHome, 'runtime');
    for (const version of readdirSync(runtime)) {
      writeFileSync(join(runtime, version, 'pi.mjs'), 'this is no program');
    }
    const run = await work.run('hello there');
    expect([run.exitCode, run.result, run.stderr]).toEqual([0, 'Answer.', '']);
  });

  it('delivery: a compaction behind the last answer starts no turn by itself', async () => {
    const work = await openWorkplace(client!, {
      plan: '',
      policy: () => (request) =>
        request.kind === 'main' ? { text: `Answer ${request.nth}.`, inputTokens: 985_000 } : {},
      driver,
    });
    const run = await work.run('Never rename the column customer_ref_77.');
    const kinds = run.requests.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'main')).toHaveLength(1);
    expect(kinds).toContain('summary');
    const next = await work.run('go on', { resume: run.sessionId });
    const first = next.requests.find(({ kind }) => kind === 'main')!;
    expect(textOf(first)).toMatch(/\[Holdfast [\w-]+\] The conversation before/);
  });

  it('delivers the brief where the summary is empty, and in the retry where the context is over the limit [case 52]', async () => {
    const work = await openWorkplace(client!, {
      plan: planOf(20),
      policy: () => (request, earlier) => {
        if (request.kind === 'summary') return { text: '' };
        if (request.nth === 0) return { text: 'Ready.' };
        const compacted = earlier.some(({ kind }) => kind === 'summary');
        return compacted ? { text: 'The end.' } : { status: 400, overflow: true };
      },
      driver,
    });
    const first = await work.run('Never rename the column customer_ref_77.');
    const run = await work.run('Go on with it.', { resume: first.sessionId });
    const told = `${work.diagnosis(first.sessionId)}\n${run.requests.map(({ kind }) => kind)}`;
    expect(run.result, told).toBe('The end.');
    const last = textOf(run.requests.at(-1)!);
    expect(missingIn(last, 'customer_ref_77', 'plan-mark-20-end'), told).toEqual([]);
    expect(last.split(/\[Holdfast [\w-]+\] The conversation before/), told).toHaveLength(2);
  });

  it('uninstall: takes its extension file away with the folder that was made for it', async () => {
    const work = await openWorkplace(client!, { plan: '', policy: () => () => ({}), driver });
    const folder = extensions(work.sandbox);
    expect(readdirSync(folder)).toEqual(['holdfast.js']);
    holdfast(work.sandbox, 'uninstall', '--host', 'pi', '--scope', 'user', '--yes');
    expect(existsSync(folder)).toBe(false);
  });
});
