import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ran } from '../../../harness/outside-session.ts';
import { type CliMachine, makeCliMachine } from './machine.ts';

let machine: CliMachine;
beforeEach(() => {
  machine = makeCliMachine();
});
afterEach(() => machine.remove());

/** Both outputs in one: what is said of a refusal goes to standard error. */
const ticket = (...args: string[]) => both(machine.run(['ticket', ...args]));
const both = (ran: Ran) => ({ code: ran.code, out: ran.out + ran.err });
const folder = () => join(machine.project, '.holdfast', 'tickets');
const fileOf = (id: string) => join(folder(), `${id}.md`);
const textOf = (id: string) => readFileSync(fileOf(id), 'utf8');
const put = (id: string, text: string | Uint8Array) => {
  mkdirSync(folder(), { recursive: true });
  writeFileSync(fileOf(id), text);
};
const sound = (id: string, more = '') =>
  `---\nid: ${id}\ntitle: T\nstatus: queued\n${more}---\n\n## Contract\n\n## Progress\n\n## Result\n`;

describe('holdfast ticket', () => {
  it('makes one in the current folder where there is no git', () => {
    const cwd = join(machine.home, 'plain');
    mkdirSync(cwd);
    const made = machine.run(['ticket', 'new', 'A', '--json'], { cwd });
    expect(JSON.parse(made.out)).toMatchObject({ path: join(cwd, '.holdfast/tickets/a.md') });
  });

  it('takes work from its making to its end, without init [R10]', () => {
    const made = JSON.parse(ticket('new', 'Fix the login', '--scope', 'src/**', '--json').out);
    expect(made).toMatchObject({
      id: 'fix-the-login',
      status: 'queued',
      path: fileOf('fix-the-login'),
    });
    expect(ticket('claim', 'fix-the-login', '--owner', 'w1').code).toBe(0);
    expect(ticket('progress', 'fix-the-login', 'found it').code).toBe(0);
    expect(ticket('done', 'fix-the-login').code).toBe(1);
    expect(ticket('done', 'fix-the-login', '--result', 'It adds.').code).toBe(0);
    const shown = JSON.parse(ticket('show', 'fix-the-login', '--json').out);
    expect(shown).toMatchObject({
      status: 'done',
      result: 'It adds.',
      scope: ['src/**'],
      lease: null,
    });
    expect(shown.progress).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ found it$/),
      expect.stringMatching(/ done$/),
    ]);
    expect(ticket('check').out).toBe('1 ticket, no problems.\n');
  });

  it('refuses moves that a ticket cannot make, and says which it can', () => {
    ticket('new', 'A', '--id', 'a');
    expect(ticket('done', 'a', '--result', 'x').out).toContain('must be claimed before it is done');
    ticket('claim', 'a', '--owner', 'w');
    ticket('fail', 'a', 'no luck');
    expect(ticket('block', 'a', 'x').out).toContain('must be reopened first');
    expect(ticket('claim', 'a', '--owner', 'w').out).toContain(
      'Reopen it first: holdfast ticket reopen a',
    );
    expect(ticket('reopen', 'a', 'again').code).toBe(0);
    expect(textOf('a')).toContain('status: queued');
  });

  it('writes no secret into a ticket', () => {
    ticket('new', 'A', '--id', 'a', '--contract', 'use ghp_0123456789abcdefghijABCDEFGHIJ012345');
    ticket('progress', 'a', 'set AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY');
    expect(textOf('a')).not.toMatch(/ghp_0123|wJalr/);
    expect(textOf('a')).toContain('use [redacted:github-token]');
    expect(textOf('a')).toContain('set AWS_SECRET_ACCESS_KEY=[redacted:');
  });

  it('edits a ticket of an older form in place', () => {
    const old = '# Fix it\r\n\r\n**Status:** In Progress\r\n\r\n## Progress\r\n* began\r\n';
    put('old', old);
    expect(ticket('progress', 'old', 'went on').code).toBe(0);
    expect(textOf('old')).toMatch(
      /^# Fix it\r\n\r\n\*\*Status:\*\* In Progress\r\n\r\n## Progress\r\n\* began\r\n- .* went on\r\n$/,
    );
    const manifest = join(machine.project, '_resume.md');
    writeFileSync(manifest, '---\n# kept\nstatus: active\nnext_action: "go: on"\n---\nBody\n');
    expect(ticket('block', './_resume.md', 'no key').code).toBe(0);
    expect(readFileSync(manifest, 'utf8')).toMatch(
      /^---\n# kept\nstatus: blocked\nnext_action: "go: on"\n---\nBody\n\n## Progress\n\n- .* blocked: no key\n$/,
    );
  });

  it('puts back progress that an editor wrote over, and keeps the version of the editor', () => {
    ticket('new', 'A', '--id', 'a');
    const before = textOf('a');
    ticket('progress', 'a', 'first');
    writeFileSync(fileOf('a'), before.replace('# A', '# A, as I see it'));
    const ran = ticket('progress', 'a', 'second');
    expect(ran.out).toContain('A line of progress had been taken out of the file and is put back');
    expect(textOf('a')).toMatch(/# A, as I see it[\s\S]* first\n- .* second\n/);
    const kept = /other version is (.*)\.\n/.exec(ran.out.replace(/\n(?=\S*\/)/g, ' '))?.[1] ?? '';
    expect(readFileSync(kept, 'utf8')).toBe(before.replace('# A', '# A, as I see it'));
  });

  it('lists a board by status that fits 80 columns', () => {
    for (const id of ['a', 'b', 'c'])
      ticket('new', `Ticket ${id} ${'long '.repeat(30)}`, '--id', id);
    ticket('claim', 'b', '--owner', 'w1');
    const { out } = ticket('list');
    expect(out.split('\n').map((line) => line.slice(0, 12).trimEnd())).toEqual([
      'queued (2)',
      ' a  Ticket a',
      ' c  Ticket c',
      '',
      'claimed (1)',
      ' b  Ticket b',
      '',
    ]);
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(JSON.parse(ticket('list', '--status', 'claimed', '--json').out)).toMatchObject([
      { id: 'b', owner: 'w1', status: 'claimed' },
    ]);
  });

  it('is one for all work trees of a repository', () => {
    ticket('new', 'A', '--id', 'a');
    const tree = join(machine.folder, 'tree');
    const gitFolder = join(machine.project, '.git', 'worktrees', 'tree');
    mkdirSync(gitFolder, { recursive: true });
    mkdirSync(join(tree, '.holdfast', 'tickets'), { recursive: true });
    writeFileSync(join(tree, '.git'), `gitdir: ${gitFolder}\n`);
    writeFileSync(join(gitFolder, 'commondir'), '../..\n');
    writeFileSync(join(tree, '.holdfast/tickets/a.md'), sound('a', 'phase: copy\n'));
    const there = machine.run(['ticket', 'show', 'a', '--json'], { cwd: tree });
    expect(JSON.parse(there.out)).toMatchObject({ path: fileOf('a') });
  });
});

