import { describe, expect, it } from 'vitest';
import type { Fact } from '../../../src/core/fact.ts';
import { factLines } from '../../../src/entry/cli/facts.ts';

describe('facts for a person', () => {
  it('stand one in a line, kinds aligned, paths inside the project relative', () => {
    const from = { source: 'record', line: 7, segment: 0 } as Fact['from'];
    const facts = [
      { kind: 'file.edited', value: '/p/src/a.ts', state: 'committed', from },
      { kind: 'goal', value: 'one\ntwo', from },
      { kind: 'file.read', value: '/pq/b.ts', from },
    ] as Fact[];
    expect(factLines(facts, ['/p', undefined])).toEqual([
      'file.edited [committed]  src/a.ts  (transcript:7)',
      'goal                     one two  (transcript:7)',
      'file.read                /pq/b.ts  (transcript:7)',
    ]);
  });
});
