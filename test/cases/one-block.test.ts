import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { arrived } from './kit.ts';
import type { Answer } from './rig.ts';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const marks = (text: string) => text.match(/\[Holdfast c\d+-[0-9a-f]+\]/g) ?? [];

/** A stretch of work long enough that the compactions are no burst. */
function workOn(part: number): void {
  rig.userRow(`Part ${part}, please.`);
  for (let index = 0; index < 8; index++) {
    rig.callRows(`toolu_${part}_${index}`, 'Bash', { command: 'npm test' }, { text: 'ok' });
  }
}

describe('[case 46] five compactions of one session', () => {
  it('each tell one block with a mark of its own, and the length settles', async () => {
    rig.write('PLAN.md', '# Plan\n- [ ] one\n');
    rig.setTask('PLAN.md');
    const sent: Answer[] = [];
    for (let part = 1; part <= 5; part++) {
      workOn(part);
      const started = await rig.compact();
      sent.push(started);
      arrived(rig, started, `B${part}`);
      rig.answerRow('Going on.');
      const prompt = await rig.send('UserPromptSubmit', { prompt: 'go', prompt_id: `p${part}` });
      expect(marks(prompt.context)).toEqual([]);
    }
    const all = sent.map((answer) => marks(answer.context));
    expect(all.map((found) => found.length)).toEqual([1, 1, 1, 1, 1]);
    expect(new Set(all.flat()).size).toBe(5);
    const lengths = sent.slice(1).map((answer) => answer.context.length);
    // Only the five short requests differ between the second and the fifth.
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThan(120);
  });

  it('takes no old block in the record for the new one', async () => {
    workOn(1);
    const first = await rig.compact();
    arrived(rig, first, 'B1');
    workOn(2);
    await rig.compact();
    rig.boundaryRows('B2');
    rig.injectedRow(first.context);
    rig.answerRow('Going on without it.');
    const prompt = await rig.send('UserPromptSubmit', { prompt: 'go', prompt_id: 'p2' });
    expect(marks(prompt.context)).toHaveLength(1);
    expect(marks(prompt.context)[0]).toContain('c2-');
  });

  it('is told once, whichever and however many events announce one compaction', async () => {
    workOn(1);
    await rig.send('PreCompact', { trigger: 'auto' });
    const answers = [
      await rig.send('SessionStart', { source: 'compact' }),
      await rig.send('SessionStart', { source: 'compact' }),
      await rig.send('PostCompact', { trigger: 'auto', compact_summary: 'x' }),
      await rig.send('PostCompact', { trigger: 'auto', compact_summary: 'x' }),
    ];
    expect(answers.flatMap((answer) => marks(answer.raw))).toHaveLength(1);
    expect(rig.kinds().filter((kind) => kind === 'armed')).toHaveLength(1);
  });
});
