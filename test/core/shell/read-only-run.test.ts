import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPlainlyReadOnly } from '../../../src/core/shell/read-only.ts';

let home: string;
let place: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'holdfast-canary-'));
  place = join(home, 'tree');
  mkdirSync(join(place, 'sub'), { recursive: true });
  writeFileSync(join(place, 'a'), 'b\na\na\n');
  writeFileSync(join(place, 'sub/b.md'), '- [ ] x\n');
  writeFileSync(join(place, 'x.sh'), '#!/bin/sh\ntouch ran\n', { mode: 0o755 });
  run(
    'git init -q --template= . && git -c user.name=n -c user.email=e@e commit -q --allow-empty -m x',
  );
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function run(command: string): void {
  execFileSync('sh', ['-c', command], {
    cwd: place,
    env: { PATH: process.env.PATH, HOME: home, TMPDIR: home, GIT_CONFIG_NOSYSTEM: '1' },
    input: '',
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: 5000,
  });
}

/** Everything below the home of the run: names, kinds, modes and contents; git's index aside, which a status refreshes. */
function picture(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isDirectory()) return [`${path}/ ${stat.mode}`, ...picture(path)];
    if (path.endsWith('.git/index')) return [];
    return [`${path} ${stat.mode} ${stat.isFile() ? readFileSync(path, 'base64') : 'other'}`];
  });
}

const program = fc.constantFrom(
  'cat',
  'ls',
  'echo',
  'head',
  'tail',
  'wc',
  'grep',
  'sort',
  'uniq',
  'cut',
  'tr',
  'nl',
  'diff',
  'cmp',
  'stat',
  'file',
  'find',
  'sed',
  'sed -n',
  'git',
  'git diff',
  'git log',
  'git branch',
  'git status',
  'git tag',
  'git stash',
  'git config',
  'test',
  '[',
  'date',
  'which',
  'command',
  'tee',
  'touch',
  'rm',
  'env',
  'xargs',
  'cp a',
  './x.sh',
  'sh',
);
const word = fc.constantFrom(
  'a',
  'sub/b.md',
  'new',
  '.',
  '*',
  'a*',
  '-o',
  '-onew',
  '-uo',
  '--output=new',
  '--outp',
  '--output',
  'new',
  '-i',
  '-n',
  '-e',
  'p',
  '1p',
  'w new',
  '1w new',
  "'1w new'",
  "'s/a/b/w new'",
  "'s/a/touch new/e'",
  "'1e touch new'",
  '-delete',
  '-exec',
  'touch',
  '{}',
  '+',
  '\\;',
  '-fprint',
  '-name',
  '-c',
  '-d',
  '-D',
  '-v',
  '-f',
  '--format=x',
  '--list',
  ']',
  '$X',
  '"$(touch new)"',
  '`touch new`',
  "'$(touch new)'",
  '{a,new}',
  '-T',
  '--compress-program=./x.sh',
  '-s',
  '-C',
  '-m',
  'log',
  'diff',
  'status',
  'x.y',
  'alias.z=!touch new',
  '--',
  '-w',
  '=',
  '-eq',
);
const redirect = fc.constantFrom(
  '',
  '',
  '',
  '>new',
  '> new',
  '>>a',
  '2>new',
  '&>new',
  '>&new',
  '>|new',
  '<a',
  '<>new',
  '2>&1',
  '>/dev/null',
  '2>/dev/null',
  '<<E',
  '<<<x',
  '1>&2',
);
const joint = fc.constantFrom(
  ' | ',
  ' && ',
  ' || ',
  '; ',
  '\n',
  ' & ',
  ' |& ',
  ' ',
  ';',
  ' # ',
  ' \\\n',
  '\r\n',
);
const simple = fc
  .tuple(program, fc.array(word, { maxLength: 4 }), redirect)
  .map(([name, words, tail]) => [name, ...words, tail].filter((part) => part !== '').join(' '));
const wrapped = fc.oneof(
  { weight: 8, arbitrary: simple },
  simple.map((inner) => `(${inner})`),
  simple.map((inner) => `{ ${inner}; }`),
  simple.map((inner) => `X=new ${inner}`),
  simple.map((inner) => `$(${inner})`),
  simple.map((inner) => `cat <(${inner})`),
);
const line = fc
  .tuple(wrapped, fc.array(fc.tuple(joint, wrapped), { maxLength: 2 }))
  .map(([first, rest]) => first + rest.map(([between, next]) => between + next).join(''));

test('no command that is judged to only read changes anything when it really runs', () => {
  const before = picture(home);
  let ran = 0;
  fc.assert(
    fc.property(line, (command) => {
      if (!isPlainlyReadOnly(command) || ran >= 120) return;
      ran += 1;
      try {
        run(command);
      } catch {
        // A command that fails or is cut off may not have changed anything either.
      }
      expect(picture(home)).toEqual(before);
    }),
    { numRuns: 2500 },
  );
  expect(ran).toBeGreaterThan(30);
});
