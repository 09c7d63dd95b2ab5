import { describe, expect, it } from 'vitest';
import type { ClientMessage } from '../../../src/entry/opencode/client.ts';
import { fullnessOf, windowOf } from '../../../src/entry/opencode/fullness.ts';

const model = (limit: object) => windowOf({ id: 'm', providerID: 'p', limit });
const answer = (more: object): ClientMessage => ({
  info: {
    id: 'a',
    sessionID: 's',
    role: 'assistant',
    providerID: 'p',
    modelID: 'm',
    ...more,
  },
  parts: [],
});

describe('the window of a model', () => {
  it.each([
    ['its context without the answer', { context: 200_000, output: 8_000 }, 192_000],
    ['where the answer may be long', { context: 200_000, output: 64_000 }, 168_000],
    ['where the answer has no limit', { context: 200_000, output: 0 }, 168_000],
    ['by a limit of its input', { context: 400_000, input: 272_000, output: 128_000 }, 252_000],
  ])('is what the client compacts at: %s', (_, limit, tokens) => {
    expect(model(limit)).toEqual({ 'p/m': tokens });
  });

  it.each([{}, { context: 0, output: 8_000 }, { context: 'x' }, { context: 9, output: 9 }])(
    'is none where the client never compacts: %j',
    (limit) => expect(model(limit)).toEqual({}),
  );
});

describe('how full a session is', () => {
  const windows = { 'p/m': 100_000 };

  it('is told by its newest answer that has tokens', () => {
    const messages = [
      answer({ tokens: { total: 50_000 } }),
      answer({ tokens: { input: 20_000, output: 1_000, cache: { read: 60_000, write: 4_000 } } }),
      answer({ tokens: { total: 0, input: 0, output: 0 } }),
      answer({}),
    ];
    expect(fullnessOf(messages, windows)).toBe(85);
    expect(fullnessOf([answer({ tokens: { total: 120_000 } })], windows)).toBe(100);
  });

  it('is not told by what was before a compaction, nor for a model that is not known', () => {
    const old = answer({ tokens: { total: 90_000 } });
    const summary = answer({ summary: true, tokens: { total: 95_000 } });
    expect(fullnessOf([old, summary, answer({})], windows)).toBeUndefined();
    expect(fullnessOf([old], {})).toBeUndefined();
    expect(fullnessOf([], windows)).toBeUndefined();
  });
});
