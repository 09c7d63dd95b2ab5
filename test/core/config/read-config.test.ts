import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/core/config/read-config.ts';

const read = (value: unknown) => readConfig(JSON.stringify(value), 'config.json');
const messages = (value: unknown) => read(value).problems.map((problem) => problem.message);

describe('a configuration file', () => {
  it('sets what it names and nothing else', () => {
    const { values, problems } = read({ $schema: 'x', gate: 'off', readOnlyTools: ['mcp__a__*'] });
    expect(values).toEqual({ gate: 'off', readOnlyTools: ['mcp__a__*'] });
    expect(problems).toEqual([]);
  });

  it('a wrong value is named with file and key, and the default is used', () => {
    expect(messages({ gate: 'never' })).toEqual([
      'config.json: "gate" is "never", but must be "auto" or "always" or "off"; "auto" is used.',
    ]);
    expect(messages({ briefCharacters: 9501 })).toEqual([
      'config.json: "briefCharacters" is 9501, but must be a whole number from 600 to 9500; 9500 is used.',
    ]);
    expect(messages({ requiredReading: ['a', 7] })).toEqual([
      'config.json: "requiredReading[1]" is 7, but must be a list of texts that are not empty; [] is used.',
    ]);
    expect(read({ gate: 'never', retentionDays: 7 }).values).toEqual({ retentionDays: 7 });
  });

  it('an unknown key is named and ignored', () => {
    expect(messages({ gates: 'off' })).toEqual([
      'config.json: "gates" is not a setting and is ignored.',
    ]);
    expect(readConfig('{"__proto__": {"gate": "off"}}', 'f').values).toEqual({});
  });

  it('a pattern that cannot be used is named, and the others are used', () => {
    const { values, problems } = read({ redact: ['corp-[0-9]+', '(', ''] });
    expect(problems.map((problem) => problem.key)).toEqual(['redact']);
    expect(values.redact).toBeUndefined();
    const second = read({ redact: ['corp-[0-9]+', '('] });
    expect(second.values.redact).toEqual(['corp-[0-9]+']);
    expect(second.problems[0]?.message).toBe(
      'config.json: "redact[1]" is not a valid regular expression; it is not used.',
    );
  });

  it('a setting that must be a text says so', () => {
    expect(messages({ trackerFile: 7 })).toEqual([
      'config.json: "trackerFile" is 7, but must be a text; ".holdfast/log.md" is used.',
    ]);
  });

  it('a command of a tracker that cannot be filled in is named and not used', () => {
    const { values, problems } = read({
      trackerLogCommand: 'prog log {id} {txt}',
      trackerStatusCommand: 'prog status "{id}',
      trackerTruthCommand: 'prog desc {id} {text}',
    });
    expect(values).toEqual({ trackerTruthCommand: 'prog desc {id} {text}' });
    expect(problems.map(({ message }) => message)).toEqual([
      'config.json: in "trackerLogCommand" {txt} is not known; write {id}, {text} or {status}; it is not used.',
      'config.json: in "trackerStatusCommand" a quote is never closed; it is not used.',
    ]);
  });

  it.each([
    ['', []],
    ['\uFEFF{}', []],
    [
      '{"gate": "off",}',
      ['f cannot be used: line 1: it has a trailing comma. Its settings are ignored.'],
    ],
    ['{\n// x\n}', ['f cannot be used: line 2: it has a comment. Its settings are ignored.']],
    ['[]', ['f cannot be used: line 1: the top level is not an object. Its settings are ignored.']],
    ['{"a":', ['f cannot be used: line 1: it ends too early. Its settings are ignored.']],
  ])('bad text %j is said, never thrown', (text, expected) => {
    expect(readConfig(text, 'f').problems.map((problem) => problem.message)).toEqual(expected);
  });
});
