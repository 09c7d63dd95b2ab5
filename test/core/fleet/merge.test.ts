import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTicket } from '../../../src/core/fleet/merge.ts';
import { addProgress, setKey, setResult, setStatus } from '../../../src/core/ticket/edit.ts';
import { newTicketText } from '../../../src/core/ticket/new-text.ts';
import { parseTicketFile } from '../../../src/core/ticket/parse.ts';

const path = 't.md';
const time = '2026-11-30T00:00:00Z';
const base = newTicketText({ id: 't', title: 'T', keys: [['objective', 'old']] });
const add = (text: string, lines: readonly string[]) =>
  lines.reduce((now, line) => addProgress(now, line, time), text);
const progress = (text: string) =>
  parseTicketFile(text, path).progress.map((line) => line.slice(21));

describe('two versions of a ticket', () => {
  it('lose no line of progress and double none, whatever each of them added', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 });
    fc.assert(
      fc.property(
        words,
        words,
        words,
        fc.boolean(),
        fc.boolean(),
        (before, here, there, moves, mayChange) => {
          const was = add(base, before);
          const local = moves ? setStatus(add(was, here), 'claimed') : add(was, here);
          // What went out before is there already.
          const shared = add(add(was, here), there);
          const { text } = mergeTicket(was, local, shared, path, mayChange);
          expect(progress(text).sort()).toEqual([...before, ...here, ...there].sort());
        },
      ),
    );
  });

  it('keep what one of them changed', () => {
    const local = setStatus(setResult(base, 'it works'), 'done');
    const shared = setKey(base, 'objective', 'new');
    const { text, conflict } = mergeTicket(base, local, shared, path);
    expect(parseTicketFile(text, path)).toMatchObject({
      status: 'done',
      result: 'it works',
      objective: 'new',
    });
    expect(conflict).toBe(false);
    expect(mergeTicket(base, local, base, path)).toEqual({ text: local, conflict: false });
    expect(mergeTicket(base, base, shared, path)).toEqual({ text: shared, conflict: false });
    expect(mergeTicket(base, shared, shared, path)).toEqual({ text: shared, conflict: false });
  });

  it('have the shared one where both changed the same, or the ticket is another machine’s', () => {
    const local = setKey(base, 'objective', 'mine');
    const shared = setKey(base, 'objective', 'theirs');
    expect(mergeTicket(base, local, shared, path)).toEqual({ text: shared, conflict: true });
    expect(mergeTicket(base, local, base, path, false)).toEqual({ text: base, conflict: true });
    const lined = add(local, ['only here']);
    expect(progress(mergeTicket(base, lined, base, path, false).text)).toEqual(['only here']);
  });
});
