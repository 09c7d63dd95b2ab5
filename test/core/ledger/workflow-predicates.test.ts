import { describe, expect, it } from 'vitest';
import { agent, edit, read, sh } from '../snapshot/build.ts';
import { asked } from './kit.ts';

const plan = (justification: string) => ({
  '/w/plan.md': {
    text: `# Plan\n\n## Scope\nsrc/scope.ts\n\n## Justification\n${justification}\n\n### More\nsrc/b.ts\n\n## Later\nsrc/later.ts\n`,
  },
  '/w/src/a.ts': { text: 'a' },
  '/w/src/b.ts': { text: 'b' },
  '/w/src/scope.ts': { text: 's' },
  '/w/src/later.ts': { text: 'l' },
});
const cites = { cites: 'plan.md', section: 'Justification', least: 2 };
const both = [read('src/a.ts'), read('src/b.ts')];

describe('a text that cites files', () => {
  it('holds by the files under its heading that were read', async () => {
    const verdict = await asked(cites, both, plan('It rests on `src/a.ts`, see e.g. the end.'));
    expect(verdict).toMatchObject({
      holds: true,
      why: expect.stringContaining('cites 2 files that were read: src/a.ts, src/b.ts'),
    });
  });

  it.each<[string, Parameters<typeof asked>[1], string, string]>([
    ['one was not read', [read('src/b.ts')], 'src/a.ts', 'cites src/a.ts, which was not read'],
    ['too few are cited', both, 'It rests on what I know.', 'cites 1 of 2 files'],
    [
      'one is only mentioned',
      [read('src/b.ts'), agent('I read src/a.ts.')],
      'src/a.ts',
      'which was not read',
    ],
    [
      'one is printed by a command that does not read it',
      [read('src/b.ts'), sh('echo src/a.ts', 'src/a.ts')],
      'src/a.ts',
      'which was not read',
    ],
    [
      'the reading failed',
      [read('src/b.ts'), sh('cat src/a.ts', 'cat: src/a.ts: No such file', 1)],
      'src/a.ts',
      'which was not read',
    ],
  ])('does not hold where %s', async (_, parts, justification, why) => {
    expect(await asked(cites, parts, plan(justification))).toMatchObject({
      holds: false,
      why: expect.stringContaining(why),
      next: expect.any(String),
    });
  });

  it('does not hold without the file or the heading', async () => {
    expect((await asked(cites, both)).why).toContain('plan.md is not there');
    const other = { ...cites, section: 'Reasons' };
    expect((await asked(other, both, plan('src/a.ts'))).why).toContain('no heading "Reasons"');
  });
});

describe('a command that keeps failing', () => {
  const failing = { failing: 'npm test', times: 3 };
  const red = (text = 'expected 3, got 2 (12 ms)') => sh('npm test', text, 1);

  it('holds when its last runs failed alike, but for digits', async () => {
    const parts = [red('other'), red(), edit('a.ts'), red('expected 3, got 2 (140 ms)'), red()];
    expect(await asked(failing, parts)).toMatchObject({ holds: true });
  });

  it.each<[string, Parameters<typeof asked>[1]]>([
    ['it failed less often', [red(), red()]],
    ['the last run passed', [red(), red(), red(), sh('npm test', 'ok')]],
    ['one failed otherwise', [red(), red('cannot find b.ts'), red()]],
    [
      'one ended with another exit code',
      [red(), sh('npm test', 'expected 3, got 2 (12 ms)', 2), red()],
    ],
    ['another command failed', [red(), red(), sh('npm run lint', 'expected 3, got 2 (12 ms)', 1)]],
  ])('does not hold where %s', async (_, parts) => {
    expect(await asked(failing, parts)).toMatchObject({ holds: false });
  });
});
