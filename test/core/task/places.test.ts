import { describe, expect, it } from 'vitest';
import { readMarkdownTask } from '../../../src/core/task/markdown-task.ts';
import { taskPlaces } from '../../../src/core/task/places.ts';

const places = (text: string, ...disk: string[]) =>
  taskPlaces(
    {
      path: '/p/PLAN.md',
      document: readMarkdownTask(text, '/p/PLAN.md', 'plan').document,
      confidence: 'high',
      method: 'explicit',
      reason: '',
      required: [],
      missing: [],
    },
    '/p',
    (path) =>
      disk.some((one) => `/p/${one}`.normalize('NFC').startsWith(path.normalize('NFC'))) &&
      !path.endsWith(' '),
  ).slice(1);

describe('the places that a task names', () => {
  it.each([
    ['letters of any script', '---\nscope: [src/größe/**]\n---\n# Plan\n', ['/p/src/größe']],
    ['Chinese', '---\nscope: ["源码/价格/**"]\n---\n# Plan\n', ['/p/源码/价格']],
    ['an open step', '# Plan\n- [ ] ändere src/größe/rund.ts\n', ['/p/src/größe/rund.ts']],
    [
      'a list without boxes',
      '# Plan\n\n- `src/preise/rund.ts`: runden\n',
      ['/p/src/preise/rund.ts'],
    ],
    ['numbered steps', '# Plan\n\n1. change src/a/b.ts\n2. test it\n', ['/p/src/a/b.ts']],
  ])('are found in %s', (_, text, expected) => {
    expect(places(text)).toEqual(expected);
  });

  it('are found where a path of a list holds a space', () => {
    expect(places('---\nscope: ["src/mis precios/**"]\n---\n# Plan\n')).toContain(
      '/p/src/mis precios',
    );
  });

  it('are those of open steps alone where there are boxes', () => {
    expect(
      places('# Plan\n- [x] src/done/a.ts\n- note on src/other/b.ts\n- [ ] src/next/c.ts\n'),
    ).toEqual(['/p/src/next/c.ts']);
  });

  it.each([
    ['- [ ] fix `my lib/a.ts`', 'my lib/a.ts'],
    ['- [ ] Fix "my lib/a.ts", then test', 'my lib/a.ts'],
    ['1. Fix `my lib/a.ts`', 'my lib/a.ts'],
    ['- Fix \u201cmy lib/a.ts\u201d', 'my lib/a.ts'],
    ['- [ ] fix [the file](my%20lib/a.ts)', 'my lib/a.ts'],
    ['- [ ] `Größe und Maß/a.ts`', 'Größe und Maß/a.ts'],
    ['- [ ] fix `app (old)/a.ts`', 'app (old)/a.ts'],
    ['- [ ] fix app/[slug]/a.ts', 'app/[slug]/a.ts'],
    ['- [ ] fix (app/(shop)/[...all]/page.ts).', 'app/(shop)/[...all]/page.ts'],
    ["- [ ] fix `o'neil/a.ts`", "o'neil/a.ts"],
    ["- [ ] fix o'neil/a.ts, then test", "o'neil/a.ts"],
    ["- [ ] fix 'my lib/a.ts'", 'my lib/a.ts'],
    ['next: `my lib/a.ts`', 'my lib/a.ts'],
    ['- [ ] tidy `my lib`', 'my lib'],
    ['- [ ] write `my lib/new.ts`', 'my lib/new.ts'],
  ])('hold blanks and other signs whole where they are quoted or on disk: %s', (line, expected) => {
    const disk = expected.replace('new.ts', 'old.ts');
    expect(places(`# Plan\n\n${line}\n`, disk)).toEqual([`/p/${expected}`]);
  });

  it('are known by a slash or an ending in quotes where nothing is on disk', () => {
    expect(places('# Plan\n- [ ] fix `my lib/a.ts`\n')).toContain('/p/my lib/a.ts');
    expect(places('# Plan\n- [ ] fix "my notes.md"\n')).toContain('/p/my notes.md');
    expect(places('# Plan\n- [ ] say "done and dusted"\n')).toEqual([]);
  });

  it('are those within quoted words that are no path, as of a command', () => {
    expect(places('# Plan\n- [ ] run `npx vitest src/a.ts`\n', 'src/a.ts')).toContain(
      '/p/src/a.ts',
    );
  });

  it('are those of a section of files to load', () => {
    const text = '# Plan\n\n## Files to load\n\n- my lib/a.ts\n\n## Steps\n\n- [ ] x\n';
    expect(places(text)).toContain('/p/my lib/a.ts');
    expect(places(text, 'my lib/a.ts')).toEqual(['/p/my lib/a.ts']);
  });

  it.each(['app (old)/**', 'app/[slug]/**', "o'neil/**", 'Größe und Maß/**'])(
    'of a scope hold any sign: %s',
    (scope) => {
      const folder = scope.slice(0, -3);
      expect(places(`---\nscope: ["${scope}"]\n---\n# Plan\n`)).toContain(`/p/${folder}`);
    },
  );
});
