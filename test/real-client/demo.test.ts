import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forgetfulAgent } from '../../demo/script.ts';
import { clientCache } from '../../harness/fetch-client.ts';
import { removeFolder } from '../../harness/remove-folder.ts';
import { bringClient } from './client.ts';

const client = await bringClient();
const top = join(import.meta.dirname, '..', '..');
let temporary: string;

beforeEach(() => {
  temporary = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-test-')));
});
afterEach(() => removeFolder(temporary));

function startDemo(script = 'demo/run.ts'): {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
} {
  const env = { PATH: process.env.PATH, HOME: temporary, TMPDIR: temporary };
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    cwd: top,
    env: { ...env, HOLDFAST_CLIENT_CACHE: clientCache() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout?.on('data', (chunk) => (text += chunk));
  child.stderr?.on('data', (chunk) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, output: () => text, ended };
}

/**
 * What is left five seconds after a run: a hook that has answered ends by itself within one, its alarm with it; more on a busy machine.
 */
async function leftInTheEnd(): Promise<string[]> {
  for (let wait = 0; wait < 50 && leftOvers().length > 0; wait += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  return leftOvers();
}

/** What is left of a run: folders of its own, and processes that were started from them. */
function leftOvers(): string[] {
  const folders = readdirSync(temporary).filter((name) => name.startsWith('holdfast-demo'));
  const running = spawnSync('pgrep', ['-f', temporary], { encoding: 'utf8' }).stdout;
  return [...folders, ...running.split('\n').filter((line) => line !== '')];
}

describe.skipIf(!client)('the demo', () => {
  it('shows what is lost without Holdfast and kept with it, in 80 columns, by one script, and cleans up', async () => {
    const demo = startDemo();
    const code = await demo.ended;
    const lines = demo.output().split('\n');
    expect([code, code === 0 ? '' : demo.output()]).toEqual([0, '']);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    const row = (start: string) => lines.find((line) => line.startsWith(start))?.split(/ {2,}/);
    expect(row('rule: do not push')).toEqual(['rule: do not push', '- lost', '+ held']);
    expect(row('the next step')).toEqual(['the next step', '- lost', '+ held']);
    expect(row('failing test')).toEqual(['failing test', '- lost', '+ held']);
    expect(row('git push')).toEqual(['git push', '- pushed', '+ not pushed']);
    expect(row('the tests')).toEqual(['the tests', '- fail, reported as ok', '+ pass']);
    expect(demo.output()).toMatch(/compaction 1 .*met[\s\S]*delivered .*proof/);
    const script = readFileSync(join(top, 'demo', 'script.ts'));
    const hash = createHash('sha256').update(script).digest('hex').slice(0, 12);
    expect(demo.output().split(hash)).toHaveLength(3);
    expect(await leftInTheEnd()).toEqual([]);
  });

  it('of a worker shows it do its ticket through a compaction, without a key, and cleans up', async () => {
    const demo = startDemo('demo/worker.ts');
    const code = await demo.ended;
    expect([code, code === 0 ? '' : demo.output()]).toEqual([0, '']);
    expect(demo.output()).toMatch(/compaction +the conversation was compacted[\s\S]*is completed/);
    expect(demo.output()).toMatch(/^status +done$/m);
    expect(demo.output()).toContain('Math.round(x * 100)');
    expect(await leftInTheEnd()).toEqual([]);
  });

  it('of a worker stops it when it is interrupted', async () => {
    const demo = startDemo('demo/worker.ts');
    while (!demo.output().includes(' takes round-prices'))
      await new Promise((resolve) => setTimeout(resolve, 100));
    demo.child.kill('SIGINT');
    expect(await demo.ended).toBe(130);
    expect(await leftInTheEnd()).toEqual([]);
  });

  it('hands the agent the request and nothing else, so that it cannot know in which arm it is', () => {
    expect(forgetfulAgent).toHaveLength(1);
    const importers = readdirSync(join(top, 'demo')).filter((name) =>
      readFileSync(join(top, 'demo', name), 'utf8').includes("from './script.ts'"),
    );
    expect(importers).toEqual(['arm.ts']);
    const script = readFileSync(join(top, 'demo', 'script.ts'), 'utf8');
    expect(script).not.toMatch(/[Hh]oldfast|process\.|globalThis|Date|Math\.random/);
  });

  it('leaves no folder and no process behind when it is interrupted', async () => {
    const demo = startDemo();
    while (!demo.output().includes('1/2')) await new Promise((resolve) => setTimeout(resolve, 100));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    demo.child.kill('SIGINT');
    expect(await demo.ended).toBe(130);
    expect(await leftInTheEnd()).toEqual([]);
  });
});
