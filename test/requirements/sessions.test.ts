import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { arrived, bash, beginWork, decision, edit, tree } from '../cases/kit.ts';
import { longPlan, type Payload, Rig, readPayload } from '../cases/rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const rule = 'Never push to main.';

const allEvents: [string, Payload][] = [
  ['SessionStart', { source: 'startup' }],
  ['UserPromptSubmit', { prompt: 'go' }],
  ['PreToolUse', edit('toolu_1')],
  ['PostToolUse', { ...bash('toolu_1', 'ls'), tool_response: { stdout: 'x' } }],
  ['PostToolUseFailure', { ...bash('toolu_1', 'ls'), error: 'Exit code 1' }],
  ['PostToolBatch', { tool_calls: [] }],
  ['PreCompact', { trigger: 'auto' }],
  ['PostCompact', { trigger: 'auto' }],
  ['Stop', { last_assistant_message: 'Done.' }],
  ['SubagentStart', { agent_id: 'a1', agent_type: 'x' }],
  ['SubagentStop', { agent_id: 'a1', agent_type: 'x' }],
  ['SessionEnd', { reason: 'other' }],
];

describe('[R1] a regular session without a task', () => {
  it('gets no marker, no state line, no denial and no forced turn', async () => {
    rig.userRow('Hello.');
    rig.callRows('toolu_0', 'Bash', { command: 'npm test' }, { text: 'ok' });
    for (const [event, more] of allEvents.filter(([name]) => !/Compact/.test(name))) {
      expect(`${event} ${(await rig.send(event, more)).raw}`).toBe(`${event} `);
    }
    expect(rig.watched).toBe(false);
  });

  it('gets brief, warning and loss report after a compaction like any other, and is held back by nothing', async () => {
    rig.write('PLAN.md', longPlan);
    await beginWork(rig, rule);
    for (let index = 0; index < 160; index++) {
      const path = `${rig.project}/src/unit-${index}/source-of-${index}.ts`;
      rig.callRows(`toolu_f${index}`, 'Edit', { file_path: path }, { text: 'updated' });
    }
    rig.callRows('toolu_5', 'Bash', { command: 'npm test' }, { text: 'ok' });
    const started = await rig.compact();
    expect(started.context).toContain(rule);
    const call = await rig.send('PreToolUse', edit('toolu_6'));
    expect(decision(call)).toBe('');
    expect(call.context).toMatch(/neither the summary nor the brief/);
    expect(call.context.length).toBeLessThanOrEqual(2_000);
    arrived(rig, started);
    const prompt = await rig.send('UserPromptSubmit', { prompt: 'go', prompt_id: 'p1' });
    expect(prompt.context).toContain('CONTEXT WAS COMPACTED');
    const end = await rig.send('Stop', { last_assistant_message: 'Done.' });
    expect(end.raw).toBe('');
  });

  it('is not made anything else by what lies in the home folder or in other sessions', async () => {
    mkdirSync(join(rig.home, '.claude'), { recursive: true });
    rig.write('.holdfast/tickets/t1.md', '---\nrole: handler\n---\n# Ticket\n');
    const other = rig.session;
    rig.write('PLAN.md', longPlan);
    await beginWork(rig, rule);
    rig.callRows('toolu_w', 'Edit', { file_path: `${rig.project}/PLAN.md` }, { text: 'updated' });
    await rig.compact();
    rig.session = 'cccccccc-2222-4333-8444-555555555555';
    rig.userRow('Hello.');
    rig.callRows('toolu_0', 'Bash', { command: 'npm test' }, { text: 'ok' });
    expect((await rig.send('SessionStart', { source: 'startup' })).raw).toBe('');
    expect((await rig.send('UserPromptSubmit', { prompt: 'x', prompt_id: 'p' })).raw).toBe('');
    const started = await rig.compact();
    expect(started.context).not.toContain(other);
    expect(started.context).not.toContain(rule);
    expect(decision(await rig.send('PreToolUse', edit('toolu_1')))).toBe('');
  });
});

describe('[R4] the smallest payload', () => {
  it.each([...allEvents.map(([event]) => event), 'NoSuchEvent'])('works at %s', async (event) => {
    const named = await rig.sendRaw('{"session_id":"x"}', ['claude-code', event]);
    const inside = await rig.sendRaw(JSON.stringify({ session_id: 'x', hook_event_name: event }));
    for (const { raw } of [named, inside])
      if (raw !== '') expect(JSON.parse(raw)).toBeTypeOf('object');
    const faults = rig.faults.split('\n').filter(Boolean);
    expect(faults.length > 0).toBe(event === 'NoSuchEvent');
  });

  it('tells of a compaction with the task and the rules of the session, which an earlier event named', async () => {
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    await beginWork(rig, rule);
    const least = (event: string, more: Payload = {}) =>
      rig.sendRaw(JSON.stringify({ session_id: rig.session, ...more }), ['claude-code', event]);
    expect((await least('PreCompact')).raw).toContain(rule);
    const { context } = await least('SessionStart', { source: 'compact' });
    expect(context).toContain(rule);
    expect(context).toContain(`${rig.project}/PLAN.md`);
  });

  it('of a tool call, without tool and folder, finds a compaction that only the record shows', async () => {
    await beginWork(rig, rule);
    rig.boundaryRows('B1');
    const call = JSON.stringify({ session_id: rig.session, hook_event_name: 'PreToolUse' });
    expect((await rig.sendRaw(call)).context).toContain(rule);
    expect(rig.kinds()).toContain('armed');
  });

  it('without a session id changes nothing at all', async () => {
    for (const [event, more] of allEvents) {
      const payload = JSON.stringify({ ...rig.payload(event, more), session_id: undefined });
      expect((await rig.sendRaw(payload)).raw).toBe('');
    }
    expect(Object.keys(tree(rig.state))).toEqual(['faults.ndjson']);
  });
});

