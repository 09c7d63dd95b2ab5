import { describe, expect, it } from 'vitest';
import type { HostEvent } from '../../../src/core/event.ts';
import type { Reply } from '../../../src/core/reply.ts';
import { claudeCode } from '../../../src/hosts/claude-code/index.ts';
import { copilot } from '../../../src/hosts/copilot/index.ts';
import { eventsOf, recordedEvent, recordedPayloads } from '../recorded.ts';

// The client does not name the event in a payload; here the name that the hook was registered by stands in it.
const payloads = recordedPayloads('copilot', 'compaction');

describe('payloads recorded of Copilot CLI 1.0.102', () => {
  it('become the events of a session that compacts beside its turn', () => {
    const events = eventsOf(copilot, payloads);
    expect(events.map((event) => event.type)).toEqual([
      ...['session.started', 'prompt.submitted'],
      ...['tool.requested', 'tool.requested', 'tool.finished', 'tool.finished'],
      ...['tool.requested', 'tool.finished', 'tool.requested', 'tool.finished'],
      ...['compaction.starting', 'tool.requested', 'tool.finished'],
      ...['tool.requested', 'tool.finished', 'tool.requested', 'tool.finished'],
      ...['turn.ending', 'session.ended'],
    ]);
    const [read, made, failed] = events.filter((event) => event.type === 'tool.finished');
    expect(read).toMatchObject({
      call: { kind: 'read', paths: ['/home/dev/proj/PLAN.md'] },
      result: { outcome: 'ok', text: '# Plan\n- [ ] one\n' },
    });
    expect(made).toMatchObject({ call: { kind: 'write', paths: ['/home/dev/proj/a.txt'] } });
    expect(failed).toMatchObject({ result: { outcome: 'failed', exitCode: 3 } });
    expect(events[0]).toMatchObject({ source: 'startup', cwd: '/home/dev/proj' });
    expect(events.find((event) => event.type === 'compaction.starting')).toMatchObject({
      trigger: 'auto',
      transcriptPath: expect.stringMatching(/\/session-state\/[\w-]+\/events\.jsonl$/),
    });
  });

  it('take their event from the command where they do not name it', () => {
    const { hook_event_name: name, ...payload } = payloads[0]!;
    expect(copilot.decode(payload, String(name))).toMatchObject({
      event: { type: 'session.started' },
    });
    expect(copilot.decode(payload)).toMatchObject({ ignored: 'the payload names no event' });
  });

  it('lead to the record also where they do not name it, and never out of its folder', () => {
    const machine = { env: {}, home: '/home/dev' };
    expect(copilot.sessionRecord!('abc-1', machine)).toBe(
      '/home/dev/.copilot/session-state/abc-1/events.jsonl',
    );
    const moved = { env: { COPILOT_HOME: '/elsewhere' }, home: '/home/dev' };
    expect(copilot.sessionRecord!('abc-1', moved)).toMatch(/^\/elsewhere\/session-state\//);
    for (const id of ['../x', 'a/b', '..', '']) {
      expect(copilot.sessionRecord!(id, machine)).toBeUndefined();
    }
  });

  it('tell no prompt of a person where a turn was forced', () => {
    const forced = { sessionId: 's', prompt: '[Holdfast c1-abcdef] The conversation …' };
    expect(copilot.decode(forced, 'userPromptSubmitted')).toMatchObject({ usual: true });
  });
});

describe('the hooks of Claude Code that Copilot CLI runs too', () => {
  // As this client sends them to a hook that is registered by a name in PascalCase, seen live.
  const seen = { session_id: 's', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/home/dev/proj' };

  it('take none of its events, so that each is answered once, by the right host [case 14]', () => {
    const record = '/home/dev/.copilot/session-state/s/events.jsonl';
    const events: object[] = [
      { hook_event_name: 'SessionStart', source: 'new' },
      { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } },
      { hook_event_name: 'PreCompact', transcript_path: record, trigger: 'auto' },
      { hook_event_name: 'Stop', transcript_path: record, stop_reason: 'end_turn' },
    ];
    for (const event of events) {
      expect(claudeCode.decode({ ...seen, ...event })).toMatchObject({ usual: true });
    }
    expect(claudeCode.runBy).toContain('COPILOT_CLI');
  });

  it('take every event of their own client', () => {
    const payloads = recordedPayloads('claude-code', 'auto-compaction');
    const decoded = payloads.map((payload) => claudeCode.decode(payload));
    expect(decoded.filter((one) => 'event' in one).length).toBeGreaterThan(5);
    for (const one of decoded) expect('ignored' in one ? one.ignored : '').not.toContain('Copilot');
  });
});

describe('answers to Copilot CLI', () => {
  const every: Reply[] = [
    { type: 'none' },
    { type: 'steer', text: 'keep it' },
    { type: 'inject', text: 'a <b>brief</b>' },
    { type: 'deny', reason: 'read first', context: 'more' },
    { type: 'ask', reason: 'sure?' },
    { type: 'continue', reason: 'go on' },
    { type: 'notify', text: 'a word' },
  ];
  const answerTo = (type: HostEvent['type'], replies = every) => {
    const { stdout } = copilot.encode(recordedEvent(copilot, type), replies);
    return stdout === '' ? undefined : JSON.parse(stdout);
  };

  it('put each text where the client reads it, and nothing beside it [case 14]', () => {
    expect(answerTo('session.started')).toEqual({ additionalContext: 'a <b>brief</b>' });
    expect(answerTo('prompt.submitted')).toEqual({ additionalContext: 'a <b>brief</b>' });
    expect(answerTo('tool.finished')).toEqual({ additionalContext: 'a <b>brief</b>' });
    expect(answerTo('tool.requested')).toEqual({
      permissionDecision: 'deny',
      permissionDecisionReason: 'read first\n\nmore',
    });
    expect(answerTo('turn.ending')).toEqual({ decision: 'block', reason: 'go on' });
  });

  it('are nothing where the client drops them', () => {
    expect(answerTo('compaction.starting')).toBeUndefined();
    expect(answerTo('session.ended')).toBeUndefined();
    const silent: Reply[] = [
      { type: 'inject', text: 'x' },
      { type: 'notify', text: 'y' },
    ];
    expect(answerTo('tool.requested', silent)).toBeUndefined();
    expect(answerTo('tool.finished', [{ type: 'none' }])).toBeUndefined();
  });
});
