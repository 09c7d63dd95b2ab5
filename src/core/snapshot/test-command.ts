/** Runners by what starts them. */
const runners: readonly [string, RegExp][] = [
  [
    'pytest',
    /(?:^|[\s/;&|])(?:pytest|py\.test)\b|python[\d.]*\s+-m\s+(?:pytest|unittest)\b|\b(?:tox|nox)\b|manage\.py\s+test\b/,
  ],
  ['go', /\bgo\s+test\b|\bgotestsum\b/],
  ['cargo', /\bcargo\s+(?:\+\S+\s+)?(?:test|nextest)\b/],
  ['node', /\bnode\b[^|;&\n]{0,80}\s--test\b/],
  [
    'js',
    /\b(?:jest|vitest|mocha|ava|tap|jasmine|karma|playwright\s+test|cypress\s+run|bun\s+test|deno\s+test)\b/,
  ],
  [
    'js',
    /\b(?:npm|pnpm|yarn|bun)\s+(?:-\S+\s+|--\S+\s+)*(?:run\s+|run-script\s+)?(?:t|test|tests)(?:[:\w-]*)\b|\b(?:nx|turbo)\s+(?:run\s+)?test\b/,
  ],
  ['jvm', /\b(?:mvn|mvnw|gradle|gradlew|sbt)\b[^|;&\n]{0,120}\b(?:test|verify|check)\b/],
  ['ruby', /\b(?:rspec|rake\s+(?:test|spec)|rails\s+test|minitest)\b/],
  ['php', /\b(?:phpunit|pest|artisan\s+test)\b/],
  ['dotnet', /\bdotnet\s+(?:test|vstest)\b/],
  [
    'other',
    /\b(?:ctest|swift\s+test|mix\s+test|xcodebuild\b[^|;&\n]{0,200}\btest|bats|flutter\s+test|dart\s+test|zig\s+build\s+test|stack\s+test|cabal\s+test|prove)\b/,
  ],
  ['make', /\b(?:make|just|mise|task)\s+(?:run\s+)?[\w:-]*test[\w:-]*\b/],
];

const hint =
  /test|spec|unit|tox|nox|mvn|gradle|sbt|jest|mocha|ava|\btap\b|jasmine|karma|cypress|pest|bats|prove|\bt\b/;

/** Which runner a command line starts, undefined when it runs no tests. */
export function testRunner(command: string): string | undefined {
  if (!hint.test(command)) return undefined;
  let head = command.slice(0, 1500);
  // What is only quoted to another program, such as a commit message, starts nothing.
  if (/\b(?:commit|echo|grep|rg|printf|tag|gh|cat|holdfast)\b/.test(head))
    head = head.replace(/"[^"]*(?:"|$)|'[^']*(?:'|$)/g, '""');
  return runners.find(([, pattern]) => pattern.test(head))?.[0];
}

export function isTestCommand(command: string): boolean {
  return testRunner(command) !== undefined;
}
