import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pause } from '../../src/platform/pause.ts';
import { type CliMachine, makeCliMachine } from '../entry/cli/machine.ts';

/** What an agent may do around its tests, on real files, through the built command line. */
let machine: CliMachine;
let record: string;
let rows: number;
let last: number;
beforeEach(() => {
  machine = makeCliMachine();
  record = join(machine.folder, 's1.jsonl');
  rows = 0;
  git('init', '-q');
  put('src/a.ts', 'a\n');
  write(user('Run the tests after each change.'));
});
afterEach(() => machine.remove());

const put = (path: string, text: string) => {
  mkdirSync(dirname(join(machine.project, path)), { recursive: true });
  writeFileSync(join(machine.project, path), text);
};
const shell = (line: string) =>
  execFileSync('sh', ['-c', line], {
    cwd: machine.project,
    stdio: 'pipe',
    env: { PATH: process.env.PATH, HOME: machine.home },
  });
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=u', '-c', 'user.email=u@example.org', ...words], {
    cwd: machine.project,
    stdio: 'pipe',
    env: { PATH: process.env.PATH, HOME: machine.home },
  });

/** Rows of this very moment. */
function write(...given: object[]): void {
  for (const row of given) {
    rows += 1;
    last = Date.now();
    const whole = {
      parentUuid: rows === 1 ? null : `u${rows - 1}`,
      isSidechain: false,
      userType: 'external',
      cwd: machine.project,
      sessionId: 's1',
      version: '2.1.39',
      uuid: `u${rows}`,
      timestamp: new Date(last).toISOString(),
      ...row,
    };
    appendFileSync(record, `${JSON.stringify(whole)}\n`);
  }
}
const user = (content: unknown) => ({ type: 'user', message: { role: 'user', content } });
const ran = (command: string, output = ' Tests  4 passed (4)') => {
  const id = `t${rows}`;
  const block = { type: 'tool_use', id, name: 'Bash', input: { command } };
  write(
    {
      type: 'assistant',
      message: { id: `m${rows}`, type: 'message', role: 'assistant', model: 'm', content: [block] },
    },
    user([{ tool_use_id: id, type: 'tool_result', content: output, is_error: false }]),
  );
};
const check = (...words: string[]) =>
  machine.run(['evidence', 'check', '--transcript', record, ...words]);
/** Until a change on disk surely is later than what the record told last, by clocks that round. */
const later = () => {
  while (Date.now() <= last + 1_100) pause(50);
};

describe('a check of evidence by the built program [case 35]', () => {
  it('finds files that were changed though their own time was set back', () => {
    const ways: Record<string, string> = {
      touch: 'echo b > touch/a.ts && touch -d 2001-01-01 touch/a.ts',
      cp: 'cp -p kept/a.ts cp/a.ts',
      tar: 'tar xf kept.tar -C tar',
      git: 'git checkout -q HEAD~1 -- git/a.ts && touch -d 2001-01-01 git/a.ts',
      mv: 'mv kept/b.ts mv/a.ts',
      node: `node -e "require('fs').writeFileSync('node/a.ts','x');require('fs').utimesSync('node/a.ts',1,1)"`,
    };
    for (const name of ['still', ...Object.keys(ways)]) put(`${name}/a.ts`, 'old\n');
    git('add', '-A');
    git('commit', '-qm', 'one');
    put('git/a.ts', 'new\n');
    git('commit', '-qam', 'two');
    for (const name of ['a', 'b']) {
      put(`kept/${name}.ts`, 'kept\n');
      utimesSync(join(machine.project, `kept/${name}.ts`), 1, 1);
    }
    shell('tar cf kept.tar -C kept a.ts');
    ran('npm test');
    later();
    for (const [name, line] of Object.entries(ways)) {
      const files = `${name}/**`;
      expect(check('--unchanged', files), name).toMatchObject({ code: 0 });
      expect(check('--ran', 'npm test', '--after', files), name).toMatchObject({ code: 0 });
      shell(line);
      expect(statSync(join(machine.project, name, 'a.ts')).mtimeMs, name).toBeLessThan(last);
      expect(check('--unchanged', files), name).toMatchObject({ code: 1 });
      expect(check('--ran', 'npm test', '--after', files).out, name).toContain('is stale');
    }
    expect(check('--unchanged', 'still/**')).toMatchObject({ code: 0 });
  });

  it('takes braces, classes and absolute paths in globs, and lets none that matches no file prove anything', () => {
    put('src/b.tsx', 'b\n');
    ran('npm test');
    later();
    put('src/b.tsx', 'c\n');
    const globs = ['src/**/*.{ts,tsx}', 'src/[ab].ts*', join(machine.project, 'src/**')];
    for (const glob of globs)
      expect(check('--ran', 'npm test', '--after', glob).out, glob).toContain('is stale');
    for (const glob of ['src/**/*.{js,jsx}', 'src/[x-z].ts', '/elsewhere/**', 'srcs/**']) {
      const words = ['--ran', 'npm test', '--after', glob];
      expect(check(...words).out, glob).toContain('No file of the project matches');
      expect(check(...words)).toMatchObject({ code: 1 });
      expect(check('--unchanged', glob)).toMatchObject({ code: 1 });
    }
    expect(check('--ran', 'npm test', '--after', 'src/a.ts')).toMatchObject({ code: 0 });
  });

  it('finds settings of npm that a program wrote into the home or the project', () => {
    put('package.json', JSON.stringify({ scripts: { test: 'vitest run' } }));
    ran('ls', 'src');
    later();
    ran('npm test');
    expect(check('--ran', 'npm test')).toMatchObject({ code: 0 });
    writeFileSync(join(machine.home, '.npmrc'), 'script-shell=/bin/true\n');
    expect(check('--ran', 'npm test').out).toContain('.npmrc was changed since the session began');
    writeFileSync(join(machine.home, '.npmrc'), 'fund=false\n');
    expect(check('--ran', 'npm test')).toMatchObject({ code: 0 });
    put('.npmrc', 'script-shell=/bin/true\n');
    expect(check('--ran', 'npm test').code).toBe(1);
  });

  it('finds a script that was changed since the session began, by what git holds of it', () => {
    const pack = (version: string, test: string) =>
      put('package.json', JSON.stringify({ version, scripts: { test } }));
    pack('1.0.0', 'node check.js');
    git('add', '-A');
    git('commit', '-qm', 'one');
    laterSecond();
    ran('ls', 'src');
    later();
    pack('2.0.0', 'node check.js');
    ran('npm test');
    expect(check('--ran', 'npm test')).toMatchObject({ code: 0 });
    pack('2.0.0', 'node other.js');
    git('commit', '-qam', 'two');
    ran('npm test');
    const told = check('--ran', 'npm test');
    expect(told.code).toBe(1);
    expect(told.out).toContain('its script in package.json was changed in this session');
    expect(told.out).toContain('Ask the user whether package.json');
    pack('2.0.0', 'vitest run || true');
    expect(check('--ran', 'npm test').out).toContain('ends well however its tests end');
  });
});

/** Git tells whole seconds: the commit must lie in one before that of the record. */
function laterSecond(): void {
  const now = Math.floor(Date.now() / 1000);
  while (Math.floor(Date.now() / 1000) <= now) pause(50);
}
