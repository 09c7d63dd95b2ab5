import { describe, expect, it } from 'vitest';
import {
  afterWriting,
  isMemoryDue,
  type MemoryProgress,
  newProgress,
  progressBy,
} from '../../../src/core/memory/progress.ts';
import { type Loose, says, session, sh } from '../snapshot/build.ts';

const usage = (contextTokens: number): Loose => ({ type: 'usage', contextTokens });

function grownBy(progress: MemoryProgress, ...parts: (Loose | Loose[])[]): MemoryProgress {
  const next = structuredClone(progress);
  for (const item of session(...parts)) progressBy(next, item);
  return next;
}

const written = (...parts: (Loose | Loose[])[]): MemoryProgress =>
  afterWriting(grownBy(newProgress(), ...parts));

describe('when a memory is written [R44]', () => {
  it('first at 10,000 tokens of context', () => {
    expect(isMemoryDue(grownBy(newProgress(), usage(9_999)), 'pause')).toBe(false);
    expect(isMemoryDue(grownBy(newProgress(), usage(10_000)), 'work')).toBe(true);
  });

  it('then at 5,000 more with three calls, or at the end of a turn', () => {
    const before = written(usage(10_000));
    const [a, b, c] = [sh('a'), sh('b'), sh('c')];
    expect(isMemoryDue(grownBy(before, a, b, usage(15_000)), 'work')).toBe(false);
    expect(isMemoryDue(grownBy(before, a, b, c, usage(15_000)), 'work')).toBe(true);
    expect(isMemoryDue(grownBy(before, a, b, c, usage(14_999)), 'work')).toBe(false);
    expect(isMemoryDue(grownBy(before, usage(15_000)), 'pause')).toBe(true);
    expect(isMemoryDue(grownBy(before, a, b, c, usage(14_999)), 'pause')).toBe(false);
  });

  it('counts what came since, though a compaction took the context away', () => {
    const before = written(usage(100_000));
    const compacted: Loose = { type: 'boundary', trigger: 'auto', tokensAfter: 4_000 };
    expect(isMemoryDue(grownBy(before, compacted, usage(8_000)), 'pause')).toBe(false);
    expect(isMemoryDue(grownBy(before, compacted, usage(9_000)), 'pause')).toBe(true);
  });

  it('before a compaction whenever anything is new', () => {
    const before = written(usage(10_000));
    expect(isMemoryDue(before, 'loss')).toBe(false);
    expect(isMemoryDue(grownBy(before, sh('a')), 'loss')).toBe(true);
  });

  it('by what was said and shown, where the host tells no size', () => {
    expect(isMemoryDue(grownBy(newProgress(), says('word '.repeat(7_000))), 'pause')).toBe(false);
    expect(isMemoryDue(grownBy(newProgress(), says('word '.repeat(8_000))), 'pause')).toBe(true);
  });

  it('takes copies of earlier rows for nothing', () => {
    const copies = sh('a').map((item) => ({ ...item, replayed: true }));
    expect(grownBy(newProgress(), copies)).toEqual(newProgress());
  });
});
