import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeCodeDriver as driver } from '../../harness/drivers/claude-code.ts';
import { holdfast } from '../../harness/holdfast.ts';
import { missingIn, type Policy, textOf } from '../../harness/request.ts';
import type { Sandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';
import { openWorkplace, planOf } from './product.ts';

const client = await bringClient('claude-code');
const briefs = /\[Holdfast [\w-]+\] The conversation before/;

/** Works, goes over the limit, then tries to change a file. */
const policy =
  (sandbox: Sandbox): Policy =>
  (request) => {
    if (request.kind !== 'main') return { text: '<summary>A summary of the model.</summary>' };
    if (request.nth === 0) {
      return { calls: [driver.tools.shell('echo shell-mark-5501')], inputTokens: 985_000 };
    }
    if (request.nth === 1) {
      return { calls: [driver.tools.write(join(sandbox.project, 'new.txt'))], inputTokens: 100 };
    }
    return { text: 'The end.', inputTokens: 100 };
  };

/** The path that a person gives to the client. */
function pluginArgs(sandbox: Sandbox): string[] {
  return ['--plugin-dir', holdfast(sandbox, 'plugin', 'path').trim()];
}

function replaceIn(sandbox: Sandbox): void {
  const file = holdfast(sandbox, 'config').match(/Yours: (\S+)/)![1]!;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ compaction: 'replace' }));
}

describe.skipIf(!client)('the plugin folder of Claude Code', () => {
  it('plugin: is a full install by itself, with steering, brief, gate and receipt', async () => {
    const work = await openWorkplace(client!, { plan: planOf(80), policy, driver, install: false });
    const run = await work.run('Never rename the column customer_ref_77.', {
      args: pluginArgs(work.sandbox),
    });
    const told = work.diagnosis(run.sessionId);
    const [, summary, next, denied] = run.requests;
    expect(summary?.kind, told).toBe('summary');
    expect(textOf(summary!), told).toContain('Holdfast');
    expect(textOf(next!).split(briefs), told).toHaveLength(2);
    expect(textOf(denied!), told).toContain('Holdfast: ');
    expect(existsSync(join(work.sandbox.project, 'new.txt')), told).toBe(false);
    expect(work.journal(run.sessionId)).toEqual(
      expect.arrayContaining(['armed', 'brief', 'denied']),
    );
  });

  it('plugin: an event is answered once where init was run too', async () => {
    const work = await openWorkplace(client!, { plan: planOf(80), policy, driver });
    const run = await work.run('Never rename the column customer_ref_77.', {
      args: pluginArgs(work.sandbox),
    });
    const told = work.diagnosis(run.sessionId);
    const kinds = work.journal(run.sessionId);
    const briefsAtStart = work
      .entries(run.sessionId)
      .filter(({ kind, via }) => kind === 'brief' && via === 'session start');
    for (const once of ['session', 'armed', 'denied']) {
      expect([once, kinds.filter((kind) => kind === once).length], told).toEqual([once, 1]);
    }
    expect(briefsAtStart, told).toHaveLength(1);
    expect(textOf(run.requests[2]!).split(briefs), told).toHaveLength(2);
  });

  it('composed compaction: no request for a summary, then brief, words, calls, gate and receipt [R37]', async () => {
    const work = await openWorkplace(client!, { plan: planOf(80), policy, driver, install: false });
    const args = pluginArgs(work.sandbox);
    replaceIn(work.sandbox);
    const run = await work.run('Never rename the column customer_ref_77.', { args });
    const told = `${work.diagnosis(run.sessionId)}\n${run.requests.map(({ kind }) => kind)}`;
    expect(
      run.requests.map(({ kind }) => kind),
      told,
    ).not.toContain('summary');
    const text = textOf(run.requests[1]!);
    expect(
      missingIn(text, 'customer_ref_77', '# The conversation before this point'),
      told,
    ).toEqual([]);
    expect(text.split(briefs), told).toHaveLength(2);
    expect(textOf(run.requests[2]!), told).toContain('Holdfast: ');
    expect(existsSync(join(work.sandbox.project, 'new.txt')), told).toBe(false);
    const receipt = holdfast(work.sandbox, 'show', run.sessionId);
    expect(receipt, told).toContain('delivered    20');
    // Our own text is none of the user's.
    expect(holdfast(work.sandbox, 'brief', run.sessionId)).not.toContain('"Rules the user gave');
  });

  it('composed compaction: a second one in the session loses nothing of the first', async () => {
    const twice = (): Policy => (request) => {
      if (request.kind !== 'main') return { text: '<summary>A summary of the model.</summary>' };
      const full = request.nth === 0 || request.nth === 9 ? 985_000 : 100;
      if (request.nth < 12) {
        return { calls: [driver.tools.shell(`echo mark-${request.nth}`)], inputTokens: full };
      }
      return { text: 'The end.', inputTokens: 100 };
    };
    const work = await openWorkplace(client!, { plan: '', policy: twice, driver, install: false });
    const args = pluginArgs(work.sandbox);
    replaceIn(work.sandbox);
    const run = await work.run('Never rename the column customer_ref_77.', { args });
    const told = `${work.diagnosis(run.sessionId)}\n${run.requests.map(({ kind }) => kind)}`;
    expect([run.result, driver.boundaries(run.rows).length], told).toEqual(['The end.', 2]);
    expect(run.requests.filter(({ kind }) => kind === 'summary')).toEqual([]);
    const last = textOf(run.requests.at(-1)!);
    expect(missingIn(last, 'customer_ref_77', 'echo mark-0', 'echo mark-8'), told).toEqual([]);
    expect(last.split(briefs), told).toHaveLength(2);
    const composed = work.journal(run.sessionId).filter((kind) => kind === 'composed');
    expect(composed, told).toHaveLength(2);
  });

  it('composed compaction: one that cannot be composed is left to the client, and is told of as usual', async () => {
    const work = await openWorkplace(client!, { plan: planOf(20), policy, driver, install: false });
    const args = pluginArgs(work.sandbox);
    replaceIn(work.sandbox);
    const launcher = join(work.sandbox.holdfastHome, 'bin', 'hook');
    const [shebang, ...rest] = readFileSync(launcher, 'utf8').split('\n');
    const failing = 'case "$*" in *compose*) kill -9 $$ ;; esac';
    writeFileSync(launcher, [shebang, failing, ...rest].join('\n'));
    const run = await work.run('Never rename the column customer_ref_77.', { args });
    const told = `${work.diagnosis(run.sessionId)}\n${run.requests.map(({ kind }) => kind)}`;
    expect([run.exitCode, run.result], told).toEqual([0, 'The end.']);
    expect(
      run.requests.map(({ kind }) => kind),
      told,
    ).toContain('summary');
    const last = textOf(run.requests.at(-1)!);
    expect(missingIn(last, 'customer_ref_77', 'plan-mark-20-end'), told).toEqual([]);
    expect(last.split(briefs), told).toHaveLength(2);
    expect(work.journal(run.sessionId)).not.toContain('composed');
  });
});
