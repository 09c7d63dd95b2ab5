import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asSectionBody, withOwnSection } from '../../../src/core/memory/own-section.ts';

const body = asSectionBody('> Kept.\n\n# Session Title\n_What._\n\nPrices\n');
const line = fc.constantFrom(
  '# Current State',
  'text',
  '',
  '```',
  '## Holdfast',
  '- # Holdfast',
  '\r',
);
const others = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));

describe('our section in a file of the client [R44]', () => {
  it('leaves every other byte as it is, however often it is written', () => {
    fc.assert(
      fc.property(others, others, (before, after) => {
        const first = withOwnSection(before, body);
        expect(first.startsWith(before)).toBe(true);
        expect(first.match(/^# Holdfast\r?$/gm)).toHaveLength(1);
        // What the client writes behind it, under a heading of its own.
        const grown = `${first}\n# Worklog\n${after}`;
        const again = withOwnSection(grown, `${body}\nmore`);
        expect(again.startsWith(before)).toBe(true);
        expect(again.endsWith(`\n# Worklog\n${after}`)).toBe(true);
        expect(withOwnSection(again, `${body}\nmore`)).toBe(again);
      }),
    );
  });

  it('is one level deeper than ours is by itself, so that it ends where the next one begins', () => {
    expect(withOwnSection('# Worklog\nx\n', body)).toBe(
      '# Worklog\nx\n\n# Holdfast\n<!-- Kept by Holdfast: what stands up to the next heading of this level is replaced. -->\n\n> Kept.\n\n## Session Title\n_What._\n\nPrices\n',
    );
  });

  it('takes the place that a person made for it', () => {
    const text = withOwnSection('# Holdfast\nhere\n# Worklog\nx\n', body);
    expect(text).toMatch(/^# Holdfast\n<!--.*-->\n\n> Kept\.[\s\S]*Prices\n\n# Worklog\nx\n$/);
  });

  it.each(['```', '~~~~', '  ```md'])(
    'is not what a block of code after %s shows of one: all text of the user after it stays',
    (fence) => {
      const text = `# Worklog\n${fence}\n# Holdfast\nas an example\n${fence.trim().slice(0, 4).replace('m', '')}\nKeep this.\n`;
      expect(withOwnSection(text, body).startsWith(text)).toBe(true);
    },
  );

  it('keeps the line ends of the file', () => {
    const text = withOwnSection('# Worklog\r\nx\r\n', body);
    expect(text).toBe(withOwnSection('# Worklog\nx\n', body).replaceAll('\n', '\r\n'));
    expect(text).toContain('\r\n# Holdfast\r\n');
  });
});
