import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { projectRoot } from '../../../src/app/task/project-root.ts';
import { resolveTask } from '../../../src/app/task/resolve.ts';
import { files } from '../../../src/platform/files.ts';

let top: string;
const make = (path: string): string => {
  mkdirSync(join(top, path), { recursive: true });
  return join(top, path);
};

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-root-')));
});
afterEach(() => removeFolder(top));

describe('the project of a working folder', () => {
  test('[case 25] is the same from its top, a folder below and through a link', () => {
    make('home/repo/.git');
    const repo = join(top, 'home/repo');
    const below = make('home/repo/a/b');
    symlinkSync(repo, join(top, 'link'));
    const home = join(top, 'home');
    for (const cwd of [repo, below, join(top, 'link'), join(top, 'link/a/b')]) {
      expect(projectRoot(files, cwd, { home })).toBe(repo);
    }
  });

  test('[case 25] is the linked work tree itself, not the checkout that the host names', () => {
    const repo = make('repo');
    make('repo/.git');
    const tree = make('repo/.trees/x');
    writeFileSync(join(tree, '.git'), 'gitdir: elsewhere\n');
    expect(projectRoot(files, make('repo/.trees/x/src'), { projectDir: repo })).toBe(tree);
  });

  test('[case 25] outside of git is the folder itself, or the host’s project folder around it', () => {
    const plain = make('plain/sub');
    expect(projectRoot(files, plain)).toBe(plain);
    expect(projectRoot(files, plain, { projectDir: join(top, 'plain') })).toBe(join(top, 'plain'));
    expect(projectRoot(files, plain, { projectDir: make('other') })).toBe(plain);
    make('plain/.holdfast');
    expect(projectRoot(files, plain)).toBe(join(top, 'plain'));
  });

  test('[case 25] is never above the home folder, never a home that only lies above, never the root', () => {
    const home = make('home');
    make('home/.git');
    make('.git');
    const notes = make('home/notes');
    expect(projectRoot(files, notes, { home })).toBe(notes);
    expect(projectRoot(files, home, { home })).toBe(home);
    expect(projectRoot(files, notes, { home, projectDir: home })).toBe(notes);
    expect(projectRoot(files, '/')).toBeUndefined();
  });

  test('[case 25] is no folder that is everybody’s, whatever somebody put there', () => {
    const shared = make('shared');
    make('shared/.git');
    make('shared/.holdfast');
    const plain = make('shared/plain');
    expect(projectRoot(files, plain)).toBe(shared);
    chmodSync(shared, 0o1777);
    expect(projectRoot(files, plain)).toBe(plain);
    expect(projectRoot(files, shared)).toBe(shared);
  });

  test('[case 25] of a deleted working folder is unknown', () => {
    const gone = make('gone');
    removeFolder(gone);
    expect(projectRoot(files, gone, { projectDir: top })).toBeUndefined();
    expect(projectRoot(files, undefined, { projectDir: make('named') })).toBe(join(top, 'named'));
    expect(projectRoot(files, undefined)).toBeUndefined();
  });

  test('[case 38] is reached by a name in composed and in decomposed letters', () => {
    const composed = make('Jos\u00e9 \u5c71\u7530/.holdfast').replace(/\/\.holdfast$/, '');
    expect(projectRoot(files, composed.normalize('NFD'))).toBe(composed);
    expect(projectRoot(files, composed)).toBe(composed);
  });
});

describe('on a real disk', () => {
  test('[R17] a manifest, its files and a link out of the project resolve as in memory', () => {
    const planning = make('p/02-projects/x/01-planning');
    make('p/.git');
    make('p/02-projects/x/03-working');
    make('outside');
    writeFileSync(join(top, 'outside/key.md'), 'secret');
    symlinkSync(join(top, 'outside/key.md'), join(planning, 'key.md'));
    writeFileSync(join(top, 'p/02-projects/x/03-working/x.py'), 'x');
    const list = 'files_to_load:\r\n  - 03-working/x.py\r\n  - key.md\r\n';
    writeFileSync(join(planning, '_resume.md'), `\uFEFF---\r\n${list}---\r\n`);
    const found = resolveTask({
      files,
      root: join(top, 'p'),
      cwd: join(top, 'p'),
      references: [0, 1, 2].map((index) => ({
        path: '02-projects/x/03-working/x.py',
        kind: 'edit' as const,
        index,
        tool: 'Edit',
      })),
      calls: 3,
    });
    expect(found).toMatchObject({
      none: false,
      task: {
        confidence: 'high',
        required: [
          { path: join(planning, '_resume.md') },
          { path: join(top, 'p/02-projects/x/03-working/x.py') },
        ],
        missing: ['key.md'],
      },
    });
  });
});
