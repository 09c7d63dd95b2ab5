import { describe, expect, it } from 'vitest';
import type { HostEvent } from '../../../src/core/event.ts';
import type { Reply } from '../../../src/core/reply.ts';
import { claudeCode } from '../../../src/hosts/claude-code/index.ts';
import { cursor } from '../../../src/hosts/cursor/index.ts';
import { answerFaults } from '../documented-answers.ts';
import { eventsOf, recordedEvent, recordedPayloads } from '../recorded.ts';

const payloads = recordedPayloads('cursor', 'documented');
const out = (type: HostEvent['type'], ...replies: Reply[]) =>
  JSON.parse(cursor.encode(recordedEvent(cursor, type), replies).stdout);

describe('the documented payloads of Cursor', () => {
  it('each say from where they are', () => {
    expect(payloads.filter(({ _source }) => typeof _source !== 'string')).toEqual([]);
  });

  it('become the events of a conversation', () => {
    const events = eventsOf(cursor, payloads);
    expect(events.map((event) => event.type)).toEqual([
      ...['session.started', 'tool.requested'],
      ...['tool.finished', 'tool.finished', 'tool.finished', 'tool.finished', 'tool.finished'],
      ...['compaction.starting', 'turn.ending', 'session.ended'],
    ]);
    for (const { sessionId, cwd } of events) {
      expect(sessionId).toBe('11111111-2222-4333-8444-555555555555');
      expect(cwd).toBe('/home/dev/proj');
    }
    const [failed, printed, read, written, mcp] = events.filter(
      (event) => event.type === 'tool.finished',
    );
    expect(failed).toMatchObject({
      call: { kind: 'shell', command: 'npm test' },
      result: { outcome: 'failed', exitCode: 1, text: '1 failed\n' },
    });
    expect(printed).toMatchObject({ result: { outcome: 'ok', exitCode: 0, text: '# Plan\n' } });
    expect(read).toMatchObject({
      call: { kind: 'read', paths: ['/home/dev/proj/PLAN.md'] },
      result: { outcome: 'ok', text: '', shownLength: 7 },
    });
    expect(written).toMatchObject({ call: { kind: 'write' }, result: { outcome: 'ok' } });
    expect(mcp).toMatchObject({ call: { kind: 'other' }, result: { text: 'none' } });
  });

  it('end no turn that a person ended, or that failed', () => {
    const stop = (status: string) =>
      cursor.decode({ conversation_id: 'x', hook_event_name: 'stop', status });
    expect(stop('completed')).toHaveProperty('event');
    for (const status of ['aborted', 'error']) expect(stop(status)).toMatchObject({ usual: true });
  });

  it('are none of Claude Code, whose hooks this client can run too', () => {
    const names: Record<string, string> = {
      sessionStart: 'SessionStart',
      preToolUse: 'PreToolUse',
      postToolUse: 'PostToolUse',
      preCompact: 'PreCompact',
      stop: 'Stop',
      sessionEnd: 'SessionEnd',
    };
    for (const payload of payloads) {
      const own = String(payload.hook_event_name);
      for (const hook_event_name of [own, names[own] ?? own]) {
        expect(claudeCode.decode({ ...payload, hook_event_name })).toMatchObject({ usual: true });
      }
    }
  });
});

describe('answers to Cursor', () => {
  it('fit what is documented of each event', () => {
    const { checked, faults } = answerFaults(cursor);
    expect(faults).toEqual([]);
    expect(checked).toEqual([
      ...['compaction.starting', 'session.ended', 'session.started'],
      ...['tool.finished', 'tool.requested', 'turn.ending'],
    ]);
  });

  it('put each text where it reaches the model', () => {
    expect(out('tool.finished', { type: 'inject', text: 'a brief' })).toEqual({
      additional_context: 'a brief',
    });
    expect(out('turn.ending', { type: 'continue', reason: 'go on' })).toEqual({
      followup_message: 'go on',
    });
    expect(
      out('tool.requested', { type: 'deny', reason: 'read first', context: 'a brief' }),
    ).toEqual({
      permission: 'deny',
      user_message: 'read first',
      agent_message: 'read first\n\na brief',
    });
  });

  it('are an empty object where there is nothing to say, or no way to', () => {
    expect(out('tool.requested', { type: 'inject', text: 'lost' })).toEqual({});
    expect(out('session.started', { type: 'inject', text: 'lost' })).toEqual({});
    expect(out('turn.ending', { type: 'none' })).toEqual({});
  });
});