describe('[R8] one recovery for one compaction', () => {
  it('answers a second identical event with silence, of whichever kind', async () => {
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    await beginWork(rig, rule);
    const pairs: [string, Payload][] = [
      ['PreCompact', { trigger: 'auto' }],
      ['SessionStart', { source: 'compact' }],
    ];
    for (const [event, more] of pairs) {
      expect((await rig.send(event, more)).raw).not.toBe('');
      expect((await rig.send(event, more)).raw).toBe('');
    }
    await rig.send('PostCompact', { trigger: 'auto', compact_summary: 'x' });
    await rig.send('PostCompact', { trigger: 'auto', compact_summary: 'x' });
    const prompt = { prompt: 'go', prompt_id: 'p1' };
    expect((await rig.send('UserPromptSubmit', prompt)).context).toContain('COMPACTED');
    expect((await rig.send('UserPromptSubmit', prompt)).raw).toBe('');
    const kinds = rig.kinds();
    for (const kind of ['armed', 'expected', 'brief', 'warned']) {
      expect(`${kind} ${kinds.filter((one) => one === kind).length}`).toBe(`${kind} 1`);
    }
  });

  it('[R40] denies a call that was asked about twice once, and counts it once', async () => {
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    await beginWork(rig, rule);
    await rig.compact();
    const first = await rig.send('PreToolUse', edit('toolu_2'));
    const second = await rig.send('PreToolUse', edit('toolu_2'));
    expect(first.denied).not.toBe('');
    expect(second.denied).toBe(first.denied);
    await rig.send('PostToolBatch', { tool_calls: [{ tool_use_id: 'toolu_2' }] });
    expect(rig.kinds().filter((kind) => kind === 'turn')).toHaveLength(1);
  });
});

describe('[R12] state', () => {
  it('is all on disk under its own folder: any process goes on where another stopped', async () => {
    const plan = rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    await beginWork(rig, rule);
    await rig.compact();
    // Each event is handled from disk alone; nothing is kept in the process, in /tmp or in the project.
    expect(Object.keys(tree(rig.project)).filter((name) => name !== 'PLAN.md')).toEqual([]);
    const names = Object.keys(tree(rig.state));
    expect(names.some((name) => name.endsWith('journal.ndjson'))).toBe(true);
    expect((await rig.send('PreToolUse', edit('toolu_2'))).denied).toContain(plan);
    await rig.send('PostToolUse', readPayload(plan, longPlan));
    expect((await rig.send('PreToolUse', edit('toolu_3'))).raw).toBe('');
  });
});

describe('[R37] [R39] every tier of compaction', () => {
  it('that the session start alone tells of', async () => {
    await beginWork(rig, rule);
    expect((await rig.send('SessionStart', { source: 'compact' })).context).toContain(rule);
  });

  it('that the after-event alone tells of', async () => {
    await beginWork(rig, rule);
    await rig.send('PostCompact', { trigger: 'manual', compact_summary: 'x' });
    expect((await rig.send('PreToolUse', bash('toolu_2', 'ls'))).context).toContain(rule);
  });

  it('that only the record tells of, at the next call and at the next prompt', async () => {
    await beginWork(rig, rule);
    await rig.send('UserPromptSubmit', { prompt: 'x', prompt_id: 'p0' });
    rig.boundaryRows('B1');
    expect((await rig.send('PreToolUse', bash('toolu_2', 'ls'))).context).toContain(rule);
    rig.answerRow('Going on.');
    rig.userRow('More.');
    rig.callRows('toolu_3', 'Bash', { command: 'npm test' }, { text: 'ok' });
    rig.boundaryRows('B2');
    const prompt = await rig.send('UserPromptSubmit', { prompt: 'y', prompt_id: 'p1' });
    expect(prompt.context).toContain(rule);
  });

  it('but the clearing of old results, which loses no conversation, is none', async () => {
    await beginWork(rig, rule);
    await rig.send('UserPromptSubmit', { prompt: 'x', prompt_id: 'p0' });
    rig.row({
      type: 'system',
      subtype: 'microcompact_boundary',
      microcompactMetadata: { trigger: 'auto', preTokens: 90_000, tokensSaved: 20_000 },
    });
    const prompt = await rig.send('UserPromptSubmit', { prompt: 'y', prompt_id: 'p1' });
    expect(prompt.raw).toBe('');
    expect(rig.kinds()).not.toContain('armed');
  });
});

describe('[R40] tool hooks', () => {
  it('observe, deny, ask, and add context, each in the client’s own shape', async () => {
    const plan = rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    await beginWork(rig, rule);
    await rig.compact({ summary: '<summary>Nothing.</summary>' });
    const denial = (await rig.send('PreToolUse', edit('toolu_2'))).json?.hookSpecificOutput;
    expect(denial).toMatchObject({ hookEventName: 'PreToolUse', permissionDecision: 'deny' });
    expect(denial?.permissionDecisionReason?.length).toBeLessThanOrEqual(300);
    rig.boundaryRows('B1');
    rig.answerRow('Without it.');
    const told = (await rig.send('PreToolUse', bash('toolu_3', 'ls'))).json?.hookSpecificOutput;
    expect(told).toMatchObject({ hookEventName: 'PreToolUse' });
    expect(told?.additionalContext).toContain(rule);
    await rig.send('PostToolUse', readPayload(plan, longPlan));
    expect(rig.kinds()).toContain('read');
  });
});
