import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConversationItem } from '../../../src/core/conversation.ts';
import { foldItem, newFold, snapshotOf } from '../../../src/core/snapshot/fold.ts';
import { geminiItems, geminiReader } from '../../../src/hosts/gemini/transcript.ts';
import { only } from '../reading.ts';
import { chat, gemini, header, later, response, tool, user } from './chat.ts';

const people = (rows: object[]) =>
  only(chat(rows).items, 'user').map((one) => [one.origin, one.text]);

describe('who said what', () => {
  it('reads a prompt as a string or as parts, once, however often its row is written', () => {
    const prompt = user('u1', [{ text: 'do ' }, { text: 'it' }, { functionResponse: {} }]);
    expect(people([header, prompt, prompt, user('u2', 'next')])).toEqual([
      ['typed', 'do it'],
      ['typed', 'next'],
    ]);
    expect(people([user('u1', 'same'), user('u2', 'same')])).toHaveLength(2);
  });

  it('takes what the screen showed for the person’s words, and the files put behind them for the client’s', () => {
    const content = [
      { text: 'explain @a.ts' },
      { text: '\n--- Content from referenced files ---' },
      { text: '\nContent from @a.ts:\n' },
      { text: 'never delete this' },
    ];
    expect(people([user('u1', content, { displayContent: [{ text: 'explain @a.ts' }] })])).toEqual([
      ['injected', expect.stringContaining('never delete this')],
      ['typed', 'explain @a.ts'],
    ]);
  });

  it('takes hooks’ texts out of a prompt, before it and behind it', () => {
    const { items } = chat([
      user('u1', '<hook_context>brief &lt;b&gt;</hook_context>\n\ndo it'),
      user('u2', [{ text: 'go on' }, { text: '\n\n<hook_context>state</hook_context>' }]),
    ]);
    expect(only(items, 'user').map((one) => one.text)).toEqual(['do it', 'go on']);
    expect(only(items, 'injected-context').map((one) => one.text)).toEqual(['brief <b>', 'state']);
  });

  it('tells commands, and texts of the client, as such', () => {
    expect(
      people([
        user('u1', '/compress'),
        user('u2', '/home/x/a.ts is broken'),
        user('u3', 'System: Potential loop detected. Details: x'),
        user('u4', 'This is the Gemini CLI. We are setting up the context for our chat.\nToday'),
      ]).map(([origin]) => origin),
    ).toEqual(['command', 'typed', 'injected', 'injected']);
  });

  it('tells the prompts of a subagent’s record as a program’s', () => {
    const reader = geminiReader({ subagent: true });
    expect(only(chat([user('u1', 'find it')], reader).items, 'user')[0]!.origin).toBe('program');
  });

  it('leaves the screen’s messages and thinking out', () => {
    const { items, unknown } = chat([
      { id: 'i1', type: 'info', timestamp: later(), content: 'Compressed' },
      { id: 'i2', type: 'error', timestamp: later(), content: 'x' },
      { id: 'i3', type: 'warning', timestamp: later(), content: 'x' },
      gemini('g1', [{ text: 'thinking', thought: true }, { text: 'Hi' }], { thoughts: [{}] }),
    ]);
    expect(items.map((one) => one.type)).toEqual(['assistant']);
    expect(unknown).toEqual({});
  });
});

