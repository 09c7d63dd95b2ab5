import { describe, expect, it } from 'vitest';
import { Problems } from '../../../src/app/audit/problems.ts';
import type { Problem } from '../../../src/app/records/problem.ts';
import { problemLines } from '../../../src/entry/cli/audit-problem-text.ts';

function lines(problems: Problem[]): string[] {
  const all = new Problems();
  for (const problem of problems) all.add(problem);
  return problemLines(all.groups(), [], '/home/dev');
}

describe('what was not read', () => {
  it('is a sentence each that names the file, the place and what to do', () => {
    expect(
      lines([
        { path: '/home/dev/a.db', kind: 'locked' },
        { path: '/b.jsonl', kind: 'damaged', count: 2, line: 7 },
        { path: '/c.jsonl', kind: 'oversized', count: 1 },
        { path: '/d.db', kind: 'strange', detail: 'it has no table "part"' },
      ]),
    ).toEqual([
      '  - /b.jsonl is damaged at 2 places, the first in line 7; the rest was read.',
      '  - ~/a.db is locked by another program. Close that program and run this again.',
      '  - /c.jsonl has 1 line over 32 MB, which was left out.',
      '  - /d.db is of a schema that is not known: it has no table "part". Nothing in it was changed.',
    ]);
  });

  it('stands under one sentence where the same is said of many, and only the first twenty are named', () => {
    const many = Array.from(
      { length: 25 },
      (_, at): Problem => ({ path: `/${String(at).padStart(2, '0')}`, kind: 'foreign' }),
    );
    const told = lines(many.reverse());
    expect(told[0]).toBe('  - Each of these 25 is not a transcript of a known client:');
    expect(told.slice(1, 3)).toEqual(['    /00', '    /01']);
    expect(told.at(-1)).toBe('    and 5 more');
    expect(told).toHaveLength(22);
  });

  it('is told each by itself where different things are said', () => {
    const told = lines(
      Array.from(
        { length: 5 },
        (_, at): Problem => ({ path: `/${at}`, kind: 'damaged', count: at + 1, line: 1 }),
      ),
    );
    expect(told).toHaveLength(5);
    expect(told[4]).toContain('at 5 places');
  });
});
