import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, invertEdits } from '../../../src/core/settings-text/edit.ts';
import { geminiInstall } from '../../../src/hosts/gemini/install.ts';

const path = '/home/dev/.gemini/settings.json';
const portable = { form: 'portable' } as const;

const handler = fc.record(
  {
    type: fc.constant('command'),
    command: fc.string(),
    name: fc.string(),
    timeout: fc.nat(60_000),
  },
  { requiredKeys: ['type', 'command'] },
);
const group = fc.record(
  {
    matcher: fc.string(),
    sequential: fc.boolean(),
    hooks: fc.array(handler, { maxLength: 3 }),
  },
  { requiredKeys: ['hooks'] },
);
const hooks = fc.dictionary(
  fc.constantFrom('AfterAgent', 'BeforeTool', 'SessionStart', 'PreCompress', 'odd "name"'),
  fc.array(group, { maxLength: 3 }),
);
const settings = fc.record(
  {
    security: fc.record({ folderTrust: fc.record({ enabled: fc.boolean() }) }),
    hooks,
    hooksConfig: fc.record({ enabled: fc.boolean(), disabled: fc.array(fc.string()) }),
    other: fc.jsonValue({ maxDepth: 3 }),
  },
  { requiredKeys: [] },
);
/** A settings file in any layout: indentation, line ends, BOM, blanks around. */
const file = fc
  .record({
    value: settings,
    indent: fc.constantFrom('', ' ', '  ', '\t'),
    eol: fc.constantFrom('\n', '\r\n'),
    start: fc.constantFrom('', '\uFEFF'),
    end: fc.constantFrom('', '\n', '\n\n', ' \t\n'),
  })
  .map(
    ({ value, indent, eol, start, end }) =>
      start + (JSON.stringify(value, null, indent) + end).replaceAll('\n', eol),
  );
const parse = (text: string) => JSON.parse(text.replace(/^\uFEFF/, ''));

describe('the settings file of Gemini CLI in any layout', () => {
  it('is given back to the byte by the recorded edits [R43] [case 16]', () => {
    fc.assert(
      fc.property(file, (text) => {
        const change = geminiInstall.register(text, path, portable);
        expect(geminiInstall.registered(change.text, path)).toHaveLength(7);
        expect(geminiInstall.register(change.text, path, portable).passes).toEqual([]);
        let back = change.text;
        for (const pass of [...change.passes].reverse()) back = applyEdits(back, invertEdits(pass));
        expect(back).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  it('has its old value and no entry of ours when they are taken out by structure', () => {
    fc.assert(
      fc.property(file, (text) => {
        const { text: ours, created } = geminiInstall.register(text, path, portable);
        const out = geminiInstall.unregister(ours, path, created).text;
        expect(geminiInstall.registered(out, path)).toEqual([]);
        expect(parse(out)).toEqual(parse(text));
      }),
      { numRuns: 200 },
    );
  });
});
