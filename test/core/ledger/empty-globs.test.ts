import { describe, expect, it } from 'vitest';
import { edit, sh } from '../snapshot/build.ts';
import { asked } from './kit.ts';

const green = 'Tests  12 passed (12)';
const disk = { '/w/src/a.ts': { text: 'a' } };
const why = { why: expect.stringContaining('No file of the project matches') };

describe('globs that match no file', () => {
  it.each([
    ['src/**/*.{tsx,jsx}'],
    ['srcs/**'],
    ['src/{a.ts'],
    ['src/[b-z].ts'],
    ['/elsewhere/**'],
    ['!src/**'],
    ['**', '!**'],
  ])('prove nothing: %s', async (...globs) => {
    const parts = [sh('npm test', green)];
    expect(await asked({ ran: 'npm test', after: globs }, parts, disk)).toMatchObject({
      holds: false,
      ...why,
      next: expect.stringContaining('Name files that are there'),
    });
    expect(await asked({ unchanged: globs }, parts, disk)).toMatchObject({ holds: false, ...why });
    expect(await asked({ changed: globs }, parts, disk)).toMatchObject({ holds: false, ...why });
    expect(await asked({ not: { changed: globs } }, parts, disk)).toMatchObject({
      holds: false,
      ...why,
    });
  });

  it('prove nothing where all or any of others asks for them', async () => {
    const parts = [sh('npm test', green)];
    const none = { changed: 'srcs/**' };
    const yes = { ran: 'npm test' };
    const no = { ran: 'npm run lint' };
    const holds = async (predicate: object) => (await asked(predicate, parts, disk)).holds;
    expect(await holds({ not: { all: [yes, none] } })).toBe(false);
    expect(await holds({ not: { any: [no, none] } })).toBe(false);
    expect(await holds({ not: { all: [no, none] } })).toBe(true);
    expect(await holds({ any: [yes, none] })).toBe(true);
  });

  it('are told from those that match a file on disk or one that the session changed', async () => {
    const parts = [edit('src/a.ts'), sh('rm lib/old.ts'), sh('npm test', green)];
    const holds = async (predicate: object) => (await asked(predicate, parts, disk)).holds;
    expect(await holds({ ran: 'npm test', after: ['src/**', 'gone/**'] })).toBe(true);
    expect(await holds({ ran: 'npm test', after: ['lib/**'] })).toBe(true);
    expect(await holds({ not: { changed: 'lib/**' } })).toBe(false);
  });

  it('are named where others beside them match', async () => {
    const parts = [sh('npm test', green)];
    const after = ['src/**', 'srcs/**', '!docs/**'];
    const verdict = await asked({ ran: 'npm test', after }, parts, disk);
    expect(verdict).toMatchObject({
      holds: true,
      why: expect.stringContaining('(no file matches srcs/**)'),
    });
    const still = await asked({ unchanged: ['src/**', 'lib/*.ts'] }, parts, disk);
    expect(still.why).toContain('(no file matches lib/*.ts)');
    const all = await asked({ ran: 'npm test', after: ['src/**'] }, parts, disk);
    expect(all.why).toMatch(/was changed since it began\.$/);
  });

  it('are not told where the project holds too many files to look at', async () => {
    const files = () => ({ found: [], whole: false });
    const verdict = await asked({ unchanged: 'docs/**' }, [sh('ls')], {}, { files });
    expect(verdict.why).toContain('more files than');
  });
});
