import { describe, expect, it } from 'vitest';
import { codexReader } from '../../../src/hosts/codex/transcript.ts';
import { only } from '../reading.ts';
import { call, event, item, message, meta, output, printed, rollout } from './rollout.ts';

const people = (rows: object[]) =>
  only(rollout(rows).items, 'user').map((one) => [one.origin, one.text]);

describe('who said what', () => {
  it('tells a prompt once, whichever of its two rows comes first', () => {
    const clean = event('user_message', { message: 'never touch main', images: [] });
    const raw = message('user', 'never touch main');
    expect(people([raw, clean])).toEqual([['typed', 'never touch main']]);
    expect(people([clean, raw])).toEqual([['typed', 'never touch main']]);
    expect(people([raw])).toEqual([['typed', 'never touch main']]);
    expect(people([clean])).toEqual([['typed', 'never touch main']]);
  });

  it('tells of a prompt that is only a picture that it is one', () => {
    const picture = { type: 'input_image', image_url: 'data:image/png;base64,aGk=' };
    const tag = (text: string) => ({ type: 'input_text', text });
    const row = (...content: object[]) => item({ type: 'message', role: 'user', content });
    expect(people([row(tag('<image>'), picture, tag('</image>'))])).toEqual([
      ['typed', '[only a picture, no words]'],
    ]);
    expect(people([row(picture, tag('what is this'))])).toEqual([['typed', 'what is this']]);
    const file = { type: 'input_file', filename: 'a.pdf', file_data: 'aGk=' };
    expect(people([row(file)])).toEqual([['typed', '[only a file, no words]']]);
  });

  it('tells the same words typed twice as two prompts', () => {
    const both = [message('user', 'go on'), event('user_message', { message: 'go on' })];
    expect(people([...both, ...both])).toHaveLength(2);
    expect(people([message('user', 'go on'), message('user', 'go on')])).toHaveLength(2);
  });

  it.each([
    '<environment_context>\n  <cwd>/p</cwd>\n</environment_context>',
    '# AGENTS.md instructions for /p\n\n<INSTRUCTIONS>\nnever push\n</INSTRUCTIONS>',
    '<user_instructions>\nnever push\n</user_instructions>',
    '<turn_aborted>\nThe user interrupted the previous turn on purpose.\n</turn_aborted>',
    '<subagent_notification>\n{"agent_path":"a","status":"running"}\n</subagent_notification>',
    '<skill>\n<name>x</name>\n</skill>',
    '<recommended_plugins>\n- x\n</recommended_plugins>',
    'Another language model started to solve this problem and produced a summary: x',
  ])('takes no text of the client for a prompt: %s', (text) => {
    expect(people([message('user', text)])).toEqual([['injected', text]]);
    expect(people([event('user_message', { message: text })]).map(([origin]) => origin)).toEqual([
      'injected',
    ]);
  });

  it('tells the parts of one message each for itself', () => {
    const text = '<environment_context>x</environment_context>';
    expect(people([message('user', text, '<image name=[Image #1]>', '</image>', 'do it')])).toEqual(
      [
        ['injected', text],
        ['typed', 'do it'],
      ],
    );
  });

  it('never takes a developer message for a prompt', () => {
    const { items } = rollout([
      message('developer', '<permissions instructions>\nnever\n</permissions instructions>'),
      message('developer', 'HOLDFAST BRIEF'),
    ]);
    expect(items.map((one) => one.type)).toEqual(['user', 'injected-context']);
    expect(only(items, 'user')[0]!.origin).toBe('injected');
  });

  it('goes by the client’s own names of parts where it writes them', () => {
    const named = (kind: string, text: string) =>
      item({
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text }],
        internal_chat_message_metadata_passthrough: { content_item_kinds: [kind] },
      });
    const { items } = rollout([
      named('user.text', '<skill> is a word I typed'),
      named('hooks.additional_context', 'brief'),
      named('environments.environment_context', 'x'),
    ]);
    expect(items.map((one) => [one.type, 'origin' in one ? one.origin : undefined])).toEqual([
      ['user', 'typed'],
      ['injected-context', undefined],
      ['user', 'injected'],
    ]);
  });

  it('tells the reason of a forced continuation as a hook’s text', () => {
    const text = '<hook_prompt hook_run_id="stop:10:/h.json">read &lt;plan&gt; first</hook_prompt>';
    expect(only(rollout([message('user', text)]).items, 'injected-context')).toMatchObject([
      { event: 'Stop', text: 'read <plan> first' },
    ]);
  });

  it('takes the person’s words out of what an editor’s extension puts around them', () => {
    const text =
      '# Context from my IDE setup:\n\n## Active file: a.ts\n\n## My request for Codex:\nfix it\n';
    const rows = [message('user', text), event('user_message', { message: text })];
    expect(people(rows)).toEqual([['typed', 'fix it']]);
  });

  it('tells a shell line of the person as a command', () => {
    const text =
      '<user_shell_command>\n<command>\nnpm test\n</command>\n<result>\nok\n</result>\n</user_shell_command>';
    expect(people([message('user', text)])).toEqual([['command', '!npm test']]);
  });

  it('tells words typed while the agent works as such, and the next turn’s as typed', () => {
    const turn = (id: string) => event('task_started', { turn_id: id });
    expect(
      people([
        turn('t1'),
        message('user', 'start'),
        call('c1', 'exec_command', { cmd: 'ls' }),
        output('c1', printed('a')),
        message('user', 'also keep the old name'),
        event('user_message', { message: 'also keep the old name' }),
        event('task_complete', {}),
        turn('t2'),
        message('user', 'next'),
      ]),
    ).toEqual([
      ['typed', 'start'],
      ['mid-turn', 'also keep the old name'],
      ['typed', 'next'],
    ]);
  });

  it('tells a subagent’s prompts as a program’s, and what its file took over as the person’s', () => {
    const spawned = meta({ source: { subagent: { thread_spawn: { depth: 1 } } } });
    const rows = [
      spawned,
      meta({ id: '019d7d08-46c9-7f73-affe-4e6ca9852d56', cwd: '/elsewhere' }),
      event('task_started', { turn_id: '019d7d08-f1d2-78a1-ae52-df8e21f9b394' }),
      message('user', 'never push'),
      event('task_complete'),
      event('task_started', { turn_id: '019f80ed-66d1-7001-9057-78225e5676f3' }),
      message('user', 'review commit 1'),
    ];
    expect(people(rows)).toEqual([
      ['typed', 'never push'],
      ['program', 'review commit 1'],
    ]);
    expect(
      only(rollout([message('user', 'x')], codexReader({ subagent: true })).items, 'user')[0]!
        .origin,
    ).toBe('program');
  });

  it('tells the agent’s words once although two or three rows hold them', () => {
    const rows = [
      event('agent_message', { message: 'Done.' }),
      message('assistant', 'Done.'),
      event('item_completed', {
        item: { type: 'AgentMessage', content: [{ type: 'Text', text: 'Done.' }] },
      }),
      event('task_complete', { last_agent_message: 'Done.' }),
    ];
    expect(rollout(rows).items.map((one) => one.type)).toEqual(['assistant']);
  });

  it('tells messages between agents as a program’s, and reads nothing from encrypted ones', () => {
    const between = (...content: object[]) =>
      item({ type: 'agent_message', author: '/root/a', recipient: '/root', content });
    const head = 'Message Type: FINAL_ANSWER\nTask name: /root\nSender: /root/a\nPayload:\n';
    const { items } = rollout([
      between({ type: 'input_text', text: `${head}All good.` }),
      between(
        { type: 'input_text', text: head.replace('FINAL_ANSWER', 'MESSAGE') },
        { type: 'encrypted_content', encrypted_content: 'x' },
      ),
    ]);
    expect(items).toMatchObject([
      { type: 'background-ended', backgroundId: '/root/a', outcome: 'completed' },
      { type: 'user', origin: 'program' },
    ]);
  });
});
