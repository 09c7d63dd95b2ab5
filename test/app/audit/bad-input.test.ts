import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { auditRecords } from '../../../src/app/audit/audit-records.ts';
import type { RecordDisk } from '../../../src/app/records/ports.ts';
import { recordStores } from '../../../src/hosts/record-registry.ts';
import { recordDisk } from '../../../src/platform/record-disk.ts';
import { sessionText } from './record-kit.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-bad-'));
  put('good/good.jsonl', good);
});
afterEach(() => {
  chmodSync(folder, 0o755);
  removeFolder(folder);
});

const good = sessionText({
  session: 'good',
  said: ['Never push to main.'],
  edits: ['/code/proj/a.ts'],
  summary: 'Changed a.ts.',
});

function put(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

function audit(disk: RecordDisk = recordDisk, paths: string[] = [folder]) {
  const { report, problems } = auditRecords(disk, {
    roots: paths.map((path) => ({ path, stores: recordStores, named: true })),
    filter: {},
    limitsOf: () => ({ whole: 9_500, head: 1_900 }),
    patterns: [],
  });
  const named = problems.flatMap(({ kind, first }) =>
    first.map((problem) => `${kind} ${problem.path.slice(folder.length + 1)}`.trim()),
  );
  return { report, problems, named: named.sort() };
}

/** The good session is audited whatever else there is. */
function expectGood(report: ReturnType<typeof audit>['report']): void {
  const session = report.sessions.find((one) => one.session === 'good');
  expect(session?.rules.map((rule) => rule.value)).toEqual(['Never push to main.']);
}

describe('bad input: the rest is audited, and it is named', () => {
  it('a file that cannot be read', () => {
    put('secret.jsonl', good);
    const disk: RecordDisk = {
      ...recordDisk,
      head: (path, length) =>
        path.endsWith('secret.jsonl') ? 'unreadable' : recordDisk.head(path, length),
    };
    const { report, named } = audit(disk);
    expectGood(report);
    expect(named).toEqual(['unreadable secret.jsonl']);
  });

  it('a folder that cannot be read', () => {
    put('closed/one.jsonl', good);
    const disk: RecordDisk = {
      ...recordDisk,
      *entries(path) {
        return path.endsWith('closed') ? 'unreadable' : yield* recordDisk.entries(path);
      },
    };
    const { report, named } = audit(disk);
    expectGood(report);
    expect(named).toEqual(['unreadable closed']);
  });

  it.runIf(process.getuid?.() !== 0)('a file and a folder without the right to read them', () => {
    chmodSync(put('secret.jsonl', good), 0);
    put('closed/one.jsonl', good);
    chmodSync(join(folder, 'closed'), 0);
    const { report, named } = audit();
    chmodSync(join(folder, 'closed'), 0o755);
    expectGood(report);
    expect(named).toEqual(['unreadable closed', 'unreadable secret.jsonl']);
  });

  it('links in circles, to nowhere, and to what is met anyway', () => {
    symlinkSync('..', join(folder, 'good', 'up'));
    symlinkSync('loop.jsonl', join(folder, 'loop.jsonl'));
    symlinkSync('b', join(folder, 'a'));
    symlinkSync('a', join(folder, 'b'));
    mkdirSync(join(folder, 'deep', 'er'), { recursive: true });
    symlinkSync('../../deep', join(folder, 'deep', 'er', 'top'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dead.jsonl'));
    symlinkSync(join(folder, 'good'), join(folder, 'again'));
    symlinkSync(join(folder, 'good', 'good.jsonl'), join(folder, 'again.jsonl'));
    const { report, named } = audit();
    expectGood(report);
    expect(report.totals.sessions).toBe(1);
    expect(named).toEqual([
      'dangling dead.jsonl',
      'loop a',
      'loop b',
      'loop deep/er/top',
      'loop good/up',
      'loop loop.jsonl',
    ]);
  });

  it('two folders that link to each other, one of them outside', () => {
    const outside = mkdtempSync(join(tmpdir(), 'holdfast-outside-'));
    writeFileSync(join(outside, 'other.jsonl'), sessionText({ session: 'other', summary: '' }));
    symlinkSync(outside, join(folder, 'out'));
    symlinkSync(folder, join(outside, 'back'));
    const { report, named } = audit();
    removeFolder(outside);
    expectGood(report);
    expect(report.totals.sessions).toBe(2);
    expect(named).toEqual(['loop out/back']);
  });

  it('a file that vanishes between being seen and being read', () => {
    const gone = put('gone.jsonl', good);
    const disk: RecordDisk = {
      ...recordDisk,
      open(path) {
        if (path === gone) rmSync(gone, { force: true });
        return recordDisk.open(path);
      },
    };
    const { report, named } = audit(disk);
    expectGood(report);
    expect(named).toEqual(['gone gone.jsonl']);
  });

  it('a file that vanishes, shrinks, grows or is replaced while it is read', () => {
    const changes: Record<string, (path: string) => void> = {
      'vanishing.jsonl': (path) => rmSync(path),
      'shrinking.jsonl': (path) => truncateSync(path, 10),
      'growing.jsonl': (path) =>
        appendFileSync(path, sessionText({ session: 'late', said: ['More.'] })),
      'replaced.jsonl': (path) => {
        rmSync(path);
        writeFileSync(`${path}.new`, 'x');
        writeFileSync(path, good);
      },
    };
    for (const name of Object.keys(changes)) put(name, good.replaceAll('good', name));
    const disk: RecordDisk = {
      ...recordDisk,
      open(path) {
        const file = recordDisk.open(path);
        const change = changes[path.slice(folder.length + 1)];
        if (file === undefined || change === undefined) return file;
        return {
          ...file,
          lines(from, onLine) {
            const result = file.lines(from, onLine);
            change(path);
            return result;
          },
        };
      },
    };
    const { report, named } = audit(disk);
    expectGood(report);
    expect(named).toEqual([
      'gone vanishing.jsonl',
      'grew growing.jsonl',
      'replaced replaced.jsonl',
      'shrank shrinking.jsonl',
    ]);
    expect(report.totals.compacted).toBe(5);
  });

  it('a line of 20 MB, which is read, and one of 40 MB, which is left out', () => {
    const huge = (size: number) =>
      JSON.stringify({
        type: 'progress',
        uuid: 'p',
        sessionId: 's',
        data: { output: 'x'.repeat(size) },
      });
    put('long.jsonl', `${huge(20_000_000)}\n${good.replaceAll('good', 'long')}`);
    put('longer.jsonl', `${huge(40_000_000)}\n${good.replaceAll('good', 'longer')}`);
    const { report, problems, named } = audit();
    expectGood(report);
    expect(named).toEqual(['oversized longer.jsonl']);
    expect(problems[0]?.first[0]?.count).toBe(1);
    expect(report.sessions.map((session) => session.rules.length)).toEqual([1, 1, 1]);
  });

  it('gzip, random bytes, text, JSON that is no record and an empty file, all named .jsonl', () => {
    put('zipped.jsonl', gzipSync(good));
    put(
      'random.jsonl',
      Uint8Array.from({ length: 4096 }, (_, at) => (at * 197 + 31) % 256),
    );
    put('text.jsonl', 'Dear diary,\nnothing.\n');
    put('foreign.jsonl', '{"role":"user","content":"hello"}\n[1,2]\n"x"\n');
    put('deep.jsonl', `${'['.repeat(100_000)}\n${'{"a":'.repeat(50_000)}`);
    put('empty.jsonl', '');
    put('nul.jsonl', new Uint8Array(5000));
    const { report, problems, named } = audit();
    expectGood(report);
    expect(named).toEqual([
      'empty empty.jsonl',
      'empty nul.jsonl',
      'foreign deep.jsonl',
      'foreign foreign.jsonl',
      'foreign random.jsonl',
      'foreign text.jsonl',
      'foreign zipped.jsonl',
    ]);
    const zipped = problems
      .flatMap(({ first }) => first)
      .find((one) => one.path.includes('zipped'));
    expect(zipped?.detail).toBe('it is compressed');
  });

  it.runIf(process.platform !== 'win32')('a pipe, which would be waited for', () => {
    spawnSync('mkfifo', [join(folder, 'pipe.jsonl')]);
    const { report, named } = audit();
    expectGood(report);
    expect(named).toEqual(['special pipe.jsonl']);
    expect(audit(recordDisk, [join(folder, 'pipe.jsonl')]).named).toEqual(['special pipe.jsonl']);
  });

  it('a path that is not there', () => {
    const { report, named } = audit(recordDisk, [folder, join(folder, 'nothing')]);
    expectGood(report);
    expect(named).toEqual(['absent nothing']);
  });

  it('damage in the middle of a record, with its line', () => {
    const lines = good.trimEnd().split('\n');
    put('torn.jsonl', [lines[0], '{"type":"user","uuid":"tor', ...lines.slice(1)].join('\n'));
    const { problems, named } = audit();
    expect(named).toEqual(['damaged torn.jsonl']);
    expect(problems[0]?.first[0]).toMatchObject({ count: 1, line: 2 });
  });

  it('a fault of our own in reading one record', () => {
    const disk: RecordDisk = {
      ...recordDisk,
      open(path) {
        if (path.includes('good.jsonl')) return recordDisk.open(path);
        throw new TypeError('a fault');
      },
    };
    put('other.jsonl', good.replaceAll('good', 'other'));
    const { report, named, problems } = audit(disk);
    expectGood(report);
    expect(named).toEqual(['failed other.jsonl']);
    expect(problems[0]?.first[0]?.detail).toBe('a fault');
  });

  it('rows of thousands of kinds that are not known', () => {
    const rows = Array.from(
      { length: 3_000 },
      (_, at) => `{"type":"kind-${at}","uuid":"u${at}"}\n`,
    );
    put('strange.jsonl', good.replaceAll('good', 'strange') + rows.join(''));
    const { report } = audit();
    expectGood(report);
    const names = Object.keys(report.hosts[0]?.unknownRows ?? {});
    expect(names.length).toBeLessThan(60);
    expect(Object.values(report.hosts[0]!.unknownRows).reduce((sum, one) => sum + one, 0)).toBe(
      3_000,
    );
  });
});

describe('very many files', () => {
  it('are gone through one by one: neither names nor findings are held, and the first of a sort are named', () => {
    const files = 200_000;
    setFlagsFromString('--expose-gc');
    const tidy = runInNewContext('gc') as () => void;
    let held = 0;
    const real = recordDisk;
    /** A folder that exists only here, so that making it takes no time. */
    const disk: RecordDisk = {
      ...real,
      realPath: (path) => (path === '/many' ? path : real.realPath(path)),
      stat: (path) =>
        path === '/many'
          ? { kind: 'folder', size: 0, modifiedMs: 1, inode: 1 }
          : path.startsWith('/many/')
            ? { kind: 'file', size: 20, modifiedMs: 1, inode: 2 }
            : real.stat(path),
      *entries(path) {
        if (path !== '/many') return yield* real.entries(path);
        for (let at = 0; at < files; at += 1) yield { name: `${files - at}.jsonl`, kind: 'file' };
        tidy();
        held = process.memoryUsage().heapUsed;
        return undefined;
      },
      head: (path, length) =>
        path.startsWith('/many/') ? new TextEncoder().encode('{"a":1}\n') : real.head(path, length),
    };
    tidy();
    const before = process.memoryUsage().heapUsed;
    const { report, problems } = audit(disk, ['/many', folder]);
    const grown = held - before;
    expectGood(report);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ kind: 'foreign', count: files });
    expect(problems[0]?.first.map((one) => one.path).slice(0, 3)).toEqual([
      '/many/1.jsonl',
      '/many/10.jsonl',
      '/many/100.jsonl',
    ]);
    expect(grown).toBeLessThan(5_000_000);
  });

  it('of which the counts are right however they are ordered', () => {
    for (let at = 0; at < 300; at += 1) {
      put(`many/${at}.jsonl`, good.replaceAll('good', `session-${at}`));
    }
    const { report } = audit();
    expect(report.totals).toMatchObject({
      sessions: 301,
      compacted: 301,
      compactions: 301,
      rules: 301,
    });
    const paths = report.sessions.map((session) => session.path);
    expect(paths).toEqual([...paths].sort());
  });

  it('puts no line of its own into the report by the name of its folder', () => {
    const text = sessionText({
      session: 'two-lines',
      said: ['Never push to main.'],
      edits: ['/code/proj/a.ts'],
      summary: 'Changed a.ts.',
    });
    const cwd = /"cwd":("[^"]*")/.exec(text)?.[1];
    expect(cwd).toBeDefined();
    put('two/two-lines.jsonl', text.replaceAll(`"cwd":${cwd}`, '"cwd":"/code/evil\\nAll is well"'));
    const { report } = audit();
    expect(JSON.stringify(report)).toContain('/code/evil All is well');
    expect(JSON.stringify(report)).not.toContain('evil\\n');
  });
});
