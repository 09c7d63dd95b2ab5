import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { IndexFault, type NewItem, type StoredRecord } from '../../src/app/recall/ports.ts';
import { indexText } from '../../src/core/search/index-text.ts';
import { type OpenedIndex, openIndex, replaceIndex } from '../../src/index-db/open.ts';

interface Connection {
  exec(sql: string): void;
  close(): void;
}
const Database = createRequire(import.meta.url)('libsql') as new (path: string) => Connection;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-index-'));
  path = join(folder, 'state', 'index.db');
});
afterEach(() => {
  removeFolder(folder);
});

const record: StoredRecord = {
  id: 0,
  key: 'aaaaaaaa',
  host: 'h',
  session: 's',
  subagent: false,
  path: '/r',
  modifiedMs: 1,
  whole: true,
  items: 1,
  lastCompaction: -1,
  version: 1,
};

function item(number: number, text: string): NewItem {
  return {
    number,
    offset: number * 10,
    nth: 0,
    kind: 'person',
    time: 1,
    hash: number,
    length: text.length,
    head: text,
    ...indexText(text),
  };
}

function open(settings = 's'): OpenedIndex {
  return openIndex(path, settings);
}

function fill({ index }: OpenedIndex, count = 1): void {
  const written = index.write((writer) => {
    const id = writer.putRecord({ ...record, items: count });
    for (let at = 0; at < count; at += 1) writer.add(id, item(at, `the zebra number ${at}`));
  });
  expect(written).toBe('done');
}

function zebras({ index }: OpenedIndex): number {
  return index.match({ expression: '"zebra"', byRarity: true, most: 1000 }).length;
}

/** Makes an index with a zebra and closes it, so that nothing of this process has its files open. */
function made(count = 1): void {
  const opened = open();
  fill(opened, count);
  opened.index.close();
  tidyUp();
}

