import { describe, expect, it } from 'vitest';
import type { HostEvent } from '../../../src/core/event.ts';
import type { Reply } from '../../../src/core/reply.ts';
import { gemini } from '../../../src/hosts/gemini/index.ts';
import { eventsOf, recordedEvent, recordedPayloads } from '../recorded.ts';

const out = (type: HostEvent['type'], ...replies: Reply[]) =>
  gemini.encode(recordedEvent(gemini, type), replies).stdout;

const finished = (tool_name: string, tool_input: object, llmContent: unknown, more = {}) =>
  gemini.decode({
    session_id: 'x',
    hook_event_name: 'AfterTool',
    tool_name,
    tool_input,
    tool_response: { llmContent, ...more },
  });

describe('payloads recorded of Gemini CLI 0.61.0', () => {
  it('become the events of a session that compresses, without the heartbeat before each request', () => {
    const events = eventsOf(gemini, recordedPayloads('gemini', 'compaction'));
    const step = ['model.requested', 'tool.requested', 'tool.finished'];
    expect(events.map((event) => event.type)).toEqual([
      ...['session.started', 'prompt.submitted'],
      ...[step, step, step, step, step].flat(),
      ...['model.requested', 'turn.ending', 'session.ended'],
    ]);
    const [read, write, failed] = events.filter((event) => event.type === 'tool.finished');
    const text = '# Plan\n\n- [x] step one\n- [ ] step two\n';
    expect(read).toMatchObject({
      call: { kind: 'read', paths: ['/home/dev/proj/PLAN.md'] },
      result: { outcome: 'ok', text },
    });
    expect(write).toMatchObject({ call: { kind: 'write' }, result: { outcome: 'ok' } });
    expect(failed).toMatchObject({ result: { outcome: 'failed', exitCode: 3, text: 'out' } });
  });

  it('name the record from the first prompt on; the start of a resumed session names another file', () => {
    const events = eventsOf(gemini, recordedPayloads('gemini', 'compaction'));
    expect(events[0]).toMatchObject({ type: 'session.started', source: 'resume' });
    expect(events[0]!.transcriptPath).toBeUndefined();
    expect(new Set(events.slice(1, -1).map((event) => event.transcriptPath)).size).toBe(1);
  });

  it('that repeat a turn which we forced are no prompts of a person', () => {
    const prompt = '[Holdfast c1-abcdef] The conversation before';
    const payload = { session_id: 'x', hook_event_name: 'BeforeAgent', prompt };
    expect(gemini.decode(payload)).toMatchObject({ usual: true });
  });

  it('hold of a shell what the command printed, and nothing of what the client puts around it', () => {
    const around = (output: string, end = '') =>
      `<untrusted_context>\nOutput: ${output}${end}\nProcess Group PGID: 7\n</untrusted_context>`;
    for (const printed of ['# Plan', '# Plan\n', 'one\nOdd: two\nthree', '']) {
      const whole = around(printed === '' ? '(empty)' : printed);
      expect(finished('run_shell_command', { command: 'cat a' }, whole)).toMatchObject({
        event: { result: { text: printed, outcome: 'ok' } },
      });
    }
    const failed = finished('run_shell_command', { command: 'x' }, around('no', '\nExit Code: 2'));
    expect(failed).toMatchObject({ event: { result: { exitCode: 2, outcome: 'failed' } } });
  });

  it('tell of a file that is shown in part which lines they were', () => {
    const told =
      '\nIMPORTANT: The file content has been truncated.\nStatus: Showing lines 3-4 of 9 total lines.\nAction: To read more, use start_line: 5.\n\n--- FILE CONTENT (truncated) ---\nthree\nfour';
    expect(finished('read_file', { file_path: '/p/a', start_line: 3 }, told)).toMatchObject({
      event: {
        result: { shown: { path: '/p/a', startLine: 3, text: 'three\nfour', totalLines: 9 } },
      },
    });
  });

  it('say of a call that its tool failed, and survive every form of a result', () => {
    const failed = finished('read_file', { file_path: '/p/a' }, 'no', { error: { message: 'no' } });
    expect(failed).toMatchObject({ event: { result: { outcome: 'failed' } } });
    for (const odd of [undefined, null, 7, [], [{ text: 'a' }, 'b', null], { inlineData: {} }])
      expect(finished('read_file', {}, odd)).toMatchObject({ event: { type: 'tool.finished' } });
  });
});

describe('answers to Gemini CLI', () => {
  it('are one JSON object each, with the text where the client reads it', () => {
    const brief: Reply = { type: 'inject', text: 'a brief' };
    const context = (hookEventName: string) => ({
      hookSpecificOutput: { hookEventName, additionalContext: 'a brief' },
    });
    expect(JSON.parse(out('prompt.submitted', brief))).toEqual(context('BeforeAgent'));
    expect(JSON.parse(out('tool.finished', brief))).toEqual(context('AfterTool'));
    expect(JSON.parse(out('turn.ending', { type: 'continue', reason: 'go on' }))).toEqual({
      decision: 'deny',
      reason: 'go on',
    });
    const denial: Reply = { type: 'deny', reason: 'read first', context: 'a brief' };
    expect(JSON.parse(out('tool.requested', denial))).toEqual({
      decision: 'deny',
      reason: 'read first\n\na brief',
    });
  });

  it('say nothing at the start of a session, where the client would lose the prompt of a resumed one', () => {
    expect(out('session.started', { type: 'inject', text: 'lost' })).toBe('');
    expect(out('model.requested', { type: 'inject', text: 'lost' })).toBe('');
    expect(gemini.capabilities.tellsAtStart).toEqual([]);
  });

  it('never ask the person, for which a run without a screen would wait for ever', () => {
    expect(out('tool.requested', { type: 'ask', reason: 'may it?' })).toBe('');
    expect(gemini.capabilities.asksPerson).toBe(false);
  });
});
