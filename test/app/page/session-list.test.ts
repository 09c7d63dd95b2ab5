import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { SessionLists } from '../../../src/app/page/session-list.ts';
import { titleOf } from '../../../src/app/page/title.ts';
import type { RecordDisk } from '../../../src/app/records/ports.ts';
import type { SessionIndex, StoredSession } from '../../../src/app/sessions/session-index.ts';
import { recordStores } from '../../../src/hosts/record-registry.ts';
import { recordDisk } from '../../../src/platform/record-disk.ts';
import { sessionText } from '../audit/record-kit.ts';

let folder: string;
let kept: string | undefined;
let nowMs: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-list-'));
  kept = undefined;
  nowMs = Date.now();
});
afterEach(() => removeFolder(folder));

const noHooks: SessionIndex = {
  list: () => [],
  each: () => [],
  at: () => undefined,
  read: () => ({ state: { agents: {} } as never, skipped: 0, fold: {} }),
};

function lists(disk = recordDisk, index = noHooks): SessionLists {
  return new SessionLists({
    disk,
    roots: () => [{ path: folder, stores: recordStores, named: false }],
    index,
    clientOf: (host) => host,
    shown: (text) => text.replaceAll('hunter2', '[redacted]'),
    nowMs: () => nowMs,
    cache: {
      read: () => kept,
      write(text) {
        kept = text;
      },
    },
    epoch: 'e',
  });
}

function write(session: string, said: string[], summary?: string): void {
  mkdirSync(join(folder, 'p'), { recursive: true });
  const text = sessionText({ session, said, edits: ['/code/proj/a.ts'], summary });
  writeFileSync(join(folder, 'p', `${session}.jsonl`), text);
}

