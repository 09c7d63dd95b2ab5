import { describe, expect, it } from 'vitest';
import { readPatch } from '../../../src/core/handoff/read-patch.ts';

const lines = (...all: string[]): string => `${all.join('\n')}\n`;
const head = (path: string, mode = 'new file mode 100644'): string[] => [
  `diff --git a/${path} b/${path}`,
  mode,
];
const body = (path: string): string[] => [
  '--- /dev/null',
  `+++ b/${path}`,
  '@@ -0,0 +1 @@',
  '+foo',
];

describe('a patch of a bundle', () => {
  it('is read where git wrote it: new, changed, removed and binary files, modes, blanks and quotes in names', () => {
    const patch = lines(
      ...head('new.txt'),
      'index 0000000..257cc56',
      ...body('new.txt'),
      ...head('a b.txt'),
      '--- /dev/null',
      '+++ b/a b.txt\t',
      '@@ -0,0 +1,2 @@',
      '+--- a/x',
      '+diff --git a/y b/y',
      '\\ No newline at end of file',
      'diff --git "a/\\303\\244.txt" "b/\\303\\244.txt"',
      'index 257cc56..5716ca5 100644',
      '--- "a/\\303\\244.txt"',
      '+++ "b/\\303\\244.txt"',
      '@@ -1,3 +1,3 @@ rename from x',
      ' one',
      '-two',
      '+zwei',
      ' three',
      ...head('gone.txt', 'deleted file mode 100755'),
      'index 257cc56..0000000',
      '--- a/gone.txt',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-foo',
      ...head('run.sh', 'old mode 100644'),
      'new mode 100755',
      ...head('data.bin'),
      'index 0000000..257cc56',
      'GIT binary patch',
      'literal 3',
      'Kcmb;dB@6%n0001k0kQx9',
      '',
      'literal 0',
      'HcmV?d00001',
      '',
      ...head('empty.txt'),
      'index 0000000..e69de29',
    );
    expect(readPatch(patch)).toEqual([
      { path: 'new.txt', isNew: true },
      { path: 'a b.txt', isNew: true },
      { path: 'ä.txt', isNew: false },
      { path: 'gone.txt', isNew: false },
      { path: 'run.sh', isNew: false },
      { path: 'data.bin', isNew: true },
      { path: 'empty.txt', isNew: true },
    ]);
  });

  it.each([
    '0120000',
    '120000',
    '120777',
    '0160000',
    '160000',
    '120000 ',
    '40000',
    '100666',
    '0100644',
    '0100000',
    ' 100644',
  ])('makes nothing of the mode "%s", as links and submodules are written', (mode) => {
    expect(readPatch(lines(...head('x', `new file mode ${mode}`), ...body('x')))).toContain(
      'links',
    );
    expect(readPatch(lines(...head('x', 'old mode 100644'), `new mode ${mode}`))).toContain(
      'links',
    );
    expect(readPatch(lines(...head('x', `deleted file mode ${mode}`)))).toContain('links');
    expect(readPatch(lines(...head('x', `index 257cc56..5716ca5 ${mode}`)))).toContain('links');
  });

  it.each([
    ['rename', ['diff --git a/a b/b', 'similarity index 100%', 'rename from a', 'rename to b']],
    ['copy', ['diff --git a/a b/b', 'similarity index 100%', 'copy from a', 'copy to b']],
    ['same name', ['diff --git a/a b/a', 'rename from .env', 'rename to a']],
    ['twice', [...head('x'), ...body('x'), ...head('x'), ...body('x')]],
  ])('renames and copies nothing: %s', (_, patch) => {
    expect(readPatch(lines(...patch))).toContain('renames or copies');
  });

  it.each([
    ['text before', ['Subject: x', ...head('x'), ...body('x')]],
    ['text after', [...head('x'), ...body('x'), '--- a/y', '+++ b/y', '@@ -1 +1 @@', '-a', '+b']],
    ['other names below', [...head('x'), ...body('y')]],
    ['an old form', ['--- a/y', '+++ b/y', '@@ -1 +1 @@', '-a', '+b']],
    ['too few lines', [...head('x'), '--- /dev/null', '+++ b/x', '@@ -0,0 +1,9 @@', '+foo']],
    ['nothing', ['']],
  ])('is refused with what has no place in one: %s', (_, patch) => {
    expect(readPatch(lines(...patch))).toContain('not in the form');
  });

  it.each([
    ['../x', 'outside'],
    ['/etc/x', 'outside'],
    ['.git/hooks/x', "git's own"],
    ['a/.GIT./x', "git's own"],
    ['git~1/x', "git's own"],
    ['a\u200bb', 'cannot be shown'],
  ])('has no file %s', (path, why) => {
    const bytes = Buffer.from(lines(...head(path), ...body(path))).toString('latin1');
    expect(readPatch(bytes)).toContain(why);
  });
});
