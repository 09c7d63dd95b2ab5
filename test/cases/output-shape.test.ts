import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editCall } from './calls.ts';
import { everyEvent } from './every-event.ts';
import { faultsOf } from './output-shape.ts';
import { longPlan, type Payload, Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
  rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  rig.userRow('Do the plan. Never push to main.');
  rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
});
afterEach(() => rig.remove());

describe('what goes to the client', () => {
  it('is taken by it at every event of a whole session [case 14]', async () => {
    const answered = new Set<string>();
    for (const agent of [{}, { agent_id: 'a7', agent_type: 'general-purpose' }]) {
      for (const [event, fields] of everyEvent(rig)) {
        const answer = await rig.send(event, { ...fields, ...agent });
        expect([event, faultsOf(event, answer.raw)]).toEqual([event, []]);
        if (answer.raw !== '') answered.add(event);
      }
    }
    expect([...answered].sort()).toEqual([
      'PreCompact',
      'SessionStart',
      'Stop',
      'UserPromptSubmit',
    ]);
  });

  it('is taken by it for denials, the last denial, results, batches and notices [case 14]', async () => {
    const answers: [string, string][] = [];
    const send = async (event: string, fields: Payload = {}) => {
      answers.push([event, (await rig.send(event, fields)).raw]);
    };
    const steps = [...everyEvent(rig)];
    rig.boundaryRows('B1');
    await send('PostToolUseFailure', { ...editCall('t1'), error: 'Exit code 1' });
    for (let turn = 2; turn < 7; turn += 1) {
      await send('PreToolUse', editCall(`t${turn}`));
      await send('PostToolBatch', { tool_calls: [] });
    }
    for (let time = 2; time < 6; time += 1) {
      rig.boundaryRows(`B${time}`);
      for (const [event, fields] of steps) await send(event, fields);
    }
    for (const [event, raw] of answers) expect([event, faultsOf(event, raw)]).toEqual([event, []]);
    const shown = answers.map(([, raw]) => raw).join('\n');
    for (const part of ['permissionDecision', 'PostToolUseFailure', 'systemMessage']) {
      expect(shown).toContain(part);
    }
  }, 120_000);

  it.each(['Notification', 'PreModelSwitch', 'FutureEvent', '', '__proto__', 'constructor'])(
    'is nothing at an event that is not taken (%j) [case 14]',
    async (event) => {
      rig.boundaryRows('B1');
      expect((await rig.send(event, { message: 'x', source: 'compact' })).raw).toBe('');
    },
  );

  it('is nothing for a host that is not known', async () => {
    const input = JSON.stringify(rig.payload('SessionStart', { source: 'compact' }));
    expect((await rig.sendRaw(input, ['no-such-host'])).raw).toBe('');
    expect((await rig.sendRaw(input, [])).raw).toBe('');
    expect(rig.faults).toContain('no-such-host');
  });

  it('works with the least that a payload can say, the event as an argument [R4]', async () => {
    for (const [event] of everyEvent(rig)) {
      const answer = await rig.sendRaw('{"session_id":"x"}', ['claude-code', event]);
      expect([event, faultsOf(event, answer.raw)]).toEqual([event, []]);
    }
    const input = JSON.stringify({
      ...rig.payload('', {}),
      hook_event_name: undefined,
      source: 'compact',
    });
    const told = await rig.sendRaw(input, ['claude-code', 'SessionStart']);
    expect(told.context).toContain('Never push to main.');
  });

  it.each(['__proto__', 'constructor', 'toString', '../../x', ' ', 'a/b', 'x'.repeat(10_240)])(
    'is the same for an agent or a session of any name (%#) [case 14]',
    async (name) => {
      for (const id of [
        { agent_id: name },
        { session_id: name },
        { session_id: name, agent_id: name },
      ]) {
        for (const [event, fields] of everyEvent(rig)) {
          const answer = await rig.send(event, { ...fields, ...id });
          expect([event, faultsOf(event, answer.raw)]).toEqual([event, []]);
        }
      }
      expect(rig.faults.replace(/.*no session id.*\n/g, '')).toBe('');
    },
  );

  it('stays takeable when fields are dropped, emptied, of another type or huge [case 14]', async () => {
    const events = everyEvent(rig);
    const names = [
      ...new Set(events.flatMap(([event, fields]) => Object.keys(rig.payload(event, fields)))),
      'agent_id',
      'permission_mode',
    ];
    const odd = fc.oneof(
      fc.constantFrom(undefined, null, 0, -1, true, false, '', [], {}, [[[]]], { a: { b: 1 } }),
      fc.constantFrom('x'.repeat(10_240), '\u0000', '../../etc', '/', '\ud800', '__proto__'),
      fc.jsonValue(),
    );
    const changes = fc.dictionary(fc.constantFrom(...names), odd, { maxKeys: 4 });
    rig.boundaryRows('B1');
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...events), changes, async ([event, fields], changed) => {
        const payload: Payload = { ...rig.payload(event, fields), ...changed };
        const name = typeof payload.hook_event_name === 'string' ? payload.hook_event_name : event;
        const answer = await rig.sendRaw(JSON.stringify(payload), ['claude-code', event]);
        expect(faultsOf(name, answer.raw)).toEqual([]);
      }),
      { numRuns: 120 },
    );
    expect(rig.faults).not.toMatch(/TypeError|Cannot read|is not a function|not iterable/);
  }, 180_000);

  it('stays takeable when what is inside a call is of any shape [case 14]', async () => {
    await rig.compact();
    const tool = fc.constantFrom(
      'Read',
      'Bash',
      'Edit',
      'Agent',
      'TodoWrite',
      'mcp__x__y',
      '',
      'toString',
    );
    const inside = fc.oneof(
      fc.jsonValue(),
      fc.constant({ file_path: join(rig.project, 'PLAN.md') }),
    );
    const event = fc.constantFrom(
      'PreToolUse',
      'PostToolUse',
      'PostToolUseFailure',
      'PostToolBatch',
    );
    await fc.assert(
      fc.asyncProperty(event, tool, inside, inside, async (name, tool_name, input, response) => {
        const fields = { tool_name, tool_use_id: 't', tool_input: input, tool_response: response };
        const answer = await rig.send(name, {
          ...fields,
          error: response,
          tool_calls: [fields, response],
        });
        expect(faultsOf(name, answer.raw)).toEqual([]);
      }),
      { numRuns: 100 },
    );
    expect(rig.faults).toBe('');
  }, 180_000);
});
