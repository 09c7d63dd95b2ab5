import { describe, expect, it } from 'vitest';
import type { Fact } from '../../../src/core/fact.ts';
import { heldBy } from '../../../src/core/guard/ban-fits.ts';
import { afterAnswer, afterMessage, type Ban, bansFrom } from '../../../src/core/guard/bans.ts';
import { isKnown } from '../../../src/core/guard/destructive.ts';
import { runsIn } from '../../../src/core/shell/runs.ts';

const push = {
  runs: runsIn('git push origin main', { read: () => undefined, knows: isKnown }),
  edits: [],
  folder: '/p',
  project: '/p',
  exists: () => false,
};

const fact = (kind: Fact['kind'], value: string, offset: number): Fact => ({
  kind,
  value,
  from: { source: 'record', offset, line: offset, segment: 0 },
});

const held = (bans: readonly Ban[]) => {
  const found = heldBy(bans, push);
  return found === undefined ? 'open' : found.opened === undefined ? 'held' : 'once';
};

describe('a yes to the question whether it may be done now', () => {
  it.each(['never push', 'Do not push without asking me first.'])(
    'opens for one time what the user forbade or had wait: %s',
    (rule) => {
      const bans = afterMessage([], rule);
      expect(held(bans)).toBe('held');
      expect(held(afterAnswer(bans, 'May I push now?', 'yes', 'yes'))).toBe('once');
    },
  );

  it('ends what was held only because an older question was refused', () => {
    const refused = afterAnswer([], 'Shall I push?', 'no', 'not now, later');
    expect(held(refused)).toBe('held');
    expect(held(afterAnswer(refused, 'Shall I push now?', 'yes', 'yes'))).toBe('open');
  });

  it('opens for good where the question is about every time', () => {
    const bans = afterMessage([], 'never push');
    expect(held(afterAnswer(bans, 'May I push from now on?', 'yes', 'yes'))).toBe('open');
  });

  it('opens nothing any more at a compaction once the user went on to something else', () => {
    const facts = [fact('prohibition', 'never push', 1), fact('approval', 'May I push now?', 3)];
    expect(held(bansFrom(facts))).toBe('once');
    expect(held(bansFrom([...facts, fact('request', 'rename the variable', 5)]))).toBe('held');
  });
});
