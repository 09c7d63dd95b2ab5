import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toolCall, toolKind } from '../../../src/hosts/pi/tools.ts';
import { piReader } from '../../../src/hosts/pi/transcript.ts';
import { only } from '../reading.ts';
import { calls, entry, message, result, session, user } from './session.ts';

const people = (rows: object[]) =>
  only(session(rows).items, 'user').map((one) => [one.origin, one.text]);

describe('tools of the client', () => {
  it('gives a call its files, its lines and its command', () => {
    expect(toolCall('read', { path: 'a.ts', offset: 5, limit: '10' }, 'c1')).toEqual({
      name: 'read',
      kind: 'read',
      id: 'c1',
      paths: ['a.ts'],
      range: { start: 5, end: 14 },
    });
    expect(toolCall('edit', { path: '/a.ts', edits: [] })).toMatchObject({
      kind: 'edit',
      paths: ['/a.ts'],
    });
    expect(toolCall('write', { path: 'b.ts', content: 'x' }).kind).toBe('write');
    expect(toolCall('bash', { command: 'npm test' })).toMatchObject({
      kind: 'shell',
      command: 'npm test',
      paths: [],
    });
    expect(toolCall('grep', { pattern: 'x', path: 'src' })).toMatchObject({
      kind: 'search',
      detail: 'x',
      paths: ['src'],
    });
    expect(toolKind('toString')).toBe('other');
    expect(toolKind('deploy')).toBe('other');
  });
});

describe('who said what', () => {
  it('tells of a prompt that is only a picture that it is one', () => {
    const content = [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }];
    expect(people([message('user', { content })])).toEqual([
      ['typed', '[only a picture, no words]'],
    ]);
  });

  it('tells prompts as a string or as blocks, and nothing of an image beside words', () => {
    expect(
      people([
        message('user', { content: 'hello' }),
        message('user', {
          content: [
            { type: 'text', text: 'look' },
            { type: 'image', data: 'x' },
          ],
        }),
      ]),
    ).toEqual([
      ['typed', 'hello'],
      ['typed', 'look'],
    ]);
  });

  it('tells words typed between a tool’s result and the agent’s next step as such', () => {
    const work = [
      user('start'),
      calls(['c1', 'bash', { command: 'ls' }]),
      result('c1', 'bash', 'a'),
    ];
    const done = message('assistant', {
      content: [{ type: 'text', text: 'Done.' }],
      stopReason: 'stop',
    });
    expect(
      people([...work, user('keep the name'), user('and the tests'), done, user('next')]),
    ).toEqual([
      ['typed', 'start'],
      ['mid-turn', 'keep the name'],
      ['mid-turn', 'and the tests'],
      ['typed', 'next'],
    ]);
  });

  it('tells a prompt after an aborted answer, after a call without a result and on a branch as typed', () => {
    const aborted = message('assistant', { content: [], stopReason: 'aborted' });
    expect(
      people([calls(['c1', 'bash', {}]), result('c1', 'bash', ''), aborted, user('x')]),
    ).toEqual([['typed', 'x']]);
    expect(people([calls(['c1', 'bash', {}]), user('x')])).toEqual([['typed', 'x']]);
    expect(
      people([
        user('a', { id: 'u1', parentId: null }),
        message(
          'assistant',
          { content: [{ type: 'toolCall', id: 'c', name: 'ls' }] },
          { id: 'a1', parentId: 'u1' },
        ),
        message('toolResult', { toolCallId: 'c', content: '' }, { id: 'r1', parentId: 'a1' }),
        user('left', { id: 'u2', parentId: 'u1' }),
      ]),
    ).toEqual([
      ['typed', 'a'],
      ['typed', 'left'],
    ]);
  });

  it('tells a shell line of the person as a command and an extension’s text as injected', () => {
    const { items } = session([
      message('bashExecution', { command: 'npm test', output: 'ok', exitCode: 0 }),
      message('bashExecution', { command: 'env', excludeFromContext: true }),
      entry('custom_message', { customType: 'brief', content: 'B', display: true }),
      message('custom', { customType: 'old', content: [{ type: 'text', text: 'C' }] }),
      message('hookMessage', { customType: 'older', content: 'D' }),
      entry('branch_summary', { summary: 'tried A', fromId: 'x' }),
      message('branchSummary', { summary: 'tried B' }),
    ]);
    expect(items.map((one) => [one.type, 'text' in one ? one.text : ''])).toEqual([
      ['user', '!npm test'],
      ['user', '!!env'],
      ['injected-context', 'B'],
      ['injected-context', 'C'],
      ['injected-context', 'D'],
      ['user', 'tried A'],
      ['user', 'tried B'],
    ]);
    expect(only(items, 'user').map((one) => one.origin)).toEqual([
      'command',
      'command',
      'injected',
      'injected',
    ]);
    expect(only(items, 'injected-context')[0]!.event).toBe('brief');
  });

  it('tells the prompts of a client that a program started as the program’s', () => {
    const { items } = session([user('do it')], piReader({ subagent: true }));
    expect(only(items, 'user')[0]!.origin).toBe('program');
  });
});

