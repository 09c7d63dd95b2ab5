import { describe, expect, it } from 'vitest';
import { copilotReader } from '../../../src/hosts/copilot/transcript.ts';
import { only } from '../reading.ts';
import { asked, event, readRows, user } from './transcript-reading.ts';

function said(rows: object[], subagent = false) {
  const { items } = readRows(rows, copilotReader({ subagent }));
  return only(items, 'user').map((item) => [item.origin, item.text]);
}

describe('user messages', () => {
  it('tells typed, queued and mid-turn messages apart, and takes none that no person typed', () => {
    expect(
      said([
        user('do it'),
        user('headless', { delivery: 'cli' }),
        user('then this', { delivery: 'queued' }),
        user('use tabs', { delivery: 'steering', source: 'user' }),
        user('skill text', { source: 'skill-pdf' }),
        user('notice', { source: 'system', delivery: 'idle' }),
        user('go on', { isAutopilotContinuation: true }),
        user('from another agent', { source: 'agent-7' }),
        user(' '),
      ]),
    ).toEqual([
      ['typed', 'do it'],
      ['typed', 'headless'],
      ['queued', 'then this'],
      ['mid-turn', 'use tabs'],
      ['injected', 'skill text'],
      ['injected', 'notice'],
      ['injected', 'go on'],
      ['program', 'from another agent'],
    ]);
  });

  it('leaves subagents’ events out, by the row’s agent or the call that started it, and reads them alone', () => {
    const rows = [
      user('main'),
      user('sub', {}, { agentId: 'a1' }),
      event('assistant.message', { content: 'sub says', parentToolCallId: 'c1' }),
      asked('c1', 'task', { prompt: 'x' }),
    ];
    expect(readRows(rows).items.map((item) => item.type)).toEqual(['user', 'call']);
    const own = readRows(rows, copilotReader({ subagent: true })).items;
    expect(own.map((item) => item.type)).toEqual(['user', 'assistant']);
    expect(own[0]).toMatchObject({ origin: 'program' });
  });

  it('reads a skill that the person called as a command', () => {
    const data = { name: 'review', path: '/s', content: 'long' };
    expect(
      said([
        event('skill.invoked', { ...data, trigger: 'user-invoked' }),
        event('skill.invoked', { ...data, trigger: 'agent-invoked' }),
      ]),
    ).toEqual([['command', '/review']]);
  });

  it('hears what a hook put before the model', () => {
    const output = { additionalContext: 'mind the gap' };
    const { items } = readRows([
      event('hook.start', { hookType: 'postToolUse' }),
      event('hook.end', { hookType: 'postToolUse', success: true, output }),
      event('hook.end', { hookType: 'preToolUse', success: true }),
    ]);
    expect(items).toMatchObject([
      { type: 'injected-context', event: 'postToolUse', text: 'mind the gap' },
    ]);
  });

  it('hears that background work ended', () => {
    const note = (kind: object) => event('system.notification', { content: 'note', kind });
    const { items } = readRows([
      note({ type: 'agent_completed', agentId: 'a', status: 'failed' }),
      note({ type: 'agent_idle', agentId: 'a' }),
      note({ type: 'shell_completed', shellId: 's', exitCode: 1 }),
      note({ type: 'shell_detached_completed', shellId: 'd' }),
    ]);
    expect(only(items, 'background-ended')).toMatchObject([
      { backgroundId: 'a', outcome: 'failed' },
      { backgroundId: 's', outcome: 'failed' },
      { backgroundId: 'd', outcome: 'completed' },
    ]);
    expect(only(items, 'user').every((item) => item.origin === 'injected')).toBe(true);
  });
});

describe('session events', () => {
  it('tell place and mode when they are news', () => {
    const { items } = readRows([
      event('session.start', { copilotVersion: '1.0.102', context: { cwd: '/p', branch: 'main' } }),
      event('session.resume', { context: { cwd: '/p', branch: 'main' } }),
      event('session.context_changed', { cwd: '/q' }),
      event('session.mode_changed', { newMode: 'plan', previousMode: 'interactive' }),
      user('plan it', { agentMode: 'plan' }),
      user('do it', { agentMode: 'interactive' }),
    ]);
    expect(only(items, 'place')).toMatchObject([
      { cwd: '/p', branch: 'main', hostVersion: '1.0.102' },
      { cwd: '/q', branch: undefined, hostVersion: '1.0.102' },
    ]);
    expect(only(items, 'mode').map((item) => item.mode)).toEqual(['plan', 'interactive']);
  });

  it('tell the context’s size with the model', () => {
    const { items } = readRows([
      event('session.model_change', { newModel: 'gpt-5' }),
      event('session.compaction_start', { currentTokens: 17_000, trigger: 'threshold' }),
      event('session.shutdown', { currentTokens: 120 }),
      event('session.usage_info', { currentTokens: 0 }),
      event('assistant.usage', { model: 'other', inputTokens: 50 }),
    ]);
    expect(only(items, 'usage')).toMatchObject([
      { contextTokens: 17_000, model: 'gpt-5' },
      { contextTokens: 120, model: 'gpt-5' },
      { contextTokens: 50, model: 'other' },
    ]);
  });
});

describe('compactions', () => {
  const complete = (data: object, extra: object = {}) =>
    event('session.compaction_complete', { success: true, ...data }, extra);

  it('are boundaries with trigger, sizes and summary', () => {
    const { items } = readRows([
      complete({
        trigger: 'threshold',
        preCompactionTokens: 17_000,
        postCompactionTokens: 900,
        summaryContent: '<overview>x</overview>',
        checkpointNumber: 1,
        checkpointPath: '/c/001.md',
      }),
      complete({ trigger: 'manual' }),
      complete({ trigger: 'context_limit_retry' }),
      complete({ customInstructions: 'keep ids' }),
      complete({}),
    ]);
    expect(only(items, 'boundary')).toMatchObject([
      { trigger: 'auto', tokensBefore: 17_000, tokensAfter: 900 },
      { trigger: 'manual' },
      { trigger: 'auto' },
      { trigger: 'manual' },
      { trigger: 'unknown' },
    ]);
    expect(only(items, 'summary').map((item) => item.text)).toEqual(['<overview>x</overview>']);
  });

  it('that failed, that only began, or that were a subagent’s are none', () => {
    const { items } = readRows([
      event('session.compaction_start', { trigger: 'threshold' }),
      complete({ success: false, error: 'no answer' }),
      complete({}, { agentId: 'a1' }),
      event('session.truncation', { messagesRemovedDuringTruncation: 3 }),
    ]);
    expect(items).toEqual([]);
  });

  it('run beside the turn: what came after the start and before the end stands before the boundary', () => {
    const { items } = readRows([
      event('session.compaction_start', {}),
      asked('c1', 'bash', { command: 'ls' }),
      complete({}),
    ]);
    expect(items.map((item) => item.type)).toEqual(['call', 'boundary']);
  });
});
