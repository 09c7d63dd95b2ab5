import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { clientFiles } from '../../src/platform/client-files.ts';
import { disk } from '../../src/platform/disk.ts';
import { files } from '../../src/platform/files.ts';
import { openLines } from '../../src/platform/line-blocks.ts';
import { recordDisk } from '../../src/platform/record-disk.ts';
import { recordFiles } from '../../src/platform/record-file.ts';
import { readSmall, readStart } from '../../src/platform/small-files.ts';
import { ticketDisk } from '../../src/platform/ticket-disk.ts';

let folder: string;
let server: Server;
let odd: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-odd-'));
  const at = (name: string) => join(folder, name);
  execFileSync('mkfifo', [at('pipe')]);
  mkdirSync(at('folder'));
  server = createServer();
  await new Promise<void>((resolve) => server.listen(at('socket'), resolve));
  odd = [at('pipe'), at('folder'), at('socket'), '/dev/zero', '/dev/tty', '/dev/stdin', at('none')];
});
afterEach(() => {
  server.close();
  removeFolder(folder);
});

/** Everything that reads a file by a path from outside. */
const readers: Record<string, (path: string) => unknown> = {
  'the text of a file': (path) => files.readText(path),
  'what a file mentions': (path) => files.mentions(path, 0, ['a'], 1_000_000),
  'a small file': readSmall,
  'the start of a file': (path) => readStart(path, 100),
  'a record': (path) => recordFiles.open(path),
  'lines of a journal': (path) => openLines(path),
  "a client's file": (path) => clientFiles.read(path),
};

describe.each(Object.entries(readers))('reading %s', (_, read) => {
  it('never waits for what is no regular file, and takes it for none', () => {
    for (const path of odd) expect(read(path), path).toBeUndefined();
  });

  it('takes a file of the kernel, which has no size, for an empty one', () => {
    for (const path of ['/proc/kmsg', '/proc/self/pagemap'].filter((one) => existsSync(one))) {
      expect([undefined, '', false, 0]).toContainEqual(sizeOf(read(path)));
    }
  });
});

/** How much was read: of what is open, its size. */
function sizeOf(found: unknown): unknown {
  if (typeof found !== 'object' || found === null) return found;
  const { size } = found as { size: number };
  (found as { close?(): void }).close?.();
  return size;
}

describe('what has more to say about it', () => {
  it('refuses by a name', () => {
    for (const path of odd.slice(0, 4)) {
      expect(recordDisk.head(path, 10), path).toBe('unreadable');
      expect(() => ticketDisk.read(path, 100), path).toThrow(/not a regular file/);
      expect(() => disk.readBytes(path), path).toThrow();
    }
  });

  it('reads no line of a record that was empty when it was opened', () => {
    const path = join(folder, 'record');
    writeFileSync(path, '');
    const record = recordFiles.open(path)!;
    writeFileSync(path, 'one\n');
    const lines: string[] = [];
    record.lines(0, (bytes) => lines.push(String(bytes)));
    record.close();
    expect(lines).toEqual([]);
  });

  it('is proven by pipes that do block who opens them in the usual way', () => {
    const code = `require('node:fs').readFileSync(${JSON.stringify(odd[0])})`;
    const { signal } = spawnSync(process.execPath, ['-e', code], { timeout: 1_500 });
    expect(signal).toBe('SIGTERM');
  });
});