describe('calls, results and compactions', () => {
  it.each([
    ['(no output)', {}, 'ok', undefined],
    ['x\n\nCommand exited with code 3', { isError: true }, 'failed', 3],
    ['Command exited with code 3', {}, 'ok', undefined],
    ['part\n\nCommand aborted', { isError: true }, 'interrupted', undefined],
    ['Operation aborted', { isError: true }, 'interrupted', undefined],
    ['ENOENT: no such file', { isError: true }, 'failed', undefined],
    ['x', { details: { exitCode: 0 } }, 'ok', 0],
    ['x', { structuredContent: { exit_code: 2 } }, 'failed', 2],
    ['Command timed out after 5 seconds', { isError: true }, 'failed', undefined],
  ])('reads how a call ended that printed %j %j', (text, extra, outcome, exitCode) => {
    const rows = [calls(['c1', 'bash', { command: 'x' }]), result('c1', 'bash', text, extra)];
    const [one] = only(session(rows).items, 'result').map((item) => item.result);
    expect(one).toMatchObject({ callId: 'c1', outcome, text, length: text.length });
    expect(one!.exitCode).toBe(exitCode);
  });

  it('tells several calls of one message, and leaves one without a result open', () => {
    const { items } = session([
      calls(['c1', 'read', { path: 'a' }], ['c2', 'read', { path: 'b' }]),
      result('c2', 'read', 'B'),
    ]);
    expect(items.map((one) => one.type)).toEqual(['call', 'call', 'result']);
  });

  it('tells the size of the context and leaves thinking out', () => {
    const usage = { input: 10, cacheRead: 100, cacheWrite: 5, output: 7 };
    const content = [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'Hi' },
    ];
    const { items } = session([
      message('assistant', { content, usage, model: 'm1' }),
      message('assistant', { content: [], usage: { input: 0 } }),
    ]);
    expect(items).toMatchObject([
      { type: 'assistant', text: 'Hi' },
      { type: 'usage', contextTokens: 115, model: 'm1' },
    ]);
    expect(items).toHaveLength(2);
  });

  it('tells each compaction with its size and its summary, whatever it keeps from', () => {
    const { items } = session([
      entry('session', { version: 3, id: 's', cwd: '/p' }),
      entry('compaction', {
        id: 'c1',
        summary: 'S1',
        firstKeptEntryId: 'nowhere',
        tokensBefore: 5000,
      }),
      entry('compaction', { summary: 'S2', firstKeptEntryIndex: 7, fromHook: true }),
      entry('compaction', { summary: '' }),
    ]);
    expect(items).toMatchObject([
      { type: 'place', cwd: '/p' },
      { type: 'boundary', trigger: 'unknown', tokensBefore: 5000, id: 'c1' },
      { type: 'summary', text: 'S1' },
      { type: 'boundary' },
      { type: 'summary', text: 'S2' },
      { type: 'boundary' },
    ]);
    expect(items).toHaveLength(6);
  });
});

describe('lines that are no rows', () => {
  it('reads two rows on one line, finds the row after a torn one, and names what is not known', () => {
    const a = JSON.stringify(user('a'));
    const b = JSON.stringify(user('b'));
    expect(session([a + b]).items.map((one) => one.at.offset)).toEqual([0, a.length]);
    const torn = session([a.slice(0, -9) + b, b.slice(0, 30)]);
    expect(torn.damaged).toBe(2);
    expect(only(torn.items, 'user').map((one) => one.text)).toEqual(['b']);
    expect(
      session([
        '// note',
        '7',
        '',
        entry('new'),
        message('alien', {}),
        message('toolResult', {}),
        {},
      ]).unknown,
    ).toEqual({
      comment: 1,
      'no object': 1,
      new: 1,
      'message/alien': 1,
      'toolResult without an id': 1,
      'no type': 1,
    });
  });

  it('goes on from a reading before', () => {
    const rows = [
      user('start'),
      calls(['c1', 'bash', { command: 'ls' }]),
      result('c1', 'bash', 'a'),
      user('keep it'),
      calls(['c2', 'bash', {}]),
      user('typed'),
    ];
    const told = (list: object[]) => list.map((one) => ({ ...one, at: undefined }));
    for (let cut = 1; cut < rows.length; cut += 1) {
      const first = piReader();
      const head = session(rows.slice(0, cut), first).items;
      const second = piReader();
      second.restore!(first.memory!());
      const tail = session(rows.slice(cut), second).items;
      expect(told([...head, ...tail]), `cut at ${cut}`).toEqual(told(session(rows).items));
    }
    for (const memory of ['', '[]', '{"version":1,"open":7}', '{"version":2}']) {
      const reader = piReader();
      reader.restore!(memory);
      expect(session([user('x')], reader).items).toHaveLength(1);
    }
  });

  it('never fails over members of a wrong type', () => {
    const members = [
      'type',
      'message',
      'role',
      'content',
      'toolCallId',
      'toolName',
      'arguments',
      'name',
      'id',
      'parentId',
      'usage',
      'details',
      'summary',
      'command',
      'cwd',
      'text',
      'stopReason',
    ];
    const words = [
      'message',
      'session',
      'compaction',
      'custom_message',
      'branch_summary',
      'user',
      'assistant',
      'toolResult',
      'bashExecution',
      'toolCall',
      'text',
      'read',
      'bash',
    ];
    const { any } = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>(null, true, 0, '', 'x', ...words),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...members), tie('any'), { maxKeys: 6 }),
      ),
    }));
    const row = fc.dictionary(fc.constantFrom(...members), any, { maxKeys: 6 });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
        for (const one of session(rows).items) {
          if (one.type === 'user') expect(typeof one.text).toBe('string');
        }
      }),
      { numRuns: 300 },
    );
  });
});