/** The library lets go of files only when memory is tidied up. */
function tidyUp(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

const root = join(import.meta.dirname, '..', '..');
const openScript = `import { openIndex } from ${JSON.stringify(join(root, 'src/index-db/open.ts'))};`;
/** Holds a database so that nobody else can even read it, until it is killed. */
const lockScript = `
  const database = new (require('libsql'))(process.argv[1]);
  database.exec('pragma locking_mode = exclusive; begin exclusive; create table held(a)');
  console.log('open');
  process.stdin.on('data', () => {});
`;

/** Runs a module in a process of its own; what it printed. */
function run(script: string): string {
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  const ran = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect(ran.stderr).toBe('');
  return ran.stdout;
}

const aside = () => readdirSync(join(folder, 'state')).filter((name) => name.includes('set-aside'));

describe('the index on disk', () => {
  it('is made for our user alone, and keeps what is written', () => {
    made();
    const again = open();
    expect([again.kind, again.notice, zebras(again)]).toEqual(['kept', undefined, 1]);
    again.index.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'state')).mode & 0o777).toBe(0o700);
  });

  it('becomes ours alone where it was not', () => {
    made();
    chmodSync(path, 0o644);
    open().index.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each<[string, () => void]>([
    ['that is no database', () => writeFileSync(path, 'no database '.repeat(1000))],
    [
      'of random bytes',
      () =>
        writeFileSync(
          path,
          Buffer.from(Array.from({ length: 9000 }, (_, at) => (at * 7919) % 251)),
        ),
    ],
    ['of which only the header is there', () => truncateSync(path, 100)],
    [
      'of a newer version',
      () => {
        const database = new Database(path);
        database.exec('pragma user_version = 999');
        database.close();
      },
    ],
    [
      'that belongs to another program',
      () => {
        rmSync(path);
        const database = new Database(path);
        database.exec('create table other(a)');
        database.close();
      },
    ],
  ])('%s is set aside in one line and made anew', (_what, harm) => {
    made();
    harm();
    const opened = open();
    expect(opened.kind).toBe('kept');
    expect(opened.notice).toMatch(
      /^\S+index\.db .*\. It was set aside as \S+set-aside-\d{14}, and the index is made anew\.$/,
    );
    expect(aside()).toHaveLength(1);
    expect(zebras(opened)).toBe(0);
    fill(opened);
    expect(zebras(opened)).toBe(1);
    opened.index.close();
    expect(open().notice).toBeUndefined();
  });

  it('keeps only the last of those that were set aside', () => {
    for (let time = 0; time < 3; time += 1) {
      made();
      writeFileSync(path, `rubbish ${time}`.repeat(100));
      open().index.close();
      rmSync(path);
    }
    expect(aside()).toHaveLength(1);
  });

  it.each<[string, () => OpenedIndex]>([
    [
      'of an older version',
      () => {
        const database = new Database(path);
        database.exec('pragma user_version = 0');
        database.close();
        return open();
      },
    ],
    ['made with other settings', () => open('other')],
  ])('%s is made anew without a word', (_what, reopen) => {
    made();
    const opened = reopen();
    expect([opened.kind, opened.notice, zebras(opened), aside()]).toEqual([
      'kept',
      undefined,
      0,
      [],
    ]);
    opened.index.close();
  });

  it('takes an empty file for a new index', () => {
    mkdirSync(join(folder, 'state'));
    writeFileSync(path, '');
    const opened = open();
    fill(opened);
    expect([opened.kind, opened.notice, zebras(opened)]).toEqual(['kept', undefined, 1]);
    opened.index.close();
  });

  it('takes nothing from the log of an index that was deleted by hand', () => {
    const first = open();
    fill(first, 50);
    const log = readFileSync(`${path}-wal`);
    first.index.close();
    rmSync(path);
    writeFileSync(`${path}-wal`, log);
    const opened = open();
    expect([opened.kind, zebras(opened)]).toEqual(['kept', 0]);
    opened.index.close();
  });

  it.each<[string, () => void]>([
    ['a folder stands in its place', () => mkdirSync(path, { recursive: true })],
    [
      'a file stands where the state folder should be',
      () => writeFileSync(join(folder, 'state'), ''),
    ],
    [
      'its place is a device that is full',
      () => {
        mkdirSync(join(folder, 'state'));
        symlinkSync('/dev/full', path);
      },
    ],
  ])('is in memory where %s', (_what, harm) => {
    harm();
    const opened = open();
    expect(opened.kind).toBe('memory');
    expect(opened.notice).toContain('the records were read for this search alone');
    fill(opened);
    expect(zebras(opened)).toBe(1);
    opened.index.close();
  });

  it('is in memory while another program keeps it locked', async () => {
    run(`${openScript} openIndex(${JSON.stringify(path)}, 's').index.close();`);
    const owner = spawn(process.execPath, ['-e', lockScript, path], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(owner.stdout, 'data');
    const opened = open();
    expect(opened.kind).toBe('memory');
    expect(opened.notice).toMatch(/^Another program keeps .*index\.db locked/);
    opened.index.close();
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    expect([open().kind, aside()]).toEqual(['kept', []]);
  });

  it('is read while another process writes, and says that it cannot be written', () => {
    made();
    const owner = new Database(path);
    owner.exec('begin immediate');
    const opened = open();
    expect([opened.kind, zebras(opened)]).toEqual(['kept', 1]);
    expect(opened.index.write((writer) => writer.putMark('/a', 'b'))).toBe('busy');
    owner.exec('rollback');
    expect(opened.index.write((writer) => writer.putMark('/a', 'b'))).toBe('done');
    owner.close();
    opened.index.close();
  });

  it('keeps nothing of a writing that fails half-way', () => {
    const opened = open();
    const failing = () =>
      opened.index.write((writer) => {
        writer.putMark('/a', 'b');
        throw new TypeError('a fault of our own');
      });
    expect(failing).toThrow(TypeError);
    expect(opened.index.marks().size).toBe(0);
    opened.index.close();
  });

  it('is read as it was where it cannot be written', () => {
    made();
    const state = join(folder, 'state');
    chmodSync(folder, 0o755);
    chmodSync(state, 0o555);
    chmodSync(path, 0o444);
    // Nothing stops the superuser, who is another user for as long as that takes.
    const isRoot = process.geteuid?.() === 0;
    const script = `
      ${openScript}
      ${isRoot ? 'process.setuid(65534);' : ''}
      const { kind, notice, index } = openIndex(${JSON.stringify(path)}, 's');
      const found = index.match({ expression: '"zebra"', byRarity: false, most: 10 }).length;
      console.log(JSON.stringify({ kind, notice, found, written: index.write((writer) => writer.putMark('/a', 'b')) }));`;
    const out = run(script);
    chmodSync(state, 0o755);
    expect(JSON.parse(out)).toEqual({
      kind: 'frozen',
      notice: expect.stringMatching(
        /index\.db cannot be written .*: this is from the index as it was\.$/,
      ),
      found: 1,
      written: 'closed',
    });
  });

  it('never throws anything but its own fault, and is made anew, whatever bytes are wrong in it', () => {
    made(300);
    const good = readFileSync(path);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 40 }),
        (changes) => {
          const bytes = Buffer.from(good);
          for (const [at, byte] of changes) bytes[at] = byte;
          removeFolder(join(folder, 'state'));
          mkdirSync(join(folder, 'state'), { mode: 0o700 });
          writeFileSync(path, bytes);
          let opened = open();
          try {
            zebras(opened);
            opened.index.records();
            for (let at = 0; at < 300; at += 1) opened.index.item(1, at);
            opened.index.write((writer) => writer.add(1, item(400, 'a late zebra')));
          } catch (error) {
            if (!(error instanceof IndexFault)) throw error;
            expect(error.code).toBe('damaged');
            opened.index.close();
            opened = replaceIndex(path, 's');
            expect(opened.notice).toMatch(/is damaged\. It was set aside/);
            expect(zebras(opened)).toBe(0);
          }
          opened.index.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('leaves no file behind but its own', () => {
    made();
    expect(
      readdirSync(join(folder, 'state')).filter((name) => !/^index\.db(-wal|-shm)?$/.test(name)),
    ).toEqual([]);
    expect(existsSync(path)).toBe(true);
  });
});
