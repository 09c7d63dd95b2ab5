import { describe, expect, it } from 'vitest';
import { jsonServer } from '../../../src/core/install/json-server.ts';
import { applyEdits, invertEdits } from '../../../src/core/settings-text/edit.ts';

const fixed = (stateFolder: string) => ({ form: 'fixed' as const, stateFolder });
const plain = jsonServer({ host: 'h', under: 'mcpServers', entry: (command) => ({ ...command }) });
const commented = jsonServer({
  host: 'h',
  under: 'mcp',
  entry: ({ command, args }) => ({ type: 'local', command: [command, ...args] }),
  form: 'commented',
});

const texts: [string, string][] = [
  ['nothing', ''],
  ['a byte order mark alone', '\uFEFF'],
  ['an empty object', '{}'],
  ['one line', '{"a": 1}'],
  ['an empty list', '{\n  "mcpServers": {}\n}\n'],
  [
    'servers of others',
    '{\r\n\t"mcpServers": {\r\n\t\t"other": {"command": "x"}\r\n\t},\r\n\t"z": [1,  2]\r\n}',
  ],
];

describe('our MCP server in JSON settings', () => {
  it.each(texts)('is put into %s and taken out again, byte for byte by its edits', (_, text) => {
    const added = plain.register(text, 'f', fixed('/s'));
    expect(added.server).toBe('added');
    expect(JSON.parse(added.text.replace(/^\uFEFF/, '')).mcpServers.holdfast).toEqual({
      command: '/s/bin/mcp',
      args: ['h'],
    });
    expect(plain.standing(added.text, 'f')).toBe('ours');
    expect(plain.register(added.text, 'f', fixed('/s')).passes).toEqual([]);
    const back = added.passes.reduceRight(
      (now, pass) => applyEdits(now, invertEdits(pass)),
      added.text,
    );
    expect(back).toBe(text);
    const removed = plain.unregister(added.text, 'f', added.created);
    expect(removed.server).toBe('removed');
    const value = (json: string) => JSON.parse(json.replace(/^\uFEFF/, '') || '{}');
    expect(value(removed.text)).toEqual(value(text));
  });

  it('is renewed where it leads elsewhere, and keeps what the person set beside it', () => {
    const { text } = plain.register('{\n  "a": 1\n}\n', 'f', fixed('/old'));
    const own = text.replace('"args"', '"timeout": 5,\n      "args"');
    const renewed = plain.register(own, 'f', fixed('/new'));
    expect(renewed.server).toBe('updated');
    expect(JSON.parse(renewed.text).mcpServers.holdfast).toEqual({
      command: '/new/bin/mcp',
      args: ['h'],
      timeout: 5,
    });
  });

  it.each([
    '{"mcpServers": {"holdfast": {"command": "holdfast", "args": ["mcp"]}}}',
    '{"mcpServers": {"holdfast": {"command": "/s/bin/mcp", "args": ["other-host"]}}}',
    '{"mcpServers": {"holdfast": null}}',
  ])('of another who took our name stays as it is: %s', (text) => {
    expect(plain.register(text, 'f', fixed('/s'))).toMatchObject({ server: 'other', passes: [] });
    expect(plain.unregister(text, 'f', undefined).text).toBe(text);
    expect(plain.standing(text, 'f')).toBe('other');
  });

  it('names a file whose servers are no object', () => {
    expect(() => plain.register('{"mcpServers": []}', '/x/f.json', fixed('/s'))).toThrow(
      '/x/f.json cannot be used: mcpServers is not an object.',
    );
  });

  it('goes into JSON with comments and trailing commas, all of which stay', () => {
    const text = '// mine\n{\n  /* of the\n colours */\n  "theme": "http://x", // last\n}\n';
    const { text: now, created } = commented.register(text, 'f', fixed('/s'));
    expect(commented.standing(now, 'f')).toBe('ours');
    for (const piece of ['// mine', '/* of the\n colours */', '"http://x"', '// last'])
      expect(now).toContain(piece);
    expect(commented.unregister(now, 'f', created).text).toBe(text);
    expect(() => plain.register(text, 'f', fixed('/s'))).toThrow(/line 1: it has a comment/);
    expect(() => commented.register('{ /* ', 'f', fixed('/s'))).toThrow(/a comment does not end/);
  });

  it('names no folder of a machine in a file to commit, and no braces that hosts fill in', () => {
    const { text } = plain.register('', 'f', { form: 'portable' });
    const { command, args } = JSON.parse(text).mcpServers.holdfast;
    expect([command, args[0]]).toEqual(['sh', '-c']);
    expect(args[1]).not.toContain('${');
    expect(plain.standing(text, 'f')).toBe('ours');
  });
});
