import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ConversationItem } from '../../../src/core/conversation.ts';
import { foldItem, isFoldState, newFold, snapshotOf } from '../../../src/core/snapshot/fold.ts';
import { redact } from '../../../src/core/trust/redact.ts';
import { claudeCodeReader } from '../../../src/hosts/claude-code/transcript.ts';
import { folded } from './build.ts';

const shared = process.env.HOLDFAST_SHARED ?? resolve(import.meta.dirname, '../../../../shared');
const folder = join(shared, 'transcripts', 'claude');
const present = existsSync(folder);
const why = 'the shared sample records are not beside the repository (set HOLDFAST_SHARED)';
if (!present) console.warn(`SKIPPED: ${why}`);

function itemsOf(path: string): ConversationItem[] {
  const items: ConversationItem[] = [];
  const reader = claudeCodeReader();
  const sink = { item: (item: ConversationItem) => items.push(item), unknown() {}, damaged() {} };
  let offset = 0;
  readFileSync(path, 'utf8')
    .split('\n')
    .forEach((text, index) => {
      const bytes = Buffer.from(text);
      if (bytes.length > 0) reader.line(bytes, { offset, line: index + 1 }, sink);
      offset += bytes.length + 1;
    });
  reader.end?.(sink);
  return items;
}

const sessions = present
  ? readdirSync(folder)
      .filter((name) => /^(?:entireio|marot|moredip)/.test(name) && name.endsWith('.jsonl'))
      .sort()
      .map((name) => join(folder, name))
  : [];

describe('facts of real sessions', () => {
  test('the samples are there wherever the result counts', () => {
    expect(present || process.env.CI !== 'true', why).toBe(true);
  });

  test.skipIf(!present)(
    'every text that a person typed is told, or was answered, or stands in a longer one',
    () => {
      for (const path of sessions) {
        const items = itemsOf(path);
        const { facts } = snapshotOf(folded(items));
        const told = facts.map(({ value, detail }) => `${value}\n${detail ?? ''}`).join('\n');
        for (const item of items) {
          if (
            item.type !== 'user' ||
            !/^(?:typed|queued|mid-turn)$/.test(item.origin) ||
            item.text.trim().startsWith('/')
          )
            continue;
          const start = redact(item.text.replace(/\r\n?/g, '\n').trim()).slice(0, 120);
          expect(told.includes(start), `${basename(path)} ${item.at.line}: ${start}`).toBe(true);
        }
      }
    },
  );

  test.skipIf(!present)('rules, requests and approvals hold only what a person said', () => {
    for (const path of sessions) {
      const items = itemsOf(path);
      const typed = items
        .map((item) =>
          item.type === 'user' && item.origin !== 'injected' && item.origin !== 'program'
            ? redact(item.text.replace(/\r\n?/g, '\n'))
            : '',
        )
        .join('\n');
      for (const { kind, value, state } of snapshotOf(folded(items)).facts) {
        if (!/^(?:prohibition|constraint|correction|request)$/.test(kind)) continue;
        const said =
          state === 'refused'
            ? value.slice(0, value.indexOf(' (answer to: '))
            : value.split('\n[…]\n')[0]!.replace(/ \[…\]$/, '');
        expect(typed.includes(said), `${basename(path)}: ${said}`).toBe(true);
      }
    }
  });

  test.skipIf(!present)('changed files are those of calls that succeeded', () => {
    for (const path of sessions) {
      const items = itemsOf(path);
      const ok = new Set(
        items.flatMap((item) =>
          item.type === 'result' && item.result.outcome === 'ok' ? [item.result.callId] : [],
        ),
      );
      const edited = new Set(
        items.flatMap((item) =>
          item.type === 'call' &&
          /^(?:edit|write)$/.test(item.call.kind) &&
          ok.has(item.call.id ?? '')
            ? item.call.paths
            : [],
        ),
      );
      const shell = items
        .flatMap((item) => (item.type === 'call' && item.call.command ? [item.call.command] : []))
        .join('\n');
      const facts = snapshotOf(folded(items)).facts.filter(({ kind }) =>
        /^file\.(?:modified|created)$/.test(kind),
      );
      for (const { value } of facts)
        expect(edited.has(value) || shell.includes(basename(value)), value).toBe(true);
      const gone = /\b(?:rm|mv|git (?:checkout|restore|reset))\b/.test(shell);
      if (!gone)
        for (const file of edited)
          expect(
            facts.some(({ value }) => value === file),
            file,
          ).toBe(true);
    }
  });

  test.skipIf(!present)(
    'read in two parts with the state stored between, the facts are the same',
    () => {
      for (const path of sessions) {
        const items = itemsOf(path);
        const half = Math.floor(items.length / 2);
        const stored: unknown = JSON.parse(JSON.stringify(folded(items.slice(0, half))));
        if (!isFoldState(stored)) throw new Error('the stored state is not taken again');
        expect(snapshotOf(folded(items.slice(half), stored))).toEqual(snapshotOf(folded(items)));
      }
    },
  );

  test.skipIf(!present)('all sessions as one stay under the bound of the state', () => {
    const state = newFold();
    for (const path of sessions) for (const item of itemsOf(path)) foldItem(state, item);
    expect(Buffer.byteLength(JSON.stringify(state))).toBeLessThan(400_000);
  });
});
