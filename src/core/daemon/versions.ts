/** Negative where the first version is older, positive where it is newer, 0 where neither is. */
export function compareVersions(a: string, b: string): number {
  const [x, y] = [numbers(a), numbers(b)];
  for (let index = 0; index < 3; index += 1) {
    const difference = (x[index] ?? 0) - (y[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numbers(version: string): number[] {
  return version.split(/[.+-]/, 3).map((part) => Number.parseInt(part, 10) || 0);
}
