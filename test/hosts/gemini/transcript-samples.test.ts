import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRecord } from '../../../src/app/read-record.ts';
import type { ConversationItem } from '../../../src/core/conversation.ts';
import { geminiItems, geminiReader } from '../../../src/hosts/gemini/transcript.ts';
import { recordFiles } from '../../../src/platform/record-file.ts';
import { sharedSamples } from '../claude-code/transcript-shared.ts';
import { only } from '../reading.ts';

const samples = sharedSamples();
const why = 'the shared sample records are not beside the repository (set HOLDFAST_SHARED)';
if (samples === undefined) console.warn(`SKIPPED: ${why}`);

const folder = join(samples ?? '', 'gemini');
const all =
  samples === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.json'));

interface Call {
  id: string;
  status: string;
  result?: { functionResponse: { response: { output?: string } } }[];
}

interface Message {
  type: string;
  content: string;
  toolCalls?: Call[];
  tokens?: object;
}

function read(name: string) {
  const items: ConversationItem[] = [];
  const unknown: string[] = [];
  geminiItems(readFileSync(join(folder, name), 'utf8'), {
    item: (one) => items.push(one),
    unknown: (kind) => unknown.push(kind),
    damaged: () => unknown.push('damaged'),
  });
  return { items, unknown };
}

describe.skipIf(samples === undefined && process.env.CI !== 'true')(
  'samples of the older form',
  () => {
    it('has samples to read', () => {
      expect(all.length, why).toBeGreaterThanOrEqual(8);
    });

    it.each(all)('finds every prompt, answer, call and result of %s', (name) => {
      const { items, unknown } = read(name);
      expect(unknown).toEqual([]);
      const { messages } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
        messages: Message[];
      };
      const of = (type: string) => messages.filter((one) => one.type === type);
      expect(only(items, 'user').map((one) => one.text)).toEqual(
        of('user').map((one) => one.content),
      );
      expect(only(items, 'assistant').map((one) => one.text)).toEqual(
        of('gemini').flatMap((one) => (one.content.trim() === '' ? [] : [one.content])),
      );
      const calls = messages.flatMap((one) => one.toolCalls ?? []);
      expect(only(items, 'call').map((one) => one.call.id)).toEqual(calls.map((one) => one.id));
      expect(only(items, 'call').filter((one) => one.call.kind === 'other')).toEqual([]);
      const results = only(items, 'result').map((one) => one.result);
      expect(results.map((one) => one.callId)).toEqual(calls.map((one) => one.id));
      for (const [index, call] of calls.entries()) {
        const output = call.result?.[0]?.functionResponse.response.output;
        const code = /\nExit Code: (\d+)\nSignal/.exec(output ?? '')?.[1];
        expect(results[index]!.exitCode).toBe(code === undefined ? undefined : Number(code));
        const ok = call.status === 'success' && (code ?? '0') === '0';
        expect(results[index]!.outcome === 'ok').toBe(ok);
      }
      expect(only(items, 'usage')).toHaveLength(messages.filter((one) => one.tokens).length);
      expect(only(items, 'boundary')).toEqual([]);
      expect(only(items, 'place')).toEqual([]);
    });

    it.each(all)('reads the same from the lines of %s', (name) => {
      const items: ConversationItem[] = [];
      const path = join(folder, name);
      const reading = readRecord(recordFiles, path, geminiReader(), undefined, (one) =>
        items.push(one),
      )!;
      expect(reading.damaged).toBe(0);
      expect(items).toEqual(read(name).items);
      const again = readRecord(recordFiles, path, geminiReader(), reading.cursor, (one) =>
        items.push(one),
      )!;
      expect([again.damaged, again.lines, items.length]).toEqual([0, 0, read(name).items.length]);
    });
  },
);
