import { describe, expect, it } from 'vitest';
import { clients } from '../../../harness/clients.ts';
import type { HostEvent } from '../../../src/core/event.ts';
import { addShown, newCoverage } from '../../../src/core/evidence/coverage.ts';
import { shownFiles } from '../../../src/core/evidence/read-evidence.ts';
import { pi } from '../../../src/hosts/pi/index.ts';
import { recordedHooks } from '../recorded-hooks.ts';

const recorded = recordedHooks('pi', clients.pi.version);

function eventOf({ hook, session, file, cwd, event }: (typeof recorded)[number]): HostEvent {
  const decoded = pi.decode({ hook, session, file, cwd, event });
  if ('ignored' in decoded) throw new Error(decoded.ignored);
  return decoded.event;
}

const taken = recorded.filter(({ hook }) => hook !== 'session_compact_failed');
const events = (hook: string): HostEvent[] => taken.filter((one) => one.hook === hook).map(eventOf);

describe('what pi hands to an extension', () => {
  it('becomes the events of a session, in their order', () => {
    const order = taken.map((one) => eventOf(one).type);
    expect(order.filter((type) => !type.startsWith('tool.') && type !== 'model.requested')).toEqual(
      [
        'session.started',
        'prompt.submitted',
        'compaction.starting',
        'session.started',
        'turn.ending',
        'session.ended',
      ],
    );
    expect(eventOf(taken[0]!)).toMatchObject({ source: 'startup', cwd: '/home/dev/proj' });
    expect(events('session_compact')[0]).toMatchObject({ source: 'compact' });
  });

  it('becomes calls and results, with the exit code of a command', () => {
    const calls = events('tool_call').map((event) =>
      event.type === 'tool.requested' ? event.call.kind : '',
    );
    expect(calls).toEqual(['write', 'shell', 'shell', 'read', 'read']);
    const results = events('tool_result').map((event) =>
      event.type === 'tool.finished' ? event.result : undefined,
    );
    expect(results.map((result) => result?.outcome)).toEqual([
      'ok',
      'ok',
      'failed',
      'failed',
      'ok',
    ]);
    expect(results.find((result) => result?.exitCode === 3)).toBeDefined();
  });

  it('keeps a result whole, so that what was read of a file counts', () => {
    const lines = Array.from({ length: 900 }, (_, at) => `line ${at + 1} of the plan`);
    const read = (input: object, text: string) => {
      const event = { toolName: 'read', toolCallId: 'c', input, content: [{ type: 'text', text }] };
      const decoded = pi.decode({ hook: 'tool_result', session: 's', event });
      if (!('event' in decoded) || decoded.event.type !== 'tool.finished') return [];
      const { call, result } = decoded.event;
      const file = `${lines.join('\n')}\n`;
      return shownFiles(call, result, { cwd: '/p' }).map(
        (shown) => addShown(newCoverage(file), file, shown).ranges,
      );
    };
    expect(read({ path: 'PLAN.md' }, lines.join('\n'))).toEqual([[[1, 900]]]);
    const part = `${lines.slice(0, 3).join('\n')}\n\n[897 more lines in file. Use offset=4 to continue.]`;
    expect(read({ path: 'PLAN.md', limit: 3 }, part)).toEqual([[[1, 3]]]);
    const rest = lines.slice(3).join('\n');
    expect(read({ path: '/p/PLAN.md', offset: 4 }, rest)).toEqual([[[4, 900]]]);
  });

  it('tells a start with an older session from a new one by its messages', () => {
    const start = { hook: 'session_start', session: 's', event: { reason: 'startup' } };
    expect(pi.decode({ ...start, resumed: true })).toMatchObject({ event: { source: 'resume' } });
  });

  it('tells a compaction that a person asked for from one that the client began', () => {
    const trigger = (reason: unknown) =>
      pi.decode({ hook: 'compaction_told', session: 's', event: { reason } });
    expect(trigger('manual')).toMatchObject({ event: { trigger: 'manual' } });
    expect(trigger('overflow')).toMatchObject({ event: { trigger: 'auto' } });
    expect(trigger(7)).toMatchObject({ event: { trigger: 'unknown' } });
  });

  it('is taken in any shape', () => {
    for (const { hook } of taken) {
      for (const event of [null, 1, 'x', [], {}, { input: 1, content: {} }]) {
        expect(pi.decode({ hook, session: 's', event })).toHaveProperty('event');
      }
    }
    expect(pi.decode({ hook: 'tool_call', session: '' })).toHaveProperty('ignored');
  });
});

describe('what goes back to pi', () => {
  it('blocks a denied call, and says nothing before a compaction', () => {
    const [call] = events('tool_call');
    expect(JSON.parse(pi.encode(call!, [{ type: 'deny', reason: 'Read it.' }]).stdout)).toEqual({
      block: 'Read it.',
    });
    const [starting] = events('session_before_compact');
    expect(pi.encode(starting!, [{ type: 'steer', text: 'Keep it.' }]).stdout).toBe('');
  });
});
