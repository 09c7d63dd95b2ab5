import { describe, expect, it } from 'vitest';
import { qwenReader } from '../../../src/hosts/qwen/transcript.ts';
import { only } from '../reading.ts';
import { assistant, outer, readRows, system, user } from './transcript-reading.ts';

function said(rows: object[], subagent = false) {
  const { items } = readRows(rows, qwenReader({ subagent }));
  return only(items, 'user').map((item) => [item.origin, item.text]);
}

describe('user rows', () => {
  it('takes what a person typed, and neither the hook’s words nor the files beside it', () => {
    const parts = [
      { text: 'read @a.ts' },
      { text: '<qwen:user-prompt-submit-context>\nhook words\n</qwen:user-prompt-submit-context>' },
      { text: '\n--- Content from referenced files ---' },
      { text: 'never do this' },
    ];
    const message = { role: 'user', parts };
    const payload = { displayText: 'read @a.ts, please', hookContext: 'hook words' };
    const { items } = readRows([
      user('', { message }),
      user('', { message, systemPayload: payload }),
    ]);
    expect(only(items, 'user').map((item) => [item.origin, item.text])).toEqual([
      ['typed', 'read @a.ts'],
      ['typed', 'read @a.ts, please'],
    ]);
    expect(only(items, 'injected-context')).toMatchObject([
      { event: 'UserPromptSubmit', text: 'hook words' },
    ]);
  });

  it('tells mid-turn messages, commands, notifications and the client’s own texts apart', () => {
    expect(
      said([
        user('use tabs', { subtype: 'mid_turn_user_message' }),
        user('<task-notification>x</task-notification>', {
          subtype: 'notification',
          provenance: 'system',
        }),
        user('wake up', { subtype: 'cron' }),
        user('go on with the goal', { provenance: 'goal_control' }),
        user('from an old version', { provenance: undefined }),
        system('slash_command', { phase: 'invocation', rawCommand: '/compress keep ids' }),
        system('slash_command', { phase: 'result', rawCommand: '/compress keep ids' }),
        system('slash_command', { phase: 'invocation', rawCommand: '/x', hiddenInvocation: true }),
      ]),
    ).toEqual([
      ['mid-turn', 'use tabs'],
      ['injected', '<task-notification>x</task-notification>'],
      ['injected', 'wake up'],
      ['injected', 'go on with the goal'],
      ['typed', 'from an old version'],
      ['command', '/compress keep ids'],
    ]);
  });

  it('takes a message of another session for a program’s', () => {
    const backgroundTask = { kind: 'peer', taskId: 'm1', status: 'delivered' };
    const row = user('do it', { subtype: 'notification', systemPayload: { backgroundTask } });
    expect(said([row])).toEqual([['program', 'do it']]);
  });

  it('leaves subagents’ rows out of the main record, and reads them as a program’s in their own', () => {
    const row = user('look around', { isSidechain: true, agentId: 'explore-1' });
    expect(said([row])).toEqual([]);
    expect(said([row], true)).toEqual([['program', 'look around']]);
  });

  it('hears that background work ended, and not that it goes on', () => {
    const payload = (status: string) => ({
      backgroundTask: { kind: 'shell', taskId: 'bg_1', status },
    });
    const xml =
      '<task-notification><task-id>a1</task-id><status>failed</status></task-notification>';
    const { items } = readRows([
      user('x', { subtype: 'notification', systemPayload: payload('running') }),
      user('x', { subtype: 'notification', systemPayload: payload('completed') }),
      user(xml, { subtype: 'notification', provenance: 'system' }),
    ]);
    expect(only(items, 'background-ended')).toMatchObject([
      { backgroundId: 'bg_1', outcome: 'completed' },
      { backgroundId: 'a1', outcome: 'failed' },
    ]);
  });

  it('tells the mode and the place when they are news, and takes no place from the client’s own rows', () => {
    const { items } = readRows([
      user('one'),
      system('session_artifact_snapshot', {}, { cwd: '/elsewhere' }),
      system('session_approval_mode', { mode: 'plan' }),
      system('session_approval_mode', { mode: 'plan' }),
      user('two', { gitBranch: undefined }),
      user('three', { gitBranch: 'topic' }),
    ]);
    expect(only(items, 'mode').map((item) => item.mode)).toEqual(['plan']);
    expect(only(items, 'place')).toMatchObject([
      { cwd: '/home/dev/proj', branch: 'main', hostVersion: '0.24.4' },
      { cwd: '/home/dev/proj', branch: 'topic', hostVersion: '0.24.4' },
    ]);
  });
});

describe('compactions', () => {
  const history = (text: string) => [
    { role: 'user', parts: [{ text: 'setup' }] },
    { role: 'model', parts: [{ text: 'ok' }] },
    { role: 'user', parts: [{ text }] },
  ];
  const compression = (info: object, compressedHistory: unknown = []) =>
    system('chat_compression', { info, compressedHistory });

  it('finds the boundary with its trigger, its sizes and the summary', () => {
    const { items } = readRows([
      compression(
        {
          originalTokenCount: 900,
          newTokenCount: 100,
          compressionStatus: 1,
          triggerReason: 'token_limit',
        },
        history('<state_snapshot>kept</state_snapshot>\n\ngo on'),
      ),
      compression({ compressionStatus: 1, triggerReason: 'manual' }, history('other')),
      compression({}),
    ]);
    expect(only(items, 'boundary')).toMatchObject([
      { trigger: 'auto', tokensBefore: 900, tokensAfter: 100 },
      { trigger: 'manual' },
      { trigger: 'unknown' },
    ]);
    expect(only(items, 'summary').map((item) => item.text)).toEqual([
      '<state_snapshot>kept</state_snapshot>\n\ngo on',
      'setup',
    ]);
  });

  it('sees no boundary in a compression that failed or was not needed', () => {
    const { items } = readRows([
      compression({ compressionStatus: 2 }),
      compression({ compressionStatus: 4 }),
    ]);
    expect(items).toEqual([]);
  });
});

describe('the context’s size', () => {
  it('is told with the model', () => {
    const { items } = readRows([
      assistant([{ text: 'a' }], { usageMetadata: { promptTokenCount: 1200 }, model: 'q3' }),
      assistant([{ text: 'b' }], { usageMetadata: {} }),
    ]);
    expect(only(items, 'usage')).toMatchObject([{ contextTokens: 1200, model: 'q3' }]);
  });
});

describe('rows of one message', () => {
  it('with the same id get ids of their own, and the same bytes again are a copy', () => {
    const uuid = 'u-1';
    const second = outer({ ...assistant([{ text: 'two' }]), uuid });
    const { items } = readRows([outer({ ...assistant([{ text: 'one' }]), uuid }), second, second]);
    expect(
      only(items, 'assistant').map((item) => [item.id, item.text, item.replayed === true]),
    ).toEqual([
      ['u-1', 'one', false],
      ['u-1#2', 'two', false],
      ['u-1#2', 'two', true],
    ]);
  });
});
