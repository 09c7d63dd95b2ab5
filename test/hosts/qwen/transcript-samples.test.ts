import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { only, sharedSamples } from '../reading.ts';
import { readFile } from './transcript-reading.ts';

const samples = sharedSamples('_qwen');
const why = 'the shared sample records are not beside the repository (set HOLDFAST_SHARED)';
if (samples === undefined) console.warn(`SKIPPED: ${why}`);

/** Per sample: places damaged, then the items by type, without places and sizes. */
const expected: Record<string, string> = {
  'qwen_019f0000-0000-7000-8000-000000000001.jsonl':
    '0: injected-context, typed, call, result ok, assistant, injected',
  'qwen_019f0000-0000-7000-8000-000000000002.jsonl': '0: typed',
  // The branch that was rewound is told too, in file order; the row id that stands twice is two parts of one message.
  'qwen_019f0000-0000-7000-8000-000000000004.jsonl':
    '0: typed, assistant, mid-turn, call, assistant',
  'qwen_019f0000-0000-7000-8000-000000000005.jsonl': '0: typed, assistant',
  'qwen_019f0000000070008000000000000003.jsonl': '0: typed',
  // Every value of this one was replaced by the same words.
  'qwen_system_telemetry.jsonl': '0: assistant, assistant, call, result unknown',
  'qwencode_session-1.jsonl':
    '0: typed, assistant, call, result ok, assistant, typed, call, result failed',
  'qwencode_session-basic.jsonl':
    '0: typed, assistant, typed, call, result ok, injected, assistant',
  'qwencode_session-compression.jsonl':
    '0: typed, assistant, boundary, summary, command, typed, assistant',
  'qwencode_session-malformed-5cd7f.jsonl': '1: typed, assistant',
  'qwencode_session-malformed.jsonl': '1: typed, assistant',
  'qwencode_session-system-only-ca8f4.jsonl': '0: ',
  'qwencode_session-system-only.jsonl': '0: ',
  'qwencode_session-tools.jsonl':
    '0: typed, call, call, call, call, result ok, result ok, result failed, result ok, todos, assistant',
};

describe.skipIf(samples === undefined && process.env.CI !== 'true')('sample records', () => {
  it('are all there', () => {
    expect(samples?.length, why).toBe(14);
  });

  it.each((samples ?? []).map((path) => [basename(path), path]))('are read: %s', (name, path) => {
    const { items, damaged, unknown } = readFile(path);
    const told = items
      .filter((item) => !['place', 'usage'].includes(item.type))
      .map((item) =>
        item.type === 'user'
          ? item.origin
          : item.type === 'result'
            ? `result ${item.result.outcome}`
            : item.type,
      );
    expect(unknown).toEqual({});
    expect(`${damaged}: ${told.join(', ')}`).toBe(expected[name.replace(/^.*?__/, '')]);
  });

  it('hold the compaction with its sizes, and the exit code inside a text', () => {
    const named = (part: string) => readFile(samples?.find((path) => path.includes(part)) ?? '');
    const { items } = named('session-compression');
    expect(only(items, 'boundary')).toMatchObject([
      { trigger: 'manual', tokensBefore: 49_127, tokensAfter: 33_668 },
    ]);
    expect(only(items, 'summary')[0]?.text).toMatch(/^<state_snapshot>/);
    const results = only(named('session-tools').items, 'result').map((item) => item.result);
    expect(results.map((one) => one.exitCode)).toEqual([undefined, 0, undefined, undefined]);
  });
});
