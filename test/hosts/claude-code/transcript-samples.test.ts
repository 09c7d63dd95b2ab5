import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRecord } from '../../../src/app/read-record.ts';
import type { ConversationItem } from '../../../src/core/conversation.ts';
import { claudeCodeReader } from '../../../src/hosts/claude-code/transcript.ts';
import { recordFiles } from '../../../src/platform/record-file.ts';
import { only } from '../reading.ts';
import { filesIn, sharedSamples } from './transcript-shared.ts';

const samples = sharedSamples();
const why = 'the shared sample records are not beside the repository (set HOLDFAST_SHARED)';
if (samples === undefined) console.warn(`SKIPPED: ${why}`);

function read(path: string, subagent = false) {
  const items: ConversationItem[] = [];
  const reading = readRecord(recordFiles, path, claudeCodeReader({ subagent }), undefined, (item) =>
    items.push(item),
  )!;
  return { ...reading, items };
}

type Row = Record<string, unknown>;

/** The plain way: every line through JSON.parse; what is none is left out. */
function parsed(path: string): Row[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        const row: unknown = JSON.parse(line);
        return typeof row === 'object' && row !== null ? [row as Row] : [];
      } catch {
        return [];
      }
    });
}

/** Ids in content blocks of a type, in order, each once. */
function ids(rows: Row[], block: string, member: string, subagent: boolean): string[] {
  const found = new Set<string>();
  for (const row of rows) {
    if (row.type !== (block === 'tool_use' ? 'assistant' : 'user')) continue;
    if (row.isSidechain === true && !subagent) continue;
    const content = (row.message as Row | null | undefined)?.content;
    if (!Array.isArray(content)) continue;
    for (const one of content as (Row | null)[]) {
      if (one?.type === block && typeof one[member] === 'string') found.add(one[member]);
    }
  }
  return [...found];
}

/** A sample whose ids were all replaced by the same words. */
const trimmed = /claude_small\.jsonl$/;

const real = join(import.meta.dirname, '../../fixtures/claude-code/records');

describe('records of the pinned client', () => {
  it.each(filesIn(real).map((path) => [basename(path), path]))(
    'knows every row of %s',
    (name, path) => {
      const { damaged, unknown } = read(path, name.includes('.agent.'));
      expect({ damaged, unknown }).toEqual({ damaged: 0, unknown: {} });
    },
  );

  it('finds the compaction, the files sent again and the brief that a hook brought in', () => {
    const { items } = read(join(real, 'auto-compaction.jsonl'));
    const order = items.map((item) => item.type);
    const after = order.slice(order.indexOf('boundary'));
    expect(after.slice(0, 5)).toEqual([
      'boundary',
      'summary',
      'attached-file',
      'attached-file',
      'injected-context',
    ]);
    expect(only(items, 'user').map((item) => [item.origin, item.text])).toEqual([
      ['typed', 'do the task, never edit gen.txt'],
    ]);
  });

  it('finds the person’s answer and the approved plan with its file', () => {
    const results = only(read(join(real, 'plan-and-question.jsonl')).items, 'result').map(
      (item) => item.result,
    );
    expect(results.flatMap((one) => one.answers ?? [])).toMatchObject([
      { question: 'Which store?', answer: 'sqlite' },
    ]);
    const plans = results.flatMap((one) => one.acceptedPlan ?? []);
    expect(plans).toHaveLength(1);
    expect(plans[0]!.path).toMatch(/\.claude\/plans\/.+\.md$/);
  });

  it('reads the words of a manual compaction as a command', () => {
    const { items } = read(join(real, 'manual-compaction.jsonl'));
    expect(
      only(items, 'user')
        .filter((item) => item.origin === 'command')
        .map((item) => item.text),
    ).toEqual(['/compact keep ct_55']);
  });
});

