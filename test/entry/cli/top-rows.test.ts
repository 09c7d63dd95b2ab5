import { describe, expect, it } from 'vitest';
import { placeOf, type TopRow } from '../../../src/entry/cli/top-rows.ts';

const row = (name: string): TopRow => ({ cells: [name], detail: [`Request ${name}`] });
const rows = (...names: string[]): TopRow[] => names.map(row);

describe.each(['workers', 'asks'] as const)('the chosen row of the list of %s', (pane) => {
  const drawn = { pane, rows: rows('good', 'other'), chosen: 0 };

  it('stays chosen where another comes before it, so that no key is about what was not on the screen', () => {
    expect(placeOf(pane, rows('evil', 'good', 'other'), 0, drawn)).toBe(1);
  });

  it('is that of the keys once the user has moved', () => {
    expect(placeOf(pane, rows('evil', 'good', 'other'), 1, drawn)).toBe(1);
    expect(placeOf(pane, rows('good', 'other'), 7, drawn)).toBe(1);
  });

  it('is another where it is gone, or the list is another', () => {
    expect(placeOf(pane, rows('other'), 0, drawn)).toBe(0);
    expect(placeOf('tickets', rows('a', 'good'), 0, drawn)).toBe(0);
  });
});
