import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { applyEdits, invertEdits } from '../../../src/core/settings-text/edit.ts';
import { codexServer } from '../../../src/hosts/codex/install-server.ts';

const launcher = (stateFolder: string) => ({ form: 'fixed' as const, stateFolder });
const texts: [string, string][] = [
  ['nothing', ''],
  ['a file without a last line end', 'model = "x"'],
  ['remarks, tables and Windows line ends', '# mine\r\nmodel = "x"\r\n\r\n[a]\r\nb = 1 # one\r\n'],
  ['servers of others', '[mcp_servers.other]\ncommand = "x"\n'],
  ['a text that looks like our table', 'compact_prompt = """\n[mcp_servers.holdfast]\n"""\n'],
];

describe('our MCP server in a config.toml', () => {
  it.each(texts)('is put behind %s and taken out again', (_, text) => {
    const added = codexServer.register(text, 'f', launcher("/s it's"));
    expect(added.server).toBe('added');
    expect(added.text.startsWith(text)).toBe(true);
    const { holdfast } = parse(added.text).mcp_servers as Record<string, object>;
    expect(holdfast).toMatchObject({ command: "/s it's/bin/mcp", args: ['codex'] });
    expect(codexServer.register(added.text, 'f', launcher("/s it's")).passes).toEqual([]);
    const back = added.passes.reduceRight(
      (now, pass) => applyEdits(now, invertEdits(pass)),
      added.text,
    );
    expect(back).toBe(text);
  });

  it.each(texts.slice(0, 4))('goes from between other tables too, behind %s', (_, text) => {
    const { text: added, created } = codexServer.register(text, 'f', launcher('/s'));
    const behind = '\n# of that\n[hooks.state."x"]\ntrusted_hash = "y"\n';
    const removed = codexServer.unregister(added + behind, 'f', created);
    const lines = (toml: string) => toml.split(/\r?\n/).filter((line) => line !== '');
    expect(lines(removed.text)).toEqual(lines(text + behind));
    expect(codexServer.standing(removed.text, 'f')).toBeUndefined();
  });

  it('is renewed where it leads elsewhere', () => {
    const { text } = codexServer.register('a = 1\n', 'f', launcher('/old'));
    const renewed = codexServer.register(text, 'f', launcher('/new'));
    expect(renewed).toMatchObject({ server: 'updated' });
    expect(renewed.text).toBe(text.replace('/old', '/new'));
  });

  it('of another who took our name stays as it is', () => {
    const text = '[mcp_servers.holdfast]\ncommand = "holdfast"\nargs = ["mcp"]\n';
    expect(codexServer.register(text, 'f', launcher('/s'))).toMatchObject({
      server: 'other',
      text,
    });
    expect(codexServer.unregister(text, 'f', []).text).toBe(text);
  });

  it('is refused, with the next step, where the file takes no further table', () => {
    const line = 'mcp_servers = { other = { command = "x" } }\n';
    expect(() => codexServer.register(line, '/c.toml', launcher('/s'))).toThrow(
      '/c.toml has its MCP servers in a form that cannot be extended.',
    );
    expect(() => codexServer.register('a = \n', '/c.toml', launcher('/s'))).toThrow(
      /\/c\.toml cannot be used: line 1: it is not TOML/,
    );
    const inline = 'mcp_servers = { holdfast = { command = "/s/bin/mcp", args = ["codex"] } }\n';
    expect(() => codexServer.unregister(inline, '/c.toml', [])).toThrow(/in another form/);
  });
});
