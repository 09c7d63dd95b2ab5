const patterns: readonly RegExp[] = [
  // Go, and with it the runners that wrap it
  /^\s*--- FAIL: ([\w/.#-]+) \(/gm,
  // pytest
  /^FAILED (\S+::\S+)/gm,
  // Rust
  /^test (\S+) \.\.\. FAILED$/gm,
  // Vitest
  /^\s*FAIL\s+(\S+ > .+)$/gm,
  // Jest
  /^\s*● (.+ › .+)$/gm,
  // ExUnit
  /^\s*\d+\) (test .+ \([\w.]+\))$/gm,
];

/**
 * Names of failing tests in the output of the runners that are known. Of a test and its parts only the test. A name
 * at the very end of a cut output is left out: it may be half of one.
 */
export function failingNames(output: string): string[] {
  const names = patterns.flatMap((pattern) =>
    [...output.matchAll(pattern)].map((match) => match[1]!.trim()),
  );
  const distinct = [...new Set(names)];
  return distinct.filter(
    (name) => !distinct.some((other) => other !== name && name.startsWith(`${other}/`)),
  );
}
