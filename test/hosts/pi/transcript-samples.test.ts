import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRecord } from '../../../src/app/read-record.ts';
import type { ConversationItem } from '../../../src/core/conversation.ts';
import { piReader } from '../../../src/hosts/pi/transcript.ts';
import { recordFiles } from '../../../src/platform/record-file.ts';
import { sharedSamples } from '../claude-code/transcript-shared.ts';
import { only } from '../reading.ts';

const samples = sharedSamples();
const why = 'the shared sample records are not beside the repository (set HOLDFAST_SHARED)';
if (samples === undefined) console.warn(`SKIPPED: ${why}`);

const folder = join(samples ?? '', 'pi');

function read(name: string) {
  const items: ConversationItem[] = [];
  const path = join(folder, name);
  const reading = readRecord(recordFiles, path, piReader(), undefined, (one) => items.push(one))!;
  return { ...reading, items };
}

/** What is in each sample: prompts, calls, results, compactions, summaries. */
const counts: Record<string, [number, number, number, number, number]> = {
  'badlogic_pi-mono__session-hist.jsonl': [44, 189, 189, 1, 1],
  'jazzyalex_agent-sessions__pi_small.jsonl': [2, 0, 0, 2, 2],
  'specstoryai_getspecstory__piagent_branching.jsonl': [3, 0, 0, 0, 0],
  'specstoryai_getspecstory__piagent_compaction.jsonl': [2, 0, 0, 1, 1],
  'specstoryai_getspecstory__piagent_compaction_missing.jsonl': [2, 0, 0, 1, 1],
  'specstoryai_getspecstory__piagent_fields.jsonl': [2, 1, 1, 0, 1],
  'specstoryai_getspecstory__piagent_full_format.jsonl': [3, 1, 1, 1, 2],
  'specstoryai_getspecstory__piagent_multi_compaction.jsonl': [3, 0, 0, 2, 2],
  'specstoryai_getspecstory__piagent_real_world.jsonl': [2, 2, 2, 1, 1],
  'specstoryai_getspecstory__piagent_sample.jsonl': [1, 1, 1, 0, 0],
  'specstoryai_getspecstory__piagent_v1_legacy-5b060.jsonl': [1, 0, 0, 0, 0],
  'specstoryai_getspecstory__piagent_v1_legacy.jsonl': [2, 0, 0, 1, 1],
};

describe.skipIf(samples === undefined && process.env.CI !== 'true')(
  'samples of all versions',
  () => {
    it('has a count for every sample', () => {
      expect(samples, why).toBeDefined();
      const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
      expect(names.sort()).toEqual(Object.keys(counts).sort());
    });

    it.each(Object.entries(counts))('knows every row of %s', (name, expected) => {
      const { items, damaged, unknown } = read(name);
      expect({ damaged, unknown }).toEqual({ damaged: 0, unknown: {} });
      const prompts = only(items, 'user').filter((one) =>
        ['typed', 'mid-turn'].includes(one.origin),
      );
      expect([
        prompts.length,
        only(items, 'call').length,
        only(items, 'result').length,
        only(items, 'boundary').length,
        only(items, 'summary').length,
      ]).toEqual(expected);
      expect(only(items, 'place')).toHaveLength(1);
    });

    it('reads the second record of a line, and every failed command of a real session', () => {
      const { items, lines } = read('badlogic_pi-mono__session-hist.jsonl');
      const line = readFileSync(join(folder, 'badlogic_pi-mono__session-hist.jsonl'), 'utf8')
        .split('\n')
        .findIndex((one) => one.includes('}{"type"'));
      expect(line).toBe(439);
      expect(lines).toBe(463);
      const there = items.filter((one) => one.at.line === line + 1).map((one) => one.type);
      expect(there).toEqual(['assistant', 'usage', 'user']);
      const failed = only(items, 'result').filter((one) => one.result.outcome !== 'ok');
      expect(failed).toHaveLength(12);
      expect(failed.filter((one) => one.result.exitCode === 1)).toHaveLength(
        failed.filter((one) => one.result.text.includes('Command exited with code 1')).length,
      );
      expect(only(items, 'user').filter((one) => one.origin === 'mid-turn').length).toBeLessThan(6);
    });
  },
);
