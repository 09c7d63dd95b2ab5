import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCodeExportItems } from '../../../src/hosts/opencode/transcript-export.ts';
import { only, reported } from '../reading.ts';
import { readMessages, shared } from './transcript-reading.ts';

const samples = shared('transcripts', 'opencode');
const captured = shared('payloads', 'opencode', 'session-messages-after-two-compactions.json');
const why = 'the shared sample records are not beside the repository (set HOLDFAST_SHARED)';
if (samples === undefined || captured === undefined) console.warn(`SKIPPED: ${why}`);
const absent = (path: string | undefined) => path === undefined && process.env.CI !== 'true';

interface Plain {
  info: Record<string, unknown>;
  parts: { type: string; state?: { status: string }; synthetic?: boolean }[];
}

describe.skipIf(absent(samples))('exports of real sessions', () => {
  const files =
    samples === undefined
      ? []
      : readdirSync(samples)
          .filter((name) => name.endsWith('.json'))
          .sort()
          .map((name) => join(samples, name));

  it('are all there', () => {
    expect(files.length, why).toBe(8);
  });

  it.each(files.map((path) => [basename(path), path]))(
    'reads every call, result and typed text of %s',
    (_name, path) => {
      const text = readFileSync(path, 'utf8');
      const { items, unknown, damaged } = reported((sink) => openCodeExportItems(text, sink));
      expect({ unknown, damaged }).toEqual({ unknown: {}, damaged: 0 });
      const messages: Plain[] = JSON.parse(text).messages ?? [];
      const parts = messages.flatMap((message) => message.parts);
      const tools = parts.filter((part) => part.type === 'tool');
      expect(only(items, 'call')).toHaveLength(tools.length);
      const ended = tools.filter((part) => /^(completed|error)$/.test(part.state?.status ?? ''));
      expect(only(items, 'result')).toHaveLength(ended.length);
      const typed = messages
        .filter((message) => message.info.role === 'user')
        .flatMap((message) => message.parts)
        .filter((part) => part.type === 'text' && part.synthetic !== true);
      const people = only(items, 'user').filter((item) => item.origin !== 'injected');
      expect(people).toHaveLength(typed.length);
      expect(only(items, 'boundary')).toHaveLength(0);
    },
  );

  it('give the outcomes, the files behind @ mentions and what each read showed, as counted by hand', () => {
    const all = files.flatMap(
      (path) => reported((sink) => openCodeExportItems(readFileSync(path, 'utf8'), sink)).items,
    );
    const outcomes: Record<string, number> = {};
    for (const { result } of only(all, 'result')) {
      outcomes[result.outcome] = (outcomes[result.outcome] ?? 0) + 1;
    }
    // Two globs failed; six commands ended with 1 or by a signal; one subagent was aborted.
    expect(outcomes).toEqual({ ok: 106, failed: 8, interrupted: 1 });
    expect(only(all, 'attached-file')).toHaveLength(9);
    expect(only(all, 'todos')).toHaveLength(3);
    const reads = only(all, 'result').filter((item) => item.result.shown !== undefined);
    expect(reads).toHaveLength(48);
  });
});

describe.skipIf(absent(captured))('a session of the client with two compactions', () => {
  it('has both boundaries, both summaries and one prompt of a person', () => {
    const messages = captured === undefined ? [] : JSON.parse(readFileSync(captured, 'utf8'));
    const { items, unknown } = readMessages(messages);
    expect(unknown).toEqual({});
    expect(only(items, 'boundary')).toMatchObject([
      { trigger: 'auto', tokensBefore: 18_900 },
      { trigger: 'auto', tokensBefore: 18_900 },
    ]);
    expect(only(items, 'summary').map((item) => item.text)).toEqual([
      '## Objective\n- MOCK SUMMARY 0',
      '## Objective\n- MOCK SUMMARY 1',
    ]);
    expect(only(items, 'user').map((item) => item.origin)).toEqual([
      'typed',
      'injected',
      'injected',
    ]);
    expect(only(items, 'result').every((item) => item.result.exitCode === 0)).toBe(true);
  });
});
