import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { fullContext, type ModelRequest, type Policy, textOf } from '../../harness/request.ts';
import type { Sandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';
import { withCommand } from './own-command.ts';
import { openWorkplace } from './product.ts';

const client = await bringClient();
const { tools } = claudeCodeDriver;
/** What the client wrote into its own file, which stays. */
const theirs = '# Session Title\nPrices\n\n# Worklog\n- looked at the shelf\n';

const commands = {
  start: `holdfast workflow start plan-first --set 'task=Round prices' --set plan=docs/plan.md --set 'test=true'`,
  next: 'holdfast workflow next',
  checkpoint: `holdfast workflow checkpoint 'half is written' --name half`,
  rewind: 'holdfast workflow rewind explore',
};

/** Where earlier versions of the client kept a memory of their own, beside its records. */
function ownFile({ home, project }: Sandbox): string {
  const folder = project.replace(/[^a-zA-Z0-9]/g, '-');
  return join(home, '.claude', 'projects', folder, 'session-memory.md');
}

/** Both files once they hold a text, or as they are after ten seconds: a process beside the command writes them. */
function holding(sandbox: Sandbox, text: string): { own: string; client: string } {
  const folder = join(sandbox.holdfastHome, 'sessions', 'claude-code');
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  for (let tries = 0; ; tries += 1) {
    const [session = ''] = existsSync(folder) ? readdirSync(folder) : [];
    const own = read(join(folder, session, 'memory.md'));
    const client = read(ownFile(sandbox));
    if (tries > 200 || [own, client].every((one) => one.includes(text))) return { own, client };
    // The model that asks is this process, and nothing else has to go on in it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
}

/** The continue token that was told last. */
const tokenIn = (request: ModelRequest): string =>
  (
    textOf(request)
      .match(/hfw1\.[\w.-]+/g)
      ?.at(-1) ?? 'none'
  ).replace(/\.$/, '');

describe.skipIf(!client)('a workflow in the memory of a session on the real client', () => {
  it('stands with run, step, token and last notes in memory.md and in the client’s own file, rewritten by start, next, checkpoint and rewind, through a compaction [R44]', async () => {
    const tokens: string[] = [];
    const seen: Record<string, { own: string; client: string }> = {};
    const { start, next, checkpoint, rewind } = commands;
    const policy: Policy = (request) => {
      if (request.kind === 'summary') return { text: '<summary>Work was going on.</summary>' };
      if (request.kind !== 'main') return {};
      const run = (command: string, inputTokens?: number) => ({
        calls: [tools.shell(command)],
        ...(inputTokens === undefined ? {} : { inputTokens }),
      });
      const files = ['a', 'b', 'c'].map((name) => join(work.sandbox.project, 'src', `${name}.ts`));
      const turns: (() => ReturnType<Policy>)[] = [
        () => run(start),
        () => {
          tokens.push(tokenIn(request));
          seen.start = holding(work.sandbox, tokens[0]!);
          return { calls: files.map((path) => tools.read(path)) };
        },
        () => run(`${next} --token ${tokens[0]} --note 'c rounds by itself'`),
        () => {
          tokens.push(tokenIn(request));
          seen.next = holding(work.sandbox, tokens[1]!);
          return run('ls src', fullContext);
        },
        () => run(checkpoint),
        () => {
          seen.checkpoint = holding(work.sandbox, 'checkpoint "half": half is written');
          return run(rewind);
        },
        () => {
          seen.rewind = holding(work.sandbox, 'Pending step: explore');
          return { text: 'May I go on?' };
        },
      ];
      return turns[request.nth]?.() ?? { text: 'The end.' };
    };
    const work = await openWorkplace(client!, { plan: '', policy: () => policy });
    const { sandbox } = work;
    mkdirSync(dirname(ownFile(sandbox)), { recursive: true });
    writeFileSync(ownFile(sandbox), theirs);
    for (const name of ['a', 'b', 'c']) sandbox.write(`src/${name}.ts`, `${name}\n`);
    const run = await work.run('Round the prices by the workflow plan-first.', {
      env: { PATH: withCommand(sandbox) },
      timeoutMs: 150_000,
    });
    const told = work.diagnosis(run.sessionId);
    expect([run.exitCode, work.server.faults], told).toEqual([0, []]);
    expect(claudeCodeDriver.boundaries(run.rows), told).toHaveLength(1);
    const [first, second] = tokens;
    const parts = {
      start: ['Pending step: explore', `workflow next --token ${first}`],
      next: ['Pending step: plan', `workflow next --token ${second}`, 'c rounds by itself'],
      checkpoint: ['Pending step: plan', 'checkpoint "half": half is written'],
      rewind: ['Pending step: explore'],
    };
    for (const [name, wanted] of Object.entries(parts)) {
      expect(seen[name]?.client.startsWith(theirs), `${name}\n${told}`).toBe(true);
      for (const text of Object.values(seen[name]!))
        for (const part of wanted) expect(text, `${name}: ${part}`).toContain(part);
    }
  });
});
