import { describe, expect, it } from 'vitest';
import { clients } from '../../../harness/clients.ts';
import type { HostEvent } from '../../../src/core/event.ts';
import { openCode } from '../../../src/hosts/opencode/index.ts';
import { recordedHooks } from '../recorded-hooks.ts';

const hooks = recordedHooks('opencode', clients.opencode.version);
const base = { session: 'ses_1', directory: '/home/dev/proj', database: '/home/dev/opencode.db' };

/** The event of a recorded hook, as the plugin hands it on. */
function eventOf(one: (typeof hooks)[number]): HostEvent | string {
  const { hook, input, output } = one;
  const decoded = openCode.decode({ ...base, hook, input, output });
  return 'event' in decoded ? decoded.event : decoded.ignored;
}

const events = (hook: string): HostEvent[] =>
  hooks.filter((one) => one.hook === hook).map((one) => eventOf(one) as HostEvent);

describe('what opencode hands to a plugin', () => {
  it('becomes calls with their kinds, paths and commands', () => {
    const calls = events('tool.execute.before').map((event) =>
      event.type === 'tool.requested' ? event.call : undefined,
    );
    expect(calls.map((call) => call?.kind)).toEqual([
      'write',
      'shell',
      'shell',
      'read',
      'subagent',
      'shell',
      'read',
    ]);
    expect(calls[0]).toMatchObject({ id: 'call_1_0', paths: ['/home/dev/proj/made.txt'] });
    expect(calls[2]?.command).toBe('echo bad; exit 3');
  });

  it('becomes results: a shell call that failed counts as done for the client, and not for us', () => {
    const results = events('tool.execute.after').map((event) =>
      event.type === 'tool.finished' ? event.result : undefined,
    );
    const failed = results.find((result) => result?.exitCode === 3);
    expect(failed).toMatchObject({ outcome: 'failed' });
    const read = results.find((result) => result?.shown !== undefined);
    expect(read?.shown).toMatchObject({ path: '/home/dev/proj/made.txt', text: 'one\ntwo' });
  });

  it('becomes prompts without what the client put beside them', () => {
    const [prompt] = events('chat.message');
    expect(prompt).toMatchObject({ type: 'prompt.submitted', prompt: 'Work. Never push.' });
    const parts = [
      { type: 'text', text: 'mine' },
      { type: 'text', text: 'the content of a file', synthetic: true },
      { type: 'file', url: 'x' },
    ];
    const decoded = openCode.decode({ ...base, hook: 'chat.message', output: { parts } });
    expect(decoded).toMatchObject({ event: { prompt: 'mine' } });
  });

  it('becomes the events of a compaction, in their order', () => {
    const order = hooks
      .map((one) => eventOf(one))
      .map((event) => (typeof event === 'string' ? '' : event.type));
    const from = order.indexOf('compaction.starting');
    expect(order.slice(from).filter((type) => type !== '' && type !== 'model.requested')).toEqual([
      'compaction.starting',
      'session.started',
      'compaction.finished',
      'turn.ending',
    ]);
  });

  it('tells a subagent by its session below another one', () => {
    const decoded = openCode.decode({ ...base, agent: 'ses_2', hook: 'session.idle' });
    expect(decoded).toMatchObject({ event: { type: 'subagent.stopped', agentId: 'ses_2' } });
    expect(openCode.recordPath('/home/dev/opencode.db#ses_1', 'ses_2')).toBe(
      '/home/dev/opencode.db#ses_2',
    );
  });

  it('is taken in any shape', () => {
    const odd = [null, 1, 'x', [], {}, { args: 1 }, { parts: 'x' }, { sessionID: {} }];
    for (const { hook } of hooks) {
      for (const value of odd) {
        const decoded = openCode.decode({ ...base, hook, input: value, output: value });
        expect('event' in decoded || 'ignored' in decoded).toBe(true);
      }
    }
    expect(openCode.decode({ hook: 'chat.message', session: '' })).toHaveProperty('ignored');
  });
});

describe('what goes back to opencode', () => {
  const [asked] = events('tool.execute.before');

  it('is a refusal for a denied call, and nothing for one that passes', () => {
    const denied = openCode.encode(asked!, [
      { type: 'deny', reason: 'Read it.', context: 'More.' },
    ]);
    expect(JSON.parse(denied.stdout)).toEqual({ refuse: 'Read it.\nMore.' });
    expect(openCode.encode(asked!, [{ type: 'none' }]).stdout).toBe('');
  });

  it('is context for the summariser before a compaction, and nothing else then', () => {
    const [event] = events('experimental.session.compacting');
    const replies = [
      { type: 'steer', text: 'Keep this.' },
      { type: 'inject', text: 'never here' },
    ] as const;
    expect(JSON.parse(openCode.encode(event!, [...replies]).stdout)).toEqual({
      context: 'Keep this.',
    });
  });
});
