import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
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
afterAll(() => removeFolder(home));

function run(command: string): void {
  execFileSync('sh', ['-c', command], {
    cwd: place,
    env: { PATH: process.env.PATH, HOME: home, TMPDIR: home, GIT_CONFIG_NOSYSTEM: '1' },
    input: '',
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: 20_000,
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

/** Programs, each with words that would make it write or run something, were they let through. */
const dangers: Record<string, string[]> = {
  'sort a': ['-o', '-onew', '-uo', '--output=new', '--outp', '-T', '--compress-program=./x.sh'],
  'sort -S1 a': ['--compress-program=./x.sh', '-o', 'new'],
  'uniq a': ['new', 'n*', '-c', '-'],
  'find .': [
    '-delete',
    '-exec',
    './x.sh',
    '\\;',
    '-fprint',
    'new',
    '-fls',
    '-name',
    '-ok',
    '{-delete,-print}',
    '*',
  ],
  sed: [
    '-i',
    '-n',
    "'1w new'",
    "'s/b/c/w new'",
    "'1e touch new'",
    "'s/b/touch new/e'",
    '-e',
    'p',
    'a',
    '-ni',
    '-n -i',
  ],
  'git diff': [
    '--output=new',
    '--output',
    '--outp=new',
    'new',
    '--ext-diff',
    '--no-index',
    'a',
    'sub/b.md',
    '--',
  ],
  'git log': ['-p', '--output=new', '--outpu', 'new', '-1'],
  'git branch': [
    'new',
    '--list',
    '-v',
    '-a',
    '-m',
    '--format=x',
    '--contains',
    '-d',
    '-c',
    'other',
  ],
  'git tag': ['new', '-l', '-d', '-a', '-m', 'x'],
  git: [
    '-c',
    "alias.z='!touch new'",
    'z',
    'stash',
    'config',
    'x.y',
    'init',
    'new',
    'checkout',
    '-b',
    '-C',
    'sub',
    'status',
  ],
  'git config': ['--get', 'x.y', 'z', '--list', '--unset', '--add'],
  'git stash': ['list', 'show', 'push', '-p', '--output=new'],
  file: ['-C', '-m', 'a', '-b'],
  date: ['+%F', '-u', '-r', 'a'],
  command: ['-v', './x.sh', 'touch', 'new'],
  '[': ['-f', 'a', ']', '-eq', "'a[$(touch new)]'", '-v'],
  env: ['touch', 'new', 'X=1'],
  xargs: ['touch', 'new'],
  tee: ['new'],
  touch: ['new'],
  rm: ['a'],
  './x.sh': [],
};
const harmless = [
  'cat',
  'ls',
  'echo',
  'head',
  'wc',
  'grep',
  'cut -c1',
  'tr a b',
  'nl',
  'diff a',
  'cmp a',
  'stat',
  'which',
];
const common = [
  'a',
  'sub/b.md',
  '.',
  'new',
  '*',
  'a*',
  '$X',
  '"$(touch new)"',
  '`touch new`',
  "'$(touch new)'",
  '{a,new}',
  '--',
];
const redirections = [
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
];
const redirect = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  fc.constantFrom(...redirections),
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
/** A program with up to three words, mostly its own. */
function withWords(name: string, words: string[]): fc.Arbitrary<string> {
  const word = fc.constantFrom(...words, ...words, ...common);
  return fc.array(word, { maxLength: 3 }).map((chosen) => [name, ...chosen].join(' '));
}
const body = fc.oneof(
  ...Object.entries(dangers).map(([name, words]) => withWords(name, words)),
  ...harmless.map((name) => withWords(name, common)),
);
const simple = fc.tuple(body, redirect).map(([text, tail]) => `${text} ${tail}`.trim());
const wrapped = fc.oneof(
  { weight: 30, arbitrary: simple },
  simple.map((inner) => `(${inner})`),
  simple.map((inner) => `{ ${inner}; }`),
  simple.map((inner) => `X=new ${inner}`),
  simple.map((inner) => `$(${inner})`),
  simple.map((inner) => `cat <(${inner})`),
);
const line = fc.oneof(
  { weight: 4, arbitrary: wrapped },
  fc.tuple(wrapped, joint, wrapped).map((parts) => parts.join('')),
);

/** Each command in a shell of its own, all in one process tree, so that many can be run. */
function runEach(commands: string[]): void {
  const quoted = commands.map(
    (command) => `sh -c '${command.replaceAll("'", `'\\''`)}' </dev/null`,
  );
  run(quoted.join('\n'));
}

test('no command that is judged to only read changes anything when it really runs', () => {
  const before = picture(home);
  let ran = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 150, maxLength: 150 }), (lines) => {
      const commands = lines.filter(isPlainlyReadOnly);
      if (commands.length === 0) return;
      ran += commands.length;
      try {
        runEach(commands);
      } catch {
        // Commands that fail must not have changed anything either.
      }
      expect(picture(home), `one of:\n${commands.join('\n')}`).toEqual(before);
    }),
    // What a command changed stays changed, so a smaller counterexample cannot be looked for.
    { numRuns: 12, endOnFailure: true },
  );
  expect(ran).toBeGreaterThan(250);
}, 120_000);
