import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { only, sharedSamples } from '../reading.ts';
import { readFile } from './transcript-reading.ts';

const samples = sharedSamples('_copilot_');
const why = 'the shared sample records are not beside the repository (set HOLDFAST_SHARED)';
if (samples === undefined) console.warn(`SKIPPED: ${why}`);

/** Per sample: the items by type, without places, sizes and modes. */
const expected: Record<string, string> = {
  // The last call was started and never ended.
  'large.jsonl': 'typed, assistant, typed, call, result ok, assistant, typed, assistant, call',
  // The start of the call stands before the message that asks for it; one result has no call.
  'schema_drift.jsonl': 'call, result ok, result failed, assistant',
  // In its second half every value was replaced by the same words; a subagent's events are left out.
  'small.jsonl':
    'typed, assistant, call, result ok, assistant, result failed, background-ended, injected, ' +
    'assistant, call, result failed, typed, assistant, call',
  'subdir_v1_aaaabbbb-1111-2222-3333-ccccddddeeee_events.jsonl':
    'typed, call, result ok, assistant',
};

describe.skipIf(samples === undefined && process.env.CI !== 'true')('sample records', () => {
  it('are all there', () => {
    expect(samples?.length, why).toBe(4);
  });

  it.each((samples ?? []).map((path) => [basename(path), path]))('are read: %s', (name, path) => {
    const { items, damaged, unknown } = readFile(path);
    const told = items
      .filter((item) => !['place', 'usage', 'mode'].includes(item.type))
      .map((item) => {
        if (item.type === 'user') return item.origin;
        return item.type === 'result' ? `result ${item.result.outcome}` : item.type;
      });
    expect({ damaged, unknown }).toEqual({ damaged: 0, unknown: {} });
    expect(told.join(', ')).toBe(expected[name.replace(/^.*?__copilot_/, '')]);
  });

  it('hold places, versions and sizes', () => {
    const { items } = readFile(samples?.find((path) => path.includes('subdir')) ?? '');
    expect(only(items, 'place')).toMatchObject([
      { cwd: '/tmp/project', branch: 'main', hostVersion: '1.0.11' },
    ]);
    const drift = readFile(samples?.find((path) => path.includes('drift')) ?? '').items;
    expect(only(drift, 'usage')).toMatchObject([{ contextTokens: 500 }]);
  });
});