describe('a file that is no sound ticket', () => {
  const untouched = (id: string, text: string | Uint8Array, message: RegExp) => {
    put(id, text);
    const before = readFileSync(fileOf(id));
    const ran = ticket('progress', id, 'x');
    expect({ code: ran.code, out: ran.out.replace(/\n/g, ' ') }).toEqual({
      code: 1,
      out: expect.stringMatching(message),
    });
    expect(readFileSync(fileOf(id)).equals(before)).toBe(true);
    expect(readdirSync(folder()).filter((name) => name !== `${id}.md`)).toEqual([]);
  };

  it('with broken front matter is told by file and line, and stays', () => {
    untouched('a', '---\nid: a\ntitle: "x\nstatus: queued\n---\n', /a\.md:\d cannot be used/);
  });
  it('with front matter that is never closed', () => {
    untouched('a', '---\nid: a\n\n## Progress\n', /a\.md:1 cannot be used: .*never closed/);
  });
  it('with a mark of a merge conflict', () => {
    untouched(
      'a',
      `${sound('a')}<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> b\n`,
      /a\.md:12 has a merge conflict marker/,
    );
  });
  it('of 10 MB', () => {
    untouched(
      'a',
      `${sound('a')}${'- a line of progress\n'.repeat(500_000)}`,
      /a\.md has 10\.0 MB; the maximum for a ticket is 2 MB/,
    );
  });
  it('in another encoding', () => {
    untouched('a', Buffer.from(`${sound('a')}caf\xe9\n`, 'latin1'), /a\.md:12 is not UTF-8/);
  });

  it('behind a symbolic link is refused', () => {
    const elsewhere = join(machine.folder, 'other.md');
    writeFileSync(elsewhere, sound('a'));
    mkdirSync(folder(), { recursive: true });
    symlinkSync(elsewhere, fileOf('a'));
    expect(ticket('progress', 'a', 'x').out).toContain('a.md is a symbolic link');
    expect(ticket('list').out).toContain('is no ticket');
    expect(readFileSync(elsewhere, 'utf8')).toBe(sound('a'));
  });

  it.each(['.holdfast', '.holdfast/tickets'])(
    'is neither made, listed nor changed where %s leads out of the project',
    (link) => {
      const elsewhere = join(machine.folder, 'elsewhere');
      const inside = join(elsewhere, link === '.holdfast' ? 'tickets' : '');
      mkdirSync(inside, { recursive: true });
      writeFileSync(join(inside, 'a.md'), sound('a'));
      mkdirSync(dirname(join(machine.project, link)), { recursive: true });
      symlinkSync(elsewhere, join(machine.project, link));
      const before = readdirSync(elsewhere, { recursive: true });
      for (const words of [
        ['new', 'A'],
        ['list'],
        ['claim', 'a', '--owner', 'w'],
        ['progress', 'a', 'x'],
      ]) {
        const ran = ticket(...words);
        expect(ran.out.replace(/\s+/g, ' '), words.join(' ')).toContain('leads out of the project');
        expect(ran.code, words.join(' ')).not.toBe(0);
      }
      expect(readdirSync(elsewhere, { recursive: true })).toEqual(before);
      expect(readFileSync(join(inside, 'a.md'), 'utf8')).toBe(sound('a'));
    },
  );

  it('is checked with every fault by its line', () => {
    put('a', sound('a', 'depends_on: [b, zz]\nscope: ["../out/**"]\nhost: emacs\n'));
    put('b', sound('b', 'depends_on: a\npermissions: all\n'));
    put(
      'c',
      sound('a').replace('## Result\n', '## Progress\n').replace('status: queued', 'status: begun'),
    );
    const ran = ticket('check');
    expect(ran.code).toBe(1);
    const lines = ran.out.split('\n').map((line) => line.replace(`${folder()}/`, ''));
    expect(lines).toEqual([
      expect.stringMatching(/^a\.md:2: the id a is that of \S+c\.md too$/),
      'a.md:5: it depends on zz, which does not exist',
      'a.md:5: it depends on itself in a circle: a → b → a',
      'a.md:6: ../out/** leads out of the project',
      expect.stringMatching(/^a\.md:7: "emacs" is no host; there are: claude-code, /),
      'b.md:5: it depends on itself in a circle: a → b → a',
      'b.md:6: permissions must be ask, edit or full',
      expect.stringMatching(/^c\.md:1: the section "## Result" is missing$/),
      expect.stringMatching(/^c\.md:2: the id a is that of/),
      expect.stringMatching(/^c\.md:4: "begun" is no status; there are: queued, /),
      'c.md:11: the section Progress exists twice',
      '',
    ]);
    put('d', sound('e'));
    put('f', sound('e'));
    expect(ticket('progress', 'e', 'x').out).toContain('The id e exists twice');
  });

  it('outside of the project is no ticket for an agent', () => {
    const outside = join(machine.folder, 'out.md');
    writeFileSync(outside, sound('out'));
    const env = { CLAUDECODE: '1' };
    const ran = both(machine.run(['ticket', 'progress', outside, 'x'], { env }));
    expect(ran.out).toContain('is outside the project');
    expect(readFileSync(outside, 'utf8')).toBe(sound('out'));
    expect(ticket('show', '../../etc/passwd').code).toBe(1);
  });
});