describe('rewritten histories', () => {
  const work = () => [
    header,
    user('u1', 'never push'),
    gemini('g1', 'I look.', {
      tokens: { input: 500_000, output: 9 },
      toolCalls: [tool('t1', 'glob', { pattern: '*' }, response({ output: 'a' }))],
    }),
    user('u2', 'and the docs'),
  ];
  const compressed = (extra: object[] = []) => ({
    $set: {
      lastUpdated: later(),
      messages: [
        user('n1', [
          {
            text: '<session_context>\nThis is the Gemini CLI.\n- **Workspace Directories:**\n  - /home/dev/proj\n</session_context>',
          },
        ]),
        user('n2', [{ text: '<state_snapshot>\n<goal>docs</goal>\n</state_snapshot>' }]),
        gemini('n3', [{ text: 'Got it. Thanks for the additional context!' }]),
        ...extra,
      ],
    },
  });

  it('finds a compression in a rewritten history, with its summary and the size before', () => {
    const { items } = chat([...work(), compressed()]);
    expect(only(items, 'boundary')).toMatchObject([{ trigger: 'unknown', tokensBefore: 500_000 }]);
    expect(only(items, 'summary').map((one) => one.text)).toEqual(['<goal>docs</goal>']);
    expect(only(items, 'assistant')).toHaveLength(1);
    expect(only(items, 'place')).toMatchObject([{ cwd: '/home/dev/proj' }]);
  });

  it('tells no prompt, call or summary again that a rewriting repeats, under its own id or a new one', () => {
    const rows = work();
    const repeated = { $set: { messages: rows.slice(1) } };
    const renamed = {
      $set: {
        messages: [
          user('x1', 'never push'),
          gemini('x2', [{ text: 'I look.' }]),
          user('x3', [{ text: 'and the docs' }]),
        ],
      },
    };
    const plain = chat(rows).items.map((one) => one.type);
    expect(chat([...rows, repeated, renamed]).items.map((one) => one.type)).toEqual(plain);
    const snapshot = compressed();
    const again = chat([...rows, snapshot, snapshot, { $set: snapshot.$set }]).items;
    expect(only(again, 'boundary')).toHaveLength(1);
    expect(only(chat([...rows, compressed(), { ...compressed() }]).items, 'boundary')).toHaveLength(
      1,
    );
  });

  it('counts two compressions that say different things', () => {
    const second = {
      $set: { messages: [user('n9', '<state_snapshot>other</state_snapshot>')] },
    };
    expect(only(chat([...work(), compressed(), second]).items, 'boundary')).toHaveLength(2);
  });

  it('tells what stands in a rewritten history only', () => {
    const { items } = chat([
      header,
      { $set: { messages: [user('u1', 'from before'), gemini('g1', 'Yes.')] } },
    ]);
    expect(items.map((one) => one.type)).toEqual(['user', 'assistant']);
  });

  it('takes no compression from a person who writes about one, nor from a masked result', () => {
    const rows = work();
    const masked = {
      $set: {
        messages: [
          gemini('g1', 'I look.', {
            toolCalls: [tool('t1', 'glob', {}, response({ output: '[masked]' }))],
          }),
        ],
      },
    };
    const { items } = chat([...rows, user('u9', 'what is <state_snapshot> for?'), masked]);
    expect(only(items, 'boundary')).toEqual([]);
    expect(only(items, 'result')).toHaveLength(1);
    expect(only(items, 'user').at(-1)!.origin).toBe('typed');
  });

  it('keeps every call when all items are folded, although a message’s row is written again', () => {
    const call = (...calls: object[]) => gemini('g1', 'I edit.', { toolCalls: calls });
    const edit = (id: string, path: string) =>
      tool(id, 'replace', { file_path: path }, response({ output: 'ok' }));
    const one = edit('t1', '/p/a.ts');
    const state = newFold();
    for (const item of chat([user('u1', 'go'), call(one), call(one, edit('t2', '/p/b.ts'))])
      .items) {
      foldItem(state, item);
    }
    const files = snapshotOf(state).facts.filter((fact) => fact.kind === 'file.modified');
    expect(files.map((fact) => fact.value)).toEqual(['/p/a.ts', '/p/b.ts']);
  });

  it('goes on from a reading before', () => {
    const rows = [...work(), compressed(), user('u3', 'next'), gemini('g2', 'Done.')];
    const told = (list: object[]) => list.map((one) => ({ ...one, at: undefined }));
    for (let cut = 1; cut < rows.length; cut += 1) {
      const first = geminiReader();
      const head = chat(rows.slice(0, cut), first).items;
      const second = geminiReader();
      second.restore!(first.memory!());
      const tail = chat(rows.slice(cut), second).items;
      expect(told([...head, ...tail]), `cut at ${cut}`).toEqual(told(chat(rows).items));
    }
    for (const memory of ['', '[]', '{"version":1,"told":7}', '{"version":9}']) {
      const reader = geminiReader();
      reader.restore!(memory);
      expect(chat([user('u1', 'x')], reader).items).toHaveLength(1);
    }
  });

  it('carries a few kilobytes at most, and knows an older message of a rewriting by its time', () => {
    const rows: object[] = [header];
    for (let i = 0; i < 300; i += 1)
      rows.push(user(`u${i}`, `prompt ${i}`), gemini(`g${i}`, `answer ${i}`));
    const first = geminiReader();
    chat(rows, first);
    const memory = first.memory!();
    expect(memory.length).toBeLessThan(10_000);
    const second = geminiReader();
    second.restore!(memory);
    expect(chat([{ $set: { messages: rows.slice(1) } }], second).items).toEqual([]);
  });
});

