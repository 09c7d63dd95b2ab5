import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { trustList } from '../../../src/app/trust.ts';
import { addInit } from '../../../src/entry/cli/init.ts';
import { sessionSign } from '../../../src/entry/cli/inside-session.ts';
import { addTrust } from '../../../src/entry/cli/trust.ts';
import { addUninstall } from '../../../src/entry/cli/uninstall.ts';
import { type Bench, makeBench } from './bench.ts';

let bench: Bench;
afterEach(() => bench.remove());

const init = ['init', '--host', 'claude-code'];
const states = () =>
  trustList(bench.context.disk, bench.cli.paths.trust, bench.project).map((item) => item.state);

describe('what a person is asked', () => {
  it('init shows its plan, asks, and does nothing on no', async () => {
    bench = makeBench(false);
    bench.write(bench.user, '{"a": 1}');
    const outcome = await bench.run(addInit, ...init);
    expect(outcome).toMatchObject({ failed: true, text: 'Nothing was changed.' });
    expect(bench.said.join('')).toContain(`add 9 hooks in ${bench.user}, which is backed up first`);
    expect([bench.read(bench.user), existsSync(bench.state)]).toEqual(['{"a": 1}', false]);
  });

  it('init goes ahead on yes, and asks nothing with --yes or when there is nothing to do', async () => {
    bench = makeBench(true);
    await bench.run(addInit, ...init);
    expect(bench.said.at(-1)).toBe('Go ahead?');
    expect(bench.read(bench.user)).toContain('/bin/hook');
    const asked = bench.said.length;
    expect((await bench.run(addInit, ...init)).text).toContain('Nothing to do');
    bench.context.version = '9.9.9';
    await bench.run(addInit, ...init, '--yes');
    expect(bench.said).toHaveLength(asked);
  });

  it('without a terminal init changes nothing unless told --yes', async () => {
    bench = makeBench(undefined);
    await expect(bench.run(addInit, ...init)).rejects.toThrow(/No terminal to ask/);
    expect(existsSync(bench.user)).toBe(false);
  });

  it('init names what else takes effect, and trusts it on yes only', async () => {
    bench = makeBench(true);
    bench.write(join(bench.project, '.holdfast', 'config.json'), '{}');
    await bench.run(addInit, ...init);
    expect(bench.said.join('')).toContain(
      "let this project's configuration take effect: .holdfast/config.json",
    );
    expect(bench.said.join('')).toContain('  | {}');
    expect(states()).toEqual(['trusted']);
  });

  it('init --yes shows what it lets take effect, since nobody was asked', async () => {
    bench = makeBench(undefined);
    bench.write(join(bench.project, '.holdfast', 'config.json'), '{"gate": "off"}');
    const { text } = await bench.run(addInit, ...init, '--yes');
    expect(text).toContain(
      'Trusted now: .holdfast/config.json\n.holdfast/config.json\n  | {"gate": "off"}',
    );
    expect(states()).toEqual(['trusted']);
  });

  it('what changes while the person reads is not trusted', async () => {
    bench = makeBench(true);
    const file = join(bench.project, '.holdfast', 'config.json');
    bench.write(file, '{}');
    bench.cli.ask = () => {
      bench.write(file, '{"gate": "off"}');
      return Promise.resolve(true);
    };
    await bench.run(addTrust, 'trust');
    expect(states()).toEqual(['changed']);
    bench.write(file, '{"redact": []}');
    await bench.run(addInit, ...init);
    expect(states()).toEqual(['changed']);
  });

  it('trust shows which switches a settings file sets, and init warns of them', async () => {
    bench = makeBench(true);
    bench.write(bench.shared, '{"model": "x", "env": {"A": "1", "HOLDFAST_DISABLE": "1"}}');
    const { text } = await bench.run(addInit, ...init);
    expect(text).toContain(
      `No hook does anything here: HOLDFAST_DISABLE is set in ${bench.shared}.`,
    );
    expect(bench.said.join('')).not.toContain('#env');
    await bench.run(addTrust, 'trust');
    expect(bench.said.join('')).toContain(
      '.claude/settings.json#env\n  | {\n  |   "HOLDFAST_DISABLE": "1"\n  | }\n',
    );
    expect((await bench.run(addTrust, 'trust')).text).toContain(
      'Everything in this project is trusted',
    );
  });

  const shared = ['init', '--host', 'claude-code', '--scope', 'project'];
  const outside = () => join(bench.folder, 'outside', 'other.json');
  const links: [string, () => void][] = [
    ['a file', () => symlinkSync(outside(), bench.shared)],
    ['a file of no name yet', () => symlinkSync('../../outside/other.json', bench.shared)],
    [
      'a folder',
      () => {
        removeFolder(join(bench.project, '.claude'));
        symlinkSync('../outside', join(bench.project, '.claude'));
      },
    ],
  ];

  it.each(links)(
    'init --yes does not follow %s that leads out of the project',
    async (what, link) => {
      bench = makeBench(true);
      mkdirSync(join(bench.project, '.claude'));
      if (what !== 'a file of no name yet') bench.write(outside(), '{}');
      else mkdirSync(join(bench.folder, 'outside'));
      link();
      await expect(bench.run(addInit, ...shared, '--yes')).rejects.toThrow(
        /leads out of this project, to .*outside/,
      );
      expect(readdirSync(join(bench.folder, 'outside'))).toEqual(
        what === 'a file of no name yet' ? [] : ['other.json'],
      );
      expect(existsSync(bench.state)).toBe(false);
      const dry = await bench.run(addInit, ...shared, '--dry-run');
      expect(dry.text).toMatch(
        /settings\.json, which leads to .*outside.*, outside of this project/,
      );
      await bench.run(addInit, ...shared);
      expect(bench.said.join('')).toMatch(/which leads to .*outside.*, outside of this project/);
      const { data } = await bench.run(addInit, ...shared, '--yes');
      expect(data).toMatchObject({ targets: [{ realFile: realpathSync(bench.shared) }, {}] });
      await bench.run(addUninstall, 'uninstall');
      expect(readdirSync(join(bench.folder, 'outside'))).toEqual(
        what === 'a file of no name yet' ? [] : ['other.json'],
      );
    },
  );

  it('init follows such a link with --yes where it is told to, and every link of the person', async () => {
    bench = makeBench(undefined);
    mkdirSync(join(bench.project, '.claude'));
    bench.write(outside(), '{}');
    symlinkSync(outside(), bench.shared);
    await bench.run(addInit, ...shared, '--yes', '--follow-links');
    expect(bench.read(outside())).toContain('/bin/hook');
    const dotfile = join(bench.folder, 'dotfiles', 'claude.json');
    bench.write(dotfile, '{}');
    mkdirSync(join(bench.home, '.claude'));
    symlinkSync(dotfile, bench.user);
    const { text } = await bench.run(addInit, ...init, '--yes');
    expect(text).toContain(`in ${bench.user}, which leads to ${realpathSync(dotfile)}.`);
    expect(bench.read(dotfile)).toContain('/bin/hook');
  });

  it('init writes nowhere when a link is turned while the person reads', async () => {
    bench = makeBench(true);
    bench.write(bench.shared, '{}');
    bench.write(outside(), '{}');
    bench.cli.ask = () => {
      rmSync(bench.shared);
      symlinkSync(outside(), bench.shared);
      return Promise.resolve(true);
    };
    await expect(bench.run(addInit, ...shared)).rejects.toThrow(
      /leads to a different place than before/,
    );
    expect(bench.read(outside())).toBe('{}');
  });

  it('inside a session init only installs, --yes or not', async () => {
    bench = makeBench(true, { CLAUDECODE: '1' });
    bench.write(join(bench.project, '.holdfast', 'config.json'), '{}');
    const { text } = await bench.run(addInit, ...init, '--yes');
    expect(text).toContain('without effect until you run "holdfast trust"');
    expect(states()).toEqual(['new']);
    expect(bench.read(bench.user)).toContain('/bin/hook');
  });

  it.each([
    [['claude'], 'Claude Code is process 7 (claude), which this was started from'],
    [['/opt/x/claude', '-c'], 'Claude Code is process 7 (claude)'],
    [['node', '/usr/bin/claude'], 'Claude Code is process 7 (node)'],
    [['su', 'claude'], undefined],
    [['vim', 'claude'], undefined],
    [['-bash'], undefined],
  ])('a process %j tells of a session: %s', (words, sign) => {
    bench = makeBench(true);
    bench.cli.lineage = () => [{ pid: 7, words, variables: ['HOME'], how: 'started' }];
    const found = sessionSign(bench.cli);
    if (sign === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(sign);
  });

  it('uninstall asks, and does nothing on no', async () => {
    bench = makeBench(false);
    bench.init('user');
    const before = bench.read(bench.user);
    expect(await bench.run(addUninstall, 'uninstall')).toMatchObject({ failed: true });
    expect(bench.said.join('')).toContain(`remove ${bench.user}, which init had made`);
    expect(bench.read(bench.user)).toBe(before);
  });

  it('trust shows what the files hold before it asks, a long one by its beginning', async () => {
    bench = makeBench(false);
    const lines = Array.from({ length: 50 }, (_, index) => `"line ${index}": "\u202e"`);
    bench.write(join(bench.project, '.holdfast', 'config.json'), lines.join('\n'));
    await bench.run(addTrust, 'trust');
    expect(bench.said.at(-1)).toContain('Have you read these');
    const shown = bench.said.slice(0, -1).join('');
    expect(shown).toContain('  | "line 0": "\\u{202e}"\n');
    expect(shown).toContain('  | "line 39"');
    expect(shown).not.toContain('line 40');
    expect(shown).toContain('10 more lines');
  });

  it('a dry run of init tells how many hooks, and names every file that init then writes', async () => {
    bench = makeBench(true);
    bench.write(bench.user, '{"a": 1}');
    const told = await bench.run(addInit, ...init, '--dry-run');
    expect(told.text).toContain(`add 9 hooks in ${bench.user}`);
    const { files } = told.data as { files: string[] };
    for (const file of files) expect(told.text).toContain(`Would write ${file} (`);
    expect(existsSync(bench.state)).toBe(false);
    await bench.run(addInit, ...init, '--yes');
    const written = readdirSync(bench.state, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    expect([...files].sort()).toEqual(
      [...written, bench.user, join(bench.home, '.claude.json')].sort(),
    );
    expect((await bench.run(addInit, ...init, '--dry-run')).text).toBe('Nothing would change.');
  });

  it('a dry run shows each part of a file on one line by itself, and its data the exact change', async () => {
    bench = makeBench(true);
    const before = '{"a":1,"hooks":{"Stop":[{"hooks":[{"type":"command","command":"echo hi"}]}]}}';
    bench.write(bench.user, before);
    const { text, data } = await bench.run(addInit, ...init, '--dry-run');
    expect(text).toContain(`${bench.user} is one line and stays so.`);
    expect(text.split('\n')).toContain('             "command": "echo hi"');
    expect(text).not.toContain(before);
    expect((data as { diffs: string[] }).diffs[0]).toContain(`-${before}`);
  });

  it('a dry run shows no secret that stands beside what is changed', async () => {
    bench = makeBench(true);
    const key = `sk-ant-api03-${'abcdefgh'.repeat(6)}`;
    const settings = {
      a: 1,
      primaryApiKey: key,
      env: { GITHUB_TOKEN: `ghp_${'x1y2z3'.repeat(6)}` },
    };
    for (const path of [bench.user, join(bench.home, '.claude.json')]) {
      bench.write(path, JSON.stringify(settings, null, 2));
    }
    const { text, data } = await bench.run(addInit, ...init, '--dry-run');
    expect(text).toContain('+  "mcpServers": {');
    expect(text).toContain('primaryApiKey');
    for (const told of [text, JSON.stringify(data)]) {
      expect(told).not.toContain(key);
      expect(told).not.toContain(settings.env.GITHUB_TOKEN);
    }
  });

  it('init where no client is found says what it looked for', async () => {
    bench = makeBench(true);
    await expect(bench.run(addInit, 'init')).rejects.toMatchObject({
      hint: expect.stringMatching(/program "claude" on PATH and the folder .*\.claude/),
    });
  });

  it('trust lists what there is and records it on yes only', async () => {
    bench = makeBench(false);
    bench.write(join(bench.project, '.holdfast', 'config.json'), '{}');
    expect(await bench.run(addTrust, 'trust')).toMatchObject({ failed: true });
    expect(bench.said.join('')).toContain('.holdfast/config.json: not trusted yet');
    expect(states()).toEqual(['new']);
    bench.cli.ask = () => Promise.resolve(true);
    expect(await bench.run(addTrust, 'trust')).toMatchObject({
      text: 'Trusted: 1 file. A change asks again.',
    });
    expect(states()).toEqual(['trusted']);
  });

  it.each([
    ['without a terminal', undefined, {}],
    ['inside a session', true, { CLAUDE_CODE_SESSION_ID: 's' }],
  ])('trust refuses %s', async (_, answer, env) => {
    bench = makeBench(answer, env);
    bench.write(join(bench.project, '.holdfast', 'config.json'), '{}');
    await expect(bench.run(addTrust, 'trust')).rejects.toThrow(/for the user/);
    expect(states()).toEqual(['new']);
  });

  it('trust leaves out a list of a ticket by which nothing can be allowed, and trusts the rest', async () => {
    bench = makeBench(true);
    const at = join(bench.project, '.holdfast');
    bench.write(join(at, 'config.json'), '{}');
    bench.write(join(at, 'tickets', 'a.md'), '---\nid: a\nallow:\n  - "*"\n---\n');
    const said = 'a.md#allow: "*" is not a valid pattern to allow.';
    expect(await bench.run(addTrust, 'trust')).toMatchObject({
      text: 'Trusted: 1 file. A change asks again.',
      warning: expect.stringContaining(said),
    });
    expect(states()).toEqual(['trusted']);
    await expect(bench.run(addTrust, 'trust')).rejects.toThrow(said);
    expect((await bench.run(addTrust, 'trust', '--list')).text).toContain(
      'a.md#allow: not trusted yet',
    );
  });

  it('trust --edits asks once for the forms and all their later edits, and for nothing that could run', async () => {
    bench = makeBench(true);
    const form = join(bench.project, '.holdfast', 'handoff.md');
    bench.write(join(bench.project, '.holdfast', 'config.json'), '{}');
    bench.write(form, '- State\n');
    await bench.run(addTrust, 'trust', '--edits');
    expect(bench.said.join('')).toContain('  | - State');
    expect(bench.said.at(-1)).toContain('every later edit');
    bench.write(form, '- Who waits\n');
    bench.write(join(bench.project, '.holdfast', 'config.json'), '{"gate": "off"}');
    expect(states()).toEqual(['new', 'trusted']);
    expect((await bench.run(addTrust, 'trust', '--list')).text).toContain(
      '.holdfast/handoff.md: trusted, with later edits',
    );
    await bench.run(addTrust, 'trust');
    bench.write(form, '- And who helps\n');
    expect(states()).toEqual(['trusted', 'trusted']);
  });

  it('trust --no-edits asks again from the next edit on, and trusts nothing new', async () => {
    bench = makeBench(true);
    const form = join(bench.project, '.holdfast', 'handoff.md');
    const memory = join(bench.project, '.holdfast', 'session-memory.md');
    bench.write(form, '- State\n');
    await bench.run(addTrust, 'trust', '--no-edits');
    expect(states()).toEqual(['new']);
    await bench.run(addTrust, 'trust', '--edits');
    bench.write(form, '- Who waits\n');
    await bench.run(addTrust, 'trust', '--no-edits');
    expect(states()).toEqual(['trusted']);
    bench.write(form, '- And who helps\n');
    bench.write(memory, '# Mine\n');
    expect(states()).toEqual(['changed', 'new']);
  });

  it('trust --edits changes nothing on no, and says where no form is', async () => {
    bench = makeBench(false);
    await expect(bench.run(addTrust, 'trust', '--edits')).rejects.toThrow(
      /nothing to trust with --edits/,
    );
    bench.write(join(bench.project, '.holdfast', 'handoff.md'), '- State\n');
    expect(await bench.run(addTrust, 'trust', '--edits')).toMatchObject({ failed: true });
    expect(states()).toEqual(['new']);
  });
});
