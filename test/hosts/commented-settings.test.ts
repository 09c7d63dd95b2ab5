import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonValue, parseJsonTree } from '../../src/core/settings-text/json-tree.ts';
import { geminiInstall } from '../../src/hosts/gemini/install.ts';
import { qwenInstall } from '../../src/hosts/qwen/install.ts';
import { type CliMachine, makeCliMachine } from '../entry/cli/machine.ts';

const commented = `{
  // mine, before
  "theme": "dark", // beside it
  /* a block
     of two lines */
  "mcpServers": {
    // no server yet
  },
  "last": [1, 2] // the end
  // behind the end
}
`;

const value = (text: string) =>
  jsonValue(parseJsonTree(text, 'comments')) as Record<string, unknown>;
const commentsOf = (text: string): string[] => text.match(/\/\/.*|\/\*[\s\S]*?\*\//g) ?? [];

describe.each([
  ['gemini', geminiInstall],
  ['qwen', qwenInstall],
])('a settings file with comments, which %s reads', (host, install) => {
  let machine: CliMachine;
  beforeEach(() => {
    machine = makeCliMachine();
  });
  afterEach(() => machine.remove());

  const settings = (text?: string): string => {
    const path = join(machine.home, `.${host}`, 'settings.json');
    mkdirSync(join(path, '..'), { recursive: true });
    if (text !== undefined) writeFileSync(path, text);
    return path;
  };
  const run = (...words: string[]) => {
    const ran = machine.run([...words, '--yes', '--host', host]);
    expect([ran.code, ran.err]).toEqual([0, '']);
    return ran.out;
  };

  it.each([commented, commented.replaceAll('\n', '\r\n'), `// first\n${commented}// last`])(
    'is edited without a loss, and restored byte for byte by the command line that ships',
    (text) => {
      const path = settings(text);
      run('init');
      const now = readFileSync(path, 'utf8');
      expect(commentsOf(now)).toEqual(commentsOf(text));
      expect(now).toContain('"theme": "dark", // beside it');
      expect(now).toMatch(/"last": \[1, 2\], \/\/ the end\r?\n/);
      expect(value(now)).toMatchObject({
        theme: 'dark',
        last: [1, 2],
        mcpServers: { holdfast: {} },
      });
      expect(Object.keys(value(now).hooks as object).length).toBeGreaterThan(4);
      expect(machine.run(['doctor', '--host', host]).out).not.toContain('cannot be used');
      run('init');
      expect(readFileSync(path, 'utf8')).toBe(now);
      run('uninstall');
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );

  it('keeps what the person wrote since when ours goes', () => {
    const path = settings(commented);
    run('init');
    const now = readFileSync(path, 'utf8');
    const later = now
      .replace('"theme": "dark"', '"theme": "light"')
      .replace('"hooks": {', '// hooks of Holdfast\n  "hooks": {');
    writeFileSync(path, later);
    run('uninstall');
    const left = readFileSync(path, 'utf8');
    expect(value(left)).toMatchObject({ theme: 'light', last: [1, 2] });
    expect(left).not.toContain('holdfast');
    expect(commentsOf(left)).toEqual(commentsOf(later));
  });

  it('is refused for a comma too much, in words that are true', () => {
    const register = () => install.register('{"a": 1,}', '/s.json', { form: 'portable' });
    expect(register).toThrow('trailing comma');
    expect(register).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('comments may stay') }),
    );
  });

  it('wherever comments stand, keeps its values and its comments at each step', () => {
    const gap = fc.constantFrom(
      '',
      ' ',
      '\n',
      '\n  ',
      '/* b */',
      ' // line\n',
      '\n// a\n  /* c */ ',
    );
    const members = fc.array(fc.tuple(gap, gap, gap, gap), { maxLength: 3 });
    const document = fc.tuple(members, gap, gap, gap).map(([parts, head, inner, tail]) => {
      const text = parts.map(
        ([a, b, c, d], at) => `${a}"k${at}"${b}:${c}{${d}}${at + 1 < parts.length ? ',' : ''}`,
      );
      return `${head}{${text.join(inner)}${inner}}${tail}`;
    });
    fc.assert(
      fc.property(document, (text) => {
        const put = install.register(text, '/s.json', { form: 'portable' });
        expect(value(put.text)).toMatchObject(value(text));
        expect(commentsOf(put.text)).toEqual(commentsOf(text));
        const took = install.unregister(put.text, '/s.json', put.created);
        expect(value(took.text)).toEqual(value(text));
        expect(commentsOf(took.text)).toEqual(commentsOf(text));
      }),
    );
  });
});
