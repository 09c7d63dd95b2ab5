import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frontMatter } from '../../../src/core/task/front-matter.ts';
import {
  addAnswer,
  addProgress,
  moveStatus,
  setKey,
  setResult,
  setStatus,
} from '../../../src/core/ticket/edit.ts';
import { newTicketText } from '../../../src/core/ticket/new-text.ts';
import { parseTicketFile } from '../../../src/core/ticket/parse.ts';
import { quickHead } from '../../../src/core/ticket/quick-head.ts';
import { putTogether, takeApart } from '../../../src/core/ticket/raw-lines.ts';

const time = '2026-02-03T04:05:06Z';
const path = '/code/shop/.holdfast/tickets/t.md';
const fresh = newTicketText({ id: 't', title: 'Fix the till', contract: 'It adds.', keys: [] });

const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
const piece = fc.constantFrom(
  '',
  '---',
  'status: queued',
  'Status: queued',
  '**Status:** In Progress',
  'title: "A: b" # why',
  'depends_on: [a, b]',
  'scope:',
  '  - src/**',
  '# Title',
  '# Progress bar',
  '# Contract',
  '# Result',
  '### Result format',
  '## Contract',
  '## Progress',
  '- 2026-01-01T00:00:00Z began',
  '  and went on',
  '## Result',
  '### Progress of others',
  '```',
  '<!-- hidden',
  '-->',
  '- Q: why?',
  '  A: since',
  'text with trailing blanks  ',
  '日本語 ✅',
);
const document = fc
  .tuple(fc.constantFrom('', '\uFEFF'), fc.array(fc.tuple(piece, lineEnd), { maxLength: 30 }))
  .map(([bom, lines]) => bom + lines.map(([text, end]) => text + end).join(''));

/** True when `after` is `before` with lines put in and nothing else changed. */
function onlyAdds(before: string, after: string): boolean {
  const kept = takeApart(before).lines;
  let at = 0;
  for (const line of takeApart(after).lines) if (kept[at]?.text === line.text) at += 1;
  return at === kept.length;
}

const orFault = (work: () => string): string | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

