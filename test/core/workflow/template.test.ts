import { describe, expect, it } from 'vitest';
import { fillPredicate } from '../../../src/core/workflow/template.ts';

const withName = (predicate: unknown, value: unknown) => fillPredicate(predicate, () => value);

describe('a value inside of a command that is run', () => {
  it.each([
    'x; true',
    'x || true',
    '$(touch y)',
    '`touch y`',
    'a b',
    "'",
    '"',
    '-o',
    '',
    'a\ntrue',
    'a>b',
  ])('is refused where a shell would take it for more than a word: %j', (value) => {
    expect(() => withName({ check: 'test -e {{file}}' }, value)).toThrow(
      '"file" is not a plain word',
    );
    expect(() => withName({ all: [{ not: { check: 'a "{{file}}"' } }] }, value)).toThrow();
  });

  it('is filled in where it is a plain word, is the whole command, or is in no command', () => {
    expect(withName({ check: 'test -e {{file}}' }, 'src/a-b.ts')).toEqual({
      check: 'test -e src/a-b.ts',
    });
    expect(withName({ check: '{{test}}' }, 'npm test && true')).toEqual({
      check: 'npm test && true',
    });
    expect(withName({ ran: '{{test}}', in: '{{test}}' }, 'a; b')).toEqual({
      ran: 'a; b',
      in: 'a; b',
    });
  });
});
