import { describe, expect, it } from 'vitest';
import { nearestWord } from '../../src/core/text/nearest.ts';

const commands = ['init', 'doctor', 'status', 'statusline', 'show', 'stop', 'version', 'help'];

describe('the nearest command', () => {
  it.each([
    ['docter', 'doctor'],
    ['sttaus', 'status'],
    ['statusl', 'statusline'],
    ['versoin', 'version'],
    ['shwo', 'show'],
    ['INIT', 'init'],
  ])('of %s is %s', (word, nearest) => {
    expect(nearestWord(word.toLowerCase(), commands)).toBe(nearest);
  });

  it('is always one of the list, and none of an empty one', () => {
    expect(commands).toContain(nearestWord('zzzzzz', commands));
    expect(nearestWord('x', [])).toBeUndefined();
  });
});
