import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { findRecords, type RecordRef } from '../../../src/app/records/find.ts';
import { readConversation } from '../../../src/app/records/read.ts';
import type { ConversationItem } from '../../../src/core/conversation.ts';
import { recordStores } from '../../../src/hosts/record-registry.ts';
import { recordDisk } from '../../../src/platform/record-disk.ts';
import { sessionText } from '../audit/record-kit.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-read-'));
});
afterEach(() => removeFolder(folder));

function put(name: string, content: string | object): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function refs(): RecordRef[] {
  const found = [...findRecords(recordDisk, [{ path: folder, stores: recordStores, named: true }])];
  return found.flatMap((one) => ('ref' in one ? [one.ref] : []));
}

function read(ref: RecordRef, cursor?: Parameters<typeof readConversation>[3]) {
  const items: ConversationItem[] = [];
  const reading = readConversation(recordDisk, ref, (item) => items.push(item), cursor);
  return { items, reading };
}

const said = (items: ConversationItem[]) =>
  items.filter((item) => item.type === 'user').map((item) => item.text);

describe('reading a conversation', () => {
  it('goes on where an earlier reading stopped, and says when it could not', () => {
    const path = put('a.jsonl', sessionText({ session: 's', said: ['one', 'two'] }));
    const [ref] = refs();
    const first = read(ref!);
    expect(said(first.items)).toEqual(['one', 'two']);
    const rows = sessionText({ session: 's', said: ['x', 'x', 'three'] }).split('\n');
    appendFileSync(path, `${rows[2]}\n`);
    const second = read(ref!, first.reading.cursor);
    expect([said(second.items), second.reading.reset]).toEqual([['three'], false]);
    writeFileSync(path, sessionText({ session: 's', said: ['other'] }));
    const third = read(ref!, second.reading.cursor);
    expect([said(third.items), third.reading.reset]).toEqual([['other'], true]);
  });

  it('tells apart only so many kinds of rows that are not known', () => {
    const rows = Array.from(
      { length: 5_000 },
      (_, at) => `{"type":"k${at}${'x'.repeat(500)}","uuid":"u"}\n`,
    );
    put('a.jsonl', sessionText({ session: 's', said: ['one'] }) + rows.join(''));
    const { unknown } = read(refs()[0]!).reading;
    expect(Object.keys(unknown).length).toBeLessThanOrEqual(201);
    expect(Math.max(...Object.keys(unknown).map((name) => name.length))).toBeLessThanOrEqual(80);
    expect(unknown.others).toBe(4_800);
  });

  it('reads an export of opencode and a torn one', () => {
    const info = { id: 'ses_1', directory: '/w', version: '1.2.5', time: { created: 1 } };
    const message = {
      info: { id: 'msg_1', role: 'user', time: { created: 1 } },
      parts: [{ id: 'prt_1', type: 'text', text: 'Never push.' }],
    };
    const text = JSON.stringify({ info, messages: [message, message] });
    put('whole.json', text);
    put('torn.json', text.slice(0, -40));
    const readings = refs()
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map((ref) => ({ ...read(ref), ref }));
    expect(readings.map(({ items }) => said(items).length)).toEqual([1, 2]);
    expect(readings.map(({ reading }) => reading.problems.map((one) => one.kind))).toEqual([
      ['damaged'],
      [],
    ]);
    expect(readings.map(({ ref }) => [ref.session, ref.cwd])).toEqual([
      ['ses_1', '/w'],
      ['ses_1', '/w'],
    ]);
  });

  it.each([
    ['since 0.6', 'storage/session/proj/ses_1.json', 'storage/message/ses_1', 'storage/part/msg_'],
    [
      'before',
      'storage/session/info/ses_1.json',
      'storage/session/message/ses_1',
      'storage/session/part/ses_1/msg_',
    ],
  ])(
    'reads the many files of older versions of opencode: %s',
    (_name, session, messages, parts) => {
      put(session, { id: 'ses_1', version: '0.9.0', directory: '/w', time: { created: 1 } });
      for (const [at, text] of ['Never push.', 'Go on.'].entries()) {
        const id = 2 - at;
        put(`${messages}/msg_${id}.json`, {
          id: `msg_${id}`,
          role: 'user',
          sessionID: 'ses_1',
          time: { created: at + 1 },
        });
        put(`${parts}${id}/prt_${id}.json`, { id: `prt_${id}`, type: 'text', text });
      }
      put(`${messages}/msg_9.json`, '{torn');
      const found = refs();
      expect(found.map(({ session: id, cwd, store }) => [id, cwd, store.host])).toEqual([
        ['ses_1', '/w', 'opencode'],
      ]);
      const { items, reading } = read(found[0]!);
      expect(said(items)).toEqual(['Never push.', 'Go on.']);
      expect(reading.problems.map((problem) => problem.kind)).toEqual(['damaged']);
    },
  );

  it('tells a subagent’s record by its name and its rows', () => {
    const rows = sessionText({ session: 's', said: ['Look into it.'] });
    put('s.jsonl', rows);
    put(
      's/subagents/agent-a1b2c3.jsonl',
      rows.replaceAll('"isSidechain":false', '"isSidechain":true'),
    );
    put('s/tool-results/x.jsonl', rows);
    const found = refs().sort((a, b) => a.path.length - b.path.length);
    expect(found.map((ref) => ref.subagent === true)).toEqual([false, true]);
    const users = read(found[1]!).items.filter((item) => item.type === 'user');
    expect(users.map((item) => item.origin)).toEqual(['program']);
  });
});
