import { expect, it } from 'vitest';
import { globTest } from '../../../src/core/ledger/glob.ts';

it.each([
  ['src/**/*.{ts,tsx}', 'src/a/b.tsx', true],
  ['src/**/*.{ts,tsx}', 'src/a/b.js', false],
  ['{src,lib}/{a,b}.ts', 'lib/b.ts', true],
  ['src/[ab].ts', 'src/a.ts', true],
  ['src/[!ab].ts', 'src/a.ts', false],
  ['src/[a-c]?.ts', 'src/bx.ts', true],
  ['/home/dev/proj/src/**', 'src/a.ts', true],
  ['/elsewhere/**', 'src/a.ts', false],
  ['!{src,lib}/**', 'src/a.ts', false],
  ['src/{a,{b,c}}.ts', 'src/c.ts', true],
] as const)('takes %s for %s: %s', (glob, path, fits) => {
  expect(globTest([glob], '/home/dev/proj')(`/home/dev/proj/${path}`)).toBe(fits);
});

it('takes time that grows with the pattern alone', () => {
  const start = performance.now();
  globTest(['{a,b}'.repeat(90), '['.repeat(400), '{'.repeat(400)], '/p')('/p/a');
  expect(performance.now() - start).toBeLessThan(500);
});
