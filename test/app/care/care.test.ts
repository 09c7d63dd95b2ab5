import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { findSession, forgetString } from '../../../src/app/care/forget.ts';
import { type CareContext, dropSessions, oldSessions } from '../../../src/app/care/prune.ts';
import { disk } from '../../../src/platform/disk.ts';
import { statePaths } from '../../../src/platform/paths.ts';

const now = new Date('2026-06-01T00:00:00Z');
let folder: string;
let home: string;
let context: CareContext;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-care-'));
  home = join(folder, 'state');
  mkdirSync(home);
  context = { disk, clock: { now: () => now }, paths: statePaths(home) };
});
afterEach(() => removeFolder(folder));

function put(path: string, text: string, days = 0): string {
  const whole = join(home, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text, { mode: 0o600 });
  const seconds = now.getTime() / 1000 - days * 86_400;
  utimesSync(whole, seconds, seconds);
  return whole;
}
const read = (path: string) => readFileSync(join(home, path), 'utf8');
const exists = (path: string) => existsSync(join(home, path));

describe('dropping old sessions', () => {
  it('takes those in which nothing was written for so many days, and tells their size', () => {
    put('sessions/h/old/journal.ndjson', '12345', 91);
    put('sessions/h/old/agents/a.json', '123', 200);
    put('sessions/h/young/journal.ndjson', '1', 89);
    put('sessions/h/mixed/journal.ndjson', '1', 300);
    put('sessions/h/mixed/rules.md', '1', 1);
    put('watch/old', 'gate');
    put('watch/young', 'gate');
    put('tasks/p.json', '{"path":"/p"}');
    put('tasks/p.last-1.json', '{"path":"/p","session":"h/old"}');
    put('tasks/p.last-2.json', '{"path":"/p","session":"h/young"}');
    const old = oldSessions(context, 90);
    expect(old.map(({ host, name, bytes }) => ({ host, name, bytes }))).toEqual([
      { host: 'h', name: 'old', bytes: 8 },
    ]);
    dropSessions(context, old);
    expect(disk.list(join(home, 'sessions/h'))).toEqual(['mixed', 'young']);
    expect(disk.list(join(home, 'watch'))).toEqual(['young']);
    expect(disk.list(join(home, 'tasks'))).toEqual(['p.json', 'p.last-2.json']);
  });

  it('takes what waits to be told to them, and was told to them, too', () => {
    for (const name of ['old', 'young']) {
      put(`sessions/h/${name}/journal.ndjson`, '1', name === 'old' ? 91 : 1);
      put(`notices/h/${name}/w-1.json`, '{}');
      put(`notices/h/${name}/told/w-2.json`, '{}');
    }
    dropSessions(context, oldSessions(context, 90));
    expect([exists('notices/h/old'), exists('notices/h/young/told/w-2.json')]).toEqual([
      false,
      true,
    ]);
  });

  it('keeps the watch of a session of the same id on another host', () => {
    put('sessions/a/s/journal.ndjson', '', 100);
    put('sessions/b/s/journal.ndjson', '', 1);
    put('watch/s', 'gate');
    dropSessions(context, oldSessions(context, 90));
    expect(exists('watch/s')).toBe(true);
  });

  it('removes the folder of watches with the last of them, which the launcher looks at', () => {
    put('sessions/a/s/journal.ndjson', '', 100);
    put('watch/s', 'gate');
    dropSessions(context, oldSessions(context, 90));
    expect(exists('watch')).toBe(false);
  });

  it('never follows a link out of the state folder', () => {
    mkdirSync(join(folder, 'precious'));
    writeFileSync(join(folder, 'precious', 'file'), 'leaked-secret');
    put('sessions/h/old/journal.ndjson', '', 100);
    symlinkSync(join(folder, 'precious'), join(home, 'sessions/h/old/link'));
    expect(forgetString(context, 'leaked-secret', false)).toEqual([]);
    dropSessions(context, oldSessions(context, 90));
    expect(exists('sessions/h/old')).toBe(false);
    expect(readFileSync(join(folder, 'precious', 'file'), 'utf8')).toBe('leaked-secret');
  });
});

