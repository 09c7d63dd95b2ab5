import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRecord } from '../../../src/app/read-record.ts';
import type { ConversationItem } from '../../../src/core/conversation.ts';
import { codexReader } from '../../../src/hosts/codex/transcript.ts';
import { recordFiles } from '../../../src/platform/record-file.ts';
import { sharedSamples } from '../claude-code/transcript-shared.ts';
import { only } from '../reading.ts';

const samples = sharedSamples();
const why = 'the shared sample records are not beside the repository (set HOLDFAST_SHARED)';
if (samples === undefined) console.warn(`SKIPPED: ${why}`);

const folder = join(samples ?? '', 'codex');
const all =
  samples === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.jsonl'));

function read(name: string) {
  const items: ConversationItem[] = [];
  const path = join(folder, name);
  const reading = readRecord(recordFiles, path, codexReader(), undefined, (one) =>
    items.push(one),
  )!;
  return { ...reading, items };
}

type Row = { type?: string; payload?: Record<string, unknown> };

function rows(name: string): Row[] {
  const lines = readFileSync(join(folder, name), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row);
}

const payloads = (name: string, ...types: string[]) =>
  rows(name).flatMap((row) => (types.includes(String(row.payload?.type)) ? [row.payload!] : []));

/** Samples of whole sessions, with what is in them. */
const whole = [
  ['entireio_git-sync__ckpt-00_2f876fb8bb_0.jsonl', { typed: 4, program: 0, boundaries: 0 }],
  ['entireio_git-sync__ckpt-1f_9417321410_1.jsonl', { typed: 8, program: 13, boundaries: 1 }],
  ['entireio_entire-graph__ckpt-03_0f3d39319d_0.jsonl', { typed: 5, program: 15, boundaries: 2 }],
] as const;

/** Samples that their publisher made up or cut, with the rows that no version writes. */
const odd: Record<string, Record<string, number>> = {
  'jazzyalex_agent-sessions__codex_large.jsonl': {
    'response_item/tool_call': 1,
    'response_item/tool_result': 1,
  },
  'jazzyalex_agent-sessions__codex_schema_drift.jsonl': {
    'no type': 1,
    'function_call without a name': 1,
    function_result: 1,
  },
  'kvsankar_agent-history__telemetry_codex_history.jsonl': { 'no type': 5 },
};

describe.skipIf(samples === undefined && process.env.CI !== 'true')(
  'samples of all versions',
  () => {
    it('has samples to read', () => {
      expect(all.length, why).toBeGreaterThanOrEqual(14);
    });

    it.each(all)('knows every row of %s', (name) => {
      const { damaged, unknown } = read(name);
      expect({ damaged, unknown }).toEqual({ damaged: 0, unknown: odd[name] ?? {} });
    });

    it.each(whole)('finds every call, prompt and compaction of %s', (name, counts) => {
      const { items } = read(name);
      const users = only(items, 'user');
      const by = (...origins: string[]) => users.filter((one) => origins.includes(one.origin));
      expect(by('typed', 'mid-turn')).toHaveLength(counts.typed);
      expect(by('program')).toHaveLength(counts.program);
      expect(only(items, 'boundary')).toHaveLength(counts.boundaries);
      // Every real summary is encrypted.
      expect(only(items, 'summary')).toEqual([]);
      expect(only(items, 'injected-context')).toEqual([]);
      const calls = payloads(name, 'function_call', 'custom_tool_call').map((one) => one.call_id);
      const told = only(items, 'call').flatMap((one) => one.call.id ?? []);
      expect(told.filter((id) => !id.includes('#'))).toEqual([...new Set(calls)]);
      const outputs = payloads(name, 'function_call_output', 'custom_tool_call_output');
      const results = only(items, 'result').map((one) => one.result.callId);
      expect(results.filter((id) => !id.includes('#'))).toEqual(outputs.map((one) => one.call_id));
      expect(new Set(results).size).toBe(results.length);
      const answers = payloads(name, 'message').filter((one) => one.role === 'assistant');
      expect(only(items, 'assistant')).toHaveLength(answers.length);
      const clean = payloads(name, 'user_message').map((one) => String(one.message).trim());
      expect([...by('typed', 'mid-turn'), ...by('program')].map((one) => one.text.trim())).toEqual(
        expect.arrayContaining(clean),
      );
      for (const one of users.filter((user) => user.origin !== 'injected')) {
        expect(one.text).not.toMatch(/^\s*(<[a-z_ ]+>|# AGENTS\.md)/);
      }
    });

    it.each(whole)(
      'reads the exit codes and patched files of %s as the client’s own rows tell them',
      (name) => {
        const { items } = read(name);
        const results = new Map(
          only(items, 'result').map((one) => [one.result.callId, one.result]),
        );
        for (const end of payloads(name, 'exec_command_end')) {
          const result = results.get(String(end.call_id));
          if (result?.backgroundId === undefined) expect(result?.exitCode).toBe(end.exit_code);
        }
        const edited = only(items, 'call').flatMap((one) =>
          one.call.kind === 'edit' ? one.call.paths : [],
        );
        for (const end of payloads(name, 'patch_apply_end')) {
          for (const path of Object.keys(end.changes as object)) expect(edited).toContain(path);
        }
      },
    );

    it('reads nearly every command of the scripts of the code mode word for word', () => {
      const { items } = read('entireio_entire-graph__ckpt-03_0f3d39319d_0.jsonl');
      const shells = only(items, 'call').filter((one) => one.call.name === 'exec_command');
      expect(shells).toHaveLength(210);
      expect(shells.filter((one) => one.call.command !== undefined).length).toBeGreaterThan(190);
    });

    it('reads the same in one go and in two readings', () => {
      for (const [name] of whole) {
        const bytes = readFileSync(join(folder, name));
        const kinds = (list: ConversationItem[]) =>
          list.map((one) => `${one.type} ${one.at.offset}`);
        for (const part of [0.2, 0.5, 0.8]) {
          const cut = bytes.lastIndexOf(10, bytes.length * part) + 1;
          const items: ConversationItem[] = [];
          let memory: string | undefined;
          for (const [from, to] of [
            [0, cut],
            [cut, bytes.length],
          ] as const) {
            const reader = codexReader();
            if (memory !== undefined) reader.restore!(memory);
            for (let at = from; at < to; ) {
              const end = bytes.indexOf(10, at);
              const stop = end < 0 ? bytes.length : end;
              reader.line(bytes.subarray(at, stop), { offset: at, line: 0 }, sink(items));
              at = stop + 1;
            }
            reader.end!(sink(items));
            memory = reader.memory!();
            expect(memory.length).toBeLessThan(20_000);
          }
          expect(kinds(items), `${basename(name)} at ${part}`).toEqual(kinds(read(name).items));
        }
      }
    });
  },
);

function sink(items: ConversationItem[]) {
  return {
    item: (one: ConversationItem) => items.push(one),
    unknown: () => undefined,
    damaged: () => undefined,
  };
}