describe.skipIf(samples === undefined && process.env.CI !== 'true')(
  'real transcripts of many versions',
  () => {
    const all =
      samples === undefined
        ? []
        : filesIn(join(samples, 'claude')).filter((path) => !trimmed.test(path));

    it('has samples to read', () => {
      expect(all.length, why).toBeGreaterThan(40);
    });

    it.each(all.map((path) => [basename(path), path]))(
      'reads the same calls and results as JSON.parse: %s',
      (_name, path) => {
        const rows = parsed(path);
        const subagent = rows.length > 0 && rows.every((row) => row.isSidechain !== false);
        const { items, damaged } = read(path, subagent);
        expect(damaged).toBe(0);
        const news = items.filter((item) => item.replayed !== true);
        expect(only(news, 'call').flatMap((item) => item.call.id ?? [])).toEqual(
          ids(rows, 'tool_use', 'id', subagent),
        );
        expect(only(news, 'result').map((item) => item.result.callId)).toEqual(
          ids(rows, 'tool_result', 'tool_use_id', subagent),
        );
        const boundaries = rows.filter((row) => row.subtype === 'compact_boundary');
        expect(only(items, 'boundary')).toHaveLength(boundaries.length);
        for (const item of only(items, 'user')) {
          if (item.origin === 'typed')
            expect(item.text).not.toMatch(
              /^<(command|local-command|task-notification|system-reminder)/,
            );
        }
      },
    );

    it('reads the same in one go and in two readings', () => {
      for (const path of all.slice(0, 30)) {
        const whole = read(path).items.filter((item) => item.replayed !== true);
        const bytes = readFileSync(path);
        const half = bytes.lastIndexOf(10, bytes.length / 2) + 1;
        const parts = [bytes.subarray(0, half), bytes];
        let cursor: Parameters<typeof readRecord>[3];
        const items: ConversationItem[] = [];
        for (const part of parts) {
          const files = memory(part);
          cursor = readRecord(files, path, claudeCodeReader(), cursor, (item) =>
            items.push(item),
          )!.cursor;
        }
        const twice = items.filter((item) => item.replayed !== true);
        const kinds = (list: ConversationItem[]) =>
          list.map((item) => `${item.type} ${item.at.offset}`).sort();
        expect(kinds(twice), basename(path)).toEqual(kinds(whole));
      }
    });
  },
);

/** Bytes as a record; the same identity every time. */
function memory(bytes: Buffer): Parameters<typeof readRecord>[0] {
  return {
    open: () => ({
      size: bytes.length,
      inode: 1,
      bytes: (from, length) => bytes.subarray(from, from + length),
      lines(from, onLine) {
        for (let start = from; start < bytes.length; ) {
          const end = bytes.indexOf(10, start);
          onLine(bytes.subarray(start, end < 0 ? bytes.length : end), start, end >= 0);
          if (end < 0) break;
          start = end + 1;
        }
        return { oversized: 0 };
      },
      close: () => undefined,
    }),
  };
}

describe.skipIf(samples === undefined && process.env.CI !== 'true')(
  'samples with one fault each',
  () => {
    const derived = (name: string) => join(samples ?? '', 'derived', `claude__${name}.jsonl`);

    it.each([
      ['bom-crlf', 0],
      ['empty', 0],
      ['five-megabyte-line', 0],
      ['invalid-utf8', 0],
      ['late-compaction-preservedSegment', 0],
      ['lone-surrogate', 0],
      ['marker-text-inside-tool-result', 0],
      ['nul-run', 0],
      ['numeric-key-message', 0],
      ['only-newlines', 0],
      ['phantom-parent-no-metadata-no-summary', 0],
      ['second-compact-replay-dup-uuids', 0],
      ['truncated-last-line', 0],
      ['truncated-splice-midfile', 1],
      ['two-records-one-line', 0],
      ['valid-json-wrong-shape', 0],
    ])('reads %s, with %i places damaged', (name, damaged) => {
      const reading = read(derived(name));
      expect(reading.damaged).toBe(damaged);
      const small = name === 'empty' || name === 'only-newlines';
      expect(only(reading.items, 'result').length > 0).toBe(!small);
    });

    it('counts two compactions where old rows are appended again, and each prompt once [case 62]', () => {
      const { items } = read(derived('second-compact-replay-dup-uuids'));
      const news = items.filter((item) => item.replayed !== true);
      expect(only(news, 'boundary')).toHaveLength(2);
      const prompts = only(news, 'user').map((item) => item.id);
      expect(new Set(prompts).size).toBe(prompts.length);
      expect(items.length).toBeGreaterThan(news.length);
    });

    it('sees no compaction in a tool result that quotes one', () => {
      expect(only(read(derived('marker-text-inside-tool-result')).items, 'boundary')).toEqual([]);
    });

    it('sees a compaction without metadata and without a summary', () => {
      const { items } = read(derived('phantom-parent-no-metadata-no-summary'));
      expect(only(items, 'boundary').map((item) => item.trigger)).toEqual(['unknown']);
    });
  },
);
