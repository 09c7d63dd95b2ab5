import { describe, expect, it } from 'vitest';
import { codexReader } from '../../../src/hosts/codex/transcript.ts';
import { only } from '../reading.ts';
import { call, event, item, message, meta, output, printed, rollout, time } from './rollout.ts';

const compacted = (payload: object) => ({ timestamp: time, type: 'compacted', payload });
const encrypted = compacted({
  message: '',
  replacement_history: [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'start' }] },
    { type: 'compaction', encrypted_content: 'gAAAA' },
  ],
});
const tokens = (input: number, total = input) =>
  event('token_count', {
    info: { last_token_usage: { input_tokens: input, total_tokens: total } },
  });

describe('compactions', () => {
  it('counts one compaction for its two rows, whichever comes first', () => {
    const told = event('context_compacted');
    const between = [{ timestamp: time, type: 'world_state', payload: {} }, tokens(0, 18_826)];
    for (const rows of [
      [encrypted, ...between, told],
      [told, ...between, encrypted],
      [encrypted],
      [told],
      [encrypted, event('item_completed', { item: { type: 'ContextCompaction', id: 'x' } })],
    ]) {
      expect(only(rollout(rows).items, 'boundary')).toHaveLength(1);
    }
    expect(only(rollout([encrypted, told, encrypted, told]).items, 'boundary')).toHaveLength(2);
    expect(only(rollout([encrypted, encrypted]).items, 'boundary')).toHaveLength(2);
  });

  it('tells no summary that is encrypted, and no message again that the compaction kept', () => {
    expect(rollout([encrypted]).items.map((one) => one.type)).toEqual(['boundary']);
  });

  it('tells the sizes before and after, and the trigger where it is sure', () => {
    const { items } = rollout([
      event('task_started', {}),
      message('user', 'go'),
      call('c1', 'exec_command', { cmd: 'ls' }),
      output('c1', printed('a')),
      tokens(224_239),
      encrypted,
      tokens(0, 18_826),
    ]);
    expect(only(items, 'boundary')).toMatchObject([{ trigger: 'auto', tokensBefore: 224_239 }]);
    expect(only(items, 'usage').map((one) => one.contextTokens)).toEqual([224_239, 18_826]);
    const idle = [event('task_started', {}), message('user', 'go'), event('task_complete', {})];
    expect(only(rollout([...idle, encrypted]).items, 'boundary')[0]!.trigger).toBe('unknown');
  });

  it('does not take the summary for the model\u2019s last words, which would end its turn', () => {
    const said = (text: string) => ({
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text }],
    });
    const start = 'Another language model started to solve this problem. Use it:\n';
    const rows = (text: string, summary: string) => [
      call('c1', 'exec_command', { cmd: 'ls' }),
      output('c1', printed('a')),
      item(said(text)),
      tokens(1000),
      compacted({ message: `${start}${summary}` }),
    ];
    const types = (text: string, summary: string) =>
      rollout(rows(text, summary)).items.map((one) => one.type);
    const told = ['call', 'result', 'usage', 'boundary', 'summary'];
    expect(types('MY SUMMARY', 'MY SUMMARY')).toEqual(told);
    expect(types('My answer.', 'MY SUMMARY').toSorted()).toEqual([...told, 'assistant'].toSorted());
    expect(rollout([item(said('The end.'))]).items.map((one) => one.type)).toEqual(['assistant']);
  });

  it('tells a readable summary without the client’s words before it', () => {
    const start =
      'Another language model started to solve this problem and produced a summary of its thinking process. Use it:\n';
    const summary = (payload: object) =>
      only(rollout([compacted(payload)]).items, 'summary').map((one) => one.text);
    expect(summary({ message: `${start}MY SUMMARY` })).toEqual(['MY SUMMARY']);
    expect(summary({ message: '**Progress**' })).toEqual(['**Progress**']);
    const kept = {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: `${start}S2` }],
    };
    expect(summary({ message: '', replacement_history: [kept] })).toEqual(['S2']);
  });
});

describe('place, size and mode', () => {
  it('tells the place when it is news, and not that of the session a fork came from', () => {
    const turn = (payload: object) => ({ timestamp: time, type: 'turn_context', payload });
    const { items } = rollout([
      meta(),
      meta(),
      meta({ id: '019d0000-46c9-7f73-affe-4e6ca9852d56', cwd: '/other', git: { branch: 'old' } }),
      turn({ cwd: '/home/dev/proj', model: 'gpt-5.6', collaboration_mode: { mode: 'plan' } }),
      turn({ cwd: '/home/dev/proj/web', collaboration_mode: { mode: 'plan' } }),
      meta({ git: { branch: 'fix' }, cwd: '/home/dev/proj/web' }),
    ]);
    expect(only(items, 'place').map((one) => [one.cwd, one.branch, one.hostVersion])).toEqual([
      ['/home/dev/proj', 'main', '0.145.0'],
      ['/home/dev/proj/web', 'main', '0.145.0'],
      ['/home/dev/proj/web', 'fix', '0.145.0'],
    ]);
    expect(only(items, 'mode').map((one) => one.mode)).toEqual(['plan']);
  });

  it('reads the rows of the oldest versions, which have no wrapper', () => {
    const { items, unknown } = rollout([
      { id: 's1', timestamp: time, instructions: null, git: { branch: 'dev' } },
      { record_type: 'state' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
      { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c1' },
      {
        type: 'function_call_output',
        call_id: 'c1',
        output: '{"output":"a","metadata":{"exit_code":0}}',
      },
    ]);
    expect(items.map((one) => one.type)).toEqual(['place', 'user', 'call', 'result']);
    expect(unknown).toEqual({});
  });

  it('goes on from a reading before: nothing is told twice and no command is lost', () => {
    const rows = [
      meta(),
      event('task_started', {}),
      message('user', 'go'),
      event('user_message', { message: 'go' }),
      call('c1', 'exec_command', { cmd: 'npm test' }),
      output('c1', printed('', 'Process running with session ID 42')),
      call('c2', 'write_stdin', { session_id: 42 }),
      output('c2', printed('ok')),
      message('user', 'and the docs'),
      event('user_message', { message: 'and the docs' }),
      encrypted,
      event('context_compacted'),
      item({
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Done.' }],
      }),
      event('agent_message', { message: 'Done.' }),
    ];
    const plain = (list: object[]) => list.map((one) => ({ ...one, at: undefined }));
    const whole = plain(rollout(rows).items);
    for (let cut = 1; cut < rows.length; cut += 1) {
      const first = codexReader();
      const head = rollout(rows.slice(0, cut), first).items;
      const second = codexReader();
      second.restore!(first.memory!());
      const tail = rollout(rows.slice(cut), second).items;
      expect(plain([...head, ...tail]), `cut at ${cut}`).toEqual(whole);
    }
  });

  it.each(['', 'no json', '[]', '{"version":1}', '{"version":1,"told":7,"open":[7],"turn":null}'])(
    'begins afresh from a memory that is none: %s',
    (memory) => {
      const reader = codexReader();
      reader.restore!(memory);
      expect(rollout([message('user', 'hi')], reader).items).toHaveLength(1);
    },
  );
});
