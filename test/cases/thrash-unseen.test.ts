import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bash, beginWork } from './kit.ts';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

describe('[case 2] a burst without a session start behind each compaction', () => {
  it('prints nothing raw, and warns the person once with the next event that can show it', async () => {
    await beginWork(rig, 'Never push to main.');
    for (let index = 0; index < 4; index++) {
      rig.answerRow(`Part ${index}.`);
      await rig.send('PreCompact', { trigger: 'auto' });
      rig.boundaryRows(`B${index}`);
      rig.answerRow(`Behind ${index}.`);
      const after = await rig.send('PostCompact', { trigger: 'auto', compact_summary: 'x' });
      expect(after.raw).toBe('');
    }
    const seen = [
      await rig.send('PreToolUse', bash('toolu_1', 'ls')),
      await rig.send('PreToolUse', bash('toolu_2', 'ls')),
      await rig.send('UserPromptSubmit', { prompt: 'go', prompt_id: 'p1' }),
    ];
    const notices = seen.flatMap((answer) => answer.json?.systemMessage ?? []);
    const armed = rig.journal().filter((entry) => entry.kind === 'armed');
    expect(armed.length).toBeGreaterThanOrEqual(3);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toContain('compactions within a few tool calls');
  });
});