describe('the older form and damage', () => {
  const session = { ...header, messages: [user('u1', 'ä'), gemini('g1', 'Hi'), user('u2', 'b')] };
  const read = (source: string) => {
    const items: ConversationItem[] = [];
    const unknown: string[] = [];
    let damaged = 0;
    geminiItems(source, {
      item: (one) => items.push(one),
      unknown: (kind) => unknown.push(kind),
      damaged: () => {
        damaged += 1;
      },
    });
    return { items, unknown, damaged };
  };

  it('reads a whole file, with the place of each message', () => {
    const source = JSON.stringify(session, undefined, 2);
    const { items } = read(source);
    expect(items.map((one) => one.type)).toEqual(['user', 'assistant', 'user']);
    for (const one of items) {
      const bytes = Buffer.from(source);
      expect(bytes.toString('utf8', one.at.offset, one.at.offset + 4)).toBe(`"${one.id}"`);
      expect(source.split('\n')[one.at.line - 1]).toContain(`"${one.id}"`);
    }
  });

  it('reads a whole file line by line too, in one row or in many, its last bracket held back or not', () => {
    const source = JSON.stringify(session, undefined, 2);
    const types = ['user', 'assistant', 'user'];
    expect(chat(source.split('\n')).items.map((one) => one.type)).toEqual(types);
    expect(chat(source.split('\n').slice(0, -1)).items.map((one) => one.type)).toEqual(types);
    expect(chat([session]).items.map((one) => one.type)).toEqual(types);
    expect(chat(source.split('\r\n')).damaged).toBe(0);
    expect(
      only(chat(source.split('\n'), geminiReader({ subagent: true })).items, 'user')[0]!.origin,
    ).toBe('program');
  });

  it('tells a file that is no session, torn or empty, and never fails', () => {
    expect(read(JSON.stringify(session).slice(0, -30))).toEqual({
      items: [],
      unknown: [],
      damaged: 1,
    });
    expect(read('')).toEqual({ items: [], unknown: [], damaged: 0 });
    expect(read('[1]')).toEqual({ items: [], unknown: ['no session'], damaged: 0 });
    expect(read('{"messages":[7,null,{"type":"alien"}]}').unknown).toEqual([
      'message/no object',
      'message/no object',
      'message/alien',
    ]);
    expect(read(`\ufeff${JSON.stringify(session)}`).items).toHaveLength(3);
    const torn = JSON.stringify(session, undefined, 2).split('\n').slice(0, 9);
    expect(chat(torn)).toEqual({ items: [], unknown: {}, damaged: 1 });
  });

  it('reads two rows on one line, finds the row after a torn one, and names what is not known', () => {
    const a = JSON.stringify(user('u1', 'a'));
    const b = JSON.stringify(user('u2', 'b'));
    expect(chat([header, a + b]).items).toHaveLength(2);
    const torn = chat([header, a.slice(0, -8) + b]);
    expect(torn).toMatchObject({ damaged: 1 });
    expect(torn.items).toHaveLength(1);
    expect(chat([header, '// x', '7', { $rewindTo: 'u1' }, { type: 'new' }, {}]).unknown).toEqual({
      comment: 1,
      'no object': 1,
      new: 1,
      'no message': 1,
    });
  });

  it('never fails over members of a wrong type', () => {
    const members = [
      'id',
      'type',
      'content',
      'timestamp',
      'toolCalls',
      'name',
      'args',
      'result',
      'status',
      'functionResponse',
      'response',
      'output',
      '$set',
      'messages',
      'tokens',
      'input',
      'text',
      'todos',
      'questions',
      'answers',
      'displayContent',
    ];
    const words = [
      'user',
      'gemini',
      'info',
      'success',
      'error',
      'read_file',
      'write_todos',
      'ask_user',
      'exit_plan_mode',
      'run_shell_command',
      '<state_snapshot>',
      '<hook_context>a</hook_context>',
      '{"answers":[]}',
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
      fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
        for (const one of [
          ...chat(rows).items,
          ...read(JSON.stringify({ messages: rows })).items,
        ]) {
          if (one.type === 'user') expect(typeof one.text).toBe('string');
        }
      }),
      { numRuns: 300 },
    );
  });
});
