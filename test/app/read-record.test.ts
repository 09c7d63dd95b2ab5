import { describe, expect, it } from 'vitest';
import { type RecordFiles, readRecord } from '../../src/app/read-record.ts';
import type { ConversationItem } from '../../src/core/conversation.ts';
import type { StoredCursor } from '../../src/core/recovery/entry.ts';
import type { RecordReader } from '../../src/hosts/host.ts';

/** A record in memory: the file's bytes and identity can be changed between readings. */
class MemoryRecord implements RecordFiles {
  content = Buffer.alloc(0);
  inode = 1;
  oversized = 0;

  constructor(text: string) {
    this.content = Buffer.from(text);
  }

  open(path: string) {
    if (path !== 'record') return undefined;
    const { content, inode, oversized } = this;
    return {
      size: content.length,
      inode,
      bytes: (from: number, length: number) => content.subarray(from, from + length),
      lines: (from: number, onLine: (bytes: Buffer, offset: number, ended: boolean) => void) => {
        let start = from;
        while (start < content.length) {
          const end = content.indexOf(10, start);
          onLine(content.subarray(start, end < 0 ? undefined : end), start, end >= 0);
          if (end < 0) break;
          start = end + 1;
        }
        return { oversized };
      },
      close: () => undefined,
    };
  }
}

/** Tells every line as an item; counts in its memory how many it has seen. */
function lineReader(): RecordReader {
  let seen = 0;
  return {
    line(bytes, at, sink) {
      seen += 1;
      const text = bytes.toString();
      if (text.includes('odd')) sink.unknown('odd');
      if (text.includes('bad')) sink.damaged(at);
      sink.item({ type: 'assistant', text, at });
    },
    memory: () => String(seen),
    restore: (memory) => {
      seen = Number(memory);
    },
  };
}

function read(file: RecordFiles, cursor?: StoredCursor) {
  const items: ConversationItem[] = [];
  const reading = readRecord(file, 'record', lineReader(), cursor, (item) => items.push(item))!;
  return {
    ...reading,
    texts: items.map((item) => (item.type === 'assistant' ? item.text : '')),
    items,
  };
}

const head = `{"head":"${'h'.repeat(1500)}"}\n`;

describe('reading a record from a cursor', () => {
  it('reads only what is new the second time, and goes on with the reader’s memory', () => {
    const file = new MemoryRecord('{"a":1}\n{"b":2}\n');
    const first = read(file);
    expect(first.texts).toEqual(['{"a":1}', '{"b":2}']);
    file.content = Buffer.concat([file.content, Buffer.from('{"c":3}\n')]);
    const second = read(file, first.cursor);
    expect(second.texts).toEqual(['{"c":3}']);
    expect(second.items[0]!.at).toEqual({ offset: 16, line: 3 });
    expect(second.reset).toBe(false);
    expect(second.cursor.memory).toBe('3');
    expect(read(file, second.cursor).texts).toEqual([]);
  });

  it('leaves a half-written last line for the next reading [case 43]', () => {
    const file = new MemoryRecord('{"a":1}\n{"b":"x');
    const first = read(file);
    expect(first.texts).toEqual(['{"a":1}']);
    expect(first.cursor.offset).toBe(8);
    file.content = Buffer.from('{"a":1}\n{"b":"x}"}\n');
    expect(read(file, first.cursor).texts).toEqual(['{"b":"x}"}']);
  });

  it('uses a whole last line without a line end, once, and counts lines rightly after it', () => {
    const file = new MemoryRecord('{"a":1}\n{"b":2}');
    const first = read(file);
    expect(first.texts).toEqual(['{"a":1}', '{"b":2}']);
    file.content = Buffer.from('{"a":1}\n{"b":2}\n{"c":3}\n');
    const second = read(file, first.cursor);
    expect(second.texts).toEqual(['{"c":3}']);
    expect(second.items[0]!.at.line).toBe(3);
    file.content = Buffer.from('{"a":1}\n{"b":2}{"d":4}\n{"c":3}\n');
    const joined = read(file, first.cursor);
    expect(joined.items.map((item) => item.at.line)).toEqual([2, 3]);
  });

  it('starts again when the file shrank, was replaced or rewritten, and says so [case 40]', () => {
    const file = new MemoryRecord(`${head}{"a":1}\n{"b":2}\n`);
    const { cursor } = read(file);
    const changes: [string, () => void][] = [
      [
        'shrank',
        () => {
          file.content = Buffer.from('{"a":1}\n');
        },
      ],
      [
        'replaced',
        () => {
          file.inode = 2;
        },
      ],
      [
        'new head',
        () => {
          file.content = Buffer.from(`${head}{"a":1}\n{"b":2}\n`.replace('hhh', 'iii'));
        },
      ],
      [
        'rewritten behind',
        () => {
          file.content = Buffer.from(`${head}{"a":9}\n{"b":2}\n`);
        },
      ],
    ];
    for (const [name, change] of changes) {
      file.content = Buffer.from(`${head}{"a":1}\n{"b":2}\n`);
      file.inode = 1;
      change();
      const again = read(file, cursor);
      expect(again.reset, name).toBe(true);
      expect(again.items[0]!.at, name).toEqual({ offset: 0, line: 1 });
    }
  });

  it('starts again on a cursor that it does not understand', () => {
    const file = new MemoryRecord('{"a":1}\n');
    expect(read(file, {}).texts).toEqual(['{"a":1}']);
    expect(read(file, { offset: 'x', line: 1 }).reset).toBe(true);
  });

  it('goes on when a short file grew past the bytes that its head was told by', () => {
    const file = new MemoryRecord('{"a":1}\n');
    const { cursor } = read(file);
    file.content = Buffer.concat([file.content, Buffer.from(head)]);
    expect(read(file, cursor).reset).toBe(false);
  });

  it('counts lines, damage, unknown rows and lines left out', () => {
    const file = new MemoryRecord('{"odd":1}\n\nbad\n{"odd":2}\n');
    file.oversized = 2;
    expect(read(file)).toMatchObject({ lines: 3, damaged: 1, unknown: { odd: 2 }, oversized: 2 });
  });

  it('gives nothing for a record that is not there, and nothing to tell for an empty one', () => {
    expect(
      readRecord(new MemoryRecord(''), 'gone', lineReader(), undefined, () => undefined),
    ).toBeUndefined();
    expect(read(new MemoryRecord('')).texts).toEqual([]);
    expect(read(new MemoryRecord('\n\n\n'))).toMatchObject({ lines: 0, damaged: 0 });
  });

  it('keeps its cursor in plain strings and numbers', () => {
    const { cursor } = read(new MemoryRecord(`${head}{"a":1}`));
    for (const value of Object.values(cursor)) expect(['string', 'number']).toContain(typeof value);
    expect(JSON.parse(JSON.stringify(cursor))).toEqual(cursor);
  });
});