describe('forgetting a session', () => {
  it('takes an id or the one beginning of it', () => {
    put('sessions/h/abc-1/journal.ndjson', '');
    put('sessions/h/abc-2/journal.ndjson', '');
    put('sessions/h/abc/journal.ndjson', '');
    expect(findSession(context, 'abc-2').name).toBe('abc-2');
    expect(findSession(context, 'abc').name).toBe('abc');
    expect(() => findSession(context, 'abc-')).toThrow(/"abc-" matches 2 sessions/);
    expect(() => findSession(context, 'ab')).toThrow(/"ab" is too short/);
    expect(() => findSession(context, '')).toThrow(/The id is empty/);
    expect(() => findSession(context, 'xxxx')).toThrow(/No session "xxxx" has state here/);
  });
});

describe('forgetting a string', () => {
  const secret = 'pa"ss\\wörd-🔑';

  it('takes every spelling out of every file and counts them [case 34]', () => {
    const entry = JSON.stringify({ v: 1, kind: 'note', text: `use ${secret} twice ${secret}` });
    const nested = JSON.stringify({ v: 1, kind: 'x', state: JSON.stringify({ inner: secret }) });
    put('sessions/h/s/journal.ndjson', `${entry}\n{"v":1}\n${nested}\n`);
    put('sessions/h/s/rules.md', `- never say ${secret}\n`);
    put('backups/b-settings.json', JSON.stringify({ env: { KEY: secret } }, null, 2));
    const ascii = JSON.stringify(secret).replace(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    put('tasks/t.json', `{"path":${ascii}}`);
    put('other.txt', 'untouched');
    const traces = forgetString(context, secret, false);
    expect(traces.map(({ path, count }) => [path.slice(home.length + 1), count])).toEqual([
      ['backups/b-settings.json', 1],
      ['sessions/h/s/journal.ndjson', 3],
      ['sessions/h/s/rules.md', 1],
      ['tasks/t.json', 1],
    ]);
    const lines = read('sessions/h/s/journal.ndjson')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0].text).toBe('use [forgotten] twice [forgotten]');
    expect(JSON.parse(lines[2].state)).toEqual({ inner: '[forgotten]' });
    expect(read('sessions/h/s/rules.md')).toBe('- never say [forgotten]\n');
    expect(JSON.parse(read('tasks/t.json'))).toEqual({ path: '[forgotten]' });
    expect(forgetString(context, secret, true)).toEqual([]);
  });

  it('keeps every other byte and the mode of a file, valid text or not', () => {
    const path = put('sessions/h/s/journal.ndjson', '');
    const bytes = Buffer.concat([
      Buffer.from([0xff, 0x00, 0xc3]),
      Buffer.from('leaked'),
      Buffer.from([0xfe, 0x0d, 0x0a]),
    ]);
    writeFileSync(path, bytes);
    forgetString(context, 'leaked', false);
    expect(readFileSync(path)).toEqual(
      Buffer.concat([
        Buffer.from([0xff, 0x00, 0xc3]),
        Buffer.from('[forgotten]'),
        Buffer.from([0xfe, 0x0d, 0x0a]),
      ]),
    );
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('drops a line that would stop being JSON, and leaves broken lines alone', () => {
    put('sessions/h/s/journal.ndjson', '{"a":"x","b":1}\n{"torn x","b\n{"c":1}\n');
    forgetString(context, 'x","b', false);
    expect(read('sessions/h/s/journal.ndjson')).toBe('{"torn [forgotten]\n{"c":1}\n');
  });

  it('only counts when it is a dry run', () => {
    put('a.txt', 'leaked');
    expect(forgetString(context, 'leaked', true)).toHaveLength(1);
    expect(read('a.txt')).toBe('leaked');
  });

  it('removes the index, which is made again, and leaves programs alone', () => {
    put('index.db', 'x leaked y');
    put('index.db-wal', 'leaked');
    put('runtime/1/hook.cjs', 'leaked');
    put('bin/hook', 'leaked');
    const traces = forgetString(context, 'leaked', false);
    expect(traces.map((trace) => trace.outcome)).toEqual(['removed', 'removed']);
    expect([exists('index.db'), read('bin/hook'), read('runtime/1/hook.cjs')]).toEqual([
      false,
      'leaked',
      'leaked',
    ]);
  });

  it.each(['', 'abc', '🔑🔑🔑'])('refuses %j, which is too short', (text) => {
    expect(() => forgetString(context, text, false)).toThrow(/at least 4 characters/);
  });
});
