import { appendFileSync, mkdirSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { readRecord } from '../../src/app/read-record.ts';
import type { StoredCursor } from '../../src/core/recovery/entry.ts';
import type { RecordReader } from '../../src/hosts/host.ts';
import { longestLine, recordFiles } from '../../src/platform/record-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-record-'));
});
afterEach(() => removeFolder(folder));

/** All lines of a file with these bytes, read from an offset. */
function linesOf(content: string | Buffer, from = 0) {
  const path = join(folder, 'record.jsonl');
  writeFileSync(path, content);
  const file = recordFiles.open(path)!;
  const lines: [string, number, boolean][] = [];
  const { oversized } = file.lines(from, (bytes, offset, ended) => {
    lines.push([bytes.toString(), offset, ended]);
  });
  file.close();
  return { lines, oversized };
}

describe('lines of a record', () => {
  it('gives each line with its offset, and says which has no end', () => {
    expect(linesOf('one\n\ntwo\r\nthree').lines).toEqual([
      ['one', 0, true],
      ['', 4, true],
      ['two\r', 5, true],
      ['three', 10, false],
    ]);
    expect(linesOf('one\ntwo\n', 4).lines).toEqual([['two', 4, true]]);
    expect(linesOf('').lines).toEqual([]);
    expect(linesOf('\n\n\n').lines).toHaveLength(3);
    expect(linesOf('one\n', 400).lines).toEqual([]);
  });

  it('puts lines together that lie over the borders of the pieces it reads', () => {
    const sizes = [10, 1_048_570, 1_048_576, 5, 3_000_000, 1, 1_048_575, 0, 7];
    const content = sizes.map((size, index) => String(index).repeat(size)).join('\n');
    const { lines, oversized } = linesOf(content);
    expect(lines.map(([text]) => text.length)).toEqual(sizes);
    expect(lines.every(([text], index) => text === String(index).repeat(sizes[index]!))).toBe(true);
    let offset = 0;
    for (const [index, [, at]] of lines.entries()) {
      expect(at).toBe(offset);
      offset += sizes[index]! + 1;
    }
    expect(oversized).toBe(0);
  });

  it('leaves out a line over 32 MB, counts it, and goes on behind it [case 31]', () => {
    const huge = Buffer.alloc(longestLine + 5_000_000, 120);
    const { lines, oversized } = linesOf(
      Buffer.concat([Buffer.from('a\n'), huge, Buffer.from('\nb\nc')]),
    );
    expect(lines).toEqual([
      ['a', 0, true],
      ['b', huge.length + 3, true],
      ['c', huge.length + 5, false],
    ]);
    expect(oversized).toBe(1);
  });

  it('reads what is appended while it reads, and stands a file that shrinks', () => {
    const path = join(folder, 'growing.jsonl');
    writeFileSync(path, 'one\ntwo\n');
    const file = recordFiles.open(path)!;
    const lines: string[] = [];
    file.lines(0, (bytes) => {
      lines.push(bytes.toString());
      if (lines.length === 1) appendFileSync(path, 'three\n');
    });
    expect(lines).toEqual(['one', 'two', 'three']);
    file.lines(0, (bytes) => {
      lines.push(bytes.toString());
      truncateSync(path, 0);
    });
    expect(file.bytes(0, 10).length).toBe(0);
    file.close();
  });

  it('is gone on with where it grew while it was read: the mark of its end is of all that was read', () => {
    const path = join(folder, 'record.jsonl');
    writeFileSync(path, 'first\n');
    const reader = (): RecordReader => ({
      line: (bytes, at, sink) => {
        const text = bytes.toString();
        if (text === 'first') appendFileSync(path, 'second\nthird\n');
        sink.item({ type: 'assistant', text, at });
      },
    });
    const texts: string[] = [];
    const read = (cursor?: StoredCursor) =>
      readRecord(recordFiles, path, reader(), cursor, (item) => {
        if (item.type === 'assistant') texts.push(item.text);
      })!;
    const { cursor } = read();
    expect(texts).toEqual(['first', 'second', 'third']);
    appendFileSync(path, 'fourth\n');
    expect(read(cursor).reset).toBe(false);
    expect(texts.slice(3)).toEqual(['fourth']);
  });

  it('gives nothing for what is no readable file', () => {
    mkdirSync(join(folder, 'sub'));
    expect(recordFiles.open(join(folder, 'none.jsonl'))).toBeUndefined();
    expect(recordFiles.open(join(folder, 'sub'))).toBeUndefined();
  });
});
