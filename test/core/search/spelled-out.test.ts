import { describe, expect, it } from 'vitest';
import { indexText } from '../../../src/core/search/index-text.ts';
import { marksIn } from '../../../src/core/search/marks.ts';
import { matchText } from '../../../src/core/search/match-text.ts';
import { parseQuery } from '../../../src/core/search/query.ts';

describe('letters that stand for several', () => {
  it.each([
    ['die Straße', 'strasse'],
    ['die Strasse', 'Straße'],
    ['GROẞ', 'gross'],
    ['a \ufb01le', 'file'],
    ['o\ufb00 and e\ufb03cient', 'efficient'],
    ['œuvre', 'oeuvre'],
    ['Encyclopædia', 'encyclopaedia'],
  ])('are found by these, and the other way round, and marked: %s by %s', (text, wanted) => {
    const query = parseQuery([wanted]);
    const marks = marksIn(text, query);
    expect(marks).toHaveLength(1);
    expect(marks[0]!.end).toBeLessThanOrEqual(text.length);
    const expression = matchText(query, 'all')!.toLowerCase();
    const word = indexText(text.slice(marks[0]!.start, marks[0]!.end)).words.toLowerCase();
    expect(expression).toContain(`"${word}"`);
  });

  it('mark the very letters of the text', () => {
    const text = 'In der Hauptstraße, links';
    const [mark] = marksIn(text, parseQuery(['hauptstrasse']));
    expect(text.slice(mark!.start, mark!.end)).toBe('Hauptstraße');
  });
});
