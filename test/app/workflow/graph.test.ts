import { describe, expect, it } from 'vitest';
import { arrowsOf, type GraphRow, mermaid } from '../../../src/app/workflow/graph.ts';

const row = (step: string, beside?: string, condition?: string): GraphRow => ({
  step,
  title: step,
  depth: step.split('/').length - 1,
  state: 'step',
  marks: [],
  ...(beside !== undefined && { beside }),
  ...(condition !== undefined && { condition }),
});

const drawn = (rows: GraphRow[]): string[] =>
  arrowsOf(rows).map(({ from, to, kind }) => `${rows[from]!.step} ${kind} ${rows[to]!.step}`);

describe('the graph of a workflow', () => {
  it('draws steps that are done in any order beside each other, each with what is in it, and joins them behind', () => {
    const rows = [
      row('look'),
      row('do'),
      row('do/a', 'do'),
      row('do/a/x'),
      row('do/b', 'do'),
      row('do/c', 'do', 'if c'),
      row('end'),
    ];
    expect(drawn(rows)).toEqual([
      'look next do',
      'do next do/a',
      'do/a next do/a/x',
      'do next do/b',
      'do maybe do/c',
      'do/a/x next end',
      'do/b next end',
      'do next end',
      'do/c next end',
    ]);
    expect(mermaid('t', rows)).toContain('  s1 --> s4\n');
  });

  it('draws a second round of such steps behind the first', () => {
    const rows = [row('p/a', 'p'), row('p/b', 'p'), row('p/a', 'p'), row('p/b', 'p')];
    expect(arrowsOf(rows).map(({ from, to }) => [from, to])).toEqual([
      [0, 2],
      [1, 2],
      [0, 3],
      [1, 3],
    ]);
  });

  it('draws steps under different conditions beside each other', () => {
    const rows = [row('a'), row('b', undefined, '1'), row('c', undefined, '2'), row('d')];
    expect(drawn(rows)).toEqual(['a maybe b', 'a maybe c', 'a next d', 'b next d', 'c next d']);
  });
});