describe('changing a ticket in place', () => {
  it('gives back every byte of any text that is taken apart', () => {
    fc.assert(
      fc.property(fc.oneof(document, fc.string({ unit: 'binary' })), (text) => {
        expect(putTogether(takeApart(text))).toBe(text);
      }),
    );
  });

  it('adds progress to any document without touching a line of it [R10]', () => {
    fc.assert(
      fc.property(document, fc.string({ minLength: 1 }), (text, entry) => {
        const after = orFault(() => addProgress(text, `x${entry}`, time));
        if (after === undefined) return;
        expect(onlyAdds(text, after)).toBe(true);
        const before = parseTicketFile(text, path).progress.length;
        const { progress } = parseTicketFile(after, path);
        expect(progress).toHaveLength(before + 1);
        expect(progress.at(-1)).toContain(time);
      }),
    );
  });

  it('sets a status in any form, and only that', () => {
    fc.assert(
      fc.property(document, (text) => {
        const after = orFault(() => setStatus(text, 'review'));
        if (after === undefined) return;
        const { bom, lines } = takeApart(after);
        expect(bom).toBe(takeApart(text).bom);
        const same = new Set(takeApart(text).lines.map((line) => line.text));
        const changed = lines.filter(
          (line) => !same.has(line.text) && line.text !== '---' && line.text !== '',
        );
        expect(changed.length).toBeLessThanOrEqual(1);
        const head = frontMatter(after);
        if (head?.fault === undefined) expect(parseTicketFile(after, path).status).toBe('review');
      }),
    );
  });

  it('keeps comments, quotes and order when a key is set', () => {
    const text =
      '---\n# mine\ntitle: "A: b" # why\nscope:\n  - a/**\n\n# for later\nphase: one\n---\nBody\n';
    expect(setKey(text, 'title', 'C: d')).toBe(text.replace('"A: b" # why', '"C: d" # why'));
    expect(setKey(text, 'scope', ['x', 'y z'])).toBe(
      text.replace('  - a/**\n', '  - x\n  - y z\n'),
    );
    expect(setKey(text, 'phase', 'two')).toBe(text.replace('one', 'two'));
    expect(setKey(text, 'branch', 'b')).toBe(text.replace('one\n', 'one\nbranch: b\n'));
  });

  it('writes what any reader of YAML takes back as the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (value) => {
        fc.pre(!/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff]/.test(value));
        const after = setKey(fresh, 'objective', value);
        expect(frontMatter(after)?.data.objective).toBe(value);
        const many = setKey(fresh, 'scope', [value, 'b']);
        expect(frontMatter(many)?.data.scope).toEqual([value, 'b']);
      }),
    );
  });

  it('reads simple front matter as the library does, and leaves the rest to it', () => {
    const value = fc.constantFrom(
      'a',
      'A b',
      '"q"',
      "'s'",
      '[a, b]',
      '[]',
      'x: y',
      '# c',
      '*x',
      '- a',
      '1.10',
      'no',
      '~',
      '',
      'a #b',
      'a#b',
      '{a: b}',
      '>',
      '"a\\n"',
      '@x',
      'café',
    );
    const line = fc.oneof(
      fc
        .tuple(fc.constantFrom('a', 'b', 'C-d', 'e_f', '"g"', 'h i'), value)
        .map(([key, text]) => `${key}: ${text}`),
      fc
        .tuple(fc.constantFrom('', '  ', '    '), value)
        .map(([blanks, text]) => `${blanks}- ${text}`),
      fc.constantFrom('list:', '# comment', '', '  # inner', '  more', '\tx: y'),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const quick = quickHead(lines);
        if (quick === undefined) return;
        const read = frontMatter(['---', ...lines, '---', ''].join('\n'));
        expect(read?.fault).toBeUndefined();
        expect({ ...quick }).toEqual({ ...read?.data });
      }),
      { numRuns: 2000 },
    );
  });

  it('writes status, result and answers into a ticket with CRLF and BOM [case 47]', () => {
    const crlf = `\uFEFF${fresh.replaceAll('\n', '\r\n')}`;
    const moved = moveStatus(crlf, 'claimed', path);
    expect(moved).toBe(crlf.replace('status: queued', 'status: claimed'));
    const said = addAnswer(setResult(moved, 'All\n# done'), 'Why?', 'Since it adds.');
    expect(said).not.toMatch(/[^\r]\n/);
    const ticket = parseTicketFile(said, path);
    expect(ticket.result).toBe('All\n### done');
    expect(ticket.answers).toEqual([{ question: 'Why?', answer: 'Since it adds.' }]);
    expect(parseTicketFile(addAnswer(said, 'why', 'No.'), path).answers).toEqual([
      { question: 'Why?', answer: 'No.' },
    ]);
  });

  it('lets no text that is added open a comment, a fence or a section', () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (texts) => {
        const hostile = `x\n${texts.join('\n')}`;
        const after = addProgress(setResult(fresh, hostile), hostile, time);
        const again = addProgress(after, 'last', time);
        const ticket = parseTicketFile(setStatus(again, 'done'), path);
        expect(ticket.progress).toHaveLength(2);
        expect(ticket.progress.at(-1)).toBe(`${time} last`);
        expect(ticket.status).toBe('done');
      }),
    );
  });
});

describe('the older forms', () => {
  it('moves a ticket with a status line and leaves the rest [R10]', () => {
    const text = '# Fix login\n\n- **Status:** In Progress  \n\n## Progress\n- began\n';
    expect(moveStatus(text, 'blocked', path)).toBe(text.replace('In Progress', 'blocked'));
  });

  it('refuses a move that cannot be', () => {
    expect(() => moveStatus(fresh, 'done', path)).toThrow(/must be claimed/);
    expect(() => moveStatus('Status: nonsense\n', 'done', path)).toThrow(/"nonsense"/);
  });
});
