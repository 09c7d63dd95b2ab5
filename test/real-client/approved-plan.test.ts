import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { fullContext, newText, type Policy, textOf } from '../../harness/request.ts';
import type { Sandbox } from '../../harness/sandbox.ts';
import { choose, enter, hasTerminal, openScreen } from '../../harness/screen.ts';
import { bringClient } from './client.ts';
import { openWorkplace } from './product.ts';

const client = await bringClient();
const terminal = hasTerminal();
if (!terminal && process.env.CI) throw new Error('tmux is not installed. Next step: install tmux.');
const { tools } = claudeCodeDriver;

const plan = `---
objective: Round prices half up
scope: [src/pricing]
success: [tests pass]
---
# Plan: rounding
- [x] list every call of round()
- [ ] replace round() in src/pricing
- [ ] run the tests
`;

/** The same text for every run: folders, ids, times and the name that the client gave the plan are the run's own. */
const neutral = (text: string, sandbox: Sandbox): string =>
  text
    .replaceAll(sandbox.project, '/home/dev/shop')
    .replaceAll(sandbox.home, '/home/dev')
    .replace(/plans\/[\w-]+\.md/g, 'plans/rounding.md')
    .replace(/Holdfast c1-\w{6}/g, 'Holdfast c1-abcdef')
    .replace(/session [0-9a-f]{8}/g, 'session 00000000')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-01-02T03:04:05.000Z');

const file = (name: string): string =>
  join(import.meta.dirname, '..', 'fixtures', 'recovery', name);

function commitAll({ project }: Sandbox): void {
  const own = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false'];
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    ['commit', '-qm', 'All'],
  ])
    execFileSync('git', [...own, ...args], { cwd: project, stdio: 'ignore' });
}

describe.skipIf(!client || !terminal)('plan, approval, compaction on the real client', () => {
  it('gives the recovery block and the state line as a person can read them in the fixtures [R24] [R25] [R26] [R29]', async () => {
    let step = -1;
    const policy: Policy = (request) => {
      if (request.kind !== 'main') return {};
      if (step < 0 && newText(request).includes('please PLAN')) step = 0;
      if (step < 0) return {};
      const path = /\/\S+\/\.claude\/plans\/[\w-]+\.md/.exec(textOf(request))?.[0] ?? '';
      const turns: (() => ReturnType<Policy>)[] = [
        () => ({ calls: [tools.write(path, plan)] }),
        () => ({ calls: [{ name: 'ExitPlanMode', input: {} }] }),
        () => ({ calls: [tools.write(join(work.sandbox.project, 'src/pricing/round.ts'), 'b\n')] }),
        () => ({ calls: [tools.shell('echo on')], inputTokens: fullContext }),
      ];
      return turns[step++]?.() ?? { text: 'Gone on.' };
    };
    const work = await openWorkplace(client!, { plan: '', policy: () => policy });
    const { sandbox, server } = work;
    sandbox.write('src/pricing/old.ts', 'a\n');
    commitAll(sandbox);
    let line = '';
    /** The state line with a prompt, once it was sent. */
    const lastLine = (prompt: string): string => {
      const told = server.log.findLast(({ kind }) => kind === 'main');
      const text = told === undefined ? '' : newText(told);
      return text.includes(prompt) ? (/Holdfast: session .*/.exec(text)?.[0] ?? '') : '';
    };
    const args = ['--permission-mode', 'plan', '--allow-dangerously-skip-permissions'];
    const screen = openScreen({ client: client!, sandbox, server, args });
    try {
      await screen.waitFor('New MCP server found in this project: holdfast');
      await choose(screen, 'Up', 'Up', 'Enter');
      await screen.waitFor('plan mode on');
      await enter(screen, 'please PLAN it. Never touch the invoices.');
      await screen.waitFor('Would you like to proceed?');
      await choose(screen, 'Enter');
      await screen.waitFor('Gone on.');
      // Git has little time to answer at a prompt, which a busy machine may miss.
      for (let tries = 0; tries < 5 && !line.includes('dirty'); tries += 1) {
        await enter(screen, `now go on ${tries}`);
        await expect.poll(() => lastLine(`now go on ${tries}`), { timeout: 20_000 }).not.toBe('');
        line = lastLine(`now go on ${tries}`);
      }
    } finally {
      await screen.close();
    }
    const summary = server.log.findIndex(({ kind }) => kind === 'summary');
    const behind = textOf(server.log[summary + 1]!);
    const brief = behind.slice(behind.search(/\[Holdfast c1-\w+\] The conversation before/));
    const head = neutral(brief.slice(0, brief.indexOf('You work in')), sandbox);
    await expect(head).toMatchFileSnapshot(file('live-brief-head.txt'));
    await expect(`${neutral(line, sandbox)}\n`).toMatchFileSnapshot(file('live-state-line.txt'));
    expect(line.length).toBeLessThanOrEqual(300);
  });
});
