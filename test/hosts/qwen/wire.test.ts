import { describe, expect, it } from 'vitest';
import type { HostEvent } from '../../../src/core/event.ts';
import type { Reply } from '../../../src/core/reply.ts';
import { qwen } from '../../../src/hosts/qwen/index.ts';
import { eventsOf, recordedEvent, recordedPayloads } from '../recorded.ts';

const out = (type: HostEvent['type'], ...replies: Reply[]) =>
  qwen.encode(recordedEvent(qwen, type), replies).stdout;

describe('payloads recorded of Qwen Code 0.24.4', () => {
  it('become the events of a session that compacts, without the prompts that are none', () => {
    const events = eventsOf(qwen, recordedPayloads('qwen', 'compaction'));
    const calls = ['tool.requested', 'tool.finished'];
    expect(events.map((event) => event.type)).toEqual([
      ...['session.started', 'prompt.submitted'],
      ...[calls, calls, calls, calls].flat(),
      ...['compaction.starting', 'compaction.finished', 'session.started'],
      ...calls,
      'turn.ending',
    ]);
    const [read, write, failed] = events.filter((event) => event.type === 'tool.finished');
    const text = '# Plan\n\n- [x] step one\n- [ ] step two\n';
    const path = '/home/dev/proj/PLAN.md';
    expect(read).toMatchObject({
      call: { kind: 'read', paths: [path] },
      result: { outcome: 'ok', shown: { path, startLine: 1, text } },
    });
    expect(write).toMatchObject({ call: { kind: 'write' }, result: { outcome: 'ok' } });
    expect(failed).toMatchObject({ result: { outcome: 'failed', exitCode: 3, text: 'out' } });
  });

  it('know a call by the id that the record has', () => {
    const event = recordedEvent(qwen, 'tool.finished');
    expect(event.call.id).toBe('call_0_0');
    expect(event.result.callId).toBe('call_0_0');
  });

  it('tell a subagent by its id; its record lies below that of the session', () => {
    const events = eventsOf(qwen, recordedPayloads('qwen', 'subagent'));
    const compacted = events.find((event) => event.type === 'compaction.finished')!;
    const { transcriptPath, agentId, sessionId } = compacted;
    expect(qwen.recordPath(transcriptPath, agentId, sessionId)).toBe(
      `/home/dev/.qwen/projects/-home-dev-proj/subagents/${sessionId}/agent-${agentId}.jsonl`,
    );
  });

  it('that go on after tools, or repeat a turn that we forced, are no prompts of a person', () => {
    const prompt = (fields: object) =>
      qwen.decode({ session_id: 'x', hook_event_name: 'UserPromptSubmit', ...fields });
    expect(prompt({ prompt: '' })).toMatchObject({ usual: true });
    expect(prompt({ prompt: '[Holdfast c1-abcdef] The conversation' })).toMatchObject({
      usual: true,
    });
    expect(prompt({ prompt: '<system-reminder>x</system-reminder>\n\ngo', submitted_prompt: 'go' }))
      // The id of the prompt is the same in every run without a screen, so it tells nothing.
      .toEqual({
        event: { sessionId: 'x', type: 'prompt.submitted', prompt: 'go', origin: 'unknown' },
      });
  });

  it('hold of a shell what the command printed, and nothing of what the client puts around it', () => {
    const payload = (llmContent: string) =>
      qwen.decode({
        session_id: 'x',
        hook_event_name: 'PostToolUse',
        tool_name: 'run_shell_command',
        tool_input: { command: 'cat a' },
        tool_response: { llmContent },
      });
    const around = (output: string) =>
      `Command: cat a\nDirectory: (root)\nOutput: ${output}\nError: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: (none)`;
    for (const printed of ['# Plan', 'one\nError: two\nthree', '']) {
      const whole = around(printed === '' ? '(empty)' : printed);
      expect(payload(whole)).toMatchObject({ event: { result: { text: printed } } });
    }
    expect(payload('Tool output was too large')).toMatchObject({
      event: { result: { partial: true } },
    });
  });
});

describe('answers to Qwen Code', () => {
  it('put each text where the client reads it', () => {
    expect(JSON.parse(out('compaction.starting', { type: 'steer', text: 'keep' }))).toEqual({
      hookSpecificOutput: { hookEventName: 'PreCompact', additionalContext: 'keep' },
    });
    expect(JSON.parse(out('tool.finished', { type: 'inject', text: 'a brief' }))).toEqual({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'a brief' },
    });
    expect(JSON.parse(out('turn.ending', { type: 'continue', reason: 'go on' }))).toEqual({
      decision: 'block',
      reason: 'go on',
    });
    const denial: Reply = { type: 'deny', reason: 'read first', context: 'a brief' };
    expect(JSON.parse(out('tool.requested', denial))).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'read first\n\na brief',
      },
    });
  });

  it('say nothing where it would be dropped or shown raw', () => {
    expect(out('tool.requested', { type: 'inject', text: 'lost' })).toBe('');
    expect(out('compaction.finished', { type: 'inject', text: 'lost' })).toBe('');
    expect(out('session.started', { type: 'none' })).toBe('');
  });
});
