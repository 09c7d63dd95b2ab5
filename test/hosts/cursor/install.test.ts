import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, invertEdits } from '../../../src/core/settings-text/edit.ts';
import { cursorInstall } from '../../../src/hosts/cursor/install.ts';

const portable = { form: 'portable' } as const;
const path = '/home/dev/.cursor/hooks.json';

const handler = fc.record(
  {
    command: fc.string(),
    type: fc.constant('command'),
    timeout: fc.nat(99),
    matcher: fc.string(),
    loop_limit: fc.constantFrom(null, 3),
    failClosed: fc.boolean(),
  },
  { requiredKeys: ['command'] },
);
const hooks = fc.dictionary(
  fc.constantFrom('stop', 'preToolUse', 'sessionStart', 'afterFileEdit', 'odd "name"'),
  fc.array(handler, { maxLength: 3 }),
);
/** A hooks file in any layout: indentation, line ends, blanks around. */
const file = fc
  .record({
    value: fc.record({ version: fc.constant(1), hooks, other: fc.string() }, { requiredKeys: [] }),
    indent: fc.constantFrom('', ' ', '  ', '\t'),
    eol: fc.constantFrom('\n', '\r\n'),
    start: fc.constantFrom('', '\uFEFF'),
    end: fc.constantFrom('', '\n', ' \t\n'),
  })
  .map(
    ({ value, indent, eol, start, end }) =>
      start + (JSON.stringify(value, null, indent) + end).replaceAll('\n', eol),
  );
const parse = (text: string) => JSON.parse(text.replace(/^\uFEFF/, ''));

describe('the hooks file of Cursor', () => {
  it('is given back to the byte, by the recorded edits and by structure [R43] [case 16]', () => {
    fc.assert(
      fc.property(file, (text) => {
        const change = cursorInstall.register(text, path, portable);
        expect(parse(change.text).version).toBe(1);
        expect(cursorInstall.registered(change.text, path)).toHaveLength(6);
        let back = change.text;
        for (const pass of [...change.passes].reverse()) back = applyEdits(back, invertEdits(pass));
        expect(back).toBe(text);
        expect(cursorInstall.register(change.text, path, portable).passes).toEqual([]);
        const structural = cursorInstall.unregister(change.text, path, change.created);
        const before = parse(text);
        // Others need the version as well.
        const others = Object.values<unknown[]>(before.hooks ?? {}).some((list) => list.length > 0);
        expect(parse(structural.text)).toEqual(others ? { ...before, version: 1 } : before);
      }),
      { numRuns: 200 },
    );
  });

  it('keeps what others put into it since', () => {
    const change = cursorInstall.register('', path, portable);
    const since = change.text.replace('"stop": [', '"stop": [\n      { "command": "./mine.sh" },');
    const left = parse(cursorInstall.unregister(since, path, change.created).text);
    expect(left).toEqual({ version: 1, hooks: { stop: [{ command: './mine.sh' }] } });
  });

  it('is empty again where it was', () => {
    for (const text of ['', '{}\n', '{ "version": 1 }\n']) {
      const change = cursorInstall.register(text, path, portable);
      expect(cursorInstall.unregister(change.text, path, change.created).text).toBe(text);
    }
  });

  it('has handlers as the client wants them, and no group around them', () => {
    const { version, hooks } = parse(cursorInstall.register('', path, portable).text);
    expect(version).toBe(1);
    for (const [event, list] of Object.entries<Record<string, unknown>[]>(hooks)) {
      expect(list, event).toHaveLength(1);
      expect(Object.keys(list[0]!).sort()).toEqual(['command', 'timeout']);
    }
  });

  it('is brought up to date in its place', () => {
    const { text } = cursorInstall.register('', path, portable);
    const older = text.replace('"timeout": 30', '"timeout": 5');
    const again = cursorInstall.register(older, path, portable);
    expect(again).toMatchObject({ added: 0, updated: 1, removed: 0, text });
  });

  it.each([
    ['of another version', '{"version":2,"hooks":{}}', 'version is not 1'],
    ['with hooks of another shape', '{"hooks":{"stop":{}}}', 'hooks.stop'],
    ['with a comment', '{"version":1 /* mine */}', 'line 1'],
  ])('is refused %s, and named', (_what, text, why) => {
    expect(() => cursorInstall.register(text, path, portable)).toThrow(why);
    expect(() => cursorInstall.register(text, path, portable)).toThrow(path);
  });
});
