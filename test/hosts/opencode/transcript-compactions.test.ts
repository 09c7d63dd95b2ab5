import { describe, expect, it } from 'vitest';
import { only } from '../reading.ts';
import { assistant, compaction, readMessages, user } from './transcript-reading.ts';

const answer = (text = 'done') => assistant([{ type: 'text', text }], { finish: 'stop' });

function order(messages: unknown[]): string[] {
  return readMessages(messages)
    .items.map((item) => item.type)
    .filter((type) => !['mode', 'place', 'usage'].includes(type));
}

describe('compactions', () => {
  it('finds the boundary with its trigger, the size before it and the summary', () => {
    const { items } = readMessages([
      user('do it'),
      answer(),
      ...compaction('## Goal\nship'),
      ...compaction('again', { auto: false }),
      ...compaction('odd', { auto: 'yes' }),
    ]);
    expect(only(items, 'boundary')).toMatchObject([
      { trigger: 'auto', tokensBefore: 607 },
      { trigger: 'manual' },
      { trigger: 'unknown' },
    ]);
    expect(only(items, 'summary').map((item) => item.text)).toEqual([
      '## Goal\nship',
      'again',
      'odd',
    ]);
  });

  it('finds one boundary in a compaction that keeps a tail or came from an overflow', () => {
    const part = { overflow: true, tail_start_id: 'msg_that_is_not_here' };
    expect(order([user('one'), answer(), ...compaction('sum', part)])).toEqual([
      'user',
      'assistant',
      'boundary',
      'summary',
    ]);
  });

  it('does not take the diffs in a person’s message for a summary', () => {
    expect(order([user('one'), answer('two')])).toEqual(['user', 'assistant']);
  });

  it('puts what was queued between the boundary and the summary after the boundary', () => {
    const [asked, summed] = compaction('sum');
    expect(order([user('one'), asked, user('queued'), summed])).toEqual([
      'user',
      'boundary',
      'user',
      'summary',
    ]);
  });

  it('sees no boundary where the compaction failed or never ended', () => {
    const [asked] = compaction('x');
    const [failed, error] = compaction('', {}, { error: { name: 'ContextOverflowError' } });
    const [killed, half] = compaction('half a summ', {}, { finish: undefined });
    expect(order([asked, failed, error])).toEqual([]);
    expect(order([killed, half])).toEqual(['summary']);
  });

  it('sees no boundary in a summary that hangs on a prompt: the history stays whole then', () => {
    const prompt = user('go on');
    const [, summed] = compaction('sum');
    summed!.info.parentID = prompt.info.id;
    expect(order([prompt, summed])).toEqual(['user', 'summary']);
  });

  it('takes an older version’s summary without a parent for its own boundary', () => {
    const [, summed] = compaction('sum');
    delete summed!.info.parentID;
    expect(order([user('one'), summed])).toEqual(['user', 'boundary', 'summary']);
  });

  it('tells an empty summary, which the client accepts', () => {
    const { items } = readMessages(compaction(''));
    expect(only(items, 'boundary')).toHaveLength(1);
    expect(only(items, 'summary').map((item) => item.text)).toEqual(['']);
  });

  it('does not count the size of the summariser’s own request', () => {
    expect(only(readMessages(compaction('sum')).items, 'usage')).toHaveLength(0);
  });

  it('knows the message to go on as injected', () => {
    const text = 'Continue if you have next steps, or stop and ask for clarification.';
    const { items } = readMessages([
      ...compaction('sum'),
      user([{ type: 'text', text, synthetic: true, metadata: { compaction_continue: true } }]),
    ]);
    expect(only(items, 'user').map((item) => item.origin)).toEqual(['injected']);
  });

  it('marks the prompt that is stored again after an overflow as a copy', () => {
    const { items } = readMessages([
      user('first'),
      answer(),
      user('the big one'),
      ...compaction('sum', { overflow: true }),
      user([
        { type: 'text', text: 'the big one' },
        { type: 'text', text: '[Attached image/png: shot.png]' },
      ]),
      answer(),
      user('the big one'),
    ]);
    expect(only(items, 'user').map((item) => item.replayed === true)).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
  });
});
