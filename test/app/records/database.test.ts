import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { findRecords, type RecordRef } from '../../../src/app/records/find.ts';
import type { RecordDisk } from '../../../src/app/records/ports.ts';
import type { Problem } from '../../../src/app/records/problem.ts';
import { readConversation } from '../../../src/app/records/read.ts';
import type { ConversationItem } from '../../../src/core/conversation.ts';
import { recordStores } from '../../../src/hosts/record-registry.ts';
import { recordDisk } from '../../../src/platform/record-disk.ts';
import { makeDatabase, openForWriting, ownerAtWork, stateOf } from './database-kit.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-database-'));
  path = join(folder, 'opencode.db');
});
afterEach(() => removeFolder(folder));

function look(disk: RecordDisk = recordDisk, place = path) {
  const refs: RecordRef[] = [];
  const problems: Problem[] = [];
  for (const found of findRecords(disk, [{ path: place, stores: recordStores, named: true }])) {
    if ('ref' in found) refs.push(found.ref);
    else problems.push(found.problem);
  }
  return { refs, problems };
}

function itemsOf(ref: RecordRef) {
  const items: ConversationItem[] = [];
  const reading = readConversation(recordDisk, ref, (item) => items.push(item));
  return { items, reading };
}

const kinds = (problems: Problem[]) => problems.map((problem) => problem.kind);

