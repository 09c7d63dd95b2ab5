import { describe, expect, it } from 'vitest';
import type { HostEvent } from '../../../src/core/event.ts';
import type { Reply } from '../../../src/core/reply.ts';
import { droid } from '../../../src/hosts/droid/index.ts';
import { answerFaults } from '../documented-answers.ts';
import { eventsOf, recordedEvent, recordedPayloads } from '../recorded.ts';

const payloads = recordedPayloads('droid', 'documented');
const out = (type: HostEvent['type'], ...replies: Reply[]) =>
  droid.encode(recordedEvent(droid, type), replies).stdout;

describe('the documented payloads of droid', () => {
  it('each say from where they are', () => {
    expect(payloads.filter(({ _source }) => typeof _source !== 'string')).toEqual([]);
  });

  it('become the events of a session and of the one that a compaction began', () => {
    const events = eventsOf(droid, payloads);
    expect(events.map((event) => event.type)).toEqual([
      ...['session.started', 'prompt.submitted', 'tool.requested'],
      ...['tool.finished', 'tool.finished', 'tool.finished'],
      ...['compaction.starting', 'compaction.starting', 'session.started'],
      ...['turn.ending', 'session.ended'],
    ]);
    const [failed, created, read] = events.filter((event) => event.type === 'tool.finished');
    expect(failed).toMatchObject({
      call: { kind: 'shell', command: 'npm test' },
      result: { outcome: 'failed', exitCode: 1, text: '1 failed' },
    });
    expect(created).toMatchObject({ call: { kind: 'write' }, result: { outcome: 'ok' } });
    expect(read).toMatchObject({ call: { kind: 'read' }, result: { text: '# Plan\n' } });
    expect(events.filter((event) => event.type === 'session.started').at(-1)).toMatchObject({
      source: 'compact',
      sessionId: '33333333-2222-4333-8444-555555555555',
      previousSessionId: '22222222-2222-4333-8444-555555555555',
    });
  });

  it('are not believed when they call a compaction automatic', () => {
    const triggers = eventsOf(droid, payloads).flatMap((event) =>
      event.type === 'compaction.starting' ? [event.trigger] : [],
    );
    expect(triggers).toEqual(['unknown', 'manual']);
  });

  it('are the same with capitals in place of low lines, as some documents have them', () => {
    const capitals = (payload: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(payload).map(([name, value]) => [
          name.replace(/(?<=\w)_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
          value,
        ]),
      );
    expect(eventsOf(droid, payloads.map(capitals))).toEqual(eventsOf(droid, payloads));
  });
});

describe('answers to droid', () => {
  it('fit what is documented of each event', () => {
    const { checked, faults } = answerFaults(droid);
    expect(faults).toEqual([]);
    expect(checked).toEqual([
      ...['compaction.starting', 'prompt.submitted', 'session.ended', 'session.started'],
      ...['tool.finished', 'tool.requested', 'turn.ending'],
    ]);
  });

  it('put each text where it reaches the model', () => {
    expect(JSON.parse(out('session.started', { type: 'inject', text: 'a brief' }))).toEqual({
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'a brief' },
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

  it('say nothing where it would be lost', () => {
    expect(out('tool.requested', { type: 'inject', text: 'lost' })).toBe('');
    expect(out('compaction.starting', { type: 'steer', text: 'lost' })).toBe('');
  });
});
