import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codexReader } from '../../../src/hosts/codex/transcript.ts';
import { only } from '../reading.ts';
import { call, event, item, message, meta, rollout } from './rollout.ts';

const line = (row: object) => JSON.stringify(row);
const texts = (rows: (object | string | Buffer)[]) =>
  only(rollout(rows).items, 'user').map((one) => one.text);

describe('lines that are no rows', () => {
  it('reads two rows on one line, each at its own place', () => {
    const both = `${line(message('user', 'ä }{ a'))}${line(message('user', 'b'))}`;
    const { items, damaged } = rollout([both]);
    expect(damaged).toBe(0);
    expect(items.map((one) => one.at)).toEqual([
      { offset: 0, line: 1 },
      { offset: Buffer.byteLength(line(message('user', 'ä }{ a'))), line: 1 },
    ]);
  });

  it('finds the whole row after a torn one, and none in the torn one’s parts', () => {
    const torn = line(message('user', 'lost')).slice(0, -12);
    const { items, damaged } = rollout([`${torn}${line(message('user', 'kept'))}`]);
    expect(damaged).toBe(1);
    expect(only(items, 'user').map((one) => one.text)).toEqual(['kept']);
    expect(rollout([torn])).toMatchObject({ items: [], damaged: 1 });
  });

  it('reads past a byte order mark, line ends of Windows and runs of NUL', () => {
    const row = line(message('user', 'x'));
    expect(texts([`\ufeff${row}\r`])).toEqual(['x']);
    expect(texts([Buffer.concat([Buffer.alloc(40), Buffer.from(row), Buffer.alloc(3)])])).toEqual([
      'x',
    ]);
    expect(rollout(['', '   ', '\r', Buffer.alloc(9)])).toEqual({
      items: [],
      unknown: {},
      damaged: 0,
    });
  });

  it('names what is no object, and every kind that is not known', () => {
    const { unknown, damaged } = rollout([
      '// a comment',
      '[1]',
      'null',
      '"text"',
      { type: 'new_thing', payload: {} },
      item({ type: 'new_item' }),
      event('new_event'),
      event('item_completed', { item: { type: 'New' } }),
      item({ type: 'function_call', call_id: 'c' }),
      item({ type: 'function_call_output', output: 'x' }),
      { session_id: 's', ts: 1, text: 'prompt history, no rollout' },
    ]);
    expect(damaged).toBe(0);
    expect(unknown).toEqual({
      comment: 1,
      'no object': 3,
      new_thing: 1,
      'response_item/new_item': 1,
      'event_msg/new_event': 1,
      'item_completed/New': 1,
      'function_call without a name': 1,
      'function_call_output without an id': 1,
      'no type': 1,
    });
  });

  it('holds no half of a character', () => {
    const row = line(message('user', 'a')).replace('"a"', '"a\\ud83d"');
    expect(texts([row])).toEqual(['a\ufffd']);
    expect(
      texts([
        Buffer.concat([
          Buffer.from(line(message('user', '@')).split('@')[0]!),
          Buffer.from([0xff]),
          Buffer.from(line(message('user', '@')).split('@')[1]!),
        ]),
      ]),
    ).toEqual(['\ufffd']);
  });

  it('never fails over members of a wrong type', () => {
    const members = [
      'type',
      'payload',
      'role',
      'content',
      'call_id',
      'name',
      'arguments',
      'input',
      'output',
      'id',
      'info',
      'item',
      'message',
      'replacement_history',
      'git',
      'source',
      'changes',
      'command',
      'invocation',
      'result',
      'collaboration_mode',
      'plan',
    ];
    const types = [
      'session_meta',
      'turn_context',
      'response_item',
      'event_msg',
      'compacted',
      'message',
      'function_call',
      'function_call_output',
      'custom_tool_call',
      'user_message',
      'token_count',
      'exec_command_end',
      'patch_apply_end',
      'mcp_tool_call_end',
      'item_completed',
      'CommandExecution',
      'web_search_call',
      'local_shell_call',
      'apply_patch',
      'exec',
      'update_plan',
      'request_user_input',
      'wait_agent',
      'spawn_agent',
    ];
    const value = fc.letrec<{ any: unknown; object: unknown }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>(null, true, 0, -1, '', 'x', '{"a":1}', '{'),
        fc.constantFrom(...types),
        fc.array(tie('any'), { maxLength: 3 }),
        tie('object'),
      ),
      object: fc.dictionary(fc.constantFrom(...members), tie('any'), { maxKeys: 6 }),
    }));
    fc.assert(
      fc.property(fc.array(value.object as fc.Arbitrary<object>, { maxLength: 6 }), (rows) => {
        const { items } = rollout(rows);
        for (const one of items) {
          if (one.type === 'user' || one.type === 'assistant')
            expect(typeof one.text).toBe('string');
          if (one.type === 'call') expect(typeof one.call.name).toBe('string');
        }
      }),
      { numRuns: 400 },
    );
  });

  it('never fails over bytes at all', () => {
    const good = Buffer.from(`${line(meta())}${line(call('c', 'exec_command', { cmd: 'ls' }))}`);
    fc.assert(
      fc.property(
        fc.nat(good.length),
        fc.nat(good.length),
        fc.uint8Array({ maxLength: 12 }),
        (from, length, junk) => {
          const bytes = Buffer.concat([good.subarray(0, from), junk, good.subarray(from + length)]);
          const reader = codexReader();
          rollout([bytes, bytes], reader);
          expect(reader.memory!()).toContain('"version":1');
        },
      ),
      { numRuns: 300 },
    );
  });
});
