import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copilotReader } from '../../../src/hosts/copilot/transcript.ts';
import { only } from '../reading.ts';
import { asked, ended, event, readRows, user } from './transcript-reading.ts';

const texts = (rows: (object | string | Buffer)[]) => {
  const { items, damaged, unknown } = readRows(rows);
  return { texts: only(items, 'user').map((item) => item.text), damaged, unknown };
};
const one = JSON.stringify(user('one "quoted" {"type":"x"} \\'));
const two = JSON.stringify(user('two'));

describe('damaged lines', () => {
  it('joins an event with raw line breaks in a string (github/copilot-cli#2649)', () => {
    const raw = JSON.stringify(user('a\nb\r\nc')).replaceAll('\\r', '\r').replaceAll('\\n', '\n');
    const reading = texts([...raw.split('\n'), two]);
    expect(reading).toEqual({ texts: ['a\nb\r\nc', 'two'], damaged: 0, unknown: {} });
    expect(texts(raw.split('\n').slice(0, 1)).damaged).toBe(1);
  });

  it('reads two events on one line, and a whole one behind a torn one', () => {
    expect(texts([one + two])).toEqual({
      texts: ['one "quoted" {"type":"x"} \\', 'two'],
      damaged: 0,
      unknown: {},
    });
    expect(texts([one.slice(0, 60) + two])).toEqual({ texts: ['two'], damaged: 1, unknown: {} });
  });

  it('takes no part of a torn event for an event', () => {
    const contents = [{ type: 'shell_exit', exitCode: 0 }];
    const torn = JSON.stringify(ended('c1', 'x', { result: { content: 'x', contents } }));
    expect(texts([torn.slice(1)])).toEqual({ texts: [], damaged: 1, unknown: {} });
    expect(texts([torn.slice(1, 60) + torn.slice(70) + two]).texts).toEqual(['two']);
  });

  it('counts a torn last line, and names comments, other JSON and bytes that are no text', () => {
    expect(
      texts([
        Buffer.from(`\ufeff${two}\r`),
        '// x',
        'null',
        Buffer.from([0x1f, 0x8b, 0, 0xff]),
        one.slice(0, -1),
      ]),
    ).toEqual({ texts: ['two'], damaged: 2, unknown: { comment: 1, 'no object': 1 } });
  });

  it('counts and names types that it does not know', () => {
    expect(
      readRows([
        {},
        { type: 7 },
        event('session.hologram'),
        { type: 'user.message' },
        { type: 'assistant.message', data: { toolRequests: [null, 7, { name: 'x' }] } },
        { type: 'tool.execution_complete', data: 'none' },
        { type: 'system.notification', data: { kind: 'text' } },
      ]).unknown,
    ).toEqual({ 'no type': 2, 'session.hologram': 1 });
  });

  it('never throws, whatever the members hold, and tells the same from the same bytes', () => {
    const any = fc.jsonValue({ maxDepth: 3 });
    const rows = fc.record({
      type: fc.constantFrom(
        'user.message',
        'assistant.message',
        'tool.execution_start',
        'tool.execution_complete',
        'tool.user_requested',
        'session.start',
        'session.compaction_complete',
        'system.notification',
        'hook.end',
        'skill.invoked',
      ),
      id: any,
      data: fc.oneof(
        any,
        fc.record({
          content: any,
          toolCallId: fc.constantFrom('a', 'b'),
          toolName: fc.constantFrom('bash', 'view', 'update_todo', 'ask_user'),
          toolRequests: fc.array(any),
          arguments: any,
          success: fc.boolean(),
          result: any,
          error: any,
          context: any,
          kind: any,
          output: any,
        }),
      ),
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

  it('keeps its memory small after long work', () => {
    const reader = copilotReader();
    const rows = Array.from({ length: 3000 }, (_, index) => [
      asked(`c${index}`, 'update_todo', { todos: 'x'.repeat(9000) }),
      index % 2 === 0 ? ended(`c${index}`, 'ok') : user('go on'),
    ]).flat();
    readRows(rows, reader);
    expect(reader.memory!().length).toBeLessThan(12_000);
  });
});
