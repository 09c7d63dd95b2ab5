import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { qwenReader } from '../../../src/hosts/qwen/transcript.ts';
import { only } from '../reading.ts';
import { assistant, call, readRows, result, system, user } from './transcript-reading.ts';

const texts = (rows: (object | string | Buffer)[]) => {
  const { items, damaged, unknown } = readRows(rows);
  return { texts: only(items, 'user').map((item) => item.text), damaged, unknown };
};
const one = JSON.stringify(user('one, with "quotes" and {"glued": "objects"} \\'));
const two = JSON.stringify(user('two'));

describe('damaged lines', () => {
  it('reads two whole records on one line, each with its place', () => {
    const { items, damaged } = readRows([one + two]);
    expect(damaged).toBe(0);
    const people = only(items, 'user');
    expect(people.map((item) => item.text)).toEqual([
      'one, with "quotes" and {"glued": "objects"} \\',
      'two',
    ]);
    expect(people[1]?.at).toEqual({ offset: Buffer.byteLength(one), line: 1 });
  });

  it('reads the whole record behind a torn one, and counts the tear once', () => {
    expect(texts([one.slice(0, 90) + two])).toEqual({ texts: ['two'], damaged: 1, unknown: {} });
    expect(texts([one.slice(0, -1)])).toEqual({ texts: [], damaged: 1, unknown: {} });
  });

  it('takes no part of a torn record for a record', () => {
    const torn = JSON.stringify(system('at_command', { list: [{ type: 'user' }, { uuid: 'x' }] }));
    expect(texts([torn.slice(1)])).toEqual({ texts: [], damaged: 1, unknown: {} });
  });

  it('joins a record with raw line breaks in a string', () => {
    const raw = JSON.stringify(user('a\nb\n{"type":"c"} d')).replaceAll('\\n', '\n').split('\n');
    expect(texts([...raw, two]).texts).toEqual(['a\nb\n{"type":"c"} d', 'two']);
    expect(texts(raw.slice(0, 2)).damaged).toBe(1);
    expect(texts([raw[0]!, two])).toEqual({ texts: ['two'], damaged: 1, unknown: {} });
    expect(texts([raw[0]!, 'no json', two]).texts).toEqual(['two']);
  });

  it('names what is no record, and knows comments, blanks, NUL bytes and a byte order mark', () => {
    expect(
      texts([
        Buffer.from(`\ufeff${one}\r`),
        '',
        ' \t',
        Buffer.from(`\0\0\0${two}`),
        '// a comment',
        '[1]',
        '"text"',
        'this line is not valid JSON {{{',
        '{this neither',
        Buffer.from([0x1f, 0x8b, 0x08, 0xff, 0x00, 0x22]),
      ]),
    ).toEqual({
      texts: ['one, with "quotes" and {"glued": "objects"} \\', 'two'],
      damaged: 3,
      unknown: { comment: 1, 'no object': 2 },
    });
  });

  it('reads invalid UTF-8 and half characters as replacement characters', () => {
    const bytes = Buffer.from(two);
    bytes[bytes.indexOf('two')] = 0xff;
    expect(texts([bytes]).texts).toEqual(['\ufffdwo']);
    expect(texts([two.replace('two', '\\ud800')]).texts).toEqual(['\ufffd']);
  });

  it('counts and names types that it does not know', () => {
    expect(
      readRows([
        {},
        { type: 'hologram' },
        { type: 7 },
        system('new_thing', {}),
        user('x', { subtype: 'new_voice' }),
        { type: 'user', message: 'no parts' },
        { type: 'tool_result', message: null, toolCallResult: [] },
        { type: 'assistant', message: { parts: [null, 3, { functionCall: 'x' }] } },
      ]).unknown,
    ).toEqual({ 'no type': 2, hologram: 1, 'system/new_thing': 1, 'user/new_voice': 1 });
  });

  it('never throws, whatever the members hold, and tells the same from the same bytes', () => {
    const any = fc.jsonValue({ maxDepth: 3 });
    const rows = fc.record({
      type: fc.constantFrom('user', 'assistant', 'tool_result', 'system'),
      subtype: fc.constantFrom(undefined, 'chat_compression', 'slash_command', 'notification'),
      message: fc.oneof(
        any,
        fc.record({
          parts: fc.array(
            fc.oneof(any, fc.record({ functionCall: any, functionResponse: any, text: any })),
          ),
        }),
      ),
      systemPayload: fc.oneof(any, fc.record({ info: any, compressedHistory: fc.array(any) })),
      toolCallResult: any,
      usageMetadata: any,
      uuid: any,
      cwd: any,
    });
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 5 }), (list) => {
        const first = readRows(list);
        expect(first.damaged).toBe(0);
        expect(readRows(list)).toEqual(first);
      }),
      { numRuns: 200 },
    );
  });

  it('never throws on lines cut anywhere', () => {
    const line = one + two;
    for (let at = 1; at < line.length; at += 3) {
      const reading = readRows([line.slice(0, at), line.slice(at)]);
      expect(only(reading.items, 'user').length).toBeLessThanOrEqual(2);
    }
  });

  it('keeps its memory small after long work', () => {
    const reader = qwenReader();
    const rows = Array.from({ length: 3000 }, (_, index) => [
      call(`c${index}`, 'todo_write', { todos: [{ id: '1', content: 'x'.repeat(9000) }] }),
      index % 2 === 0 ? result(`c${index}`, 'todo_write', { output: 'ok' }) : assistant([]),
    ]).flat();
    readRows(rows, reader);
    expect(reader.memory!().length).toBeLessThan(12_000);
  });
});