describe('a database of opencode', () => {
  it('gives the sessions and the conversation that the real client stored', () => {
    makeDatabase(path);
    const { refs, problems } = look();
    expect(problems).toEqual([]);
    expect(refs).toMatchObject([
      {
        session: 'ses_000000000000000000000001',
        cwd: '/home/dev/proj',
        store: { host: 'opencode' },
      },
    ]);
    const { items, reading } = itemsOf(refs[0]!);
    expect(reading).toMatchObject({ read: true, problems: [], unknown: {} });
    const calls = items.filter((item) => item.type === 'call').map((item) => item.call.name);
    expect(calls).toEqual(['write', 'bash', 'read', 'read']);
    const cut = items.filter((item) => item.type === 'boundary' || item.type === 'summary');
    expect(cut).toMatchObject([
      { type: 'boundary', trigger: 'auto', tokensBefore: 19_500 },
      { type: 'summary', text: expect.stringContaining('Write notes.txt') },
    ]);
    const typed = items.filter((item) => item.type === 'user' && item.origin === 'typed');
    expect(typed).toHaveLength(2);
  });

  it('is not written to: neither the file nor those beside it, whether its owner is at work, killed or gone', async () => {
    makeDatabase(path);
    const look2 = () => {
      const before = stateOf(folder);
      const [ref] = look().refs;
      expect(itemsOf(ref!).items.length).toBeGreaterThan(10);
      return [stateOf(folder), before];
    };
    const owner = await ownerAtWork(path);
    const [atWork, beforeIt] = look2();
    expect(atWork).toEqual(beforeIt);
    await owner.end();
    const [killed, beforeThat] = look2();
    expect(killed).toEqual(beforeThat);
    expect(killed).toHaveLength(3);
    for (const name of ['-wal', '-shm']) rmSync(`${path}${name}`);
    const [gone, beforeAll] = look2();
    expect(gone).toEqual(beforeAll);
  });

  it('shows what its owner has not merged yet, and says when that cannot be read', () => {
    makeDatabase(path);
    const owner = openForWriting(path);
    owner.prepare('pragma journal_mode = wal').all();
    owner.exec(
      "insert into session select 'ses_late', project_id, workspace_id, parent_id, slug, directory, path, title, version, share_url, summary_additions, summary_deletions, summary_files, summary_diffs, metadata, cost, tokens_input, tokens_output, tokens_reasoning, tokens_cache_read, tokens_cache_write, revert, permission, agent, model, time_created, time_updated, time_compacting, time_archived from session",
    );
    expect(look().refs.map((ref) => ref.session)).toContain('ses_late');
    const elsewhere = mkdtempSync(join(tmpdir(), 'holdfast-database-'));
    const copied = join(elsewhere, 'opencode.db');
    copyFileSync(path, copied);
    copyFileSync(`${path}-wal`, `${copied}-wal`);
    const without = look(recordDisk, copied);
    expect(kinds(without.problems)).toEqual(['behind']);
    expect(without.refs.map((ref) => ref.session)).toEqual(['ses_000000000000000000000001']);
    owner.close();
    removeFolder(elsewhere);
  });

  it('that is locked is named, and is read when it is free', () => {
    makeDatabase(path);
    const owner = openForWriting(path);
    owner.exec('begin exclusive');
    expect(look()).toMatchObject({ refs: [], problems: [{ kind: 'locked', path }] });
    owner.exec('rollback');
    owner.close();
    expect(look()).toMatchObject({ refs: [{}], problems: [] });
  });

  it('that is locked between being found and being read is named', () => {
    makeDatabase(path);
    const [ref] = look().refs;
    const owner = openForWriting(path);
    owner.exec('begin exclusive');
    expect(itemsOf(ref!).reading).toMatchObject({ read: false, problems: [{ kind: 'locked' }] });
    owner.close();
  });

  it('of another schema is named with what is missing, and left as it is', () => {
    makeDatabase(path, ({ columns }) => {
      columns.part = columns.part!.filter((column) => !column.startsWith('message_id'));
    });
    const before = stateOf(folder);
    expect(look()).toMatchObject({
      refs: [],
      problems: [{ kind: 'strange', detail: 'its table "part" has no column "message_id"' }],
    });
    expect(stateOf(folder)).toEqual(before);
    const other = join(folder, 'other.db');
    const database = openForWriting(other);
    database.exec('create table notes (text)');
    database.close();
    expect(look(recordDisk, other).problems).toMatchObject([
      { kind: 'strange', detail: 'it has no table "session"' },
    ]);
  });

  it('of an older schema without the columns that only help is read', () => {
    makeDatabase(path, ({ columns }) => {
      const helping = /^(?:parent_id|directory|version) /;
      columns.session = columns.session!.filter((column) => !helping.test(column));
    });
    const { refs, problems } = look();
    expect([refs.length, problems.length]).toEqual([1, 0]);
    expect(itemsOf(refs[0]!).items.length).toBeGreaterThan(10);
  });

  it('counts rows of the form that is to come, and reads no session out of them', () => {
    makeDatabase(path, ({ rows }) => {
      rows.session!.push({ ...rows.session![0]!, id: 'ses_newer' });
      rows.session_message = [
        {
          id: 'a',
          session_id: 'ses_newer',
          type: 'user',
          seq: 1,
          time_created: 1,
          time_updated: 1,
          data: '{}',
        },
      ];
    });
    const newer = look().refs.find((ref) => ref.session === 'ses_newer');
    const { items, reading } = itemsOf(newer!);
    expect([items, reading.unknown]).toEqual([[], { 'session_message/user': 1 }]);
  });

  it('tells a subagent’s session from a person’s', () => {
    makeDatabase(path, ({ rows }) => {
      rows.session![0]!.parent_id = 'ses_parent';
    });
    const [ref] = look().refs;
    expect(ref!.subagent).toBe(true);
    const users = itemsOf(ref!).items.filter((item) => item.type === 'user');
    expect(users.map((item) => item.origin)).not.toContain('typed');
  });

  it('with a torn page or with bytes of anything else is named as damaged', () => {
    writeFileSync(path, `SQLite format 3\0${'x'.repeat(5000)}`);
    expect(kinds(look().problems)).toEqual(['damaged']);
  });

  it('is found at a path with signs that mean something in an address', () => {
    const odd = join(folder, 'odd % 20 ?#&=é opencode.db');
    makeDatabase(path);
    copyFileSync(path, odd);
    expect(look(recordDisk, odd).refs).toHaveLength(1);
  });

  it('is named, and the rest read, where the library does not load', () => {
    makeDatabase(path);
    const without: RecordDisk = { ...recordDisk, openDatabase: () => ({ refused: 'module' }) };
    expect(look(without)).toMatchObject({ refs: [], problems: [{ kind: 'module', path }] });
  });

  it.runIf(process.platform === 'linux')(
    'is opened once for all its sessions, since the library keeps files open',
    () => {
      makeDatabase(path);
      const [ref] = look().refs;
      const count = () => readdirSync('/proc/self/fd').length;
      const before = count();
      for (let times = 0; times < 50; times += 1) itemsOf(ref!);
      expect(count()).toBeLessThan(before + 5);
    },
  );

  it('skips a row that is no JSON and reads the others', () => {
    makeDatabase(path, ({ rows }) => {
      rows.part![3]!.data = '{"type":"tool",';
      rows.message![2]!.data = 'null';
    });
    const { items, reading } = itemsOf(look().refs[0]!);
    expect(reading.read).toBe(true);
    expect(items.length).toBeGreaterThan(5);
  });
});
