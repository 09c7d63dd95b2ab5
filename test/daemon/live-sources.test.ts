import { appendFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import type { LiveEvent } from '../../src/entry/daemon/event-stream.ts';
import { journalSource } from '../../src/entry/daemon/live-sources.ts';
import { appendJournal, journalPath, sealEntry } from '../../src/journal/journal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-live-'));
});
afterEach(() => removeFolder(folder));

const at = '2026-01-02T03:04:05.000Z';

describe('the journals of very many sessions', () => {
  it('are looked at in parts, each of them in its turn, and one that is named at once', () => {
    const places = Array.from({ length: 21 }, (_, one) => join(folder, 'codex', `s${one}`));
    for (const place of places) {
      mkdirSync(place, { recursive: true });
      appendFileSync(journalPath(place), '');
    }
    const source = journalSource(folder, 12);
    const look = (only?: string): string[] => {
      const told: LiveEvent[] = [];
      source({ tell: (event) => told.push(event), now: at, folder: only, changing() {} });
      return told.map(({ session }) => String(session));
    };
    expect(look()).toEqual([]);
    const entry = sealEntry({ kind: 'ended', reason: 'exit' }, at, undefined);
    for (const place of places) appendJournal(place, [entry]);
    expect(look(places[17])).toEqual(['s17']);
    const [first, second] = [look(), look()];
    expect([first.length < 21, second.length < 21]).toEqual([true, true]);
    expect(new Set([...first, ...second]).size).toBe(20);
    expect(first.length + second.length).toBe(20);
  });
});
