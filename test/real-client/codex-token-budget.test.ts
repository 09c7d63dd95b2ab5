import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexDriver } from '../../harness/drivers/codex.ts';
import { holdfast } from '../../harness/holdfast.ts';
import { fullContext, missingIn, type Policy, textOf } from '../../harness/request.ts';
import { bringClient } from './client.ts';
import { openWorkplace, planOf } from './product.ts';
import { denialsIn } from './witness.ts';

const client = await bringClient('codex');
const { tools } = codexDriver;
const rule = 'Never rename the column customer_ref_77, whatever happens.';

describe.skipIf(!client)('codex with features.token_budget', () => {
  it.each([
    ['is full', { calls: [tools.shell('echo working')], inputTokens: fullContext }],
    ['is left by the model', { calls: [{ name: 'new_context', input: {} }] }],
  ])(
    'begins a new window without a summary and without the prompt where the old one %s: the brief is there, and changes wait for the plan [R5] [R37]',
    async (_, first) => {
      const policy: Policy = (request) => {
        if (request.kind !== 'main') return {};
        const { project } = work.sandbox;
        if (request.nth === 0) return first;
        if (request.nth === 1) return { calls: [tools.write(join(project, 'early.txt'))] };
        if (request.nth === 2) return { calls: [tools.read(join(project, 'PLAN.md'))] };
        if (request.nth === 3) return { calls: [tools.write(join(project, 'after.txt'))] };
        return { text: 'The end.' };
      };
      const work = await openWorkplace(client!, {
        plan: planOf(80),
        policy: () => policy,
        driver: codexDriver,
      });
      const path = join(work.sandbox.home, '.codex', 'config.toml');
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, `${text}\n[features]\ntoken_budget = true\n`);
      const run = await work.run(`Work on the plan.\n${rule}`);
      const told = [
        work.diagnosis(run.sessionId),
        run.stderr.slice(-1500),
        ...run.requests.map((request) => `${request.kind}: ${textOf(request).slice(0, 3000)}`),
      ].join('\n=====\n');
      expect([run.exitCode, run.result, work.server.faults], told).toEqual([0, 'The end.', []]);
      expect(
        run.requests.map(({ kind }) => kind),
        told,
      ).not.toContain('summary');
      const kinds = work.journal(run.sessionId);
      expect(
        kinds.filter((kind) => kind === 'armed'),
        told,
      ).toHaveLength(1);
      const next = textOf(run.requests[1]!);
      expect(next.match(/\[Holdfast [\w-]+\] The conversation before/g), told).toHaveLength(1);
      expect(missingIn(next, rule, join(work.sandbox.project, 'PLAN.md')), told).toEqual([]);
      expect(next).not.toContain('echo working');
      expect(denialsIn(run.requests.at(-1)!, tools), told).toHaveLength(1);
      expect(
        ['early.txt', 'after.txt'].map((name) => existsSync(join(work.sandbox.project, name))),
      ).toEqual([false, true]);
      // The client announces it, so that nothing is wrong with the hooks.
      const { findings } = JSON.parse(holdfast(work.sandbox, 'doctor', '--json')) as {
        findings: { check: string; state: string }[];
      };
      expect(findings.filter(({ check }) => check === 'compactions')).toMatchObject([
        { state: 'ok' },
      ]);
    },
  );
});
