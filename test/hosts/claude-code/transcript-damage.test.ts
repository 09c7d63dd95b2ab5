import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claudeCodeReader } from '../../../src/hosts/claude-code/transcript.ts';
import { only } from '../reading.ts';
import { call, outer, readRows, result, user } from './transcript-reading.ts';

const texts = (rows: (object | string | Buffer)[]) =>
  only(readRows(rows).items, 'user').map((item) => item.text);

const line = (row: object) => JSON.stringify(row);

describe('damaged and odd lines [case 70]', () => {
  it('uses both records of one line, with their own offsets', () => {
    const first = line(user('one'));
    const { items, damaged } = readRows([`${first}${line(user('two'))}`]);
    expect(only(items, 'user').map((item) => [item.text, item.at.line, item.at.offset])).toEqual([
      ['one', 1, 0],
      ['two', 1, Buffer.byteLength(first)],
    ]);
    expect(damaged).toBe(0);
  });

  it('uses the record behind a torn one and counts the damage', () => {
    const whole = line(user('second'));
    for (const torn of [
      line(user('first')).slice(0, 150),
      line(result('t', 'some "output"')).slice(0, -40),
    ]) {
      const reading = readRows([`${torn}${whole}`, user('third')]);
      expect(only(reading.items, 'user').map((item) => item.text)).toEqual(['second', 'third']);
      expect(reading.damaged).toBe(1);
    }
  });

  it('skips a torn line, a lone bracket and text, and counts each', () => {
    const { items, damaged } = readRows([
      line(user('cut')).slice(0, -5),
      '{',
      'hello',
      user('good'),
    ]);
    expect(only(items, 'user').map((item) => item.text)).toEqual(['good']);
    expect(damaged).toBe(3);
  });

  it('reads on through BOM, CRLF, blank lines and NUL runs', () => {
    const bom = Buffer.concat([
      Buffer.from([0xef, 0xbb, 0xbf]),
      Buffer.from(`${line(user('bom'))}\r`),
    ]);
    const nul = Buffer.concat([Buffer.alloc(4096), Buffer.from(line(user('after nul')))]);
    const reading = readRows([bom, '', '\r', '   ', nul, Buffer.alloc(10)]);
    expect(only(reading.items, 'user').map((item) => item.text)).toEqual(['bom', 'after nul']);
    expect(reading.damaged).toBe(0);
  });

  it('turns lone surrogates and invalid UTF-8 into replacement characters', () => {
    const lone = line(user('MARK')).replace('MARK', 'a\\ud83d b \\ud83d\\ude00');
    const invalid = Buffer.from(line(user('MARK')).replace('MARK', 'x\u00ff'), 'latin1');
    expect(texts([lone, invalid])).toEqual(['a\ufffd b 😀', 'x\ufffd']);
  });

  it('reads a string with raw control characters, which JSON forbids', () => {
    expect(texts([line(user('MARK')).replace('MARK', 'a\tb\\n\\"c\\"\\u0041\\q')])).toEqual([
      'a\tb\n"c"Aq',
    ]);
  });

  it('names comments and JSON of another shape', () => {
    const { unknown, damaged } = readRows(['// a note', '[]', '42', '"x"', 'null', '{}']);
    expect(unknown).toEqual({ comment: 1, 'no object': 4, 'no type': 1 });
    expect(damaged).toBe(0);
  });

  it('stands content that is null, a number, an object or missing', () => {
    const shapes = [null, 7, {}, [null, 3, 'word', [], { type: 'text' }, { type: 'tool_result' }]];
    const rows: object[] = shapes.map((content) => user(content));
    rows.push({ type: 'user' }, { type: 'user', message: null }, { type: 'user', message: [] });
    rows.push(outer({ type: 'assistant', message: { '0': '{', '1': '"', content: [] } }));
    rows.push(
      outer({ type: 'assistant', message: { content: [{ type: 'tool_use', id: 7, name: null }] } }),
    );
    rows.push(outer({ type: 'attachment', attachment: 'odd' }), outer({ type: 'attachment' }));
    rows.push(
      outer({ type: 'system' }),
      { type: 'queue-operation' },
      { type: 7 },
      { type: ['user'] },
    );
    expect(texts([...rows, user('good')])).toEqual(['good']);
  });

  it('takes the last of a doubled member, as JSON does', () => {
    expect(
      texts(['{"type":"user","message":{"content":"one"},"message":{"content":"two"}}']),
    ).toEqual(['two']);
  });

  it('stands content nested ten deep', () => {
    let content: unknown = 'x';
    for (let depth = 0; depth < 10; depth += 1) content = [{ type: 'tool_result', content }];
    expect(readRows([result('t', content), user('good')]).damaged).toBe(0);
  });

  it('cuts a string over one megabyte and keeps what is around it', () => {
    const long = 'y'.repeat(3_000_000);
    const { items } = readRows([call('t', 'Bash', { command: long }), user(long), user('after')]);
    const [first, second] = only(items, 'user');
    expect(first!.text.length).toBeLessThan(1_100_000);
    expect(first!.text).toMatch(/\[… \d+ bytes left out …\]/);
    expect(second!.text).toBe('after');
    expect(only(items, 'call')[0]!.call.command!.length).toBeLessThan(1_100_000);
  });

  it('reads every string as JSON.parse does', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(text, text, (first, second) => {
        const rows = [user(`p${first}`), call('t', 'Bash', { command: `c${second}` })];
        const { items } = readRows(rows);
        expect(only(items, 'user')[0]!.text).toBe(`p${first}`);
        expect(only(items, 'call')[0]!.call.command).toBe(`c${second}`);
      }),
      { numRuns: 300 },
    );
  });

  it('cuts long results in no character and in no escape', () => {
    const unit = fc.constantFrom('a', 'é', '山', '😀', '\\', '"', '\n', '\u0001', '\\"');
    fc.assert(
      fc.property(fc.array(unit, { minLength: 4000, maxLength: 9000 }), (parts) => {
        const output = parts.join('');
        const { items } = readRows([call('t', 'Bash', {}), result('t', output)]);
        const { text } = only(items, 'result')[0]!.result;
        const [head, tail] = text.split(/\n\[… \d+ bytes left out …\]\n/);
        expect(output.startsWith(head!)).toBe(true);
        if (tail !== undefined) expect(output.endsWith(tail)).toBe(true);
        expect(text).not.toContain('\ufffd');
      }),
      { numRuns: 40 },
    );
  });

  it('never throws, whatever the bytes', () => {
    const row = fc.constantFrom(
      line(user('hello "x" \\ {')),
      line(call('t', 'Edit', { file_path: '/a', old_string: '"}]},"' })),
      line(result('t', '{"type":"user"}', { toolUseResult: { stdout: '}{"' } })),
    );
    const damage = fc.record({
      at: fc.nat(900),
      length: fc.nat(40),
      bytes: fc.uint8Array({ maxLength: 12 }),
    });
    fc.assert(
      fc.property(row, row, fc.array(damage, { maxLength: 3 }), (first, second, damages) => {
        let bytes = Buffer.from(first + second);
        for (const { at, length, bytes: inserted } of damages) {
          bytes = Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + length)]);
        }
        for (const subagent of [false, true]) readRows([bytes], claudeCodeReader({ subagent }));
      }),
      { numRuns: 400 },
    );
  });
});

describe('a subagent’s own record', () => {
  it('reads its rows, and never takes its prompt for a person’s', () => {
    const side = { isSidechain: true, agentId: 'a1' };
    const rows = [
      user('look for X', side),
      call('t', 'Grep', { pattern: 'X' }, side),
      result('t', 'found', side),
    ];
    const { items } = readRows(rows, claudeCodeReader({ subagent: true }));
    expect(only(items, 'user').map((item) => [item.origin, item.text])).toEqual([
      ['program', 'look for X'],
    ]);
    expect(only(items, 'result')).toHaveLength(1);
    expect(only(items, 'usage')).toHaveLength(1);
  });
});
