import { onShort, type ShortTextPattern } from '../bounded-match.ts';
import type { Run } from '../shell/run.ts';
import { runsIn } from '../shell/runs.ts';

/** Programs that are test runners by themselves. */
const byName: Readonly<Record<string, string>> = {
  pytest: 'pytest',
  'py.test': 'pytest',
  tox: 'pytest',
  nox: 'pytest',
  gotestsum: 'go',
  jest: 'js',
  vitest: 'js',
  mocha: 'js',
  _mocha: 'js',
  ava: 'js',
  tap: 'js',
  jasmine: 'js',
  karma: 'js',
  rspec: 'ruby',
  minitest: 'ruby',
  phpunit: 'php',
  pest: 'php',
  ctest: 'other',
  bats: 'other',
  prove: 'other',
};

/** Programs that run tests by what is given to them, as a line of the program and its arguments. */
const byWords: readonly [string, ShortTextPattern][] = [
  [
    'pytest',
    onShort(
      /^(?:python[\d.]*|coverage)\s[^|;&\n]{0,200}?-m (?:pytest|unittest|tox|nox)\b|^(?:python[\d.]* )?(?:\S{0,200}\/)?manage\.py test\b/,
      1_500,
    ),
  ],
  ['go', onShort(/^go (?:-C \S+ )?test\b/, 1_500)],
  ['cargo', onShort(/^cargo (?:[+-]\S+ )*(?:test|nextest)\b/, 1_500)],
  ['node', onShort(/^node\b.{0,200}\s--test\b/, 1_500)],
  ['js', onShort(/^(?:playwright|bun|deno) test\b|^cypress run\b/, 1_500)],
  ['js', onShort(/^(?:nx|turbo) (?:run )?(?:[\w-]{1,60}:)?test\b/, 1_500)],
  ['jvm', onShort(/^(?:mvnw?|gradlew?|sbt)\b.{0,120}\b(?:test|verify|check)\b/, 1_500)],
  ['ruby', onShort(/^(?:rake (?:test|spec)|rails test)\b/, 1_500)],
  ['php', onShort(/^(?:php (?:\S{0,200}\/)?)?artisan test\b/, 1_500)],
  ['dotnet', onShort(/^dotnet (?:test|vstest)\b/, 1_500)],
  [
    'other',
    onShort(
      /^(?:swift|mix|flutter|dart|stack|cabal) test\b|^xcodebuild\b.{0,200}\btest|^zig build test\b/,
      1_500,
    ),
  ],
];

const hint =
  /test|spec|unit|tox|nox|mvn|gradle|sbt|jest|mocha|ava|\btap\b|jasmine|karma|cypress|pest|bats|prove|\bt\b/;

/** Programs that are looked for behind one which starts them in a way of its own. */
const known = new Set(
  [...Object.keys(byName)].concat(
    'python python3 go cargo node playwright bun deno cypress nx turbo rake rails php make'.split(
      ' ',
    ),
  ),
);

/** Characters of a command that are looked at. */
const longest = 1_500;

let lastLine: string | undefined;
let lastRunner: string | undefined;

/**
 * Which kind of test runner a command line starts: the programs that run decide, not the words that they are given.
 *
 * @returns undefined where it runs no tests
 */
export function testRunner(command: string): string | undefined {
  if (!hint.test(command)) return undefined;
  // Several families ask for the same line one after the other.
  if (command !== lastLine) {
    const runs = runsIn(command.slice(0, longest), { knows: (program) => known.has(program) });
    lastRunner = runs.map(runnerOf).find((one) => one !== undefined);
    lastLine = command;
  }
  return lastRunner;
}

export function isTestCommand(command: string): boolean {
  return testRunner(command) !== undefined;
}

function runnerOf({ program, args }: Run): string | undefined {
  if (Object.hasOwn(byName, program)) return byName[program];
  const words = args.map(({ text }) => text);
  if (/^(?:npm|pnpm|yarn|bun|composer)$/.test(program) && namesTests(words, packageTaking, 1))
    return program === 'composer' ? 'php' : 'js';
  if (/^(?:g?make|just|mise|task)$/.test(program) && namesTests(words, makeTaking, 9))
    return 'make';
  if (/^(?:node|tsx|ts-node|php|ruby|perl)$/.test(program)) {
    const script = words.find((word) => !word.startsWith('-') && /[/.]/.test(word)) ?? '';
    const name = script.replace(/^.*\//, '').replace(/\.[cm]?js$/, '');
    if (Object.hasOwn(byName, name)) return byName[name];
  }
  const line = [program, ...words].join(' ');
  return byWords.find(([, pattern]) => pattern.test(line))?.[0];
}

const packageTaking = /^(?:--(?:prefix|dir|filter|workspace|cwd|working-dir)|-[CFwd]|workspace)$/;
const makeTaking = /^-[CfIoW]$/;
/** Words of a package manager before the name of a script. */
const passing = /^(?:run|run-script|workspaces?|foreach|-\S*)$/;

/** True where one of the first names behind the options is that of tests: a script, or a target. */
function namesTests(words: readonly string[], taking: RegExp, most: number): boolean {
  const names: string[] = [];
  for (let at = 0; at < words.length && names.length < most; at += 1) {
    const word = words[at]!;
    if (taking.test(word)) at += 1;
    else if (!passing.test(word) && !/^\w+=/.test(word)) names.push(word);
  }
  return names.some((name) => /^t$|^tst$|(?:^|[:_.-])tests?(?:$|[:_.-])/.test(name));
}
