import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { receiptOf } from '../../src/core/recovery/receipt.ts';
import { foldEntries } from '../../src/core/recovery/session-state.ts';
import { shellDone } from './calls.ts';
import { beginWork, decision, edit } from './kit.ts';
import { longPlan, Rig } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = new Rig();
  rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  await beginWork(rig);
  await rig.compact();
});
afterEach(() => rig.remove());

/** Repeats a change until it passes, at most fifty times. Answers with how often it was denied. */
async function denialsUntilOpen(idOf: (turn: number) => string, batches: boolean): Promise<number> {
  for (let turn = 0; turn < 50; turn += 1) {
    if (decision(await rig.send('PreToolUse', edit(idOf(turn)))) !== 'deny') return turn;
    if (batches) await rig.send('PostToolBatch', {});
  }
  return 50;
}

describe('the gate lets go of an agent that never reads', () => {
  it.each([
    ['of its own', (turn: number) => `toolu_${turn}`],
    ['that is always the same, as some gateways give it', () => 'call_0'],
    ['that comes back', (turn: number) => `call_${turn % 2}`],
    ['that is empty', () => ''],
  ])('after four denied turns, with an id %s', async (_what, idOf) => {
    expect(await denialsUntilOpen(idOf, true)).toBe(4);
  });

  it.each([
    ['of its own', (turn: number) => `toolu_${turn}`],
    ['that is always the same', () => 'call_0'],
  ])('where no batch is ever told, with an id %s', async (_what, idOf) => {
    expect(await denialsUntilOpen(idOf, false)).toBeLessThan(50);
  });

  it('and counts a call once that two host configurations brought', async () => {
    for (const _configuration of ['user', 'project']) {
      expect(decision(await rig.send('PreToolUse', edit('toolu_1')))).toBe('deny');
    }
    await rig.send('PostToolBatch', {});
    await rig.send('PostToolBatch', {});
    const recovery = foldEntries(rig.journal()).agents['']!.recoveries[0]!;
    expect(receiptOf(recovery, 1)).toMatchObject({ denials: 1, deniedTurns: 1 });
  });
});

describe('a recovery that nobody reads for', () => {
  it.each([
    ['of its own', (turn: number) => `toolu_${turn}`],
    ['that is always the same', () => 'call_0'],
    ['that is empty', () => ''],
  ])('expires after 200 calls, with an id %s', async (_what, idOf) => {
    for (let turn = 0; turn < 200; turn += 1) {
      expect(rig.kinds()).not.toContain('released');
      await rig.send('PostToolUse', shellDone(idOf(turn), `ls folder-${turn}`));
    }
    expect(rig.journal().at(-1)).toMatchObject({ kind: 'released', why: 'expired' });
    expect(rig.watchedFor).toEqual(['active guard (main session)']);
  });

  it('counts a call once that two host configurations brought', async () => {
    for (const id of ['toolu_1', 'toolu_2', 'call_0', 'call_0', '']) {
      const fields = shellDone(id, `ls ${rig.kinds().length}`);
      for (const _configuration of ['user', 'project']) await rig.send('PostToolUse', fields);
    }
    expect(rig.kinds().filter((kind) => kind === 'call')).toHaveLength(5);
  });
});
