import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { appendJournal, journalPath, readJournal, sealEntry } from '../../src/journal/journal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-journal-'));
});
afterEach(() => removeFolder(folder));

const writerProgram = join(import.meta.dirname, 'writer.ts');

interface Writer {
  name: string;
  /** Resolves when it has begun to write. */
  ready: Promise<unknown>;
  ended: Promise<number | null>;
  kill(): void;
}

function startWriter(name: string, count: number, longest: number): Writer {
  const args = ['--import', 'tsx', writerProgram, folder, name, String(count), String(longest)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return {
    name,
    ready: new Promise((done) => child.stdout.once('data', done)),
    ended: new Promise((done) => child.on('close', (code) => done(code))),
    kill: () => child.kill('SIGKILL'),
  };
}

/** What each writer wrote, in the journal's order, as `index` or `index second`. */
function wordsOf(name: string): string[] {
  return readJournal(folder).entries.flatMap((entry) => {
    if (entry.kind !== 'pointer' || !entry.what.startsWith(`${name} `)) return [];
    const [, index, rest = ''] = entry.what.split(' ');
    return [rest === 'second' ? `${index} second` : `${index}`];
  });
}

function wordsUpTo(count: number): string[] {
  return Array.from({ length: count }, (_, index) => [`${index}`, `${index} second`]).flat();
}

describe('a journal with several writers', () => {
  it('holds every entry of every writer whole and in order, short and long ones', async () => {
    const writers = ['a', 'b', 'c', 'd'].map((name) => startWriter(name, 120, 40_000));
    const codes = await Promise.all(writers.map((writer) => writer.ended));
    expect(codes).toEqual([0, 0, 0, 0]);
    for (const { name } of writers) expect(wordsOf(name)).toEqual(wordsUpTo(120));
    expect(readJournal(folder).skipped).toBe(0);
  }, 120_000);

  it('loses at most the entry at hand of a writer that is killed, and nothing of the others', async () => {
    const victims = ['k', 'l', 'm'].map((name) => startWriter(name, 100_000, 200_000));
    const others = ['a', 'b'].map((name) => startWriter(name, 100, 2_000));
    await Promise.all([...victims, ...others].map((writer) => writer.ready));
    for (const victim of victims) {
      await new Promise((done) => setTimeout(done, 60));
      victim.kill();
      await victim.ended;
    }
    await Promise.all(others.map((writer) => writer.ended));
    for (const { name } of others) expect(wordsOf(name)).toEqual(wordsUpTo(100));
    for (const { name } of victims) {
      const words = wordsOf(name);
      expect(words.length).toBeGreaterThan(0);
      expect(words).toEqual(wordsUpTo(words.length).slice(0, words.length));
    }
    expect(readJournal(folder).skipped).toBeLessThanOrEqual(victims.length);
    const at = new Date(2e12).toISOString();
    appendJournal(folder, [sealEntry({ kind: 'pointer', what: 'after all' }, at, undefined)]);
    expect(readJournal(folder).entries.at(-1)).toMatchObject({ what: 'after all' });
  }, 120_000);

  it('closes a torn line before the next entry, and counts it', () => {
    const at = new Date(1e12).toISOString();
    appendJournal(folder, [sealEntry({ kind: 'pointer', what: 'one' }, at, undefined)]);
    appendFileSync(journalPath(folder), '{"v":1,"kind":"pointer","at":"2001-09');
    appendJournal(folder, [sealEntry({ kind: 'pointer', what: 'two' }, at, undefined)]);
    const { entries, skipped } = readJournal(folder);
    expect(entries).toMatchObject([{ what: 'one' }, { what: 'two' }]);
    expect(readFileSync(journalPath(folder), 'utf8').split('\n')).toHaveLength(4);
    expect(skipped).toBe(1);
  });

  it('gives back an entry that another writer put behind a torn one on the same line', () => {
    const at = new Date(1e12).toISOString();
    appendFileSync(
      journalPath(folder),
      '{"v":1,"kind":"brief","text":"{\\"v\\":1,\\"kind\\":\\"pointer\\",',
    );
    const whole = JSON.stringify(sealEntry({ kind: 'pointer', what: 'whole' }, at, undefined));
    appendFileSync(journalPath(folder), `${whole}\n`);
    const { entries, skipped } = readJournal(folder);
    expect(entries).toMatchObject([{ what: 'whole' }]);
    expect(skipped).toBe(1);
  });

  it('is written for its owner alone, one line an entry whatever is in it', () => {
    const at = new Date(1e12).toISOString();
    const what = 'line\nline\r\n\u2028\u0000"\\\ud83d山';
    appendJournal(folder, [sealEntry({ kind: 'pointer', what }, at, undefined)]);
    expect(readFileSync(journalPath(folder), 'utf8').split('\n')).toHaveLength(2);
    expect(readJournal(folder).entries).toMatchObject([{ what }]);
  });
});
