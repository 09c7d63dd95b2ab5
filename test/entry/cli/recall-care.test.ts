import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addForget } from '../../../src/entry/cli/forget.ts';
import { addPrune } from '../../../src/entry/cli/prune.ts';
import { type Bench, makeBench } from './bench.ts';
import { excerpts, putSession, recall, search } from './recall-kit.ts';

let bench: Bench;
beforeEach(() => {
  bench = makeBench(undefined);
});
afterEach(() => bench.remove());

const forget = (...argv: string[]) => bench.run(addForget, 'forget', '--yes', ...argv);
const prune = (...argv: string[]) => bench.run(addPrune, 'prune', ...argv);
const bytes = () =>
  readdirSync(bench.state)
    .filter((name) => name.startsWith('index.db'))
    .map((name) => readFileSync(join(bench.state, name), 'latin1'))
    .join('');

describe('holdfast forget', () => {
  it('asks before it deletes, and deletes nothing without a yes or where nobody can be asked', async () => {
    putSession(bench, { session: 'aaaa1111', said: ['a yak'] });
    const place = join(bench.state, 'sessions', 'claude-code', 'aaaa1111', 'journal.ndjson');
    bench.write(place, '{"kind":"note","text":"a-leaked-word"}\n');
    const plain = (...argv: string[]) => bench.run(addForget, 'forget', ...argv);
    await expect(plain('aaaa1111')).rejects.toThrow(/No terminal to ask/);
    await expect(plain('--match', 'a-leaked-word')).rejects.toThrow(/No terminal to ask/);
    expect(existsSync(place)).toBe(true);
    Object.assign(bench.cli, { interactive: true, ask: () => Promise.resolve(false) });
    expect(await plain('aaaa1111')).toMatchObject({ text: 'Nothing was deleted.', failed: true });
    expect(bench.said.join('')).toContain('Would forget session aaaa1111');
    expect(existsSync(place)).toBe(true);
    Object.assign(bench.cli, { ask: () => Promise.resolve(true) });
    expect((await plain('aaaa1111')).text).toContain('Forgot session aaaa1111');
    expect(existsSync(place)).toBe(false);
  });

  it('takes a session out of the search, for good, although it has no state of its own', async () => {
    putSession(bench, { session: 'aaaa1111', said: ['a yak'] });
    putSession(bench, { session: 'bbbb2222', said: ['another yak'] });
    await search(bench, 'yak');
    expect((await forget('aaaa', '--dry-run')).text).toMatch(
      /^Would forget session aaaa1111 of claude-code\./,
    );
    expect(await excerpts(bench, 'yak')).toHaveLength(2);
    expect((await forget('aaaa')).text).toMatch(
      /^Forgot session aaaa1111 of claude-code\..*indexes again/s,
    );
    expect(existsSync(bench.cli.paths.index)).toBe(false);
    expect(await excerpts(bench, 'yak')).toEqual(['another yak']);
    putSession(bench, { session: 'aaaa1111', said: ['a yak', 'once more a yak'] });
    expect(await excerpts(bench, 'yak')).toEqual(['another yak']);
    await expect(forget('aaaa')).rejects.toThrow(/No session "aaaa" has state here/);
  });

  it('takes a session with state out of both', async () => {
    putSession(bench, { session: 'aaaa1111', said: ['a yak'] });
    bench.write(join(bench.state, 'sessions', 'claude-code', 'aaaa1111', 'journal.ndjson'), '{}\n');
    await search(bench, 'yak');
    await forget('aaaa1111');
    expect(existsSync(join(bench.state, 'sessions', 'claude-code'))).toBe(false);
    expect(await excerpts(bench, 'yak')).toEqual([]);
  });

  it('refuses an id that fits several', async () => {
    putSession(bench, { session: 'aaaa1111', said: ['a yak'] });
    putSession(bench, { session: 'aaaa2222', said: ['another yak'] });
    await search(bench, 'yak');
    await expect(forget('aaaa')).rejects.toThrow(/matches 2 sessions/);
    await expect(forget('aaa')).rejects.toThrow(/too short|No session/);
  });

  it('takes a leaked string out of the search and what it could print, for good [case 34]', async () => {
    const leaked = 'hunter-zebra-4711';
    putSession(bench, { session: 'aaaa1111', said: ['a yak', `a yak and the word ${leaked}`] });
    const { hits } = await search(bench, 'zebra');
    expect(hits).toHaveLength(1);
    writeFileSync(`${bench.cli.paths.index}.set-aside-20260101000000`, leaked);
    expect((await forget('--match', leaked, '--dry-run')).text).toContain(
      "1 place of the clients' own transcripts holds it",
    );
    expect(bytes()).toContain(leaked);
    const { text } = await forget('--match', leaked);
    expect(text).toContain(
      "1 place of the clients' own transcripts holds it. Those stay as they are",
    );
    expect(text).not.toContain(leaked);
    expect(bytes()).toBe('');
    expect(await excerpts(bench, 'yak')).toEqual(['a yak']);
    expect(await excerpts(bench, 'zebra')).toEqual([]);
    expect(bytes()).not.toContain('hunter');
    expect(readFileSync(bench.cli.paths.forgotten, 'utf8')).not.toContain('hunter');
    await expect(recall(bench, '--get', hits[0]!.handle)).rejects.toThrow(/No indexed text/);
  });
});

describe('holdfast prune', () => {
  it('takes old records out of the search until they change', async () => {
    const path = putSession(bench, { session: 'aaaa1111', said: ['an old yak'] });
    utimesSync(path, 1_000_000_000, 1_000_000_000);
    putSession(bench, { session: 'bbbb2222', said: ['a new yak'] });
    const now = bench.context.clock.now().getTime() / 1000;
    utimesSync(putSession(bench, { session: 'bbbb2222', said: ['a new yak'] }), now, now);
    await search(bench, 'yak');
    expect((await prune('--dry-run')).text).toMatch(
      /Would drop what can be searched of 1 record\.$/,
    );
    expect(await excerpts(bench, 'yak')).toHaveLength(2);
    const { text, data } = await prune();
    expect(text).toMatch(/Dropped what can be searched of 1 record\.$/);
    expect(data).toMatchObject({ indexed: 1 });
    expect(bytes()).not.toContain('an old yak');
    expect(await excerpts(bench, 'yak')).toEqual(['a new yak']);
    utimesSync(path, now, now);
    expect(await excerpts(bench, 'yak')).toHaveLength(2);
  });

  it('makes no index where there is none', async () => {
    await prune();
    expect(existsSync(bench.cli.paths.index)).toBe(false);
  });
});
