import { onShort, type ShortTextPattern } from '../bounded-match.ts';

/** Runners by what starts them. */
const runners: readonly [string, ShortTextPattern][] = [
  [
    'pytest',
    onShort(
      /(?:^|[\s/;&|])(?:pytest|py\.test)\b|python[\d.]*\s+-m\s+(?:pytest|unittest)\b|\b(?:tox|nox)\b|manage\.py\s+test\b/,
      1_500,
    ),
  ],
  ['go', onShort(/\bgo\s+test\b|\bgotestsum\b/, 1_500)],
  ['cargo', onShort(/\bcargo\s+(?:\+\S+\s+)?(?:test|nextest)\b/, 1_500)],
  ['node', onShort(/\bnode\b[^|;&\n]{0,80}\s--test\b/, 1_500)],
  [
    'js',
    onShort(
      /\b(?:jest|vitest|mocha|ava|tap|jasmine|karma|playwright\s+test|cypress\s+run|bun\s+test|deno\s+test)\b/,
      1_500,
    ),
  ],
  [
    'js',
    onShort(
      /\b(?:npm|pnpm|yarn|bun)\s+(?:-\S+\s+)*(?:run\s+|run-script\s+)?(?:t|test|tests)[:\w-]*\b|\b(?:nx|turbo)\s+(?:run\s+)?test\b/,
      1_500,
    ),
  ],
  [
    'jvm',
    onShort(/\b(?:mvn|mvnw|gradle|gradlew|sbt)\b[^|;&\n]{0,120}\b(?:test|verify|check)\b/, 1_500),
  ],
  ['ruby', onShort(/\b(?:rspec|rake\s+(?:test|spec)|rails\s+test|minitest)\b/, 1_500)],
  ['php', onShort(/\b(?:phpunit|pest|artisan\s+test)\b/, 1_500)],
  ['dotnet', onShort(/\bdotnet\s+(?:test|vstest)\b/, 1_500)],
  [
    'other',
    onShort(
      /\b(?:ctest|swift\s+test|mix\s+test|xcodebuild\b[^|;&\n]{0,200}\btest|bats|flutter\s+test|dart\s+test|zig\s+build\s+test|stack\s+test|cabal\s+test|prove)\b/,
      1_500,
    ),
  ],
  ['make', onShort(/\b(?:make|just|mise|task)\s+(?:run\s+)?[\w:-]*test[\w:-]*\b/, 1_500)],
];

/** Characters of a command that are looked at. */
const longest = 1_500;

const hint =
  /test|spec|unit|tox|nox|mvn|gradle|sbt|jest|mocha|ava|\btap\b|jasmine|karma|cypress|pest|bats|prove|\bt\b/;

/** Which runner a command line starts, undefined when it runs no tests. */
export function testRunner(command: string): string | undefined {
  if (!hint.test(command)) return undefined;
  let head = command.slice(0, longest);
  // What is only quoted to another program, such as a commit message, starts nothing.
  if (/\b(?:commit|echo|grep|rg|printf|tag|gh|cat|holdfast)\b/.test(head))
    head = head.replace(/"[^"]*(?:"|$)|'[^']*(?:'|$)/g, '""');
  return runners.find(([, pattern]) => pattern.test(head))?.[0];
}

export function isTestCommand(command: string): boolean {
  return testRunner(command) !== undefined;
}
