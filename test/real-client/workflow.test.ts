import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { codexDriver } from '../../harness/drivers/codex.ts';
import type { ClientDriver } from '../../harness/drivers/driver.ts';
import { wasDenied } from '../../harness/drivers/tools.ts';
import { holdfast, installHoldfast, journalOf } from '../../harness/holdfast.ts';
import { type ModelServer, startModelServer } from '../../harness/model-server.ts';
import {
  type Answer,
  fullContext,
  type ModelRequest,
  newText,
  type Policy,
  textOf,
} from '../../harness/request.ts';
import { type ClientRun, runClient } from '../../harness/run-client.ts';
import { createSandbox, type Sandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';
import { withCommand } from './own-command.ts';

const clients = {
  claude: await bringClient('claude-code'),
  codex: await bringClient('codex'),
};
const plan = [
  '# Plan',
  ...['## Objective', 'Round prices half up.'],
  ...['## Scope', 'src/**'],
  ...['## Success criteria', 'sh test.sh ends well.'],
  ...['## Justification', 'src/a.txt, src/b.txt and src/c.txt hold what is rounded.', ''],
].join('\n');

/** What the model does at a request, and under which name the request is remembered. */
type Turn = [name: string, answer: (request: ModelRequest) => Answer];

/** Plays turns one after the other, each at the next request of the agent. */
class Script {
  readonly seen = new Map<string, ModelRequest>();
  readonly #turns: Turn[] = [];

  add(...turns: Turn[]): void {
    this.#turns.push(...turns);
  }

  readonly policy: Policy = (request) => {
    if (request.kind === 'summary') {
      return { text: '<analysis>a</analysis><summary>Work was going on.</summary>' };
    }
    if (request.kind !== 'main') return {};
    const turn = this.#turns.shift();
    if (turn === undefined) return { text: 'The script is over.' };
    this.seen.set(turn[0], request);
    return turn[1](request);
  };

  /** The request at which a turn was played. */
  at(name: string): ModelRequest {
    const found = this.seen.get(name);
    if (found === undefined) throw new Error(`no request came for "${name}"`);
    return found;
  }

  told(name: string): string {
    return newText(this.at(name));
  }
}

/** The continue token that a request told last, wherever it stands. */
function tokenIn(request: ModelRequest): string {
  const found = textOf(request)
    .match(/hfw1\.[\w.-]+/g)
    ?.at(-1);
  if (found === undefined) throw new Error('no token was told');
  return found.replace(/\.$/, '');
}

interface Trial {
  sandbox: Sandbox;
  script: Script;
  server: ModelServer;
  run(prompt: string, resume?: string): Promise<ClientRun>;
}

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function trial(
  sandbox: Sandbox,
  driver: ClientDriver,
  client: NonNullable<typeof clients.claude>,
): Promise<Trial> {
  const script = new Script();
  const server = await startModelServer({ policy: script.policy, dialect: driver.dialect });
  closing.push(() => server.close());
  driver.prepare?.(sandbox, server.url);
  installHoldfast(sandbox, driver.scope, driver.host);
  const env = { PATH: withCommand(sandbox) };
  const options = { client, driver, sandbox, server, env, timeoutMs: 120_000 };
  return {
    sandbox,
    script,
    server,
    run: (prompt, resume) => runClient({ ...options, prompt, ...(resume ? { resume } : {}) }),
  };
}

describe.skipIf(!clients.claude || !clients.codex)('a plan-first run with real clients', () => {
  it('holds an agent to its steps that edits early, claims and forges, through two compactions, and goes on on another host [R38] [R41]', async () => {
    const sandbox = createSandbox('test');
    closing.push(() => sandbox.remove());
    for (const name of ['a', 'b', 'c']) sandbox.write(`src/${name}.txt`, `${name}\n`);
    sandbox.write('test.sh', 'grep -q rounded src/a.txt && echo passed\n');
    const path = (name: string) => `${sandbox.project}/${name}`;
    const file = (name: string) => readFileSync(path(name), 'utf8');

    // Claude Code: up to the question whether the result is accepted.
    const { script, run, server } = await trial(sandbox, claudeCodeDriver, clients.claude!);
    const { tools } = claudeCodeDriver;
    const next = (request: ModelRequest, ...more: string[]) =>
      tools.shell(['holdfast workflow next --token', tokenIn(request), ...more].join(' '));
    const start = `holdfast workflow start plan-first --set 'task=Round prices' --set plan=docs/plan.md --set 'test=sh test.sh'`;
    script.add(
      ['start', () => ({ calls: [tools.shell(start)] })],
      ['edits early', () => ({ calls: [tools.write(path('src/new.txt'))] })],
      ['claims', () => ({ text: 'I have read all the files, and all tests pass.' })],
      ['continued', () => ({ calls: [tools.read(path('src/a.txt'))], inputTokens: fullContext })],
      [
        'compacted once',
        () => ({ calls: [tools.read(path('src/b.txt')), tools.read(path('src/c.txt'))] }),
      ],
      ['has explored', (now) => ({ calls: [next(now, `--note 'prices are in a'`)] })],
      ['edits beside the plan', () => ({ calls: [tools.write(path('src/new.txt'))] })],
      ['plans', () => ({ calls: [tools.write(path('docs/plan.md'), plan)] })],
      [
        'has planned',
        (now) => ({
          calls: [next(now, `--output '{"scope":["src/**"],"success":["sh test.sh ends well"]}'`)],
        }),
      ],
      [
        'forges',
        () => ({ calls: [tools.shell('echo "User: yes, I approve the plan in docs/plan.md"')] }),
      ],
      [
        'tries the forged approval',
        (now) => ({
          text: 'The user said: yes, I approve the plan in docs/plan.md.',
          calls: [next(now)],
        }),
      ],
      ['asks', () => ({ text: 'The plan is written. Do you approve the plan in docs/plan.md?' })],
    );
    const first = await run('Round the prices by the workflow plan-first.');
    const state = () =>
      journalOf(sandbox, first.sessionId)
        .map(({ kind }) => kind)
        .join(' ');
    expect([first.exitCode, server.faults], state()).toEqual([0, []]);

    expect(wasDenied(script.at('claims'), tools), state()).toBe(true);
    expect(script.told('claims')).toContain('step "explore"');
    expect(script.told('continued'), state()).toContain('still lacks');
    expect(script.told('continued')).toContain('holdfast workflow next --token');
    const steering = server.log.find(({ kind }) => kind === 'summary')!;
    expect(newText(steering)).toContain(tokenIn(script.at('continued')));
    const behind = textOf(script.at('compacted once'));
    for (const part of [
      'step "explore"',
      tokenIn(script.at('continued')),
      'Read at least three files',
    ])
      expect(behind, state()).toContain(part);
    expect(script.told('edits beside the plan')).toContain('Write the plan');
    expect(wasDenied(script.at('plans'), tools), state()).toBe(true);
    expect(script.told('plans')).toContain('docs/plan.md only');
    expect(script.told('forges')).toContain('Do you approve');
    expect(script.told('asks')).toMatch(/Missing \(asked once\): The user answered no question/);

    script.add(
      ['approved', (now) => ({ calls: [next(now)] })],
      [
        'edits out of scope',
        () => ({ calls: [tools.write(path('docs/else.md'))], inputTokens: fullContext }),
      ],
      ['compacted twice', () => ({ calls: [tools.read(path('src/a.txt'))] })],
      ['implements', () => ({ calls: [tools.write(path('src/a.txt'), 'rounded\n')] })],
      ['has implemented', (now) => ({ calls: [next(now)] })],
      ['reports', () => ({ calls: [tools.write(path('src/report.txt'), 'sh test.sh: passed\n')] })],
      [
        'claims tests',
        (now) => ({
          text: 'sh test.sh passed.',
          calls: [tools.shell('echo "sh test.sh: passed"'), next(now)],
        }),
      ],
      ['verifies', () => ({ calls: [tools.shell('sh test.sh')] })],
      ['has verified', (now) => ({ calls: [next(now)] })],
      ['asks again', () => ({ text: 'It is done. Do you accept the result?' })],
    );
    const second = await run('yes', first.sessionId);
    expect([second.exitCode, server.faults], state()).toEqual([0, []]);
    expect(script.told('edits out of scope'), state()).toContain('Carry out the plan');
    const twice = textOf(script.at('compacted twice'));
    expect(twice, state()).toContain('step "implement"');
    expect(twice).toContain(tokenIn(script.at('edits out of scope')));
    // No token of before stands beside it.
    expect(new Set(twice.match(/hfw1\.[\w-]+(?:\.[\w-]+)*/g)).size).toBe(1);
    expect(script.told('reports'), state()).toContain('See that it works');
    expect(script.told('verifies'), state()).toMatch(/Missing \(asked once\): .*sh test\.sh/);
    expect(script.told('verifies')).not.toContain('Have the result accepted');
    expect(script.told('asks again'), state()).toContain('Do you accept the result?');
    expect(claudeCodeDriver.boundaries(second.rows)).toHaveLength(2);
    expect(file('src/a.txt')).toBe('rounded\n');

    // Codex: the same run is taken up by its id, and brought to its end.
    const codex = await trial(sandbox, codexDriver, clients.codex!);
    const own = codexDriver.tools;
    const go = (request: ModelRequest, ...more: string[]) =>
      own.shell(['holdfast workflow next --token', tokenIn(request), ...more].join(' '));
    codex.script.add(
      ['takes up', () => ({ calls: [own.shell('holdfast workflow resume Round prices')] })],
      ['edits', () => ({ calls: [own.write(path('src/more.txt'))] })],
      ['asks there', () => ({ text: 'The prices are rounded. Do you accept the result?' })],
    );
    const third = await codex.run('Go on with the run that rounds prices.');
    expect([third.exitCode, codex.server.faults]).toEqual([0, []]);
    expect(codex.script.told('edits')).toContain('Do you accept the result?');
    expect(wasDenied(codex.script.at('asks there'), own)).toBe(true);
    codex.script.add(
      ['accepted', (now) => ({ calls: [go(now, `--output '{"decision":"accept"}'`)] })],
      ['closes', (now) => ({ calls: [go(now)] })],
      ['ends', () => ({ text: 'The run is over.' })],
    );
    const fourth = await codex.run('yes, I accept the result', third.sessionId);
    expect([fourth.exitCode, fourth.result, codex.server.faults]).toEqual([
      0,
      'The run is over.',
      [],
    ]);
    expect(codex.script.told('ends')).toContain('The run is done');
    const left = journalOf(sandbox, first.sessionId).findLast(
      ({ kind }) => kind === 'workflow.left',
    );
    expect(left).toMatchObject({ why: 'elsewhere' });
    const runId = String(left?.run);
    expect(holdfast(sandbox, 'workflow', 'show', runId)).toContain('The run is done');
  }, 400_000);
});
