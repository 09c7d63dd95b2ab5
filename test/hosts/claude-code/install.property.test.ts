import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, invertEdits } from '../../../src/core/settings-text/edit.ts';
import { claudeCodeInstall } from '../../../src/hosts/claude-code/install.ts';

const portable = { form: 'portable' } as const;

const handler = fc.record({ type: fc.constant('command'), command: fc.string() });
const group = fc.record({ matcher: fc.string(), hooks: fc.array(handler, { maxLength: 3 }) });
const hooks = fc.dictionary(
  fc.constantFrom('Stop', 'PreToolUse', 'SessionStart', 'Notification', 'odd "name"'),
  fc.array(group, { maxLength: 3 }),
);
const settings = fc
  .tuple(
    fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }),
    fc.option(hooks, { nil: undefined }),
    fc.boolean(),
  )
  .map(([rest, own, first]) => {
    const { hooks: _, ...others } = rest;
    if (own === undefined) return others;
    return first ? { hooks: own, ...others } : { ...others, hooks: own };
  });

/** A settings file in any layout: indentation, line ends, BOM, blanks around. */
const file = fc
  .record({
    value: settings,
    indent: fc.constantFrom('', ' ', '  ', '    ', '\t'),
    eol: fc.constantFrom('\n', '\r\n'),
    bom: fc.boolean(),
    end: fc.constantFrom('', '\n', '\n\n', ' \t\n'),
  })
  .map(({ value, indent, eol, bom, end }) => {
    const text = JSON.stringify(value, null, indent) + end;
    return { value, text: (bom ? '\uFEFF' : '') + text.replaceAll('\n', eol) };
  });

/** What is left of a settings value when our entries are taken out of it. */
function foreign(text: string): unknown {
  const value = JSON.parse(text.replace(/^\uFEFF/, '')) as { hooks?: Record<string, unknown[]> };
  const kept = Object.entries(value.hooks ?? {}).map(([event, groups]) => [
    event,
    groups.filter((entry) => !JSON.stringify(entry).includes('/bin/hook\\" claude-code')),
  ]);
  return { ...value, hooks: Object.fromEntries(kept.filter(([, groups]) => groups!.length > 0)) };
}

describe('registering in a settings file of any layout', () => {
  it('init then uninstall gives back every byte [R43] [case 16]', () => {
    fc.assert(
      fc.property(file, ({ text }) => {
        const change = claudeCodeInstall.register(text, 'settings.json', portable);
        expect(change.added).toBe(9);
        let back = change.text;
        for (const pass of [...change.passes].reverse()) back = applyEdits(back, invertEdits(pass));
        expect(back).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it('everything that was there stays byte for byte: only insertions happen [case 16]', () => {
    fc.assert(
      fc.property(file, ({ text }) => {
        const { passes } = claudeCodeInstall.register(text, 'settings.json', portable);
        for (const edit of passes.flat()) expect(edit.remove.trim()).toBe('');
      }),
      { numRuns: 300 },
    );
  });

  it('the result is JSON that holds the old value and nine entries', () => {
    fc.assert(
      fc.property(file, ({ text }) => {
        const change = claudeCodeInstall.register(text, 'settings.json', portable);
        expect(claudeCodeInstall.registered(change.text, 'settings.json')).toHaveLength(9);
        expect(foreign(change.text)).toEqual(foreign(text));
      }),
      { numRuns: 300 },
    );
  });

  it('a second init changes nothing', () => {
    fc.assert(
      fc.property(file, ({ text }) => {
        const once = claudeCodeInstall.register(text, 'settings.json', portable);
        const twice = claudeCodeInstall.register(once.text, 'settings.json', portable);
        expect(twice.passes).toEqual([]);
        expect(twice.text).toBe(once.text);
      }),
      { numRuns: 200 },
    );
  });

  it('taking the entries out by structure leaves the same value, with no entry of ours', () => {
    fc.assert(
      fc.property(file, ({ text, value }) => {
        const once = claudeCodeInstall.register(text, 'settings.json', portable);
        const out = claudeCodeInstall.unregister(once.text, 'settings.json', once.created);
        expect(claudeCodeInstall.registered(out.text, 'settings.json')).toEqual([]);
        expect(JSON.parse(out.text.replace(/^\uFEFF/, ''))).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
      { numRuns: 300 },
    );
  });
});
