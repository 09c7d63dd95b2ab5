import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { arrived, bash, beginWork } from './kit.ts';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const rule = 'Never push to main.';

/** The record holds a model answer behind the boundary, but not our text. */
async function lost(): Promise<string> {
  await beginWork(rig, rule);
  const started = await rig.compact();
  rig.boundaryRows('B1');
  rig.answerRow('Going on by the summary.');
  return started.context;
}

describe('[case 47] a brief that the client dropped', () => {
  it('is told again with the next tool call', async () => {
    await lost();
    expect((await rig.send('PreToolUse', bash('toolu_2', 'ls'))).context).toContain(rule);
    expect(rig.kinds()).toContain('undelivered');
  });

  it('is told again with the next prompt, behind the warning', async () => {
    await lost();
    const prompt = await rig.send('UserPromptSubmit', { prompt: 'go', prompt_id: 'p1' });
    expect(prompt.context).toContain('CONTEXT WAS COMPACTED');
    expect(prompt.context).toContain(rule);
  });

  it('is told at most twice more', async () => {
    await lost();
    let told = 0;
    for (let call = 0; call < 8; call++) {
      rig.answerRow(`Still without it, ${call}.`);
      const answer = await rig.send('PreToolUse', bash(`toolu_${call}`, 'ls'));
      if (answer.context.includes('Holdfast c1-')) told += 1;
    }
    expect(told).toBe(2);
    expect(rig.kinds().filter((kind) => kind === 'brief')).toHaveLength(3);
  });

  it('is not told again once its own mark is in the record, though another text of ours is not', async () => {
    const text = await lost();
    rig.injectedRow(text);
    const answer = await rig.send('PreToolUse', bash('toolu_2', 'ls'));
    expect(answer.context).not.toContain('Holdfast c1-');
    expect(rig.kinds()).toContain('delivered');
  });

  it('is not told again because the record lags: without boundary or answer nothing is proved', async () => {
    await beginWork(rig, rule);
    const started = await rig.compact();
    for (const id of ['toolu_2', 'toolu_3']) {
      expect((await rig.send('PreToolUse', bash(id, 'ls'))).context).not.toContain('Holdfast c1-');
    }
    arrived(rig, started);
    await rig.send('PreToolUse', bash('toolu_4', 'ls'));
    expect(rig.kinds()).toContain('delivered');
  });
});