describe('the list of sessions', () => {
  it('knows of a file that changed without a look through all folders, and says that its detail is old', () => {
    write('a', ['Do a']);
    const list = lists();
    const first = list.list('', 0, 60_000);
    list.detail(['claude-code/a'], 60_000);
    expect(list.list('e', first.seq, 0).rows).toMatchObject([{ detail: { rules: 0 } }]);
    const before = list.list('e', 0, 0);
    write('a', ['Do a', 'Never touch b.']);
    write('b', ['Do b']);
    expect(list.list('e', before.seq, 0).rows).toEqual([]);
    list.changed({ paths: [join(folder, 'p', 'a.jsonl')] });
    const [only, ...others] = list.list('e', before.seq, 0).rows;
    expect([only?.key, only?.isStale, others]).toEqual(['claude-code/a', true, []]);
    nowMs += 60_000;
    list.detail(['claude-code/a'], 60_000);
    const again = list.list('e', before.seq, 0).rows.find(({ key }) => key === 'claude-code/a');
    expect([again?.isStale, again?.detail?.rules]).toEqual([undefined, 1]);
    expect(list.live().map(({ key }) => key)).toContain('claude-code/a');
  });

  it('looks through no folder where an event told what changed, and does so after it', () => {
    write('a', ['Do a']);
    const list = lists();
    const first = list.list('', 0, 60_000);
    write('b', ['Do b']);
    nowMs += 60_000;
    expect(list.list('e', first.seq, 60_000, true).rows).toEqual([]);
    list.scan();
    const [row] = list.list('e', first.seq, 60_000, true).rows;
    expect(row?.key).toBe('claude-code/b');
  });

  it('touches no other session where an event told which one changed', () => {
    const ids = Array.from({ length: 40 }, (_, at) => `s${at}`);
    for (const id of ids) write(id, [`Do ${id}`]);
    const touched: string[] = [];
    const watched: RecordDisk = {
      ...recordDisk,
      stat(path) {
        touched.push(path);
        return recordDisk.stat(path);
      },
      entries(path) {
        touched.push(path);
        return recordDisk.entries(path);
      },
    };
    const hooked = new Map<string, StoredSession>(
      ids.map((id) => [id, { host: 'claude-code', id, folder: id, modifiedMs: 1 }]),
    );
    const read: string[] = [];
    const list = lists(watched, {
      ...noHooks,
      each: () => hooked.values(),
      at: (_, id) => hooked.get(id),
      read({ id }) {
        read.push(id);
        return { state: { agents: { main: { ended: {} } } } as never, skipped: 0, fold: {} };
      },
    });
    const first = list.list('', 0, 60_000);
    expect([first.rows.length, read.length]).toEqual([40, 40]);
    touched.length = 0;
    read.length = 0;
    write('s7', ['Do s7', 'And more.']);
    const path = join(folder, 'p', 's7.jsonl');
    hooked.set('s9', { ...hooked.get('s9')!, modifiedMs: nowMs + 60_000 });
    list.changed({ paths: [path], hooked: [{ host: 'claude-code', id: 's9' }] });
    const { rows } = list.list('e', first.seq, 60_000, true);
    expect(rows.map(({ session }) => session).sort()).toEqual(['s7', 's9']);
    expect([touched, read]).toEqual([[path], ['s9']]);
  });

  it('looks through all folders in parts, and takes notice of changes between them', () => {
    for (let at = 0; at < 200; at += 1) write(`s${at}`, [`Do ${at}`]);
    const list = lists();
    const first = list.list('', 0, 60_000);
    rmSync(join(folder, 'p', 's3.jsonl'));
    nowMs += 60_000;
    list.beginLook();
    expect(list.list('e', first.seq, 60_000, true).isLooking).toBe(true);
    write('new', ['Do something new']);
    list.changed({ paths: [join(folder, 'p', 'new.jsonl')] });
    const between = list.list('e', first.seq, 60_000, true);
    expect(between.rows.map(({ session }) => session)).toEqual(['new']);
    while (list.lookOn(1));
    const after = list.list('e', between.seq, 60_000, true);
    expect([after.isLooking, after.rows, after.gone]).toEqual([undefined, [], ['claude-code/s3']]);
    expect(after.total).toBe(200);
  });

  it('is told as gone no more once it is there again', () => {
    write('a', ['Do a']);
    const list = lists();
    const { seq } = list.list('', 0, 60_000);
    rmSync(join(folder, 'p', 'a.jsonl'));
    nowMs += 5_000;
    expect(list.list('e', seq, 60_000).gone).toEqual(['claude-code/a']);
    write('a', ['Do a']);
    nowMs += 5_000;
    const again = list.list('e', seq, 60_000);
    expect([again.rows.length, again.gone]).toEqual([1, []]);
  });

  it('looks for a file at once that was named and is not known', () => {
    write('a', ['Do a']);
    const list = lists();
    const first = list.list('', 0, 60_000);
    write('b', ['Do b']);
    list.changed({ paths: [join(folder, 'p', 'b.jsonl')] });
    expect(list.list('e', first.seq, 60_000).rows.map(({ key }) => key)).toEqual(['claude-code/b']);
  });

  it('is told in parts where there is no time, and is whole in the end', () => {
    for (const id of ['a', 'b', 'c']) write(id, [`Do ${id}`]);
    const list = lists();
    const first = list.list('', 0, 0);
    expect([first.rows.length, first.pending]).toEqual([0, 3]);
    const second = list.list(first.epoch, first.seq, 60_000);
    expect(second.pending).toBe(0);
    expect(second.rows.map(({ title }) => title).sort()).toEqual(['Do a', 'Do b', 'Do c']);
    expect(list.list(second.epoch, second.seq, 60_000).rows).toEqual([]);
    expect(list.list('another', second.seq, 60_000).rows).toHaveLength(3);
  });

  it('is not looked for again by another process, and holds no secret', () => {
    write('a', ['The password is hunter2, keep it']);
    lists().list('', 0, 60_000);
    expect(kept).not.toContain('hunter2');
    let heads = 0;
    const counting = {
      ...recordDisk,
      head(path: string, length: number) {
        heads += 1;
        return recordDisk.head(path, length);
      },
    };
    const again = lists(counting).list('', 0, 60_000);
    expect(again.rows.map(({ title }) => title)).toEqual(['The password is [redacted], keep it']);
    expect(heads).toBe(0);
  });

  it('survives a kept list that is damaged', () => {
    write('a', ['Do a']);
    kept = '{"v":1,"entries":[[';
    expect(lists().list('', 0, 60_000).rows).toHaveLength(1);
  });

  it('says which sessions are gone', () => {
    write('a', ['Do a']);
    const list = lists();
    const { epoch, seq } = list.list('', 0, 60_000);
    rmSync(join(folder, 'p', 'a.jsonl'));
    nowMs += 5_000;
    expect(list.list(epoch, seq, 60_000).gone).toEqual(['claude-code/a']);
  });

  it('has the curve and the compactions of a session once they are asked for', () => {
    write('a', ['Never push.'], 'The work goes on.');
    const list = lists();
    expect(list.list('', 0, 60_000).rows[0]!.detail).toBeUndefined();
    expect(list.detail(['claude-code/a'], 60_000)).toEqual([]);
    const [row] = list.list('', 0, 60_000).rows;
    expect(row!.detail).toMatchObject({ compactions: [expect.any(Number)], rules: 1 });
  });

  it('finds a session by the beginning of its id', () => {
    write('abc', ['Do a']);
    write('abd', ['Do b']);
    expect(lists().find('abc')).toHaveLength(1);
    expect(lists().find('claude-code/abd')).toHaveLength(1);
    expect(lists().find('ab')).toHaveLength(2);
    expect(lists().find('x')).toEqual([]);
  });
});

describe('a title', () => {
  it('is one line, cut at a word', () => {
    expect(titleOf('  Fix\n  the   cart ')).toBe('Fix the cart');
    expect(titleOf(' \n ')).toBeUndefined();
    const long = titleOf('word '.repeat(100))!;
    expect(long.length).toBeLessThanOrEqual(141);
    expect(long.endsWith('word…')).toBe(true);
  });
});
