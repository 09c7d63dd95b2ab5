import { describe, expect, it } from 'vitest';
import { readRecord } from '../../../src/app/read-record.ts';
import type { ConversationItem } from '../../../src/core/conversation.ts';
import { firstText, text } from '../../../src/core/rows/values.ts';
import { wellFormed, wellFormedValue } from '../../../src/core/rows/well-formed.ts';
import { objectIn } from '../../../src/entry/daemon/json-body.ts';

const half = '\ud83d';
const clean = '\ufffd';

describe('halves of characters', () => {
  it('are replaced in every text and name, and whole ones stay', () => {
    expect(wellFormed(`a${half}b\u{1f600}`)).toBe(`a${clean}b\u{1f600}`);
    expect(wellFormedValue({ [half]: [`x${half}`, { a: 1 }] })).toEqual({
      [clean]: [`x${clean}`, { a: 1 }],
    });
    expect([text(`a${half}`), firstText('', half)]).toEqual([`a${clean}`, clean]);
  });

  it('cost nothing where there are none: the very same value comes back', () => {
    const value = { a: ['b', { c: '\u5c71' }] };
    expect(wellFormedValue(value)).toBe(value);
  });

  it('do not get past the body of a request', () => {
    expect(objectIn(Buffer.from('{"a":["\\ud83d"]}'))).toEqual({ a: [clean] });
  });

  it('do not get past the reading of a record, whatever its host reads them with', () => {
    const items: ConversationItem[] = [];
    const todos = {
      type: 'todos',
      mode: 'replace',
      items: [{ id: '1', text: `a${half}`, status: 'pending' }],
    };
    const reader = {
      line: (_bytes: Buffer, _at: object, sink: { item(item: ConversationItem): void }) =>
        sink.item(todos as ConversationItem),
    };
    const record = {
      size: 1,
      inode: 1,
      bytes: () => Buffer.from(''),
      lines: (_from: number, onLine: (bytes: Buffer, at: number, ended: boolean) => void) => {
        onLine(Buffer.from('{}'), 0, true);
        return { oversized: 0 };
      },
      close: () => {},
    };
    readRecord({ open: () => record }, 'x', reader as never, undefined, (item) => items.push(item));
    expect(items).toEqual([
      { ...todos, items: [{ id: '1', text: `a${clean}`, status: 'pending' }] },
    ]);
  });
});
