import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HostEvent } from '../../../src/core/event.ts';
import type { Reply } from '../../../src/core/reply.ts';
import { codex } from '../../../src/hosts/codex/index.ts';
import { eventsOf, recordedEvent, recordedPayloads } from '../recorded.ts';
import { schemaFaults } from '../schema-check.ts';

const beside = resolve(import.meta.dirname, '..', '..', '..', '..', 'shared');
const schemas = join(process.env.HOLDFAST_SHARED ?? beside, 'payloads', 'codex', 'schema');
const here = existsSync(schemas);
if (!here && process.env.CI) throw new Error(`The schemas are not in ${schemas}.`);
const schemaOf = (name: string) => JSON.parse(readFileSync(join(schemas, name), 'utf8'));

const kebab = (event: unknown) =>
  String(event)
    .replace(/(?<!^)([A-Z])/g, '-$1')
    .toLowerCase();

const names: Partial<Record<HostEvent['type'], string>> = {
  'session.started': 'session-start',
  'prompt.submitted': 'user-prompt-submit',
  'tool.requested': 'pre-tool-use',
  'tool.finished': 'post-tool-use',
  'compaction.starting': 'pre-compact',
  'compaction.finished': 'post-compact',
  'turn.ending': 'stop',
};
const every: Reply[] = [
  { type: 'none' },
  { type: 'steer', text: 'keep it' },
  { type: 'inject', text: 'a brief' },
  { type: 'deny', reason: 'read first', context: 'more' },
  { type: 'ask', reason: 'sure?' },
  { type: 'continue', reason: 'go on' },
  { type: 'notify', text: 'a word' },
];

describe('payloads recorded of Codex 0.171.0', () => {
  it('become the events of a session that compacts', () => {
    const events = eventsOf(codex, recordedPayloads('codex', 'compaction'));
    expect(events.map((event) => event.type)).toEqual([
      ...['session.started', 'prompt.submitted'],
      ...['tool.requested', 'tool.finished', 'tool.requested', 'tool.finished'],
      ...['tool.requested', 'tool.finished', 'tool.requested', 'tool.finished'],
      ...['compaction.starting', 'compaction.finished', 'session.started'],
      ...['tool.requested', 'tool.finished', 'turn.ending', 'session.ended'],
    ]);
    const [read, patch] = events.filter((event) => event.type === 'tool.finished');
    expect(read).toMatchObject({
      call: { kind: 'shell', command: "cat '/home/dev/proj/PLAN.md'" },
      result: { outcome: 'ok', text: '# Plan\n\n- [x] step one\n- [ ] step two\n' },
    });
    expect(patch).toMatchObject({ call: { kind: 'edit', paths: ['/home/dev/proj/a.txt'] } });
  });

  it('tell a subagent by its id, with its own record and the session of its root', () => {
    const events = eventsOf(codex, recordedPayloads('codex', 'subagent'));
    const compacted = events.find((event) => event.type === 'compaction.finished')!;
    expect(compacted.agentId).toMatch(/^[0-9a-f-]{36}$/);
    expect(compacted.sessionId).toBe(events[0]!.sessionId);
    const { transcriptPath, agentId, sessionId } = compacted;
    expect(codex.recordPath(transcriptPath, agentId, sessionId)).toContain(`${agentId}.jsonl`);
    const waits = events.filter(
      (event) => event.type === 'tool.requested' && event.call.name.includes('wait_agent'),
    );
    expect(waits).toMatchObject([{ call: { kind: 'read' } }]);
  });

  it('count as cut where the client says so, so that they prove no reading', () => {
    const payload = recordedPayloads('codex', 'compaction').find(
      (one) => one.hook_event_name === 'PostToolUse',
    )!;
    const cut = { ...payload, tool_response: 'Warning: truncated output (original 65723)\n\nline' };
    expect(codex.decode(cut)).toMatchObject({ event: { result: { partial: true } } });
  });

  it.skipIf(!here).each(['compaction', 'subagent'])(
    'fit the schemas that the client carries in itself: %s',
    (scenario) => {
      for (const payload of recordedPayloads('codex', scenario)) {
        const schema = schemaOf(`${kebab(payload.hook_event_name)}.command.input.json`);
        expect([payload.hook_event_name, schemaFaults(payload, schema)]).toEqual([
          payload.hook_event_name,
          [],
        ]);
      }
    },
  );

  it('that are no payloads are ignored, and never taken for a session', () => {
    for (const raw of [{}, { session_id: '' }, { session_id: 'null' }, { session_id: 7 }]) {
      expect(codex.decode({ ...raw, hook_event_name: 'Stop' })).toHaveProperty('ignored');
    }
    expect(codex.decode({ session_id: 'x' }, 'Stop')).toMatchObject({
      event: { type: 'turn.ending', sessionId: 'x' },
    });
  });
});

describe('answers to Codex', () => {
  it.skipIf(!here).each(Object.entries(names))(
    'hold no member that the client does not know, whatever we say: %s [case 14]',
    (type, name) => {
      const event = recordedEvent(codex, type as HostEvent['type']);
      const schema = schemaOf(`${name}.command.output.json`);
      for (const replies of [...every.map((reply) => [reply]), every]) {
        const { stdout } = codex.encode(event, replies);
        if (stdout === '') continue;
        expect([stdout, schemaFaults(JSON.parse(stdout), schema)]).toEqual([stdout, []]);
      }
    },
  );

  it('put a denial, a context and a forced turn where the client reads them', () => {
    const out = (type: HostEvent['type'], ...replies: Reply[]) =>
      codex.encode(recordedEvent(codex, type), replies).stdout;
    expect(
      JSON.parse(out('tool.requested', { type: 'deny', reason: 'no', context: 'more' })),
    ).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'no',
        additionalContext: 'more',
      },
    });
    expect(JSON.parse(out('turn.ending', { type: 'continue', reason: 'go on' }))).toEqual({
      decision: 'block',
      reason: 'go on',
    });
    expect(out('compaction.starting', { type: 'steer', text: 'keep' })).toBe('');
    expect(out('session.ended', { type: 'notify', text: 'x' })).toBe('');
    // The client lets a call run whose hook wants the person asked.
    expect(out('tool.requested', { type: 'ask', reason: 'sure?' })).toBe('');
  });
});
