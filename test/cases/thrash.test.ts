import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shellDone } from './calls.ts';
import { type Answer, longPlan, Rig } from './rig.ts';

const minute = 60_000;

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T10:00:00Z') });
  rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  rig.userRow('Do the plan. Never push to main.');
  rig.callRows('toolu_0', 'Edit', { file_path: join(rig.project, 'a.ts') }, { text: 'ok' });
});
afterEach(() => {
  vi.useRealTimers();
  rig.remove();
});

function pass(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

/** Compactions within ten minutes, two calls between them, each with its boundary in the record. */
async function burst(first: number, count: number): Promise<Answer[]> {
  const told: Answer[] = [];
  for (let number = first; number < first + count; number += 1) {
    for (const call of ['a', 'b']) {
      const id = `toolu_${number}${call}`;
      rig.callRows(id, 'Bash', { command: 'ls' }, { text: 'x' });
      await rig.send('PostToolUse', shellDone(id));
    }
    told.push(await rig.compact());
    rig.boundaryRows(`B${number}`);
    pass(45_000);
  }
  return told;
}

/** The lines to the user that warn of a burst; of each compaction outside of one they are told what was kept besides. */
const warnings = (told: Answer[]) =>
  told.flatMap(({ json }) => (json?.systemMessage?.includes('few tool calls') ? [json] : []));

describe('compactions that follow each other closely', () => {
  it('get a stub of 600 characters from the third on, and one warning in a burst; a calm one gets the whole brief again [case 2]', async () => {
    const told = await burst(1, 12);
    expect(told[0]!.context.length).toBeGreaterThan(600);
    for (const stub of told.slice(2)) {
      expect(stub.context.length).toBeGreaterThan(0);
      expect(stub.context.length).toBeLessThanOrEqual(600);
      expect(stub.context).toContain(`Read ${join(rig.project, 'PLAN.md')}`);
      expect(stub.context).toContain('Never push to main.');
    }
    expect(warnings(told)).toHaveLength(1);
    expect(rig.kinds().filter((kind) => kind === 'snapshot').length).toBeLessThanOrEqual(2);
    expect(rig.kinds().filter((kind) => kind === 'snapshot.same').length).toBeGreaterThan(20);
    const journal = join(rig.state, 'sessions', 'claude-code', rig.session, 'journal.ndjson');
    expect(statSync(journal).size).toBeLessThan(100_000);
    pass(30 * minute);
    const calm = await rig.compact();
    expect(calm.context.length).toBeGreaterThan(600);
    expect(warnings([calm])).toEqual([]);
    expect(calm.json?.systemMessage).toContain('given back to the agent: 1 rule');
  }, 120_000);

  it('a second burst is told of once more [case 2]', async () => {
    const first = await burst(1, 4);
    pass(30 * minute);
    const second = await burst(5, 4);
    expect([warnings(first).length, warnings(second).length]).toEqual([1, 1]);
  }, 120_000);

  it('facts that changed between two close compactions are written down [case 2]', async () => {
    await burst(1, 2);
    rig.userRow('Always run the linter before a commit.');
    await burst(3, 1);
    const last = rig.journal().findLast((entry) => entry.kind === 'snapshot');
    expect(JSON.stringify(last)).toContain('Always run the linter');
  }, 120_000);
});
