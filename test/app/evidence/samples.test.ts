import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRecords, type RecordRef } from '../../../src/app/records/find.ts';
import { readConversation } from '../../../src/app/records/read.ts';
import type { ConversationItem } from '../../../src/core/conversation.ts';
import { reconcile } from '../../../src/core/ledger/reconcile.ts';
import { recordStores } from '../../../src/hosts/record-registry.ts';
import { recordDisk } from '../../../src/platform/record-disk.ts';
import { linesOf } from '../../core/ledger/kit.ts';

const root = resolve(import.meta.dirname, '../../..');
const samples = join(process.env.HOLDFAST_SHARED ?? join(root, '..', 'shared'), 'transcripts');
const there = existsSync(samples);
if (!there) console.warn('SKIPPED: the shared sample records are not beside the repository');

const hosts = ['claude-code', 'codex', 'pi', 'opencode', 'qwen'];
const largest = 4_000_000;

describe.skipIf(!there && process.env.CI !== 'true')('the ledger of sample records', () => {
  const refs: RecordRef[] = [];
  if (there) {
    for (const found of findRecords(recordDisk, [
      { path: samples, stores: recordStores, named: true },
    ])) {
      if ('ref' in found && found.ref.size < largest) refs.push(found.ref);
    }
  }

  it.each(hosts)('holds each call of %s once, with the outcome that its record tells', (host) => {
    // In two samples every id was replaced by the same text, so that all their calls are one.
    const own = refs.filter((ref) => ref.store.host === host && !/_small\.jsonl$/.test(ref.path));
    expect(own.length, 'the shared sample records').toBeGreaterThan(0);
    let finished = 0;
    for (const ref of own) {
      const items: ConversationItem[] = [];
      readConversation(recordDisk, ref, (item) => items.push(item));
      const fresh = items.filter((item) => item.replayed !== true);
      const called = new Set(
        fresh.flatMap((item) => (item.type === 'call' && item.call.id ? [item.call.id] : [])),
      );
      const lines = linesOf(items);
      const calls = reconcile(lines).filter((entry) => entry.kind === 'call');
      const known = calls.filter((entry) => called.has(entry.id));
      expect(known.map((entry) => entry.id).sort(), ref.path).toEqual([...called].sort());
      const results = new Map<string, string>();
      for (const item of fresh) {
        if (item.type !== 'result' || results.has(item.result.callId)) continue;
        if (called.has(item.result.callId)) results.set(item.result.callId, item.result.outcome);
      }
      for (const entry of known) {
        if (entry.ended === undefined) continue;
        finished += 1;
        const told = results.get(entry.id);
        expect(entry.outcome, `${ref.path} ${entry.id}`).toBe(
          told === 'ok' && entry.exitCode ? 'failed' : told,
        );
      }
      // Read a second time, as after a lost place, it stays the same.
      expect(reconcile([...lines, ...linesOf(items)])).toEqual(reconcile(lines));
    }
    expect(finished).toBeGreaterThan(0);
  });
});
