import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCodeDriver } from '../../harness/drivers/opencode.ts';
import { fullContext, missingIn, type Policy, textOf } from '../../harness/request.ts';
import type { Sandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';
import { openWorkplace } from './product.ts';
import { until } from './worker-kit.ts';

const driver = openCodeDriver;
const client = await bringClient('opencode');

/** The role as order and brief say it. */
const roleSaid =
  /(?:\byou are (?:its|the|a)|Role of the agent, from the first message:) (worker|planner)\b/i;

/** A `prog` that keeps what it is told as the real one does: `desc` replaces the description, `log` adds a line. */
function standInTracker(sandbox: Sandbox) {
  const bin = join(sandbox.root, 'tracker');
  mkdirSync(bin);
  const lines = [
    '#!/bin/sh',
    'case "$1" in',
    `desc) printf %s "$3" > '${bin}/'"$2.desc";;`,
    `log) printf '%s\\n' "$(printf %s "$3" | tr '\\n' ' ')" >> '${bin}/'"$2.log";;`,
    `show) printf 'ID:          %s\\n\\nDescription:\\n%s\\n' "$2" "$(cat '${bin}/'"$2.desc")";;`,
    `*) echo "$*" >> '${bin}/other';;`,
    'esac',
  ];
  writeFileSync(join(bin, 'prog'), `${lines.join('\n')}\n`);
  chmodSync(join(bin, 'prog'), 0o755);
  const read = (name: string) =>
    existsSync(join(bin, name)) ? readFileSync(join(bin, name), 'utf8') : '';
  return {
    bin,
    description: (id: string) => read(`${id}.desc`),
    log: (id: string) => read(`${id}.log`).split('\n').filter(Boolean),
  };
}

describe.skipIf(!client)('opencode run with a worker’s prompt', () => {
  it('with a task in a tracker the summariser is asked for one form, with the summary before, and its tracker keeps the hand-over [R32] [R33] [R34]', async () => {
    const policy: Policy = (request, earlier) => {
      const summaries = earlier.filter(({ kind }) => kind === 'summary').length;
      if (request.kind === 'summary') return { text: `## Task\nSummary number ${summaries + 1}.` };
      if (request.kind !== 'main') return {};
      const full = request.nth < 2 ? { inputTokens: fullContext } : {};
      if (request.nth === 0)
        return {
          calls: [driver.tools.shell('prog desc ts-9f3a1c "the hand-over of the agent"')],
          ...full,
        };
      if (request.nth < 3) return { calls: [driver.tools.shell(`echo ${request.nth}`)], ...full };
      return { text: 'The end.' };
    };
    const work = await openWorkplace(client!, { plan: '', policy: () => policy, driver });
    const tracker = standInTracker(work.sandbox);
    const settings = join(work.sandbox.home, '.config', 'holdfast');
    mkdirSync(settings, { recursive: true });
    writeFileSync(join(settings, 'config.json'), '{"tracker": "prog"}');
    const env = { PATH: [tracker.bin, process.env.PATH].join(delimiter) };
    const run = await work.run(
      '# Worker\nTask: ts-9f3a1c\nNever rename the column customer_ref_77.',
      { env },
    );
    const told = work.diagnosis(run.sessionId);
    const orders = run.requests.filter(({ kind }) => kind === 'summary').map(textOf);
    expect([run.result, orders.length], told).toEqual(['The end.', 2]);
    for (const order of orders) {
      expect(
        missingIn(order, 'Task ts-9f3a1c, you are its worker.', 'customer_ref_77', 'prog desc'),
      ).toEqual([]);
      expect(order.match(/Tried and failed/g)).toHaveLength(1);
      expect(order).not.toMatch(/Work State|Important Details|Next Move/);
    }
    expect(orders[1]).toContain(
      '<previous-summary>\n## Task\nSummary number 1.\n</previous-summary>',
    );
    const last = run.requests.filter(({ kind }) => kind === 'main').at(-1)!;
    expect(textOf(last), told).toContain('Summary number 2.');
    await until(() => tracker.log('ts-9f3a1c').length >= 2, told);
    expect(tracker.log('ts-9f3a1c'), told).toHaveLength(2);
    expect(tracker.description('ts-9f3a1c')).toBe('the hand-over of the agent');
  });

  it.each([
    [
      'a heading',
      'worker',
      '# Worker\nTask: ts-9f3a1c\n\nNever rename the column "customer_ref_77".',
    ],
    ['one line', 'worker', '# Worker Task: ts-9f3a1c. Never rename the column "customer_ref_77".'],
    [
      'a line of its own',
      'planner',
      '# Role: Planner\n\n- Never rename the column "customer_ref_77".',
    ],
  ])(
    'its role and its rules are known by %s, without the quotes of the client [R32]',
    async (_, role, prompt) => {
      const policy: Policy = (request) => {
        if (request.kind === 'summary') return { text: '## Task\nSummary.' };
        if (request.kind !== 'main') return {};
        if (request.nth === 0)
          return { calls: [driver.tools.shell('echo 1')], inputTokens: fullContext };
        return { text: 'The end.' };
      };
      const work = await openWorkplace(client!, { plan: '', policy: () => policy, driver });
      const run = await work.run(prompt);
      const told = work.diagnosis(run.sessionId);
      const order = run.requests.filter(({ kind }) => kind === 'summary').map(textOf)[0] ?? '';
      const brief =
        run.requests
          .filter(({ kind }) => kind === 'main')
          .map(textOf)
          .at(-1) ?? '';
      const at = brief.indexOf('[Holdfast c1-');
      expect(at, told).toBeGreaterThan(-1);
      // The client's own request has its quotes; in what we say none is doubled, and none escaped.
      const ours = brief.slice(at);
      expect(ours, told).toMatch(/Never rename the column .?customer_ref_77/);
      expect(ours).not.toMatch(/""|\\"/);
      expect(
        [order, ours].map((text) => roleSaid.exec(text)?.[1]),
        told,
      ).toEqual([role, role]);
    },
  );
});
