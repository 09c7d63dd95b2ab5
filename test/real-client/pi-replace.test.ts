import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { piDriver as driver } from '../../harness/drivers/pi.ts';
import { holdfast } from '../../harness/holdfast.ts';
import { parseRows } from '../../harness/record.ts';
import type { ModelRequest } from '../../harness/request.ts';
import { missingIn, textOf } from '../../harness/request.ts';
import type { Sandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';
import { openWorkplace, planOf } from './product.ts';

const client = await bringClient('pi');

/** Switches the setting on for the person of a sandbox. */
function replaceIn(sandbox: Sandbox): void {
  const file = holdfast(sandbox, 'config').match(/Yours: (\S+)/)![1]!;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ compaction: 'replace' }));
}

const kinds = (requests: readonly ModelRequest[]) => requests.map(({ kind }) => kind);

describe.skipIf(!client)('pi with compactions of our own', () => {
  it('composed compaction: two of them without a request for a summary, each with brief, words and calls', async () => {
    const work = await openWorkplace(client!, {
      plan: planOf(20),
      policy: () => (request) => {
        if (request.kind !== 'main') return { text: 'A summary of the model.' };
        if (request.nth === 0) {
          return { calls: [driver.tools.shell('echo shell-mark-5501')], inputTokens: 100 };
        }
        const goesOver = !textOf(request).includes('And the third.');
        return { text: `Answer ${request.nth}.`, inputTokens: goesOver ? 985_000 : 100 };
      },
      driver,
    });
    replaceIn(work.sandbox);
    const first = await work.run('Never rename the column customer_ref_77.');
    const second = await work.run('Take the second step of word_88.', { resume: first.sessionId });
    const third = await work.run('And the third.', { resume: first.sessionId });
    const told = work.diagnosis(first.sessionId);
    for (const run of [first, second, third])
      expect(kinds(run.requests), told).not.toContain('summary');
    const rows = parseRows(readFileSync(third.transcriptPath!, 'utf8'));
    const made = rows.filter(({ type }) => type === 'compaction');
    expect(made.length, told).toBeGreaterThanOrEqual(2);
    expect(made.every(({ fromHook }) => fromHook === true)).toBe(true);
    const text = textOf(third.requests[0]!);
    expect(
      missingIn(
        text,
        'customer_ref_77',
        'word_88',
        'plan-mark-20-end',
        'echo shell-mark-5501 → ok',
      ),
      told,
    ).toEqual([]);
    expect(text.split(/\[Holdfast [\w-]+\] The conversation before/), told).toHaveLength(2);
    expect(work.journal(first.sessionId)).toContain('composed');
    const receipt = holdfast(work.sandbox, 'show', first.sessionId);
    expect(receipt).toContain('proof: composed compaction in the record');
  });

  it('composed compaction: the gate holds as after the client’s own', async () => {
    const work = await openWorkplace(client!, {
      plan: planOf(80),
      policy: (sandbox) => (request) => {
        if (request.kind !== 'main') return { text: 'A summary of the model.' };
        if (request.nth === 0) {
          return { calls: [driver.tools.shell('echo before')], inputTokens: 985_000 };
        }
        if (request.nth === 1) {
          return {
            calls: [driver.tools.write(join(sandbox.project, 'new.txt'))],
            inputTokens: 100,
          };
        }
        return { text: 'The end.', inputTokens: 100 };
      },
      driver,
    });
    replaceIn(work.sandbox);
    const run = await work.run('Never rename the column customer_ref_77.');
    const told = work.diagnosis(run.sessionId);
    expect(kinds(run.requests), told).not.toContain('summary');
    expect(textOf(run.requests[1]!), told).toContain('customer_ref_77');
    expect(textOf(run.requests[2]!), told).toContain('Holdfast: ');
    expect(existsSync(join(work.sandbox.project, 'new.txt')), told).toBe(false);
    expect(work.journal(run.sessionId)).toContain('denied');
  });

  it('composed compaction: a record that cannot be read whole leaves it to the client', async () => {
    const work = await openWorkplace(client!, {
      plan: planOf(20),
      policy: () => (request) => {
        if (request.kind !== 'main') return { text: 'A summary of the model.' };
        return { text: `Answer ${request.nth}.`, inputTokens: request.nth === 0 ? 100 : 985_000 };
      },
      driver,
    });
    replaceIn(work.sandbox);
    const first = await work.run('Never rename the column customer_ref_77.');
    appendFileSync(first.transcriptPath!, '{"type":"message","id":\n');
    const second = await work.run('Go on.', { resume: first.sessionId });
    expect(kinds(second.requests), work.diagnosis(first.sessionId)).toContain('summary');
    expect(work.journal(first.sessionId)).not.toContain('composed');
  });
});
